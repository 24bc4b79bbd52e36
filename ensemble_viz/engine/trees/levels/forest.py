"""Trees that were grown together: their nodes stand in columns, one tree behind the other."""

from collections.abc import Sequence
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import FloatArray, IntArray
from ensemble_viz.engine.data.dataset import freeze
from ensemble_viz.engine.trees.lazy import USUAL, LazyTree, lazy_tree
from ensemble_viz.engine.trees.tree import LEAF, Throws, Tree


class Forest:
    """The nodes of all trees; each takes its own when somebody looks."""

    def __init__(self, columns: dict[str, Any], count: IntArray, thrown: Throws | None) -> None:
        """Take the columns of all nodes, and how many there are of each tree."""
        self.columns, self.count, self.thrown = columns, count, thrown
        self.end = count.cumsum()
        self.start = self.end - count
        self._lock = Lock()

    def trees(self, points: FloatArray, leaf: Sequence[NDArray[np.int32]]) -> list[Tree]:
        """Make the trees; each knows the leaves of the points it was grown among."""
        freeze(*self.columns.values())
        own = map(range, self.start.tolist(), self.end.tolist())
        value = self.columns["value"]
        return [
            lazy_tree(self, nodes, None, value[nodes.start : nodes.stop], (points, known))
            for nodes, known in zip(own, leaf, strict=True)
        ]

    def add(self, tree: LazyTree) -> None:
        """Trees are filled in one by one: none has to wait for others."""

    def measure(self, tree: LazyTree) -> None:
        """Fill in a tree."""
        with self._lock:
            if tree.is_measured:
                return
            nodes = tree.source[0]
            own = slice(nodes.start, nodes.stop)
            columns = USUAL | {name: column[own] for name, column in self.columns.items()}
            if columns["tried"] is not None and columns["tried"].max() == LEAF:
                columns["tried"] = None
            if self.thrown is not None and self.thrown.thrown[own].any():
                columns["thrown"] = self.thrown.only(own)
            tree.fill_in(columns)

    ask = measure

    def fall(self, tree: IntArray, points: FloatArray) -> IntArray:
        """Find the leaf that each point falls into, in the tree of this number."""
        feature, threshold = self.columns["feature"], self.columns["threshold"]
        child = np.stack((self.columns["left"], self.columns["right"]))
        child += self.start.repeat(self.count)
        child, x, width = child.ravel(), points.ravel(), points.shape[1]
        first = self.start.take(tree)
        found = np.empty(len(points), dtype=np.int64)
        moving, at = np.arange(len(points)), first
        while len(moving):
            axis = feature.take(at)
            is_leaf = np.equal(axis, LEAF)
            ends, inner = is_leaf.nonzero()[0], np.logical_not(is_leaf, is_leaf).nonzero()[0]
            found[moving.take(ends)] = at.take(ends)
            moving, at, axis = moving.take(inner), at.take(inner), axis.take(inner)
            right = x.take(moving * width + axis) > threshold.take(at)
            at = child.take(at + right * len(feature))
        return found - first
