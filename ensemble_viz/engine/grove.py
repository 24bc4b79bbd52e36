"""Many trees asked at once."""

from collections.abc import Sequence

import numpy as np

from ensemble_viz.engine.dataset import FloatArray, IntArray
from ensemble_viz.engine.growth import Grown
from ensemble_viz.engine.tree import LEAF, Tree


def with_all_leaves(grown: Sequence[Grown], points: FloatArray) -> list[Grown]:
    """Find the leaves of the points outside the bags, too, for all trees at once."""
    leaf = np.stack([one.leaf for one in grown])
    tree, point = (leaf == LEAF).nonzero()
    if len(tree):
        leaf[tree, point] = leaves_of([one.tree for one in grown], tree, points[point])
    return [Grown(one.tree, own) for one, own in zip(grown, leaf, strict=True)]


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
