"""Medians and quantiles of values that have weights."""

from ensemble_viz.engine.data.dataset import FloatArray, Numbers
from ensemble_viz.engine.data.ties import TIE


def weighted_median(values: FloatArray, weight: Numbers) -> float:
    """Find the middle value; the average of the two middle ones where the halves are equal."""
    y, share = _accumulated(values, weight)
    half = share[-1] / 2.0
    lower = int(share.searchsorted(half * (1.0 - TIE)))
    upper = int(share.searchsorted(half * (1.0 + TIE), side="right"))
    return float(y[lower] / 2.0 + y[min(upper, len(y) - 1)] / 2.0)


def lower_quantile(values: FloatArray, weight: Numbers, share: float) -> float:
    """Find the least value that, with all below it, holds this share of the weight."""
    y, reached = _accumulated(values, weight)
    return float(y[int(reached.searchsorted(share * reached[-1] * (1.0 - TIE)))])


def _accumulated(values: FloatArray, weight: Numbers) -> tuple[FloatArray, Numbers]:
    """Sort the values that have a weight, and add the weights up from the least."""
    order = values.argsort(kind="stable")
    order = order.take((weight.take(order) > 0).nonzero()[0])
    return values.take(order), weight.take(order).cumsum()
