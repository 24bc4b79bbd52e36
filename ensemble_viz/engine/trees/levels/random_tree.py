"""Trees whose cuts are drawn instead of searched: rules of thumb that looked at nothing.

Every node draws an axis, then one of the cuts along it that a search would have tried. What is
drawn is a hash of the tree's key and of the way down to the node.
"""

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import Dataset, FloatArray, draws
from ensemble_viz.engine.trees.fit import statistics
from ensemble_viz.engine.trees.levels.axis_growth import DrawnAxisGrower
from ensemble_viz.engine.trees.levels.frontier import Frontier
from ensemble_viz.engine.trees.levels.growth import Grown
from ensemble_viz.engine.trees.levels.node_statistics import NodeFacts
from ensemble_viz.engine.trees.limits import TreeRules


class RandomGrower(DrawnAxisGrower):
    """Grows trees whose nodes take any cut of the axis that was drawn for them."""

    search_along = DrawnAxisGrower.search_all  # cuts are taken from `cut_scores`

    def cut_scores(self, frontier: Frontier, facts: NodeFacts) -> FloatArray:
        """Leave each node one cut on each axis, every one as likely as the others."""
        score = super().cut_scores(frontier, facts)
        possible = score > -np.inf
        count = np.add.reduceat(possible, frontier.start, axis=-1, dtype=np.int64)
        drawn = draws.below(count, draws.words(frontier.key, draws.PLACE))
        number = possible.cumsum(axis=-1)
        before = np.take(number, frontier.start, axis=-1) - possible[:, frontier.start]
        taken = possible & (number - 1 == frontier.spread(before + drawn))
        return np.where(taken, score, -np.inf)


def random_tree(
    data: Dataset, weight: FloatArray, rules: TreeRules, key: NDArray[np.uint64]
) -> Grown:
    """Draw a tree; its leaves answer what the points in them say, weighing as given."""
    judge = statistics(data, weight, rules)
    return RandomGrower(data, judge, rules.limits, key.reshape(1)).grow(weight[None] > 0)[0]
