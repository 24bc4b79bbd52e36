"""Pruning: from a grown tree to smaller ones, one subtree at a time.

A pruned tree keeps the numbers of its nodes in order; a node whose subtree is gone is a leaf.
"""

import math
from collections.abc import Iterator
from dataclasses import fields

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import TIE, Dataset, FloatArray, IntArray, winner
from ensemble_viz.engine.trees.tree import LEAF, Tree

CONFIDENCE_DEVIATE = 0.6925  # C4.5's normal deviate for its default confidence of 25 %
CONFIDENCE = 0.25
DEVIATES = (
    (0.0, 4.0), (0.001, 3.09), (0.005, 2.58), (0.01, 2.33), (0.05, 1.65), (0.1, 1.28), (0.2, 0.84),
    (0.4, 0.25), (1.0, 0.0),
)  # fmt: skip
"""Confidence and normal deviate, as the program C4.5 has them."""


def cut_below(tree: Tree, node: int) -> Tree:
    return with_leaves(tree, np.arange(len(tree)) == node)[0]


def with_leaves(tree: Tree, ends: NDArray[np.bool_]) -> tuple[Tree, IntArray]:
    """Make leaves of some nodes: everything below them goes.

    Returns the smaller tree, and for each old node the number of the one that answers for it now.
    """
    heir = np.arange(len(tree))
    for level in tree.levels():
        over = ends[level] | (heir[level] != level)
        for child in (tree.left[level], tree.right[level]):
            heir[child] = np.where(over, heir[level], child)
    keep = heir == np.arange(len(tree))
    number = keep.cumsum() - 1
    inner = keep & ~ends & ~tree.is_leaf
    asked = {
        "feature": np.where(inner, tree.feature, LEAF),
        "threshold": np.where(inner, tree.threshold, 0.0),
        "gain": np.where(inner, tree.gain, 0.0),
        "left": np.where(inner, number[tree.left], LEAF),
        "right": np.where(inner, number[tree.right], LEAF),
    }
    columns = {field.name: getattr(tree, field.name) for field in fields(tree)} | asked
    smaller = {
        name: column[keep] if isinstance(column, np.ndarray) else column
        for name, column in columns.items()
    }
    return Tree(**smaller), number[heir]


def cost_complexity(tree: Tree, most: float | None) -> Iterator[tuple[Tree, float]]:
    """Cut the weakest link again and again: the node whose leaves save least impurity a leaf.

    Yields the trees with the price per leaf, up to the price `most`; None: down to the root.
    """
    while len(tree) > 1:
        cost = tree.impurity * tree.weight / tree.weight[0]
        leaf = tree.is_leaf
        below = tree.up_from_leaves(np.where(leaf, cost, 0.0))
        leaves = tree.up_from_leaves(leaf.astype(np.float64))
        price = np.where(leaf, np.inf, (cost - below) / np.maximum(leaves - 1.0, 1.0))
        least = price.min()
        if most is not None and least > most + TIE:
            return
        weakest = int((price <= least + TIE * cost[0]).argmax())
        tree = cut_below(tree, weakest)
        yield tree, max(float(least), 0.0)


def error_pruning(tree: Tree, data: Dataset) -> Iterator[Tree]:
    """Go up from the leaves: a subtree becomes a leaf where the leaf makes no more errors.

    Errors are counted on the test points where there are any; else they are C4.5's pessimistic
    estimate, the upper limit at a confidence of 25 %.
    """
    node = len(tree) - 1
    while node >= 0:
        if tree.feature[node] != LEAF:
            errors = errors_as_leaves(tree, data)
            kept = tree.up_from_leaves(np.where(tree.is_leaf, errors, 0.0))
            if errors[node] <= kept[node] * (1.0 + TIE):
                tree = cut_below(tree, node)
                yield tree
        node = min(node, len(tree)) - 1


def errors_as_leaves(tree: Tree, data: Dataset) -> FloatArray:
    """Say what each node would do wrong as a leaf: on the test points, or as C4.5 estimates it."""
    if data.test:
        return _test_errors(tree, data)
    counted = zip(*points_and_misses(tree, data), strict=True)
    return np.array([pessimistic(n, e) for n, e in counted])


def points_and_misses(tree: Tree, data: Dataset) -> tuple[FloatArray, FloatArray]:
    """Count the training points in each node, by their weight, and those it misses as a leaf."""
    weight = tree.weight * (1.0 if data.weight is None else len(data))
    return weight, weight * (1.0 - tree.value.max(axis=1))


def _test_errors(tree: Tree, data: Dataset) -> FloatArray:
    assert data.test is not None
    errors = np.zeros(len(tree))
    for k, rows in enumerate(_rows_by_node(tree, data.test.points)):
        target = data.test.target[rows]
        if data.classes is None:
            errors[k] = ((target - tree.value[k]) ** 2).sum()
        else:
            errors[k] = (target != winner(tree.value[k])).sum()
    return errors


def _rows_by_node(tree: Tree, points: FloatArray) -> list[IntArray]:
    rows: list[IntArray] = [np.arange(len(points))] * len(tree)
    for k in range(len(tree)):
        if tree.feature[k] != LEAF:
            left = points[rows[k], tree.feature[k]] <= tree.threshold[k]
            rows[tree.left[k]], rows[tree.right[k]] = rows[k][left], rows[k][~left]
    return rows


def pessimistic(n: float, errors: float, confidence: float = CONFIDENCE) -> float:
    """Raise the errors among n points to C4.5's upper limit, which holds at some confidence."""
    if errors < 1e-6:
        return n * (1.0 - confidence ** (1.0 / n))
    if errors < 0.9999:
        none = n * (1.0 - confidence ** (1.0 / n))
        return none + errors * (pessimistic(n, 1.0, confidence) - none)
    if errors + 0.5 >= n:
        return errors + 0.67 * (n - errors)
    z = deviate(confidence) ** 2
    half = errors + 0.5
    limit = half + z / 2 + math.sqrt(z * (half * (1.0 - half / n) + z / 4))
    return n * limit / (n + z)


def deviate(confidence: float) -> float:
    """Look up the normal deviate of a confidence in C4.5's own table, by straight lines."""
    if confidence == CONFIDENCE:
        return CONFIDENCE_DEVIATE  # to the last digit
    likely, far = np.array(DEVIATES).T
    return float(np.interp(confidence, likely, far))
