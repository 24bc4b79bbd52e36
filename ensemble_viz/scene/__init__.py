"""DESCRIBE: everything that is shown, as plain frozen data: arrays, words, LaTeX.

Computed without Qt, so that it can be tested as data, and published by the window, by figures on
paper, by web pages, by the trace and by code, which cannot then disagree with one another.
"""
