"""What the nodes of small trees have on record, for many trees at once.

Sketches come with what their trees were fitted to; what comes out are columns of all nodes, tree
by tree.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np

from ensemble_viz.engine.data import Dataset, FloatArray, IntArray, Numbers, ties
from ensemble_viz.engine.trees.criteria import STUMP_ERROR, ClassCriterion, as_it_is, class_total
from ensemble_viz.engine.trees.small.search import Sketch
from ensemble_viz.engine.trees.tree import LEAF

Sketches = list[tuple[Sketch, Any]]
Measure = Callable[[Sketches], dict[str, Any]]


@dataclass(slots=True, eq=False)
class Nodes:
    """The nodes of some sketches, one tree behind the other."""

    first: IntArray
    """(trees,): the first node of each."""
    count: IntArray
    """(trees,): how many there are."""
    columns: dict[str, Any]
    """What they ask, how many points they have, and what their cuts gain."""
    inner: IntArray
    """The nodes that ask, …"""
    left: IntArray
    """… and their left children, each before the right one."""

    @classmethod
    def of(cls, sketches: Sketches) -> "Nodes":
        """Put the nodes of trees behind one another."""
        splits = np.array([len(sketch.cuts) for sketch, _ in sketches], dtype=np.int64)
        count = 1 + 2 * splits
        first = count.cumsum() - count
        ahead = first.repeat(splits)
        cuts = np.array([cut for sketch, _ in sketches for cut in sketch.cuts]).reshape(-1, 4)
        node, axis, threshold, gain = cuts.T
        own = 2 * (np.arange(len(cuts)) - (splits.cumsum() - splits).repeat(splits)) + 1
        inner = node.astype(np.int64) + ahead
        total = int(count.sum())
        columns: dict[str, Any] = {
            "feature": np.full(total, LEAF), "threshold": np.zeros(total),
            "left": np.full(total, LEAF), "right": np.full(total, LEAF),
            "n": np.fromiter(chain.from_iterable(s.size for s, _ in sketches), np.int64, total),
            "gain": np.zeros(total),
        }  # fmt: skip
        columns["feature"][inner] = axis
        columns["threshold"][inner] = threshold
        columns["gain"][inner] = gain
        columns["left"][inner] = own
        columns["right"][inner] = own + 1
        return cls(first, count, columns, inner, own + ahead)


def class_nodes(criterion: ClassCriterion, classes: int) -> Measure:
    """Measure trees of classes by the weights that the search has found in their nodes."""

    def measure(sketches: Sketches) -> dict[str, Any]:
        known = chain.from_iterable(sketch.known for sketch, _ in sketches)
        totals = np.fromiter(chain.from_iterable(known), np.float64).reshape(-1, classes).T
        nodes = Nodes.of(sketches)
        return class_columns(nodes, totals, criterion) | tried_axes(nodes, sketches)

    return measure


def tried_axes(nodes: Nodes, sketches: Sketches) -> dict[str, Any]:
    """List the axes that were drawn for the nodes; nothing where none were."""
    drawn = [
        (start + node, first, other)
        for start, (sketch, _) in zip(nodes.first.tolist(), sketches, strict=True)
        for node, first, other in sketch.tried
    ]
    if not drawn:
        return {}
    tried = np.full((len(nodes.columns["n"]), 2), LEAF)
    node, *axes = np.array(drawn).T
    tried[node] = np.stack(axes, axis=1)
    return {"tried": tried}


def class_columns(nodes: Nodes, totals: FloatArray, criterion: ClassCriterion) -> dict[str, Any]:
    """Measure nodes by the weights of their classes: (K, nodes)."""
    weight, inner = class_total(totals), nodes.inner
    value = np.ascontiguousarray((totals / weight).T)
    ties.settle_shares(value)
    own = totals.take(inner, axis=1)
    score = criterion.score(totals.take(nodes.left, axis=1), own, as_it_is)
    gain = np.zeros(len(weight))
    gain[inner] = np.maximum(criterion.gain(score, own), 0.0)
    impurity = criterion.impurity(value.T)
    if criterion is STUMP_ERROR:
        for start in nodes.first[nodes.count > 1].tolist():
            stump = slice(start, start + 3)
            value[stump] = criterion.answers(weight[stump], value[stump])
    return nodes.columns | {
        "weight": weight, "impurity": impurity, "gain": gain, "value": value,
    }  # fmt: skip


def value_nodes(data: Dataset, weight: Numbers | None) -> Measure:
    """Measure trees of values, fitted to (n,) each, from the points in their leaves."""
    own_weight = np.ones(len(data)) if weight is None else weight

    def measure(sketches: Sketches) -> dict[str, Any]:
        nodes = Nodes.of(sketches)
        rows = [np.arange(len(data))[sketch.rows] for sketch, _ in sketches]
        at = np.concatenate(
            [
                s.leaf.take(r) + start
                for (s, _), r, start in zip(sketches, rows, nodes.first, strict=True)
            ]
        )
        y = np.concatenate([fit.take(own) for (_, fit), own in zip(sketches, rows, strict=True)])
        w = own_weight.take(np.concatenate(rows)).astype(np.float64)
        total = len(nodes.columns["n"])
        some, size = np.zeros(total), np.asarray(np.bincount(at, w, total), dtype=np.float64)
        some[at] = y  # means are measured from a value of the node: that costs no digits
        around = y - some.take(at)
        rest = np.bincount(at, w * around, total) / np.where(size > 0.0, size, 1.0)
        error = np.bincount(at, w * (around - rest.take(at)) ** 2, total)
        _up(nodes, size, (some, rest), np.asarray(error, dtype=np.float64))
        columns = nodes.columns
        columns["gain"] = np.divide(columns["gain"], size)
        return columns | {"weight": size, "impurity": error / size, "value": some + rest}

    return measure


def _up(
    nodes: Nodes, size: FloatArray, mean: tuple[FloatArray, FloatArray], error: FloatArray
) -> None:
    """Put leaves together: the last split of every tree first."""
    some, rest = mean
    splits = nodes.count // 2
    before = splits.cumsum() - splits
    for k in range(int(splits.max(initial=0)) - 1, -1, -1):
        own = before[splits > k] + k
        parent, left = nodes.inner[own], nodes.left[own]
        right = left + 1
        w = size[left] + size[right]
        apart = (some[right] - some[left]) + (rest[right] - rest[left])
        size[parent] = w
        some[parent], rest[parent] = some[left], rest[left] + apart * (size[right] / w)
        between = apart * (size[left] / w) * (apart * size[right])
        error[parent] = error[left] + error[right] + between


def slope_nodes(sketches: Sketches) -> dict[str, Any]:
    """Measure trees of second order by the sums that the search has found in their nodes."""
    nodes = Nodes.of(sketches)
    known = [slope for sketch, _ in sketches for slope in sketch.known]
    grad, hess = np.array([slope[:2] for slope in known]).T.copy()
    weight = nodes.columns["n"].astype(np.float64)
    if known[0].weight is not None:
        weight = np.array([slope.weight for slope in known])
    return nodes.columns | {
        "weight": weight, "impurity": np.zeros(len(weight)), "grad": grad, "hess": hess,
    }  # fmt: skip
