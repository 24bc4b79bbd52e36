"""Fitting one tree to classes or to values."""

import numpy as np

from ensemble_viz.engine.criteria import CLASS_CRITERIA, STUMP_ERROR
from ensemble_viz.engine.dataset import Dataset, FloatArray, Numbers
from ensemble_viz.engine.growth import Grower, Grown
from ensemble_viz.engine.limits import TreeRules
from ensemble_viz.engine.statistics import ClassStatistics, CutStatistics, ValueStatistics


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
    return ClassStatistics(judge, target, weight.ravel(), data.n_classes)


def fit_classes(data: Dataset, weight: FloatArray, rules: TreeRules) -> Grown:
    """Fit a tree to the classes, points weighing as given."""
    return Grower(data, statistics(data, weight, rules), rules.limits).grow(weight[None] > 0)[0]


def fit_values(
    data: Dataset, values: FloatArray, weight: Numbers, rules: TreeRules, noise: float = 0.0
) -> Grown:
    """Fit a tree to values, points weighing as given; differences up to `noise` are none."""
    judge = ValueStatistics(values, weight, noise)
    return Grower(data, judge, rules.limits).grow(weight[None] > 0)[0]


def counts(data: Dataset) -> Numbers:
    """Weigh the points as given, or once each: whole numbers are summed exactly."""
    return np.ones(len(data), dtype=np.int64) if data.weight is None else data.distribution
