"""Edits: from one document to the next, none of them changing the one they were given.

    made = dealing.flip(document, share=0.1, seed=3)
    made.document, made.sentence, made.rows     # "12 labels of 120 are flipped."

Edits of points are in `points` (one or many), `brushes` (a dab), `transforms` (reckoned),
`dealing` (by chance), `classes` and `cells` (the table, the clipboard); which points lie where says
`selecting`. Edits of what learns from them are in `setups`.
"""

from collections.abc import Sequence

from ensemble_viz.document.document import Document
from ensemble_viz.document.edits import points as _points
from ensemble_viz.document.edits.edit import Edit
from ensemble_viz.document.edits.setups import (
    able_setup,
    add_setup,
    change_seed,
    change_setting,
    choose_data,
    choose_method,
    remove_setup,
    reset_settings,
)
from ensemble_viz.engine.data import FloatArray

__all__ = [
    "Edit",
    "able_setup",
    "add_setup",
    "answer_points",
    "change_seed",
    "change_setting",
    "choose_data",
    "choose_method",
    "delete_points",
    "move_point",
    "place_points",
    "remove_setup",
    "reset_settings",
]


def place_points(
    document: Document, points: FloatArray, target: Sequence[float] | Sequence[int]
) -> Document:
    """Add points behind the others."""
    return _points.place(document, points, target).document


def move_point(document: Document, row: int, point: Sequence[float]) -> Document:
    """Move one point elsewhere; on a line the second number is its value."""
    return _points.move_to(document, row, point).document


def delete_points(document: Document, rows: Sequence[int]) -> Document:
    """Take points away; the classes stay, even those without a point."""
    return _points.delete(document, rows).document


def answer_points(document: Document, rows: Sequence[int], answer: float) -> Document:
    """Give points another class, by its number, or another value."""
    return _points.answer(document, rows, answer).document
