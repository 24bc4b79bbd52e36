"""REMEMBER: the document, pure edits, reading and writing files.

Nothing in this package imports Qt: numpy and the engine are all it knows.
"""
