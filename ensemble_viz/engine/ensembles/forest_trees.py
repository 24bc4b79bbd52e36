"""Trees that were grown together, and are measured when somebody looks at them.

What trees ask and answer is known at once. What else their nodes have on record, all trees of a
forest measure together, when it is first asked for; it is the same, to the last bit, as if it had
been measured while they grew.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import Dataset, FloatArray, IntArray
from ensemble_viz.engine.data.dataset import freeze
from ensemble_viz.engine.ensembles.method import Say
from ensemble_viz.engine.ensembles.votes import voted_for
from ensemble_viz.engine.trees import LEAF, middle
from ensemble_viz.engine.trees.class_trees import ClassTrees, LevelSplits
from ensemble_viz.engine.trees.class_words import Words
from ensemble_viz.engine.trees.criteria import ClassCriterion
from ensemble_viz.engine.trees.grove import NAMES, PlantedTree, SmallArray
from ensemble_viz.engine.trees.growth import Grown
from ensemble_viz.engine.trees.node_log import (
    Drawn,
    Log,
    Measured,
    measure,
    merged,
    ordered,
    tree_by_tree,
)
from ensemble_viz.engine.trees.node_statistics import class_shares

STRIDE = 3
"""Questions that points are asked on their way down before those are let go that have arrived."""
WITHOUT = {"reversed": False, "grad": None, "hess": None, "grown": None, "kept": None}
ASKED = ("feature", "threshold", "left", "right", "value")
MEASURED = ("n", "weight", "impurity", "gain", "tried", "thrown")


@dataclass(frozen=True, slots=True, eq=False)
class ForestNodes:
    """What the nodes of some trees ask and answer, one tree behind the other."""

    sizes: IntArray
    """(trees,): how many nodes each has."""
    feature: IntArray
    threshold: FloatArray
    left: IntArray
    """The numbers of children are those in their tree."""
    right: IntArray
    value: FloatArray


class Measures:
    """What else the nodes of trees have on record that grew together: measured when asked for."""

    def __init__(self, log: Log, sizes: IntArray) -> None:
        """Keep what was noted."""
        self._log: Log | None = log
        self._measured: Measured | None = None
        self._throws = bool(log.drawn.throws)
        self._end = sizes.cumsum()
        self._start = self._end - sizes

    def of(self, number: int, name: str) -> dict[str, Any]:
        """Find a field of one of the trees, and those that come with it."""
        if name == "thrown" and not self._throws:
            return {"thrown": None}
        own = slice(int(self._start[number]), int(self._end[number]))
        return self.measured().of(number, own)

    def measured(self) -> Measured:
        """Measure the nodes of all trees, once; twice does no harm."""
        log, measured = self._log, self._measured
        if measured is None:
            assert log is not None
            measured = measure(log, self._start)
            self._measured, self._log = measured, None
        return measured


class GrownForest:
    """Trees of one forest, tree by tree in common arrays."""

    def __init__(
        self,
        data: Dataset,
        nodes: ForestNodes,
        leaf: SmallArray,
        records: Sequence[tuple[Measures, int]],
    ) -> None:
        """Put trees together: their nodes, and where their measures are, with their number there.

        `leaf` (trees, n) is the leaf of each training point in each tree.
        """
        self.data, self.nodes, self.leaf, self.records = data, nodes, leaf, records
        self.end = nodes.sizes.cumsum()
        self.start = self.end - nodes.sizes
        self.bags: IntArray | None = None
        """How often each point was drawn for each tree, (trees, n), where that is known."""
        self._choices: tuple[Say, NDArray[np.uint8] | None] | None = None

    def choices(self, say: Say) -> NDArray[np.uint8] | None:
        """Say for which class each tree votes at the training points, (trees, n).

        None where not all leaves have one vote.
        """
        if self._choices is None or self._choices[0] is not say:
            said = say(self.nodes.value)
            chosen = voted_for(said) if said.ndim > 1 else None
            if chosen is not None:
                chosen = chosen.take(self.leaf + self.start[:, None])
                freeze(chosen)
            self._choices = say, chosen
        return self._choices[1]

    def arrived(self, tree: IntArray, points: FloatArray) -> IntArray:
        """Find the leaf that each point falls into, in the tree of this number."""
        first, x = self.start.take(tree), np.arange(len(tree)) * points.shape[1]
        at, moving = np.zeros(len(tree), dtype=np.int64), np.arange(len(tree))
        while len(moving):
            node = (first + at).take(moving)
            axis = self.nodes.feature.take(node)
            asks = (axis != LEAF).nonzero()[0]
            node, axis, moving = node.take(asks), axis.take(asks), moving.take(asks)
            goes_right = points.take(x.take(moving) + axis) > self.nodes.threshold.take(node)
            at[moving] = self.nodes.left.take(node) + goes_right
        return at

    def __len__(self) -> int:
        """Count the trees."""
        return len(self.start)

    def grown(self) -> list[Grown]:
        """List the trees, with the leaves of the training points."""
        leaves = self.leaf.astype(np.int64)
        freeze(leaves)
        rows = zip(self.leaf, leaves, strict=True)
        return [
            Grown(ForestTree.number_of(self, number, small), leaf, slice(None))
            for number, (small, leaf) in enumerate(rows)
        ]

    def fill(self, tree: "ForestTree", name: str) -> None:
        """Tell a tree what it is asked for, and what is known with that."""
        if name in MEASURED:
            measures, number = self.records[tree.number]
            columns = measures.of(number, name)
        else:
            own = slice(int(self.start[tree.number]), int(self.end[tree.number]))
            columns = WITHOUT | {name: getattr(self.nodes, name)[own] for name in ASKED}
        for known, column in columns.items():
            object.__setattr__(tree, known, column)


def planted(
    data: Dataset, growth: ClassTrees, criterion: ClassCriterion, drawn: Drawn
) -> GrownForest:
    """Put the nodes that have grown in order, tree by tree; nothing is measured yet."""
    splits, roots = merged(growth.splits), growth.roots
    sizes, place = tree_by_tree(splits, len(roots.size), growth.count)
    start = sizes.cumsum() - sizes
    counts = ordered(splits, roots.counts, splits.counts, splits.left_counts, place)
    log = Log(splits, roots, counts, place, growth.words, criterion, drawn)
    asks = place.take(splits.number)
    feature, left, right = (np.full(growth.count, LEAF) for _ in range(3))
    threshold = np.zeros(growth.count)
    feature[asks] = splits.axis
    child = place.take(splits.left) - start.take(splits.bag)
    left[asks], right[asks] = child, child + 1
    threshold[asks] = _thresholds(data, splits, growth.words)
    totals = growth.lanes.apart(counts)
    value: FloatArray = class_shares(totals, totals.sum(axis=0)).T
    freeze(feature, threshold, left, right, value)
    nodes = ForestNodes(sizes, feature, threshold, left, right, value)
    outside = (growth.leaf == LEAF).ravel().nonzero()[0]
    leaf = place.take(np.maximum(growth.leaf, 0))  # take is slow at numbers below 0
    _find_leaves(leaf, outside, data, (splits, place), nodes)
    leaf -= start[:, None]
    measures = Measures(log, sizes)
    records = [(measures, number) for number in range(len(sizes))]
    return GrownForest(data, nodes, leaf.astype(np.int32), records)


def _thresholds(data: Dataset, splits: LevelSplits, words: Words) -> FloatArray:
    """Find where nodes are cut: between the points beside, if that is not known."""
    if not isinstance(splits.beside, tuple):
        return splits.beside
    x = data.points.ravel()
    low, high = (x.take(2 * words.point(side) + splits.axis) for side in splits.beside)
    return middle(low, high)


def _find_leaves(
    leaf: IntArray,
    outside: IntArray,
    data: Dataset,
    grown: tuple[LevelSplits, IntArray],
    nodes: ForestNodes,
) -> None:
    """Find the leaves of the training points outside the bags; places among all nodes."""
    splits, place = grown
    tree = outside // leaf.shape[1]
    point = outside - leaf.shape[1] * tree
    below, cut = 2 * np.arange(len(nodes.feature)), np.full(len(nodes.feature), np.inf)
    asks = place.take(splits.number)  # the others lead to themselves
    below[asks] = 2 * place.take(splits.left) + splits.axis
    cut[asks] = nodes.threshold[asks]
    x, first = data.points.ravel(), 2 * point
    start = nodes.sizes.cumsum() - nodes.sizes
    found, moving, at = start.take(tree), np.arange(len(tree)), start.take(tree)
    while len(moving):
        for _ in range(STRIDE):
            way = below.take(at)
            at = (way >> 1) + (x.take(first + (way & 1)) > cut.take(at))
        found[moving] = at
        on = (nodes.feature.take(at) != LEAF).nonzero()[0]
        moving, at, first = moving.take(on), at.take(on), first.take(on)
    leaf.ravel()[outside] = found


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
