"""The tools: each is one class, made when a button goes down, with `move` and `release`.

What a tool changes from press to release is one stroke, and is undone as one.
"""
