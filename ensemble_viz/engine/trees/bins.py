"""Bins: neighbouring coordinates taken together, so that cuts fall between bins only.

The borders are weighted quantiles, as xgboost chooses them: the weight between the first and the
last value is parted equally. Where there are as many bins as different values each has its own,
and nothing changes.
"""

from dataclasses import dataclass

import numpy as np

from ensemble_viz.engine.data import Dataset, FloatArray, IntArray
from ensemble_viz.engine.trees.tree import middle


@dataclass(frozen=True, slots=True, eq=False)
class Bins:
    number: IntArray
    """(axes, n): the bin of each point."""
    above: tuple[FloatArray | None, ...]
    """For each axis the threshold above every bin but the last; None: each value has its own."""

    def thresholds(self, axis: int, low: IntArray, between: FloatArray) -> FloatArray:
        """Choose where to cut above some points; `between` are the middles to their neighbours."""
        above = self.above[axis]
        return between if above is None else above[self.number[axis, low]]


def bins_of(data: Dataset, most: int) -> Bins:
    """Put the coordinates in bins, at most so many along each axis."""
    number, above = [], []
    weight = np.ones(len(data)) if data.weight is None else data.weight
    for x in data.points.T:
        values, which = np.unique(x[weight > 0], return_inverse=True)
        lowest = borders(np.bincount(which, weight[weight > 0]).astype(np.float64), most)
        own = len(lowest) == len(values) - 1
        number.append(values[lowest].searchsorted(x, side="right"))
        above.append(None if own else middle(values[lowest - 1], values[lowest]))
    return Bins(np.stack(number), tuple(above))


def borders(weight: FloatArray, most: int) -> IntArray:
    """Choose the lowest value of every bin but the first, from the weights of sorted values."""
    if len(weight) <= most + 1:
        return np.arange(1, min(len(weight), most))
    upto = weight.cumsum()
    first, last = upto[0], upto[-1] - weight[-1]
    quantile = first + np.arange(1, most) * (last - first) / most
    inside = upto.searchsorted(quantile, side="right")
    return np.unique(np.append(inside, len(weight) - 1))[: most - 1]
