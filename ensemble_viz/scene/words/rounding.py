"""Squared errors that are nothing but rounding: they are shown as the zeros they stand for."""

import numpy as np

from ensemble_viz.engine.runs import Run
from ensemble_viz.scene.words.numbers import SAME


def settled(error: float, run: Run) -> float:
    """Give an error; 0 where the values are met up to rounding."""
    if run.data.classes is not None or not len(run.data):
        return error
    least = (SAME * float(np.abs(run.data.target).max())) ** 2
    return error if error > least else 0.0
