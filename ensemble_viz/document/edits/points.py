"""Edits of points, one or many: place, move, answer, weigh, copy, delete, and test by them."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from ensemble_viz.document.document import Document
from ensemble_viz.document.edits.edit import (
    NEW,
    Edit,
    Marks,
    Sheet,
    are,
    at_place,
    chosen,
    counted,
    edited,
    nothing_done,
    number,
    places_of,
    put_at,
    sheet_of,
    smallest_folds,
    these,
    tidy,
)
from ensemble_viz.engine.data import NOT_FLIPPED, Dataset, FloatArray, IntArray, Refusal

NOTHING = "No point is chosen."


def place(document: Document, points: ArrayLike, target: ArrayLike, as_test: bool = False) -> Edit:
    """Add points with their classes, by number, or their values."""
    data = document.data
    new = np.asarray(points, dtype=np.float64).reshape(-1, data.dimension)
    sheet = sheet_of(data)
    grown = sheet.add(_new(data, sheet, new, np.broadcast_to(target, len(new)), as_test))
    rows = np.arange(len(sheet), len(grown))
    kind = "test point" if as_test else "point"
    words = f"{counted(len(rows), kind)} {are(rows)} placed."
    return edited(document, grown, rows, f"Place {kind}{'s' if len(rows) != 1 else ''}", words)


def _new(
    data: Dataset, sheet: Sheet, points: FloatArray, target: ArrayLike, as_test: bool
) -> Sheet:
    """Lay new points out: they count once, and belong to the folds that have the fewest."""
    k = len(points)
    own = np.zeros(k, dtype=np.int64)
    if data.fold is not None and not as_test:
        own = np.array(smallest_folds(sheet.fold[~sheet.is_test], k), dtype=np.int64)
    return Sheet(
        points=points,
        target=np.asarray(target, dtype=data.target.dtype),
        weight=np.ones(k),
        fold=own,
        flipped_from=np.full(k, NOT_FLIPPED),
        is_test=np.full(k, as_test),
        came_from=np.full(k, NEW),
    )


def move(document: Document, rows: ArrayLike | None, by: ArrayLike) -> Edit:
    """Move points by a step, or each in its turn by its own; on a line up is a value."""
    at = chosen(document, rows)
    if not len(at):
        return nothing_done(document, "Move points", NOTHING)
    sheet = sheet_of(document.data)
    start = places_of(sheet)[at]
    step = np.broadcast_to(np.asarray(by, dtype=np.float64), start.shape)
    with np.errstate(over="ignore", invalid="ignore"):
        moved = np.where(step == 0.0, start, tidy(start + step, start, step))
    if (moved == start).all():
        return nothing_done(document, "Move points", "They are there.")
    far = step[np.abs(step).sum(axis=1).argmax()]
    words = f"{these(sheet, at)} {are(at)} moved by {_step(step, far)}."
    return edited(document, put_at(sheet, at, moved), at, "Move points", words)


def _step(step: FloatArray, far: FloatArray) -> str:
    upto = "" if (step == far).all() else "up to "
    return f"{upto}{at_place(far)}"


def move_to(document: Document, row: int, to: Sequence[float]) -> Edit:
    """Move one point to a place; on a line the second number is its value."""
    at, sheet = chosen(document, [row]), sheet_of(document.data)
    place_ = np.asarray(to, dtype=np.float64).reshape(1, -1)
    words = f"Point {row + 1} is at {at_place(place_[0])}."
    return edited(document, put_at(sheet, at, place_), at, "Move point", words)


def delete(document: Document, rows: ArrayLike | None) -> Edit:
    """Take points away; the classes stay, even those without a point."""
    at, sheet = chosen(document, rows), sheet_of(document.data)
    if not len(at):
        return nothing_done(document, "Delete points", NOTHING)
    keep = np.ones(len(sheet), dtype=bool)
    keep[at] = False
    words = f"{these(sheet, at)} {are(at)} deleted."
    fewer = sheet.take(np.flatnonzero(keep))
    return edited(document, fewer, at[:0], f"Delete {_noun(at)}", words)


def clear(document: Document) -> Edit:
    """Delete all points; their classes stay."""
    made = delete(document, None)
    return replace(made, name="Clear all points")


def keep_only(document: Document, rows: ArrayLike) -> Edit:
    at, sheet = chosen(document, rows), sheet_of(document.data)
    if not len(at):
        return nothing_done(document, "Keep only these", NOTHING)
    words = f"{these(sheet, at)} of {len(sheet)} {are(at)} kept."
    return edited(document, sheet.take(at), np.arange(len(at)), "Keep only these", words)


def duplicate(document: Document, rows: ArrayLike, by: ArrayLike = (0.0, 0.0)) -> Edit:
    """Copy points, with all that is theirs, and move the copies; a copy is in its point's fold."""
    at, sheet = chosen(document, rows), sheet_of(document.data)
    if not len(at):
        return nothing_done(document, "Duplicate points", NOTHING)
    copies = sheet.take(at)
    with np.errstate(over="ignore", invalid="ignore"):
        start, step = places_of(copies), np.asarray(by, dtype=np.float64)
        copies = put_at(
            copies, np.arange(len(at)), np.where(step == 0, start, tidy(start + step, start, step))
        )
    grown = sheet.add(copies)
    words = f"{these(sheet, at)} {are(at)} duplicated."
    return edited(document, grown, np.arange(len(sheet), len(grown)), "Duplicate points", words)


def answer(document: Document, rows: ArrayLike, given: ArrayLike) -> Edit:
    """Give points another class, by its number, or another value; it is the true one from now."""
    at, sheet = chosen(document, rows), sheet_of(document.data)
    classes = document.data.classes
    name = f"{'Relabel' if classes else 'Change the value of'} {_noun(at)}"
    if not len(at):
        return nothing_done(document, name, NOTHING)
    value = np.asarray(given)
    if classes is not None and not np.isin(value, np.arange(len(classes))).all():
        raise Refusal(f"there is no class {value.max()}, only 0 to {len(classes) - 1}")
    if value.ndim:
        words = f"{these(sheet, at)} {are(at)} answered anew."
    elif classes is not None:
        words = f"{these(sheet, at)} {are(at)} of class {classes[int(value)]}."
    else:
        words = f"{these(sheet, at)} {_has(at)} the value {number(float(value))}."
    return edited(document, sheet.put(at, target=value, flipped_from=NOT_FLIPPED), at, name, words)


def weigh(document: Document, rows: ArrayLike, weight: float) -> Edit:
    """Say how much points to learn from count; test points have no weight."""
    sheet = sheet_of(document.data)
    at = chosen(document, rows)
    at = at[~sheet.is_test[at]]
    if not len(at):
        return nothing_done(document, "Weigh points", "Only points to learn from have a weight.")
    weighed = sheet.put(at, weight=weight)
    if not weighed.weight[~weighed.is_test].any():
        raise Refusal("every weight would be 0: nothing could be learned from")
    words = f"{these(sheet, at)} {_has(at)} the weight {weight:g}."
    return edited(document, weighed, at, f"Weigh {_noun(at)}", words)


def to_test(document: Document, rows: ArrayLike) -> Edit:
    """Learn no longer from points, but test by them; their weights and folds are gone."""
    sheet, at = sheet_of(document.data), chosen(document, rows)
    return split_as(document, _with(sheet.is_test, at, True))


def to_training(document: Document, rows: ArrayLike) -> Edit:
    """Learn from points by which was tested; they count once, in the smallest folds."""
    sheet, at = sheet_of(document.data), chosen(document, rows)
    return split_as(document, _with(sheet.is_test, at, False))


def split_as(document: Document, is_test: Marks) -> Edit:
    """Test by the points that are marked, and learn from all others."""
    sheet = sheet_of(document.data)
    moved = np.flatnonzero(is_test != sheet.is_test)
    if not len(moved):
        return nothing_done(document, "Split points", "They are split like that.")
    if is_test.all():
        raise Refusal("no point to learn from would be left")
    lost = sheet.weight[moved][is_test[moved]] != 1.0
    back = moved[~is_test[moved]]
    parted = sheet.put(moved, is_test=is_test[moved], weight=1.0, fold=0)
    if document.data.fold is not None and len(back):
        stays = sheet.fold[~sheet.is_test & ~is_test]
        parted = parted.put(back, fold=smallest_folds(stays, len(back)))
    train, test = int((~is_test).sum()), int(is_test.sum())
    gone = " Test points have no weight: theirs are gone." if lost.any() else ""
    words = f"{counted(train, 'point')} to learn from, {counted(test, 'test point')}.{gone}"
    return edited(document, parted, moved, "Split points", words)


def _with(marks: Marks, rows: IntArray, mark: bool) -> Marks:
    marked = marks.copy()
    marked[rows] = mark
    return marked


def _has(rows: IntArray) -> str:
    return "has" if len(rows) == 1 else "have"


def _noun(rows: IntArray) -> str:
    return "point" if len(rows) == 1 else "points"
