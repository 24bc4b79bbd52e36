"""Growing trees whose nodes throw their cuts at random."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import TIE, Dataset, FloatArray, IntArray, draws
from ensemble_viz.engine.trees.levels.axis_growth import DrawnAxisGrower
from ensemble_viz.engine.trees.levels.frontier import Cuts, Frontier
from ensemble_viz.engine.trees.levels.node_statistics import Facts, Statistics
from ensemble_viz.engine.trees.levels.record import Thrown
from ensemble_viz.engine.trees.limits import Limits

Looked = tuple[IntArray, FloatArray, tuple[FloatArray, FloatArray]]
"""The axes that nodes look at, (cuts, nodes), the coordinates there, (cuts, E), and their ends."""


class RandomCutGrower(DrawnAxisGrower):
    """Grows trees whose nodes throw one random cut on each axis they look at, and keep the best.

    A cut is uniform between the lowest and the highest point of the node, so that no side is ever
    empty; it is a hash of the tree's key, the way down to the node, and the axis.
    """

    def __init__(
        self,
        data: Dataset,
        statistics: Statistics,
        limits: Limits,
        keys: NDArray[np.uint64],
        one_axis: bool,
    ) -> None:
        """Take the keys of the trees; with `one_axis` nodes look at one axis, drawn for each."""
        super().__init__(data, statistics, limits, keys)
        self.one_axis = one_axis
        self.order = data.order[:1]  # cuts are thrown, not searched: one axis is enough

    def best_cuts(self, frontier: Frontier, facts: Facts) -> Cuts:
        """Throw the cuts, put them on record, and find the best of each node."""
        assert frontier.key is not None
        axis, x, (low, high) = (self._look_at_one if self.one_axis else self._look)(frontier)
        nodes = np.arange(len(frontier))
        threshold = throw(draws.more(frontier.key, draws.CUT, axis), low, high)
        goes_left = x <= frontier.spread(threshold)
        left = np.add.reduceat(goes_left.view(np.int8), frontier.start, axis=1, dtype=np.int64)
        enough = np.minimum(left, frontier.size - left) >= self.limits.min_samples_leaf
        fits = (low < high) & enough
        scored, sums = self.statistics.scores(replace(frontier, goes_left=goes_left), facts)
        score = np.where(fits, scored, -np.inf)
        largest = self.statistics.largest(facts)
        thrown = Thrown(frontier.node, axis, low < high, threshold, score, facts)
        self.record.thrown.append(thrown)
        best = (score >= score.max(axis=0) - TIE * largest).argmax(axis=0), nodes  # the first tied
        return Cuts(
            np.logical_or.reduce(fits),
            axis[0] if self.one_axis else best[0],
            frontier.start + left[best] - 1,
            score[best],
            threshold[best],
            goes_left if len(goes_left) == 1 else None,
            None if sums is None else sums[best],
        )

    def goes_left(self, frontier: Frontier, cuts: Cuts) -> NDArray[np.bool_]:
        """Compare with the thresholds that were thrown."""
        assert cuts.threshold is not None
        x = self.x.take(self.on_axis(frontier, cuts.axis))
        return np.less_equal(x, frontier.spread(cuts.threshold))

    def _look(self, frontier: Frontier) -> Looked:
        x = self.x.take(self.on_axis(frontier, 0) + self.beyond)
        return np.arange(len(x))[:, None], x, ends(x, frontier.start)

    def _look_at_one(self, frontier: Frontier) -> Looked:
        """Draw the axis of each node; where it has one value only, look at the other."""
        first = self.first_axis(frontier)
        x = self.x.take(self.on_axis(frontier, first))
        low, high = ends(x, frontier.start)
        same = low[0] == high[0]
        axis = self.other_axis(frontier, first, same)
        if same.any():
            others = frontier.only(same, frontier.spread(same).nonzero()[0])
            again = self.x.take(self.on_axis(others, axis[same]))
            x[:, frontier.spread(same)] = again
            low[:, same], high[:, same] = ends(again, others.start)
        return axis[None], x, (low, high)


def ends(x: FloatArray, start: IntArray) -> tuple[FloatArray, FloatArray]:
    return np.minimum.reduceat(x, start, axis=1), np.maximum.reduceat(x, start, axis=1)


def throw(word: draws.Words, low: FloatArray, high: FloatArray) -> FloatArray:
    """Throw cuts from words: (cuts, nodes), low <= cut < high where the axis varies."""
    share = draws.uniform(word)
    cut = np.maximum(low * (1.0 - share) + high * share, low)
    return np.where(cut >= high, low, cut) + 0.0  # + 0.0 turns −0.0 into 0.0
