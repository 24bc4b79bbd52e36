"""Choosing among cuts that nodes throw at random, for many trees of classes at once."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import TIE, Dataset, FloatArray, IntArray, draws
from ensemble_viz.engine.trees.class_cuts import ClassSearch, Found, scores
from ensemble_viz.engine.trees.class_trees import Level, LevelCuts
from ensemble_viz.engine.trees.class_words import Words
from ensemble_viz.engine.trees.criteria import ClassCriterion
from ensemble_viz.engine.trees.random_growth import ends, throw


@dataclass(slots=True, eq=False)
class LevelThrows:
    """The random cuts that the nodes of a level threw: (cuts, nodes) each."""

    number: IntArray
    axis: IntArray
    threshold: FloatArray
    thrown: NDArray[np.bool_]
    fits: NDArray[np.bool_]
    score: FloatArray


class ThrownCuts(ClassSearch):
    """The best of a few cuts thrown at random, as `RandomCutGrower` throws them."""

    def __init__(
        self, data: Dataset, words: Words, criterion: ClassCriterion, min_samples_leaf: int
    ) -> None:
        """Throw along all axes."""
        super().__init__(data, words, criterion, min_samples_leaf)
        self.x = np.ascontiguousarray(data.points.T).ravel()
        self.n = len(data)
        self.throws: list[LevelThrows] = []

    def best(self, level: Level) -> Found:
        """Throw the cuts of each node, put them on record, and choose the best."""
        assert level.key is not None
        axis, x, (low, high) = self._look(level)
        threshold = throw(draws.more(level.key, draws.CUT, axis), low, high)
        goes_left = x <= level.spread(threshold)
        counts = self.words.counts(level.words) * goes_left
        left = np.add.reduceat(counts, level.start, axis=1, dtype=counts.dtype)
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
