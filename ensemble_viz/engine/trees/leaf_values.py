"""What the nodes of a tree should answer, given the points that fell into its leaves.

Inner nodes get an answer as well: what they would say as a leaf, from all points below them.
"""

from collections.abc import Callable, Iterator

import numpy as np

from ensemble_viz.engine.data import TIE, FloatArray, Numbers, ties
from ensemble_viz.engine.trees.levels.growth import Grown
from ensemble_viz.engine.trees.small.search import Sketch
from ensemble_viz.engine.trees.tree import LEAF
from ensemble_viz.engine.trees.whole import scale_of, whole

LEAST_CURVATURE = 1e-150  # a leaf as flat as this does not move


class Fitted:
    """The questions of a tree, beside the points it was fitted to."""

    def __init__(
        self,
        shape: Grown | Sketch,
        weight: Numbers | None,
        target: FloatArray,
        answering: Callable[[FloatArray], Grown],
    ) -> None:
        """Take a tree, or what one will be made of, and what makes the tree with such answers.

        The points that the tree did not see are left out; no weight: all weigh the same.
        """
        self.shape, self.answering = shape, answering
        self.rows = rows = shape.rows
        self.leaf, self.target = shape.leaf[rows], target[rows]
        self.weight = None if weight is None else weight[rows]

    def splits_upwards(self) -> Iterator[tuple[int, int, int]]:
        """List nodes with their children, those farthest down first."""
        if isinstance(self.shape, Sketch):
            for k in range(len(self.shape.cuts) - 1, -1, -1):
                yield self.shape.cuts[k][0], 1 + 2 * k, 2 + 2 * k
        else:
            tree = self.shape.tree
            inner = (tree.feature != LEAF).nonzero()[0][::-1]
            columns = inner, tree.left.take(inner), tree.right.take(inner)
            yield from zip(*(column.tolist() for column in columns), strict=True)

    def sums(self, *per_row: FloatArray) -> list[list[float]]:
        """Σ weight · number over the points of every node; numpy is slow at single numbers."""
        sums: list[list[float]] = [own.tolist() for own in self._leaf_sums(*per_row)]
        for node, left, right in self.splits_upwards():
            for own in sums:
                own[node] = own[left] + own[right]
        return sums

    def _leaf_sums(self, *per_row: FloatArray) -> list[FloatArray]:
        """Σ weight · number over the points of every leaf; 0 in the other nodes."""
        count = len(self.shape)
        weighed = per_row if self.weight is None else [self.weight * one for one in per_row]
        return [np.asarray(np.bincount(self.leaf, one, count)) for one in weighed]

    def means(self) -> FloatArray:
        """Average what the tree was fitted to; what is zero but for rounding is zero."""
        once, size = map(np.array, self.sums(np.ones(len(self.leaf)), np.abs(self.target)))
        return ties.settle_zero(self.exact_means(), size / once)

    def exact_means(self) -> FloatArray:
        """Average it from a value of the node: where all are the same, it is exactly that."""
        some = np.zeros(len(self.shape))
        some[self.leaf] = self.target
        rest, size = self._leaf_sums(self.target - some.take(self.leaf), np.ones(len(self.leaf)))
        some += np.divide(rest, size, out=rest, where=size > 0.0)
        mean, count = some.tolist(), size.tolist()
        for node, left, right in self.splits_upwards():
            count[node] = count[left] + count[right]
            mean[node] = mean[left] + (mean[right] - mean[left]) * (count[right] / count[node])
        return np.array(mean)

    def newton_steps(self, curvature: FloatArray) -> FloatArray:
        """Σ r / Σ curvature for every node; 0 where the loss is flat."""
        slope, bend = self.sums(self.target, curvature)
        most = len(self.leaf) if self.weight is None else float(self.weight.sum())
        if min(map(abs, slope)) <= 2.0 * TIE * most * ties.largest(self.target):
            size = np.array(self.sums(np.abs(self.target))[0])
            slope = ties.settle_zero(np.array(slope), size).tolist()
        steps = zip(slope, bend, strict=True)
        return np.array([s / b if abs(b) >= LEAST_CURVATURE else 0.0 for s, b in steps])

    def lower_medians(self, residual: FloatArray) -> FloatArray:
        """Find the lower median of the residuals of every node."""
        return self._by_node(residual, lower_median)

    def clipped_means(self, residual: FloatArray, delta: float) -> FloatArray:
        """Add to the lower median the mean of what lies around it, cut off at ±delta."""

        def step(rest: FloatArray, weight: FloatArray | None) -> float:
            middle = lower_median(rest, weight)
            around = clipped(rest - middle, delta)
            if weight is None:
                return middle + float(np.add.reduce(around)) / len(around)
            return middle + float(weight @ around) / float(weight.sum())

        return self._by_node(residual, step)

    def _by_node(
        self, residual: FloatArray, answer: Callable[[FloatArray, FloatArray | None], float]
    ) -> FloatArray:
        """Answer for one node after the other, from its residuals in order, and their weights."""
        order = residual.argsort(kind="stable")
        rest, weight = residual.take(order), None
        if self.weight is not None:
            weight = self.weight.take(order)
        by_leaf = self.leaf.take(order).argsort(kind="stable")
        ends = np.bincount(self.leaf, minlength=len(self.shape)).cumsum().tolist()
        places = [by_leaf[start:end] for start, end in zip([0, *ends], ends, strict=False)]
        for node, left, right in self.splits_upwards():
            places[node] = np.concatenate((places[left], places[right]))
            places[node].sort()
        return np.array(
            [answer(rest.take(own), None if weight is None else weight.take(own)) for own in places]
        )


def clipped(values: FloatArray, most: float) -> FloatArray:
    """Cut values off at ±most; `np.clip` does the same, and is slower where they are few."""
    return np.minimum(np.maximum(values, -most), most)


def lower_median(values: FloatArray, weight: FloatArray | None) -> float:
    """Find the first of some values, in order, that reaches half of the weight."""
    if weight is None:
        return values.item((len(values) - 1) // 2)
    reached = whole(weight, scale_of(float(weight.sum()))).cumsum()
    total = reached.item(-1)
    return values.item(int((2 * reached >= total * (1.0 - TIE)).argmax()))
