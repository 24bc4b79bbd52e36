"""Choosing the best cuts of many trees of classes at once, by a search along sorted points.

The scores are those of the criteria; of cuts that tie the lowest axis wins, then the lowest place.
"""

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import TIE, Dataset, FloatArray, IntArray, draws
from ensemble_viz.engine.trees.class_trees import Level, LevelCuts
from ensemble_viz.engine.trees.class_words import Lanes, Words
from ensemble_viz.engine.trees.criteria import SMALLEST, ClassCriterion, Gini
from ensemble_viz.engine.trees.tree import LEAF

Found = tuple[LevelCuts, NDArray[np.bool_] | None]
Best = tuple[FloatArray, IntArray, NDArray[np.bool_] | None]
"""Of each node the best score, the place of the cut among all, and whether there is one."""
LIGHT = 1300.0
"""Nodes up to this weight are best cut between classes.

As points of one class go over to the left, Gini's score Σ l²/l + Σ r²/r is a convex function f of
their weight; in a node of weight N that has other points, too, f'' is at least 4/N³. So for a cut
among them either the one before them all has no lower score, and is the first of both; or the one
behind them all has a greater one by 4/N³, which in a light node is more than what ties, TIE · N.
"""


class DrawnAxes:
    """The axes that nodes drew, and what is on record of that."""

    def __init__(self, ties: bool) -> None:
        """Nobody has drawn yet; without `ties` no two points of a bag are the same on an axis."""
        self.ties = ties
        self.noted: list[tuple[IntArray, IntArray, NDArray[np.bool_] | None]] = []

    def first(self, level: Level) -> IntArray:
        """Draw an axis for each node."""
        assert level.key is not None
        return draws.bit(draws.more(level.key, draws.NODE))

    def or_other(self, level: Level, first: IntArray, again: NDArray[np.bool_] | None) -> IntArray:
        """Take the other axis where one has to draw again, and put what was tried on record."""
        self.noted.append((level.number, first, again))
        return first if again is None else first ^ again

    def tried(self) -> tuple[IntArray, IntArray]:
        """List the nodes that drew, and the axes they drew: (nodes, 2), LEAF behind the last."""
        axes = []
        for _, first, again in self.noted:
            second = np.full(len(first), LEAF)
            if again is not None:
                second[again] = 1 - first[again]
            axes.append(np.stack((first, second), axis=1))
        return np.concatenate([number for number, _, _ in self.noted]), np.concatenate(axes)


class ClassSearch:
    """What every search for cuts has to know."""

    def __init__(
        self, data: Dataset, words: Words, criterion: ClassCriterion, min_samples_leaf: int
    ) -> None:
        """Prepare to search among points that are written as words."""
        self.words, self.lanes = words, words.lanes
        self.criterion = criterion
        self.min_samples_leaf = min_samples_leaf
        self.ties = has_ties(data)
        self.drawn: DrawnAxes | None = None
        """Nodes look at one axis, drawn for them."""


class SortedCuts(ClassSearch):
    """The best cuts between points, along all axes; or along one axis of each node."""

    def __init__(
        self, data: Dataset, words: Words, criterion: ClassCriterion, min_samples_leaf: int
    ) -> None:
        """Look along all axes."""
        super().__init__(data, words, criterion, min_samples_leaf)
        self.masks = words.masks()
        self.own: IntArray | None = None
        """(bags,): the axis of each tree, where trees know one only."""

    def best(self, level: Level) -> Found:
        """Find the best cut of each node."""
        axis = self._axis_of(level)
        words = level.words if axis is None else self._along(level, axis)
        left = self._running(level, words)
        weight = self.lanes.total(level.counts)
        if self._changes_are_best(weight):
            most, first, found = self._between_classes(level, words, left, weight)
        else:
            most, first, found = self._anywhere(level, (words, axis), left, weight)
        if axis is None:
            axis = first // words.shape[1]
        place = first - words.shape[1] * axis if len(words) > 1 else first
        flat = words.ravel()
        low, high = flat.take(first), flat.take(first + 1, mode="clip")
        return LevelCuts(
            axis,
            most,
            place - level.start + 1,
            left.ravel().take(first),
            self._goes_left(level, axis, low),
            (low, high),
        ), found

    def _changes_are_best(self, weight: FloatArray) -> bool:
        """Say whether no cut between points of one class is among the best of any node."""
        plain = type(self.criterion) is Gini and self.min_samples_leaf == 1 and not self.ties
        return plain and weight.item(weight.argmax()) <= LIGHT

    def _between_classes(
        self, level: Level, words: IntArray, left: IntArray, weight: FloatArray
    ) -> Best:
        """Find the best cuts where these are between points of different classes.

        Open nodes have points of several classes: each has such a cut along every axis.
        """
        differ = self.words.classes_differ(words)
        differ[:, level.start + level.size - 1] = False
        at = differ.ravel().nonzero()[0]
        nodes = np.arange(len(weight))
        node = level.spread(nodes).take(at if len(words) == 1 else at % words.shape[1])
        row = node if len(words) == 1 else node + len(nodes) * (at >= words.shape[1])
        sizes = np.bincount(row)
        sides = np.empty((2, len(at)), dtype=left.dtype)
        left.ravel().take(at, None, sides[0], "clip")
        np.subtract(level.counts.take(node), sides[0], sides[1])
        score = np.add(*squares_over_sum(self.lanes, sides))
        most = np.maximum.reduceat(score, sizes.cumsum() - sizes)
        if len(words) > 1:
            most = np.maximum.reduce(most.reshape(len(words), -1))
        enough = most - TIE * self.criterion.largest(weight, self.lanes.classes)
        return most, first_of_each(len(most), node, at, score >= enough.take(node)), None

    def _anywhere(
        self,
        level: Level,
        sorted_by: tuple[IntArray, IntArray | None],
        left: IntArray,
        weight: FloatArray,
    ) -> Best:
        """Find the best cuts between any points that are not the same."""
        score = scores(self.criterion, self.lanes, left, level.spread(level.counts) - left)
        self._forbid(level, *sorted_by, score)
        most = np.maximum.reduce(np.maximum.reduceat(score, level.start, axis=1))
        found = None if np.minimum.reduce(most) > -np.inf else most > -np.inf
        enough = most - TIE * self.criterion.largest(weight, self.lanes.classes)
        if found is not None:
            enough = np.where(found, enough, np.inf)
        at = (score >= level.spread(enough)).ravel().nonzero()[0]
        place = at if len(score) == 1 else at % score.shape[1]
        node = level.spread(np.arange(len(enough))).take(place)
        return most, first_of_each(len(most), node, at), found

    def _axis_of(self, level: Level) -> IntArray | None:
        """Choose the axis of each node; None: all."""
        if self.own is not None:
            return self.own.take(level.bag)
        if self.drawn is None:
            return None
        first = self.drawn.first(level)
        if not self.ties:
            return self.drawn.or_other(level, first, None)
        at = first * level.words.shape[1] + level.start
        flat = level.words.ravel()
        differ = (flat.take(at) ^ flat.take(at + level.size - 1)) & self.masks.take(first)
        return self.drawn.or_other(level, first, differ == 0)

    def _along(self, level: Level, axis: IntArray) -> IntArray:
        """Take the words of each node along its axis: (1, E)."""
        total = level.words.shape[1]
        places = np.arange(total) + level.spread(axis * total)
        return level.words.take(places)[None]

    def _running(self, level: Level, words: IntArray) -> IntArray:
        """Count the classes of the points up to each, from the first one of its node on."""
        counts = self.words.counts(words)
        counts[:, level.start[1:]] -= level.counts[:-1]  # so that the sum begins anew
        return counts.cumsum(axis=1, dtype=counts.dtype)

    def _forbid(
        self, level: Level, words: IntArray, axis: IntArray | None, score: FloatArray
    ) -> None:
        """Forbid cuts between points that are the same, and those that leave too few."""
        score[:, level.start + level.size - 1] = -np.inf
        if self.ties:
            own = self.masks[:, None] if axis is None else level.spread(self.masks.take(axis))
            rank = words & own
            row, place = (rank[:, 1:] == rank[:, :-1]).nonzero()
            score[row, place] = -np.inf
        if self.min_samples_leaf > 1:
            left = np.arange(1, words.shape[1] + 1) - level.spread(level.start)
            few = np.minimum(left, level.spread(level.size) - left) < self.min_samples_leaf
            score[:, few] = -np.inf

    def _goes_left(self, level: Level, axis: IntArray, low: IntArray) -> NDArray[np.bool_]:
        """Say which points go left, in both orders, as far as the last one that does: (2, E)."""
        mask = self.masks.take(axis)
        return (level.words & level.spread(mask)) <= level.spread(low & mask)


def first_of_each(
    nodes: int, node: IntArray, places: IntArray, best: NDArray[np.bool_] | None = None
) -> IntArray:
    """Find each node's first place, or the first of the best; 0 where there is none."""
    if best is not None:
        kept = best.nonzero()[0]
        node, places = node.take(kept), places.take(kept)
    first = np.zeros(nodes, dtype=np.int64)
    first[node[::-1]] = places[::-1]  # a node's first is written last
    return first


def scores(criterion: ClassCriterion, lanes: Lanes, left: IntArray, right: IntArray) -> FloatArray:
    """Score cuts by the class counts on either side; an empty side adds nothing."""
    if type(criterion) is not Gini:
        return criterion.score(lanes.apart(left), lanes.apart(right))
    score = squares_over_sum(lanes, left)
    score += squares_over_sum(lanes, right)
    return score


def squares_over_sum(lanes: Lanes, counts: IntArray) -> FloatArray:
    """Σ c² / Σ c over the classes, as in `Gini.score`."""
    weight = lanes.channel(counts, 0)
    squares = weight * weight
    for k in range(1, lanes.classes):
        more = lanes.channel(counts, k)
        weight += more
        more *= more
        squares += more
    weight += SMALLEST  # changes nothing but 0/0
    squares /= weight
    return squares


def has_ties(data: Dataset) -> bool:
    """Say whether some points have the same coordinate along an axis."""
    return bool(data.rank.max(axis=1).min() < len(data) - 1)
