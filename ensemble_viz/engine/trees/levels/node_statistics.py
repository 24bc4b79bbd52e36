"""What a growing tree knows of its nodes: class shares or values, and the scores of their cuts."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import FloatArray, IntArray, Numbers
from ensemble_viz.engine.trees.criteria import ClassCriterion, Spread, as_it_is, class_total
from ensemble_viz.engine.trees.levels.frontier import Frontier, counts_beside, counts_upto
from ensemble_viz.engine.trees.small.measures import Nodes, class_columns
from ensemble_viz.engine.trees.tree import Tree
from ensemble_viz.engine.trees.whole import (
    FLOAT_BITS,
    LARGEST_EXPONENT,
    LEAST,
    scale_of,
    whole_weights,
)


class NodeFacts(Protocol):
    """What is known of each open node before it is cut."""

    @property
    def mixed(self) -> NDArray[np.bool_]:
        """Not all answers are the same, so a cut could help."""

    def only(self, keep: NDArray[np.bool_]) -> "NodeFacts":
        """Keep what is known of some of the nodes."""


@dataclass(slots=True, eq=False)
class ClassFacts:
    totals: FloatArray
    """(K, nodes): what the classes weigh."""
    packed: Numbers | None
    """(nodes,): the same in one whole number."""

    @property
    def mixed(self) -> NDArray[np.bool_]:
        return np.add.reduce(self.totals > 0.0, axis=0) > 1

    @property
    def weight(self) -> FloatArray:
        return class_total(self.totals)

    def only(self, keep: NDArray[np.bool_]) -> "ClassFacts":
        kept = keep.nonzero()[0]  # a list of them is quicker than the mask
        packed = None if self.packed is None else self.packed.take(kept)
        return ClassFacts(self.totals.take(kept, axis=1), packed)


class Statistics(ABC):
    """Judges the nodes and cuts of trees, over entries `tree · n + point`."""

    @abstractmethod
    def facts(self, frontier: Frontier) -> Any:
        """Measure the open nodes."""

    def parted(self, facts: Any, left: IntArray | None) -> Any:
        """Measure the children of nodes by what the left ones sum up to; None: look at them."""
        return None

    @abstractmethod
    def scores(self, frontier: Frontier, facts: Any) -> tuple[FloatArray, IntArray | None]:
        """Score a cut behind every entry, (axes, E); with them the sums up to there, if of use."""

    @abstractmethod
    def columns(self, nodes: Nodes, facts: Sequence[Any], order: IntArray) -> dict[str, Any]:
        """Say what trees keep of their nodes; they come as they were opened, and in which order."""

    @abstractmethod
    def largest(self, facts: Any) -> FloatArray | float:
        """Name the greatest score each node could reach, or any of them."""

    @abstractmethod
    def most(self, facts: Any) -> FloatArray:
        """Name the most that splitting each node could save, as `saved` weighs it."""

    @abstractmethod
    def gain(self, score: FloatArray, facts: Any) -> FloatArray:
        """Turn winning scores into the impurity they save."""

    def constant(self, facts: Any) -> FloatArray | None:
        """Score of leaving each node whole; None where that is no candidate."""
        return None

    @abstractmethod
    def saved(self, tree: Tree) -> FloatArray:
        """Weigh what the split of each node saves in the tree."""


class CutStatistics(Statistics):
    """Judges single cuts, too, wherever they are thrown."""

    @abstractmethod
    def scores_at(
        self, frontier: Frontier, facts: Any, goes_left: NDArray[np.bool_]
    ) -> tuple[FloatArray, IntArray | None]:
        """Score some cuts of each node by the entries that go left, (cuts, E): (cuts, nodes).

        With them comes what these sum up to, if that is of use.
        """


class ClassStatistics(CutStatistics):
    """Nodes that answer with class shares."""

    def __init__(
        self,
        criterion: ClassCriterion,
        labels: IntArray,
        weight: Numbers,
        n_classes: int,
        heaviest: float,
    ) -> None:
        """Take the class and the weight of every entry; whole-number weights are counts.

        In no bag do the points weigh more than `heaviest`: the unit of weights does not depend
        on how many trees are grown beside it.
        """
        self.criterion, self.classes = criterion, n_classes
        self.counts = weight.dtype.kind == "i"
        self.bits = int(heaviest).bit_length() if self.counts else 65
        self.packed = None
        if n_classes * self.bits <= 64:
            width = np.uint32 if n_classes * self.bits <= 32 else np.uint64
            self.packed = (weight << self.bits * labels).astype(width)
            """The counts of all classes in one number an entry. Sums over many nodes overflow;
            their differences, within a node, do not."""
            return
        self.channels = (labels == np.arange(n_classes)[:, None]) * weight
        self.scale = 1.0 if self.counts else scale_of(heaviest, FLOAT_BITS)
        self.whole = self.channels
        if not self.counts:
            number = whole_weights(self.channels, self.scale)
            self.whole = np.where(self.channels > 0.0, number, 0.0).astype(np.int64)

    def facts(self, frontier: Frontier) -> ClassFacts:
        if self.packed is not None:
            own = self.packed.take(frontier.entries[0])
            packed = np.add.reduceat(own, frontier.start, dtype=own.dtype)
            return ClassFacts(self._apart(packed), packed)
        own = self.channels.take(frontier.entries[0], axis=1)
        return ClassFacts(np.add.reduceat(own, frontier.start, axis=-1).astype(np.float64), None)

    def parted(self, facts: ClassFacts, left: IntArray | None) -> ClassFacts | None:
        """Take what is on the left off."""
        if left is None or facts.packed is None:
            return None
        packed = np.concatenate((left, facts.packed - left))
        return ClassFacts(self._apart(packed), packed)

    def columns(self, nodes: Nodes, facts: Sequence[ClassFacts], order: IntArray) -> dict[str, Any]:
        totals = np.concatenate([one.totals for one in facts], axis=1).take(order, axis=1)
        return class_columns(nodes, totals, self.criterion)

    def scores(self, frontier: Frontier, facts: ClassFacts) -> tuple[FloatArray, IntArray | None]:
        if self.packed is not None:
            sums, _ = counts_upto(self.packed.take(frontier.entries), frontier)
            return self._score(self._apart(sums), facts.totals, frontier.spread), sums
        left, total = counts_upto(self._units(frontier.entries, frontier, facts), frontier)
        return self._score(left, total[:, 0], frontier.spread), None

    def scores_at(
        self, frontier: Frontier, facts: ClassFacts, goes_left: NDArray[np.bool_]
    ) -> tuple[FloatArray, IntArray | None]:
        if self.packed is not None:
            own = self.packed.take(frontier.entries[:1]) * goes_left
            left = np.add.reduceat(own, frontier.start, axis=-1, dtype=own.dtype)
            return self._score(self._apart(left), facts.totals, as_it_is), left
        own = self._units(frontier.entries[:1], frontier, facts)
        left, right = counts_beside(own, frontier, goes_left)
        return self._score(left, left[:, 0] + right[:, 0], as_it_is), None

    def _score(self, left: Numbers, total: Numbers, spread: Spread) -> FloatArray:
        """Score cuts by the classes to their left, (K, axes, cuts), and in their nodes."""

        def along(per_node: FloatArray) -> FloatArray:
            every: FloatArray = spread(per_node)
            return every[:, None] if every.ndim > 1 else every

        left, total = np.asarray(left, dtype=np.float64), np.asarray(total, dtype=np.float64)
        return self.criterion.score(left, total, along)

    def _units(self, entries: IntArray, frontier: Frontier, facts: ClassFacts) -> IntArray:
        """Weigh entries in whole units: of all, or of their node where that holds little."""
        own, weight = self.whole.take(entries, axis=1), facts.weight
        little = weight * self.scale < LEAST
        if self.counts or not little.any():
            return own
        exponent = np.minimum(FLOAT_BITS - np.frexp(weight)[1], LARGEST_EXPONENT)
        again = frontier.spread(little).nonzero()[0]
        scale = frontier.spread(np.ldexp(1.0, exponent))[again]
        given = self.channels.take(entries[:, again], axis=1)
        own[..., again] = np.where(given > 0.0, whole_weights(given * scale, 1.0), 0.0)
        return own

    def _apart(self, sums: Numbers) -> FloatArray:
        """Take packed sums apart, one channel a class."""
        channels = np.empty((self.classes, *sums.shape))
        for k, channel in enumerate(channels):
            own = sums >> self.bits * k if k else sums
            last = k == self.classes - 1
            channel[...] = own if last else own & ((1 << self.bits) - 1)
        return channels

    def largest(self, facts: ClassFacts) -> float:
        return self.criterion.largest(self.classes)

    def most(self, facts: ClassFacts) -> FloatArray:
        return facts.weight * self.criterion.impurity(facts.totals / facts.weight)

    def gain(self, score: FloatArray, facts: ClassFacts) -> FloatArray:
        """Turn winning scores into the impurity they save; never less than none."""
        return np.maximum(self.criterion.gain(score, facts.totals), 0.0)

    def constant(self, facts: ClassFacts) -> FloatArray | None:
        return self.criterion.constant(facts.totals)

    def saved(self, tree: Tree) -> FloatArray:
        return class_saved(self.criterion, tree)


def class_saved(criterion: ClassCriterion, tree: Tree) -> FloatArray:
    """Weigh the impurity that the split of each node saves in a tree."""
    share = tree.weight.take(tree.left) / tree.weight
    return tree.weight * criterion.saved(tree.gain, share)
