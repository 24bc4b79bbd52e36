"""The losses of values.

Of the absolute loss and Huber's, which outliers pull less at, the leaves go with a line search
where the loss is least, and a residual of 0 counts as positive, both as scikit-learn has it;
without it all is as in the notes, where sgn 0 = 0.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from ensemble_viz.engine.data import Dataset, FloatArray, quantiles
from ensemble_viz.engine.ensembles.losses.loss import Loss, LossChoice
from ensemble_viz.engine.trees import Fitted, leaf_values

QUANTILE = 0.9


class ValueLoss(Loss):
    """A loss of the residual y − F."""

    prior = "mean"

    def __init__(self, data: Dataset) -> None:
        self.y = data.target.astype(np.float64)
        self.weight = data.distribution

    def initial(self, init: str) -> FloatArray:
        kind = self.prior if init == "prior" else init
        if kind == "zero":
            return np.zeros(1)
        if kind == "median":
            return np.array([quantiles.weighted_median(self.y, self.weight)])
        low = self.y.min()  # measured from here, equal values have exactly their value as mean
        return np.array([low + self.weight @ (self.y - low)])

    def rest(self, score: FloatArray, gradient: FloatArray) -> FloatArray:
        return self.y - score


class SquaredLoss(ValueLoss):
    """½ (y − F)²: the negative gradient is the residual."""

    def negative_gradient(self, score: FloatArray) -> FloatArray:
        return self.y - score

    def line_search(self, fitted: Fitted, score: FloatArray, k: int) -> FloatArray:
        """The mean residual is the best answer of a leaf."""
        return fitted.exact_means()

    def mean(self, score: FloatArray) -> float:
        return float(self.weight @ (0.5 * (self.y - score) ** 2))


class AbsoluteLoss(ValueLoss):
    """|y − F|: the negative gradient is the sign of the residual."""

    prior = "median"

    def __init__(self, data: Dataset, line_search: bool = True) -> None:
        super().__init__(data)
        self.zero_is_positive = line_search

    def negative_gradient(self, score: FloatArray) -> FloatArray:
        r = self.y - score
        return np.where(r >= 0.0, 1.0, -1.0) if self.zero_is_positive else np.sign(r)

    def line_search(self, fitted: Fitted, score: FloatArray, k: int) -> FloatArray:
        return fitted.lower_medians((self.y - score)[fitted.rows])

    def mean(self, score: FloatArray) -> float:
        return float(self.weight @ np.abs(self.y - score))

    def settled(self, score: FloatArray, noise: float) -> FloatArray:
        """Make residuals exactly zero that are but for rounding, where zero has no sign."""
        if self.zero_is_positive:
            return score
        return np.where(np.abs(self.y - score) <= noise, self.y, score)


class HuberLoss(ValueLoss):
    """½ r² up to δ, and δ (|r| − δ/2) beyond: the negative gradient is r, cut off at ±δ.

    δ is given, or a quantile of |r|, taken anew in every round.
    """

    prior = "median"

    def __init__(self, data: Dataset, delta: float | None = None, quantile: float = 0.9) -> None:
        super().__init__(data)
        self.given, self.quantile = delta, quantile
        self._last: tuple[FloatArray, float] | None = None
        """The score asked about last, and its δ: a round asks three times."""

    def delta(self, score: FloatArray) -> float:
        """Measure how far squares reach: the lower quantile of |r|."""
        if self.given is not None:
            return self.given
        if self._last is None or self._last[0] is not score:
            size = np.abs(self.y - score)
            self._last = score, quantiles.lower_quantile(size, self.weight, self.quantile)
        return self._last[1]

    def negative_gradient(self, score: FloatArray) -> FloatArray:
        return leaf_values.clipped(self.y - score, self.delta(score))

    def line_search(self, fitted: Fitted, score: FloatArray, k: int) -> FloatArray:
        """Friedman's step: from the lower median of the residuals towards their mean."""
        residual = (self.y - score)[fitted.rows]
        return fitted.clipped_means(residual, self.delta(score))

    def mean(self, score: FloatArray, delta: float | None = None) -> float:
        """Average the loss; where no δ is given, with the one that the next round would take."""
        size = np.abs(self.y - score)
        near = np.minimum(size, self.delta(score) if delta is None else delta)
        return float(self.weight @ (near * (size - 0.5 * near)))

    def settled(self, score: FloatArray, noise: float) -> FloatArray:
        """Make residuals exactly zero that are but for rounding: δ may be one of them."""
        return np.where(np.abs(self.y - score) <= noise, self.y, score)

    def figures(self, before: FloatArray, after: FloatArray) -> dict[str, Any]:
        """Name this round's δ, and the loss with it."""
        delta = self.delta(before)
        return {"delta": delta, "loss": self.mean(after, delta)}


OF_VALUES: dict[str, Callable[[Dataset, LossChoice], Loss]] = {
    "squared": lambda data, _: SquaredLoss(data),
    "absolute": lambda data, chosen: AbsoluteLoss(data, chosen.line_search),
    "huber": lambda data, chosen: HuberLoss(data, chosen.delta, chosen.quantile or QUANTILE),
}
"""By name; the first is the default."""
