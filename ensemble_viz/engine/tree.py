"""A binary tree as a record: every node keeps what it was decided on, and what it would answer."""

from dataclasses import dataclass, fields, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.dataset import FloatArray, IntArray, Numbers

LEAF = -1


@dataclass(frozen=True, slots=True, eq=False)
class Tree:
    """Parallel arrays, one entry a node; node 0 is the root, children come after their parent."""

    feature: IntArray
    """The axis a node asks about, LEAF where it asks nothing."""
    threshold: FloatArray
    """`x <= threshold` goes left; 0 in leaves."""
    left: IntArray
    right: IntArray
    n: IntArray
    """Different training points in the node."""
    weight: FloatArray
    """Their weight, a point drawn k times counting k times."""
    impurity: FloatArray
    """How mixed the node is; 0 in trees of second order, which judge nodes by `grad` and `hess`."""
    gain: FloatArray
    """By how much the node's split lowers the impurity, or the loss; 0 in leaves."""
    value: FloatArray
    """What the node answers: (nodes, K) class shares, or (nodes,) values."""
    tried: IntArray | None = None
    """(nodes, axes): the axes in the order they were drawn for the split, LEAF behind the last."""
    reversed: bool = False
    """The tree was worse than chance, and answers the opposite of what it learned."""
    grad: FloatArray | None = None
    """The sum of the gradients in the node, in trees of second order."""
    hess: FloatArray | None = None
    """The sum of the hessians in the node."""
    grown: "Tree | None" = None
    """The tree as it was grown, where splits of it were taken back since."""
    kept: IntArray | None = None
    """The number here of each node of the tree as it was grown, LEAF where it is gone."""

    def __post_init__(self) -> None:
        """Freeze the arrays."""
        for field in fields(self):
            array = getattr(self, field.name)
            if isinstance(array, np.ndarray):
                array.flags.writeable = False

    def __len__(self) -> int:
        """Count the nodes."""
        return len(self.feature)

    @property
    def is_leaf(self) -> NDArray[np.bool_]:
        """Say which nodes answer without asking."""
        return np.equal(self.feature, LEAF)

    @property
    def n_leaves(self) -> int:
        """Count the leaves."""
        return int(self.is_leaf.sum())

    @property
    def depth(self) -> int:
        """Count the questions on the longest way from the root to a leaf."""
        return int(self.node_depth().max())

    def apply(self, points: FloatArray) -> IntArray:
        """Find the leaf each point falls into."""
        node = np.zeros(len(points), dtype=np.int64)
        if len(self) == 1 or not len(points):
            return node
        flat, width = points.ravel(), points.shape[1]
        child = np.stack((self.left, self.right))
        moving = np.arange(len(points))
        at = node
        while len(moving):
            x = flat.take(moving * width + self.feature.take(at))
            at = child[(x > self.threshold.take(at)).astype(np.int64), at]
            node[moving] = at
            inner = (self.feature.take(at) != LEAF).nonzero()[0]
            moving, at = moving.take(inner), at.take(inner)
        return node

    def answer(self, points: FloatArray) -> FloatArray:
        """Answer at each point: class shares or a value."""
        return self.value[self.apply(points)]

    def node_depth(self) -> IntArray:
        """Count the questions above each node."""
        depth = np.zeros(len(self), dtype=np.int64)
        level = np.zeros(1, dtype=np.int64)
        while len(level := level[self.feature[level] != LEAF]):
            children = np.concatenate((self.left[level], self.right[level]))
            depth[children] = np.tile(depth[level] + 1, 2)
            level = children
        return depth

    def parent(self) -> IntArray:
        """Find the node above each node; LEAF above the root."""
        above = np.full(len(self), LEAF, dtype=np.int64)
        inner = (~self.is_leaf).nonzero()[0]
        above[self.left[inner]] = inner
        above[self.right[inner]] = inner
        return above

    def rectangles(self, axes: int = 2) -> FloatArray:
        """Find the part of the plane each node decides on: (nodes, axes, 2), low < x <= high."""
        box = np.empty((len(self), axes, 2))
        box[..., 0], box[..., 1] = -np.inf, np.inf
        level = np.zeros(1, dtype=np.int64)
        while len(level := level[self.feature[level] != LEAF]):
            axis, cut = self.feature[level], self.threshold[level]
            left, right = self.left[level], self.right[level]
            box[left] = box[right] = box[level]
            box[left, axis, 1] = cut
            box[right, axis, 0] = cut
            level = np.concatenate((left, right))
        return box

    def with_value(self, value: FloatArray) -> Self:
        """Keep the questions, change the answers."""
        return replace(self, value=value)

    def up_from_leaves(self, leaf_sums: Numbers) -> FloatArray:
        """Add up what is known of the leaves, (nodes,) or (nodes, …), for every node above them."""
        sums = leaf_sums.copy()
        for level in reversed(self.levels()):
            sums[level] = sums[self.left[level]] + sums[self.right[level]]
        return sums

    def levels(self) -> list[IntArray]:
        """List the asking nodes, level by level from the root."""
        levels = []
        level = np.zeros(1, dtype=np.int64)
        while len(level := level[self.feature[level] != LEAF]):
            levels.append(level)
            level = np.concatenate((self.left[level], self.right[level]))
        return levels
