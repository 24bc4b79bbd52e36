"""Sums and maxima of rows with a few entries: numpy is slow at them, and quick at columns."""

import numpy as np

from ensemble_viz.engine.dataset import FloatArray
from ensemble_viz.engine.ties import row_max

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
