"""Which splits of a tree were taken back, counted by the nodes of the tree as it was grown; why."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import FloatArray, IntArray
from ensemble_viz.engine.trees import LEAF, Tree, pruning
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.steps import changed_node
from ensemble_viz.scene.words.numbers import fixed, shortest


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a node would do wrong as a leaf."""

    points: float
    misses: float
    """Of the training points, by their weight; on test points what is wrong there."""
    errors: float
    """What C4.5 expects by that; or what is wrong on the test points."""


@dataclass(frozen=True, slots=True)
class Compared:
    """What was compared before a subtree became a leaf."""

    node: int
    own: Estimate
    below: tuple[Estimate, ...]
    """Of its leaves, from the left."""
    on_test: bool

    @property
    def total(self) -> float:
        """Add up what the leaves do wrong."""
        return sum(leaf.errors for leaf in self.below)


def compared(stage: Stage) -> Compared | None:
    """Find what the round compared, where it prunes by errors."""
    if stage.key != "prune" or getattr(stage.run.params, "prune", "") != "error":
        return None
    found: Compared = stage.lens.kept(("compared", stage.round), _compared, stage)
    return found


def _compared(stage: Stage) -> Compared:
    tree, node = stage.run.round(stage.round - 1).learners[0], changed_node(stage.run, stage.round)
    assert isinstance(tree, Tree)
    errors, on_test = pruning.errors_as_leaves(tree, stage.data), bool(stage.data.test)
    counts = (tree.weight, errors) if on_test else pruning.points_and_misses(tree, stage.data)
    each = [Estimate(*map(float, parts)) for parts in zip(*counts, errors, strict=True)]
    waiting, leaves = [node], []
    while waiting:
        k = waiting.pop()
        if tree.feature[k] == LEAF:
            leaves.append(each[k])
        else:
            waiting += [int(tree.right[k]), int(tree.left[k])]
    return Compared(node, each[node], tuple(leaves), on_test)


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


def grown(stage: Stage, t: int) -> Tree:
    """Give the tree after round t, t > 0."""
    tree = stage.run.round(t).learners[0]
    assert isinstance(tree, Tree)
    return tree


def why_pruned(stage: Stage) -> str:
    """Say what was compared before a subtree became a leaf, with both sides in numbers."""
    found = compared(stage)
    if found is None:
        return _price(stage)
    many = f"{shortest(found.total)} as {len(found.below)} leaves"
    one = shortest(found.own.errors)
    if not found.on_test:
        return (
            f"C4.5 guesses high for new points: {one} errors as one leaf, {many}. One is no worse."
        )
    sides = f"{one} as one leaf, {many}"
    if stage.data.n_classes:
        return f"Of the test points it misses {sides}: no fewer."
    return f"Its squares on the test points add up to {sides}: to no less."


def _price(stage: Stage) -> str:
    """Say what the leaves saved that cost-complexity takes away, and what a leaf costs."""
    saved = stage.record.figures.get("ccp_alpha") if stage.record else None
    if saved is None:
        return ""
    asked = stage.run.params.ccp_alpha
    price = "" if asked is None else f": no more than the price α = {shortest(asked)} of a leaf"
    return f"Its extra leaves saved the least impurity, {fixed(saved)} each{price}."
