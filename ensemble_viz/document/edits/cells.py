"""The table of points: one cell typed exactly, rows copied to a spreadsheet and pasted from one."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import product

import numpy as np
from numpy.typing import ArrayLike

from ensemble_viz.document.answers import tidy_label
from ensemble_viz.document.decimals import complaint, number
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
from ensemble_viz.document.header import AXES, NEVER_COORDINATES, key
from ensemble_viz.document.point_rows import (
    LARGEST_FOLD,
    coordinates,
    joined,
    lay_out,
    more_points,
    rows_of,
)
from ensemble_viz.document.table import Table, parse_table
from ensemble_viz.document.text_file import decode, plain, raw_text, shown
from ensemble_viz.engine.data import Dataset, Refusal

CLIPBOARD = "the clipboard"
NO_FOLD = "a test point has no fold"
WORDS = ("class", "split", "flipped_from")  # columns that are no numbers


def set_cell(document: Document, row: int, column: str, text: str) -> Edit:
    """Type what a point has in a column: its coordinate, class, value, weight, fold or side."""
    chosen(document, [row])
    axes, name = [*map(key, document.data.columns)], key(column.strip())
    typed = text.strip().replace("−", "-")
    if name in axes or name in AXES[: len(axes)]:
        axis = axes.index(name) if name in axes else AXES.index(name)
        return _set_coordinate(document, row, axis, _number(typed))
    if name not in CELLS:
        raise Refusal(f"there is no column {plain(column)} to type into")
    return CELLS[name](document, row, typed)


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
    return points.answer(document, [row], _number(typed))


def _set_weight(document: Document, row: int, typed: str) -> Edit:
    if row >= len(document.data):
        raise Refusal("a test point has no weight")
    return points.weigh(document, [row], _number(typed))


def _set_fold(document: Document, row: int, typed: str) -> Edit:
    if document.data.fold is None or row >= len(document.data):
        raise Refusal("these points have no folds" if document.data.fold is None else NO_FOLD)
    fold = _number(typed)
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


def _number(typed: str) -> float:
    """Read a number with a decimal point or comma."""
    wrong = complaint(typed, "," in typed)
    if wrong:
        raise Refusal(wrong)
    return number(typed)


def copy(document: Document, rows: ArrayLike | None = None, decimal: str = ".") -> str:
    """Write points as a spreadsheet takes them: parted by tabs, with a header."""
    header, *every = rows_of(document.data)
    some = [every[row] for row in chosen(document, rows)]
    if decimal == ",":
        numbers = [k for k, name in enumerate(header) if name not in WORDS]
        for row, k in product(some, numbers):
            row[k] = row[k].replace(".", ",")
    return joined([header, *some], "\t")


def paste(document: Document, text: str, answer: float = 0) -> Edit:
    """Put points from a spreadsheet behind the others; classes that are new come behind theirs.

    With a header columns are found by their names, else they are the coordinates and the answer;
    rows that have coordinates alone get the answer that is given.
    """
    raw, data = raw_text(CLIPBOARD, text), document.data
    table = parse_table(decode(raw.name, raw.content))
    if table.width == data.dimension and not NEVER_COORDINATES & set(map(key, table.names)):
        axes = tuple(range(data.dimension))
        made = points.place(document, coordinates(table.with_numbers_in(axes), axes), answer)
        return replace(made, name="Paste points", sentence=_said(made, ()))
    layout = lay_out(table, data.task, {}, wanted=_wanted(table, data))
    if len(layout.columns.points) != data.dimension:
        raise Refusal(f"{CLIPBOARD}: points on a line and points in the plane do not mix")
    return _beside(document, more_points(layout, data))


def _wanted(table: Table, data: Dataset) -> tuple[str, ...] | None:
    """Look for the document's own coordinates, if the header has them."""
    there = set(map(key, table.names))
    is_there = not there or set(map(key, data.columns)) <= there
    return data.columns if is_there else None


def _beside(document: Document, more: Dataset) -> Edit:
    data, sheet = document.data, sheet_of(document.data)
    new = sheet_of(more)
    learned = np.flatnonzero(~new.is_test)
    if data.fold is not None and more.fold is None:
        new = new.put(learned, fold=smallest_folds(data.fold, len(learned)))
    grown = sheet.add(new)
    rows = np.arange(len(sheet), len(grown))
    made = edited(document, grown, rows, "Paste points", "", more.classes)
    came = (*range(data.n_classes), *[NEW] * (more.n_classes - data.n_classes))
    names = (more.classes or ())[data.n_classes :]
    words = _said(made, names)
    return replace(made, sentence=words, classes_from=came if names else None)


def _said(made: Edit, names: tuple[str, ...]) -> str:
    sheet = sheet_of(made.document.data)
    new = f" New: {counted(len(names), 'class')} {', '.join(names)}." if names else ""
    return f"{these(sheet, made.rows)} {are(made.rows)} pasted.{new}"


CELLS: Mapping[str, Callable[[Document, int, str], Edit]] = {
    "class": _set_class,
    "value": _set_value,
    "weight": _set_weight,
    "fold": _set_fold,
    "split": _set_side,
}
