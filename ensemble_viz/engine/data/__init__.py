"""Points, their samples, and chance: frozen arrays, checked and sorted once."""

from ensemble_viz.engine.data.dataset import (
    LARGEST_VALUE,
    MOST_CLASSES,
    NOT_FLIPPED,
    Dataset,
    FloatArray,
    IntArray,
    Numbers,
    labels,
)
from ensemble_viz.engine.data.refusal import Refusal
from ensemble_viz.engine.data.sorted_values import distinct
from ensemble_viz.engine.data.ties import TIE, winner

__all__ = [
    "LARGEST_VALUE",
    "MOST_CLASSES",
    "NOT_FLIPPED",
    "TIE",
    "Dataset",
    "FloatArray",
    "IntArray",
    "Numbers",
    "Refusal",
    "distinct",
    "labels",
    "winner",
]
