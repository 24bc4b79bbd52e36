"""Growing one tree of classes level by level, from points that count in whole numbers.

The tree is bit for bit that of `Grower`; its nodes are parted by `ClassParter`, level by level.
"""

import numpy as np

from ensemble_viz.engine.data import Dataset, IntArray, Numbers
from ensemble_viz.engine.trees.class_foresight import ClassParter
from ensemble_viz.engine.trees.foresight import Batch
from ensemble_viz.engine.trees.growth import Grown
from ensemble_viz.engine.trees.limits import TreeRules
from ensemble_viz.engine.trees.tree import LEAF, Tree


def grow_by_levels(data: Dataset, times: Numbers, rules: TreeRules) -> Grown | None:
    """Grow a tree on points that are there so often; None: it must grow in another way."""
    if rules.limits.max_leaf_nodes is not None or not np.issubdtype(times.dtype, np.integer):
        return None
    parter = ClassParter.of(data, rules, times)
    if parter is None:
        return None
    levels, numbers = [parter.plant()], [np.zeros(1, dtype=np.int64)]
    left, count = [], 1
    while len(levels[-1].open):
        batch, asking = levels[-1], numbers[-1].take(levels[-1].open)
        left.append(count + 2 * asking.argsort().argsort())
        count += 2 * len(asking)
        levels.append(parter.part([(batch, np.arange(len(asking)))]))
        numbers.append(np.concatenate((left[-1], left[-1] + 1)))
    left.append(np.zeros(0, dtype=np.int64))
    leaf = np.full(len(data), LEAF)
    for level, number in zip(levels, numbers, strict=True):  # the deepest has the last word
        leaf[level.rows] = number.repeat(level.size)
    return Grown(_tree(levels, numbers, left), leaf)


def _tree(levels: list[Batch], numbers: list[IntArray], left: list[IntArray]) -> Tree:
    """Put the nodes in the order of their numbers."""
    order = np.concatenate(numbers).argsort()
    facts = [
        np.concatenate([getattr(level, name) for level in levels]).take(order, axis=0)
        for name in ("size", "weight", "impurity", "value")
    ]
    asking = np.concatenate(
        [number.take(level.open) for number, level in zip(numbers, levels, strict=True)]
    )
    child = np.concatenate(left)
    cuts = [
        np.concatenate([getattr(level, name) for level in levels])
        for name in ("axis", "threshold", "gain")
    ]
    asked = []
    for column, nothing in zip(
        (*cuts, child, child + 1), (LEAF, 0.0, 0.0, LEAF, LEAF), strict=True
    ):
        asked.append(np.full(len(order), nothing))
        asked[-1][asking] = column
    feature, threshold, gain, left_child, right_child = asked
    n, weight, impurity, value = facts
    return Tree(feature, threshold, left_child, right_child, n, weight, impurity, gain, value)
