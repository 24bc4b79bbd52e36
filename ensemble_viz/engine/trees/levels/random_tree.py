"""Trees whose cuts are drawn instead of searched: rules of thumb that looked at nothing.

Every node draws an axis, then one of the cuts along it that a search would have tried. What is
drawn is a hash of the tree's key and of the way down to the node.
"""

import numpy as np

from ensemble_viz.engine.data import Dataset, FloatArray, draws
from ensemble_viz.engine.trees.fit import chosen, grown, judged_by, statistics
from ensemble_viz.engine.trees.lazy import Batch
from ensemble_viz.engine.trees.levels.axis_growth import DrawnAxisGrower
from ensemble_viz.engine.trees.levels.frontier import Frontier
from ensemble_viz.engine.trees.levels.growth import Grown
from ensemble_viz.engine.trees.levels.node_statistics import NodeFacts
from ensemble_viz.engine.trees.limits import TreeRules
from ensemble_viz.engine.trees.small.class_sums import ClassSums
from ensemble_viz.engine.trees.small.drawn import DrawnSearch
from ensemble_viz.engine.trees.small.measures import class_nodes
from ensemble_viz.engine.trees.small.search import SmallSearch


class RandomGrower(DrawnAxisGrower):
    """Grows trees whose nodes take any cut of the axis that was drawn for them."""

    search_along = DrawnAxisGrower.search_all  # cuts are taken from `cut_scores`

    def cut_scores(self, frontier: Frontier, facts: NodeFacts) -> tuple[FloatArray, None]:
        """Leave each node one cut on each axis, every one as likely as the others."""
        assert frontier.key is not None
        score, _ = super().cut_scores(frontier, facts)
        possible = score > -np.inf
        count = np.add.reduceat(possible, frontier.start, axis=-1, dtype=np.int64)
        drawn = draws.below(count, draws.words(frontier.key, draws.PLACE))
        number = possible.cumsum(axis=-1)
        before = np.take(number, frontier.start, axis=-1) - possible[:, frontier.start]
        taken = possible & (number - 1 == frontier.spread(before + drawn))
        return np.where(taken, score, -np.inf), None


class DrawnFitter:
    """Draws trees on the same points, weighing anew every time."""

    def __init__(self, data: Dataset, rules: TreeRules) -> None:
        """Prepare what stays the same."""
        self.data, self.rules, self.search = data, rules, None
        if SmallSearch.can_grow(data, rules.limits) and rules.limits.min_samples_leaf == 1:
            criterion = judged_by(rules)
            self.search = DrawnSearch(data, rules.limits, ClassSums(data, criterion))
            self.batch = Batch(class_nodes(criterion, data.n_classes))

    def fit(self, weight: FloatArray, key: int) -> Grown:
        """Draw a tree; its leaves answer what the points in them say, weighing as given."""
        in_bag = weight > 0
        if self.search is None:
            judge = statistics(self.data, weight, self.rules)
            keys = np.array([key], dtype=np.uint64)
            return RandomGrower(self.data, judge, self.rules.limits, keys).grow(in_bag[None])[0]
        self.search.judge.load(weight)
        sketch = self.search.draw(key, None if in_bag.all() else in_bag)
        tree = grown(sketch, self.batch, choice=np.array(list(map(chosen, sketch.known))))
        tree.opposite_choice = np.array([chosen(known[::-1]) for known in sketch.known])
        return tree
