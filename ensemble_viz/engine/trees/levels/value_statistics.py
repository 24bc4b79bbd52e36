"""What a growing tree of values knows of its nodes, and the scores of their cuts."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import FloatArray, IntArray, Numbers
from ensemble_viz.engine.trees.criteria import squares_over_weight
from ensemble_viz.engine.trees.levels.frontier import Frontier, sums_beside, sums_upto
from ensemble_viz.engine.trees.levels.node_statistics import NodeFacts
from ensemble_viz.engine.trees.tree import Tree


class ValueStatistics:
    """Nodes that answer with the mean of their values; cuts lower the squared error.

    Values are measured from the mean of their node, in units of a power of two above their
    spread, so that neither a large offset nor other nodes cost digits.
    """

    def __init__(self, values: FloatArray, weight: Numbers, noise: float = 0.0) -> None:
        """Take the value and the weight of every entry; differences up to `noise` are none."""
        self.values, self.weight, self.noise = values, weight, noise

    def facts(self, frontier: Frontier) -> NodeFacts:
        """Measure the open nodes."""
        entries, start = frontier.entries[0], frontier.start
        y, w = self.values.take(entries), self.weight.take(entries)
        weight = np.add.reduceat(w, start).astype(np.float64)
        low, high = np.minimum.reduceat(y, start), np.maximum.reduceat(y, start)
        unit = np.ldexp(1.0, np.maximum(np.frexp(high - low)[1], -1000))
        by_entry = frontier.spread(unit)
        rest = (y - frontier.spread(low)) / by_entry
        mean = np.add.reduceat(w * rest, start) / weight
        rest -= frontier.spread(mean)
        impurity = np.add.reduceat(w * rest * rest, start) / weight
        centre = low + mean * unit
        mixed = high - low > self.noise
        return NodeFacts(weight, impurity * unit * unit, centre, mixed, centre, unit)

    def scores(self, frontier: Frontier, facts: NodeFacts) -> FloatArray:
        """L²/W_l + R²/W_r, L and R being the sums of either side, from the mean of the node."""
        w, rest = self._channels(frontier, facts)
        score, total = sums_upto(rest, frontier)
        left, whole = sums_upto(w, frontier)
        weight = frontier.spread(whole)
        score -= left * frontier.spread(total / whole)  # the mean was rounded
        left *= weight - left
        left[..., frontier.last] = 1.0
        score *= score
        score *= weight
        score /= left
        return np.asarray(score[0])

    def scores_at(
        self, frontier: Frontier, facts: NodeFacts, goes_left: NDArray[np.bool_]
    ) -> FloatArray:
        """Score some cuts of each node."""
        w, rest = (channel[:, :1] for channel in self._channels(frontier, facts))
        return squares_over_weight(
            sums_beside(rest, frontier, goes_left), sums_beside(w, frontier, goes_left)
        )

    def largest(self, facts: NodeFacts) -> FloatArray:
        """A perfect cut leaves no squared error."""
        assert facts.unit is not None
        return facts.weight * (facts.impurity / facts.unit / facts.unit)

    def most(self, facts: NodeFacts) -> FloatArray:
        """Name the most that splitting each node could save: all its squared error."""
        return facts.weight * facts.impurity

    def gain(self, score: FloatArray, facts: NodeFacts) -> FloatArray:
        """Turn winning scores into the variance they save."""
        assert facts.unit is not None
        return score / facts.weight * facts.unit * facts.unit

    def constant(self, facts: NodeFacts) -> None:
        """Trees cut wherever they can."""

    def saved(self, tree: Tree) -> FloatArray:
        """Weigh the variance that the splits save."""
        return tree.weight * tree.gain

    def settle(self, columns: dict[str, Any], start: IntArray) -> None:
        """Nodes answer with their mean."""

    def _channels(self, frontier: Frontier, facts: NodeFacts) -> tuple[Numbers, FloatArray]:
        """Give the weights, and the weighted values from the mean of their node: (1, axes, E)."""
        assert facts.centre is not None
        assert facts.unit is not None
        w = self.weight.take(frontier.entries)
        rest = self.values.take(frontier.entries) - frontier.spread(facts.centre)
        return w[None], (w * (rest / frontier.spread(facts.unit)))[None]
