"""The quick search for the cuts of a tree fitted to values: it finds those that are beyond doubt.

The values are written as whole numbers, so that sums lose nothing. A cut with the sum s to its
left, measured from the mean of the node, lowers the squared error by s² (1/l + 1/r). The best by
this is the best by any way of summing, unless another comes so close that rounding, or the rule
for ties, could decide between them. Where that is so, or where all values of a node may be the
same, somebody more careful is asked.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import frexp, ldexp, sqrt
from typing import NamedTuple

import numpy as np

from ensemble_viz.engine.data import TIE, Dataset, FloatArray, IntArray
from ensemble_viz.engine.data.dataset import freeze
from ensemble_viz.engine.trees.limits import Limits

MOST_DEPTH = 5  # so few nodes are searched one by one
WHOLE_BITS = 52  # all whole numbers together, along two axes, stay exact as a float64
LARGEST_EXPONENT = 1000
DOUBT = 40.0  # units for each point: more than rounding makes of them, here and in `ValueTrees`
MOST_FACTORS = 1 << 19
MOST_SHAPES = 512  # are remembered for the next run: a point is dragged, the sizes stay

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
    reach: float
    """The largest of the values, whatever its sign."""

    def __len__(self) -> int:
        """Count the nodes."""
        return 1 + 2 * len(self.cuts)


Sketched = tuple[Sketch, IntArray]
"""A sketch, and the leaf each point fell into."""


class Units:
    """The values of the points in whole units, and how many of these are no difference."""

    __slots__ = ("least", "tie", "top", "whole")

    def __init__(
        self, values: FloatArray, extremes: tuple[float, float], noise: float = 0.0
    ) -> None:
        """Choose a unit by the least and the greatest value; differences up to `noise` are none."""
        low, high = extremes
        self.top = top = high if high > -low else -low
        exponent = WHOLE_BITS - frexp(top)[1] - len(values).bit_length()
        scale = ldexp(1.0, exponent) if top > 0.0 and exponent < LARGEST_EXPONENT else 0.0
        self.whole = (values * scale).astype(np.int64)
        span, least = (high - low) * scale, noise * scale + DOUBT
        self.tie, self.least = TIE * span * span, least * least

    def are_clear(self, best: float, second: float, m: int) -> bool:
        """Say whether a node of m points is cut for certain, and better so than second best."""
        return second < best - m * (self.tie + DOUBT * (sqrt(best) + m)) and best > m * self.least


class Shape(NamedTuple):
    """What the scores of a node depend on besides the values: how many points it has."""

    steps: FloatArray
    """(axes · m,): 1, 2, 3, …, on and on from axis to axis."""
    factors: FloatArray
    """(axes · m,): 1/l + 1/r behind each point; 0 where a side has too little."""


@lru_cache(MOST_SHAPES)
def factors(axes: int, m: int, least: int) -> FloatArray:
    """1/l + 1/r behind each of m points, axis after axis; 0 where a side has fewer than `least`."""
    found = np.zeros((axes, m))
    inside = slice(least - 1, m - least)
    left = np.arange(1.0, m + 1.0)[inside]
    found[:, inside] = 1.0 / left + 1.0 / (m - left)
    freeze(found)
    return found.ravel()


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
        self._shapes: dict[int, Shape] = {}
        self.all_places = np.arange(axes * n)
        self.rank = list(data.rank.take(data.order, axis=1).reshape(axes, -1))
        ties = bool(data.rank.max(axis=1).min() < n - 1)
        self.own_rank = np.take_along_axis(data.rank, data.order, 1).ravel() if ties else None

    @staticmethod
    def can_search(limits: Limits) -> bool:
        """Say whether trees are so small that looking at node after node is quick."""
        return limits.max_depth is not None and limits.max_depth <= MOST_DEPTH

    def sketch(self, units: Units, careful: Careful) -> Sketched:
        """Find the cuts of the tree that fits some values."""
        along, leaf = units.whole.take(self.order), self.at_root.copy()
        sketch = Sketch([], {}, units.top)
        cuts = sketch.cuts
        nodes = [(0, self.all_places)]
        for depth in range(self.depth):
            ends = depth + 1 == self.depth
            children: list[tuple[int, IntArray]] = []
            for number, places in nodes:
                cut = self._best(places, along, units, careful)
                if cut is not None:
                    child = 1 + 2 * len(cuts)
                    behind = cut[0] * (len(places) // self.axes) + cut[1]
                    low, high = places.item(behind - 1), places.item(behind)
                    cuts.append((number, cut[0], self.order.item(low), self.order.item(high)))
                    if cut[2] is not None:
                        sketch.scores[len(cuts) - 1] = cut[2]
                    if ends:
                        self._close(child, leaf, places, cut)
                    else:
                        left, right = self._part(places, cut)
                        children += [(child, left), (child + 1, right)]
                elif number:
                    leaf[self.order.take(places[: len(places) // self.axes])] = number
            nodes = children
        return sketch, leaf

    def _best(
        self, places: IntArray, along: IntArray, units: Units, careful: Careful
    ) -> Cut | None:
        """Find the best cut of a node from the places of its points along the axes, one by one."""
        m = len(places) // self.axes
        if m < 2 * self.least:
            return None
        if places is not self.all_places:
            along = along.take(places)
        steps, factors = self._shapes.get(m) or self._prepare(m)
        score = np.add.accumulate(along).astype(np.float64)  # on and on, from axis to axis
        np.subtract(score, steps * (score.item(m - 1) / m), score)
        np.multiply(score, score, score)
        np.multiply(score, factors, score)
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

    def _prepare(self, m: int) -> Shape:
        """Prepare for nodes of m points."""
        shape = Shape(self.steps[: self.axes * m], factors(self.axes, m, self.least))
        if len(self._shapes) * len(self.steps) < MOST_FACTORS:
            self._shapes[m] = shape
        return shape

    def _close(self, child: int, leaf: IntArray, places: IntArray, cut: Cut) -> None:
        """Make the children of a cut leaves."""
        axis, left, _ = cut
        m = len(places) // self.axes
        points = self.order.take(places[axis * m : axis * m + m])
        leaf[points[:left]] = child
        leaf[points[left:]] = child + 1

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
