"""A careful search for the nearest points: those that tie are taken in the order of the data."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import TIE, FloatArray, IntArray
from ensemble_viz.engine.learners.kind import within_reach
from ensemble_viz.engine.learners.strips import squares

MOST_DISTANCES = 1_000_000  # that are held at a time
FEW_DISTANCES = 10_000  # are measured at once
FEW = 64  # points are parted no further
NEARLY, NO_DISTANCE = 1e-9, 1e-150  # room for rounding, also where squares underflow


def neighbourhoods(
    points: FloatArray, others: FloatArray, k: int, among: tuple[IntArray, IntArray]
) -> Iterator[tuple[IntArray, IntArray]]:
    """Part points until few others can be among the k nearest to any of them: rows, and those few.

    From the middle of some points, the k-th nearest is at a distance d, and they are at most h
    away. So from each of them it is at most d + h away, and from the middle at most d + 2 h.
    """
    rows, near = among
    if len(rows) * len(near) > FEW_DISTANCES and len(rows) > 1:
        middle = points[rows].min(axis=0) / 2 + points[rows].max(axis=0) / 2
        away = np.sqrt(squares(points[rows], middle[None])[:, 0])
        distance = np.sqrt(squares(middle[None], others[near])[0])
        last = np.partition(distance, k - 1)[k - 1]
        near = near[distance <= (last + 2.0 * away.max()) * (1.0 + NEARLY) + NO_DISTANCE]
    if len(rows) * len(near) <= MOST_DISTANCES and (len(near) <= FEW or len(rows) <= FEW):
        yield rows, near
        return
    along = points[rows, int(np.ptp(points[rows], axis=0).argmax())]
    order, half = along.argsort(kind="stable"), len(rows) // 2
    for part in (order[:half], order[half:]):
        yield from neighbourhoods(points, others, k, (rows[part], near))


def nearest(points: FloatArray, others: FloatArray, k: int) -> NDArray[np.bool_]:
    """Mark the k nearest of the others for each point: (m, n)."""
    away = squares(within_reach(points), others)
    last = np.partition(away, k - 1, axis=1)[:, k - 1 : k]
    reached = away <= last * (1.0 + TIE)
    if np.count_nonzero(reached) == k * len(points):
        return reached
    surely = away < last * (1.0 - TIE)
    tied = ~surely & reached
    room = k - surely.sum(axis=1, keepdims=True)
    return np.asarray(surely | (tied & (tied.cumsum(axis=1) <= room)))
