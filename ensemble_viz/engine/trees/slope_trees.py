"""Trees of second order, fitted again and again: the points stay, and all of them count alike.

The points are sorted once, and a tree grows level by level. What is grown is bit for bit the tree
of `Grower` with `SecondOrderStatistics`, which take any weights, bags and orders of growing.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import TIE, Dataset, FloatArray, IntArray
from ensemble_viz.engine.trees.bins import Bins
from ensemble_viz.engine.trees.frontier import FIXED_POINT_BITS, LARGEST_EXPONENT
from ensemble_viz.engine.trees.growth import Grown
from ensemble_viz.engine.trees.limits import SecondOrder, TreeRules
from ensemble_viz.engine.trees.nodes import middle
from ensemble_viz.engine.trees.tree import LEAF, Tree
from ensemble_viz.engine.trees.value_levels import ORIGIN, Level
from ensemble_viz.engine.trees.value_trees import first_reaching

LEAST_GAIN = 1e-6  # as in xgboost: a cut that gains less is none


@dataclass(slots=True, eq=False)
class Sums:
    """What is known of the nodes of a level: sums over their points."""

    size: FloatArray
    """Σ |g|."""
    alone: FloatArray
    """Σ g²/h."""
    grad: FloatArray
    hess: FloatArray
    whole: FloatArray
    """What the node reaches as a leaf: G²/(H + λ)."""


@dataclass(slots=True, eq=False)
class LevelSplits:
    """How the nodes of a level were split."""

    node: IntArray
    axis: IntArray
    low: IntArray
    """The last point that goes left."""
    threshold: FloatArray
    gain: FloatArray
    left: IntArray


class SlopeTrees:
    """Grows trees on one set of points, along any slopes of theirs."""

    def __init__(self, data: Dataset, rules: TreeRules, bins: Bins | None) -> None:
        """Sort what stays the same from tree to tree."""
        assert rules.second_order is not None
        self.data, self.bins = data, bins
        self.depth, self.order = rules.limits.max_depth, rules.second_order
        axes, n = data.order.shape
        self.x = np.ascontiguousarray(data.points.T).ravel()
        self.rank = data.rank.ravel()
        self.places = self.rank if bins is None else bins.number.ravel()
        self.beyond = np.arange(axes)[:, None] * n
        self.ties = bool(self.places.reshape(axes, n).max(axis=1).min() < n - 1)
        self.root = Level.of(data.order, np.array([n]), ORIGIN)

    @staticmethod
    def can_grow(data: Dataset, rules: TreeRules) -> bool:
        """Say whether all points count alike, and trees grow level by level."""
        limits = rules.limits
        plain = limits.max_leaf_nodes is None and limits.min_samples_leaf == 1
        return data.weight is None and plain and limits.min_gain <= 0.0

    def grow(self, gradient: FloatArray, hessian: FloatArray) -> Grown:
        """Grow a tree along the derivatives of a loss."""
        size = np.abs(gradient)
        channels = np.stack((size, size * np.abs(gradient / hessian), gradient, hessian))
        level, count, depth = self.root, 1, 0
        leaf = np.zeros(len(gradient), dtype=np.int64)
        levels: list[tuple[Level, Sums]] = []
        splits: list[LevelSplits] = []
        while True:
            levels.append((level, self._sums(level, channels)))
            if depth == self.depth:
                break
            found = self._search(*levels[-1], channels[2:], count)
            if found is None:
                break
            split, level, left = found
            depth += 1
            level = self._part(level, split, left, depth == self.depth)
            splits.append(split)
            count += len(level.size)
            leaf[level.rows[0]] = level.spread(level.number)
        return Grown(self._tree(levels, splits, count), leaf)

    def _sums(self, level: Level, channels: FloatArray) -> Sums:
        """Measure the nodes."""
        own = np.add.reduceat(channels.take(level.rows[0], axis=1), level.start, axis=1)
        size, alone, grad, hess = own
        grad[np.abs(grad) <= TIE * size] = 0.0
        return Sums(size, alone, grad, hess, self._reached(grad, hess))

    def _search(
        self, level: Level, sums: Sums, channels: FloatArray, count: int
    ) -> tuple[LevelSplits, Level, IntArray] | None:
        """Find the best cuts; give the nodes that have one worth it, and what goes left there."""
        rules = self.order
        score = self._scores(level, sums, channels)
        best = np.maximum.reduceat(score, level.start, axis=1).max(axis=0)
        largest, least = sums.alone, rules.reg_lambda + rules.min_child_weight
        if least > 0.0:
            largest = np.minimum(largest, sums.size * (sums.size / least))
        gain = best - sums.whole
        better = best >= sums.whole + LEAST_GAIN + 2.0 * TIE * largest - TIE * largest
        if not better.any():
            return None
        enough = np.where(better, best - TIE * largest, np.inf)
        if not better.all():
            entries = better.repeat(level.size).nonzero()[0]
            score, enough, gain = score.take(entries, axis=1), enough[better], gain[better]
            rows = level.rows.take(entries, axis=1)
            level = Level.of(rows, level.size[better], level.number[better])
        axis, place = first_reaching(level, score, enough)
        before = axis * level.rows.shape[1] + place
        low, high = level.rows.take(before), level.rows.take(before + 1)
        left = count + 2 * level.number.argsort().argsort()
        threshold = self._thresholds(axis, low, high)
        split = LevelSplits(level.number, axis, low, threshold, gain, left)
        return split, level, place - level.start + 1

    def _scores(self, level: Level, sums: Sums, channels: FloatArray) -> FloatArray:
        """G_L²/(H_L + λ) + G_R²/(H_R + λ) behind every point, −inf where no cut can fall.

        The sums are made in fixed point, as in `running_sums`.
        """
        total = np.stack((sums.size, sums.hess))
        scale = np.ldexp(1.0, np.minimum(FIXED_POINT_BITS - np.frexp(total)[1], LARGEST_EXPONENT))
        values = channels.take(level.rows, axis=1)
        values *= level.spread(scale)[:, None]
        left = np.rint(values, out=values).astype(np.int64).cumsum(axis=2)
        own = left.take(level.last, axis=2)
        if len(level.size) > 1:
            before = own[..., :-1].copy()
            own[..., 1:] -= before
            left[..., level.start[1] :] -= before.repeat(level.size[1:], axis=2)
        unit = level.spread(1.0 / scale)[:, None]
        least = self.order.min_child_weight * (1.0 - TIE)
        score, few = np.zeros(level.rows.shape), self._no_cut(level)
        for whole in (left, level.spread(own) - left):
            grad, hess = sums_of_side = whole.astype(np.float64)
            sums_of_side *= unit
            few |= hess < least
            score += self._reached(grad, hess)
        score[few] = -np.inf
        return score

    def _reached(self, grad: FloatArray, hess: FloatArray) -> FloatArray:
        """G²/(H + λ), 0 where there is nothing to divide by; what is large is never squared."""
        below = hess + self.order.reg_lambda
        if self.order.reg_lambda > 0.0:
            reached = grad / below
        else:
            reached = np.divide(grad, below, out=np.zeros(below.shape), where=below > 0.0)
        reached *= grad
        return reached

    def _no_cut(self, level: Level) -> NDArray[np.bool_]:
        """Find out where no cut can fall: behind the last of a node, and between equals."""
        no_cut = np.zeros(level.rows.shape, dtype=bool)
        if self.ties:
            place = self.places.take(level.rows + self.beyond)
            np.equal(place[:, 1:], place[:, :-1], out=no_cut[:, :-1])
        no_cut[:, level.last] = True
        return no_cut

    def _thresholds(self, axis: IntArray, low: IntArray, high: IntArray) -> FloatArray:
        """Cut in the middle between two points, or where bins meet."""
        along = axis * len(self.data)
        threshold = middle(self.x.take(along + low), self.x.take(along + high))
        if self.bins is not None:
            for k in range(self.data.dimension):
                own = axis == k
                threshold[own] = self.bins.thresholds(k, low[own], threshold[own])
        return threshold

    def _part(self, level: Level, split: LevelSplits, size: IntArray, ends: bool) -> Level:
        """Part every node at its cut: all left children, then all right ones.

        Where growing ends, the points are kept along the first axis only.
        """
        rows, along = level.rows[:1] if ends else level.rows, split.axis * len(self.data)
        limit = level.spread(self.rank.take(along + split.low))
        stays = (self.rank.take(rows + level.spread(along)) <= limit).ravel()
        sides = [side.nonzero()[0].reshape(len(rows), -1) for side in (stays, ~stays)]
        return Level.of(
            rows.take(np.concatenate(sides, axis=1)),
            np.concatenate((size, level.size - size)),
            np.concatenate((split.left, split.left + 1)),
        )

    def _tree(
        self, levels: list[tuple[Level, Sums]], splits: list[LevelSplits], count: int
    ) -> Tree:
        """Put the nodes in the order of their numbers."""
        by_number = np.concatenate([level.number for level, _ in levels]).argsort()
        n = np.concatenate([level.size for level, _ in levels]).take(by_number)
        grad = np.concatenate([sums.grad for _, sums in levels]).take(by_number)
        hess = np.concatenate([sums.hess for _, sums in levels]).take(by_number)
        feature = np.full(count, LEAF)
        left, right = feature.copy(), feature.copy()
        threshold, gain = np.zeros(count), np.zeros(count)
        for split in splits:
            feature[split.node], threshold[split.node] = split.axis, split.threshold
            left[split.node], right[split.node] = split.left, split.left + 1
            gain[split.node] = split.gain
        return Tree(
            feature, threshold, left, right, n, n.astype(np.float64), np.zeros(count), gain,
            leaf_answers(grad, hess, self.order), grad=grad, hess=hess,
        )  # fmt: skip


def leaf_answers(grad: FloatArray, hess: FloatArray, rules: SecondOrder) -> FloatArray:
    """−G/(H + λ); a root whose hessians are too little for a leaf answers nothing."""
    if hess[0] < rules.min_child_weight * (1.0 - TIE):
        return np.zeros(len(hess))
    below = hess + rules.reg_lambda
    return -np.divide(grad, below, out=np.zeros(len(below)), where=below > 0.0) + 0.0
