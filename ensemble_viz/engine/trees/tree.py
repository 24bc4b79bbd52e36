"""A binary tree as a record: every node keeps what it was decided on, and what it would answer."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import FloatArray, IntArray, Numbers, dataset

if TYPE_CHECKING:
    from ensemble_viz.engine.data import dataset

LEAF = -1


@dataclass(frozen=True, slots=True, eq=False)
class Throws:
    """The random cuts that nodes threw, at most one on each axis; the best that fits is kept."""

    thrown: NDArray[np.bool_]
    """(nodes, axes): a cut was thrown on this axis."""
    threshold: FloatArray
    """(nodes, axes): where; 0 where none was thrown."""
    gain: FloatArray
    """(nodes, axes): by how much it would lower the impurity; 0 where it does not fit."""
    fits: NDArray[np.bool_]
    """(nodes, axes): it leaves enough points on either side."""

    def __post_init__(self) -> None:
        dataset.freeze(self.thrown, self.threshold, self.gain, self.fits)

    def only(self, nodes: IntArray | slice) -> "Throws":
        return Throws(self.thrown[nodes], self.threshold[nodes], self.gain[nodes], self.fits[nodes])

    def of(self, node: int) -> list[tuple[int, float, float | None]]:
        """List a node's cuts as axis, threshold and gain; a gain of None where it does not fit."""
        return [
            (
                int(axis),
                float(self.threshold[node, axis]),
                float(self.gain[node, axis]) if self.fits[node, axis] else None,
            )
            for axis in self.thrown[node].nonzero()[0]
        ]


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
    thrown: Throws | None = None
    """The random cuts that the nodes chose from, in trees that throw them."""
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
        dataset.freeze(self.feature, self.threshold, self.left, self.right, self.n, self.weight)
        dataset.freeze(
            self.impurity, self.gain, self.value, self.tried, self.grad, self.hess, self.kept
        )

    def __len__(self) -> int:
        return len(self.feature)

    @property
    def is_leaf(self) -> NDArray[np.bool_]:
        return np.equal(self.feature, LEAF)

    @property
    def leaf_value(self) -> FloatArray:
        """What the nodes answer that are leaves; the others may have anything."""
        return self.value

    @property
    def n_leaves(self) -> int:
        return int(self.is_leaf.sum())

    @property
    def n_pruned(self) -> int:
        """Count the splits that were taken back."""
        return 0 if self.grown is None else self.grown.n_leaves - self.n_leaves

    @property
    def depth(self) -> int:
        """Count the questions on the longest way from the root to a leaf."""
        return int(self.node_depth().max())

    def apply(self, points: FloatArray) -> IntArray:
        root = np.zeros(len(points), dtype=np.int64)
        return fall(points, root, self.feature, self.threshold, (self.left, self.right))

    def answer(self, points: FloatArray) -> FloatArray:
        return self.leaf_value[self.apply(points)]

    def describe(self, names: "dataset.Names") -> dict[str, Any]:
        """List the nodes, and those it was grown with; one that answers the opposite says so."""
        said: dict[str, Any] = {"kind": "tree", "nodes": node_dicts(names, self)}
        if self.grown is not None:
            said["grown"] = grown_dicts(names, self, self.grown)
        return said | {"reversed": True} if self.reversed else said

    def node_depth(self) -> IntArray:
        """Count the questions above each node."""
        depth = np.zeros(len(self), dtype=np.int64)
        for level in self.levels():
            depth[self.left[level]] = depth[self.right[level]] = depth[level] + 1
        return depth

    def parent(self) -> IntArray:
        above = np.full(len(self), LEAF, dtype=np.int64)
        inner = (~self.is_leaf).nonzero()[0]
        above[self.left[inner]] = inner
        above[self.right[inner]] = inner
        return above

    def rectangles(self, axes: int = 2) -> FloatArray:
        """Find the part of the plane each node decides on: (nodes, axes, 2), low < x <= high."""
        box = np.empty((len(self), axes, 2))
        box[..., 0], box[..., 1] = -np.inf, np.inf
        for level in self.levels():
            axis, cut = self.feature.take(level), self.threshold.take(level)
            left, right = self.left.take(level), self.right.take(level)
            box[left] = box[right] = box[level]
            box[left, axis, 1] = cut
            box[right, axis, 0] = cut
        return box

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


def fall(
    points: FloatArray,
    at: IntArray,
    feature: IntArray,
    threshold: FloatArray,
    children: tuple[IntArray, IntArray],
) -> IntArray:
    """Find the leaf each point falls into, from the node that it is at."""
    x, width, child = points.ravel(), points.shape[1], np.concatenate(children)
    node, moving = at.copy(), np.arange(len(at))
    while len(inner := (feature.take(at) != LEAF).nonzero()[0]):
        moving, at = moving.take(inner), at.take(inner)
        right = x.take(moving * width + feature.take(at)) > threshold.take(at)
        at = child.take(at + right * len(feature))
        node[moving] = at
    return node


def grown_dicts(names: "dataset.Names", tree: Tree, grown: Tree) -> list[dict[str, Any]]:
    """Write the nodes as they were grown: which splits were taken back, and what each is now."""
    assert tree.kept is not None
    nodes = node_dicts(names, grown)
    for node, number in zip(nodes, tree.kept.tolist(), strict=True):
        split = number != LEAF and tree.feature[number] != LEAF
        node["pruned"] = node["feature"] is not None and not split
        node["kept_as"] = None if number == LEAF else number
    return nodes


def node_dicts(names: "dataset.Names", tree: Tree) -> list[dict[str, Any]]:
    """Write the nodes in the order of their creation."""
    listed = ["feature", "threshold", "left", "right", "n", "weight", "impurity", "gain", "value"]
    if tree.grad is not None:
        listed += ["grad", "hess"]
    columns = {name: getattr(tree, name).tolist() for name in listed}
    nodes = []
    for k, row in enumerate(zip(*columns.values(), strict=True)):
        node: dict[str, Any] = {"id": k} | dict(zip(columns, row, strict=True))
        if node["feature"] == LEAF:
            node |= dict.fromkeys(("feature", "threshold", "left", "right"))
        else:
            node["feature"] = names.columns[node["feature"]]
        if tree.grad is not None:
            node["impurity"] = None
        if tree.tried is not None and (drawn := tree.tried[k]).max() != LEAF:
            node["tried"] = [names.columns[axis] for axis in drawn if axis != LEAF]
        if tree.thrown is not None and (thrown := tree.thrown.of(k)):
            node["thrown"] = [[names.columns[axis], cut, gain] for axis, cut, gain in thrown]
        nodes.append(node)
    return nodes


def middle(low: FloatArray, high: FloatArray) -> FloatArray:
    """Find the thresholds between neighbours, low < high: never one that would send both left."""
    half = low / 2 + high / 2
    return np.where(half >= high, low, half) + 0.0  # + 0.0 turns −0.0 into 0.0


def between(low: float, high: float) -> float:
    """Find the threshold between neighbours, low < high: never one that would send both left."""
    half = low / 2 + high / 2
    return (low if half >= high else half) + 0.0  # + 0.0 turns −0.0 into 0.0


def changed_between(before: Tree, now: Tree) -> int:
    """Find the one node that was split since, or below which the tree was cut."""
    asked = zip(before.feature.tolist(), now.feature.tolist(), strict=False)
    return next(k for k, (then, still) in enumerate(asked) if then != still)
