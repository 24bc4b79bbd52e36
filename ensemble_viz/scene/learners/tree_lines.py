"""Where trees split the plane, and where their class changes: the lines of many trees at once."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ensemble_viz.engine.data import FloatArray, IntArray, Numbers
from ensemble_viz.engine.ensembles import decide
from ensemble_viz.engine.surface import Nodes
from ensemble_viz.engine.trees import LEAF, Tree
from ensemble_viz.scene.shades import MOST_CELLS


@dataclass(frozen=True, slots=True, eq=False)
class TreeLines:
    """Upright and level lines of some trees."""

    lines: FloatArray
    """(lines, 4) as x1, y1, x2, y2, with infinite ends where nothing ends them."""
    tree: IntArray
    """(lines,): whose each is, by the number of the tree."""


@dataclass(frozen=True, slots=True, eq=False)
class Axis:
    """The different cuts of each tree along an axis, between two infinite ones."""

    start: IntArray
    """(trees,): where those of a tree begin."""
    cells: IntArray
    """(trees,): how many cells they bound."""
    at: FloatArray


class TreePlane:
    """The plane as some trees part it."""

    def __init__(self, trees: Sequence[Tree]) -> None:
        self.nodes = nodes = Nodes.of(trees)
        self.number = np.zeros(len(nodes.feature), dtype=np.int64)
        """(nodes,): the number of a node's cut among those of its tree along its axis, from 1."""
        self.axes = _cuts(nodes, 0, self.number), _cuts(nodes, 1, self.number)
        self.leaf = (nodes.feature == LEAF).nonzero()[0]
        self.leaf_tree, self.leaf_edge = self._edges(self.leaf)
        """Of each leaf its tree, and what it decides on by the numbers of cuts."""

    def splits(self) -> TreeLines:
        """Draw every split across its node."""
        nodes = self.nodes
        inner = (nodes.feature != LEAF).nonzero()[0]
        tree, edge = self._edges(inner)
        lines = self._corners(tree, edge)
        row, along = np.arange(len(inner)), nodes.feature.take(inner)
        lines[row, along] = lines[row, along + 2] = nodes.threshold.take(inner)
        return TreeLines(lines, tree)

    def class_edges(self) -> TreeLines | None:
        """Draw where the class of each tree changes.

        None where they answer values, or have so many cells that it would take too long. The cells
        of all trees lie over one another, in rows of the same length.
        """
        value, axes = self.nodes.value, self.axes
        wide, rows = int(axes[0].cells.max()), axes[1].cells
        high = int(rows.sum())
        if value.ndim == 1 or high * wide > MOST_CELLS:
            return None
        leaf, tree, edge = self.leaf, self.leaf_tree, self.leaf_edge
        first = rows.cumsum() - rows  # of the rows of each tree
        (left, right), (low, above) = edge[0], edge[1] + first.take(tree)
        answer = np.asarray(decide(value.take(leaf, axis=0), value.shape[1]))
        corner = np.concatenate((low, above, low, above)) * (wide + 1)
        corner += np.concatenate((left, right, right, left))
        steps = np.concatenate((answer, answer, -answer, -answer)).astype(np.int16)
        label = np.zeros((high + 1, wide + 1), dtype=np.int16)  # there may be a million
        np.add.at(label.ravel(), corner, steps)
        np.cumsum(label, axis=1, dtype=np.int16, out=label)
        np.cumsum(label, axis=0, dtype=np.int16, out=label)
        label = label[:-1, :-1]
        owner = np.arange(len(rows)).repeat(rows)
        upright, level = _upright(label, owner, first, axes), _level(label, owner, first, axes)
        lines, trees = zip(upright, level, strict=True)
        return TreeLines(np.concatenate(lines), np.concatenate(trees))

    @property
    def leaf_boxes(self) -> FloatArray:
        """What each leaf decides on: (leaves, 4) as x1, y1, x2, y2."""
        return self._corners(self.leaf_tree, self.leaf_edge)

    def _corners(self, tree: IntArray, edge: IntArray) -> FloatArray:
        sides = [axis.at.take(axis.start.take(tree) + side)
                 for axis, side in zip(self.axes, edge, strict=True)]  # fmt: skip
        return np.stack(sides, axis=-1).swapaxes(0, 1).reshape(-1, 4)

    def _edges(self, which: IntArray) -> tuple[IntArray, IntArray]:
        """Find the tree of some nodes, and what they decide on by the numbers of its cuts."""
        tree = self.nodes.tree.take(which)
        edge = self.nodes.edges(self.number, 2, which).astype(np.int64)
        edge[:, 1] %= np.stack([axis.cells.take(tree) + 1 for axis in self.axes])  # −1: the last
        return tree, edge


def _upright(
    label: Numbers, owner: IntArray, first: IntArray, axes: tuple[Axis, Axis]
) -> tuple[FloatArray, IntArray]:
    """Draw lines between neighbouring columns, as long as they go on in the rows of a tree."""
    row, column = (label[:, 1:] != label[:, :-1]).nonzero()
    inside = column + 1 < axes[0].cells.take(owner.take(row))  # else it is behind the last cell
    row, column = row[inside], column[inside]
    order = (column * len(label) + row).argsort()
    row, column = row[order], column[order]
    tree = owner.take(row)
    start, end = _runs(column, row, tree)
    tree = tree.take(start)
    x = axes[0].at.take(axes[0].start.take(tree) + column.take(start) + 1)
    y = axes[1].start.take(tree) - first.take(tree)
    low, high = axes[1].at.take(y + row.take(start)), axes[1].at.take(y + row.take(end) + 1)
    return np.column_stack((x, low, x, high)), tree


def _level(
    label: Numbers, owner: IntArray, first: IntArray, axes: tuple[Axis, Axis]
) -> tuple[FloatArray, IntArray]:
    """Draw lines between neighbouring rows of a tree."""
    row, column = ((label[1:] != label[:-1]) & (owner[1:] == owner[:-1])[:, None]).nonzero()
    start, end = _runs(row, column, row)
    row = row.take(start)
    tree = owner.take(row)
    y = axes[1].at.take(axes[1].start.take(tree) + row - first.take(tree) + 1)
    x = axes[0].start.take(tree)
    low, high = axes[0].at.take(x + column.take(start)), axes[0].at.take(x + column.take(end) + 1)
    return np.column_stack((low, y, high, y)), tree


def _runs(line: IntArray, place: IntArray, owner: IntArray) -> tuple[IntArray, IntArray]:
    """Find where places of the same line and owner follow one another: the first, and the last."""
    begins = np.ones(len(line), dtype=bool)
    begins[1:] = (line[1:] != line[:-1]) | (place[1:] != place[:-1] + 1) | (owner[1:] != owner[:-1])
    start = begins.nonzero()[0]
    return start, np.append(start, len(line))[1:] - 1


def _cuts(nodes: Nodes, axis: int, number: IntArray) -> Axis:
    """List the cuts of each tree along an axis; number those of its nodes, from 1."""
    own = (nodes.feature == axis).nonzero()[0]
    order = np.lexsort((nodes.threshold.take(own), nodes.tree.take(own)))
    own = own.take(order)
    tree, at = nodes.tree.take(own), nodes.threshold.take(own)
    new = np.ones(len(own), dtype=bool)
    new[1:] = (tree[1:] != tree[:-1]) | (at[1:] != at[:-1])
    count = np.bincount(tree[new], minlength=len(nodes.root))
    start = (count + 2).cumsum() - count - 2
    number[own] = new.cumsum() - (count.cumsum() - count).take(tree)
    every = np.empty(int((count + 2).sum()))
    every[start], every[start + count + 1] = -np.inf, np.inf
    every[start.take(tree) + number.take(own)] = at
    return Axis(start, count + 1, every)
