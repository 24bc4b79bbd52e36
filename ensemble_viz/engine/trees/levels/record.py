"""The nodes of growing trees on record, and the trees made of them at the end."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import FloatArray, IntArray, dataset
from ensemble_viz.engine.trees.lazy import USUAL, LazyTree, lazy_tree
from ensemble_viz.engine.trees.levels.node_statistics import Facts, Statistics
from ensemble_viz.engine.trees.small.measures import Nodes
from ensemble_viz.engine.trees.tree import LEAF, Throws, Tree, fall


class Forest:
    """The nodes of all trees; each takes its own when somebody looks."""

    def __init__(
        self, columns: dict[str, Any], count: IntArray, thrown: Callable[[], Throws] | None
    ) -> None:
        self.columns, self.count = columns, count
        self._gather = thrown
        self._thrown: Throws | None = None
        self.end = count.cumsum()
        self.start = self.end - count
        self._lock = Lock()

    def trees(self, points: FloatArray, leaf: Sequence[NDArray[np.int32]]) -> list[Tree]:
        """Make the trees; each knows the leaves of the points it was grown among."""
        dataset.freeze(*self.columns.values())
        own = map(range, self.start.tolist(), self.end.tolist())
        value = self.columns["value"]
        return [
            lazy_tree(self._fill, nodes, None, value[nodes.start : nodes.stop], (points, known))
            for nodes, known in zip(own, leaf, strict=True)
        ]

    def _fill(self, tree: LazyTree, _questions: bool) -> None:
        with self._lock:
            if tree.is_measured:
                return
            nodes = tree.source[0]
            own = slice(nodes.start, nodes.stop)
            columns = USUAL | {name: column[own] for name, column in self.columns.items()}
            if columns["tried"] is not None and columns["tried"].max() == LEAF:
                columns["tried"] = None
            if self._gather is not None:
                self._thrown, self._gather = self._gather(), None
            if self._thrown is not None and self._thrown.thrown[own].any():
                columns["thrown"] = self._thrown.only(own)
            tree.fill_in(columns)

    def fall(self, tree: IntArray, points: FloatArray) -> IntArray:
        """Find the leaf that each point falls into, in the tree of this number."""
        known, first, ahead = self.columns, self.start.take(tree), self.start.repeat(self.count)
        children = known["left"] + ahead, known["right"] + ahead
        return fall(points, first, known["feature"], known["threshold"], children) - first


@dataclass(slots=True, eq=False)
class Splits:
    """How some nodes were split; the right child of each has the number behind the left one."""

    node: IntArray
    axis: IntArray
    low: IntArray
    """The point before the cut …"""
    high: IntArray
    """… and the one behind it."""
    threshold: FloatArray | None
    """Where the cut is, if it was thrown."""
    gain: FloatArray
    left: IntArray


@dataclass(slots=True, eq=False)
class Thrown:
    """The random cuts of some nodes, (cuts, nodes)."""

    node: IntArray
    axis: IntArray
    varies: NDArray[np.bool_]
    """A cut can be thrown there at all."""
    threshold: FloatArray
    score: FloatArray
    """−inf where the cut leaves a side too few points."""
    facts: Facts


@dataclass(slots=True)
class NodeRecord:
    """The nodes made so far, numbered in the order of creation."""

    axes: int
    count: int = 0
    _opened: list[tuple[IntArray, IntArray, IntArray, Facts]] = field(default_factory=list)
    splits: list[Splits] = field(default_factory=list)
    tried: list[tuple[IntArray, tuple[IntArray, IntArray]]] = field(default_factory=list)
    """Which axis was drawn for some nodes, and which one after that."""
    thrown: list[Thrown] = field(default_factory=list)

    def open(self, node: IntArray, bag: IntArray, size: IntArray, facts: Facts) -> None:
        self._opened.append((node, bag, size, facts))
        self.count += len(node)

    def forest(
        self, bags: int, statistics: Statistics, thresholds: Callable[..., FloatArray]
    ) -> tuple[Forest, IntArray]:
        """Put the nodes in order, bag by bag; with them the number in its tree of every node.

        The numbers end with LEAF, so that what is no node is none in a tree either.
        """
        *numbers, facts = zip(*self._opened, strict=True)
        node, bag, size = map(np.concatenate, numbers)
        made, place = np.empty(self.count, dtype=np.int64), np.empty(self.count, dtype=np.int64)
        made[node] = np.arange(self.count)
        owner = bag.take(made)
        by_tree = owner.astype(np.uint16).argsort(kind="stable")  # quick, for there are few trees
        place[by_tree] = np.arange(self.count)
        order, count = made.take(by_tree), np.bincount(owner, minlength=bags)
        start = count.cumsum() - count
        local = np.append(place - start.take(owner), LEAF)
        asked = self._asked(place, local, thresholds) | {"n": size.take(order)}
        inner = (asked["feature"] != LEAF).nonzero()[0]
        left = asked["left"].take(inner) + start.take(bag.take(order.take(inner)))
        nodes = Nodes(start, count, asked, inner, left)
        columns = statistics.columns(nodes, facts[0].with_more(facts[1:], order))
        if self.thrown:
            columns["gain"] = asked["gain"]  # to the last place that of the cut that was thrown
        thrown = partial(self._throws, by_tree, statistics) if self.thrown else None
        return Forest(columns, count, thrown), local

    def _asked(
        self, place: IntArray, local: IntArray, thresholds: Callable[..., FloatArray]
    ) -> dict[str, Any]:
        """Gather what the nodes ask, each at its place; children by their number in the tree."""
        feature = np.full(self.count, LEAF, dtype=np.int64)
        left, right = feature.copy(), feature.copy()
        threshold, gain = np.zeros(self.count), np.zeros(self.count)
        if self.splits:
            number, axis, low, high, saved, child = (
                np.concatenate([getattr(splits, name) for splits in self.splits])
                for name in ("node", "axis", "low", "high", "gain", "left")
            )
            own = place.take(number)
            feature[own], gain[own] = axis, saved
            left[own], right[own] = local.take(child), local.take(child + 1)
            thrown = [one.threshold for one in self.splits if one.threshold is not None]
            threshold[own] = np.concatenate(thrown) if thrown else thresholds(axis, low, high)
        asked: dict[str, Any] = {"feature": feature, "threshold": threshold, "gain": gain}
        if self.tried:
            asked["tried"] = tried = np.full((self.count, 2), LEAF)
            for node, axes in self.tried:
                tried[place.take(node)] = np.stack(axes, axis=1)
        return asked | {"left": left, "right": right}

    def _throws(self, order: IntArray, statistics: Statistics) -> Throws:
        """Gather the random cuts of all nodes, in this order of their numbers."""
        shape = self.count, self.axes
        thrown, fits = np.zeros(shape, dtype=bool), np.zeros(shape, dtype=bool)
        threshold, gain = np.zeros(shape), np.zeros(shape)
        for own in self.thrown:
            at, fit = (own.node, own.axis), own.score > -np.inf
            thrown[at], fits[at] = own.varies, fit
            threshold[at] = np.where(own.varies, own.threshold, 0.0)
            saved = statistics.gain(np.where(fit, own.score, 0.0), own.facts)
            gain[at] = np.where(fit, saved, 0.0)
        return Throws(thrown, threshold, gain, fits).only(order)
