"""The search for the best stump, made for being repeated: only the weights of the points change.

The points are sorted once. A round sums the weights of each class along every axis, and judges all
cuts by these sums; the three nodes of the best are measured when somebody looks. What is found is
bit for bit the tree that `Grower` grows to depth 1; where that is no tree of three nodes, nothing
is.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields
from math import frexp, ldexp
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.criteria import CLASS_CRITERIA, STUMP_ERROR, ClassCriterion
from ensemble_viz.engine.dataset import Dataset, FloatArray, IntArray
from ensemble_viz.engine.frontier import FIXED_POINT_BITS, LARGEST_EXPONENT
from ensemble_viz.engine.growth import Grown
from ensemble_viz.engine.limits import TreeRules
from ensemble_viz.engine.nodes import middle
from ensemble_viz.engine.ties import TIE, settle_rows
from ensemble_viz.engine.tree import LEAF, Tree

MOST_CLASSES = 7  # numpy adds up eight rows in another order than eight numbers
NEARLY = 1e-9  # of a side: classes that differ by less may be equal but for rounding
CLEARLY = 1.0 + 1e-9  # by so much a cut must be better than no cut, not to be looked at twice
ORIGIN = np.zeros(1, dtype=np.int64)
NO_GAIN = np.zeros(2)
LEFT, RIGHT = np.array([1, LEAF, LEAF]), np.array([2, LEAF, LEAF])
NAMES = tuple(field.name for field in fields(Tree))


class FoundStump(Tree):
    """A stump that is measured when somebody looks at it."""

    __slots__ = ("_measure",)
    _measure: Callable[[], Tree]

    @classmethod
    def by(cls, measure: Callable[[], Tree]) -> "FoundStump":
        """Stand for what is measured so; to measure it twice does no harm."""
        stump = object.__new__(cls)
        object.__setattr__(stump, "_measure", measure)
        return stump

    def __getattr__(self, name: str) -> Any:
        """Fill in what is missing."""
        if name not in NAMES:
            raise AttributeError(f"a tree has no {name}")
        tree = self._measure()
        for each in NAMES:
            object.__setattr__(self, each, getattr(tree, each))
        return getattr(tree, name)


@dataclass(frozen=True, slots=True, eq=False)
class Decided(Grown):
    """A stump of which it is known at once which class it answers at each point."""

    decision: IntArray | None
    """(n,): class numbers; None where a side is so nearly divided that it has to be measured."""


@dataclass(frozen=True, slots=True, eq=False)
class Cut:
    """The best cut under some weights."""

    axis: int
    place: int
    rank: int
    """The last one that goes left, along the axis."""
    score: float
    weight: FloatArray


def stump_search(data: Dataset, rules: TreeRules) -> "StumpSearch | None":
    """Prepare the search for the best stumps, if it is these that the rules ask for."""
    if rules.limits.max_depth != 1 or rules.drawn:
        return None
    stump = STUMP_ERROR if rules.criterion == "error" else CLASS_CRITERIA[rules.criterion]
    return StumpSearch(data, stump)


class StumpSearch:
    """Finds stumps on one set of points with classes, under one criterion."""

    def __init__(self, data: Dataset, criterion: ClassCriterion) -> None:
        """Sort what stays the same from round to round."""
        n = len(data)
        self.criterion = criterion
        self.target = data.target
        self.order = data.order
        self.rank = data.rank
        self.rank_by_first = data.rank.take(self.order[0], axis=1)
        classes = np.arange(data.n_classes)[:, None, None]
        of_class = data.target.take(self.order) == classes
        self.of_class = of_class[:, 0].astype(np.float64)
        self.all_bits = np.where(of_class, -1, 0)  # of the points of each class
        x = np.take_along_axis(data.points.T, self.order, axis=1)
        self.threshold = np.zeros(x.shape)
        self.threshold[:, :-1] = middle(x[:, :-1], x[:, 1:])
        self.no_cut = np.full(x.shape, -np.inf)
        self.no_cut[:, :-1][x[:, :-1] < x[:, 1:]] = 0.0
        self.can_search = n > 1 and len(np.unique(data.target)) > 1 and len(classes) <= MOST_CLASSES

    def best(self, weight: FloatArray) -> Decided | None:
        """Find the best stump under these weights; None where it takes the general search."""
        if not self.can_search or not np.minimum.reduce(weight) > 0.0:
            return None
        totals = self._totals(weight)
        left, right = self._sides(weight, totals[:, 0].tolist())
        score = self.criterion.score(left, right)
        score += self.no_cut
        whole = totals.sum(axis=0)
        best, most = float(score.max()), float(self.criterion.largest(whole, len(totals))[0])
        if best == -np.inf or not self._is_worth_it(best, float(totals.max())):
            return None
        axis, place = divmod(int((score >= best - TIE * most).argmax()), score.shape[1])
        cut = Cut(axis, place, int(self.rank[axis, self.order[axis, place]]), best, weight)
        beyond = self.rank[axis] > cut.rank
        decision = self._decision(beyond, left[:, axis, place], right[:, axis, place])
        return Decided(FoundStump.by(lambda: self._measured(cut)), 1 + beyond, decision)

    def _decision(
        self, beyond: NDArray[np.bool_], left: FloatArray, right: FloatArray
    ) -> IntArray | None:
        """Tell the classes that the sides answer, where that is clear with two classes."""
        if len(left) != 2:
            return None
        (a, b), (c, d) = left.tolist(), right.tolist()
        if abs(a - b) <= NEARLY * (a + b) or abs(c - d) <= NEARLY * (c + d):
            return None
        if (b > a) == (d > c):
            return None if self.criterion is STUMP_ERROR else np.full(len(beyond), int(b > a))
        return (beyond if d > c else ~beyond).astype(np.int64)

    def _is_worth_it(self, score: float, constant: float) -> bool:
        """Say whether a cut is clearly better than none, where that is a choice."""
        return self.criterion is not STUMP_ERROR or score > CLEARLY * constant

    def _sums(self, weight: FloatArray) -> FloatArray:
        """Give each class its weights: (classes, n), along the first axis."""
        sums: FloatArray = self.of_class * weight.take(self.order[0])
        return sums

    def _totals(self, weight: FloatArray) -> FloatArray:
        return np.add.reduceat(self._sums(weight), ORIGIN, axis=-1)

    def _sides(self, weight: FloatArray, totals: list[float]) -> tuple[FloatArray, FloatArray]:
        """Sum up both sides of a cut behind every place; `running_sums` says why in fixed point."""
        exponents = [min(FIXED_POINT_BITS - frexp(total)[1], LARGEST_EXPONENT) for total in totals]
        scale = np.array([ldexp(1.0, exponent) for exponent in exponents])
        fixed = np.rint(weight * scale.take(self.target)).astype(np.int64)
        sums = (self.all_bits & fixed.take(self.order)).cumsum(axis=-1)
        unit = (1.0 / scale)[:, None, None]
        return sums * unit, (sums[..., -1:] - sums) * unit

    def _measured(self, cut: Cut) -> Tree:
        """Measure the nodes of a cut."""
        sums, axis, place = self._sums(cut.weight), cut.axis, cut.place
        root = np.add.reduceat(sums, ORIGIN, axis=-1)
        n = sums.shape[1]
        if axis:
            goes_left = self.rank_by_first[axis] <= cut.rank
            sides = goes_left.nonzero()[0], (~goes_left).nonzero()[0]
            sums = sums.take(np.concatenate(sides), axis=1)
        totals = np.concatenate((root, np.add.reduceat(sums, (0, place + 1), axis=-1)), axis=1)
        weight = np.concatenate((root.sum(axis=0), totals[:, 1:].sum(axis=0)))
        shares = settle_rows((totals / weight).T)
        impurity = self.criterion.impurity(shares.T)
        gain = self.criterion.gain(np.array([cut.score]), weight[:1], impurity[:1])
        return Tree(
            feature=np.array([axis, LEAF, LEAF]),
            threshold=np.array([self.threshold[axis, place], 0.0, 0.0]),
            left=LEFT,
            right=RIGHT,
            n=np.array([n, place + 1, n - place - 1]),
            weight=weight,
            impurity=impurity,
            gain=np.concatenate((np.maximum(gain, 0.0), NO_GAIN)),
            value=self.criterion.answers(weight, shares),
        )
