"""The k nearest neighbours: ask the k points closest by, each counting the same.

Of points equally far away the first of the data is asked first. Classes: their shares among the
k; values: their mean. A point that was drawn twice is two neighbours; weights mean nothing here.
Fewer than k points are all asked: a constant.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import TIE, FloatArray, IntArray, Numbers, dataset
from ensemble_viz.engine.learners.kind import Kind, Learner, Lesson, constant, within_reach
from ensemble_viz.engine.learners.strips import surely_nearest
from ensemble_viz.engine.settings import Params, Setting

MOST_POINTS = 10_000
MOST_DISTANCES = 1_000_000  # that are held at a time
FEW_DISTANCES = 10_000  # are measured at once
FEW = 64  # points are parted no further
NEARLY, NO_DISTANCE = 1e-9, 1e-150  # room for rounding, also where squares underflow


@dataclass(frozen=True)
class KnnParams(Params):
    k: Annotated[
        int,
        Setting("neighbours", "How many of the nearest points are asked.", "k", low=1, high=1000),
    ] = 5


@dataclass(frozen=True, slots=True, eq=False)
class Neighbours:
    """It is its points."""

    settings: KnnParams
    points: FloatArray
    target: Numbers
    n_classes: int

    def __post_init__(self) -> None:
        dataset.freeze(self.points, self.target)

    def answer(self, points: FloatArray) -> FloatArray:
        shape = (len(points), self.n_classes) if self.n_classes else (len(points),)
        answer = np.empty(shape)
        places, left = within_reach(points), np.ones(len(points), dtype=bool)
        for rows, near in surely_nearest(places, self.points, self.settings.k):
            answer[rows] = self._together(near)
            left[rows] = False
        rest = left.nonzero()[0], np.arange(len(self.points))
        for rows, near in neighbourhoods(places, self, rest) if len(rest[0]) else ():
            asked = nearest(points[rows], self.points[near], self.settings.k)
            which = asked.ravel().nonzero()[0] % len(near)
            answer[rows] = self._together(near.take(which).reshape(len(rows), -1))
        return answer

    def _together(self, near: IntArray) -> FloatArray:
        """Say what some points answer together: (rows, k) of them."""
        if not self.n_classes:  # in the order of the data: the last digit depends on it
            values = self.target.take(np.sort(near, axis=1))
            return np.asarray(values.sum(axis=1) / self.settings.k)
        place = (
            self.target.take(near)
            + np.arange(0, len(near) * self.n_classes, self.n_classes)[:, None]
        )
        counts = np.bincount(place.ravel(), minlength=len(near) * self.n_classes)
        return counts.reshape(-1, self.n_classes) / self.settings.k  # whole numbers: no near ties

    def describe(self, names: dataset.Names) -> dict[str, Any]:
        """List the points it remembers, and their answers."""
        answers = self.target.tolist()
        if names.classes is not None:
            answers = [names.classes[k] for k in answers]
        return {
            "kind": "knn",
            "params": self.settings.values(),
            "points": self.points.tolist(),
            "answers": answers,
        }


def neighbourhoods(
    points: FloatArray, own: Neighbours, among: tuple[IntArray, IntArray]
) -> Iterator[tuple[IntArray, IntArray]]:
    """Part points until few of the learner's can be nearest to any of them: rows, and those few.

    From the middle of some points, the k-th nearest is at a distance d, and they are at most h
    away. So from each of them it is at most d + h away, and from the middle at most d + 2 h.
    """
    rows, near = among
    if len(rows) * len(near) > FEW_DISTANCES and len(rows) > 1:
        middle = points[rows].min(axis=0) / 2 + points[rows].max(axis=0) / 2
        away = np.sqrt(squares(points[rows], middle[None])[:, 0])
        distance = np.sqrt(squares(middle[None], own.points[near])[0])
        last = np.partition(distance, own.settings.k - 1)[own.settings.k - 1]
        near = near[distance <= (last + 2.0 * away.max()) * (1.0 + NEARLY) + NO_DISTANCE]
    if len(rows) * len(near) <= MOST_DISTANCES and (len(near) <= FEW or len(rows) <= FEW):
        yield rows, near
        return
    along = points[rows, int(np.ptp(points[rows], axis=0).argmax())]
    order, half = along.argsort(kind="stable"), len(rows) // 2
    for part in (order[:half], order[half:]):
        yield from neighbourhoods(points, own, (rows[part], near))


def squares(points: FloatArray, others: FloatArray) -> FloatArray:
    found = np.zeros((len(points), len(others)))
    for x, mine in zip(points.T, others.T, strict=True):
        away = x[:, None] - mine
        away *= away
        found += away
    return found


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


def train(lesson: Lesson, settings: KnnParams) -> Learner:
    times = np.where(lesson.weight > 0, lesson.times, 0)
    if times.sum() < settings.k:
        return constant(Lesson(lesson.data, times, times))
    rows = np.repeat(np.arange(len(times)), times)
    points, target = lesson.data.points[rows], lesson.data.target[rows]
    return Neighbours(settings, points, target, lesson.data.n_classes)


KIND = Kind(
    name="knn",
    title="nearest neighbours",
    does="Wherever it is asked, the points nearest to that place answer.",
    settings=KnnParams,
    train=train,
    weighs=False,
    most_points=MOST_POINTS,
    always=("k",),
)
