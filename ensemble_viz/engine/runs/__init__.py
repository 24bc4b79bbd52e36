"""Runs: rounds pulled on demand, the figures of each, and the search behind a split."""

from ensemble_viz.engine.runs.bag_figures import shuffle
from ensemble_viz.engine.runs.metrics import Metrics, impurity_saved, wrong
from ensemble_viz.engine.runs.running import LARGEST_SEED, Run, Scores, run
from ensemble_viz.engine.runs.split_search import AxisSearch, NodeSearch, reaches, search_node

__all__ = [
    "LARGEST_SEED",
    "AxisSearch",
    "Metrics",
    "NodeSearch",
    "Run",
    "Scores",
    "impurity_saved",
    "reaches",
    "run",
    "search_node",
    "shuffle",
    "wrong",
]
