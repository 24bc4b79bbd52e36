"""The demonstrations as they are shown: words, pictures and formulas, one file each.

A file is called as its demonstration is. It has `WORDS`, and where there is more to show a function
`picture` and one `formulas`, from settings and figures. A demonstration without a file is shown by
its title and the names of its figures.
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
