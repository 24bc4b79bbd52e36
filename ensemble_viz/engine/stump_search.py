"""The search for the best stump, made for being repeated: only the weights of the points change.

The points are sorted once. A round sums the weights of each class along every axis, and judges all
cuts by these sums; the three nodes of the best are measured when somebody looks. What is found is
bit for bit the tree that `Grower` grows to depth 1; where that is no tree of three nodes, nothing
is.
"""

from dataclasses import dataclass
from math import frexp, ldexp

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.criteria import CLASS_CRITERIA, STUMP_ERROR, ClassCriterion
from ensemble_viz.engine.dataset import Dataset, FloatArray, IntArray
from ensemble_viz.engine.frontier import FIXED_POINT_BITS, LARGEST_EXPONENT
from ensemble_viz.engine.growth import Grown
from ensemble_viz.engine.limits import TreeRules
from ensemble_viz.engine.promised_stumps import StumpCut, StumpOffice
from ensemble_viz.engine.ties import TIE

MOST_CLASSES = 7  # numpy adds up eight rows in another order than eight numbers
NEARLY = 1e-9  # of a side: classes that differ by less may be equal but for rounding
CLEARLY = 1.0 + 1e-9  # by so much a cut must be better than no cut, not to be looked at twice
ORIGIN = np.zeros(1, dtype=np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class Decided(Grown):
    """A stump of which it is known at once which class it answers at each point."""

    decision: IntArray | None
    """(n,): class numbers; None where a side is so nearly divided that it has to be measured."""


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
        classes = np.arange(data.n_classes)[:, None, None]
        of_class = data.target.take(self.order) == classes
        self.of_class = of_class[:, 0].astype(np.float64)
        self.all_bits = np.where(of_class, -1, 0)  # of the points of each class
        x = np.take_along_axis(data.points.T, self.order, axis=1)
        self.no_cut = np.full(x.shape, -np.inf)
        self.no_cut[:, :-1][x[:, :-1] < x[:, 1:]] = 0.0
        self.office = StumpOffice(data, criterion, self.of_class)
        self.can_search = n > 1 and len(np.unique(data.target)) > 1 and len(classes) <= MOST_CLASSES

    def best(self, weight: FloatArray) -> Decided | None:
        """Find the best stump under these weights; None where it takes the general search."""
        if not self.can_search or not np.minimum.reduce(weight) > 0.0:
            return None
        sums = self.of_class * weight.take(self.order[0])
        totals = np.add.reduceat(sums, ORIGIN, axis=-1)
        left, right = self._sides(weight, totals[:, 0].tolist())
        score = self.criterion.score(left, right)
        score += self.no_cut
        whole = totals.sum(axis=0)
        best, most = float(score.max()), float(self.criterion.largest(whole, len(totals))[0])
        if best == -np.inf or not self._is_worth_it(best, float(totals.max())):
            return None
        axis, place = divmod(int((score >= best - TIE * most).argmax()), score.shape[1])
        rank = self.rank.item(axis, self.order.item(axis, place))
        tree = self.office.promise(StumpCut(axis, place, rank, best, weight))
        beyond = self.rank[axis] > rank
        decision = self._decision(beyond, left[:, axis, place], right[:, axis, place])
        return Decided(tree, 1 + beyond, decision)

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

    def _sides(self, weight: FloatArray, totals: list[float]) -> tuple[FloatArray, FloatArray]:
        """Sum up both sides of a cut behind every place; `running_sums` says why in fixed point."""
        exponents = [min(FIXED_POINT_BITS - frexp(total)[1], LARGEST_EXPONENT) for total in totals]
        scale = np.array([ldexp(1.0, exponent) for exponent in exponents])
        fixed = np.rint(weight * scale.take(self.target)).astype(np.int64)
        sums = (self.all_bits & fixed.take(self.order)).cumsum(axis=-1)
        unit = (1.0 / scale)[:, None, None]
        return sums * unit, (sums[..., -1:] - sums) * unit
