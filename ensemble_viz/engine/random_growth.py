"""Growing trees whose choice is narrowed by chance: one axis a tree, or cuts thrown at random."""

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine import draws
from ensemble_viz.engine.dataset import Dataset, FloatArray, IntArray
from ensemble_viz.engine.frontier import Cuts, Frontier
from ensemble_viz.engine.growth import Grower
from ensemble_viz.engine.limits import Limits
from ensemble_viz.engine.statistics import CutStatistics, NodeFacts, Statistics
from ensemble_viz.engine.ties import TIE
from ensemble_viz.engine.tree import Throws


class OwnAxesGrower(Grower):
    """Grows trees that know some of the axes only, each tree its own."""

    def __init__(
        self, data: Dataset, statistics: Statistics, limits: Limits, own: NDArray[np.bool_]
    ) -> None:
        """Take the axes that each tree knows: (bags, axes)."""
        super().__init__(data, statistics, limits)
        self.own = own

    def looks(self, frontier: Frontier) -> NDArray[np.bool_] | None:
        """Let each node look at the axes of its tree."""
        bag = frontier.entries[0, frontier.start] // len(self.data)
        return self.own[bag].T


class RandomCutGrower(Grower):
    """Grows trees whose nodes throw one random cut on each axis they look at, and keep the best.

    A cut is uniform between the lowest and the highest point of the node, so that no side is ever
    empty; it is a hash of the tree's key, the way down to the node, and the axis.
    """

    def __init__(
        self,
        data: Dataset,
        statistics: CutStatistics,
        limits: Limits,
        keys: NDArray[np.uint64],
        one_axis: bool,
    ) -> None:
        """Take the keys of the trees; with `one_axis` nodes look at one axis, drawn for each."""
        super().__init__(data, statistics, limits, keys)
        self.judge = statistics
        self.one_axis = one_axis

    def looks(self, frontier: Frontier) -> NDArray[np.bool_] | None:
        """Draw an axis for each node, or let it look at all."""
        return super().looks(frontier) if self.one_axis else None

    def best_cuts(self, frontier: Frontier, facts: NodeFacts) -> Cuts:
        """Throw the cuts, put them on record, and find the best of each node."""
        if not len(frontier):
            return super().best_cuts(frontier, facts)
        threshold, thrown = self._throw(frontier), self._looked_at(frontier)
        last = self._last_left(frontier, threshold)
        fits = thrown & self._fits(frontier, last)
        score = np.where(fits, self.judge.scores_at(frontier, facts, last), -np.inf)
        gain = np.where(fits, self.judge.gain(np.where(fits, score, 0.0), facts), 0.0)
        throws = Throws(thrown.T, np.where(thrown, threshold, 0.0).T, gain.T, fits.T)
        self.record.thrown(frontier.node, throws)
        largest = self.judge.largest(facts)
        axis = (score >= score.max(axis=0) - TIE * largest).argmax(axis=0)  # the first that ties
        nodes = np.arange(len(frontier))
        position = last[axis, nodes] - frontier.start
        cuts = Cuts(np.logical_or.reduce(fits), axis, position, score[axis, nodes])
        return self.worth_it(cuts, facts, largest)

    def thresholds(self, frontier: Frontier, axis: IntArray, last: IntArray) -> FloatArray:  # noqa: ARG002
        """Give the cut that each node threw on its axis."""
        return self._throw(frontier)[axis, np.arange(len(frontier))]

    def _ends(self, frontier: Frontier) -> tuple[FloatArray, FloatArray]:
        """Find the lowest and the highest coordinate of each node: (axes, nodes)."""
        first, last = frontier.start, frontier.start + frontier.size - 1
        low, high = (self._coordinates(frontier.entries[:, place]) for place in (first, last))
        return low, high

    def _coordinates(self, entries: IntArray) -> FloatArray:
        """Read the coordinates of entries, each row along its own axis."""
        return np.take_along_axis(self.data.points.T, entries % len(self.data), axis=1)

    def _throw(self, frontier: Frontier) -> FloatArray:
        """Throw a cut on each axis: (axes, nodes), low <= cut < high where the axis varies."""
        low, high = self._ends(frontier)
        axes = np.arange(len(low))[:, None]
        share = draws.uniform(draws.words(frontier.key, draws.CUT, axes))
        cut = np.maximum(low * (1.0 - share) + high * share, low)
        return np.where(cut >= high, low, cut) + 0.0  # + 0.0 turns −0.0 into 0.0

    def _looked_at(self, frontier: Frontier) -> NDArray[np.bool_]:
        """Say on which axes each node throws: those it looks at, where its points differ."""
        low, high = self._ends(frontier)
        allowed = self.looks(frontier)
        return low < high if allowed is None else (low < high) & allowed

    def _fits(self, frontier: Frontier, last: IntArray) -> NDArray[np.bool_]:
        """Say which cuts leave enough points on either side."""
        left = last - frontier.start + 1
        return np.minimum(left, frontier.size - left) >= self.limits.min_samples_leaf

    def _last_left(self, frontier: Frontier, threshold: FloatArray) -> IntArray:
        """Find the last entry that goes left of each node's cuts, by halving: (axes, nodes)."""
        last = np.tile(frontier.start, (len(threshold), 1))
        beyond = last + frontier.size
        while (beyond - last > 1).any():
            middle = (last + beyond) // 2
            entry = np.take_along_axis(frontier.entries, middle, axis=1)
            left = self._coordinates(entry) <= threshold
            last, beyond = np.where(left, middle, last), np.where(left, beyond, middle)
        return last
