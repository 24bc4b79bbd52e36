"""Edits that reckon with the coordinates of many points: scale, turn, mirror, snap, standardise.

On a line the second number of a place is its value. What is reckoned is said, with its numbers:
nothing is scaled silently.
"""

import math

import numpy as np
from numpy.typing import ArrayLike

from ensemble_viz.document.document import Document
from ensemble_viz.document.edits.edit import (
    Edit,
    are,
    at_place,
    chosen,
    edited,
    nothing_done,
    number,
    places_of,
    put_at,
    sheet_of,
    these,
    tidy,
)
from ensemble_viz.document.edits.points import NOTHING
from ensemble_viz.engine.data import FloatArray, IntArray, Refusal


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
