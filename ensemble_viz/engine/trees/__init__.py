"""Trees: the record of one, and how it is grown."""

from ensemble_viz.engine.trees import pruning
from ensemble_viz.engine.trees.bins import bins_of
from ensemble_viz.engine.trees.criteria import CLASS_CRITERIA, StumpError, as_it_is
from ensemble_viz.engine.trees.fit import counts, statistics
from ensemble_viz.engine.trees.levels.node_statistics import ClassStatistics
from ensemble_viz.engine.trees.limits import TreeRules
from ensemble_viz.engine.trees.tree import LEAF, Tree, middle

__all__ = [
    "CLASS_CRITERIA",
    "LEAF",
    "ClassStatistics",
    "StumpError",
    "Tree",
    "TreeRules",
    "as_it_is",
    "bins_of",
    "counts",
    "middle",
    "pruning",
    "statistics",
]
