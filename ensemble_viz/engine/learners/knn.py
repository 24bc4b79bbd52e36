"""The k nearest neighbours: ask the k points closest by, each counting the same.

Of points equally far away the first of the data is asked first. Classes: their shares among the
k; values: their mean. A point that was drawn twice is two neighbours; weights mean nothing here.
Fewer than k points are all asked: a constant.
"""

from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.dataset import FloatArray, Numbers, freeze
from ensemble_viz.engine.learners.kind import (
    Kind,
    Lesson,
    constant,
    within_reach,
)
from ensemble_viz.engine.method import Learner, Names
from ensemble_viz.engine.params import Params, Setting
from ensemble_viz.engine.ties import TIE, settle_rows

MOST_POINTS = 10_000  # every point is measured against every other
MOST_DISTANCES = 1_000_000  # that are held at a time


@dataclass(frozen=True)
class KnnParams(Params):
    """Settings of the nearest neighbours."""

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
        """Freeze the arrays."""
        freeze(self.points, self.target)

    def answer(self, points: FloatArray) -> FloatArray:
        """Give the shares of the classes, or the mean, among the k nearest of each point."""
        size = max(1, MOST_DISTANCES // len(self.points))
        parts = [points[start : start + size] for start in range(0, max(len(points), 1), size)]
        return np.concatenate([self._among(nearest(part, self)) for part in parts])

    def _among(self, asked: NDArray[np.bool_]) -> FloatArray:
        if self.n_classes:
            one_hot = self.target[:, None] == np.arange(self.n_classes)
            return settle_rows(asked @ one_hot.astype(np.float64) / self.settings.k)
        return np.asarray(asked @ self.target / self.settings.k)

    def describe(self, names: Names) -> dict[str, Any]:
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


def nearest(points: FloatArray, own: Neighbours) -> NDArray[np.bool_]:
    """Mark the k nearest of the learner's points for each point: (m, n)."""
    k, squares = own.settings.k, np.zeros((len(points), len(own.points)))
    for x, mine in zip(within_reach(points).T, own.points.T, strict=True):
        squares += (x[:, None] - mine) ** 2
    last = np.partition(squares, k - 1, axis=1)[:, k - 1 : k]
    surely = squares < last * (1.0 - TIE)
    tied = ~surely & (squares <= last * (1.0 + TIE))
    room = k - surely.sum(axis=1, keepdims=True)
    return np.asarray(surely | (tied & (tied.cumsum(axis=1) <= room)))


def train(lesson: Lesson, settings: KnnParams) -> Learner:
    """Remember the points."""
    times = np.where(lesson.weight > 0, lesson.times, 0)
    if times.sum() < settings.k:
        return constant(Lesson(lesson.data, times, times))
    rows = np.repeat(np.arange(len(times)), times)
    points, target = lesson.data.points[rows], lesson.data.target[rows]
    return Neighbours(settings, points, target, lesson.data.n_classes)


KIND = Kind(
    name="knn",
    title="nearest neighbours",
    settings=KnnParams,
    train=train,
    weighs=False,
    most_points=MOST_POINTS,
    always=("k",),
)
