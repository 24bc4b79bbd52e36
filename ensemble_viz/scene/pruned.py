"""Which splits of a tree were taken back, counted by the nodes of the tree as it was grown."""

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.tree import LEAF, Tree
from ensemble_viz.scene.stage import Stage


def taken_back(stage: Stage) -> NDArray[np.bool_]:
    """Say which splits of the round's tree, as it was grown, are taken back."""
    tree, smaller = stage.numbered, stage.tree
    assert tree is not None
    if smaller is None or smaller.kept is None or smaller.grown is not tree:
        return np.zeros(len(tree), dtype=bool)
    stays = smaller.kept != LEAF
    split = np.zeros(len(tree), dtype=bool)
    split[stays] = ~smaller.is_leaf[smaller.kept[stays]]
    return ~tree.is_leaf & ~split


def gone(stage: Stage) -> NDArray[np.bool_]:
    """Say which nodes of that tree are there no more."""
    tree, smaller = stage.numbered, stage.tree
    assert tree is not None
    if smaller is None or smaller.kept is None or smaller.grown is not tree:
        return np.zeros(len(tree), dtype=bool)
    return np.asarray(smaller.kept == LEAF)


def count_pruned(tree: Tree) -> int:
    """Count the splits that were taken back from a tree."""
    return 0 if tree.grown is None else tree.grown.n_leaves - tree.n_leaves


def last_splits(tree: Tree) -> NDArray[np.bool_]:
    """Say which splits end in two leaves."""
    ends = tree.is_leaf
    last = np.zeros(len(tree), dtype=bool)
    inner = np.flatnonzero(~ends)
    last[inner] = ends[tree.left[inner]] & ends[tree.right[inner]]
    return last
