"""The stump of two classes with the least error, by one signed sum along each axis.

With l₀ − l₁ to the left of a cut and d in all, it answers rightly (W + |2 (l₀ − l₁) − d|)/2.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import TIE, Dataset, FloatArray, IntArray, Numbers
from ensemble_viz.engine.trees.criteria import STUMP_ERROR
from ensemble_viz.engine.trees.small.measures import Measure, Nodes, Sketches, class_columns
from ensemble_viz.engine.trees.small.search import Sketch
from ensemble_viz.engine.trees.tree import between
from ensemble_viz.engine.trees.whole import FLOAT_BITS, LEAST, scale_of

FIRST_LEFT, SECOND_LEFT = np.array((0, 0, 1)), np.array((0, 1, 0))


class StumpSearch:
    """Finds stumps on one set of points, weighing anew every time."""

    def __init__(self, data: Dataset, min_samples_leaf: int) -> None:
        self.data, self.sign, self.least = data, 1.0 - 2.0 * data.target, min_samples_leaf
        self.x = list(np.ascontiguousarray(data.points.T))
        self._scale = 0.0
        self._take_in(None)

    def _take_in(self, in_bag: NDArray[np.bool_] | None) -> None:
        order, rank = self.data.order, self.data.rank
        if in_bag is not None:
            order = order[in_bag[order]].reshape(len(order), -1)
        self.in_bag, self.m = in_bag, order.shape[1]
        along = np.take_along_axis(rank, order, axis=1)
        closed = np.ones(along.shape, dtype=bool)
        closed[:, :-1] = along[:, 1:] == along[:, :-1]
        closed[:, : self.least - 1] = closed[:, max(self.m - self.least, 0) :] = True
        self.closed = closed.ravel().nonzero()[0]
        """The places behind which no cut can fall."""
        self.order = order.ravel()
        self.rows: IntArray | slice = slice(None) if in_bag is None else in_bag.nonzero()[0]
        sign = self.sign[self.rows]
        self.is_pure = bool((sign == sign[0]).all())

    def find(self, weight: Numbers) -> tuple[Sketch, IntArray | None]:
        """Find the best stump, with the class that each node chooses, where that is clear."""
        least = weight.item(weight.argmin())
        if not least > 0.0 or self.in_bag is not None:
            in_bag = weight > 0
            if self.in_bag is None or (in_bag != self.in_bag).any():
                self._take_in(in_bag)
        total = float(np.add.reduce(weight))
        scale = scale_of(total, FLOAT_BITS)
        if scale != self._scale:
            self._scale, self._signed = scale, self.sign * scale
        number = weight * self._signed
        np.rint(number, number)
        if least * scale < 1.0:  # what weighs anything counts one unit at least
            number = np.where(number == 0.0, self.sign, number)
        return self._best(number, 2.0 * TIE * scale * total)

    def _best(self, number: FloatArray, nearly: float) -> tuple[Sketch, IntArray | None]:
        m = self.m
        lead = np.add.accumulate(number.take(self.order).reshape(-1, m), 1).ravel()
        apart = lead.item(m - 1)
        lead += lead
        lead -= apart
        score = np.abs(lead)
        score[self.closed] = -np.inf
        at = int(score.argmax())
        best = score.item(at)
        if self.is_pure or best < max(abs(apart) - nearly, 0.0):  # a constant does better
            leaf = np.zeros(len(self.sign), dtype=np.int64)
            return Sketch(leaf, self.rows, size=[m], known=[None]), None
        first = int((score[: at + 1] >= best - nearly).argmax())
        axis, place = divmod(first, m)
        low, high = self.order.item(first), self.order.item(first + 1)
        x = self.x[axis]
        threshold = between(x.item(low), x.item(high))
        leaf = np.add(x > threshold, 1, dtype=np.int64)
        size = [m, place + 1, m - place - 1]
        sketch = Sketch(leaf, self.rows, [(0, axis, threshold, 0.0)], size)
        if best <= nearly:
            return sketch, None
        return sketch, FIRST_LEFT if lead.item(first) > 0.0 else SECOND_LEFT


def stump_nodes(data: Dataset) -> Measure:
    """Measure stumps of two classes, fitted to weights, (n,) each."""

    def measure(sketches: Sketches) -> dict[str, Any]:
        nodes = Nodes.of(sketches)
        weight = np.stack([weights for _, weights in sketches]).astype(np.float64)
        total = weight.sum(axis=1)
        scale = np.array([scale_of(one, FLOAT_BITS) for one in total.tolist()])[:, None]
        number = np.where(weight > 0.0, np.maximum(np.rint(weight * scale), 1.0), 0.0)
        place = np.stack([sketch.leaf for sketch, _ in sketches]) + nodes.first[:, None]
        place = 2 * place + data.target

        def summed(of_points: FloatArray) -> FloatArray:
            count = 2 * int(nodes.count.sum())
            sums = np.bincount(place.ravel(), of_points.ravel(), count).reshape(-1, 2)
            sums[nodes.inner] = sums[nodes.left] + sums[nodes.left + 1]
            return np.asarray(sums)

        whole = summed(number)
        totals = whole / scale.repeat(nodes.count, axis=0)
        little = whole.sum(axis=1) < LEAST
        if little.any():
            totals[little] = summed(weight)[little]
        return class_columns(nodes, totals.T, STUMP_ERROR)

    return measure
