"""Measures the nodes of many trees at once, whose cuts are known: what `ValueTrees` measures.

The trees are walked together, level by level. Sums of whole numbers do not depend on their order,
those of others are made in the order in which `ValueTrees` makes them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ensemble_viz.engine.data import FloatArray, IntArray
from ensemble_viz.engine.data.dataset import freeze
from ensemble_viz.engine.trees.nodes import middle
from ensemble_viz.engine.trees.scout import Sketch
from ensemble_viz.engine.trees.tree import LEAF
from ensemble_viz.engine.trees.value_levels import Level, fixed_point, measure, squares_over_sizes
from ensemble_viz.engine.trees.value_trees import ValueTrees


@dataclass(frozen=True, slots=True, eq=False)
class SketchedNodes:
    """The nodes of some trees, one tree behind the other, and the cuts among them."""

    count: list[int]
    """(trees,): the nodes of each."""
    first: IntArray
    """(trees,): the number of the root of each."""
    tree: IntArray
    """(cuts,): the tree of a cut, …"""
    node: IntArray
    """… the number of its node, …"""
    child: IntArray
    """… the number, in its tree, of the left child, …"""
    axis: IntArray
    low: IntArray
    """… and the points beside it as axis · n + point."""
    high: IntArray
    score: FloatArray
    """Its score, where that is known; else −1."""

    @classmethod
    def of(cls, sketches: list[Sketch], n: int) -> "SketchedNodes":
        """Put the trees of some sketches behind one another; they are on n points."""
        splits = np.array([len(sketch.cuts) for sketch in sketches])
        count = 1 + 2 * splits
        first, before = count.cumsum() - count, splits.cumsum() - splits
        cuts = np.array([cut for sketch in sketches for cut in sketch.cuts], dtype=np.int64)
        node, axis, low, high = cuts.reshape(-1, 4).T
        tree = np.arange(len(sketches)).repeat(splits)
        score = np.full(len(node), -1.0)
        for start, sketch in zip(before.tolist(), sketches, strict=True):
            for nth, known in sketch.scores.items():
                score[start + nth] = known
        child = 1 + 2 * (np.arange(len(node)) - before.take(tree))
        along = axis * n
        node = first.take(tree) + node
        return cls(count.tolist(), first, tree, node, child, axis, along + low, along + high, score)

    def apart(self, columns: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Take columns of all nodes apart, tree by tree."""
        freeze(*columns.values())
        for start, count in zip(self.first.tolist(), self.count, strict=True):
            own = slice(start, start + count)
            yield {name: column[own] for name, column in columns.items()}

    def questions(self, x: FloatArray) -> dict[str, Any]:
        """Write what the nodes ask."""
        feature = np.full(sum(self.count), LEAF)
        left, right = feature.copy(), feature.copy()
        threshold = np.zeros(len(feature))
        feature[self.node] = self.axis
        left[self.node] = self.child
        right[self.node] = self.child + 1
        threshold[self.node] = middle(x.take(self.low), x.take(self.high))
        return {"feature": feature, "threshold": threshold, "left": left, "right": right}


def measured(trees: ValueTrees, nodes: SketchedNodes, values: FloatArray) -> dict[str, Any]:
    """Measure the nodes of trees, each fitted to values of its own: (trees, n)."""
    walk = Walk(trees, nodes, values)
    walk.down()
    return walk.columns()


class Walk:
    """A walk down some trees, from level to level."""

    def __init__(self, trees: ValueTrees, nodes: SketchedNodes, values: FloatArray) -> None:
        """Choose the units of `ValueStatistics` for the values of each tree."""
        self.trees, self.nodes = trees, nodes
        self.n = values.shape[1]
        self.middle = values[:, :1]
        around = values - self.middle
        spread = np.abs(around).max(axis=1, keepdims=True)
        self.unit = np.ldexp(1.0, np.maximum(np.frexp(spread)[1], -1000))
        self.y = (around / self.unit).ravel()
        self.cut = np.full(sum(nodes.count), LEAF)
        self.cut[nodes.node] = np.arange(len(nodes.node))
        self.size = np.zeros(len(self.cut), dtype=np.int64)
        self.mean, self.variance = np.zeros((2, len(self.cut)))
        self.score = nodes.score.copy()

    def down(self) -> None:
        """Measure the nodes, level by level."""
        trees = len(self.middle)
        rows = np.arange(trees)[:, None] * self.n + self.trees.root.rows[0]
        level = Level.of(rows.reshape(1, -1), np.full(trees, self.n), self.nodes.first)
        while True:
            around = measure(level, self.y, None)
            self.size[level.number] = level.size
            self.mean[level.number] = around.mean
            self.variance[level.number] = around.variance
            cut, rest = self.cut.take(level.number), around.rest[0]
            if cut.max() == LEAF:
                break
            if cut.min() == LEAF:
                inner = (cut != LEAF).nonzero()[0]
                entries = (cut != LEAF).repeat(level.size).nonzero()[0]
                rest, cut = rest.take(entries), cut.take(inner)
                rows = level.rows.take(entries, axis=1)
                level = Level.of(rows, level.size.take(inner), level.number.take(inner))
            level = self._cut(level, cut, rest)

    def _cut(self, level: Level, cut: IntArray, rest: FloatArray) -> Level:
        """Score the cuts of nodes, which all have one, and part the nodes there."""
        nodes, rank = self.nodes, self.trees.rank
        tree = nodes.tree.take(cut)
        on_axis = level.rows[0] + level.spread((nodes.axis.take(cut) - tree) * self.n)
        stays = rank.take(on_axis) <= level.spread(rank.take(nodes.low.take(cut)))
        sides = stays.nonzero()[0], np.logical_not(stays, stays).nonzero()[0]
        left = sides[0].searchsorted(level.last, side="right")
        left[1:] -= left[:-1].copy()
        both = np.concatenate(sides)
        child = nodes.first.take(tree) + nodes.child.take(cut)
        below = Level.of(
            level.rows.take(both, axis=1),
            np.concatenate((left, level.size - left)),
            np.concatenate((child, child + 1)),
        )
        whole, scale = fixed_point(level, rest[None])
        self._score(cut, np.add.reduceat(whole[0].take(both), below.start), below.size, 1.0 / scale)
        return below

    def _score(self, cut: IntArray, sums: IntArray, size: IntArray, unit: FloatArray) -> None:
        """Score cuts as `ValueTrees` does, from the sums on the left, and then those on the right.

        Of cuts that tie, and only of them, the score is known: it is that of the best.
        """
        (left, right), sides = sums.reshape(2, -1) * unit, self.trees.inverse.take(size)
        score = squares_over_sizes(left, right, *sides.reshape(2, -1))
        known = self.score.take(cut)
        self.score[cut] = np.where(known < 0.0, score, known)

    def columns(self) -> dict[str, Any]:
        """Write what was measured as trees have it."""
        node, count = self.nodes.node, self.nodes.count
        unit, middles = (column.ravel().repeat(count) for column in (self.unit, self.middle))
        gain = np.zeros(len(self.cut))
        own = unit.take(node)
        gain[node] = self.score / self.size.take(node) * own * own
        return {
            "n": self.size,
            "weight": self.size.astype(np.float64),
            "impurity": self.variance * unit * unit,
            "gain": gain,
            "value": middles + self.mean * unit,
        }
