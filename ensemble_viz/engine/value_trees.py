"""Trees fitted to values again and again: only the values change, and all points count alike.

The points are sorted once. A tree grows level by level, all nodes of one depth at once: their
points stand together, once along each axis, as in a `Frontier`. What is grown is bit for bit the
tree of `Grower`, which takes any weights, limits and bins.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.dataset import Dataset, FloatArray, IntArray, Numbers
from ensemble_viz.engine.frontier import FIXED_POINT_BITS, LARGEST_EXPONENT
from ensemble_viz.engine.growth import Grown
from ensemble_viz.engine.limits import Limits
from ensemble_viz.engine.nodes import middle
from ensemble_viz.engine.statistics import ValueStatistics
from ensemble_viz.engine.ties import TIE
from ensemble_viz.engine.tree import LEAF, Tree

ORIGIN = np.zeros(1, dtype=np.int64)
NEVER = np.zeros(1, dtype=bool)


@dataclass(slots=True, eq=False)
class Level:
    """Open nodes of one depth."""

    rows: IntArray
    """(axes, E): the points, by node and along the axis."""
    start: IntArray
    """(nodes,): where the points of each node begin."""
    size: IntArray
    number: IntArray
    """(nodes,): the number of each in the tree."""

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


@dataclass(slots=True, eq=False)
class Chosen:
    """The best cut of each node of a level."""

    axis: IntArray
    left: IntArray
    """How many points go left."""
    score: FloatArray


NOTHING = Chosen(ORIGIN[:0], ORIGIN[:0], np.zeros(0))


class ValueTrees:
    """Grows trees on one set of points to any values of theirs."""

    def __init__(self, data: Dataset, limits: Limits) -> None:
        """Sort what stays the same from tree to tree."""
        axes, n = data.order.shape
        self.limits = limits
        self.rank = data.rank.ravel()
        self.x = np.ascontiguousarray(data.points.T).ravel()
        self.across = np.arange(axes)[:, None] * n  # to where an axis begins in `rank` and `x`
        self.ties = bool(data.rank.max(axis=1).min() < n - 1)
        self.inverse = np.concatenate(((0.0,), 1.0 / np.arange(1, n + 1)))
        self.root = Level(data.order, ORIGIN, np.array([n]), ORIGIN)
        self.root_sizes = self._count(self.root)

    @staticmethod
    def can_grow(data: Dataset, limits: Limits) -> bool:
        """Say whether all points count alike, and no limit asks for another way of growing."""
        return data.weight is None and limits.max_leaf_nodes is None and limits.min_gain <= 0.0

    def grow(self, values: FloatArray, noise: float = 0.0) -> Grown:
        """Fit a tree to values; differences up to `noise` are none."""
        judge = ValueStatistics(values, ORIGIN, noise)
        tree = GrowingTree(np.zeros(len(values), dtype=np.int64))
        level, depth = self.root, 0
        while len(level.size):
            ends = depth == self.limits.max_depth
            around = measure(level, judge, ends)
            tree.open(level, around)
            if ends:
                break
            level, cuts = self._search(level, around, judge)
            depth += 1
            if len(level.size):
                numbers = tree.split(level, cuts)
                level = self._part(level, cuts, numbers, depth == self.limits.max_depth)
        return tree.finished(judge, self.x)

    def _search(self, level: Level, around: Around, judge: ValueStatistics) -> tuple[Level, Chosen]:
        """Find the best cut of every node that can be cut, and close the others."""
        least = 2 * self.limits.min_samples_leaf
        may = around.mixed if least == 2 else around.mixed & (level.size >= least)
        if not may.all():
            level, around = close(level, around, may)
        if not len(level.size):
            return level, NOTHING
        score = self._scores(level, around.rest)
        best = np.maximum.reduceat(score, level.start, axis=1).max(axis=0)
        largest = level.size * (around.variance * judge.unit * judge.unit)
        enough = best - TIE * (largest / judge.unit / judge.unit)
        found = best > -np.inf
        if found.all():
            return level, first_reaching(level, score, enough, best)
        if not found.any():
            return close(level, around, found)[0], NOTHING
        enough[~found] = np.inf
        cuts = first_reaching(level, score, enough, best)
        cuts = Chosen(cuts.axis[found], cuts.left[found], cuts.score[found])
        return close(level, around, found)[0], cuts

    def _scores(self, level: Level, rest: FloatArray) -> FloatArray:
        """L²/n_l + R²/n_r behind every point: (axes, E), −inf where no cut can fall."""
        total = np.add.reduceat(np.abs(rest[0]), level.start)
        exponent = np.minimum(FIXED_POINT_BITS - np.frexp(total)[1], LARGEST_EXPONENT)
        scale = np.ldexp(1.0, exponent)
        sums = np.rint(rest * level.spread(scale)).astype(np.int64).cumsum(axis=1)
        upto = sums.take(level.start + (level.size - 1), axis=1)
        before = np.zeros_like(upto)
        before[:, 1:] = upto[:, :-1]
        unit = level.spread(1.0 / scale)
        left = (sums - level.spread(before)) * unit
        right = (level.spread(upto) - sums) * unit
        left_weight, right_weight, no_cut = self._sizes(level)
        score = left * left * left_weight + right * right * right_weight
        score[no_cut] = -np.inf
        return score

    def _sizes(self, level: Level) -> tuple[FloatArray, FloatArray, tuple[Any, ...]]:
        """Give 1/n_l and 1/n_r behind every point, and the places where no cut can fall."""
        return self.root_sizes if level is self.root else self._count(level)

    def _count(self, level: Level) -> tuple[FloatArray, FloatArray, tuple[Any, ...]]:
        left = np.arange(1, level.rows.shape[1] + 1) - level.spread(level.start)
        right = level.spread(level.size) - left
        ends = level.start + (level.size - 1)
        no_cut: tuple[Any, ...] = (slice(None), ends)
        least = self.limits.min_samples_leaf
        if self.ties or least > 1:
            rank = self.rank.take(level.rows + self.across)
            closed = np.ones(rank.shape, dtype=bool)
            np.equal(rank[:, 1:], rank[:, :-1], out=closed[:, :-1])
            closed[:, ends] = True
            closed |= np.minimum(left, right) < least
            no_cut = closed.nonzero()
        return self.inverse.take(left), self.inverse.take(right), no_cut

    def _part(self, level: Level, cuts: Chosen, left: IntArray, ends: bool) -> Level:
        """Part every node at its cut: all left children, then all right ones.

        Where growing ends, the points are no longer sorted along the other axes.
        """
        rows = level.rows[:1] if ends else level.rows
        along = cuts.axis * len(self.root.rows[0])
        last = level.rows[cuts.axis, level.start + (cuts.left - 1)]
        limit = self.rank.take(along + last)
        goes_left = self.rank.take(rows + level.spread(along)) <= level.spread(limit)
        sides = [
            side.ravel().nonzero()[0].reshape(len(rows), -1) for side in (goes_left, ~goes_left)
        ]
        size = np.concatenate((cuts.left, level.size - cuts.left))
        rows = rows.take(np.concatenate(sides, axis=1))
        return Level(rows, size.cumsum() - size, size, np.concatenate((left, left + 1)))


def measure(level: Level, judge: ValueStatistics, ends: bool) -> Around:
    """Measure the values of the nodes; as far as the record needs it, where growing ends."""
    y = judge.values.take(level.rows[:1] if ends else level.rows)
    low = np.minimum.reduceat(y[0], level.start)
    mean = low + np.add.reduceat(y[0] - level.spread(low), level.start) / level.size
    rest = y - level.spread(mean)
    variance = np.add.reduceat(rest[0] * rest[0], level.start) / level.size
    if ends:
        return Around(rest, mean, variance, NEVER)
    mixed = np.maximum.reduceat(y[0], level.start) - low > judge.noise
    return Around(rest, mean, variance, mixed)


def close(level: Level, around: Around, keep: NDArray[np.bool_]) -> tuple[Level, Around]:
    """Keep some of the nodes open."""
    size, places = level.size[keep], keep.repeat(level.size).nonzero()[0]
    rows, rest = level.rows.take(places, axis=1), around.rest.take(places, axis=1)
    return (
        Level(rows, size.cumsum() - size, size, level.number[keep]),
        Around(rest, around.mean[keep], around.variance[keep], around.mixed[keep]),
    )


def first_reaching(level: Level, score: FloatArray, enough: FloatArray, best: FloatArray) -> Chosen:
    """Find the first cut of each node whose score is enough: the lowest axis, then place."""
    width = score.shape[1]
    if len(best) == 1:
        axis, place = divmod((score >= enough).argmax(keepdims=True)[0], width)
        return Chosen(axis, place + 1, best)
    axis, place = divmod((score >= level.spread(enough)).ravel().nonzero()[0], width)
    node = level.start.searchsorted(place, side="right") - 1
    first = np.zeros(len(best), dtype=np.int64)
    first[node[::-1]] = np.arange(len(node))[::-1]  # the first of a node is written last
    return Chosen(axis[first], place[first] - level.start + 1, best)


@dataclass(slots=True, eq=False)
class GrowingTree:
    """The nodes made so far, numbered in the order of creation."""

    leaf: IntArray
    """(n,): the node each point is in."""
    count: int = 0
    opened: list[tuple[Level, Around]] = field(default_factory=list)
    cut: list[tuple[Level, Chosen, IntArray]] = field(default_factory=list)

    def open(self, level: Level, around: Around) -> None:
        """Put new nodes on record."""
        self.leaf[level.rows[0]] = level.spread(level.number)
        self.opened.append((level, around))
        self.count += len(level.size)

    def split(self, level: Level, cuts: Chosen) -> IntArray:
        """Put splits on record, and number the left children: by parent, left before right."""
        left = self.count + 2 * level.number.argsort().argsort()
        self.cut.append((level, cuts, left))
        return left

    def finished(self, judge: ValueStatistics, x: FloatArray) -> Grown:
        """Make the tree."""
        by_number = np.concatenate([level.number for level, _ in self.opened]).argsort()
        size, mean, variance = (
            np.concatenate(parts).take(by_number)
            for parts in zip(
                *((level.size, around.mean, around.variance) for level, around in self.opened),
                strict=True,
            )
        )
        tree = Tree(
            n=size,
            weight=size.astype(np.float64),
            impurity=variance * judge.unit * judge.unit,
            value=judge.middle + mean * judge.unit,
            **self._asked(judge, x),
        )
        return Grown(tree, self.leaf)

    def _asked(self, judge: ValueStatistics, x: FloatArray) -> dict[str, Any]:
        """Gather what the nodes ask."""
        feature = np.full(self.count, LEAF)
        left, right = feature.copy(), feature.copy()
        threshold, gain = np.zeros(self.count), np.zeros(self.count)
        n = len(self.leaf)
        for level, cuts, below in self.cut:
            node, last = level.number, level.start + (cuts.left - 1)
            low, high = (cuts.axis * n + level.rows[cuts.axis, place] for place in (last, last + 1))
            feature[node] = cuts.axis
            left[node], right[node] = below, below + 1
            threshold[node] = middle(x.take(low), x.take(high))
            gain[node] = cuts.score / level.size * judge.unit * judge.unit
        return {
            "feature": feature, "threshold": threshold, "left": left, "right": right, "gain": gain,
        }  # fmt: skip
