"""The table of points: one cell typed exactly, rows copied to a spreadsheet and pasted from one."""

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from ensemble_viz.document.document import Document
from ensemble_viz.document.edits import points
from ensemble_viz.document.edits.edit import (
    NEW,
    Edit,
    are,
    chosen,
    counted,
    edited,
    sheet_of,
    smallest_folds,
    these,
)
from ensemble_viz.document.files import plain, shown
from ensemble_viz.document.reading import (
    LARGEST_FOLD,
    copied,
    key,
    pasted,
    tidy_label,
    typed_number,
)
from ensemble_viz.engine.data import Refusal

NO_FOLD = "a test point has no fold"


def set_cell(document: Document, row: int, column: str, text: str) -> Edit:
    """Type what a point has in a column: its coordinate, class, value, weight, fold or side."""
    chosen(document, [row])
    axes, name = [*map(key, document.data.columns)], key(column.strip())
    if name in axes:
        return _set_coordinate(document, row, axes.index(name), typed_number(text))
    if name not in CELLS:
        raise Refusal(f"there is no column {plain(column)} to type into")
    return CELLS[name](document, row, text.strip())


def _set_coordinate(document: Document, row: int, axis: int, x: float) -> Edit:
    sheet = sheet_of(document.data)
    place = sheet.points[row].copy()
    place[axis] = x
    made = sheet.put(np.array([row]), points=place)
    words = f"Point {row + 1} is at {document.data.columns[axis]} = {x!r}."
    return edited(document, made, np.array([row]), "Type a coordinate", words)


def _set_class(document: Document, row: int, typed: str) -> Edit:
    classes, label = document.data.classes, tidy_label(typed)
    if classes is None:
        raise Refusal("these points have values, and no classes")
    if label not in classes:
        there = ", ".join(map(plain, classes))
        raise Refusal(f"there is no class {shown(label)}; there are {there}")
    return points.answer(document, [row], classes.index(label))


def _set_value(document: Document, row: int, typed: str) -> Edit:
    if document.data.classes is not None:
        raise Refusal("these points have classes, and no values")
    return points.answer(document, [row], typed_number(typed))


def _set_weight(document: Document, row: int, typed: str) -> Edit:
    if row >= len(document.data):
        raise Refusal("a test point has no weight")
    return points.weigh(document, [row], typed_number(typed))


def _set_fold(document: Document, row: int, typed: str) -> Edit:
    if document.data.fold is None or row >= len(document.data):
        raise Refusal("these points have no folds" if document.data.fold is None else NO_FOLD)
    fold = typed_number(typed)
    if not fold.is_integer() or abs(fold) > LARGEST_FOLD:
        raise Refusal(f"{shown(typed)} is not a whole number")
    sheet = sheet_of(document.data).put(np.array([row]), fold=int(fold))
    words = f"Point {row + 1} is in fold {int(fold)}."
    return edited(document, sheet, np.array([row]), "Type a fold", words)


def _set_side(document: Document, row: int, typed: str) -> Edit:
    side = typed.casefold()
    if side not in ("train", "test"):
        raise Refusal(f"{shown(typed)} is neither train nor test")
    return (points.to_test if side == "test" else points.to_training)(document, [row])


def copy(document: Document, rows: ArrayLike | None = None, decimal: str = ".") -> str:
    """Write points as a spreadsheet takes them: parted by tabs, with a header."""
    return copied(document.data, chosen(document, rows), decimal)


def paste(document: Document, text: str, answer: float = 0) -> Edit:
    """Put points from a spreadsheet behind the others; rows of coordinates alone get the answer."""
    data, sheet = document.data, sheet_of(document.data)
    more = pasted(text, data, answer)
    new = sheet_of(more)
    learned = np.flatnonzero(~new.is_test)
    if data.fold is not None and more.fold is None:
        new = new.put(learned, fold=smallest_folds(data.fold, len(learned)))
    grown = sheet.add(new)
    rows = np.arange(len(sheet), len(grown))
    names = (more.classes or ())[data.n_classes :]
    also = f" New: {counted(len(names), 'class')} {', '.join(names)}." if names else ""
    words = f"{these(grown, rows)} {are(rows)} pasted.{also}"
    made = edited(document, grown, rows, "Paste points", words, more.classes)
    came = (*range(data.n_classes), *[NEW] * len(names))
    return replace(made, classes_from=came if names else None)


CELLS: Mapping[str, Callable[[Document, int, str], Edit]] = {
    "class": _set_class,
    "value": _set_value,
    "weight": _set_weight,
    "fold": _set_fold,
    "split": _set_side,
}
