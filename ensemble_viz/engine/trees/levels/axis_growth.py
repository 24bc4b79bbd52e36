"""Growing trees whose nodes look at one axis only: that of their tree, or one drawn for them."""

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import Dataset, IntArray, draws
from ensemble_viz.engine.trees.levels.frontier import Frontier
from ensemble_viz.engine.trees.levels.growth import Grower
from ensemble_viz.engine.trees.levels.node_statistics import Statistics
from ensemble_viz.engine.trees.limits import Limits
from ensemble_viz.engine.trees.tree import LEAF

NEVER = np.zeros(1, dtype=bool)


class OwnAxesGrower(Grower):
    """Grows trees that know one of the axes only, each tree its own."""

    def __init__(
        self, data: Dataset, statistics: Statistics, limits: Limits, own: NDArray[np.bool_]
    ) -> None:
        """Take the axis that each tree knows: (bags, axes)."""
        super().__init__(data, statistics, limits)
        self.own = own.argmax(axis=1)

    def axis_of(self, frontier: Frontier) -> IntArray:
        return self.own.take(frontier.bag)


class DrawnAxisGrower(Grower):
    """Grows trees whose nodes draw their axis, from their keys."""

    def axis_of(self, frontier: Frontier) -> IntArray:
        """Draw the axis of each node; where it has one value only, take the other."""
        first = self.first_axis(frontier)
        again = NEVER if not self.ties else ~self._varies(frontier, first)
        return self.other_axis(frontier, first, again)

    def first_axis(self, frontier: Frontier) -> IntArray:
        assert frontier.key is not None
        return draws.below(self.data.dimension, draws.more(frontier.key, draws.NODE))

    def other_axis(self, frontier: Frontier, first: IntArray, again: NDArray[np.bool_]) -> IntArray:
        """Take the other axis where one has to draw again, and put what was tried on record."""
        axes = self.data.dimension
        if axes == 1 or not again.any():
            self.record.tried.append((frontier.node, (first, np.full(len(first), LEAF))))
            return first
        chosen = np.where(again, (first + 1) % axes, first)
        self.record.tried.append((frontier.node, (first, np.where(again, chosen, LEAF))))
        return chosen

    def _varies(self, frontier: Frontier, axis: IntArray) -> NDArray[np.bool_]:
        """Say of which nodes the points differ along their axis."""
        n, rank = len(self.data), self.data.rank.ravel()
        ends = (frontier.start, frontier.last)
        low, high = (rank.take(frontier.entries[axis, end] % n + axis * n) for end in ends)
        return np.less(low, high)
