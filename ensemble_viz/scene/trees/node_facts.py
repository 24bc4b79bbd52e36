"""What is known of every node of a tree: points, weights, classes, misses, means.

All of it under the weights the tree was fitted with, so that the numbers of a node add up to those
of the node above it.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ensemble_viz.engine.data import FloatArray, IntArray, Numbers, winner
from ensemble_viz.engine.methods import Round
from ensemble_viz.engine.runs import Run
from ensemble_viz.engine.trees import Tree, counts
from ensemble_viz.scene.moment.lens import Lens
from ensemble_viz.scene.words.names import leaf_numbers


@dataclass(frozen=True, slots=True, eq=False)
class NodeFacts:
    """Parallel arrays, one entry a node."""

    n: IntArray
    """Different points the tree was fitted to."""
    drawn: IntArray
    """The same, a point drawn k times counting k times."""
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
        n=_counted(tree, np.bincount(leaf[weight > 0], minlength=len(tree))),
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
    """Count classes and misses."""
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
