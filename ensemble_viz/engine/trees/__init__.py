"""Trees: the record of one, and how it is grown."""

from ensemble_viz.engine.trees import pruning
from ensemble_viz.engine.trees.bins import bins_of
from ensemble_viz.engine.trees.criteria import CLASS_CRITERIA
from ensemble_viz.engine.trees.fit import counts
from ensemble_viz.engine.trees.leaf_values import Fitted
from ensemble_viz.engine.trees.limits import NO_LIMITS, Limits, TreeRules
from ensemble_viz.engine.trees.tree import LEAF, Tree, changed_between, middle

__all__ = [
    "CLASS_CRITERIA",
    "LEAF",
    "NO_LIMITS",
    "Fitted",
    "Limits",
    "Tree",
    "TreeRules",
    "bins_of",
    "changed_between",
    "counts",
    "middle",
    "pruning",
]
