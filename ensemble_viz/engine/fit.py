"""Fitting one tree to classes or to values."""

import numpy as np

from ensemble_viz.engine.criteria import CLASS_CRITERIA, STUMP_ERROR
from ensemble_viz.engine.dataset import Dataset, FloatArray, Numbers
from ensemble_viz.engine.growth import Grower, Grown, Limits
from ensemble_viz.engine.statistics import ClassStatistics, Statistics, ValueStatistics


def class_statistics(
    data: Dataset, weight: Numbers, criterion: str, limits: Limits
) -> ClassStatistics:
    """Judge cuts by classes; `weight` is (n,) or (bags, n).

    With the criterion "error" a tree of depth 1 is the notes' stump: its sides answer different
    classes, or it is a constant.
    """
    bags = weight.size // len(data)
    stump = criterion == "error" and limits.max_depth == 1
    judge = STUMP_ERROR if stump else CLASS_CRITERIA[criterion]
    labels = np.tile(data.target.astype(np.int64), bags)
    return ClassStatistics(judge, labels, weight.ravel(), data.n_classes)


def statistics(data: Dataset, weight: Numbers, criterion: str, limits: Limits) -> Statistics:
    """Judge cuts by what the data set has: classes or values."""
    if data.classes is not None:
        return class_statistics(data, weight, criterion, limits)
    bags = weight.size // len(data)
    return ValueStatistics(np.tile(data.target.astype(np.float64), bags), weight.ravel())


def fit_classes(data: Dataset, weight: FloatArray, criterion: str, limits: Limits) -> Grown:
    """Fit a tree to the classes, points weighing as given."""
    judge = class_statistics(data, weight, criterion, limits)
    return Grower(data, judge, limits).grow(weight[None] > 0)[0]


def fit_values(
    data: Dataset,
    values: FloatArray,
    weight: Numbers,
    limits: Limits,
    noise: float = 0.0,
) -> Grown:
    """Fit a tree to values, points weighing as given; differences up to `noise` are none."""
    judge = ValueStatistics(values, weight, noise)
    return Grower(data, judge, limits).grow(weight[None] > 0)[0]


def counts(data: Dataset) -> Numbers:
    """Weigh the points as given, or once each: whole numbers are summed exactly."""
    return np.ones(len(data), dtype=np.int64) if data.weight is None else data.distribution
