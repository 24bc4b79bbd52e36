"""Samples of the same points, asked for the nearest in each: a place is measured only once.

From a place all samples see the points in the same order. Along it each takes a point as often as
it has drawn it, until it has taken k.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import TIE, FloatArray, IntArray, Numbers, dataset
from ensemble_viz.engine.learners.kind import within_reach
from ensemble_viz.engine.learners.nearest import neighbourhoods
from ensemble_viz.engine.learners.strips import squares, surely_nearest

ROOM = 4.0  # deviations: so seldom has a sample fewer than k of the points that are looked at first
MORE = 4  # times as many are looked at where it has
Taken = NDArray[np.unsignedinteger[Any]]
Asked = tuple[NDArray[Any], NDArray[np.bool_]]


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """Points, in the order of the data, and how often each of them was drawn."""

    points: FloatArray
    target: Numbers
    times: IntArray

    def __post_init__(self) -> None:
        dataset.freeze(self.points, self.target, self.times)


def asked_at(
    places: FloatArray, samples: Sequence[Sample], k: int, classes: int
) -> tuple[list[FloatArray], IntArray]:
    """Say what the k nearest in each of some samples of the same points answer at places.

    Gives the rows where that is not known, too: it cannot be said which tie.
    """
    each = np.stack([sample.times for sample in samples], axis=1)
    times = np.minimum(each, k).astype(np.min_scalar_type(k))
    said, kind = (_counts, times.dtype) if classes else (_sums, np.dtype(float))
    found = np.empty((max(classes, 1), len(places), len(samples)), kind)
    in_order = not (each == 1).all()
    left, count = np.arange(len(places)), _enough(each, k)
    while len(left) and count:
        missing = np.ones(len(left), dtype=bool)
        for rows, order in _nearest(places[left], samples[0].points, count, in_order):
            known, full = said(times, order, samples[0].target, k, classes)
            found[:, left[rows[full]]] = known[:, full]
            missing[rows[full]] = False
        left = left[missing]
        count = min(MORE * count, len(each)) if k < count < len(each) else 0
    found = found.transpose(2, 0, 1) / k
    return [own.T if classes else own[0] for own in found], left


def _enough(each: IntArray, k: int) -> int:
    """Say among how many points nearly every sample has drawn k."""
    if each.min() > 0:
        return k
    share = float(each.mean(axis=0).min())
    return min(len(each), ceil(((ROOM + sqrt(ROOM * ROOM + 4.0 * k)) / 2.0) ** 2 / share))


def _nearest(
    places: FloatArray, points: FloatArray, count: int, in_order: bool
) -> Iterator[tuple[IntArray, IntArray]]:
    """Find the nearest points of places, in order if wanted: rows of places, and (rows, count).

    Those that tie are in the order of the data. Where it cannot be said which tie, nothing is.
    """
    places, left = within_reach(places), np.ones(len(places), dtype=bool)
    for rows, order in surely_nearest(places, points, count, in_order):
        yield rows, order
        left[rows] = False
    rest = left.nonzero()[0], np.arange(len(points))
    for rows, near in (
        neighbourhoods(places, points, count, rest) if in_order and left.any() else ()
    ):
        order, clear = _settled(squares(places[rows], points[near]), count)
        yield rows[clear], near[order[clear]]


def _settled(away: FloatArray, count: int) -> tuple[IntArray, NDArray[np.bool_]]:
    """Order the least numbers of each row, those that tie as they stand; say where that is sure."""
    most = min(2 * count, away.shape[1])
    least = np.sort(np.argpartition(away, most - 1, axis=1)[:, :most], axis=1)
    least = np.take_along_axis(least, np.take_along_axis(away, least, 1).argsort(1, "stable"), 1)
    ascending, has_all = np.take_along_axis(away, least, axis=1), most == away.shape[1]
    is_new = np.ones(ascending.shape, dtype=bool)
    is_new[:, 1:] = ascending[:, 1:] > ascending[:, :-1] * (1.0 + TIE)
    first = np.maximum.accumulate(np.where(is_new, np.arange(most), 0), axis=1)
    begins = np.take_along_axis(ascending, first, axis=1)
    sure = (ascending <= begins * (1.0 + TIE)).all(axis=1) & (has_all | (first[:, -1] >= count))
    return np.sort(first * away.shape[1] + least, axis=1)[:, :count] % away.shape[1], sure


def _counts(times: Taken, order: IntArray, target: Numbers, k: int, classes: int) -> Asked:
    """Count the classes among the k, (classes, rows, samples), and say where there are k."""
    asked, each = target.take(order).T, np.arange(classes)[:, None, None]
    is_of = (asked == each).astype(times.dtype)
    if order.shape[1] == k and (times == 1).all():
        once = is_of.sum(axis=1, dtype=times.dtype)[..., None]
        return once.repeat(times.shape[1], axis=2), np.ones(len(order), dtype=bool)
    counts = np.zeros((classes, len(order), times.shape[1]), dtype=times.dtype)
    for j, taken in enumerate(_taken(times, order, k)):
        for number in range(1, classes):
            counts[number] += taken * is_of[number, j, :, None]
        counts[0] += taken
    full = (counts[0] == k).all(axis=1)
    counts[0] -= counts[1:].sum(axis=0, dtype=times.dtype)
    return counts, full


def _sums(times: Taken, order: IntArray, target: Numbers, k: int, _classes: int) -> Asked:
    """Add up the values of the k as one alone does, (1, rows, samples); say where there are k."""
    taken = np.stack(list(_taken(times, order, k)), axis=1)
    full = (taken.sum(axis=1, dtype=np.int64) == k).all(axis=1)
    sums = np.empty((1, len(order), times.shape[1]))
    by_row = order[full, : taken.shape[1]].argsort(axis=1)
    near = np.take_along_axis(order[full], by_row, axis=1).ravel()
    taken = np.take_along_axis(taken[full], by_row[:, :, None], axis=1)
    for sample in range(times.shape[1]):
        asked = near.repeat(taken[:, :, sample].ravel()).reshape(-1, k)
        sums[0, full, sample] = target.take(asked).sum(axis=1)
    return sums, full


def _taken(times: Taken, order: IntArray, k: int) -> Iterator[Taken]:
    """Go from the nearest point on; say how often each sample takes it: (rows, samples)."""
    room = np.full((len(order), times.shape[1]), k, dtype=times.dtype)
    for point in order.T:
        taken = np.minimum(times.take(point, axis=0), room)
        yield taken
        room -= taken
        if not room.any():
            return
