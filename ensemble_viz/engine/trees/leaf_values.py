"""What the nodes of a tree should answer, given the points that fell into its leaves.

Inner nodes get an answer as well: what they would say as a leaf, from all points below them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from operator import truediv

import numpy as np

from ensemble_viz.engine.data import TIE, FloatArray, IntArray, Numbers
from ensemble_viz.engine.data.ties import settle_zero
from ensemble_viz.engine.trees.frontier import Frontier, running_sums
from ensemble_viz.engine.trees.growth import Grown
from ensemble_viz.engine.trees.promised_trees import GrownSoon
from ensemble_viz.engine.trees.tree import Tree

LEAST_CURVATURE = 1e-150  # a leaf as flat as this does not move


@dataclass(slots=True, eq=False)
class Fitted:
    """A tree beside the points it was fitted to."""

    grown: "Grown | GrownSoon"
    """The tree."""
    rows: IntArray | slice
    """The points that it saw."""
    leaf: IntArray
    """The leaf each of them fell into."""
    weight: Numbers
    """What each of them weighs."""
    target: FloatArray
    """What the tree was fitted to at each of them."""
    parents: list[int] | None
    """The nodes with children 1 and 2, 3 and 4, …, of a small tree whose points all weigh 1."""
    reach: float = inf
    """The target is nowhere larger."""

    @property
    def tree(self) -> Tree:
        """The tree itself."""
        return self.grown.tree

    @classmethod
    def of(cls, grown: Grown | GrownSoon, weight: Numbers, target: FloatArray) -> "Fitted":
        """Leave out the points that the tree did not see."""
        rows = grown.rows
        if isinstance(rows, slice) or len(rows) == len(grown.leaf):
            return cls(grown, rows, grown.leaf, weight, target, grown.parents, grown.reach)
        return cls(grown, rows, grown.leaf[rows], weight[rows], target[rows], None)

    def sums(self, *per_row: Numbers) -> FloatArray:
        """Σ weight · number over the points of every node: (columns, nodes)."""
        leaf_sums = [np.bincount(self.leaf, self.weight * one, len(self.tree)) for one in per_row]
        return self.tree.up_from_leaves(np.array(leaf_sums).T).T

    def means(self) -> FloatArray:
        """Average what the tree was fitted to."""
        return self.newton_steps(np.ones(len(self.leaf)))

    def newton_steps(self, curvature: FloatArray) -> FloatArray:
        """Σ r / Σ curvature for every node; 0 where the loss is flat."""
        if self.parents is not None:
            return self._few_newton_steps(curvature, self.parents)
        slope, size, bend = self.sums(self.target, np.abs(self.target), curvature)
        slope = settle_zero(slope, size)
        flat = np.abs(bend) < LEAST_CURVATURE
        return np.where(flat, 0.0, slope / np.where(flat, 1.0, bend))

    def _few_newton_steps(self, curvature: FloatArray, parents: list[int]) -> FloatArray:
        """Do the same number by number: quicker in a small tree."""
        slope, bend = self._few_sums(self.target, parents), self._few_sums(curvature, parents)
        steep = 2.0 * TIE * len(self.leaf) * self.reach
        if min(map(abs, slope)) > steep and min(map(abs, bend)) >= LEAST_CURVATURE:
            return np.array(list(map(truediv, slope, bend)))
        size = self._few_sums(np.abs(self.target), parents)  # one of them may be settled
        return np.array(
            [
                0.0 if abs(s) <= TIE * z or abs(b) < LEAST_CURVATURE else s / b
                for s, z, b in zip(slope, size, bend, strict=True)
            ]
        )

    def _few_sums(self, per_row: FloatArray, parents: list[int]) -> list[float]:
        """Sum over the points of every node."""
        sums = np.bincount(self.leaf, per_row, 1 + 2 * len(parents)).tolist()
        for k in range(len(parents) - 1, -1, -1):
            sums[parents[k]] = sums[1 + 2 * k] + sums[2 + 2 * k]
        return sums

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
