"""What a growing tree of values knows of its nodes, and the scores of their cuts."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import FloatArray, IntArray, Numbers
from ensemble_viz.engine.trees.criteria import SMALLEST
from ensemble_viz.engine.trees.levels.frontier import (
    Frontier,
    left_and_total,
    left_sums,
    sums_beside,
)
from ensemble_viz.engine.trees.levels.node_statistics import Facts, Statistics, saved_by_splits
from ensemble_viz.engine.trees.small.measures import Nodes
from ensemble_viz.engine.trees.tree import Tree
from ensemble_viz.engine.trees.whole import FLOAT_BITS, LARGEST_EXPONENT


@dataclass(slots=True, eq=False)
class ValueFacts(Facts):
    weight: FloatArray
    impurity: FloatArray
    value: FloatArray
    """The mean."""
    spread: FloatArray
    """The greatest value less the least one."""
    unit: FloatArray
    """A power of two far below the spread of the values, in which cuts are judged."""


class ValueStatistics(Statistics):
    """Nodes that answer with the mean of their values; cuts lower the squared error.

    Values are measured from the mean of their node, in whole units of a power of two far below
    their spread, so that neither a large offset nor other nodes cost digits: sums are exact.
    """

    def __init__(self, values: FloatArray, weight: Numbers, noise: float = 0.0) -> None:
        """Take the value and the weight of every entry; differences up to `noise` are none."""
        self.values, self.noise = values, noise
        self.counts = weight.dtype.kind == "i"
        self.weight = weight.astype(np.float64)  # counts are whole numbers still
        self.once = self.counts and bool((weight <= 1).all())
        """No point counts more than once."""
        self.rest = np.zeros(len(values), dtype=np.int64)
        """The weighted values from the mean of their open node, in its units."""

    def facts(self, frontier: Frontier) -> ValueFacts:
        entries, start = frontier.entries[0], frontier.start
        y, w = self.values.take(entries), self.weight.take(entries)
        weight = np.add.reduceat(w, start)
        low, high = np.minimum.reduceat(y, start), np.maximum.reduceat(y, start)
        spread = high - low
        unit = _unit(np.frexp(weight)[1] + np.frexp(spread)[1])
        y -= frontier.spread(low)
        y *= frontier.spread(1.0 / unit)
        mean = np.add.reduceat(w * y, start) / weight
        y -= frontier.spread(mean)
        rest, finer = y if self.once else w * y, unit
        impurity = np.add.reduceat(rest * y, start) / weight
        if not self.counts:  # what weighs nearly all may be all but the mean
            size = np.add.reduceat(np.abs(rest), start)
            finer = _unit(np.frexp(size)[1] + np.frexp(unit)[1] - 1)
            rest *= frontier.spread(unit / finer)
        self.rest[entries] = np.rint(rest, out=rest)
        return ValueFacts(weight, impurity * unit * unit, low + mean * unit, spread, finer)

    def mixed(self, facts: ValueFacts) -> NDArray[np.bool_]:
        return facts.spread > self.noise

    def columns(self, nodes: Nodes, facts: ValueFacts) -> dict[str, Any]:
        known = {"weight": facts.weight, "impurity": facts.impurity, "value": facts.value}
        return nodes.columns | known

    def scores(self, frontier: Frontier, facts: ValueFacts) -> tuple[FloatArray, None]:
        """s²/(W_l W_r), s being the sum to the left, from the mean of the node."""
        entries, start = frontier.entries, frontier.start
        sums, total = left_and_total(self.rest.take(entries), frontier)
        if not self.counts:
            below, above = sums_beside(self.weight.take(entries), frontier)
        else:
            if self.once and frontier.goes_left is None:  # what counts nothing is in no node
                below = np.arange(1.0, entries.shape[1] + 1.0)[None] - frontier.spread(start)
            else:
                below = left_sums(self.weight.take(entries), frontier)
            above = frontier.at_cuts(facts.weight) - below
        score = sums.astype(np.float64)
        score -= below * frontier.at_cuts(total / facts.weight)  # the mean was rounded
        score *= score
        below *= above
        score /= np.maximum(below, SMALLEST, out=below)
        return score, None

    def largest(self, facts: ValueFacts) -> FloatArray:
        """A perfect cut leaves no squared error."""
        return facts.impurity / facts.unit / facts.unit

    def gain(self, score: FloatArray, facts: ValueFacts) -> FloatArray:
        """Turn winning scores into the variance they save."""
        return score * facts.unit * facts.unit

    def saved(self, tree: Tree) -> tuple[FloatArray, float]:
        return saved_by_splits(tree, None)


def _unit(exponent: IntArray) -> FloatArray:
    """Choose a unit such that what is below two to this power has as many bits as a float."""
    return np.ldexp(1.0, -np.minimum(FLOAT_BITS - exponent, LARGEST_EXPONENT))
