"""The demonstrations as they are shown: words, pictures and formulas, one file each.

A file is called as its demonstration is. It has `WORDS`, and where there is more to show a function
`picture` and one `formulas`, from settings and figures. A demonstration without a file is shown by
its title and the names of its figures.
"""

from ensemble_viz.scene.theory.figure_rows import FigureRow, one_line
from ensemble_viz.scene.theory.own import can_be_own, own_material, shown_of
from ensemble_viz.scene.theory.shown import ShownTheory, question_of, words_of
from ensemble_viz.scene.theory.why import beside, of_step
from ensemble_viz.scene.theory.words import Words

__all__ = [
    "FigureRow", "ShownTheory", "Words", "beside", "can_be_own", "of_step", "one_line",
    "own_material", "question_of", "shown_of", "words_of",
]  # fmt: skip
