"""The figures of a run, round by round."""

from ensemble_viz.engine.runs.figures.bag_figures import shuffle
from ensemble_viz.engine.runs.figures.metrics import Metrics, impurity_saved, margins, wrong

__all__ = ["Metrics", "impurity_saved", "margins", "shuffle", "wrong"]
