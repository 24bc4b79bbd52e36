"""The loss that AdaBoost lowers without saying so."""

from collections.abc import Callable

import numpy as np

from ensemble_viz.engine.data import Dataset, FloatArray


def exponential_loss(data: Dataset, alpha: str, multiclass: str) -> Callable[[FloatArray], float]:
    """e^(−yF) on average, F being measured in half logs: what D is the share of."""
    factor = 1.0 if alpha == "half-log" else 0.5
    if data.n_classes <= 2:
        y = 2.0 * data.target - 1.0
        return lambda score: float(data.distribution @ np.exp(-factor * y * score))
    return lambda score: float(
        data.distribution @ np.exp(-2.0 * factor * lead(score, data, multiclass))
    )


def lead(votes: FloatArray, data: Dataset, multiclass: str) -> FloatArray:
    """Measure the votes of the true class: above the mean one with SAMME, above half with M1."""
    own = votes[np.arange(len(votes)), data.target]
    share = 1.0 / data.n_classes if multiclass == "samme" else 0.5
    return own - share * votes.sum(axis=1)
