"""Forests of classes, where the points count alike: all trees of a batch grow together."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import Dataset, IntArray
from ensemble_viz.engine.ensembles.forest_trees import GrownForest, planted
from ensemble_viz.engine.ensembles.regrowing import Which, grown_again
from ensemble_viz.engine.trees import CLASS_CRITERIA, TreeRules
from ensemble_viz.engine.trees.class_cuts import DrawnAxes, SortedCuts, has_ties
from ensemble_viz.engine.trees.class_throws import ThrownCuts
from ensemble_viz.engine.trees.class_trees import ClassTrees
from ensemble_viz.engine.trees.class_words import Words
from ensemble_viz.engine.trees.node_log import Drawn

if TYPE_CHECKING:
    from ensemble_viz.engine.ensembles.forest import Recipe


def words_for(data: Dataset, recipe: "Recipe", drawn: IntArray) -> Words | None:
    """Say how the points of such a forest are written; None: it must grow in another way."""
    if data.classes is None or data.weight is not None or not able(recipe.rules):
        return None
    return Words.of(data, drawn, ranks=not recipe.random_cuts)


def able(rules: TreeRules) -> bool:
    """Say whether trees with these rules can grow together; a stump that may be none cannot."""
    limits = rules.limits
    stump = rules.criterion == "error" and limits.max_depth == 1
    return limits.max_leaf_nodes is None and limits.min_gain <= 0.0 and not stump


@dataclass(frozen=True, slots=True, eq=False)
class TreeDraws:
    """What was drawn for trees before they grow."""

    bags: IntArray
    """(trees, n): how often each point was drawn."""
    axes: NDArray[np.bool_] | None
    """(trees, axes): which of them each tree knows; None: all."""
    keys: NDArray[np.uint64]
    """(trees,): what the draws of their nodes depend on."""

    def only(self, which: Which) -> "TreeDraws":
        """Take what was drawn for some of the trees."""
        axes = None if self.axes is None else self.axes[which]
        return TreeDraws(self.bags[which], axes, self.keys[which])


def grow_classes(data: Dataset, recipe: "Recipe", words: Words, drawn: TreeDraws) -> GrownForest:
    """Grow a tree on each bag, or take it over."""
    return grown_again(
        (recipe, drawn.keys.tobytes()),
        data,
        drawn.bags,
        lambda which: _grown(data, recipe, words, drawn.only(which)),
    )


def _grown(data: Dataset, recipe: "Recipe", words: Words, drawn: TreeDraws) -> GrownForest:
    """Grow all of the trees."""
    limits, criterion = recipe.rules.limits, CLASS_CRITERIA[recipe.rules.criterion]
    growth = ClassTrees(words, limits, len(drawn.bags))
    rows, size = words.sorted(data, drawn.bags), np.count_nonzero(drawn.bags, axis=1)
    drawn_axes = DrawnAxes(has_ties(data)) if recipe.one_axis else None
    how = data, words, criterion, limits.min_samples_leaf
    if recipe.random_cuts:
        thrown = ThrownCuts(*how)
        thrown.drawn = drawn_axes
        growth.grow(rows, size, drawn.keys, thrown)
        return planted(data, growth, criterion, Drawn(drawn_axes, thrown.throws))
    search = SortedCuts(*how)
    if drawn.axes is not None:
        search.own = drawn.axes.argmax(axis=1)
    else:
        search.drawn = drawn_axes
    growth.grow(rows, size, drawn.keys if recipe.one_axis else None, search)
    return planted(data, growth, criterion, Drawn(search.drawn))
