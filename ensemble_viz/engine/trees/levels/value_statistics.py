"""What a growing tree of values knows of its nodes, and the scores of their cuts."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import FloatArray, IntArray, Numbers
from ensemble_viz.engine.trees.criteria import squares_over_weight
from ensemble_viz.engine.trees.levels.frontier import Frontier, sums_beside, sums_upto
from ensemble_viz.engine.trees.small.measures import Nodes
from ensemble_viz.engine.trees.tree import Tree


@dataclass(slots=True, eq=False)
class ValueFacts:
    """What is known of nodes of values."""

    weight: FloatArray
    impurity: FloatArray
    value: FloatArray
    """The mean."""
    mixed: NDArray[np.bool_]
    unit: FloatArray
    """A power of two above the spread of the values, in which cuts are judged."""

    def only(self, keep: NDArray[np.bool_]) -> "ValueFacts":
        """Keep what is known of some of the nodes."""
        return ValueFacts(*(getattr(self, field.name)[keep] for field in fields(self)))


class ValueStatistics:
    """Nodes that answer with the mean of their values; cuts lower the squared error.

    Values are measured from the mean of their node, in units of a power of two above their
    spread, so that neither a large offset nor other nodes cost digits.
    """

    def __init__(self, values: FloatArray, weight: Numbers, noise: float = 0.0) -> None:
        """Take the value and the weight of every entry; differences up to `noise` are none."""
        self.values, self.weight, self.noise = values, weight, noise

    def facts(self, frontier: Frontier) -> ValueFacts:
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
        return ValueFacts(weight, impurity * unit * unit, centre, mixed, unit)

    def parted(self, _facts: ValueFacts, _left: IntArray | None, children: Frontier) -> ValueFacts:
        """Measure the children."""
        return self.facts(children)

    def columns(self, nodes: Nodes, facts: Sequence[ValueFacts], order: IntArray) -> dict[str, Any]:
        """Say how the values lie around their mean."""
        return nodes.columns | gathered(facts, ("weight", "impurity", "value"), order)

    def scores(self, frontier: Frontier, facts: ValueFacts) -> tuple[FloatArray, None]:
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
        return np.asarray(score[0]), None

    def scores_at(
        self, frontier: Frontier, facts: ValueFacts, goes_left: NDArray[np.bool_]
    ) -> tuple[FloatArray, None]:
        """Score some cuts of each node."""
        w, rest = (channel[:, :1] for channel in self._channels(frontier, facts))
        sums = sums_beside(rest, frontier, goes_left), sums_beside(w, frontier, goes_left)
        return squares_over_weight(*sums), None

    def largest(self, facts: ValueFacts) -> FloatArray:
        """A perfect cut leaves no squared error."""
        return facts.weight * (facts.impurity / facts.unit / facts.unit)

    def most(self, facts: ValueFacts) -> FloatArray:
        """Name the most that splitting each node could save: all its squared error."""
        return facts.weight * facts.impurity

    def gain(self, score: FloatArray, facts: ValueFacts) -> FloatArray:
        """Turn winning scores into the variance they save."""
        return score / facts.weight * facts.unit * facts.unit

    def constant(self, facts: ValueFacts) -> None:
        """Trees cut wherever they can."""

    def saved(self, tree: Tree) -> FloatArray:
        """Weigh the variance that the splits save."""
        return tree.weight * tree.gain

    def _channels(self, frontier: Frontier, facts: ValueFacts) -> tuple[Numbers, FloatArray]:
        """Give the weights, and the weighted values from the mean of their node: (1, axes, E)."""
        w = self.weight.take(frontier.entries)
        rest = self.values.take(frontier.entries) - frontier.spread(facts.value)
        return w[None], (w * (rest / frontier.spread(facts.unit)))[None]


def gathered(facts: Sequence[Any], names: Sequence[str], order: IntArray) -> dict[str, Any]:
    """Put what is known of nodes in columns."""
    return {
        name: np.concatenate([getattr(one, name) for one in facts]).take(order) for name in names
    }
