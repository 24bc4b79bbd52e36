"""The demonstrations as they are shown: words, pictures and formulas, one file each.

A file is called as its demonstration is. It has `WORDS`, and three functions of settings and
figures: `read` says them in sentences with their digits, `picture` draws them, `formulas` works
the arithmetic out. A demonstration without a file is shown by its title and the names of its
figures.
"""

from ensemble_viz.scene.theory.shown import (
    FigureRow,
    ShownTheory,
    beside,
    can_be_own,
    of_step,
    one_line,
    own_material,
    question_of,
    shown_of,
    words_of,
)

__all__ = [
    "FigureRow",
    "ShownTheory",
    "beside",
    "can_be_own",
    "of_step",
    "one_line",
    "own_material",
    "question_of",
    "shown_of",
    "words_of",
]
