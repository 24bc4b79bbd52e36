"""What a growing tree knows of its nodes: class shares or values, and the scores of their cuts."""

from dataclasses import dataclass
from typing import ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import FloatArray, IntArray, Numbers
from ensemble_viz.engine.data.ties import settle_shares
from ensemble_viz.engine.trees.criteria import ClassCriterion, squares_over_weight
from ensemble_viz.engine.trees.frontier import (
    Frontier,
    counts_beside,
    running_counts,
    running_sums,
    sums_beside,
)
from ensemble_viz.engine.trees.packed import Packed
from ensemble_viz.engine.trees.tree import Tree

FIRST_OF_TWO = np.array([True, False])


@dataclass(frozen=True, slots=True, eq=False)
class NodeFacts:
    """What is known of each open node before it is cut."""

    weight: FloatArray
    impurity: FloatArray
    value: FloatArray
    mixed: NDArray[np.bool_]
    """Not all answers are the same, so a cut could help."""

    centre: FloatArray | None = None
    """The mean of the values, …"""
    unit: FloatArray | None = None
    """… and a power of two above their spread, in which cuts are judged."""

    recorded: ClassVar[tuple[str, ...]] = ("weight", "impurity", "value")
    """What trees keep of their nodes."""

    def only(self, keep: NDArray[np.bool_]) -> "NodeFacts":
        """Keep what is known of some of the nodes."""
        if keep.all():
            return self
        centre, unit = (None if one is None else one[keep] for one in (self.centre, self.unit))
        return NodeFacts(
            self.weight[keep], self.impurity[keep], self.value[keep], self.mixed[keep], centre, unit
        )


class Statistics(Protocol):
    """Judges the nodes and cuts of trees, over entries `tree · n + point`."""

    exact: bool
    """Sums of whole numbers: they are the same along any axis."""

    def facts(self, frontier: Frontier) -> NodeFacts:
        """Measure the open nodes."""

    def scores(self, frontier: Frontier, facts: NodeFacts) -> FloatArray:
        """Score a cut behind every entry: (axes, E)."""

    def largest(self, facts: NodeFacts) -> FloatArray:
        """Name the greatest score each node could reach."""

    def most(self, facts: NodeFacts) -> FloatArray:
        """Name the most that splitting each node could save, as `saved` weighs it."""

    def gain(self, score: FloatArray, facts: NodeFacts) -> FloatArray:
        """Turn winning scores into the impurity they save."""

    def constant(self, facts: NodeFacts) -> FloatArray:
        """Score of leaving each node whole; −inf where that is no candidate."""

    def saved(self, tree: Tree) -> FloatArray:
        """Weigh what the split of each node saves in the tree."""

    def finished(self, tree: Tree) -> Tree:
        """Settle what the nodes of a grown tree answer."""


class CutStatistics(Statistics, Protocol):
    """Judges single cuts, too, wherever they are thrown."""

    def scores_at(
        self, frontier: Frontier, facts: NodeFacts, goes_left: NDArray[np.bool_]
    ) -> FloatArray:
        """Score some cuts of each node by the entries that go left, (cuts, E): (cuts, nodes)."""


class ClassStatistics:
    """Nodes that answer with class shares."""

    def __init__(
        self,
        criterion: ClassCriterion,
        labels: IntArray,
        weight: Numbers,
        n_classes: int,
        alone: bool = True,
    ) -> None:
        """Take the class and the weight of every entry; whole-number weights are counts.

        A tree that is not `alone` must not depend on how many are grown beside it.
        """
        self.criterion = criterion
        self.alone = alone
        self.exact = np.issubdtype(weight.dtype, np.integer)
        self.channels = (labels == np.arange(n_classes)[:, None]) * weight
        self.packed = Packed.of(self.channels) if self.exact else None

    def facts(self, frontier: Frontier) -> NodeFacts:
        """Measure the open nodes."""
        totals = self._totals(frontier)
        if self.alone:
            return measured(self.criterion, totals)
        return class_facts(self.criterion, totals)

    def _totals(self, frontier: Frontier) -> FloatArray:
        """Sum the weights of the classes in each node: (K, nodes)."""
        if self.packed is not None:
            own = self.packed.numbers.take(frontier.entries[0])
            return self.packed.apart(np.add.reduceat(own, frontier.start))
        own = self.channels.take(frontier.entries[0], axis=1)
        return np.add.reduceat(own, frontier.start, axis=-1).astype(np.float64)

    def scores(self, frontier: Frontier, facts: NodeFacts) -> FloatArray:
        """Score a cut behind every entry."""
        if self.packed is not None:
            sides = running_counts(self.packed.numbers.take(frontier.entries), frontier)
            return self.criterion.score(*map(self.packed.apart, sides))
        return self.criterion.score(
            *running_sums(self.channels.take(frontier.entries, axis=1), frontier)
        )

    def scores_at(
        self,
        frontier: Frontier,
        facts: NodeFacts,
        goes_left: NDArray[np.bool_],
    ) -> FloatArray:
        """Score some cuts of each node."""
        if self.packed is not None:
            own = self.packed.numbers.take(frontier.entries[:1])
            sides = counts_beside(own, frontier, goes_left)
            return self.criterion.score(*map(self.packed.apart, sides))
        own = self.channels.take(frontier.entries[:1], axis=1)
        return self.criterion.score(*sums_beside(own, frontier, goes_left))

    def largest(self, facts: NodeFacts) -> FloatArray:
        """Name the greatest score each node could reach."""
        return self.criterion.largest(facts.weight, len(self.channels))

    def most(self, facts: NodeFacts) -> FloatArray:
        """Name the most that splitting each node could save: all its impurity."""
        return facts.weight * facts.impurity

    def gain(self, score: FloatArray, facts: NodeFacts) -> FloatArray:
        """Turn winning scores into the impurity they save."""
        return class_gain(self.criterion, score, facts.weight, facts.impurity)

    def constant(self, facts: NodeFacts) -> FloatArray:
        """Score of leaving each node whole."""
        return self.criterion.constant(facts.value.T * facts.weight)

    def saved(self, tree: Tree) -> FloatArray:
        """Weigh the impurity that the splits save."""
        share = tree.weight.take(tree.left) / tree.weight
        return tree.weight * self.criterion.saved(tree.gain, share)

    def finished(self, tree: Tree) -> Tree:
        """Settle what the nodes of a grown tree answer."""
        return tree.with_value(self.criterion.answers(tree.weight, tree.value))


def class_facts(criterion: ClassCriterion, totals: FloatArray) -> NodeFacts:
    """Measure nodes by the weights of their classes, (K, nodes): the same for one as for many."""
    if totals.shape[1] == 1:
        # numpy adds up eight classes of one node in another order than those of several
        return measured(criterion, totals.repeat(2, axis=1)).only(FIRST_OF_TWO)
    return measured(criterion, totals)


def measured(criterion: ClassCriterion, totals: FloatArray) -> NodeFacts:
    """Measure nodes by the weights of their classes."""
    weight = totals.sum(axis=0)
    shares = class_shares(totals, weight)
    mixed = (totals > 0).sum(axis=0) > 1
    return NodeFacts(weight, criterion.impurity(shares), shares.T, mixed)


def class_shares(totals: FloatArray, weight: FloatArray) -> FloatArray:
    """Divide the weights of the classes, (K, nodes), by their sums; shares that tie are equal."""
    shares: FloatArray = totals / weight
    settle_shares(shares.T)
    return shares


def class_gain(
    criterion: ClassCriterion, score: FloatArray, weight: FloatArray, impurity: FloatArray
) -> FloatArray:
    """Turn winning scores into the impurity they save; never less than none."""
    return np.maximum(criterion.gain(score, weight, impurity), 0.0)


class ValueStatistics:
    """Nodes that answer with the mean of their values; cuts lower the squared error.

    Values are measured from the mean of their node, in units of a power of two above their
    spread, so that neither a large offset nor other nodes cost digits.
    """

    exact = False

    def __init__(self, values: FloatArray, weight: Numbers, noise: float = 0.0) -> None:
        """Take the value and the weight of every entry; differences up to `noise` are none."""
        self.values, self.weight, self.noise = values, weight, noise

    def facts(self, frontier: Frontier) -> NodeFacts:
        """Measure the open nodes."""
        entries, start = frontier.entries[0], frontier.start
        y, w = self.values.take(entries), self.weight.take(entries)
        weight = np.add.reduceat(w, start).astype(np.float64)
        low, high = np.minimum.reduceat(y, start), np.maximum.reduceat(y, start)
        unit = np.ldexp(1.0, np.maximum(np.frexp(high - low)[1], -1000))
        by_entry = frontier.spread(unit)
        rest = (y - frontier.spread(low)) / by_entry
        mean = np.add.reduceat(w * rest, start) / weight
        rest -= frontier.spread(mean)
        impurity = np.add.reduceat(w * rest * rest, start) / weight
        centre = low + mean * unit
        mixed = high - low > self.noise
        return NodeFacts(weight, impurity * unit * unit, centre, mixed, centre, unit)

    def scores(self, frontier: Frontier, facts: NodeFacts) -> FloatArray:
        """L²/W_l + R²/W_r, L and R being the sums of either side, from the mean of the node."""
        w, rest = self._channels(frontier, facts)
        return squares_over_weight(running_sums(rest, frontier), running_sums(w, frontier))

    def scores_at(
        self, frontier: Frontier, facts: NodeFacts, goes_left: NDArray[np.bool_]
    ) -> FloatArray:
        """Score some cuts of each node."""
        w, rest = (channel[:, :1] for channel in self._channels(frontier, facts))
        return squares_over_weight(
            sums_beside(rest, frontier, goes_left), sums_beside(w, frontier, goes_left)
        )

    def largest(self, facts: NodeFacts) -> FloatArray:
        """A perfect cut leaves no squared error."""
        assert facts.unit is not None
        return facts.weight * (facts.impurity / facts.unit / facts.unit)

    def most(self, facts: NodeFacts) -> FloatArray:
        """Name the most that splitting each node could save: all its squared error."""
        return facts.weight * facts.impurity

    def gain(self, score: FloatArray, facts: NodeFacts) -> FloatArray:
        """Turn winning scores into the variance they save."""
        assert facts.unit is not None
        return score / facts.weight * facts.unit * facts.unit

    def constant(self, facts: NodeFacts) -> FloatArray:
        """Trees cut wherever they can."""
        return np.full(len(facts.weight), -np.inf)

    def saved(self, tree: Tree) -> FloatArray:
        """Weigh the variance that the splits save."""
        return tree.weight * tree.gain

    def finished(self, tree: Tree) -> Tree:
        """Nodes answer with their mean."""
        return tree

    def _channels(self, frontier: Frontier, facts: NodeFacts) -> tuple[Numbers, FloatArray]:
        """Give the weights, and the weighted values from the mean of their node: (1, axes, E)."""
        assert facts.centre is not None
        assert facts.unit is not None
        w = self.weight.take(frontier.entries)
        rest = self.values.take(frontier.entries) - frontier.spread(facts.centre)
        return w[None], (w * (rest / frontier.spread(facts.unit)))[None]
