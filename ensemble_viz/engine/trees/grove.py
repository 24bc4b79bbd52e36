"""Many trees asked at once."""

from collections.abc import Sequence
from dataclasses import fields
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import FloatArray, IntArray
from ensemble_viz.engine.data.dataset import freeze
from ensemble_viz.engine.trees.levels.growth import Grown
from ensemble_viz.engine.trees.tree import LEAF, Tree

SmallArray = NDArray[np.int32]
NAMES = tuple(field.name for field in fields(Tree))


class PlantedTree(Tree):
    """A tree that knows the leaves of the points it was grown among, in its bag or not.

    One that is made of it, with other answers, has forgotten them.
    """

    __slots__ = ("leaf", "points")
    points: FloatArray
    leaf: SmallArray

    @classmethod
    def of(cls, tree: Tree, points: FloatArray, leaf: SmallArray) -> "PlantedTree":
        """Let a tree know the leaves of points."""
        return cls(*(getattr(tree, name) for name in NAMES)).knowing(points, leaf)

    def knowing(self, points: FloatArray, leaf: SmallArray) -> Self:
        """Know the leaves of these points from now on."""
        object.__setattr__(self, "points", points)
        object.__setattr__(self, "leaf", leaf)
        return self

    def knows(self, points: FloatArray) -> bool:
        """Say whether these are the points whose leaves it knows."""
        return getattr(self, "points", None) is points

    def apply(self, points: FloatArray) -> IntArray:
        """Find the leaf each point falls into."""
        return self.leaf.astype(np.int64) if self.knows(points) else super().apply(points)

    def __reduce__(self) -> tuple[type[Tree], tuple[Any, ...]]:
        """Copies stand alone."""
        return Tree, tuple(getattr(self, name) for name in NAMES)


def with_all_leaves(grown: Sequence[Grown], points: FloatArray) -> list[Grown]:
    """Find the leaves of the points outside the bags, too, for all trees at once."""
    leaf = np.stack([one.leaf for one in grown])
    tree, point = (leaf == LEAF).nonzero()
    if len(tree):
        leaf[tree, point] = leaves_of([one.tree for one in grown], tree, points[point])
    freeze(leaf)
    known = zip(grown, leaf, leaf.astype(np.int32), strict=True)
    return [
        Grown(PlantedTree.of(one.tree, points, small), own, one.rows) for one, own, small in known
    ]


def leaves_of(trees: Sequence[Tree], which: IntArray, points: FloatArray) -> IntArray:
    """Find the leaf that each point falls into, in the tree of this number among the trees."""
    size = np.array([len(tree) for tree in trees])
    first = size.cumsum() - size
    feature = np.concatenate([tree.feature for tree in trees])
    threshold = np.concatenate([tree.threshold for tree in trees])
    sides = [tree.left for tree in trees], [tree.right for tree in trees]
    child = np.concatenate([np.concatenate(side) + first.repeat(size) for side in sides])
    x, width = points.ravel(), points.shape[1]
    found = np.empty(len(points), dtype=np.int64)
    moving, at = np.arange(len(points)), first.take(which)
    while len(moving):
        axis = feature.take(at)
        ends, inner = (axis == LEAF).nonzero()[0], (axis != LEAF).nonzero()[0]
        found[moving.take(ends)] = at.take(ends)
        moving, at, axis = moving.take(inner), at.take(inner), axis.take(inner)
        right = x.take(moving * width + axis) > threshold.take(at)
        at = child.take(at + right * len(feature))
    return found - first.take(which)
