"""What the nodes of a tree should answer, given the points that fell into its leaves.

Inner nodes get an answer as well: what they would say as a leaf, from all points below them.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ensemble_viz.engine.dataset import FloatArray, IntArray, Numbers
from ensemble_viz.engine.frontier import Frontier, running_sums
from ensemble_viz.engine.growth import Grown
from ensemble_viz.engine.ties import TIE, settle_zero
from ensemble_viz.engine.tree import LEAF, Tree

LEAST_CURVATURE = 1e-150  # a leaf as flat as this does not move


@dataclass(frozen=True, slots=True, eq=False)
class Fitted:
    """A tree beside the points it was fitted to."""

    tree: Tree
    rows: IntArray
    """The points that it saw."""
    leaf: IntArray
    """The leaf each of them fell into."""
    weight: Numbers
    """What each of them weighs."""
    target: FloatArray
    """What the tree was fitted to at each of them."""

    @classmethod
    def of(cls, grown: Grown, weight: Numbers, target: FloatArray) -> "Fitted":
        """Leave out the points that the tree did not see."""
        rows = (grown.leaf != LEAF).nonzero()[0]
        if len(rows) == len(grown.leaf):
            return cls(grown.tree, rows, grown.leaf, weight, target)
        return cls(grown.tree, rows, grown.leaf[rows], weight[rows], target[rows])

    def sums(self, *per_row: Numbers) -> FloatArray:
        """Σ weight · number over the points of every node: (columns, nodes)."""
        leaf_sums = [np.bincount(self.leaf, self.weight * one, len(self.tree)) for one in per_row]
        return self.tree.up_from_leaves(np.array(leaf_sums).T).T

    def means(self) -> FloatArray:
        """Average what the tree was fitted to."""
        return self.newton_steps(np.ones(len(self.leaf)))

    def newton_steps(self, curvature: FloatArray) -> FloatArray:
        """Σ r / Σ curvature for every node; 0 where the loss is flat."""
        slope, size, bend = self.sums(self.target, np.abs(self.target), curvature)
        slope = settle_zero(slope, size)
        flat = np.abs(bend) < LEAST_CURVATURE
        return np.where(flat, 0.0, slope / np.where(flat, 1.0, bend))

    def lower_medians(self, residual: FloatArray) -> FloatArray:
        """Find the lower median of the residuals of every node."""
        return self._by_node(residual, lambda nodes: self._medians(nodes, residual))

    def clipped_means(self, residual: FloatArray, delta: float) -> FloatArray:
        """Add to the lower median the mean of what lies around it, cut off at ±delta."""

        def step(nodes: Frontier) -> FloatArray:
            middle = self._medians(nodes, residual)
            order = nodes.entries[0]
            around = np.clip(residual[order] - nodes.spread(middle), -delta, delta)
            weight = self.weight[order]
            total = np.add.reduceat(weight, nodes.start)
            return middle + np.add.reduceat(weight * around, nodes.start) / total

        return self._by_node(residual, step)

    def _medians(self, nodes: Frontier, residual: FloatArray) -> FloatArray:
        """Find the first residual of each node that reaches half of its weight."""
        order = nodes.entries[0]
        below, above = running_sums(self.weight[order][None, None], nodes)
        reached = below >= above - TIE * (below + above)
        place = np.where(reached[0, 0], np.arange(len(order)), len(order))
        return residual[order[np.minimum.reduceat(place, nodes.start)]]

    def _by_node(
        self, residual: FloatArray, answer: Callable[[Frontier], FloatArray]
    ) -> FloatArray:
        """Answer for all nodes of one depth at a time, the points of each sorted by residual."""
        depth, above = self.tree.node_depth(), self.tree.parent()
        at, found = self.leaf.copy(), np.zeros(len(self.tree))
        by_residual = residual.argsort(kind="stable")
        for level in range(int(depth.max()), -1, -1):
            rows = by_residual[depth[at[by_residual]] == level]
            rows = rows[at[rows].argsort(kind="stable")]
            node, start, size = np.unique(at[rows], return_index=True, return_counts=True)
            key = np.zeros(len(node), dtype=np.uint64)
            found[node] = answer(Frontier(rows[None], start, size, node, key))
            at[rows] = above[at[rows]]
        return found
