"""Runs: rounds pulled on demand, and the search behind a split."""

from ensemble_viz.engine.runs.one_word import read_setup
from ensemble_viz.engine.runs.running import LARGEST_SEED, Run, Scores, run
from ensemble_viz.engine.runs.split_search import AxisSearch, NodeSearch, reaches, search_node

__all__ = [
    "LARGEST_SEED",
    "AxisSearch",
    "NodeSearch",
    "Run",
    "Scores",
    "reaches",
    "read_setup",
    "run",
    "search_node",
]
