"""From scores to probabilities, and back."""

import numpy as np

from ensemble_viz.engine.data.dataset import FloatArray
from ensemble_viz.engine.data.ties import row_max, settle_zero

FAR = 700.0  # e to this is finite
ONE = np.ones(())  # numpy is quicker with an array than with a number


def softmax(score: FloatArray) -> FloatArray:
    """Turn one score a class into probabilities."""
    power = np.exp(score - row_max(score)[..., None])
    power /= power.sum(axis=-1, keepdims=True)
    return power


def probability(score: FloatArray) -> FloatArray:
    """Turn log-odds into the probability of the second class."""
    odds_against = np.exp(np.minimum(-score, FAR))
    odds_against += ONE
    return ONE / odds_against


def log_odds(p: float) -> FloatArray:
    """ln(p/(1 − p)), (1,): exactly 0 for a half."""
    return settle_zero(np.array([np.log(p / (1.0 - p))]), 1.0)
