"""The search for the best stump, made for being repeated: only the weights of the points change.

The points are sorted once. A round sums the weights of each class along every axis, judges all
cuts by these sums, and measures the three nodes of the best. What is found is bit for bit the
tree that `Grower` grows to depth 1; where that is no tree of three nodes, nothing is.
"""

from math import frexp, ldexp

import numpy as np

from ensemble_viz.engine.criteria import CLASS_CRITERIA, STUMP_ERROR, ClassCriterion
from ensemble_viz.engine.dataset import Dataset, FloatArray
from ensemble_viz.engine.frontier import FIXED_POINT_BITS, LARGEST_EXPONENT
from ensemble_viz.engine.growth import Grown
from ensemble_viz.engine.limits import TreeRules
from ensemble_viz.engine.nodes import middle
from ensemble_viz.engine.ties import TIE, settle_rows
from ensemble_viz.engine.tree import LEAF, Tree

MOST_CLASSES = 7  # numpy adds up eight rows in another order than eight numbers
CLEARLY = 1.0 + 1e-9  # by so much a cut must be better than no cut, not to be looked at twice
ORIGIN = np.zeros(1, dtype=np.int64)
NO_GAIN = np.zeros(2)
LEFT, RIGHT = np.array([1, LEAF, LEAF]), np.array([2, LEAF, LEAF])


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

    def best(self, weight: FloatArray) -> Grown | None:
        """Find the best stump under these weights; None where it takes the general search."""
        if not self.can_search or not weight.min() > 0.0:
            return None
        sums = self.of_class * weight.take(self.order[0])
        totals = np.add.reduceat(sums, ORIGIN, axis=-1)
        score = self._scores(weight, totals[:, 0].tolist())
        whole = totals.sum(axis=0)
        best, most = float(score.max()), float(self.criterion.largest(whole, len(totals))[0])
        if best == -np.inf or not self._is_worth_it(best, float(totals.max())):
            return None
        axis, place = divmod(int((score >= best - TIE * most).argmax()), score.shape[1])
        return self._stump(axis, place, best, sums, (totals, whole))

    def _is_worth_it(self, score: float, constant: float) -> bool:
        """Say whether a cut is clearly better than none, where that is a choice."""
        return self.criterion is not STUMP_ERROR or score > CLEARLY * constant

    def _scores(self, weight: FloatArray, totals: list[float]) -> FloatArray:
        """Score a cut behind every place on every axis; `running_sums` says why in fixed point."""
        exponents = [min(FIXED_POINT_BITS - frexp(total)[1], LARGEST_EXPONENT) for total in totals]
        scale = np.array([ldexp(1.0, exponent) for exponent in exponents])
        fixed = np.rint(weight * scale.take(self.target)).astype(np.int64)
        sums = (self.all_bits & fixed.take(self.order)).cumsum(axis=-1)
        unit = (1.0 / scale)[:, None, None]
        score = self.criterion.score(sums * unit, (sums[..., -1:] - sums) * unit)
        score += self.no_cut
        return score

    def _stump(
        self,
        axis: int,
        place: int,
        score: float,
        sums: FloatArray,
        root: tuple[FloatArray, FloatArray],
    ) -> Grown:
        """Measure the nodes of a cut; `sums` are the weights by class, along the first axis."""
        n, cut = sums.shape[1], self.rank[axis, self.order[axis, place]]
        if axis:
            goes_left = self.rank_by_first[axis] <= cut
            sides = goes_left.nonzero()[0], (~goes_left).nonzero()[0]
            sums = sums.take(np.concatenate(sides), axis=1)
        totals = np.concatenate((root[0], np.add.reduceat(sums, (0, place + 1), axis=-1)), axis=1)
        weight = np.concatenate((root[1], totals[:, 1:].sum(axis=0)))
        shares = settle_rows((totals / weight).T)
        impurity = self.criterion.impurity(shares.T)
        gain = self.criterion.gain(np.array([score]), weight[:1], impurity[:1])
        tree = Tree(
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
        return Grown(tree, 1 + (self.rank[axis] > cut))
