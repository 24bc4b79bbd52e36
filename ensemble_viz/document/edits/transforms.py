"""Edits that reckon with coordinates, and those that chance decides, by a seed.

Edits that reckon with the coordinates of many points: scale, turn, mirror, snap, standardise. On a
line the second number of a place is its value. What is reckoned is said, with its numbers: nothing
is scaled silently.
"""

import math

import numpy as np
from numpy.typing import ArrayLike

from ensemble_viz.document.document import Document
from ensemble_viz.document.edits.edit import (
    Edit,
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
    these,
    tidy,
)
from ensemble_viz.document.edits.points import NOTHING, keep_only, split_as
from ensemble_viz.engine.data import NOT_FLIPPED, FloatArray, IntArray, Refusal, draws
from ensemble_viz.engine.data.samples import flip_labels


def scale(
    document: Document, rows: ArrayLike | None, factor: ArrayLike, centre: ArrayLike | None = None
) -> Edit:
    """Stretch or shrink around the middle of the points, or around another place."""
    across, up = np.broadcast_to(np.asarray(factor, dtype=np.float64), (2,)).tolist()
    if not (across and up and math.isfinite(across) and math.isfinite(up)):
        raise Refusal("scaled by 0 all points would be at one place")
    by = number(across) if across == up else f"{number(across)} across and {number(up)} up"
    return _turned(document, rows, np.diag([across, up]), centre, "Scale points", f"scaled by {by}")


def turn(
    document: Document, rows: ArrayLike | None, degrees: float, centre: ArrayLike | None = None
) -> Edit:
    """Turn counter-clockwise around the middle of the points, or around another place."""
    if document.data.dimension == 1:
        raise Refusal("points on a line cannot be turned: their height is their value")
    angle = math.radians(degrees)
    matrix = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    if degrees % 90 == 0:
        matrix = np.round(matrix)
    words = f"turned by {number(degrees)}°"
    return _turned(document, rows, matrix, centre, "Turn points", words)


def mirror(
    document: Document, rows: ArrayLike | None, axis: int, centre: ArrayLike | None = None
) -> Edit:
    """Exchange the sides along an axis: 0 left and right, 1 above and below."""
    matrix = np.eye(2)
    matrix[axis, axis] = -1.0
    sides = "left and right" if axis == 0 else "above and below"
    return _turned(document, rows, matrix, centre, "Mirror points", f"mirrored, {sides}")


def _turned(
    document: Document,
    rows: ArrayLike | None,
    matrix: FloatArray,
    centre: ArrayLike | None,
    name: str,
    done: str,
) -> Edit:
    at, sheet = chosen(document, rows), sheet_of(document.data)
    if not len(at):
        return nothing_done(document, name, NOTHING)
    places = places_of(sheet)[at]
    middle = _middle(places) if centre is None else np.asarray(centre, dtype=np.float64)
    with np.errstate(over="ignore", invalid="ignore"):
        moved = (places - middle) @ matrix.T + middle
    fixed = (matrix == np.eye(2)).all(axis=1)  # an axis nothing is done to keeps its digits
    moved = np.where(fixed, places, tidy(moved, places, middle))
    words = f"{these(sheet, at)} {are(at)} {done}, around {at_place(middle)}."
    return edited(document, put_at(sheet, at, moved), at, name, words)


def _middle(places: FloatArray) -> FloatArray:
    """Find the middle of the box around some places; halves first, for sums may overflow."""
    low, high = places.min(axis=0), places.max(axis=0)
    return tidy(low / 2 + high / 2, low, high)


def snap(document: Document, rows: ArrayLike | None, step: float) -> Edit:
    """Put points on a grid, for examples that are computed by hand; values stay as they are."""
    at, sheet = chosen(document, rows), sheet_of(document.data)
    if not 0 < step < math.inf:
        raise Refusal(f"the grid needs a step greater than 0, not {step:g}")
    if not len(at):
        return nothing_done(document, "Snap to grid", NOTHING)
    with np.errstate(over="ignore"):
        counts = np.round(sheet.points[at] / step)
    on_grid = tidy(np.where(np.isfinite(counts), counts * step, sheet.points[at]))
    words = f"{these(sheet, at)} {are(at)} on a grid of {step:g}.{_shared(on_grid)}"
    return edited(document, sheet.put(at, points=on_grid), at, "Snap to grid", words)


def _shared(points: FloatArray) -> str:
    """Say whether some points came to lie on one another."""
    rows = points.view(np.complex128) if points.shape[1] == 2 else points  # sorts as pairs do
    more = len(points) - len(np.unique(rows))
    return f" {more} {'lies' if more == 1 else 'lie'} on another." if more else ""


def standardise(document: Document) -> Edit:
    """Take from each coordinate its mean, and divide by its standard deviation.

    Both are those of the points to learn from, and the test points follow: as it must be done. Each
    counts once, and the deviation divides by n.
    """
    sheet = sheet_of(document.data)
    learned = document.data.points
    if not len(learned):
        return nothing_done(document, "Standardise", "There is no point to learn from.")
    with np.errstate(over="ignore", invalid="ignore"):
        mean, deviation = learned.mean(axis=0), learned.std(axis=0)
        by = np.where(deviation > 0, deviation, 1.0)
        points = (sheet.points - mean) / by
    if not np.isfinite(points).all():
        raise Refusal("the coordinates are too large to be standardised")
    columns = document.data.columns
    parts = [
        f"{name} ← ({name} {'+' if m < 0 else '−'} {abs(m):.4g})"
        + (f" / {d:.4g}" if d > 0 else ", all alike")
        for name, m, d in zip(columns, mean, deviation, strict=True)
    ]
    every: IntArray = np.arange(len(sheet))
    words = f"{these(sheet, every)} {are(every)} standardised: {'; '.join(parts)}."
    return edited(document, sheet.put(every, points=points), every, "Standardise", words)


def flip(document: Document, share: float, seed: int, rows: ArrayLike | None = None) -> Edit:
    """Give a share of the labels another class, and remember which: none that was flipped before.

    What they were is kept with the points, so that they can be marked and turned back.
    """
    _check_share(share)
    data, sheet, at = document.data, sheet_of(document.data), chosen(document, rows)
    if data.n_classes < 2:
        raise Refusal("there are no labels to flip: it takes two classes or more")
    right = at[sheet.flipped_from[at] == NOT_FLIPPED]
    label = sheet.target[right]
    places, answer = flip_labels(label, data.n_classes, share, seed)
    if not len(places):
        return nothing_done(document, "Flip labels", "No label is flipped.")
    flipped = right[places]
    noisy = sheet.put(flipped, target=answer, flipped_from=label[places])
    words = f"{counted(len(flipped), 'label')} of {len(right)} {are(flipped)} flipped."
    return edited(document, noisy, flipped, "Flip labels", words)


def turn_back(document: Document, rows: ArrayLike | None = None) -> Edit:
    """Give flipped labels the class they had."""
    sheet, at = sheet_of(document.data), chosen(document, rows)
    flipped = at[sheet.flipped_from[at] != NOT_FLIPPED]
    if not len(flipped):
        return nothing_done(document, "Turn labels back", "No label is flipped.")
    was = sheet.flipped_from[flipped]
    right = sheet.put(flipped, target=was, flipped_from=NOT_FLIPPED)
    words = f"{counted(len(flipped), 'label')} {are(flipped)} as before."
    return edited(document, right, flipped, "Turn labels back", words)


def split(document: Document, share: float, seed: int, rows: ArrayLike | None = None) -> Edit:
    """Make a share of the points test points, each class with its part; deal all of them anew."""
    _check_share(share)
    sheet, at = sheet_of(document.data), chosen(document, rows)
    is_test = sheet.is_test.copy()
    is_test[at] = False
    is_test[at[_part(document, sheet, at, share, seed)]] = True
    return split_as(document, is_test)


def thin(document: Document, share: float, seed: int, rows: ArrayLike | None = None) -> Edit:
    """Keep a share of the points, each class with its part; those not asked about stay."""
    _check_share(share)
    sheet, at = sheet_of(document.data), chosen(document, rows)
    if not len(at):
        return nothing_done(document, "Thin points", NOTHING)
    kept = at[_part(document, sheet, at, share, seed)]
    stays = np.ones(len(sheet), dtype=bool)
    stays[at] = False
    stays[kept] = True
    if not stays.any():
        raise Refusal("no point would be left")
    made = keep_only(document, np.flatnonzero(stays))
    words = f"{these(sheet, kept)} of {len(at)} {are(kept)} kept."
    rows_now = np.searchsorted(made.came_from, kept)
    return Edit(made.document, "Thin points", words, rows_now, made.came_from)


def shuffle(document: Document, seed: int) -> Edit:
    """Put the points to learn from, and the test points, in another order."""
    sheet = sheet_of(document.data)
    if len(sheet) < 2:
        return nothing_done(document, "Shuffle points", "There is nothing to shuffle.")
    words = draws.words(seed, draws.BEFORE_ALL, draws.DEAL, np.arange(len(sheet)), 1)
    mixed = sheet.take(np.lexsort((words, sheet.is_test)))
    every = np.arange(len(sheet))
    return edited(document, mixed, every, "Shuffle points", f"{these(sheet, every)} are shuffled.")


def _part(document: Document, sheet: Sheet, at: IntArray, share: float, seed: int) -> IntArray:
    """Choose round(share · k) of some points, by at most one more or less of a class than its part.

    Sorted by class, and by chance within, every so many-th is taken.
    """
    word = draws.words(seed, draws.BEFORE_ALL, draws.DEAL, at, 0)
    label = sheet.target[at] if document.data.classes is not None else np.zeros(len(at))
    order = np.lexsort((word, label))
    wanted = round(share * len(at))
    taken = (np.arange(1, len(at) + 1) * wanted) // max(len(at), 1)
    return np.sort(order[np.diff(taken, prepend=0) > 0])


def _check_share(share: float) -> None:
    if not 0.0 <= share <= 1.0:
        raise Refusal(f"a share is a number from 0 to 1, not {share:g}")
