"""The nodes of a whole tree of two classes, measured together."""

from dataclasses import dataclass
from itertools import chain
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import TIE, Dataset, IntArray
from ensemble_viz.engine.trees.criteria import CLASS_CRITERIA
from ensemble_viz.engine.trees.limits import TreeRules
from ensemble_viz.engine.trees.node_statistics import class_gain, measured
from ensemble_viz.engine.trees.nodes import middle
from ensemble_viz.engine.trees.two_class_growth import Growth


@dataclass(slots=True, eq=False)
class Nodes:
    """All nodes there can be: the root, then the two sides of one cut after the other."""

    facts: list[NDArray[Any]]
    """What is known of all nodes: the columns of `growing_ledger.FACTS`."""
    cuts: list[NDArray[Any]]
    """The axes, thresholds and gains of those that are cut."""
    open: dict[int, tuple[float, int]]
    """What it saves to cut a node, and the number of its left side, where that may be done."""
    leaf: IntArray
    """(n,): the leaf of each point; leaves are counted from left to right."""
    begin: IntArray
    """The first of the leaves that each node becomes …"""
    end: IntArray
    """… and the one behind the last."""

    @classmethod
    def of(cls, data: Dataset, rules: TreeRules) -> Self:
        """Grow a tree, and measure its nodes."""
        limits, criterion = rules.limits, CLASS_CRITERIA[rules.criterion]
        growth = Growth(data, np.inf if limits.max_depth is None else limits.max_depth)
        made = np.fromiter(growth.nodes, np.int64, len(growth.nodes))
        first, second, start = made.reshape(-1, 3).T
        counts = np.array((first, second), dtype=np.float64)
        known = measured(criterion, counts)
        cut = np.fromiter(growth.cuts, np.float64, len(growth.cuts)).reshape(-1, 5).T
        node, axis, *beside = cut[:4].astype(np.int64)
        weight = known.weight.take(node)
        score = criterion.score(counts[:, 1::2], counts[:, 2::2])
        score = np.where(np.isnan(cut[4]), score, cut[4])
        gain = class_gain(criterion, score, weight, known.impurity.take(node))
        points = Points(data)
        threshold = middle(*points.along(axis, np.stack(beside)))
        asked = axis, threshold, gain
        cuts = [np.zeros(len(first), column.dtype) for column in asked]
        for column, own in zip(cuts, asked, strict=True):
            column[node] = own
        saved = zip((weight * gain).tolist(), range(1, len(first), 2), strict=True)
        may = (gain >= limits.min_gain - TIE).tolist()
        return cls(
            [first + second, known.weight, known.impurity, np.ascontiguousarray(known.value)],
            cuts,
            {one: sides for one, sides, can in zip(node.tolist(), saved, may, strict=True) if can},
            *points.leaves(growth, start, first + second),
        )


class Points:
    """Finds the points that stand along an axis as their ranks on the other one."""

    def __init__(self, data: Dataset) -> None:
        """Sort them by the other axis."""
        self.points = data.points.ravel()
        self.by_other = data.order[::-1].ravel()
        self.n = len(data)

    def at(self, axis: IntArray, marks: IntArray) -> IntArray:
        """Find some points."""
        return self.by_other.take(np.abs(marks) + (self.n * axis - 1))

    def along(self, axis: IntArray, marks: IntArray) -> NDArray[np.float64]:
        """Find the coordinates of some points along the axis they stand on."""
        return self.points.take(2 * self.at(axis, marks) + axis)

    def leaves(
        self, growth: Growth, start: IntArray, size: IntArray
    ) -> tuple[IntArray, IntArray, IntArray]:
        """Count the leaves from left to right: find that of each point, and those of each node."""
        nodes, axes, lines = zip(*growth.leaves, strict=True)
        node, axis = np.array(nodes), np.array(axes)
        points = size.take(node)
        upto = np.zeros(self.n, dtype=np.int64)
        upto[start.take(node)] = 1
        upto = upto.cumsum()
        number = upto.take(start) - 1
        leaf = np.empty(self.n, dtype=np.int64)
        marks = np.fromiter(chain.from_iterable(lines), np.int64, self.n)
        leaf[self.at(axis.repeat(points), marks)] = number.take(node).repeat(points)
        return leaf, number, upto.take(start + size - 1)
