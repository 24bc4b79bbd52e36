"""Gaussian naive Bayes: in each class, every coordinate is normal by itself.

Prior: the share of the class. Mean and variance of each coordinate in each class: those of its
points, by weight, and 1e-9 of the largest variance of a coordinate over all points on top.
Answer P(class | x), in proportion to prior · Π density of the coordinates.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ensemble_viz.engine.data import FloatArray, IntArray, dataset, probabilities, ties
from ensemble_viz.engine.learners.kind import Kind, Lesson, for_all_classes, within_reach
from ensemble_viz.engine.settings import Params

SMOOTHING = 1e-9
FARTHEST_DEVIATIONS = 1e150  # their square is finite


@dataclass(frozen=True)
class NaiveBayesParams(Params):
    """Naive Bayes has no settings."""


@dataclass(frozen=True, slots=True, eq=False)
class NaiveBayes:
    """What determines it, for the classes that were there."""

    n_classes: int
    present: IntArray
    prior: FloatArray
    mean: FloatArray
    """(classes there, axes)."""
    variance: FloatArray

    def __post_init__(self) -> None:
        dataset.freeze(self.present, self.prior, self.mean, self.variance)

    def answer(self, points: FloatArray) -> FloatArray:
        """Give the posterior shares; a class that was not there has none."""
        x = within_reach(points).T
        width, density = np.sqrt(self.variance), np.log(2.0 * np.pi * self.variance)
        log = np.zeros((len(self.present), len(points)))  # numpy is slow along short rows
        for k in range(len(log)):
            for axis, place in enumerate(x):
                with np.errstate(over="ignore"):
                    away = (place - self.mean[k, axis]) / width[k, axis]
                away = np.clip(away, -FARTHEST_DEVIATIONS, FARTHEST_DEVIATIONS)
                log[k] += density[k, axis] + away**2
        log = np.log(self.prior)[:, None] - 0.5 * log
        return ties.settle_rows(
            for_all_classes(probabilities.softmax(log.T), self.present, self.n_classes)
        )

    def describe(self, names: dataset.Names) -> dict[str, Any]:
        """List prior, means and variances class by class; null for a class that was not there."""
        place = {int(k): row for row, k in enumerate(self.present)}
        lists: dict[str, list[Any]] = {"prior": [], "mean": [], "variance": []}
        for k in range(self.n_classes):
            row = place.get(k)
            lists["prior"].append(0.0 if row is None else float(self.prior[row]))
            lists["mean"].append(None if row is None else self.mean[row].tolist())
            lists["variance"].append(None if row is None else self.variance[row].tolist())
        return {"kind": "naive-bayes", "params": {}, "classes": names.classes, **lists}


def train(lesson: Lesson, _settings: NaiveBayesParams) -> NaiveBayes:
    points, share = lesson.points, lesson.share
    least = SMOOTHING * float(_spread(points, share)[1].max())
    if least == 0.0:
        least = 1.0  # all in one place: no coordinate says anything, the priors decide
    prior, mean, variance = [], [], []
    for k in lesson.present:
        rows = (lesson.target == k).nonzero()[0]
        own = share.take(rows)
        prior.append(own.sum())
        middle, around = _spread(points.take(rows, axis=0), own / own.sum())
        mean.append(middle)
        variance.append(around + least)
    return NaiveBayes(
        lesson.data.n_classes,
        lesson.present,
        np.array(prior) / np.sum(prior),
        np.array(mean),
        np.array(variance),
    )


def _spread(points: FloatArray, share: FloatArray) -> tuple[FloatArray, FloatArray]:
    first = points[0]  # measured from here, equal coordinates have no variance at all
    shift = share @ (points - first)
    return first + shift, share @ (points - first - shift) ** 2


KIND = Kind(
    name="naive-bayes",
    title="naive Bayes",
    does="It fits a bell curve to each class along each axis; the class whose curves are highest "
    "wins.",
    settings=NaiveBayesParams,
    train=train,
    tasks=("classification",),
)
