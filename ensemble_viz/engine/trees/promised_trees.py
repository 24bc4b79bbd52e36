"""Trees fitted to values that are written down and measured later, those of many rounds at once.

What is found is bit for bit what `ValueTrees` measures while it grows a tree.
"""

from dataclasses import dataclass
from typing import Any
from weakref import ref

import numpy as np

from ensemble_viz.engine.data import FloatArray, IntArray
from ensemble_viz.engine.data.dataset import freeze
from ensemble_viz.engine.trees.node_statistics import ValueStatistics
from ensemble_viz.engine.trees.pending import USUAL, Page, PendingTree, Waiting
from ensemble_viz.engine.trees.scout import Sketch
from ensemble_viz.engine.trees.tree_measures import SketchedNodes, measured
from ensemble_viz.engine.trees.value_levels import ORIGIN, Level, means
from ensemble_viz.engine.trees.value_trees import ValueTrees

QUESTIONS = frozenset(("feature", "threshold", "left", "right"))
EVERY = slice(None)
MOST_VALUES = 1 << 17  # so many are measured in one go


@dataclass(slots=True, weakref_slot=True, eq=False)
class Promise:
    """A tree that is still to be written down and measured."""

    office: "Office"
    sketch: Sketch
    values: FloatArray
    """(n,): what it was fitted to."""
    page: Page | None = None
    """Where it stands what the tree asks, once that is written …"""
    nth: int = 0
    """… and which of the trees there it is."""
    figures: dict[str, Any] | None = None
    """The other fields of the tree, once they are measured."""
    leaf_means: FloatArray | None = None

    def __len__(self) -> int:
        """Count the nodes."""
        return 1 + 2 * len(self.sketch.cuts)

    @property
    def is_measured(self) -> bool:
        """Say whether somebody has looked."""
        return self.figures is not None

    def found(self, name: str) -> dict[str, Any]:
        """Find a field of the tree, and those that come with it."""
        return self.office.found(self, name)

    def written(self) -> tuple[Page, int]:
        """Find the page it stands on, and which of the trees there it is."""
        return self.office.page(self), self.nth


class GrownSoon:
    """A tree that is pending, and the leaf each point fell into: it saw them all.

    It stands where a `Grown` may; the tree is there when somebody asks for it.
    """

    __slots__ = ("_tree", "leaf", "promise", "value")

    def __init__(self, promise: Promise, leaf: IntArray, value: FloatArray | None = None) -> None:
        """Take what the nodes answer, if it is not the mean of what the tree was fitted to."""
        self.promise, self.leaf, self.value = promise, leaf, value
        self._tree: PendingTree | None = None

    @property
    def tree(self) -> PendingTree:
        """The tree, which knows its answers."""
        if self._tree is None:
            self._tree = PendingTree.of(self.promise, self.value)
        return self._tree

    @property
    def rows(self) -> slice:
        """Take all points: it saw them."""
        return EVERY

    @property
    def reach(self) -> float:
        """Name the largest of the values it was fitted to, whatever its sign."""
        return self.promise.sketch.reach

    @property
    def parents(self) -> list[int]:
        """List the nodes with children."""
        return [cut[0] for cut in self.promise.sketch.cuts]

    def answering(self, value: FloatArray) -> "GrownSoon":
        """Keep the questions, change the answers."""
        freeze(value)
        return GrownSoon(self.promise, self.leaf, value)

    def answer(self, _points: FloatArray) -> FloatArray:
        """Answer at the points it was grown on."""
        if self.value is not None:
            return self.value.take(self.leaf)
        return self.promise.office.leaf_means(self.promise, self.leaf).take(self.leaf)


class Office:
    """Writes down and measures the trees on one set of points."""

    def __init__(self, trees: ValueTrees) -> None:
        """Open, with nothing to do."""
        self._trees = trees
        at_once = max(1, MOST_VALUES // max(trees.root.rows.shape[1], 1))
        self._unwritten: Waiting[Promise] = Waiting(at_once)
        self._unmeasured: Waiting[Promise] = Waiting(at_once)

    def promise(self, sketch: Sketch, leaf: IntArray, values: FloatArray) -> GrownSoon:
        """Promise the tree of a sketch; nobody may write to the values from now on."""
        promise = Promise(self, sketch, values)
        reference = ref(promise)
        self._unwritten.add(reference)
        self._unmeasured.add(reference)
        return GrownSoon(promise, leaf)

    def found(self, promise: Promise, name: str) -> dict[str, Any]:
        """Find this field of a promised tree, and those that come with it."""
        if name in USUAL:
            return USUAL
        if name in QUESTIONS:
            return self.page(promise).tree(promise.nth)
        if promise.figures is None:
            self._unmeasured.finish(self._measure)
        return promise.figures or {}

    def page(self, promise: Promise) -> Page:
        """Find where it stands what a tree asks; with it, it is written what others ask."""
        if promise.page is None:
            self._unwritten.finish(self._write)
        assert promise.page is not None
        return promise.page

    def leaf_means(self, promise: Promise, leaf: IntArray) -> FloatArray:
        """Average the values in the nodes that are leaves; 0 in the others."""
        if promise.leaf_means is None:
            judge = ValueStatistics(promise.values, ORIGIN)
            size = np.bincount(leaf, minlength=len(promise.sketch))
            along = self._trees.root.rows[0]
            by_leaf = leaf.take(along).astype(np.uint8).argsort(kind="stable")
            leaves = size.nonzero()[0]
            level = Level.of(along.take(by_leaf)[None], size.take(leaves), leaves)
            mean = means(level, judge.values.take(level.rows[0]))[1]
            promise.leaf_means = np.zeros(len(size))
            promise.leaf_means[leaves] = judge.middle + mean * judge.unit
            freeze(promise.leaf_means)
        return promise.leaf_means

    def _write(self, promises: list[Promise]) -> None:
        nodes = SketchedNodes.of([one.sketch for one in promises], len(promises[0].values))
        columns = nodes.questions(self._trees.x)
        freeze(*columns.values())
        page = Page(columns, nodes.first.tolist(), nodes.count)
        for nth, promise in enumerate(promises):
            promise.page, promise.nth = page, nth

    def _measure(self, promises: list[Promise]) -> None:
        nodes = SketchedNodes.of([one.sketch for one in promises], len(promises[0].values))
        values = np.stack([promise.values for promise in promises])
        for promise, columns in zip(
            promises, nodes.apart(measured(self._trees, nodes, values)), strict=True
        ):
            promise.figures = columns
