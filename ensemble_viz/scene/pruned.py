"""Which splits of a tree were taken back, counted by the nodes of the tree as it was grown."""

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.dataset import FloatArray, IntArray
from ensemble_viz.engine.tree import LEAF, Tree
from ensemble_viz.scene.stage import Stage


def numbers_left(stage: Stage) -> IntArray:
    """Number the nodes of that tree as in the tree that is left; LEAF where they are gone."""
    tree, smaller = stage.numbered, stage.tree
    assert tree is not None
    if smaller is None or smaller.kept is None or smaller.grown is not tree:
        return np.arange(len(tree))
    return smaller.kept


def taken_back(stage: Stage) -> NDArray[np.bool_]:
    """Say which splits of the round's tree, as it was grown, are taken back."""
    tree, left = stage.numbered, numbers_left(stage)
    assert tree is not None
    assert stage.tree is not None
    split = np.zeros(len(tree), dtype=bool)
    stays = left != LEAF
    split[stays] = ~stage.tree.is_leaf[left[stays]]
    return ~tree.is_leaf & ~split


def gone(stage: Stage) -> NDArray[np.bool_]:
    """Say which nodes of that tree are there no more."""
    return np.asarray(numbers_left(stage) == LEAF)


def leaf_left(stage: Stage, points: FloatArray) -> IntArray:
    """Find the node of that tree each point is in, as a leaf of what is left."""
    assert stage.tree is not None
    return np.flatnonzero(~gone(stage))[stage.tree.apply(points)]


def last_splits(tree: Tree) -> NDArray[np.bool_]:
    """Say which splits end in two leaves."""
    ends = tree.is_leaf
    last = np.zeros(len(tree), dtype=bool)
    inner = np.flatnonzero(~ends)
    last[inner] = ends[tree.left[inner]] & ends[tree.right[inner]]
    return last
