"""A whole tree of two classes, grown node by node: where numpy's calls would take longer.

The nodes and their cuts are bit for bit those of `ClassParter`. There they are searched when their
turn comes; here all of them at once, for that takes a few milliseconds at the most.
"""

import numpy as np

from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.trees.class_cuts import LIGHT, has_ties
from ensemble_viz.engine.trees.limits import TreeRules
from ensemble_viz.engine.trees.two_class_cuts import FEW, Line, best_of_few, best_of_many


def can_be_grown(data: Dataset, rules: TreeRules) -> bool:
    """Say whether the points are as few and as plain as they have to be."""
    plain = rules.criterion == "gini" and rules.limits.min_samples_leaf == 1
    if not plain or data.n_classes != 2 or data.weight is not None or len(data) > LIGHT:
        return False
    return not has_ties(data)


def signed_lines(data: Dataset) -> Line:
    """Write the points along each axis, (2, n): as their rank along the other one, from 1 on.

    Those of the second class are negative.
    """
    ranks = (data.rank[::-1] + 1) * (1 - 2 * data.target)
    lines = np.empty(ranks.shape, dtype=np.int16)
    for line, rank, order in zip(lines, ranks, data.order, strict=True):
        line[:] = rank.take(order)
    return lines


class Growth:
    """The nodes of a tree: the root, then the two sides of one cut after the other."""

    def __init__(self, data: Dataset, deepest: float) -> None:
        """Grow all of them, down to some depth."""
        self.root, self.deepest = signed_lines(data), deepest
        second = int(np.count_nonzero(data.target))
        self.nodes = [len(data) - second, second, 0]
        """Of each node how many points of the first class it has, and of the second, and how many
        points are in the nodes to the left of it."""
        self.cuts: list[float] = []
        """Of each cut its node, its axis, the points on either side of it, and its score if that is
        known already."""
        self.leaves: list[tuple[int, int, list[int]]] = []
        """The leaves: the node, and its points along some axis."""
        self._many: list[tuple[int, Line, Line, int]] = []
        self._few: list[tuple[int, list[int], list[int], int]] = []
        """Nodes that are to be cut: their points along both axes, and their depth."""
        self._add(0, (self.root[0], self.root[1]), 0, 0)
        while self._many:
            self._cut_many(*self._many.pop())
        self._cut_few()

    def _add(self, node: int, lines: tuple[Line, Line], axis: int, depth: int) -> None:
        """Let a node be cut, if that can and may be; else it is a leaf."""
        own = lines[axis]
        if depth == self.deepest or not all(self.nodes[3 * node : 3 * node + 2]):
            self.leaves.append((node, axis, own.tolist()))
        elif len(own) > FEW:
            self._many.append((node, *lines, depth))
        else:
            self._few.append((node, lines[0].tolist(), lines[1].tolist(), depth))

    def _cut_many(self, node: int, one: Line, other: Line, depth: int) -> None:
        """Cut a node of many points."""
        first, second, start = self.nodes[3 * node : 3 * node + 3]
        axis, left_first, left_second, score = best_of_many((one, other), first, second)
        left, made = left_first + left_second, len(self.nodes) // 3
        own, across = (other, one) if axis else (one, other)
        last, following = own[left - 1 : left + 1].tolist()
        self.cuts += node, axis, last, following, score
        self.nodes += left_first, left_second, start
        self.nodes += first - left_first, second - left_second, start + left
        stays = np.abs(across) <= abs(self.root.item(1 - axis, abs(last) - 1))
        low, high = (own[:left], across[stays]), (own[left:], across[~stays])
        self._add(made, low[::-1] if axis else low, axis, depth + 1)
        self._add(made + 1, high[::-1] if axis else high, axis, depth + 1)

    def _cut_few(self) -> None:
        """Cut the nodes of few points, and those that come of them: no call more than needed."""
        waiting, nodes, leaves = self._few, self.nodes, self.leaves
        while waiting:
            node, one, other, depth = waiting.pop()
            first, second, start = nodes[3 * node : 3 * node + 3]
            axis, left_first, left_second, score = best_of_few(one, other, first, second)
            own, across = (other, one) if axis else (one, other)
            left, made = left_first + left_second, len(nodes) // 3
            self.cuts += node, axis, own[left - 1], own[left], score
            begin = -(end := abs(self.root.item(1 - axis, abs(own[left - 1]) - 1)))
            first, second = first - left_first, second - left_second
            nodes += left_first, left_second, start, first, second, start + left
            low, high = own[:left], own[left:]
            depth += 1
            if left_first and left_second and depth < self.deepest:
                part = [point for point in across if begin <= point <= end]
                waiting.append((made, part, low, depth) if axis else (made, low, part, depth))
            else:
                leaves.append((made, axis, low))
            if first and second and depth < self.deepest:
                part = [point for point in across if not begin <= point <= end]
                made += 1
                waiting.append((made, part, high, depth) if axis else (made, high, part, depth))
            else:
                leaves.append((made + 1, axis, high))
