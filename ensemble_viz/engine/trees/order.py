"""Best first: a tree is grown as far as it goes, then a heap says in which order it was split.

What a node is cut at does not depend on when its turn comes. So the tree that is split where it
helps most, again and again, is the whole tree with its splits put in order; after t splits it is
the first 1 + 2t of its nodes.
"""

import heapq
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import TIE, FloatArray, IntArray, dataset
from ensemble_viz.engine.trees.lazy import USUAL, LazyTree, lazy_tree
from ensemble_viz.engine.trees.levels.growth import Grower, Grown
from ensemble_viz.engine.trees.small.search import most_useful
from ensemble_viz.engine.trees.tree import LEAF, Tree


def best_first(
    tree: Tree, saved: FloatArray, nearly: float, most: int | None = None
) -> tuple[Tree, list[int], list[int]]:
    """Number the nodes in the order in which they are made; at most so many leaves are.

    `saved` is what each split saves; of splits that differ by no more than `nearly`, the node
    that was made first comes first. Returns the tree, the nodes that were split, in order, and
    the numbers that the nodes had.
    """
    left, right, use = tree.left.tolist(), tree.right.tolist(), saved.tolist()
    queue: list[tuple[float, int, int]] = [(-use[0], 0, 0)] if left[0] != LEAF else []
    made, parents = [0], list[int]()
    while queue and (most is None or len(parents) + 1 < most):
        _, number, node = most_useful(queue, nearly)
        parents.append(number)
        for child in (left[node], right[node]):
            if left[child] != LEAF:
                heapq.heappush(queue, (-use[child], len(made), child))
            made.append(child)
    return renumbered(tree, np.array(made), parents), parents, made


def renumbered(tree: Tree, made: IntArray, parents: list[int]) -> Tree:
    """Keep these nodes in this order; of them those are split that are parents, one by one."""
    split, first = np.zeros(len(made), dtype=bool), np.full(len(made), LEAF)
    split[parents] = True
    first[parents] = np.arange(1, len(made), 2)
    names = ("n", "weight", "impurity", "value", "grad", "hess")
    known = {name: getattr(tree, name) for name in names}
    columns: dict[str, Any] = {
        name: None if column is None else column.take(made, axis=0)
        for name, column in known.items()
    }
    return Tree(
        feature=np.where(split, tree.feature.take(made), LEAF),
        threshold=np.where(split, tree.threshold.take(made), 0.0),
        gain=np.where(split, tree.gain.take(made), 0.0),
        left=first,
        right=np.where(split, first + 1, LEAF),
        **columns,
    )


def grow_one(grower: Grower, in_bag: NDArray[np.bool_]) -> Grown:
    """Grow one tree; where its leaves are limited, the splits that help most are kept."""
    grown, most = grower.grow(in_bag[None])[0], grower.limits.max_leaf_nodes
    if most is None or not len(grown.tree):
        return grown
    saved = grower.statistics.saved(grown.tree)
    tree, *_ = best_first(grown.tree, saved, TIE * grower.most, most)
    return replace(grown, tree=tree, leaf=tree.apply(grower.data.points))


@dataclass(frozen=True, slots=True)
class Prefix:
    """The tree after some splits."""

    splits: int

    def __len__(self) -> int:
        """Count the nodes."""
        return 1 + 2 * self.splits


class BestFirst:
    """A tree that is grown one split at a time."""

    def __init__(self, whole: Grown, saved: FloatArray, nearly: float) -> None:
        """Take the whole tree, and what its splits save."""
        self.tree, self._parents, made = best_first(whole.tree, saved, nearly)
        count = len(self.tree)
        self._when = np.full(count, count)
        """The split at which a node asks."""
        self._when[self._parents] = np.arange(1, len(self._parents) + 1)
        number = np.empty(count, dtype=np.int64)
        number[made] = np.arange(count)
        leaf = number.take(whole.leaf)
        self._end = np.bincount(leaf, minlength=count).tolist()
        """Behind the last of the points of each node."""
        self._start = [0] * count
        for k, parent in reversed(list(enumerate(self._parents))):
            self._end[parent] = self._end[1 + 2 * k] + self._end[2 + 2 * k]
        for k, parent in enumerate(self._parents):
            a, b = 1 + 2 * k, 2 + 2 * k
            self._start[a] = self._start[parent]
            self._start[b] = self._end[a] = self._start[a] + self._end[a]
            self._end[b] += self._start[b]
        self._rows = np.array(self._start).take(leaf).argsort(kind="stable")
        """The points, those of every node side by side."""
        self.count = len(self._parents)

    def splits(self) -> Iterator[tuple[Tree, FloatArray]]:
        """Give the tree after each split, and what it answers at the training points."""
        value = self.tree.value
        score = value[:1].repeat(len(self._rows), axis=0)
        for t in range(1, self.count + 1):
            score = score.copy()
            for child in (2 * t - 1, 2 * t):
                score[self._rows[self._start[child] : self._end[child]]] = value[child]
            yield self.after(t), score

    def after(self, splits: int) -> Tree:
        """Give the tree after so many splits."""
        return self.tree if splits == self.count else lazy_tree(self, Prefix(splits))

    def measure(self, tree: LazyTree) -> None:
        """Fill in a tree: of its nodes those ask that were split already."""
        whole, nodes = self.tree, len(tree)
        asks = self._when[:nodes] <= nodes // 2
        columns: dict[str, Any] = {
            name: getattr(whole, name)[:nodes] for name in ("n", "weight", "impurity", "value")
        }
        for name in ("feature", "left", "right", "threshold", "gain"):
            none = 0.0 if name in ("threshold", "gain") else LEAF
            columns[name] = np.where(asks, getattr(whole, name)[:nodes], none)
        dataset.freeze(*columns.values())
        tree.fill_in(USUAL | columns)

    ask = measure
