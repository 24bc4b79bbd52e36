"""What keeps the leaves of a tree from being cut."""

import numpy as np

from ensemble_viz.engine.data import Dataset, FloatArray
from ensemble_viz.engine.trees.limits import Limits
from ensemble_viz.engine.trees.tree import Tree


def in_leaves(tree: Tree, data: Dataset, limits: Limits) -> tuple[tuple[str, ...], bool]:
    """Name the limits that forbid to cut leaves whose points differ.

    With them comes whether all points of such a leaf have the same place, in one leaf at least.
    """
    leaf, depth = tree.apply(data.points), tree.node_depth().tolist()
    leaf[data.distribution == 0.0] = -1
    found, coincide, possible = set(), False, limits.names()
    for node in (tree.is_leaf & (tree.impurity > 0.0)).nonzero()[0].tolist():
        places = data.points[leaf == node]
        if (places == places[0]).all():
            coincide = True
        elif (name := forbids_cut(places, depth[node], limits)) is not None:
            found.add(name)
        if coincide and len(found) == len(possible):
            break
    return tuple(name for name in possible if name in found), coincide


def forbids_cut(points: FloatArray, depth: int, limits: Limits) -> str | None:
    """Name the limit that forbids to cut a node with these points, which have several places."""
    if limits.max_depth is not None and depth >= limits.max_depth:
        return "max_depth"
    least = limits.min_samples_leaf
    along = np.sort(points, axis=0)
    cuts = (along[1:] > along[:-1])[least - 1 : len(points) - least]
    if not cuts.any():
        return "min_samples_leaf"
    if limits.max_leaf_nodes == 1:
        return "max_leaf_nodes"
    return "min_gain" if limits.min_gain > 0.0 else None
