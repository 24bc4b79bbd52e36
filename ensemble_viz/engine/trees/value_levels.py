"""The nodes of one depth, side by side, and what is measured of the values in them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import FloatArray, IntArray, Numbers
from ensemble_viz.engine.trees.frontier import FIXED_POINT_BITS, LARGEST_EXPONENT

ORIGIN = np.zeros(1, dtype=np.int64)
NEVER = np.zeros(1, dtype=bool)


@dataclass(slots=True, eq=False)
class Level:
    """Open nodes of one depth."""

    rows: IntArray
    """(axes, E): the points, by node and along the axis."""
    start: IntArray
    """(nodes,): where the points of each node begin."""
    last: IntArray
    """(nodes,): the last of them."""
    size: IntArray
    number: IntArray
    """(nodes,): the number of each in the tree."""

    @classmethod
    def of(cls, rows: IntArray, size: IntArray, number: IntArray) -> "Level":
        """Put nodes of these sizes side by side."""
        behind = size.cumsum()
        return cls(rows, behind - size, behind - 1, size, number)

    def spread(self, per_node: Numbers) -> Numbers:
        """Repeat what is known of the nodes for each of their points; numpy does so with one."""
        return per_node if len(self.size) == 1 else per_node.repeat(self.size, axis=-1)


@dataclass(slots=True, eq=False)
class Around:
    """How the values of each node lie around their mean, in the units of `ValueStatistics`."""

    rest: FloatArray
    """(axes, E): how far each value is from the mean of its node."""
    mean: FloatArray
    variance: FloatArray
    mixed: NDArray[np.bool_]
    """Not all values are the same."""


def measure(level: Level, values: FloatArray, noise: float | None) -> Around:
    """Measure the values of the nodes; without noise only as far as the record needs it."""
    y = values.take(level.rows)
    low, mean = means(level, y[0])
    rest = y - level.spread(mean)
    variance = np.add.reduceat(rest[0] * rest[0], level.start) / level.size
    if noise is None:
        return Around(rest, mean, variance, NEVER)
    mixed = np.maximum.reduceat(y[0], level.start) - low > noise
    return Around(rest, mean, variance, mixed)


def means(level: Level, y: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Find the least value of every node, and the mean, measured from there."""
    low = np.minimum.reduceat(y, level.start)
    return low, low + np.add.reduceat(y - level.spread(low), level.start) / level.size


def fixed_point(level: Level, rest: FloatArray) -> tuple[IntArray, FloatArray]:
    """Write what is around the means in fixed point, as `running_sums` does; with the scales."""
    total = np.add.reduceat(np.abs(rest[0]), level.start)
    scale = np.ldexp(1.0, np.minimum(FIXED_POINT_BITS - np.frexp(total)[1], LARGEST_EXPONENT))
    return np.rint(rest * level.spread(scale)).astype(np.int64), scale


def squares_over_sizes(
    left: FloatArray, right: FloatArray, per_left: FloatArray, per_right: FloatArray
) -> FloatArray:
    """L²/n_l + R²/n_r from the sums on either side, and 1/n; the sums are overwritten."""
    left *= left
    left *= per_left
    right *= right
    right *= per_right
    left += right
    return left


def keep_open(level: Level, around: Around, keep: NDArray[np.bool_]) -> tuple[Level, Around]:
    """Keep some of the nodes open."""
    if keep.all():
        return level, around
    places = keep.repeat(level.size).nonzero()[0]
    rows, rest = level.rows.take(places, axis=1), around.rest.take(places, axis=1)
    return (
        Level.of(rows, level.size[keep], level.number[keep]),
        Around(rest, around.mean[keep], around.variance[keep], around.mixed[keep]),
    )
