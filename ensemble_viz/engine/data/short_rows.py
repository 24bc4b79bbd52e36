"""Sums and maxima of rows with a few entries: numpy is slow at them, and quick at columns."""

import numpy as np

from ensemble_viz.engine.data.dataset import FloatArray
from ensemble_viz.engine.data.ties import largest, row_max

FAR = 700.0  # e to this is finite
ONE = np.ones(())  # numpy is quicker with an array than with a number
SHORT = 7
"""Entries of a row that numpy adds up one by one; more of them it adds up in parts."""


def row_sum(rows: FloatArray) -> FloatArray:
    """Add up each row, (…, entries), in the order in which numpy does."""
    if not 1 <= rows.shape[-1] <= SHORT:
        return np.asarray(rows.sum(axis=-1))
    total = rows[..., 0] + 0.0
    for k in range(1, rows.shape[-1]):
        total += rows[..., k]
    return total


def softmax(score: FloatArray) -> FloatArray:
    """Turn one score a class into probabilities."""
    power = np.exp(score - row_max(score)[..., None])
    power /= row_sum(power)[..., None]
    return power


def probability(score: FloatArray, reach: float | None = None) -> FloatArray:
    """Turn log-odds into the probability of the second class; `reach` is the largest of them."""
    if reach is None:
        reach = largest(score) if score.size else 0.0
    if not reach < FAR:
        score = np.minimum(np.maximum(score, -FAR), FAR)
    odds_against = np.exp(-score)
    odds_against += ONE
    return ONE / odds_against
