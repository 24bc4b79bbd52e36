"""What is known of every node of a tree, and which splits were taken back.

What is known of every node of a tree: points, weights, classes, misses, means. All of it under the
weights the tree was fitted with, so that the numbers of a node add up to those of the node above
it.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import FloatArray, IntArray, Numbers, distinct, winner
from ensemble_viz.engine.methods import Round
from ensemble_viz.engine.runs import Run
from ensemble_viz.engine.trees import LEAF, Tree, bins_of, counts, middle, pruning
from ensemble_viz.scene.moment.lens import Lens
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.steps import changed_node
from ensemble_viz.scene.words import fixed, leaf_numbers, shortest


@dataclass(frozen=True, slots=True, eq=False)
class NodeFacts:
    """Parallel arrays, one entry a node."""

    drawn: IntArray
    """Points the tree was fitted to, one drawn k times counting k times."""
    weight: FloatArray
    by_class: IntArray | None
    """(nodes, K): draws of each class; None where values are fitted."""
    answer: IntArray
    """The class a node answers; for values 0 below and 1 above."""
    missed: IntArray | None
    """Draws that the leaves below answer wrongly."""
    missed_weight: FloatArray | None
    mean: FloatArray | None
    """The mean of what was fitted, where that is values."""
    squares: FloatArray | None
    """Their squared distances from it, added up by weight; None in trees of second order."""
    leaves: IntArray
    """Leaves below; 1 for a leaf."""
    depth: IntArray
    parent: IntArray
    region: IntArray
    """The number of a leaf from left to right, counted from 1; 0 for other nodes."""
    leaf_of: IntArray
    """(n,): the leaf each training point falls into."""


def node_facts(lens: Lens, t: int, k: int = 0) -> NodeFacts:
    """Measure the nodes of learner k of round t, which is a tree."""
    tree = lens.run.round(t).learners[k]
    assert isinstance(tree, Tree)
    return lens.kept(("nodes", t, k), facts_of, lens.run, lens.run.round(t), k, tree)


def facts_of(run: Run, record: Round, k: int, tree: Tree) -> NodeFacts:
    """Measure the nodes of a tree that was fitted as a record says."""
    leaf = tree.apply(run.data.points)
    drawn, weight = fitted_weight(run, record, k)
    totals = tree.up_from_leaves(np.bincount(leaf, weight, len(tree)))
    classes = not np.issubdtype(record.target.dtype, np.floating)
    return NodeFacts(
        drawn=_counted(tree, np.bincount(leaf, drawn, len(tree))),
        weight=totals,
        leaves=_counted(tree, tree.is_leaf.astype(np.int64)),
        depth=tree.node_depth(),
        parent=tree.parent(),
        region=leaf_numbers(tree),
        leaf_of=leaf,
        **(
            _of_classes(run, tree, leaf, drawn, weight)
            if classes
            else _of_values(run, tree, leaf, weight, _target(record, k))
        ),
    )


def fitted_weight(run: Run, record: Round, k: int = 0) -> tuple[IntArray, FloatArray]:
    """Say how often each point counted for learner k of a round, and with what weight."""
    weight = counts(run.data) if record.sample_weight is None else record.sample_weight
    drawn = (weight > 0).astype(np.int64)
    if record.in_bag is not None:
        drawn, weight = record.in_bag, weight * record.in_bag
    if record.seen is not None:
        drawn, weight = drawn * record.seen[k], weight * record.seen[k]
    return drawn, weight.astype(np.float64)


def _of_classes(
    run: Run, tree: Tree, leaf: IntArray, drawn: IntArray, weight: FloatArray
) -> dict[str, Any]:
    size, classes = len(tree), run.data.n_classes
    target = run.data.target
    answer = winner(tree.value)
    wrong = answer[leaf] != target
    by_class = np.bincount(leaf * classes + target, drawn, size * classes)
    return {
        "by_class": _counted(tree, by_class.reshape(size, classes)),
        "answer": answer,
        "missed": _counted(tree, np.bincount(leaf, drawn * wrong, size)),
        "missed_weight": tree.up_from_leaves(np.bincount(leaf, weight * wrong, size)),
        "mean": None,
        "squares": None,
    }


def _of_values(
    run: Run, tree: Tree, leaf: IntArray, weight: FloatArray, target: FloatArray
) -> dict[str, Any]:
    """Average what was fitted, measured from a number amid it, to keep digits."""
    size = len(tree)
    middle = float(target[weight > 0].mean()) if (weight > 0).any() else 0.0
    total, first = (
        tree.up_from_leaves(np.bincount(leaf, part, size))
        for part in (weight, weight * (target - middle))
    )
    level = 0.0 if run.method.goes_downhill else tree.value[0]
    return {
        "by_class": None,
        "answer": (tree.value > level).astype(np.int64),
        "missed": None,
        "missed_weight": None,
        "mean": middle + first / np.where(total > 0, total, 1.0),
        "squares": tree.impurity * tree.weight if tree.grad is None else None,
    }


def _target(record: Round, k: int) -> FloatArray:
    return record.target if record.target.ndim == 1 else record.target[:, k]


def _counted(tree: Tree, in_leaves: Numbers) -> IntArray:
    """Add counts in the leaves up for every node above them."""
    return np.rint(tree.up_from_leaves(in_leaves)).astype(np.int64)


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
    counts = found.on_test and stage.data.n_classes > 0
    one, many = (shortest(x) if counts else fixed(x) for x in (found.own.errors, found.total))
    leaves = f"{many} as {len(found.below)} leaves. One is no worse."
    if not found.on_test:
        return f"On new points C4.5, a pessimist, expects {one} errors as one leaf, {leaves}"
    if stage.data.n_classes:
        return f"Of the test points it misses {one} as one leaf, {leaves}"
    return f"Its squared errors on the test points add up to {one} as one leaf, {leaves}"


def _price(stage: Stage) -> str:
    """Say what the leaves saved that cost-complexity takes away, and what a leaf costs."""
    saved = stage.record.figures.get("ccp_alpha") if stage.record else None
    if saved is None:
        return ""
    asked = stage.run.params.ccp_alpha
    price = "" if asked is None else f", no more than its price, α = {shortest(asked)}"
    what = "variance" if stage.data.classes is None else "impurity"
    return f"Of all subtrees it saved the least {what} per extra leaf: {fixed(saved)}{price}."


def bin_borders(stage: Stage) -> tuple[FloatArray, ...]:
    """Find the borders of the bins along each axis; none where all cuts are tried."""
    second = stage.run.method.rules(stage.data, stage.run.params).second_order
    if second is None or second.max_bin is None or not len(stage.data):
        return ()
    return stage.lens.kept(("bins",), _borders, stage.run, second.max_bin)


def _borders(run: Run, most: int) -> tuple[FloatArray, ...]:
    data = run.data
    counts = np.ones(len(data), dtype=bool) if data.weight is None else data.weight > 0
    found = []
    for x, above in zip(data.points.T, bins_of(data, most).above, strict=True):
        values = distinct(x[counts])
        found.append(middle(values[:-1], values[1:]) if above is None else above)
    return tuple(found)
