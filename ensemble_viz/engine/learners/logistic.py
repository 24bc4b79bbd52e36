"""Logistic regression: shares whose log-odds are linear, with a price on large coefficients.

Minimise ½ Σ coef² + C · Σ weight · (−ln p of the true class); the intercept is free. Two classes:
p = 1 / (1 + e^−(coef · x + intercept)) of the second. More: one coef and intercept a class, and p
in proportion to e^(coef · x + intercept); the intercepts add up to 0, for only their differences
matter. A class that is not there has no share; where only one is, it has all: a constant.

Newton's method, to the last digits: the minimum is unique.
"""

from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np

from ensemble_viz.engine.data import FloatArray, IntArray, dataset, probabilities, ties
from ensemble_viz.engine.learners.kind import (
    Kind,
    Learner,
    Lesson,
    affine,
    constant,
    for_all_classes,
)
from ensemble_viz.engine.learners.softmax_fit import Task, fit
from ensemble_viz.engine.settings import Params, Setting


@dataclass(frozen=True)
class LogisticParams(Params):
    C: Annotated[
        float,
        Setting(
            "freedom", "How much a point counts against large coefficients: small is stiff.", "C",
            low=0.0, high=1e9, above=True,
        ),
    ] = 1.0  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Logistic:
    """The coefficients, for the classes that were there."""

    settings: LogisticParams
    n_classes: int
    present: IntArray
    coef: FloatArray
    """(1, axes) where two classes were there, else (classes there, axes)."""
    intercept: FloatArray

    def __post_init__(self) -> None:
        dataset.freeze(self.present, self.coef, self.intercept)

    def answer(self, points: FloatArray) -> FloatArray:
        score = affine(points, self.coef, self.intercept)
        if score.shape[1] == 1:
            score = np.column_stack((np.zeros(len(score)), score))
        return ties.settle_rows(
            for_all_classes(probabilities.softmax(score), self.present, self.n_classes)
        )

    def describe(self, names: dataset.Names) -> dict[str, Any]:
        """List the coefficients, a row a class; one row for two classes, of the second."""
        assert names.classes is not None
        return {
            "kind": "logistic",
            "params": self.settings.values(),
            "classes": [names.classes[k] for k in self.present],
            "coef": self.coef.tolist(),
            "intercept": self.intercept.tolist(),
        }


def train(lesson: Lesson, settings: LogisticParams) -> Learner:
    if len(lesson.present) == 1:
        return constant(lesson)
    target = np.searchsorted(lesson.present, lesson.target)
    coef, intercept = fit(Task(lesson.points, target, lesson.given * settings.C))
    return Logistic(settings, lesson.data.n_classes, lesson.present, coef, intercept)


KIND = Kind(
    name="logistic",
    title="logistic regression",
    does="It has a straight border; the farther from it, the surer it is, with a small C less so.",
    settings=LogisticParams,
    train=train,
    tasks=("classification",),
    always=("C",),
)
