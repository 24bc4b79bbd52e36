"""The k nearest neighbours: ask the k points closest by, each counting the same.

Of points equally far away the first of the data is asked first. Classes: their shares among the
k; values: their mean. A point that was drawn twice is two neighbours; weights mean nothing here.
Fewer than k points are all asked: a constant.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np

from ensemble_viz.engine.data import FloatArray, IntArray, Numbers, dataset
from ensemble_viz.engine.learners.kind import Kind, Learner, Lesson, constant, within_reach
from ensemble_viz.engine.learners.nearest import nearest, neighbourhoods
from ensemble_viz.engine.learners.nearest_in_samples import Sample, asked_at
from ensemble_viz.engine.settings import Params, Setting

MOST_POINTS = 10_000


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
    drawn: Sample | None = None
    """How often it has each of the points that others were trained on as well."""

    def __post_init__(self) -> None:
        dataset.freeze(self.points, self.target)

    def answer(self, points: FloatArray) -> FloatArray:
        return answers_of([self], points)[0]

    def sample(self, alone: bool) -> Sample:
        """Say what it was trained on: its own points, where it is alone and has no copies."""
        if self.drawn is None or (alone and self.drawn.times.max() <= 1):
            return Sample(self.points, self.target, np.ones(len(self.points), dtype=np.int64))
        return self.drawn

    def carefully(self, points: FloatArray) -> FloatArray:
        shape = (len(points), self.n_classes) if self.n_classes else (len(points),)
        answer, k = np.empty(shape), self.settings.k
        every = np.arange(len(points)), np.arange(len(self.points))
        for rows, near in neighbourhoods(within_reach(points), self.points, k, every):
            asked = nearest(points[rows], self.points[near], k)
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


def are_alike(one: Neighbours, other: Neighbours) -> bool:
    """Say whether two learners are samples of the same points, and ask as many of them."""
    mine, its = one.drawn, other.drawn
    if mine is None or its is None or one.settings.k != other.settings.k:
        return False
    pairs = ((mine.points, its.points), (mine.target, its.target))
    return all(a is b or np.array_equal(a, b) for a, b in pairs)


def answers_of(alike: Sequence[Neighbours], places: FloatArray) -> list[FloatArray]:
    """Say what learners that are alike answer, each as it would by itself."""
    samples, first = [one.sample(len(alike) == 1) for one in alike], alike[0]
    answers, left = asked_at(places, samples, first.settings.k, first.n_classes)
    if len(left):  # where nobody knows which are tied
        for one, answer in zip(alike, answers, strict=True):
            answer[left] = one.carefully(places[left])
    return answers


def train(lesson: Lesson, settings: KnnParams) -> Learner:
    times = np.where(lesson.weight > 0, lesson.times, 0)
    if times.sum() < settings.k:
        return constant(Lesson(lesson.data, times, times))
    rows = np.repeat(np.arange(len(times)), times)
    points, target = lesson.data.points[rows], lesson.data.target[rows]
    drawn = Sample(lesson.data.points, lesson.data.target, times)
    return Neighbours(settings, points, target, lesson.data.n_classes, drawn)


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
