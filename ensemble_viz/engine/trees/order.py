"""Best first: a tree is grown as far as it goes, then a heap says in which order it was split.

What a node is cut at does not depend on when its turn comes. So the tree that is split where it
helps most, again and again, is the whole tree with its splits put in order, as far as one asks;
after t splits it has the first 1 + 2t of the nodes that are made so.
"""

import heapq
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import TIE, FloatArray, dataset
from ensemble_viz.engine.trees.lazy import USUAL, LazyTree, lazy_tree
from ensemble_viz.engine.trees.levels.growth import Grower, Grown
from ensemble_viz.engine.trees.small.search import most_useful
from ensemble_viz.engine.trees.tree import LEAF, Tree

COLUMNS = ("feature", "threshold", "gain", "n", "weight", "impurity", "value", "grad", "hess")
"""What nodes keep when they are numbered anew."""


class BestFirst:
    """A tree that is grown one split at a time: always where it helps most."""

    def __init__(self, whole: Grown, saved: FloatArray, most: float) -> None:
        """Take the whole tree, what each of its splits saves, and the most that one could.

        Of splits that tie, the node that was made first comes first.
        """
        self.whole = tree = whole.tree
        self._saved, self._nearly = saved.tolist(), TIE * most
        self._children = list(zip(tree.left.tolist(), tree.right.tolist(), strict=True))
        self._made, self._parents, self._queue = [0], list[int](), list[tuple[float, int, int]]()
        """The nodes in the order in which they are made; which of these were split, in order; and
        those that wait for that: what it saves, the number here, and that in the whole tree."""
        self._wait(0, 0)
        size = tree.up_from_leaves(np.bincount(whole.leaf, minlength=len(tree)))
        start = np.zeros(len(tree), dtype=np.int64)
        for level in tree.levels():
            left, right = tree.left.take(level), tree.right.take(level)
            start[left] = first = start.take(level)
            start[right] = first + size.take(left)
        self._rows = start.take(whole.leaf).argsort(kind="stable")
        """The points, those of every node side by side; …"""
        self._places = list(map(slice, start.tolist(), (start + size).tolist()))
        """… and where these are."""

    def _wait(self, number: int, node: int) -> None:
        """Let a node wait until it is split; a leaf never is."""
        if self._children[node][0] != LEAF:
            heapq.heappush(self._queue, (-self._saved[node], number, node))

    def split(self) -> tuple[int, int] | None:
        """Split the most useful node; give its children in the whole tree, None when it is that."""
        if not self._queue:
            return None
        _, number, node = most_useful(self._queue, self._nearly)
        children = self._children[node]
        self._parents.append(number)
        for child in children:
            self._wait(len(self._made), child)
            self._made.append(child)
        return children

    def splits(self) -> Iterator[tuple[Tree, FloatArray]]:
        """Give the tree after each split, and what it answers at the training points."""
        value = self.whole.value
        score = value[:1].repeat(len(self._rows), axis=0)
        while (children := self.split()) is not None:
            score = score.copy()
            for child in children:
                score[self._rows[self._places[child]]] = value[child]
            yield self.tree(), score

    def tree(self) -> Tree:
        return lazy_tree(self._fill, range(len(self._made)))

    def _fill(self, tree: LazyTree, _questions: bool) -> None:
        """Fill in a tree: of its nodes those ask that were split already."""
        nodes = len(tree)
        made, parents = np.array(self._made[:nodes]), self._parents[: nodes // 2]
        left = np.full(nodes, LEAF)
        left[parents] = np.arange(1, nodes, 2)
        asks = left != LEAF
        known = {name: getattr(self.whole, name) for name in COLUMNS}
        columns: dict[str, Any] = {
            name: None if column is None else column.take(made, axis=0)
            for name, column in known.items()
        }
        for name, none in (("feature", LEAF), ("threshold", 0.0), ("gain", 0.0)):
            columns[name] = np.where(asks, columns[name], none)
        columns |= {"left": left, "right": np.where(asks, left + 1, LEAF)}
        dataset.freeze(*columns.values())
        tree.fill_in(USUAL | columns)


def grow_one(grower: Grower, in_bag: NDArray[np.bool_]) -> Grown:
    """Grow one tree; where its leaves are limited, the splits that help most are kept."""
    grown, most = grower.grow(in_bag[None])[0], grower.limits.max_leaf_nodes
    if most is None:
        return grown
    growing = BestFirst(grown, *grower.statistics.saved(grown.tree))
    for _ in range(most - 1):
        growing.split()
    tree = growing.tree()
    return replace(grown, tree=tree, leaf=tree.apply(grower.data.points))
