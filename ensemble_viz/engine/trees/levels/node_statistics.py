"""What a growing tree knows of its nodes: class shares or values, and the scores of their cuts."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import FloatArray, IntArray, Numbers
from ensemble_viz.engine.trees.criteria import ClassCriterion, class_total
from ensemble_viz.engine.trees.levels.frontier import Frontier, left_and_total, left_sums
from ensemble_viz.engine.trees.small.measures import Nodes, class_columns
from ensemble_viz.engine.trees.tree import Tree
from ensemble_viz.engine.trees.whole import (
    FLOAT_BITS,
    LARGEST_EXPONENT,
    LEAST,
    scale_of,
    whole_weights,
)


class Facts:
    """What is known of each open node before it is cut; fields end with an axis for the nodes."""

    __slots__: tuple[str, ...] = ()

    def only(self, keep: NDArray[np.bool_]) -> Self:
        """Keep what is known of some of the nodes."""
        kept = keep.nonzero()[0]  # a list of them is quicker than the mask
        fields = (getattr(self, name) for name in self.__slots__)
        return type(self)(*(None if own is None else own.take(kept, axis=-1) for own in fields))

    def with_more(self, others: Sequence[Self], order: IntArray) -> Self:
        """Put what is known of more nodes behind this, and all of them in order."""
        fields = [[getattr(one, name) for one in (self, *others)] for name in self.__slots__]
        joined = (None if own[0] is None else np.concatenate(own, axis=-1) for own in fields)
        return type(self)(*(None if own is None else own.take(order, axis=-1) for own in joined))


@dataclass(slots=True, eq=False)
class ClassFacts(Facts):
    totals: FloatArray
    """(K, nodes): what the classes weigh."""
    packed: Numbers | None
    """(nodes,): the same in one whole number."""

    @property
    def weight(self) -> FloatArray:
        return class_total(self.totals)


class Statistics(ABC):
    """Judges the nodes and cuts of trees, over entries `tree · n + point`."""

    @abstractmethod
    def facts(self, frontier: Frontier) -> Any:
        """Measure the open nodes."""

    def parted(self, facts: Any, left: IntArray | None) -> Any:
        """Measure the children of nodes by what the left ones sum up to; None: look at them."""
        return None

    @abstractmethod
    def mixed(self, facts: Any) -> NDArray[np.bool_]:
        """Say in which nodes not all answers are the same, so that a cut could help."""

    @abstractmethod
    def scores(self, frontier: Frontier, facts: Any) -> tuple[FloatArray, IntArray | None]:
        """Score the cuts, behind every entry or thrown; with what goes left there, if of use."""

    @abstractmethod
    def columns(self, nodes: Nodes, facts: Any) -> dict[str, Any]:
        """Say what trees keep of their nodes."""

    @abstractmethod
    def largest(self, facts: Any) -> FloatArray | float:
        """Name the greatest score each node could reach, or any of them."""

    @abstractmethod
    def gain(self, score: FloatArray, facts: Any) -> FloatArray:
        """Turn winning scores into the impurity they save."""

    def constant(self, facts: Any) -> FloatArray | None:
        """Score of leaving each node whole; None where that is no candidate."""
        return None

    @abstractmethod
    def saved(self, tree: Tree) -> tuple[FloatArray, float]:
        """Weigh what the split of each node saves in the tree, and the most that one could."""


class ClassStatistics(Statistics):
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

    def mixed(self, facts: ClassFacts) -> NDArray[np.bool_]:
        return np.add.reduce(facts.totals > 0.0, axis=0) > 1

    def parted(self, facts: ClassFacts, left: IntArray | None) -> ClassFacts | None:
        """Take what is on the left off."""
        if left is None or facts.packed is None:
            return None
        packed = np.concatenate((left, facts.packed - left))
        return ClassFacts(self._apart(packed), packed)

    def columns(self, nodes: Nodes, facts: ClassFacts) -> dict[str, Any]:
        return class_columns(nodes, facts.totals, self.criterion)

    def scores(self, frontier: Frontier, facts: ClassFacts) -> tuple[FloatArray, IntArray | None]:
        if self.packed is not None:
            sums = left_sums(self.packed.take(frontier.entries), frontier)
            left, total = self._apart(sums), facts.totals
        else:
            sums, units = None, self._units(frontier.entries, frontier, facts)
            whole_left, whole = left_and_total(units, frontier)
            left, total = whole_left.astype(np.float64), whole[:, 0].astype(np.float64)

        def at_cuts(per_node: FloatArray) -> FloatArray:
            every = frontier.at_cuts(per_node)
            return every[:, None] if every.ndim > 1 else every

        return self.criterion.score(left, total, at_cuts), sums

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

    def gain(self, score: FloatArray, facts: ClassFacts) -> FloatArray:
        """Turn winning scores into the impurity they save; never less than none."""
        return np.maximum(self.criterion.gain(score, facts.totals), 0.0)

    def constant(self, facts: ClassFacts) -> FloatArray | None:
        return self.criterion.constant(facts.totals)

    def saved(self, tree: Tree) -> tuple[FloatArray, float]:
        return saved_by_splits(tree, self.criterion)


def saved_by_splits(tree: Tree, criterion: ClassCriterion | None) -> tuple[FloatArray, float]:
    """Weigh the impurity that each split saves, and all there is; values have no criterion."""
    saved = tree.gain
    if criterion is not None:
        saved = criterion.saved(saved, tree.weight.take(tree.left) / tree.weight)
    return tree.weight * saved, float(tree.weight[0] * tree.impurity[0])
