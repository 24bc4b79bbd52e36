"""The losses of classes."""

from abc import abstractmethod
from collections.abc import Callable
from typing import Any

import numpy as np

from ensemble_viz.engine.data import (
    LARGEST_VALUE,
    Dataset,
    FloatArray,
    Refusal,
    probabilities,
    ties,
)
from ensemble_viz.engine.ensembles.losses.loss import Loss
from ensemble_viz.engine.trees import Fitted

LEAST_SHARE = float(np.finfo(np.float32).eps)  # keeps the log-odds of an absent class finite
FARTHEST = float(np.log(LARGEST_VALUE))  # e to this can still be squared


class ClassLoss(Loss):
    def __init__(self, data: Dataset, y: FloatArray) -> None:
        self.y, self.weight = y, data.distribution

    def initial(self, init: str) -> FloatArray:
        """Start where the loss is least that knows nothing but the shares, or at zero."""
        if init in ("mean", "median"):
            raise Refusal(f"init={init}: classes have no {init} to start from; take prior or zero")
        if init == "zero":
            return np.zeros(self.y.shape[1:] or 1)
        share = np.clip(self.weight @ np.maximum(self.y, 0.0), LEAST_SHARE, 1.0 - LEAST_SHARE)
        return self.from_shares(share)

    @abstractmethod
    def from_shares(self, share: Any) -> FloatArray:
        """Start from the share of the second class, or those of all."""


class LogLoss(ClassLoss):
    """−ln p of the true one of two classes; the score is the log-odds of the second."""

    def __init__(self, data: Dataset) -> None:
        super().__init__(data, data.target.astype(np.float64))

    def from_shares(self, share: float) -> FloatArray:
        return probabilities.log_odds(float(share))

    def negative_gradient(self, score: FloatArray) -> FloatArray:
        return self.y - probabilities.probability(score)

    def line_search(self, fitted: Fitted, score: FloatArray, k: int) -> FloatArray:
        """Newton's step: Σ (y − p) / Σ p (1 − p)."""
        p = self.y[fitted.rows] - fitted.target
        return fitted.newton_steps(p * (1.0 - p))

    def mean(self, score: FloatArray) -> float:
        return float(self.weight @ (np.logaddexp(0.0, score) - self.y * score))


class SoftmaxLoss(ClassLoss):
    """−ln p of the true class, one score a class."""

    def __init__(self, data: Dataset) -> None:
        super().__init__(data, data.one_hot)

    def from_shares(self, share: FloatArray) -> FloatArray:
        log = np.log(ties.settle_rows(share))
        return log - log.mean()

    def negative_gradient(self, score: FloatArray) -> FloatArray:
        return self.y - probabilities.softmax(score)

    def line_search(self, fitted: Fitted, score: FloatArray, k: int) -> FloatArray:
        """Newton's step with Friedman's (K − 1)/K: Σ (y − p) / Σ p (1 − p) K/(K − 1)."""
        p = self.y[fitted.rows, k] - fitted.target
        classes = score.shape[1]
        return fitted.newton_steps(p * (1.0 - p) * (classes / (classes - 1.0)))

    def mean(self, score: FloatArray) -> float:
        top = score.max(axis=1, keepdims=True)
        log_sum = top[:, 0] + np.log(np.exp(score - top).sum(axis=1))
        return float(self.weight @ (log_sum - (score * self.y).sum(axis=1)))


class ExponentialLoss(ClassLoss):
    """e^(−yF), y being −1 or +1: what AdaBoost lowers."""

    def __init__(self, data: Dataset) -> None:
        super().__init__(data, 2.0 * data.target - 1.0)

    def from_shares(self, share: float) -> FloatArray:
        """Half the log-odds."""
        return ties.settle_zero(np.array([0.5 * np.log(share / (1.0 - share))]), 1.0)

    def negative_gradient(self, score: FloatArray) -> FloatArray:
        return self.y * np.exp(np.minimum(-self.y * score, FARTHEST))

    def line_search(self, fitted: Fitted, score: FloatArray, k: int) -> FloatArray:
        """Newton's step: Σ y e^(−yF) / Σ e^(−yF)."""
        return fitted.newton_steps(np.abs(fitted.target))

    def mean(self, score: FloatArray) -> float:
        return float(self.weight @ np.exp(np.minimum(-self.y * score, 2.0 * FARTHEST)))


OF_CLASSES: dict[str, Callable[[Dataset], Loss]] = {
    "log-loss": lambda data: LogLoss(data) if data.n_classes <= 2 else SoftmaxLoss(data),
    "exponential": ExponentialLoss,
}
"""By name; the first is the default."""
