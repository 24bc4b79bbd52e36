"""What a kind of learner is, and what it is given to learn from.

A learner is trained on a `Lesson` and answers at points: class shares, one column a class, or
values. What it was trained on decides alone; there is no chance in it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from ensemble_viz.engine.data import Dataset, FloatArray, IntArray, Numbers, Refusal, dataset
from ensemble_viz.engine.settings import Params
from ensemble_viz.engine.trees import Limits, TreeRules, counts, fit
from ensemble_viz.engine.trees.levels.growth import Grown

FARTHEST = 1e100  # squares of larger coordinates, and quotients of them, would overflow
SAID_FARTHEST = 1e150  # where learners answer: beyond this they say what they say here


class Learner(Protocol):
    """Anything that answers at points; a tree also gives its rectangles."""

    def answer(self, points: FloatArray, /) -> FloatArray:
        """Answer at each point: (m, K) class shares or (m,) values."""

    def describe(self, names: dataset.Names, /) -> dict[str, Any]:
        """Say all that determines it, as the trace has it: its kind, then what belongs to it."""


@dataclass(frozen=True, eq=False)
class Lesson:
    """Points with their answers, how much each counts, and how often each is there."""

    data: Dataset
    weight: Numbers
    """(n,): as the trace has it; 0 for points that are not there."""
    times: IntArray
    """(n,): how often each point is there: in a bag more than once, outside a fold once."""
    scale: float = 1.0
    """What makes the weights those that were given with the points."""

    @cached_property
    def rows(self) -> IntArray:
        """List the points that are there and count."""
        return np.flatnonzero(self.weight > 0)

    @cached_property
    def points(self) -> FloatArray:
        return self.data.points.take(self.rows, axis=0)

    @cached_property
    def target(self) -> Numbers:
        return self.data.target.take(self.rows)

    @property
    def given(self) -> FloatArray:
        """Their weights, 1 for a point that is there once and has no weight of its own."""
        return self.weight[self.rows] * self.scale

    @cached_property
    def share(self) -> FloatArray:
        weight = self.weight[self.rows] / self.weight.max()
        return np.asarray(weight / weight.sum(), dtype=np.float64)

    @cached_property
    def present(self) -> IntArray:
        return dataset.present(self.target)


def lesson_of(data: Dataset, times: IntArray | None = None) -> Lesson:
    """Take all points once, or each as often as said."""
    scale = 1.0 if data.weight is None else float(data.weight.sum())
    if times is None:
        return Lesson(data, counts(data), np.ones(len(data), dtype=np.int64), scale)
    return Lesson(data, counts(data) * times, times, scale)


@dataclass(frozen=True, slots=True)
class Kind:
    name: str
    title: str
    settings: type[Params]
    train: Callable[[Lesson, Any], Learner]
    does: str = ""
    """How it comes to its answers, in a sentence."""
    tasks: tuple[str, ...] = ("classification", "regression")
    weighs: bool = True
    """Points can count more or less."""
    measures: bool = True
    """It computes with coordinates; a tree only compares them."""
    most_points: int | None = None
    """More would take too long."""
    always: tuple[str, ...] = ()
    """The settings that its text always names."""
    rules: Callable[[Dataset, Any], TreeRules] | None = None
    """How it grows, where it is a tree."""


def grow(lesson: Lesson, rules: TreeRules) -> Grown:
    if lesson.data.classes is None:
        return fit.fit_values(lesson.data, lesson.data.target.astype(float), lesson.weight, rules)
    return fit.fit_classes(lesson.data, lesson.weight, rules)


def constant(lesson: Lesson) -> Learner:
    """Answer everywhere the same: the shares of the classes, or the mean. A tree of one node."""
    return grow(lesson, TreeRules("gini", Limits(max_depth=0))).tree


def for_all_classes(shares: FloatArray, there: IntArray, n_classes: int) -> FloatArray:
    """Give the classes that were there their shares, and the others none."""
    if len(there) == n_classes:
        return shares
    every = np.zeros((len(shares), n_classes))
    every[:, there] = shares
    return every


def refuse_far(data: Dataset, what: str) -> None:
    """Say why points as far out as these cannot be measured."""
    if len(data) and np.abs(data.points).max() > FARTHEST:
        raise Refusal(
            f"{what}: coordinates beyond ±{FARTHEST:g} are too large to be computed with; trees, "
            "which only compare them, can"
        )


def within_reach(points: FloatArray) -> FloatArray:
    """Ask learners that compute with coordinates not farther out than they can."""
    return np.clip(points, -SAID_FARTHEST, SAID_FARTHEST)


def affine(points: FloatArray, coef: FloatArray, intercept: FloatArray) -> FloatArray:
    """Σ coef · x + intercept, never infinite: (m, columns)."""
    with np.errstate(over="ignore", invalid="ignore"):
        sums = within_reach(points) @ coef.T + intercept
    return np.clip(np.nan_to_num(sums, nan=0.0), -SAID_FARTHEST, SAID_FARTHEST)
