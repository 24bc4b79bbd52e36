"""Trees fitted to values again and again: only the values change, and all points count alike.

The points are sorted once. A tree grows level by level, all nodes of one depth at once: their
points stand together, once along each axis, as in a `Frontier`. What is grown is bit for bit the
tree of `Grower`, which takes any weights, limits and bins.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import TIE, Dataset, FloatArray, IntArray, Numbers
from ensemble_viz.engine.trees.growth import Grown
from ensemble_viz.engine.trees.limits import Limits
from ensemble_viz.engine.trees.node_statistics import ValueStatistics
from ensemble_viz.engine.trees.nodes import middle
from ensemble_viz.engine.trees.tree import LEAF, Tree
from ensemble_viz.engine.trees.value_levels import (
    ORIGIN,
    Around,
    Level,
    fixed_point,
    keep_open,
    measure,
    squares_over_sizes,
)


@dataclass(slots=True, eq=False)
class Sizes:
    """What the scores of a level need besides the values: the sizes of the sides."""

    left: FloatArray
    """(E,): 1/n_l behind every point."""
    right: FloatArray
    no_cut: NDArray[np.bool_]
    """(axes, E): no cut can fall there."""


@dataclass(slots=True, eq=False)
class Splits:
    """The best cut of each node of a level, as it is put on record."""

    number: IntArray
    size: IntArray
    axis: IntArray
    score: FloatArray
    left: IntArray
    """How many points go left."""
    low: IntArray
    """The last of them along the axis, as axis · n + point …"""
    high: IntArray
    """… and the first of the others."""


class ValueTrees:
    """Grows trees on one set of points to any values of theirs."""

    def __init__(self, data: Dataset, limits: Limits) -> None:
        """Sort what stays the same from tree to tree."""
        axes, n = data.order.shape
        self.limits = limits
        self.rank = data.rank.ravel()
        self.x = np.ascontiguousarray(data.points.T).ravel()
        self.beyond = np.arange(axes)[:, None] * n  # where an axis begins in `rank` and `x`
        self.ties = bool(data.rank.max(axis=1).min() < n - 1)
        self.inverse = np.concatenate(((0.0,), 1.0 / np.arange(1, n + 1)))
        self.root = Level.of(data.order, np.array([n]), ORIGIN)
        self.root_sizes = self._sizes(self.root)

    @staticmethod
    def can_grow(data: Dataset, limits: Limits) -> bool:
        """Say whether all points count alike, and no limit asks for another way of growing."""
        return data.weight is None and limits.max_leaf_nodes is None and limits.min_gain <= 0.0

    def grow(self, values: FloatArray, noise: float = 0.0) -> Grown:
        """Fit a tree to values; differences up to `noise` are none."""
        judge = ValueStatistics(values, ORIGIN, noise)
        tree = GrowingTree(np.zeros(len(values), dtype=np.int64))
        level, depth = self.root, 0
        while True:
            ends = depth == self.limits.max_depth
            around = measure(level, judge.values, None if ends else judge.noise)
            tree.open(level, around)
            if ends:
                break
            level, around = keep_open(level, around, self._may(level, around))
            level, splits = self._search(level, around, judge)
            if splits is None:
                break
            depth += 1
            level = self._part(level, splits, tree.split(splits), depth == self.limits.max_depth)
        return tree.finished(judge, self.x)

    def best_cut(
        self, rows: IntArray, values: FloatArray, noise: float = 0.0
    ) -> tuple[int, int, float] | None:
        """Find the best cut of a node with these points, (axes, m): axis, left size and score."""
        judge = ValueStatistics(values, ORIGIN, noise)
        level = Level.of(rows, np.array([rows.shape[1]]), ORIGIN)
        around = measure(level, judge.values, judge.noise)
        level, around = keep_open(level, around, self._may(level, around))
        splits = self._search(level, around, judge)[1]
        if splits is None:
            return None
        return splits.axis.item(), splits.left.item(), splits.score.item()

    def _may(self, level: Level, around: Around) -> NDArray[np.bool_]:
        """Say which nodes may be cut."""
        least = self.limits.min_samples_leaf
        return around.mixed if least == 1 else around.mixed & (level.size >= 2 * least)

    def _search(
        self, level: Level, around: Around, judge: ValueStatistics
    ) -> tuple[Level, Splits | None]:
        """Find the best cut of every node that can be cut, and close the others."""
        if not len(level.size):
            return level, None
        score = self._scores(level, around.rest)
        best = np.maximum.reduceat(score, level.start, axis=1).max(axis=0)
        largest = level.size * (around.variance * judge.unit * judge.unit)
        enough = best - TIE * (largest / judge.unit / judge.unit)
        if best.min() == -np.inf:
            found = best > -np.inf
            score = score.take(found.repeat(level.size).nonzero()[0], axis=1)
            level, best, enough = keep_open(level, around, found)[0], best[found], enough[found]
            if not len(best):
                return level, None
        axis, place = first_reaching(level, score, enough)
        left = place - level.start + 1
        before = axis * level.rows.shape[1] + level.start + left
        along = axis * len(judge.values)
        low, high = along + level.rows.take(before - 1), along + level.rows.take(before)
        return level, Splits(level.number, level.size, axis, best, left, low, high)

    def _scores(self, level: Level, rest: FloatArray) -> FloatArray:
        """L²/n_l + R²/n_r behind every point: (axes, E), −inf where no cut can fall.

        The sums are made in fixed point, as in `running_sums`.
        """
        sums, scale = fixed_point(level, rest)
        sums.cumsum(axis=1, out=sums)
        own = sums.take(level.last, axis=1)
        if len(own[0]) > 1:
            before = own[:, :-1].copy()
            own[:, 1:] -= before
            sums[:, level.start[1] :] -= before.repeat(level.size[1:], axis=1)
        unit: FloatArray = level.spread(1.0 / scale)
        left, right = sums * unit, (level.spread(own) - sums) * unit
        sizes = self.root_sizes if level is self.root else self._sizes(level)
        score = squares_over_sizes(left, right, sizes.left, sizes.right)
        np.copyto(score, -np.inf, where=sizes.no_cut)
        return score

    def _sizes(self, level: Level) -> Sizes:
        """Measure the sides of every cut, and find out where none can fall."""
        left = np.arange(1, level.rows.shape[1] + 1) - level.spread(level.start)
        right = level.spread(level.size) - left
        no_cut = np.zeros(level.rows.shape, dtype=bool)
        if self.ties:
            rank = self.rank.take(level.rows + self.beyond)
            np.equal(rank[:, 1:], rank[:, :-1], out=no_cut[:, :-1])
        if self.limits.min_samples_leaf > 1:
            no_cut |= np.minimum(left, right) < self.limits.min_samples_leaf
        no_cut[:, level.last] = True
        return Sizes(self.inverse.take(left), self.inverse.take(right), no_cut)

    def _part(self, level: Level, splits: Splits, child: IntArray, ends: bool) -> Level:
        """Part every node at its cut: all left children, then all right ones.

        Where growing ends, the points are kept along the first axis only.
        """
        rows = level.rows[:1] if ends else level.rows
        along, limit = splits.axis * self.root.rows.shape[1], self.rank.take(splits.low)
        stays = self.rank.take(rows + level.spread(along)) <= level.spread(limit)
        sides = [side.ravel().nonzero()[0].reshape(len(rows), -1) for side in (stays, ~stays)]
        size = np.concatenate((splits.left, splits.size - splits.left))
        rows = rows.take(np.concatenate(sides, axis=1))
        return Level.of(rows, size, np.concatenate((child, child + 1)))


def first_reaching(
    level: Level, score: FloatArray, enough: FloatArray
) -> tuple[IntArray, IntArray]:
    """Find each node's first place whose score is enough: the lowest axis, then the lowest cut."""
    hit = (score >= level.spread(enough)).ravel().nonzero()[0]
    axis = hit // score.shape[1]
    place = hit - axis * score.shape[1]
    if len(enough) == 1:
        return axis[:1], place[:1]
    node = level.start.searchsorted(place, side="right") - 1
    first = np.zeros(len(enough), dtype=np.int64)
    first[node[::-1]] = np.arange(len(node) - 1, -1, -1)  # a node's first is written last
    return axis.take(first), place.take(first)


@dataclass(slots=True, eq=False)
class GrowingTree:
    """The nodes made so far, numbered in the order of creation."""

    leaf: IntArray
    """(n,): the node each point is in."""
    count: int = 0
    opened: list[tuple[IntArray, IntArray, FloatArray, FloatArray]] = field(default_factory=list)
    cut: list[tuple[Numbers, ...]] = field(default_factory=list)

    def open(self, level: Level, around: Around) -> None:
        """Put new nodes on record."""
        if self.count:
            self.leaf[level.rows[0]] = level.spread(level.number)
        self.opened.append((level.number, level.size, around.mean, around.variance))
        self.count += len(level.size)

    def split(self, splits: Splits) -> IntArray:
        """Put splits on record, and number the left children: by parent, left before right."""
        left = self.count + 2 * splits.number.argsort().argsort()
        self.cut.append(
            (splits.number, splits.size, splits.axis, splits.score, splits.low, splits.high, left)
        )
        return left

    def finished(self, judge: ValueStatistics, x: FloatArray) -> Grown:
        """Make the tree."""
        number, size, mean, variance = map(np.concatenate, zip(*self.opened, strict=True))
        by_number = number.argsort()
        size = size.take(by_number)
        feature = np.full(self.count, LEAF)
        left, right = feature.copy(), feature.copy()
        threshold, gain = np.zeros(self.count), np.zeros(self.count)
        if self.cut:
            node, whole, axis, score, low, high, child = map(
                np.concatenate, zip(*self.cut, strict=True)
            )
            feature[node], left[node], right[node] = axis, child, child + 1
            threshold[node] = middle(x.take(low), x.take(high))
            gain[node] = score / whole * judge.unit * judge.unit
        tree = Tree(
            feature=feature,
            threshold=threshold,
            left=left,
            right=right,
            n=size,
            weight=size.astype(np.float64),
            impurity=variance.take(by_number) * judge.unit * judge.unit,
            gain=gain,
            value=judge.middle + mean.take(by_number) * judge.unit,
        )
        return Grown(tree, self.leaf)
