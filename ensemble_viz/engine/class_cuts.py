"""Choosing the cuts of many trees of classes at once: a search along sorted points, or throws.

The scores are those of the criteria; of cuts that tie the lowest axis wins, then the lowest place.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine import draws
from ensemble_viz.engine.class_trees import Level, LevelCuts
from ensemble_viz.engine.class_words import Lanes, Words
from ensemble_viz.engine.criteria import SMALLEST, ClassCriterion, Gini
from ensemble_viz.engine.dataset import Dataset, FloatArray, IntArray
from ensemble_viz.engine.random_growth import ends, throw
from ensemble_viz.engine.ties import TIE
from ensemble_viz.engine.tree import LEAF

Found = tuple[LevelCuts, NDArray[np.bool_] | None]


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


class SortedCuts:
    """The best cuts between points, along all axes; or along one axis of each node."""

    def __init__(
        self, data: Dataset, words: Words, criterion: ClassCriterion, min_samples_leaf: int
    ) -> None:
        """Prepare to search."""
        self.words, self.lanes = words, words.lanes
        self.criterion = criterion
        self.min_samples_leaf = min_samples_leaf
        own, other = words.rank_masks
        self.masks = np.array([[own, other], [other, own]])
        """(orders, axes): where words have their rank along an axis, in the order of another."""
        self.ties = has_ties(data)
        self.own: IntArray | None = None
        """(bags,): the axis of each tree, where trees know one only."""
        self.drawn: DrawnAxes | None = None
        """Nodes draw an axis."""

    def best(self, level: Level) -> Found:
        """Find the best cut of each node."""
        axis = self._axis_of(level)
        words = level.words if axis is None else self._along(level, axis)
        left = self._running(level, words)
        score = scores(self.criterion, self.lanes, left, level.spread(level.counts) - left)
        self._forbid(level, words, score)
        weight = self.lanes.total(level.counts)
        most = np.maximum.reduce(np.maximum.reduceat(score, level.start, axis=1))
        found = None if np.minimum.reduce(most) > -np.inf else most > -np.inf
        enough = most - TIE * self.criterion.largest(weight, self.lanes.classes)
        if found is not None:
            enough = np.where(found, enough, np.inf)
        first = first_reaching(level, score, enough)
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

    def _axis_of(self, level: Level) -> IntArray | None:
        """Choose the axis of each node; None: all."""
        if self.own is not None:
            return self.own.take(self.words.bag(level.words[0].take(level.start)))
        if self.drawn is None:
            return None
        first = self.drawn.first(level)
        if not self.ties:
            return self.drawn.or_other(level, first, None)
        at = first * level.words.shape[1] + level.start
        flat = level.words.ravel()
        differ = (flat.take(at) ^ flat.take(at + level.size - 1)) & self.words.rank_masks[0]
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
        return counts.cumsum(axis=1)

    def _forbid(self, level: Level, words: IntArray, score: FloatArray) -> None:
        """Forbid cuts between points that are the same, and those that leave too few."""
        score[:, level.start + level.size - 1] = -np.inf
        if self.ties:
            rank = words & self.words.rank_masks[0]
            axis, place = (rank[:, 1:] == rank[:, :-1]).nonzero()
            score[axis, place] = -np.inf
        if self.min_samples_leaf > 1:
            left = np.arange(1, words.shape[1] + 1) - level.spread(level.start)
            few = np.minimum(left, level.spread(level.size) - left) < self.min_samples_leaf
            score[:, few] = -np.inf

    def _goes_left(self, level: Level, axis: IntArray, low: IntArray) -> NDArray[np.bool_]:
        """Say which points go left, in both orders, as far as the last one that does: (2, E)."""
        mask = self.masks.take(axis, axis=1)
        limit = self.words.both_ranks(low) & mask
        return (level.words & level.spread(mask)) <= level.spread(limit)


def first_reaching(level: Level, score: FloatArray, enough: FloatArray) -> IntArray:
    """Find each node's first score that is enough, as the place in all; 0 where there is none."""
    hit = (score >= level.spread(enough)).ravel().nonzero()[0]
    place = hit if len(score) == 1 else hit % score.shape[1]
    node = level.spread(np.arange(len(enough))).take(place)
    first = np.zeros(len(enough), dtype=np.int64)
    first[node[::-1]] = hit[::-1]  # a node's first is written last
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


@dataclass(slots=True, eq=False)
class LevelThrows:
    """The random cuts that the nodes of a level threw: (cuts, nodes) each."""

    number: IntArray
    axis: IntArray
    threshold: FloatArray
    thrown: NDArray[np.bool_]
    fits: NDArray[np.bool_]
    score: FloatArray


class ThrownCuts:
    """The best of a few cuts thrown at random, as `RandomCutGrower` throws them."""

    def __init__(
        self, data: Dataset, words: Words, criterion: ClassCriterion, min_samples_leaf: int
    ) -> None:
        """Prepare to throw."""
        self.words, self.lanes = words, words.lanes
        self.criterion = criterion
        self.min_samples_leaf = min_samples_leaf
        self.x = np.ascontiguousarray(data.points.T).ravel()
        self.n = len(data)
        self.ties = has_ties(data)
        self.drawn: DrawnAxes | None = None
        """Nodes look at one axis, drawn for them."""
        self.throws: list[LevelThrows] = []

    def best(self, level: Level) -> Found:
        """Throw the cuts of each node, put them on record, and choose the best."""
        assert level.key is not None
        axis, x, (low, high) = self._look(level)
        threshold = throw(draws.more(level.key, draws.CUT, axis), low, high)
        goes_left = x <= level.spread(threshold)
        left = np.add.reduceat(self.words.counts(level.words) * goes_left, level.start, axis=1)
        left_size = self.lanes.different(left)
        thrown = low < high
        few = np.minimum(left_size, level.size - left_size) < self.min_samples_leaf
        fits = thrown & ~few
        score = scores(self.criterion, self.lanes, left, level.counts - left)
        if not fits.all():
            score[~fits] = -np.inf
        self.throws.append(LevelThrows(level.number, axis, threshold, thrown, fits, score))
        found = np.logical_or.reduce(fits)
        if len(score) == 1:
            cuts = axis[0], score[0], left_size[0], left[0], goes_left, threshold[0]
        else:
            cuts = self._better(level, score, (left_size, left, threshold), goes_left)
        return LevelCuts(*cuts), None if found.all() else found

    def _better(
        self,
        level: Level,
        score: FloatArray,
        known: tuple[IntArray, IntArray, FloatArray],
        goes_left: NDArray[np.bool_],
    ) -> tuple[IntArray, FloatArray, IntArray, IntArray, NDArray[np.bool_], FloatArray]:
        """Choose the better of the cuts on both axes."""
        weight = self.lanes.total(level.counts)
        largest = self.criterion.largest(weight, self.lanes.classes)
        best: IntArray = (score >= score.max(axis=0) - TIE * largest).argmax(axis=0)
        at = best, np.arange(len(best))
        total = goes_left.shape[1]
        places = np.arange(total) + level.spread(best * total)
        left_size, left, threshold = known
        goes = goes_left.take(places)[None]
        return best, score[at], left_size[at], left[at], goes, threshold[at]

    def _look(self, level: Level) -> tuple[IntArray, FloatArray, tuple[FloatArray, FloatArray]]:
        """Look at the coordinates along the axes of each node, and at the ends of these."""
        point = self.words.point(level.words)
        if self.drawn is None:
            beyond = np.arange(2)[:, None]
            x = self.x.take(point + beyond * self.n)
            return beyond, x, ends(x, level.start)
        first = self.drawn.first(level)
        x = self.x.take(point + level.spread(first * self.n))
        low, high = ends(x, level.start)
        again = low[0] == high[0] if self.ties else None
        axis = self.drawn.or_other(level, first, again)
        if again is not None and again.any():
            x = self.x.take(point + level.spread(axis * self.n))
            low, high = ends(x, level.start)
        return axis[None], x, (low, high)
