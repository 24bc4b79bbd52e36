"""Fitting one tree to classes or to values."""

from functools import partial

import numpy as np

from ensemble_viz.engine.data import Dataset, FloatArray, IntArray, Numbers
from ensemble_viz.engine.data.ties import extremes
from ensemble_viz.engine.trees.class_levels import grow_by_levels
from ensemble_viz.engine.trees.criteria import CLASS_CRITERIA, STUMP_ERROR
from ensemble_viz.engine.trees.growth import Grower, Grown
from ensemble_viz.engine.trees.limits import TreeRules
from ensemble_viz.engine.trees.node_statistics import (
    ClassStatistics,
    CutStatistics,
    ValueStatistics,
)
from ensemble_viz.engine.trees.promised_trees import GrownSoon, Office
from ensemble_viz.engine.trees.remembered import Remembered
from ensemble_viz.engine.trees.scout import Scout, Units
from ensemble_viz.engine.trees.value_trees import ValueTrees

Fit = Grown | GrownSoon


def statistics(data: Dataset, weight: Numbers, rules: TreeRules) -> CutStatistics:
    """Judge cuts by what the data set has, classes or values; `weight` is (n,) or (bags, n).

    With the criterion "error" a tree of depth 1 is the notes' stump: its sides answer different
    classes, or it is a constant. One that is drawn is no search for the best of these.
    """
    bags = weight.size // len(data)
    target = np.tile(data.target, bags)
    if data.classes is None:
        return ValueStatistics(target.astype(np.float64), weight.ravel())
    stump = rules.criterion == "error" and rules.limits.max_depth == 1 and not rules.drawn
    judge = STUMP_ERROR if stump else CLASS_CRITERIA[rules.criterion]
    return ClassStatistics(judge, target, weight.ravel(), data.n_classes, alone=weight.ndim == 1)


def fit_classes(data: Dataset, weight: Numbers, rules: TreeRules) -> Grown:
    """Fit a tree to the classes, points weighing as given."""
    quick = grow_by_levels(data, weight, rules)
    if quick is not None:
        return quick
    return Grower(data, statistics(data, weight, rules), rules.limits).grow(weight[None] > 0)[0]


def fit_values(
    data: Dataset, values: FloatArray, weight: Numbers, rules: TreeRules, noise: float = 0.0
) -> Grown:
    """Fit a tree to values, points weighing as given; differences up to `noise` are none."""
    judge = ValueStatistics(values, weight, noise)
    return Grower(data, judge, rules.limits).grow(weight[None] > 0)[0]


class ValueFitter:
    """Fits trees to values of the same points again and again: what stays is prepared once."""

    def __init__(self, data: Dataset, rules: TreeRules) -> None:
        """Prepare for these points."""
        self.data, self.rules = data, rules
        self.once = counts(data)
        self.extremes = Remembered(extremes)
        """The least and the greatest of the values that a tree is fitted to."""
        self.trees = self.scout = None
        if ValueTrees.can_grow(data, rules.limits):
            self.trees = ValueTrees(data, rules.limits)
            if Scout.can_search(rules.limits):
                self.scout, self.office = Scout(data, rules.limits), Office(self.trees)

    def weight(self, in_bag: IntArray | None) -> Numbers:
        """Weigh the points, all of them or those of a bag."""
        return self.once if in_bag is None else self.once * in_bag

    def reach(self, values: FloatArray) -> float:
        """Find the largest of the values, whatever its sign."""
        low, high = self.extremes(values)
        return high if high > -low else -low

    def fit(self, values: FloatArray, in_bag: IntArray | None, noise: float) -> Fit:
        """Fit a tree; differences up to `noise` are none."""
        trees = self.trees
        if trees is None or in_bag is not None:
            return fit_values(self.data, values, self.weight(in_bag), self.rules, noise)
        if self.scout is None:
            return trees.grow(values, noise)
        units = Units(values, self.extremes(values), noise)
        careful = partial(trees.best_cut, values=values, noise=noise)
        return self.office.promise(*self.scout.sketch(units, careful), values)


def counts(data: Dataset) -> Numbers:
    """Weigh the points as given, or once each: whole numbers are summed exactly."""
    return np.ones(len(data), dtype=np.int64) if data.weight is None else data.distribution
