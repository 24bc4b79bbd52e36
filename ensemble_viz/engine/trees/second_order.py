"""Trees of second order: they follow the slope and the curvature of a loss, as xgboost does.

With G and H the sums of the gradients g and the hessians h in a node, the loss falls most when the
node answers −G/(H + λ); by half of G²/(H + λ). A cut gains G_L²/(H_L + λ) + G_R²/(H_R + λ) less
G²/(H + λ), without the half, as xgboost counts.
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import (
    TIE,
    Dataset,
    FloatArray,
    IntArray,
    Numbers,
    probabilities,
    ties,
)
from ensemble_viz.engine.trees.bins import Bins
from ensemble_viz.engine.trees.fit import counts, grown
from ensemble_viz.engine.trees.lazy import Batch
from ensemble_viz.engine.trees.levels.frontier import Frontier, sums_beside
from ensemble_viz.engine.trees.levels.growth import Grower, Grown
from ensemble_viz.engine.trees.levels.node_statistics import Facts, Statistics
from ensemble_viz.engine.trees.limits import SecondOrder, TreeRules
from ensemble_viz.engine.trees.order import grow_one
from ensemble_viz.engine.trees.pruning import with_leaves
from ensemble_viz.engine.trees.small.measures import Nodes, slope_nodes
from ensemble_viz.engine.trees.small.search import SmallSearch
from ensemble_viz.engine.trees.small.slope_sums import LEAST_GAIN, Slope, SlopeSums
from ensemble_viz.engine.trees.tree import LEAF, Tree

LEAST_HESSIAN = 1e-16  # as in xgboost: a point that is all but certain still counts


@dataclass(frozen=True, slots=True, eq=False)
class Slopes:
    """The derivatives of the loss at the points: (n,), for one tree."""

    gradient: FloatArray
    hessian: FloatArray


def derivatives(data: Dataset, score: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Differentiate the loss twice: g and h at every point, (n,) or (n, K)."""
    if data.classes is None:
        return score - data.target, np.ones(len(data))
    if score.ndim == 1:
        p = probabilities.probability(score)
        return p - data.target, np.maximum(p * (1.0 - p), LEAST_HESSIAN)
    p = probabilities.softmax(score)
    return p - data.one_hot, np.maximum(2.0 * p * (1.0 - p), LEAST_HESSIAN)


@dataclass(slots=True, eq=False)
class SecondOrderFacts(Facts):
    """What is known of each open node of a tree of second order."""

    weight: FloatArray
    grad: FloatArray
    hess: FloatArray
    largest: FloatArray
    """No cut can score more."""


class SecondOrderStatistics(Statistics):
    """Nodes that answer −G/(H + λ); cuts raise G²/(H + λ)."""

    def __init__(self, slopes: Slopes, times: Numbers, weight: Numbers, rules: SecondOrder) -> None:
        """Take the derivatives, how often each point counts in them, and its weight on record."""
        self.rules = rules
        self.weight = weight
        self.channels = np.stack((slopes.gradient * times, slopes.hessian * times))
        self.size = np.abs(self.channels[0])
        self.alone = self.size * np.abs(slopes.gradient / slopes.hessian)

    def facts(self, frontier: Frontier) -> SecondOrderFacts:
        entries, start = frontier.entries[0], frontier.start
        weight, size, alone, grad, hess = (
            np.add.reduceat(column.take(entries), start).astype(np.float64)
            for column in (self.weight, self.size, self.alone, *self.channels)
        )
        grad = ties.settle_zero(grad, size)
        return SecondOrderFacts(weight, grad, hess, self.rules.most_reached(size, alone))

    def mixed(self, facts: SecondOrderFacts) -> NDArray[np.bool_]:
        return np.ones(len(facts.weight), dtype=bool)

    def columns(self, nodes: Nodes, facts: SecondOrderFacts) -> dict[str, Any]:
        hess, known = facts.hess, {"weight": facts.weight, "grad": facts.grad, "hess": facts.hess}
        value = 0.0 - self.rules.downhill(facts.grad, hess)
        little = hess[nodes.first] < self.rules.enough
        value[nodes.first[little]] = 0.0  # as in xgboost; such a root is all there is of its tree
        return nodes.columns | known | {"impurity": np.zeros(len(hess)), "value": value}

    def scores(self, frontier: Frontier, facts: SecondOrderFacts) -> tuple[FloatArray, None]:
        """G_L²/(H_L + λ) + G_R²/(H_R + λ), −inf where a side has too little."""
        left, right = self.sides(frontier)
        score = self.rules.reached(*left)
        score += self.rules.reached(*right)
        score[np.minimum(left[1], right[1]) < self.rules.enough] = -np.inf
        return score, None

    def sides(self, frontier: Frontier) -> tuple[FloatArray, FloatArray]:
        """Sum G and H on either side of every cut: (2, axes, E) on the left, and on the right."""
        return sums_beside(self.channels.take(frontier.entries, axis=1), frontier)

    def largest(self, facts: SecondOrderFacts) -> FloatArray:
        return facts.largest

    def gain(self, score: FloatArray, facts: SecondOrderFacts) -> FloatArray:
        """Take off what the node reaches as a leaf."""
        return score - self.rules.reached(facts.grad, facts.hess)

    def constant(self, facts: SecondOrderFacts) -> FloatArray:
        """A cut must gain something, and more than rounding could pretend."""
        as_leaf = self.rules.reached(facts.grad, facts.hess)
        return as_leaf + LEAST_GAIN + 2.0 * TIE * facts.largest

    def saved(self, tree: Tree) -> tuple[FloatArray, float]:
        return tree.gain, float(self.rules.most_reached(self.size.sum(), self.alone.sum()))


def judge_slopes(
    data: Dataset, slopes: Slopes, in_bag: IntArray | None, rules: SecondOrder
) -> SecondOrderStatistics:
    """Judge cuts by derivatives; a point that weighs 2 is two points, as in xgboost."""
    drawn: Numbers = np.ones(len(data)) if in_bag is None else in_bag
    times = drawn if data.weight is None else drawn * data.weight
    return SecondOrderStatistics(slopes, times, counts(data) * drawn, rules)


def fit_second_order(
    data: Dataset,
    slopes: Slopes,
    in_bag: IntArray | None,
    rules: TreeRules,
    bins: Bins | None = None,
) -> Grown:
    """Grow a tree, then take back the splits that gain too little."""
    assert rules.second_order is not None
    statistics = judge_slopes(data, slopes, in_bag, rules.second_order)
    grower = Grower(data, statistics, rules.limits, bins=bins)
    return pruned(grow_one(grower, statistics.weight > 0), rules.second_order)


class SecondOrderFitter:
    """Fits trees to the same points again and again: what stays is prepared once."""

    def __init__(self, data: Dataset, rules: TreeRules, bins: Bins | None) -> None:
        assert rules.second_order is not None
        self.data, self.rules, self.bins, self.order = data, rules, bins, rules.second_order
        counted = data.distribution > 0
        self.counted = None if counted.all() else counted
        self.search = None
        if SmallSearch.can_grow(data, rules.limits):
            self.search = SmallSearch(data, rules.limits, bins)
            self.judge = SlopeSums(data, rules.second_order)
            self.batch = Batch(slope_nodes)

    def fit(self, slopes: Slopes, in_bag: IntArray | None) -> Grown:
        """Grow a tree, then take back the splits that gain too little."""
        if self.search is None:
            return fit_second_order(self.data, slopes, in_bag, self.rules, self.bins)
        seen = self.counted if in_bag is None else in_bag > 0
        sketch = self.search.grow(self.judge.load(slopes.gradient, slopes.hessian), seen)
        value = self._answers(sketch.known)
        return pruned(grown(sketch, self.batch, None, value), self.order)

    def _answers(self, known: list[Slope]) -> FloatArray:
        """−G/(H + λ); a root whose hessians are too little for a leaf answers nothing."""
        if known[0].hess < self.order.enough:
            return np.zeros(len(known))
        below = [node.hess + self.order.reg_lambda for node in known]
        pairs = zip(known, below, strict=True)
        return np.array([0.0 - node.grad / b if b > 0.0 else 0.0 for node, b in pairs])


def pruned(grown: Grown, rules: SecondOrder) -> Grown:
    """Take back the splits that gain too little; none gains less than nothing."""
    if rules.gamma == 0.0:
        return grown
    below = splits_below(grown.tree, rules)
    if not below.any():
        return grown
    smaller, heir = with_leaves(grown.tree, below)
    numbers, first = np.unique(heir, return_index=True)  # parents come before their children
    kept = np.full(len(heir), LEAF)
    kept[first] = numbers
    return Grown(replace(smaller, grown=grown.tree, kept=kept), heir[grown.leaf], grown.rows)


def splits_below(tree: Tree, rules: SecondOrder) -> NDArray[np.bool_]:
    """Find the splits to take back: from the leaves up, those between leaves that gain under γ."""
    assert tree.grad is not None
    assert tree.hess is not None
    score = rules.reached(tree.grad, tree.hess)
    ends = tree.is_leaf
    below = np.zeros(len(tree), dtype=bool)
    for level in reversed(tree.levels()):
        left, right = tree.left[level], tree.right[level]
        rounding = TIE * (score[left] + score[right])
        little = tree.gain[level] < rules.gamma - rounding
        below[level] = ends[level] = ends[left] & ends[right] & little
    return below
