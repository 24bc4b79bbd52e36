"""What is noted while trees of classes grow together, and the measures of their nodes made of it.

Measures are those that `ClassStatistics` takes while trees grow, to the last bit; here they are
taken of all nodes of all trees at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import IntArray, Numbers
from ensemble_viz.engine.data.dataset import freeze
from ensemble_viz.engine.trees.class_cuts import DrawnAxes
from ensemble_viz.engine.trees.class_throws import LevelThrows
from ensemble_viz.engine.trees.class_trees import LevelSplits, Roots
from ensemble_viz.engine.trees.class_words import Words
from ensemble_viz.engine.trees.criteria import ClassCriterion
from ensemble_viz.engine.trees.node_statistics import NodeFacts, class_facts, class_gain
from ensemble_viz.engine.trees.tree import LEAF, Throws


@dataclass(slots=True, eq=False)
class Drawn:
    """What nodes drew while they grew."""

    axes: DrawnAxes | None = None
    throws: Sequence[LevelThrows] = ()


@dataclass(slots=True, eq=False)
class Log:
    """What was noted while trees grew, from which their nodes are measured."""

    splits: LevelSplits
    roots: Roots
    counts: IntArray
    """(nodes,): class counts in lanes, tree by tree."""
    place: IntArray
    """Where each node stands among the nodes tree by tree, from its number in growing."""
    words: Words
    criterion: ClassCriterion
    drawn: Drawn


@dataclass(slots=True, eq=False)
class Measured:
    """What was measured in the nodes of all trees, tree by tree."""

    columns: dict[str, Numbers]
    thrown: Throws | None
    tried: IntArray | None
    threw: NDArray[np.bool_]
    """(trees,): some of its nodes threw cuts."""
    chose: NDArray[np.bool_]
    """(trees,): some of its nodes drew axes."""

    def of(self, number: int, own: slice) -> dict[str, Any]:
        """Cut out what belongs to a tree."""
        thrown, tried = self.thrown, self.tried
        return {name: column[own] for name, column in self.columns.items()} | {
            "thrown": thrown.only(own) if thrown is not None and self.threw[number] else None,
            "tried": tried[own] if tried is not None and self.chose[number] else None,
        }


def measure(log: Log, start: IntArray) -> Measured:
    """Measure the nodes of trees that begin at these places."""
    splits, place, lanes = log.splits, log.place, log.words.lanes
    facts = class_facts(log.criterion, lanes.apart(log.counts))
    asks = place.take(splits.number)
    gain = np.zeros(len(facts.weight))
    gain[asks] = class_gain(
        log.criterion, splits.score, facts.weight.take(asks), facts.impurity.take(asks)
    )
    size = ordered(splits, log.roots.size, splits.size, splits.left_size, place)
    columns = {"n": size, "weight": facts.weight, "impurity": facts.impurity, "gain": gain}
    axes, tried = log.drawn.axes, None
    drew = looked = np.zeros(0, dtype=np.int64)
    if axes is not None and axes.noted:
        number, drawn = axes.tried()
        drew = place.take(number)
        tried = np.full((len(size), 2), LEAF)
        tried[drew] = drawn
        freeze(tried)
    freeze(*columns.values())
    threw = [throws.number for throws in log.drawn.throws]
    if threw:
        looked = place.take(np.concatenate(threw))
    return Measured(
        columns,
        measured_throws(log, facts) if threw else None,
        tried,
        *(belong(nodes, start) for nodes in (looked, drew)),
    )


def belong(nodes: IntArray, start: IntArray) -> NDArray[np.bool_]:
    """Say to which of the trees that begin at these places some nodes belong."""
    trees = np.zeros(len(start), dtype=bool)
    trees[start.searchsorted(nodes, side="right") - 1] = True
    return trees


def measured_throws(log: Log, facts: NodeFacts) -> Throws:
    """Put down the random cuts of all nodes, along the axes they were thrown on."""
    shape = len(facts.weight), 2
    thrown, fits = np.zeros(shape, dtype=bool), np.zeros(shape, dtype=bool)
    threshold, gain = np.zeros(shape), np.zeros(shape)
    for level in log.drawn.throws:
        node, axis = log.place.take(level.number), level.axis
        saved = class_gain(
            log.criterion,
            np.where(level.fits, level.score, 0.0),
            facts.weight.take(node),
            facts.impurity.take(node),
        )
        thrown[node, axis], fits[node, axis] = level.thrown, level.fits
        threshold[node, axis] = np.where(level.thrown, level.threshold, 0.0)
        gain[node, axis] = np.where(level.fits, saved, 0.0)
    return Throws(thrown, threshold, gain, fits)


def tree_by_tree(splits: LevelSplits, trees: int, nodes: int) -> tuple[IntArray, IntArray]:
    """Count the nodes of each tree, and say where each node stands when they go tree by tree.

    The places end with LEAF, so that what is no node is none there either.
    """
    small: type[np.unsignedinteger[Any]] = np.uint16 if trees < 2**16 else np.uint32
    tree = np.empty(nodes, dtype=small)
    tree[:trees] = np.arange(trees)
    tree[splits.left] = tree[splits.left + 1] = splits.bag
    place = np.full(nodes + 1, LEAF)
    place[tree.argsort(kind="stable")] = np.arange(nodes)
    return np.bincount(tree, minlength=trees), place


def merged(levels: Sequence[LevelSplits]) -> LevelSplits:
    """Put the splits of all levels behind one another."""
    if not levels:
        none, nothing = np.zeros(0, dtype=np.int64), np.zeros(0)
        return LevelSplits(none, none, none, none, none, none, nothing, none, none, nothing)
    columns: list[Any] = []
    for field in fields(LevelSplits):
        each = [getattr(level, field.name) for level in levels]
        if isinstance(each[0], tuple):
            columns.append(tuple(np.concatenate(side) for side in zip(*each, strict=True)))
        else:
            columns.append(np.concatenate(each))
    return LevelSplits(*columns)


def ordered(
    splits: LevelSplits, roots: IntArray, whole: IntArray, left: IntArray, place: IntArray
) -> IntArray:
    """Put down a number of every node, tree by tree: a right child has what the left one has not.

    `roots` are the numbers of the roots, `whole` of the nodes that are split, `left` of their left
    children.
    """
    every = np.empty(len(place) - 1, dtype=np.int64)
    every[place[: len(roots)]] = roots
    child = place.take(splits.left)
    every[child], every[child + 1] = left, whole - left
    return every
