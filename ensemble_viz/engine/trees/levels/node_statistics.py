"""What a growing tree knows of its nodes: class shares or values, and the scores of their cuts."""

from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import FloatArray, IntArray, Numbers
from ensemble_viz.engine.data.ties import settle_shares
from ensemble_viz.engine.trees.criteria import STUMP_ERROR, ClassCriterion, class_total
from ensemble_viz.engine.trees.levels.frontier import (
    Frontier,
    counts_beside,
    counts_upto,
    running_counts,
)
from ensemble_viz.engine.trees.tree import Tree
from ensemble_viz.engine.trees.whole import (
    FLOAT_BITS,
    LARGEST_EXPONENT,
    LEAST,
    scale_of,
    whole_weights,
)


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

    def constant(self, facts: NodeFacts) -> FloatArray | None:
        """Score of leaving each node whole; None where that is no candidate."""

    def saved(self, tree: Tree) -> FloatArray:
        """Weigh what the split of each node saves in the tree."""

    def settle(self, columns: dict[str, Any], start: IntArray) -> None:
        """Settle what the nodes of grown trees answer, each of which starts at one of these."""


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
        heaviest: float = 1.0,
    ) -> None:
        """Take the class and the weight of every entry; whole-number weights are counts.

        In no bag do the points weigh more than `heaviest`: the unit of weights does not depend
        on how many trees are grown beside it.
        """
        self.criterion, self.classes = criterion, n_classes
        self.counts = weight.dtype.kind == "i"
        self.bits = int(weight.sum()).bit_length() if self.counts else 63
        self.packed = None
        if n_classes * self.bits < 63:  # no sum of them can overflow
            self.packed = weight << self.bits * labels
            """The counts of all classes in one whole number an entry: they are added together."""
            return
        self.channels = (labels == np.arange(n_classes)[:, None]) * weight
        self.scale = 1.0 if self.counts else scale_of(heaviest, FLOAT_BITS)
        self.whole = self.channels
        if not self.counts:
            number = whole_weights(self.channels, self.scale)
            self.whole = np.where(self.channels > 0.0, number, 0.0).astype(np.int64)

    def facts(self, frontier: Frontier) -> NodeFacts:
        """Measure the open nodes."""
        return class_facts(self.criterion, self._totals(frontier))

    def _totals(self, frontier: Frontier) -> FloatArray:
        """Sum the weights of the classes in each node: (K, nodes)."""
        if self.packed is not None:
            own = self.packed.take(frontier.entries[0])
            return self._apart(np.add.reduceat(own, frontier.start))
        own = self.channels.take(frontier.entries[0], axis=1)
        return np.add.reduceat(own, frontier.start, axis=-1).astype(np.float64)

    def scores(self, frontier: Frontier, facts: NodeFacts) -> FloatArray:
        """Score a cut behind every entry."""
        if self.packed is not None:
            own = self.packed.take(frontier.entries)
            sums, total = counts_upto(own, frontier)
            sides = self._apart(sums)
            whole = frontier.spread(self._apart(total[:1]))
            return self.criterion.score(sides, whole - sides)
        own, unit = self._units(frontier.entries, frontier, facts)
        left, right = running_counts(own, frontier)
        return self._score(left, right, unit if unit.ndim == 0 else frontier.spread(unit))

    def scores_at(
        self, frontier: Frontier, facts: NodeFacts, goes_left: NDArray[np.bool_]
    ) -> FloatArray:
        """Score some cuts of each node."""
        if self.packed is not None:
            own = self.packed.take(frontier.entries[:1])
            sides = counts_beside(own, frontier, goes_left)
            return self.criterion.score(*map(self._apart, sides))
        own, unit = self._units(frontier.entries[:1], frontier, facts)
        return self._score(*counts_beside(own, frontier, goes_left), unit)

    def _score(self, left: IntArray, right: IntArray, unit: FloatArray) -> FloatArray:
        score = self.criterion.score(left.astype(np.float64), right.astype(np.float64))
        return score if self.criterion.weighs_sides else score * unit

    def _units(
        self, entries: IntArray, frontier: Frontier, facts: NodeFacts
    ) -> tuple[IntArray, FloatArray]:
        """Weigh entries in whole units, and name the unit: of all, or one for each node."""
        own, unit = self.whole.take(entries, axis=1), np.array(1.0 / self.scale)
        little = facts.weight * self.scale < LEAST
        if self.counts or not little.any():
            return own, unit
        exponent = np.where(
            little, FLOAT_BITS - np.frexp(facts.weight)[1], np.frexp(self.scale)[1] - 1
        )
        scale = np.ldexp(1.0, np.minimum(exponent, LARGEST_EXPONENT))
        again = frontier.spread(little).nonzero()[0]
        weight = self.channels.take(entries[:, again], axis=1)
        finer = whole_weights(weight * frontier.spread(scale)[again], 1.0)
        own[..., again] = np.where(weight > 0.0, finer, 0)
        return own, 1.0 / scale

    def _apart(self, sums: IntArray) -> FloatArray:
        """Take packed sums apart, one channel a class."""
        mask = (1 << self.bits) - 1
        channels = np.empty((self.classes, *sums.shape))
        for k in range(self.classes):
            np.bitwise_and(
                sums >> k * self.bits if k else sums, mask, channels[k], casting="unsafe"
            )
        return channels

    def largest(self, facts: NodeFacts) -> FloatArray:
        """Name the greatest score each node could reach."""
        return self.criterion.largest(facts.weight, self.classes)

    def most(self, facts: NodeFacts) -> FloatArray:
        """Name the most that splitting each node could save: all its impurity."""
        return facts.weight * facts.impurity

    def gain(self, score: FloatArray, facts: NodeFacts) -> FloatArray:
        """Turn winning scores into the impurity they save."""
        return class_gain(self.criterion, score, facts.weight, facts.impurity)

    def constant(self, facts: NodeFacts) -> FloatArray | None:
        """Score of leaving each node whole."""
        return self.criterion.constant(facts.value.T * facts.weight)

    def saved(self, tree: Tree) -> FloatArray:
        """Weigh the impurity that the splits save."""
        return class_saved(self.criterion, tree)

    def settle(self, columns: dict[str, Any], start: IntArray) -> None:
        """Let the sides of a stump answer different classes."""
        if self.criterion is not STUMP_ERROR:
            return
        weight, value = columns["weight"], columns["value"]
        for own in map(slice, start, [*start[1:], len(weight)]):
            value[own] = self.criterion.answers(weight[own], value[own])


def class_facts(criterion: ClassCriterion, totals: FloatArray) -> NodeFacts:
    """Measure nodes by the weights of their classes, (K, nodes)."""
    weight = class_total(totals)
    shares = class_shares(totals, weight)
    mixed = (totals > 0).sum(axis=0) > 1
    return NodeFacts(weight, criterion.impurity(shares), shares.T, mixed)


def class_saved(criterion: ClassCriterion, tree: Tree) -> FloatArray:
    """Weigh the impurity that the split of each node saves in a tree."""
    share = tree.weight.take(tree.left) / tree.weight
    return tree.weight * criterion.saved(tree.gain, share)


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
