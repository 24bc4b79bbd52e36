"""Trees whose cuts are drawn instead of searched: rules of thumb that looked at nothing.

Every node draws an axis, then one of the cuts along it that a search would have tried. What is
drawn is a hash of the tree's key and of the way down to the node.
"""

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import Dataset, FloatArray, IntArray, draws
from ensemble_viz.engine.trees.criteria import CLASS_CRITERIA
from ensemble_viz.engine.trees.fit import chosen, grown
from ensemble_viz.engine.trees.lazy import Batch
from ensemble_viz.engine.trees.levels.growth import Grown
from ensemble_viz.engine.trees.limits import Limits, TreeRules
from ensemble_viz.engine.trees.small.class_sums import ClassSums
from ensemble_viz.engine.trees.small.measures import class_nodes
from ensemble_viz.engine.trees.small.search import Found, Judge, Open, Sketch, SmallSearch
from ensemble_viz.engine.trees.tree import LEAF

NO_SCORES = np.zeros(0)


class DrawnSearch(SmallSearch):
    """Takes any cut of the axis that was drawn for a node; what is drawn depends on its key."""

    def __init__(self, data: Dataset, limits: Limits, judge: ClassSums) -> None:
        super().__init__(data, limits)
        self.judge = judge
        self._keys: list[int] = []

    def draw(self, key: int, in_bag: NDArray[np.bool_] | None) -> Sketch:
        """Draw a tree by its key, on all points or on those in the bag."""
        self._keys = [key]
        return self.grow(self.judge, in_bag)

    def _search(self, sketch: Sketch, _judge: Judge, node: Open) -> Found | None:
        """Draw an axis, and a cut of those along it; where it has one value only, of the other."""
        number, places, depth = node
        known, m = sketch.known[number], len(places) // self.axes
        if m < 2 or depth == self.limits.max_depth or known.count(0.0) > len(known) - 2:
            return None
        key = self._keys[number]
        axis = first = draws.one_below(self.axes, draws.one_word(key, draws.NODE))
        cuts = self._cuts(places, axis)
        if not len(cuts) and self.axes > 1:
            axis = 1 - first
            cuts = self._cuts(places, axis)
        sketch.tried.append((number, first, LEAF if axis == first else axis))
        if not len(cuts):
            return None
        at = cuts.item(draws.one_below(len(cuts), draws.one_word(key, draws.PLACE)))
        self._keys += [draws.one_word(key, side) for side in range(2)]
        sides = self.judge.sides(None if places is self.every else places, m)
        return (NO_SCORES, 0.0, sides), axis * m + at, 0.0

    def _cuts(self, places: IntArray, axis: int) -> IntArray:
        """List the places of a node along an axis behind which a cut can fall."""
        m = len(places) // self.axes
        key = self.key.take(places[axis * m : axis * m + m])
        return np.less(key[:-1], key[1:]).nonzero()[0]


class DrawnFitter:
    """Draws trees on the same points, weighing anew every time."""

    def __init__(self, data: Dataset, rules: TreeRules) -> None:
        criterion = CLASS_CRITERIA[rules.criterion]
        self.search = DrawnSearch(data, rules.limits, ClassSums(data, criterion))
        self.batch = Batch(class_nodes(criterion, data.n_classes))

    def fit(self, weight: FloatArray, key: int) -> Grown:
        """Draw a tree; its leaves answer what the points in them say, weighing as given."""
        in_bag = weight > 0
        self.search.judge.load(weight)
        sketch = self.search.draw(key, None if in_bag.all() else in_bag)
        tree = grown(sketch, self.batch, choice=np.array(list(map(chosen, sketch.known))))
        tree.opposite_choice = np.array([chosen(known[::-1]) for known in sketch.known])
        return tree
