"""Fitting trees to classes or to values, again and again to the same points."""

from functools import partial

import numpy as np

from ensemble_viz.engine.data import TIE, Dataset, FloatArray, IntArray, Numbers, ties
from ensemble_viz.engine.trees.criteria import CLASS_CRITERIA, STUMP_ERROR, ClassCriterion
from ensemble_viz.engine.trees.lazy import Batch
from ensemble_viz.engine.trees.leaf_values import Fitted
from ensemble_viz.engine.trees.levels.growth import Grower, Grown
from ensemble_viz.engine.trees.levels.node_statistics import (
    ClassStatistics,
    Statistics,
    saved_by_splits,
)
from ensemble_viz.engine.trees.levels.value_statistics import ValueStatistics
from ensemble_viz.engine.trees.limits import TreeRules
from ensemble_viz.engine.trees.order import BestFirst, grow_one
from ensemble_viz.engine.trees.small.class_sums import ClassSums
from ensemble_viz.engine.trees.small.measures import class_nodes, value_nodes
from ensemble_viz.engine.trees.small.search import FEW_OF_CLASSES, Sketch, SmallSearch
from ensemble_viz.engine.trees.small.stumps import StumpSearch, stump_nodes
from ensemble_viz.engine.trees.small.value_sums import ValueSums


def judged_by(rules: TreeRules) -> ClassCriterion:
    """Choose how mixtures of classes are judged.

    With the criterion "error" a tree of depth 1 is the notes' stump: its sides answer different
    classes, or it is a constant. One that is drawn is no search for the best of these.
    """
    stump = rules.criterion == "error" and rules.limits.max_depth == 1 and not rules.drawn
    return STUMP_ERROR if stump else CLASS_CRITERIA[rules.criterion]


def statistics(data: Dataset, weight: Numbers, rules: TreeRules) -> Statistics:
    """Judge cuts by what the data set has, classes or values; `weight` is (n,) or (bags, n)."""
    bags = weight.size // len(data)
    target = np.tile(data.target, bags)
    if data.classes is None:
        return ValueStatistics(target.astype(np.float64), weight.ravel())
    heaviest = float(weight.sum(axis=-1).max())
    if weight.ndim > 1 and data.weight is not None:
        heaviest = float(len(data) * data.distribution.max())
    return ClassStatistics(judged_by(rules), target, weight.ravel(), data.n_classes, heaviest)


class ClassFitter:
    """Fits trees to the classes of the same points, weighing anew every time."""

    def __init__(self, data: Dataset, rules: TreeRules) -> None:
        self.data, self.rules = data, rules
        self.criterion = judged_by(rules)
        self.stumps = self.search = None
        if not SmallSearch.can_grow(data, limits := rules.limits, FEW_OF_CLASSES):
            return
        if self.criterion is STUMP_ERROR and data.n_classes == 2 and limits.max_leaf_nodes is None:
            self.stumps = StumpSearch(data, limits.min_samples_leaf)
            self.batch = Batch(stump_nodes(data), len(data))
        else:
            self.search = SmallSearch(data, limits)
            self.judge = ClassSums(data, self.criterion)
            self.batch = Batch(class_nodes(self.criterion, data.n_classes))

    def fit(self, weight: Numbers) -> Grown:
        if self.stumps is not None:
            stump, choice = self.stumps.find(weight)
            return grown(stump, self.batch, weight, choice=choice)
        if self.search is None:
            judge = statistics(self.data, weight, self.rules)
            return grow_one(Grower(self.data, judge, self.rules.limits), weight > 0)
        in_bag = None if weight.item(weight.argmin()) > 0 else weight > 0
        sketch = self.search.grow(self.judge.load(weight), in_bag)
        return grown(sketch, self.batch, choice=self._choice(sketch))

    def _choice(self, sketch: Sketch) -> IntArray | None:
        """Name the class of each node; None where the sides of a stump have to be told apart."""
        choice = [chosen(weights) for weights in sketch.known]
        if self.criterion is STUMP_ERROR and len(choice) > 1 and choice[1] == choice[2]:
            return None
        return np.array(choice)


def chosen(weights: list[float]) -> int:
    """Choose the class with the greatest weight; of those that tie, the first."""
    if len(weights) == 2:
        first, second = weights
        return int(second - first > TIE * (first + second))
    enough = max(weights) - TIE * sum(weights)
    return next(k for k, weight in enumerate(weights) if weight >= enough)


class ValueFitter:
    """Fits trees to values of the same points again and again."""

    def __init__(self, data: Dataset, rules: TreeRules) -> None:
        self.data, self.rules = data, rules
        self.weight = None if data.weight is None else data.distribution
        self.counted = None if self.weight is None or self.weight.all() else self.weight > 0
        """The points that weigh something; None: all do."""
        self.search = None
        if SmallSearch.can_grow(data, rules.limits):
            self.search = SmallSearch(data, rules.limits)
            self.judge = ValueSums(data, self.weight)
            self.batch = Batch(value_nodes(data, self.weight), len(data))

    def fit(self, values: FloatArray, in_bag: IntArray | None, noise: float) -> Fitted:
        """Fit a tree; differences up to `noise` are none, unless nothing is larger."""
        known = values
        if self.counted is not None:
            known = np.where(self.counted, values, values[self.counted.argmax()])
        if self.search is None:
            weight = counts(self.data) if in_bag is None else counts(self.data) * in_bag
            noise = noise if ties.largest(known) > noise else 0.0
            whole = fit_values(self.data, known, weight, self.rules, noise)
            return Fitted(whole, self.weight, values, whole.answering)
        seen = self.counted if in_bag is None else in_bag > 0
        sketch = self.search.grow(self.judge.load(known, noise), seen)
        return Fitted(sketch, self.weight, values, partial(grown, sketch, self.batch, known))


def grown(
    sketch: Sketch,
    batch: Batch,
    fitted: Numbers | None = None,
    value: FloatArray | None = None,
    choice: IntArray | None = None,
) -> Grown:
    """Make a tree of a sketch, to be measured with others of its batch."""
    return Grown(batch.tree(sketch, fitted, value), sketch.leaf, sketch.rows, choice)


def grow_best_first(data: Dataset, rules: TreeRules) -> BestFirst:
    """Grow a tree on all points, split by split."""
    if data.classes is None:
        whole = fit_values(data, data.target, counts(data), rules)
        return BestFirst(whole, *saved_by_splits(whole.tree, None))
    whole = fit_classes(data, counts(data), rules)
    return BestFirst(whole, *saved_by_splits(whole.tree, judged_by(rules)))


def fit_classes(data: Dataset, weight: Numbers, rules: TreeRules) -> Grown:
    return ClassFitter(data, rules).fit(weight)


def fit_values(
    data: Dataset, values: FloatArray, weight: Numbers, rules: TreeRules, noise: float = 0.0
) -> Grown:
    """Fit one tree to values, points weighing as given; differences up to `noise` are none."""
    judge = ValueStatistics(values, weight, noise)
    return grow_one(Grower(data, judge, rules.limits), weight > 0)


def counts(data: Dataset) -> Numbers:
    """Weigh the points as given, or once each: whole numbers are summed exactly."""
    return np.ones(len(data), dtype=np.int64) if data.weight is None else data.distribution
