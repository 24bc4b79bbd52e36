"""The search behind a split, laid open: the score of every cut of a node on every axis.

The records keep only the winner. Here the same search runs again for one node, with the same
weights and targets, so that runners-up can be shown and checked.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import TIE, Dataset, FloatArray, IntArray, Numbers, Refusal
from ensemble_viz.engine.ensembles import Round
from ensemble_viz.engine.learners import Learner
from ensemble_viz.engine.runs.running import Run
from ensemble_viz.engine.trees import (
    Tree,
    TreeRules,
    bins,
    bins_of,
    counts,
    criteria,
    fit,
    second_order,
)
from ensemble_viz.engine.trees.levels.growth import Grower
from ensemble_viz.engine.trees.levels.node_statistics import ClassStatistics, Statistics
from ensemble_viz.engine.trees.levels.value_statistics import ValueStatistics


@dataclass(frozen=True, slots=True, eq=False)
class AxisSearch:
    """All cuts of a node along one axis, from the lowest."""

    axis: int
    threshold: FloatArray
    gain: FloatArray
    """By how much each cut would lower the impurity of the node."""
    tied: IntArray
    """The cuts that tie with the best of all axes."""
    sides: FloatArray | None = None
    """(2, 2, cuts): G and H on the left, G and H on the right, in trees of second order."""
    missed: FloatArray | None = None
    """The error of the best stump at each cut, whose sides answer differently: the notes' stump."""


@dataclass(frozen=True, slots=True, eq=False)
class NodeSearch:
    impurity: float
    """0 in trees of second order, whose nodes have gradients and hessians instead."""
    axes: tuple[AxisSearch, ...]
    rows: IntArray
    """The points in the node."""


def search_node(
    run: Run, t: int, node: int = 0, learner: int = 0, tree: Learner | None = None
) -> NodeSearch:
    """Search a node of a tree of round t again, or of that tree as it was grown."""
    record = run.round(t)
    tree = record.learners[learner] if tree is None else tree
    if not isinstance(tree, Tree):
        raise Refusal("only trees search for splits")
    rules = run.rules(t)
    judge, weight = _judge(run, record, learner, rules)
    inside = (weight > 0) & reaches(tree, node, run.data.points)
    grower = Grower(run.data, judge, rules.limits, bins=_bins(run.data, rules))
    frontier, facts = grower.plant(inside[None])
    score, _ = grower.cut_scores(frontier, facts)
    least = score.max(initial=-np.inf) - TIE * float(np.max(judge.largest(facts)))
    sides = None
    if isinstance(judge, second_order.SecondOrderStatistics):
        sides = np.stack(judge.sides(frontier))
    is_stump = isinstance(judge, ClassStatistics) and judge.criterion is criteria.STUMP_ERROR
    axes = []
    for axis, scores in enumerate(score):
        place = np.flatnonzero(scores > -np.inf)
        along = np.full(len(place), axis)
        threshold = grower.thresholds(along, *grower.beside(frontier, along, place))
        tied = np.flatnonzero(scores[place] >= least)
        both = None if sides is None else sides[:, :, axis, place]
        gain, missed = judge.gain(scores[place], facts), 1.0 - scores[place] if is_stump else None
        axes.append(AxisSearch(axis, threshold, gain, tied, both, missed))
    alone = grower.collect(inside[None])[0].tree
    return NodeSearch(float(alone.impurity[0]), tuple(axes), np.flatnonzero(inside))


def _judge(run: Run, record: Round, learner: int, rules: TreeRules) -> tuple[Statistics, Numbers]:
    """Judge cuts as the round did, and weigh the points as it did."""
    data = run.data
    weight = counts(data) if record.sample_weight is None else record.sample_weight
    if record.in_bag is not None:
        weight = weight * record.in_bag
    if record.seen is not None:
        weight = weight * record.seen[learner]
    if not np.issubdtype(record.target.dtype, np.floating):
        return fit.statistics(data, weight, rules), weight
    target = record.target if record.target.ndim == 1 else record.target[:, learner]
    if rules.second_order is not None and record.hessian is not None:
        hessian = record.hessian if record.hessian.ndim == 1 else record.hessian[:, learner]
        slopes = second_order.Slopes(0.0 - target, hessian)
        return second_order.judge_slopes(data, slopes, record.in_bag, rules.second_order), weight
    return ValueStatistics(target, weight), weight


def _bins(data: Dataset, rules: TreeRules) -> bins.Bins | None:
    most = None if rules.second_order is None else rules.second_order.max_bin
    return None if most is None else bins_of(data, most)


def reaches(tree: Tree, node: int, points: FloatArray) -> NDArray[np.bool_]:
    box = tree.rectangles(points.shape[1])[node]
    return np.all((points > box[:, 0]) & (points <= box[:, 1]), axis=1)
