"""The nodes of growing trees on record, and the trees made of them at the end."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ensemble_viz.engine.data import FloatArray, IntArray
from ensemble_viz.engine.trees.levels.forest import Forest
from ensemble_viz.engine.trees.levels.frontier import Frontier
from ensemble_viz.engine.trees.levels.node_statistics import NodeFacts
from ensemble_viz.engine.trees.tree import LEAF, Throws


@dataclass(frozen=True, slots=True, eq=False)
class Splits:
    """How some nodes were split; the right child of each has the number behind the left one."""

    node: IntArray
    axis: IntArray
    threshold: FloatArray
    gain: FloatArray
    left: IntArray


@dataclass(slots=True)
class NodeRecord:
    """The nodes made so far, numbered in the order of creation."""

    count: int = 0
    _opened: list[tuple[IntArray, IntArray, IntArray, NodeFacts]] = field(default_factory=list)
    _splits: list[Splits] = field(default_factory=list)
    _tried: list[tuple[IntArray, tuple[IntArray, IntArray]]] = field(default_factory=list)
    _thrown: list[tuple[IntArray, Throws]] = field(default_factory=list)

    def open(self, frontier: Frontier, bag: IntArray, facts: NodeFacts) -> None:
        """Put new nodes on record."""
        self._opened.append((frontier.node, bag, frontier.size, facts))
        self.count += len(frontier)

    def split(self, splits: Splits) -> None:
        """Put splits on record."""
        self._splits.append(splits)

    def tried(self, node: IntArray, axes: tuple[IntArray, IntArray]) -> None:
        """Put on record which axis was drawn for some nodes, and which one after that."""
        self._tried.append((node, axes))

    def thrown(self, node: IntArray, throws: Throws) -> None:
        """Put on record which random cuts were thrown in some nodes."""
        self._thrown.append((node, throws))

    def forest(self, bags: int) -> tuple[Forest, IntArray]:
        """Put the nodes in order, bag by bag; with them the number in its tree of every node.

        The numbers end with LEAF, so that what is no node is none in a tree either.
        """
        number = np.concatenate([node for node, _, _, _ in self._opened]).argsort()
        bag = np.concatenate([bag for _, bag, _, _ in self._opened])[number]
        by_bag = bag.argsort(kind="stable")
        count = np.bincount(bag, minlength=bags)
        local = np.full(self.count + 1, LEAF)
        local[by_bag] = np.arange(self.count) - (count.cumsum() - count).repeat(count)
        columns = self._facts(number) | self._asked(local)
        columns = {name: column.take(by_bag, axis=0) for name, column in columns.items()}
        return Forest(columns, count, self._throws(by_bag) if self._thrown else None), local

    def _facts(self, number: IntArray) -> dict[str, Any]:
        """Gather what was measured in the nodes, by their number."""
        columns: dict[str, Any] = {
            "n": np.concatenate([size for _, _, size, _ in self._opened])[number]
        }
        for name in self._opened[0][3].recorded:
            parts = [getattr(facts, name) for _, _, _, facts in self._opened]
            columns[name] = np.concatenate(parts)[number]
        return columns

    def _asked(self, local: IntArray) -> dict[str, Any]:
        """Gather what the nodes ask, by their number; children by their number in the tree."""
        feature = np.full(self.count, LEAF, dtype=np.int64)
        left, right = feature.copy(), feature.copy()
        threshold, gain = np.zeros(self.count), np.zeros(self.count)
        for splits in self._splits:
            feature[splits.node] = splits.axis
            left[splits.node] = local[splits.left]
            right[splits.node] = local[splits.left + 1]
            threshold[splits.node] = splits.threshold
            gain[splits.node] = splits.gain
        asked: dict[str, Any] = {"feature": feature, "threshold": threshold, "gain": gain}
        if self._tried:
            asked["tried"] = tried = np.full((self.count, 2), LEAF)
            for node, axes in self._tried:
                for k in range(2):
                    tried[node, k] = axes[k]
        return asked | {"left": left, "right": right}

    def _throws(self, order: IntArray) -> Throws:
        """Gather the random cuts of all nodes, in this order of their numbers."""
        shape = self.count, self._thrown[0][1].thrown.shape[1]
        thrown, fits = np.zeros(shape, dtype=bool), np.zeros(shape, dtype=bool)
        threshold, gain = np.zeros(shape), np.zeros(shape)
        for node, throws in self._thrown:
            thrown[node], fits[node] = throws.thrown, throws.fits
            threshold[node], gain[node] = throws.threshold, throws.gain
        return Throws(thrown, threshold, gain, fits).only(order)
