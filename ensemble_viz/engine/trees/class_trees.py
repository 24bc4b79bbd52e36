"""Growing many trees of classes at once, level by level, from points that count alike.

The same trees as those of `Grower`, to the last bit. Only what growing needs is worked out here:
classes are counted in whole numbers, pure nodes are never opened, and what else nodes have on
record is measured when somebody looks at a tree (see `forest_trees`).
"""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import FloatArray, IntArray, Numbers, draws
from ensemble_viz.engine.trees.class_words import Words
from ensemble_viz.engine.trees.limits import Limits
from ensemble_viz.engine.trees.tree import LEAF

Keys = NDArray[np.uint64]


@dataclass(slots=True, eq=False)
class Level:
    """Open nodes side by side, with the words of their points: (orders, E)."""

    words: IntArray
    start: IntArray
    size: IntArray
    number: IntArray
    """(nodes,): their numbers among all that were made."""
    bag: IntArray
    """(nodes,): the bags they belong to."""
    counts: IntArray
    """(nodes,): their class counts, in lanes."""
    key: Keys | None
    """(nodes,): the words that their draws go on from, where they draw."""

    def spread(self, per_node: Numbers) -> Numbers:
        """Repeat what is known of the nodes for each of their points."""
        return per_node.repeat(self.size, axis=-1)

    def only(self, keep: NDArray[np.bool_]) -> "Level":
        """Close the other nodes."""
        size = self.size[keep]
        places = self.spread(keep).nonzero()[0]
        return Level(
            self.words.take(places, axis=1),
            size.cumsum() - size,
            size,
            self.number[keep],
            self.bag[keep],
            self.counts[keep],
            None if self.key is None else self.key[keep],
        )


@dataclass(slots=True, eq=False)
class LevelCuts:
    """The best cut of each node of a level."""

    axis: IntArray
    score: FloatArray
    left_size: IntArray
    left_counts: IntArray
    goes_left: NDArray[np.bool_]
    """(orders, E): the points that go left."""
    beside: tuple[IntArray, IntArray] | FloatArray
    """The words on either side of the cut, or where it is."""

    def only(self, keep: NDArray[np.bool_], points: NDArray[np.bool_]) -> "LevelCuts":
        """Keep the cuts of some of the nodes, and of their points."""
        beside = self.beside
        kept = (beside[0][keep], beside[1][keep]) if isinstance(beside, tuple) else beside[keep]
        return LevelCuts(
            self.axis[keep],
            self.score[keep],
            self.left_size[keep],
            self.left_counts[keep],
            self.goes_left[:, points],
            kept,
        )


class Search(Protocol):
    """A way to choose cuts."""

    def best(self, level: Level) -> tuple[LevelCuts, NDArray[np.bool_] | None]:
        """Choose the cut of each node, and say which nodes have one; None: all have."""


@dataclass(slots=True, eq=False)
class LevelSplits:
    """How the nodes of a level were split."""

    number: IntArray
    size: IntArray
    counts: IntArray
    bag: IntArray
    left: IntArray
    """The numbers of their left children; those of the right ones are one more."""
    axis: IntArray
    score: FloatArray
    left_size: IntArray
    left_counts: IntArray
    beside: tuple[IntArray, IntArray] | FloatArray


@dataclass(slots=True, eq=False)
class Roots:
    """The roots of some trees."""

    size: IntArray
    counts: IntArray


class ClassTrees:
    """Grows trees on bags of points that all count alike."""

    def __init__(self, words: Words, limits: Limits, bags: int) -> None:
        """Prepare to grow."""
        self.words = words
        self.lanes = words.lanes
        self.limits = limits
        self.least = 2 * limits.min_samples_leaf
        self.count = bags
        self.leaf = np.full((bags, words.order.shape[1]), LEAF)
        """The number of the leaf of each point in each bag."""
        self.splits: list[LevelSplits] = []
        self.roots = Roots(np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64))

    def grow(self, rows: IntArray, size: IntArray, keys: Keys | None, search: Search) -> None:
        """Grow the trees from the words of all points in bags, so many in each."""
        level = self._plant(rows, size, keys)
        depth = 0
        while len(level.size):
            depth += 1
            cuts, found = search.best(level)
            if found is not None:
                self._close(level, ~found)
                cuts, level = cuts.only(found, level.spread(found)), level.only(found)
                if not len(level.size):
                    break
            level = self._part(level, cuts, depth == self.limits.max_depth)

    def _plant(self, rows: IntArray, size: IntArray, keys: Keys | None) -> Level:
        """Open the roots."""
        bag = np.arange(len(size))
        start = size.cumsum() - size
        own = self.words.counts(rows[0])
        counts = np.add.reduceat(own, start, dtype=own.dtype)
        self.roots = Roots(size, counts)
        key = None if keys is None else draws.words(keys)
        level = Level(rows, start, size, bag, bag, counts, key)
        may = self._may(counts, size) & (self.limits.max_depth != 0)
        if may.all():
            return level
        self._close(level, ~may)
        return level.only(may)

    def _may(self, counts: IntArray, size: IntArray) -> NDArray[np.bool_]:
        """Say which nodes may be split."""
        may = self.lanes.mixed(counts)
        return may if self.least <= 2 else may & (size >= self.least)

    def _close(self, level: Level, closed: NDArray[np.bool_]) -> None:
        """Leave the points of some nodes where they are: these are leaves."""
        inside = level.spread(closed).nonzero()[0]
        node = closed.nonzero()[0].repeat(level.size[closed])
        self._leave(level, inside, node, level.number.take(node))

    def _part(self, level: Level, cuts: LevelCuts, ends: bool) -> Level:
        """Split the nodes: all left children that stay open, then all such right ones."""
        left = self._numbers(level.number)
        self._put_on_record(level, cuts, left)
        size = np.concatenate((cuts.left_size, level.size - cuts.left_size))
        counts = np.concatenate((cuts.left_counts, level.counts - cuts.left_counts))
        stays = np.zeros(len(size), dtype=bool) if ends else self._may(counts, size)
        nodes = len(left)
        goes_left = cuts.goes_left
        open_left = goes_left & level.spread(stays[:nodes])
        open_right = level.spread(stays[nodes:]) & ~goes_left
        self._close_sides(level, goes_left[0], ~(open_left[0] | open_right[0]), left)
        orders = len(goes_left)
        sides = [side.ravel().nonzero()[0].reshape(orders, -1) for side in (open_left, open_right)]
        kept = stays.nonzero()[0]
        size = size.take(kept)
        right = kept >= nodes
        parent = kept - nodes * right
        return Level(
            level.words.take(np.concatenate(sides, axis=1)),
            size.cumsum() - size,
            size,
            left.take(parent) + right,
            level.bag.take(parent),
            counts.take(kept),
            None if level.key is None else draws.words(draws.more(level.key.take(parent), right)),
        )

    def _numbers(self, number: IntArray) -> IntArray:
        """Number the left children: by the number of their parent, left before right."""
        before = int(number.min())
        splits = np.zeros(self.count - before, dtype=np.int64)
        splits[number - before] = 2
        left = (splits.cumsum() + (self.count - 2)).take(number - before)
        self.count += 2 * len(number)
        return left

    def _close_sides(
        self, level: Level, goes_left: NDArray[np.bool_], closed: NDArray[np.bool_], left: IntArray
    ) -> None:
        """Leave points in the children that are leaves."""
        inside = closed.nonzero()[0]
        node = level.spread(np.arange(len(left))).take(inside)
        self._leave(level, inside, node, left.take(node) + 1 - goes_left.take(inside))

    def _leave(self, level: Level, inside: IntArray, node: IntArray, leaf: IntArray) -> None:
        """Leave some points of a level, of these nodes, in leaves."""
        first = level.bag * self.leaf.shape[1]
        point = self.words.point(level.words[0].take(inside))
        self.leaf.ravel()[first.take(node) + point] = leaf

    def _put_on_record(self, level: Level, cuts: LevelCuts, left: IntArray) -> None:
        self.splits.append(
            LevelSplits(
                level.number,
                level.size,
                level.counts,
                level.bag,
                left,
                cuts.axis,
                cuts.score,
                cuts.left_size,
                cuts.left_counts,
                cuts.beside,
            )
        )
