"""Nodes of one tree of classes, parted many at once: points that count alike, written as words.

What is found is bit for bit what `AnyParter` finds; classes are counted in whole numbers.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import TIE, Dataset, FloatArray, IntArray
from ensemble_viz.engine.trees.class_cuts import SortedCuts
from ensemble_viz.engine.trees.class_trees import Level, LevelCuts
from ensemble_viz.engine.trees.class_words import Words
from ensemble_viz.engine.trees.criteria import CLASS_CRITERIA, ClassCriterion
from ensemble_viz.engine.trees.foresight import Batch, Chosen
from ensemble_viz.engine.trees.limits import Limits, TreeRules
from ensemble_viz.engine.trees.node_statistics import NodeFacts, class_gain, measured
from ensemble_viz.engine.trees.nodes import middle

ROOT = np.zeros(1, dtype=np.int64)
NO_CUTS: tuple[Any, ...] = (*(np.zeros(0, kind) for kind in (int, int, float, float)), [], None)


@dataclass(slots=True, eq=False)
class OpenWords:
    """Nodes that can be cut: the words of their points, and what goes left."""

    words: IntArray
    """(2, E)."""
    goes_left: NDArray[np.bool_]
    """(2, E)."""
    nodes: IntArray
    """(5, nodes): size, class counts and depth; size and class counts of what goes left."""

    def only(self, places: IntArray) -> "OpenWords":
        """Keep some of the nodes."""
        if len(places) == self.nodes.shape[1]:
            return self
        keep = np.zeros(self.nodes.shape[1], dtype=bool)
        keep[places] = True
        entries = keep.repeat(self.nodes[0]).nonzero()[0]
        return OpenWords(
            self.words.take(entries, axis=1),
            self.goes_left.take(entries, axis=1),
            self.nodes.take(places, axis=1),
        )


def side_by_side(some: Sequence[OpenWords]) -> OpenWords:
    """Put nodes side by side."""
    if len(some) == 1:
        return some[0]
    return OpenWords(
        np.concatenate([one.words for one in some], axis=1),
        np.concatenate([one.goes_left for one in some], axis=1),
        np.concatenate([one.nodes for one in some], axis=1),
    )


class ClassParter:
    """Parts nodes of a tree of classes."""

    def __init__(
        self, data: Dataset, words: Words, times: IntArray, rules: tuple[ClassCriterion, Limits]
    ) -> None:
        """Write the points as words, each so often as it is there."""
        criterion, limits = rules
        self.points = data.points.ravel()
        self.words, self.lanes = words, words.lanes
        self.criterion, self.limits = criterion, limits
        self.search = SortedCuts(data, words, criterion, limits.min_samples_leaf)
        self.root = words.sorted(data, times[None])
        self.mixed = 0.0

    @classmethod
    def of(cls, data: Dataset, rules: TreeRules, times: IntArray | None = None) -> Self | None:
        """Take points, each once or so often as it is there; None: they need another way."""
        stump = rules.criterion == "error" and rules.limits.max_depth == 1
        if data.classes is None or data.weight is not None or data.dimension != 2 or stump:
            return None
        drawn = np.ones(len(data), dtype=np.int64) if times is None else times
        words = Words.of(data, drawn[None], ranks=True)
        if words is None:
            return None
        return cls(data, words, drawn, (CLASS_CRITERIA[rules.criterion], rules.limits))

    def plant(self) -> Batch:
        """Make the root."""
        own = self.words.counts(self.root[0])
        counts = own.sum(keepdims=True, dtype=own.dtype)
        root = self._searched(self.root, np.array([self.root.shape[1]]), counts, ROOT)
        self.mixed = float(root.weight[0] * root.impurity[0])
        return root

    def part(self, chosen: Sequence[Chosen]) -> Batch:
        """Make the children of some nodes."""
        parents = side_by_side([batch.keep.only(places) for batch, places in chosen])
        flat = parents.goes_left.ravel()
        sides = [side.nonzero()[0].reshape(2, -1) for side in (flat, ~flat)]
        size, counts, depth, left_size, left_counts = parents.nodes
        return self._searched(
            parents.words.take(np.concatenate(sides, axis=1)),
            np.concatenate((left_size, size - left_size)),
            np.concatenate((left_counts, counts - left_counts)),
            np.concatenate((depth, depth)) + 1,
        )

    def _searched(
        self, words: IntArray, size: IntArray, counts: IntArray, depth: IntArray
    ) -> Batch:
        """Find the best cuts of the nodes that can and may be cut."""
        facts = measured(self.criterion, self.lanes.apart(counts))
        may = facts.mixed & (size >= 2 * self.limits.min_samples_leaf)
        if self.limits.max_depth is not None:
            may &= depth < self.limits.max_depth
        own = facts.weight, facts.impurity, facts.value, self.words.point(words[0])
        if not may.any():
            return Batch(size, *own, *NO_CUTS)
        number = np.arange(len(size))
        alone = np.zeros_like(number)  # a bag
        everything = Level(words, size.cumsum() - size, size, number, alone, counts, None)
        level, cuts, opened, gain = self._cuts(everything, facts, may)
        axis, (low, high) = cuts.axis, self._beside(cuts)
        depths = depth.take(opened)
        nodes = level.size, level.counts, depths, cuts.left_size, cuts.left_counts
        keep = OpenWords(level.words, cuts.goes_left, np.stack(nodes))
        saved = self._saved(gain, facts.weight.take(opened), cuts.left_size)
        return Batch(size, *own, opened, axis, middle(low, high), gain, saved, keep)

    def _cuts(
        self, level: Level, facts: NodeFacts, may: NDArray[np.bool_]
    ) -> tuple[Level, LevelCuts, IntArray, FloatArray]:
        """Search nodes; with the cuts and their gains give the nodes which have one."""
        opened = may.nonzero()[0]
        if len(opened) < len(may):
            level = level.only(may)
        cuts, found = self.search.best(level)
        gain = class_gain(
            self.criterion, cuts.score, facts.weight.take(opened), facts.impurity.take(opened)
        )
        can = gain >= self.limits.min_gain - TIE
        if found is not None:
            can &= found
        if not can.all():
            cuts, level = cuts.only(can, level.spread(can)), level.only(can)
            opened, gain = opened[can], gain[can]
        return level, cuts, opened, gain

    def _beside(self, cuts: LevelCuts) -> tuple[FloatArray, FloatArray]:
        """Find the coordinates on either side of the cuts."""
        assert isinstance(cuts.beside, tuple)
        low, high = (
            self.points.take(2 * self.words.point(side) + cuts.axis) for side in cuts.beside
        )
        return low, high

    def _saved(self, gain: FloatArray, weight: FloatArray, left: IntArray) -> list[float]:
        """Weigh what each cut saves."""
        if not self.criterion.weighs_sides:
            return list((weight * gain).tolist())
        known = zip(gain.tolist(), weight.tolist(), (left / weight).tolist(), strict=True)
        return [own * self.criterion.saved(saved, share) for saved, own, share in known]
