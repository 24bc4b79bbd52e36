"""Trees that were grown together, and are measured when somebody looks at them.

What trees ask and answer is known at once. What else their nodes have on record, all trees of a
forest measure together, when it is first asked for; it is the same, to the last bit, as if it had
been measured while they grew.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.class_trees import ClassTrees, LevelSplits
from ensemble_viz.engine.class_words import Words
from ensemble_viz.engine.criteria import ClassCriterion
from ensemble_viz.engine.dataset import Dataset, FloatArray, IntArray, freeze
from ensemble_viz.engine.grove import NAMES, PlantedTree, SmallArray
from ensemble_viz.engine.growth import Grown
from ensemble_viz.engine.method import Say
from ensemble_viz.engine.node_log import (
    Drawn,
    Log,
    Measured,
    measure,
    merged,
    ordered,
    tree_by_tree,
)
from ensemble_viz.engine.nodes import middle
from ensemble_viz.engine.statistics import class_shares
from ensemble_viz.engine.tree import LEAF
from ensemble_viz.engine.votes import one_votes

STRIDE = 3
"""Questions that points are asked on their way down before those are let go that have arrived."""
WITHOUT = {"reversed": False, "grad": None, "hess": None, "grown": None, "kept": None}
ASKED = ("feature", "threshold", "left", "right", "value")
MEASURED = ("n", "weight", "impurity", "gain", "tried", "thrown")


class GrownForest:
    """Trees of one forest, tree by tree in common arrays."""

    def __init__(
        self, data: Dataset, growth: ClassTrees, criterion: ClassCriterion, drawn: Drawn
    ) -> None:
        """Put the nodes in order, tree by tree; nothing is measured yet."""
        self.data = data
        splits, roots = merged(growth.splits), growth.roots
        sizes, place = tree_by_tree(splits, len(roots.size), growth.count)
        self.end = sizes.cumsum()
        self.start = self.end - sizes
        counts = ordered(splits, roots.counts, splits.counts, splits.left_counts, place)
        self._log: Log | None = Log(splits, roots, counts, place, growth.words, criterion, drawn)
        self._measured: Measured | None = None
        self._throws = bool(drawn.throws)
        self._choices: tuple[Say, NDArray[np.uint8] | None] | None = None
        self.feature, self.left, self.right = (np.full(growth.count, LEAF) for _ in range(3))
        self.threshold = np.zeros(growth.count)
        self._ask(splits, place, growth.words)
        totals = growth.lanes.apart(counts)
        self.value: FloatArray = class_shares(totals, totals.sum(axis=0)).T
        freeze(self.feature, self.threshold, self.left, self.right, self.value)
        outside = (growth.leaf == LEAF).ravel().nonzero()[0]
        leaf = place.take(np.maximum(growth.leaf, 0))  # take is slow at numbers below 0
        self._find_leaves(leaf, outside, splits, place)
        self.leaf = (leaf - self.start[:, None]).astype(np.int32)
        """(trees, n): the leaf of each training point in each tree."""

    def _ask(self, splits: LevelSplits, place: IntArray, words: Words) -> None:
        """Put down what the nodes ask, tree by tree; children by their number in the tree."""
        asks = place.take(splits.number)
        self.feature[asks] = splits.axis
        child = place.take(splits.left) - self.start.take(splits.bag)
        self.left[asks], self.right[asks] = child, child + 1
        if isinstance(splits.beside, tuple):
            x = self.data.points.ravel()
            low, high = (x.take(2 * words.point(side) + splits.axis) for side in splits.beside)
            self.threshold[asks] = middle(low, high)
        else:
            self.threshold[asks] = splits.beside

    def _find_leaves(
        self, leaf: IntArray, outside: IntArray, splits: LevelSplits, place: IntArray
    ) -> None:
        """Find the leaves of the training points outside the bags; places among all nodes."""
        tree = outside // leaf.shape[1]
        point = outside - leaf.shape[1] * tree
        below, cut = 2 * np.arange(len(self.feature)), np.full(len(self.feature), np.inf)
        asks = place.take(splits.number)  # the others lead to themselves
        below[asks] = 2 * place.take(splits.left) + splits.axis
        cut[asks] = self.threshold[asks]
        x, first = self.data.points.ravel(), 2 * point
        found, moving, at = self.start.take(tree), np.arange(len(tree)), self.start.take(tree)
        while len(moving):
            for _ in range(STRIDE):
                way = below.take(at)
                at = (way >> 1) + (x.take(first + (way & 1)) > cut.take(at))
            found[moving] = at
            on = (self.feature.take(at) != LEAF).nonzero()[0]
            moving, at, first = moving.take(on), at.take(on), first.take(on)
        leaf.ravel()[outside] = found

    def choices(self, say: Say) -> NDArray[np.uint8] | None:
        """Say for which class each tree votes at the training points, (trees, n).

        None where not all leaves have one vote.
        """
        if self._choices is None or self._choices[0] is not say:
            said = say(self.value)
            chosen = one_votes(said) if said.ndim > 1 else None
            if chosen is not None:
                chosen = chosen.take(self.leaf + self.start[:, None])
                freeze(chosen)
            self._choices = say, chosen
        return self._choices[1]

    def __len__(self) -> int:
        """Count the trees."""
        return len(self.start)

    def grown(self) -> list[Grown]:
        """List the trees, with the leaves of the training points."""
        leaves = self.leaf.astype(np.int64)
        freeze(leaves)
        rows = zip(self.leaf, leaves, strict=True)
        return [
            Grown(ForestTree.number_of(self, number, small), leaf)
            for number, (small, leaf) in enumerate(rows)
        ]

    def fill(self, tree: "ForestTree", name: str) -> None:
        """Tell a tree what it is asked for, and what is known with that."""
        number = tree.number
        own = slice(int(self.start[number]), int(self.end[number]))
        if name == "thrown" and not self._throws:
            columns: dict[str, Any] = {"thrown": None}
        elif name in MEASURED:
            columns = self.measured().of(number, own)
        else:
            columns = WITHOUT | {name: getattr(self, name)[own] for name in ASKED}
        for known, column in columns.items():
            object.__setattr__(tree, known, column)

    def measured(self) -> "Measured":
        """Measure the nodes of all trees, once; twice does no harm."""
        log, measured = self._log, self._measured
        if measured is None:
            assert log is not None
            measured = measure(log, self.start)
            self._measured, self._log = measured, None
        return measured


class ForestTree(PlantedTree):
    """A tree of a forest: what it is asked for is told by the forest, and kept."""

    __slots__ = ("forest", "number")
    forest: GrownForest | None
    number: int

    @classmethod
    def number_of(cls, forest: GrownForest, number: int, leaf: SmallArray) -> "ForestTree":
        """Name the tree; nothing of it is made yet."""
        tree = cls.__new__(cls)
        object.__setattr__(tree, "forest", forest)
        object.__setattr__(tree, "number", number)
        return tree.knowing(forest.data.points, leaf)

    def __len__(self) -> int:
        """Count the nodes."""
        if self.forest is None:
            return super().__len__()
        return int(self.forest.end[self.number] - self.forest.start[self.number])

    def __getattr__(self, name: str) -> Any:
        """Tell what is not there yet; a tree made of another one has everything but a forest."""
        if name == "forest":
            return None
        if name not in NAMES or self.forest is None:
            raise AttributeError(name)
        self.forest.fill(self, name)
        return object.__getattribute__(self, name)
