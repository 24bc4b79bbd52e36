"""Medians and quantiles of values that have weights."""

import numpy as np

from ensemble_viz.engine.data.dataset import FloatArray, Numbers
from ensemble_viz.engine.data.ties import TIE


def weighted_median(values: FloatArray, weight: Numbers) -> float:
    """Find the middle value; the average of the two middle ones where the halves are equal."""
    y, share = _accumulated(values, weight)
    half = share[-1] / 2.0
    lower = int(np.searchsorted(share, half * (1.0 - TIE)))
    upper = int(np.searchsorted(share, half * (1.0 + TIE), side="right"))
    return float(y[lower] / 2.0 + y[min(upper, len(y) - 1)] / 2.0)


def lower_quantile(values: FloatArray, weight: Numbers, share: float) -> float:
    """Find the least value that, with all below it, holds this share of the weight."""
    y, reached = _accumulated(values, weight)
    return float(y[int(np.searchsorted(reached, share * reached[-1] * (1.0 - TIE)))])


def _accumulated(values: FloatArray, weight: Numbers) -> tuple[FloatArray, Numbers]:
    """Sort the values that have a weight, and add the weights up from the least."""
    kept = weight > 0
    order = np.argsort(values[kept], kind="stable")
    return values[kept][order], weight[kept][order].cumsum()
