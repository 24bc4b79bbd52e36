"""LEARN: stepwise learners on numpy alone.

Nothing in this package imports Qt, matplotlib or another part of the program: it must run in a
notebook, in a worker thread and on a server as it runs under the window.
"""
