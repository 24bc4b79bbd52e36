"""The reference: the methods again, as loops over exact fractions, sharing no line with the engine.

It imports nothing of the package and no numpy. Slow (fit for some sixty points), and meant to be
read: a test that compares the engine with it compares two independent readings of the same rules.
"""
