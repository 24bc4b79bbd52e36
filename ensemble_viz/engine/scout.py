"""The quick search for the cuts of a tree fitted to values: it finds those that are beyond doubt.

The values are written as whole numbers, so that sums lose nothing. A cut with the sum s to its
left, measured from the mean of the node, lowers the squared error by s² (1/l + 1/r). The best by
this is the best by any way of summing, unless another comes so close that rounding, or the rule
for ties, could decide between them. Where that is so, or where all values of a node may be the
same, somebody more careful is asked.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import frexp, ldexp, sqrt

import numpy as np

from ensemble_viz.engine.dataset import Dataset, FloatArray, IntArray
from ensemble_viz.engine.limits import Limits
from ensemble_viz.engine.ties import TIE

MOST_DEPTH = 5  # so few nodes are searched one by one
WHOLE_BITS = 52  # all whole numbers together, along two axes, stay exact as a float64
LARGEST_EXPONENT = 1000
DOUBT = 40.0  # units for each point: more than rounding makes of them, here and in `ValueTrees`
MOST_FACTORS = 1 << 19

Cut = tuple[int, int, float | None]
"""The axis of a cut, how many points go left, and the score, where it was made sure of."""
Careful = Callable[[IntArray], Cut | None]
"""Finds the best cut of a node from its points, (axes, m), sorted; None where there is none."""


@dataclass(slots=True, eq=False)
class Sketch:
    """What a tree asks, before anything is measured in its nodes."""

    cuts: list[tuple[int, int, int, int]]
    """The number of a node, its axis, and the points beside its cut. The children of the first
    have the numbers 1 and 2, those of the second 3 and 4, and so on."""
    scores: dict[int, float]
    """The scores of those of the cuts that were made sure of."""

    def __len__(self) -> int:
        """Count the nodes."""
        return 1 + 2 * len(self.cuts)


Sketched = tuple[Sketch, IntArray]
"""A sketch, and the leaf each point fell into."""


class Units:
    """The values of the points in whole units, and how many of these are no difference."""

    __slots__ = ("along", "least", "tie")

    def __init__(self, values: FloatArray, noise: float, order: IntArray) -> None:
        """Choose a unit; differences up to `noise` are none."""
        low, high = values.item(values.argmin()), values.item(values.argmax())
        top = max(high, -low)
        exponent = WHOLE_BITS - frexp(top)[1] - frexp(len(values))[1]
        scale = ldexp(1.0, exponent) if top > 0.0 and exponent < LARGEST_EXPONENT else 0.0
        self.along = (values * scale).astype(np.int64).take(order)
        span, least = (high - low) * scale, noise * scale + DOUBT
        self.tie, self.least = TIE * span * span, least * least

    def are_clear(self, best: float, second: float, m: int) -> bool:
        """Say whether a node of m points is cut for certain, and better so than second best."""
        return second < best - m * (self.tie + DOUBT * (sqrt(best) + m)) and best > m * self.least


class Scout:
    """Finds the cuts of trees on one set of points."""

    def __init__(self, data: Dataset, limits: Limits) -> None:
        """Sort what stays the same from tree to tree."""
        axes, n = data.order.shape
        self.axes, self.order = axes, data.order.ravel()
        self.depth = limits.max_depth or 0
        self.least = limits.min_samples_leaf
        self.steps = np.arange(1.0, axes * n + 1.0)
        self.at_root = np.zeros(n, dtype=np.int64)
        self._factors: dict[int, FloatArray] = {}
        self.all_places = np.arange(axes * n)
        self.rank = data.rank.take(data.order, axis=1).reshape(axes, -1)
        ties = bool(data.rank.max(axis=1).min() < n - 1)
        self.own_rank = np.take_along_axis(data.rank, data.order, 1).ravel() if ties else None

    @staticmethod
    def can_search(limits: Limits) -> bool:
        """Say whether trees are so small that looking at node after node is quick."""
        return limits.max_depth is not None and limits.max_depth <= MOST_DEPTH

    def sketch(self, values: FloatArray, noise: float, careful: Careful) -> Sketched:
        """Find the cuts of the tree that fits some values."""
        units, leaf = Units(values, noise, self.order), self.at_root.copy()
        sketch = Sketch([], {})
        nodes = [(0, self.all_places)]
        for depth in range(self.depth):
            ends = depth + 1 == self.depth
            children: list[tuple[int, IntArray]] = []
            for number, places in nodes:
                cut = self._best(places, units, careful)
                if cut is not None:
                    self._split(sketch, number, places, cut)
                    if ends:
                        self._close(sketch, leaf, places, cut)
                    else:
                        left, right = self._part(places, cut)
                        children += [(len(sketch) - 2, left), (len(sketch) - 1, right)]
                elif number:
                    leaf[self.order.take(places[: len(places) // self.axes])] = number
            nodes = children
        return sketch, leaf

    def _best(self, places: IntArray, units: Units, careful: Careful) -> Cut | None:
        """Find the best cut of a node from the places of its points along the axes, one by one."""
        m = len(places) // self.axes
        if m < 2 * self.least:
            return None
        along = units.along if places is self.all_places else units.along.take(places)
        factors = self._factors.get(m)
        score = np.add.accumulate(along).astype(np.float64)  # on and on, from axis to axis
        np.subtract(score, self.steps[: len(score)] * (score.item(m - 1) / m), score)
        np.multiply(score, score, score)
        np.multiply(score, self._prepare(m) if factors is None else factors, score)
        if self.own_rank is not None:
            rank = self.own_rank.take(places)
            score[:-1][rank[1:] == rank[:-1]] = 0.0
        at = int(score.argmax())
        best = score.item(at)
        score[at] = 0.0
        if units.are_clear(best, score.item(score.argmax()), m):
            axis, place = divmod(at, m)
            return axis, place + 1, None
        return careful(self.order.take(places).reshape(-1, m))

    def _prepare(self, m: int) -> FloatArray:
        """1/l + 1/r behind each of m points, for every axis; 0 where a side has too little."""
        factors = np.zeros((self.axes, m))
        inside = slice(self.least - 1, m - self.least)
        left = self.steps[inside]
        factors[:, inside] = 1.0 / left + 1.0 / (m - left)
        if len(self._factors) * len(self.steps) < MOST_FACTORS:
            self._factors[m] = factors.ravel()
        return factors.ravel()

    def _split(self, sketch: Sketch, number: int, places: IntArray, cut: Cut) -> None:
        """Put a cut on record."""
        axis, left, score = cut
        if score is not None:
            sketch.scores[len(sketch.cuts)] = score
        behind = axis * (len(places) // self.axes) + left
        low, high = places.item(behind - 1), places.item(behind)
        sketch.cuts.append((number, axis, self.order.item(low), self.order.item(high)))

    def _close(self, sketch: Sketch, leaf: IntArray, places: IntArray, cut: Cut) -> None:
        """Make the children of the last cut leaves."""
        axis, left, _ = cut
        m = len(places) // self.axes
        points = self.order.take(places[axis * m : axis * m + m])
        leaf[points[:left]] = len(sketch) - 2
        leaf[points[left:]] = len(sketch) - 1

    def _part(self, places: IntArray, cut: Cut) -> tuple[IntArray, IntArray]:
        """Part a node at a cut."""
        axis, left, _ = cut
        rank = self.rank[axis]
        limit = rank.item(places.item(axis * (len(places) // self.axes) + left - 1))
        if places is self.all_places:
            stays = rank <= limit
            return stays.nonzero()[0], np.logical_not(stays, stays).nonzero()[0]
        stays = rank.take(places) <= limit
        left_side, right_side = stays.nonzero()[0], np.logical_not(stays, stays).nonzero()[0]
        return places.take(left_side), places.take(right_side)
