"""Losses of values that outliers pull less at: the absolute loss, and Huber's.

With `line_search` the leaves go where the loss is least, and a residual of 0 counts as positive,
both as scikit-learn has it; without it all is as in the notes, where sgn 0 = 0.
"""

from typing import Any

import numpy as np

from ensemble_viz.engine.data import Dataset, FloatArray
from ensemble_viz.engine.data.quantiles import lower_quantile
from ensemble_viz.engine.ensembles.loss import ValueLoss
from ensemble_viz.engine.trees.leaf_values import Fitted


class AbsoluteLoss(ValueLoss):
    """|y − F|: the negative gradient is the sign of the residual."""

    prior = "median"

    def __init__(self, data: Dataset, line_search: bool = True) -> None:
        """Take values and weights."""
        super().__init__(data)
        self.zero_is_positive = line_search

    def negative_gradient(self, score: FloatArray) -> FloatArray:
        """sgn(y − F)."""
        r = self.y - score
        return np.where(r >= 0.0, 1.0, -1.0) if self.zero_is_positive else np.sign(r)

    def line_search(self, fitted: Fitted, score: FloatArray, k: int) -> FloatArray:
        """The lower median of the residuals."""
        return fitted.lower_medians((self.y - score)[fitted.rows])

    def mean(self, score: FloatArray) -> float:
        """|r| on average."""
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
        """Take values and weights, and δ or the quantile that it is."""
        super().__init__(data)
        self.given, self.quantile = delta, quantile

    def delta(self, score: FloatArray) -> float:
        """Measure how far squares reach: the lower quantile of |r|."""
        if self.given is not None:
            return self.given
        return lower_quantile(np.abs(self.y - score), self.weight, self.quantile)

    def negative_gradient(self, score: FloatArray) -> FloatArray:
        """y − F, cut off at ±δ."""
        delta = self.delta(score)
        return np.clip(self.y - score, -delta, delta)

    def line_search(self, fitted: Fitted, score: FloatArray, k: int) -> FloatArray:
        """Friedman's step: from the lower median of the residuals towards their mean."""
        residual = (self.y - score)[fitted.rows]
        return fitted.clipped_means(residual, self.delta(score))

    def mean(self, score: FloatArray) -> float:
        """Average the loss, with the δ that the next round would take."""
        return self._mean(score, self.delta(score))

    def settled(self, score: FloatArray, noise: float) -> FloatArray:
        """Make residuals exactly zero that are but for rounding: δ may be one of them."""
        return np.where(np.abs(self.y - score) <= noise, self.y, score)

    def figures(self, before: FloatArray, after: FloatArray) -> dict[str, Any]:
        """Name this round's δ, and the loss with it."""
        delta = self.delta(before)
        return {"delta": delta, "loss": self._mean(after, delta)}

    def _mean(self, score: FloatArray, delta: float) -> float:
        size = np.abs(self.y - score)
        near = np.minimum(size, delta)
        return float(self.weight @ (near * (size - 0.5 * near)))
