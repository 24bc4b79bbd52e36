"""Nodes of one tree, parted before their turn comes, many at once: any classes, values, weights.

A `Batch` has nodes that were made together, with the best cuts of those that can be cut. Some of
these, of any batches, are parted to make the next batch.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import TIE, FloatArray, IntArray, Numbers
from ensemble_viz.engine.trees.criteria import STUMP_ERROR
from ensemble_viz.engine.trees.frontier import Frontier, part, root_frontier
from ensemble_viz.engine.trees.growth import Grower
from ensemble_viz.engine.trees.node_statistics import ClassStatistics, NodeFacts

Chosen = tuple["Batch", IntArray]
"""A batch, and the places of some nodes among those of its nodes that can be cut."""


@dataclass(slots=True, eq=False)
class Batch:
    """Nodes that were made together: left children, then the right ones in the same order."""

    size: IntArray
    weight: FloatArray
    impurity: FloatArray
    value: FloatArray
    rows: IntArray
    """(E,): the points of the nodes, one node behind the other."""
    open: IntArray
    """The nodes that can be cut …"""
    axis: IntArray
    """… and their best cuts, …"""
    threshold: FloatArray
    gain: FloatArray
    saved: list[float]
    """… how much each of them would save in the tree, …"""
    keep: Any
    """… and what is needed to part them, …"""
    parted: int = 0
    """… as long as not all of them are."""

    def let_go(self, parted: int) -> None:
        """Some more nodes are parted: after the last of them their points are not needed."""
        self.parted += parted
        if self.parted == len(self.open):
            self.keep = None


class Parter(Protocol):
    """A way to make batches."""

    mixed: float
    """The most that splitting the root could save."""

    def plant(self) -> Batch:
        """Make the root."""

    def part(self, chosen: Sequence[Chosen]) -> Batch:
        """Make the children of some nodes."""


@dataclass(slots=True, eq=False)
class Open:
    """Nodes that can be cut, as `Grower` has them."""

    frontier: Frontier
    depth: IntArray
    left: IntArray
    """(nodes,): how many entries go left, …"""
    goes_left: NDArray[np.bool_]
    """(axes, E): … and which."""

    def only(self, places: IntArray) -> "Open":
        """Keep some of the nodes."""
        if len(places) == len(self.depth):
            return self
        keep = np.zeros(len(self.depth), dtype=bool)
        keep[places] = True
        entries = self.goes_left[:, self.frontier.spread(keep)]
        return Open(self.frontier.only(keep), self.depth[keep], self.left[keep], entries)


def side_by_side(nodes: Sequence[Open]) -> Open:
    """Put nodes side by side."""
    if len(nodes) == 1:
        return nodes[0]
    entries = np.concatenate([one.frontier.entries for one in nodes], axis=1)
    size, node, key = (
        np.concatenate([getattr(one.frontier, name) for one in nodes])
        for name in ("size", "node", "key")
    )
    return Open(
        Frontier(entries, size.cumsum() - size, size, node, key),
        np.concatenate([one.depth for one in nodes]),
        np.concatenate([one.left for one in nodes]),
        np.concatenate([one.goes_left for one in nodes], axis=1),
    )


class AnyParter:
    """Parts nodes as `Grower` does."""

    def __init__(self, grower: Grower, weight: Numbers) -> None:
        """Take a grower, and the weights of the points."""
        self.grower, self.limits = grower, grower.limits
        self.judge = grower.statistics
        self.counted = weight > 0
        self.mixed = 0.0

    def plant(self) -> Batch:
        """Make the root."""
        frontier = root_frontier(self.grower.order, self.counted[None])
        facts = self.judge.facts(frontier)
        self.mixed = float(self.judge.most(facts).max())
        return self._searched(frontier, facts, np.zeros(1, dtype=np.int64))

    def part(self, chosen: Sequence[Chosen]) -> Batch:
        """Make the children of some nodes."""
        nodes = side_by_side([batch.keep.only(places) for batch, places in chosen])
        nothing = nodes.frontier.node.repeat(2), nodes.frontier.key.repeat(2)
        children = part(nodes.frontier, nodes.goes_left, nodes.left, nothing)
        facts = self._settled(chosen[0][0], self.judge.facts(children))
        return self._searched(children, facts, np.tile(nodes.depth + 1, 2))

    def _settled(self, root: Batch, sides: NodeFacts) -> NodeFacts:
        """Let the sides of a stump answer different classes, where it has to."""
        judge = self.judge
        if not isinstance(judge, ClassStatistics) or judge.criterion is not STUMP_ERROR:
            return sides
        weight = np.concatenate((root.weight, sides.weight))
        value = judge.criterion.answers(weight, np.concatenate((root.value, sides.value)))
        return NodeFacts(sides.weight, sides.impurity, value[1:], sides.mixed)

    def _searched(self, frontier: Frontier, facts: NodeFacts, depth: IntArray) -> Batch:
        """Find the best cuts of the nodes that can and may be cut, as `Grower.search` does."""
        grower, limits = self.grower, self.limits
        may = facts.mixed & (frontier.size >= 2 * limits.min_samples_leaf)
        if limits.max_depth is not None:
            may &= depth < limits.max_depth
        inner, known = frontier.only(may), facts.only(may)
        cuts = grower.best_cuts(inner, known)
        can = cuts.found & (self.judge.gain(cuts.score, known) >= limits.min_gain - TIE)
        inner, known, cuts = inner.only(can), known.only(can), cuts.only(can)
        gain, opened = self.judge.gain(cuts.score, known), may.nonzero()[0][can]
        goes_left = grower.goes_left(inner, cuts) if len(opened) else np.zeros((0, 0), dtype=bool)
        return Batch(
            frontier.size, facts.weight, facts.impurity, facts.value, frontier.entries[0],
            opened, cuts.axis,
            grower.thresholds(inner, cuts.axis, inner.start + cuts.position),
            gain, self._saved(inner, cuts.axis, cuts.position, (gain, known.weight)),
            Open(inner, depth[opened], cuts.position + 1, goes_left),
        )  # fmt: skip

    def _saved(
        self, inner: Frontier, axis: IntArray, last: IntArray, known: tuple[FloatArray, FloatArray]
    ) -> list[float]:
        """Weigh what each cut saves."""
        ends = (inner.start + last + 1).tolist()
        left = [
            inner.entries[along, low:high]
            for along, low, high in zip(axis.tolist(), inner.start.tolist(), ends, strict=True)
        ]
        return list(map(self.judge.saved, *map(np.ndarray.tolist, known), left))
