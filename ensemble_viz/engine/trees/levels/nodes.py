"""The nodes of growing trees on record, and the trees made of them at the end."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ensemble_viz.engine.data import FloatArray, IntArray
from ensemble_viz.engine.data.dataset import freeze
from ensemble_viz.engine.trees.levels.frontier import Frontier
from ensemble_viz.engine.trees.levels.node_statistics import NodeFacts
from ensemble_viz.engine.trees.tree import LEAF, Throws, Tree


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
    _tried: list[tuple[IntArray, IntArray]] = field(default_factory=list)
    _thrown: list[tuple[IntArray, Throws]] = field(default_factory=list)

    def open(self, frontier: Frontier, bag: IntArray, facts: NodeFacts) -> None:
        """Put new nodes on record."""
        self._opened.append((frontier.node, bag, frontier.size, facts))
        self.count += len(frontier)

    def split(self, splits: Splits) -> None:
        """Put splits on record."""
        self._splits.append(splits)

    def tried(self, node: IntArray, axes: IntArray) -> None:
        """Put on record which axes were drawn for some nodes."""
        self._tried.append((node, axes))

    def thrown(self, node: IntArray, throws: Throws) -> None:
        """Put on record which random cuts were thrown in some nodes."""
        self._thrown.append((node, throws))

    def trees(self, bags: int) -> tuple[list[Tree], IntArray]:
        """Make the tree of each bag; with them the number in its tree of every node on record.

        The numbers end with LEAF, so that what is no node is none in a tree either.
        """
        number = np.concatenate([node for node, _, _, _ in self._opened]).argsort()
        bag = np.concatenate([bag for _, bag, _, _ in self._opened])[number]
        by_bag = bag.argsort(kind="stable")
        count = np.bincount(bag, minlength=bags)
        end = count.cumsum()
        start = end - count
        local = np.full(self.count + 1, LEAF)
        local[by_bag] = np.arange(self.count) - start.repeat(count)
        columns = self._facts(number) | self._asked(local)
        columns = {name: column[by_bag] for name, column in columns.items()}
        freeze(*columns.values())
        throws = self._throws(by_bag) if self._thrown else None
        chose, threw = (self._bags_of(nodes, bag) for nodes in (self._tried, self._thrown))
        trees = []
        for k, own in enumerate(map(slice, start.tolist(), end.tolist())):
            tree = {name: column[own] for name, column in columns.items()}
            if k not in chose:
                tree.pop("tried", None)
            thrown = throws.only(own) if throws is not None and k in threw else None
            trees.append(Tree(**tree, thrown=thrown))
        return trees, local

    def _bags_of(self, recorded: Sequence[tuple[IntArray, Any]], bag: IntArray) -> set[int]:
        """Name the bags in whose trees something was put on record of at least one node."""
        return (
            set(bag[np.concatenate([node for node, _ in recorded])].tolist()) if recorded else set()
        )

    def _facts(self, number: IntArray) -> dict[str, Any]:
        """Gather what was measured in the nodes, by their number."""
        columns = {"n": np.concatenate([size for _, _, size, _ in self._opened])[number]}
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
            asked["tried"] = np.full((self.count, self._tried[0][1].shape[1]), LEAF)
            for node, axes in self._tried:
                asked["tried"][node] = axes
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


def middle(low: FloatArray, high: FloatArray) -> FloatArray:
    """Find the thresholds between neighbours, low < high: never one that would send both left."""
    half = low / 2 + high / 2
    return np.where(half >= high, low, half) + 0.0  # + 0.0 turns −0.0 into 0.0
