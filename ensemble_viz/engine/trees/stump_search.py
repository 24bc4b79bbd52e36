"""The search for the best stump, made for being repeated: only the weights of the points change.

The points are sorted once. A round sums the weights of each class along every axis, and judges all
cuts by these sums; the three nodes of the best are measured when somebody looks. What is found is
bit for bit the tree that `Grower` grows to depth 1; where that is no tree of three nodes, nothing
is.
"""

from dataclasses import dataclass

import numpy as np

from ensemble_viz.engine.data import TIE, Dataset, FloatArray, IntArray, Numbers
from ensemble_viz.engine.trees.criteria import CLASS_CRITERIA, STUMP_ERROR, ClassCriterion
from ensemble_viz.engine.trees.limits import TreeRules
from ensemble_viz.engine.trees.promised_stumps import StumpCut, StumpOffice
from ensemble_viz.engine.trees.side_sums import SideSums
from ensemble_viz.engine.trees.tree import Tree

MOST_CLASSES = 7  # numpy adds up eight rows in another order than eight numbers
NEARLY = 1e-9  # of a side: classes that differ by less may be equal but for rounding
CLEARLY = 1.0 + 1e-9  # by so much a cut must be better than no cut, not to be looked at twice
GINI = CLASS_CRITERIA["gini"]


@dataclass(slots=True, eq=False)
class Stump:
    """A stump of which it is known at once which class it answers at each point."""

    tree: Tree
    decision: Numbers | None
    """(n,): class numbers; None where a side is so nearly divided that it has to be measured."""
    rank: IntArray
    """(n,): the ranks of the points along its axis, …"""
    last: int
    """… and the rank of the last of those that go left."""

    @property
    def learner(self) -> Tree:
        """The tree, where a learner of any kind may stand."""
        return self.tree

    @property
    def leaf(self) -> IntArray:
        """Find the leaf each point fell into."""
        return 1 + (self.rank > self.last)

    def answer(self, _points: FloatArray) -> FloatArray:
        """Answer at the points it was found for."""
        return self.tree.value.take(self.leaf, axis=0)


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
        axes, n = data.order.shape
        self.n = n
        self.criterion = criterion
        self.sums = SideSums(data)
        self.rank = list(data.rank)
        self.rank_along = np.take_along_axis(data.rank, data.order, axis=1).ravel()
        no_cut, rank = np.full((axes, n), -np.inf), self.rank_along.reshape(axes, n)
        no_cut[:, :-1][rank[:, :-1] < rank[:, 1:]] = 0.0
        self.no_cut = no_cut.ravel()
        self.office = StumpOffice(data, criterion, self.sums.of_class.take(data.order[0], axis=1))
        present = int(self.sums.of_class.any(axis=1).sum())
        self.can_search = n > 1 and present > 1 and data.n_classes <= MOST_CLASSES
        self.gini = GiniScores(self.sums.sides) if criterion is GINI and self.can_search else None

    def best(self, weight: FloatArray) -> Stump | None:
        """Find the best stump under these weights; None where it takes the general search."""
        if not self.can_search:
            return None
        least = weight.item(weight.argmin())
        if not least > 0.0:
            return None
        totals: list[float] = self.sums.add_up(weight)
        score = self._score(least)
        at = int(score.argmax())
        best = score.item(at)
        if best == -np.inf or not self._is_worth_it(best, max(totals)):
            return None
        least = best - TIE * float(self.criterion.largest(np.array(sum(totals)), len(totals)))
        at = int((score[: at + 1] >= least).argmax())
        axis, place = divmod(at, self.n)
        ranks, last = self.rank[axis], self.rank_along.item(at)
        tree = self.office.promise(StumpCut(axis, place, last, best, weight))
        return Stump(tree, self._decision(ranks, last, at), ranks, last)

    def _score(self, least: float) -> FloatArray:
        """Judge all cuts."""
        sides = self.sums.sides
        if self.gini is not None and least > self.sums.least:
            self.sums.behind_last.fill(1.0)  # nothing is divided by nothing
            score = self.gini.of_sums()
        else:
            score = self.criterion.score(sides[:, 0], sides[:, 1])
        return np.add(score, self.no_cut, score)

    def _decision(self, ranks: IntArray, last: int, at: int) -> Numbers | None:
        """Tell the classes that the sides answer, where that is clear with two classes."""
        beside = self.sums.beside(at)
        if len(beside) != 2:
            return None
        (a, c), (b, d) = beside
        if abs(a - b) <= NEARLY * (a + b) or abs(c - d) <= NEARLY * (c + d):
            return None
        if (b > a) == (d > c):
            return None if self.criterion is STUMP_ERROR else np.full(len(ranks), int(b > a))
        return (np.greater if d > c else np.less_equal)(ranks, last).view(np.int8)

    def _is_worth_it(self, score: float, constant: float) -> bool:
        """Say whether a cut is clearly better than none, where that is a choice."""
        return self.criterion is not STUMP_ERROR or score > CLEARLY * constant


class GiniScores:
    """Scores cuts as `Gini` does, from sums above 0 which are overwritten."""

    def __init__(self, sides: FloatArray) -> None:
        """Take the room where sums will be: (classes, 2, cuts)."""
        self.sides = sides
        self.first, self.second, *self.others = sides
        self.size = np.empty_like(self.first)
        self.left, self.right = self.first

    def of_sums(self) -> FloatArray:
        """Judge the cuts by the sums that are there now."""
        first, size, sides = self.first, self.size, self.sides
        np.add(first, self.second, size)
        for other in self.others:
            np.add(size, other, size)
        np.multiply(sides, sides, sides)
        np.add(first, self.second, first)
        for other in self.others:
            np.add(first, other, first)
        np.divide(first, size, first)
        return np.add(self.left, self.right, self.left)
