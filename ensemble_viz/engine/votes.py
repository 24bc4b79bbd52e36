"""From what learners answer to what the ensemble says."""

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.dataset import FloatArray, IntArray
from ensemble_viz.engine.ties import winner


def as_is(answer: FloatArray) -> FloatArray:
    """Count values, and class shares (a soft vote), as they are."""
    return answer


def one_vote(shares: FloatArray) -> FloatArray:
    """Give the whole vote to the class with the largest share: (m, K) zeros with a single one."""
    return (winner(shares)[:, None] == np.arange(shares.shape[1])).astype(np.float64)


def sign(shares: FloatArray) -> FloatArray:
    """Vote +1 for the second of two classes, −1 for the first."""
    return np.where(winner(shares) == 1, 1.0, -1.0)


def decide(score: FloatArray, n_classes: int) -> NDArray[np.float64] | IntArray:
    """Turn scores into predictions: values as they are, else class numbers; ties to the first."""
    if n_classes == 0:
        return score
    if score.ndim == 1:
        return (score > 0).astype(np.int64)
    return winner(score)
