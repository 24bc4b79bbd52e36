"""The losses of gradient boosting: where to start, which way is down, how far a leaf goes.

A score is (n,) or, with K > 2 classes, (n, K). `curvature` is the second derivative where the
leaves take a Newton step, and None where the mean of the negative gradients is the best answer.
"""

from typing import Protocol

import numpy as np

from ensemble_viz.engine.dataset import Dataset, FloatArray
from ensemble_viz.engine.refusal import Refusal
from ensemble_viz.engine.ties import settle_rows, settle_zero

LEAST_SHARE = float(np.finfo(np.float32).eps)  # keeps the log-odds of an absent class finite
LEAST_CURVATURE = 1e-150  # a leaf as flat as this does not move


class Loss(Protocol):
    """What boosting lowers."""

    def initial(self, init: str) -> FloatArray:
        """Start everywhere with the same score: (1,), or (K,) for K > 2 classes."""

    def negative_gradient(self, score: FloatArray) -> FloatArray:
        """Point downhill at each training point."""

    def curvature(self, score: FloatArray) -> FloatArray | None:
        """Give the second derivative at each training point, where leaves need it."""

    def mean(self, score: FloatArray) -> float:
        """Average the loss over the training points."""


class SquaredLoss:
    """½ (y − F)²: the negative gradient is the residual."""

    def __init__(self, data: Dataset) -> None:
        """Take values and weights."""
        self.y = data.target.astype(np.float64)
        self.weight = data.distribution

    def initial(self, init: str) -> FloatArray:
        """Start at the mean, the median or zero."""
        if init == "zero":
            return np.zeros(1)
        if init == "median":
            return np.array([weighted_median(self.y, self.weight)])
        low = self.y.min()  # measured from here, equal values have exactly their value as mean
        return np.array([low + self.weight @ (self.y - low)])

    def negative_gradient(self, score: FloatArray) -> FloatArray:
        """y − F."""
        return self.y - score

    def curvature(self, score: FloatArray) -> None:  # noqa: ARG002
        """The mean residual is the best answer of a leaf."""
        return

    def mean(self, score: FloatArray) -> float:
        """½ r² on average."""
        return float(self.weight @ (0.5 * (self.y - score) ** 2))


class LogLoss:
    """−ln p of the true one of two classes; the score is the log-odds of the second."""

    def __init__(self, data: Dataset) -> None:
        """Take classes and weights."""
        self.y = data.target.astype(np.float64)
        self.weight = data.distribution

    def initial(self, init: str) -> FloatArray:
        """Start at the log-odds of the shares, or at zero."""
        refuse_middle(init)
        if init == "zero":
            return np.zeros(1)
        share = np.clip(self.weight @ self.y, LEAST_SHARE, 1.0 - LEAST_SHARE)
        return settle_zero(np.array([np.log(share / (1.0 - share))]), 1.0)

    def negative_gradient(self, score: FloatArray) -> FloatArray:
        """y − p."""
        return self.y - probability(score)

    def curvature(self, score: FloatArray) -> FloatArray:
        """p (1 − p)."""
        p = probability(score)
        return p * (1.0 - p)

    def mean(self, score: FloatArray) -> float:
        """−ln p on average: ln(1 + e^F) − yF."""
        return float(self.weight @ (np.logaddexp(0.0, score) - self.y * score))


class SoftmaxLoss:
    """−ln p of the true class, one score a class."""

    def __init__(self, data: Dataset) -> None:
        """Take classes and weights."""
        self.y = data.one_hot
        self.weight = data.distribution

    def initial(self, init: str) -> FloatArray:
        """Start at the centred log shares, or at the same score for every class."""
        refuse_middle(init)
        if init == "zero":
            return np.zeros(self.y.shape[1])
        share = np.clip(self.weight @ self.y, LEAST_SHARE, 1.0 - LEAST_SHARE)
        log = np.log(settle_rows(share))
        return log - log.mean()

    def negative_gradient(self, score: FloatArray) -> FloatArray:
        """1[y = k] − p_k."""
        return self.y - softmax(score)

    def curvature(self, score: FloatArray) -> FloatArray:
        """p (1 − p) · K/(K − 1): Friedman's step carries (K − 1)/K."""
        p = softmax(score)
        classes = score.shape[1]
        return p * (1.0 - p) * (classes / (classes - 1.0))

    def mean(self, score: FloatArray) -> float:
        """−ln p on average."""
        top = score.max(axis=1, keepdims=True)
        log_sum = top[:, 0] + np.log(np.exp(score - top).sum(axis=1))
        return float(self.weight @ (log_sum - (score * self.y).sum(axis=1)))


def loss_of(data: Dataset) -> Loss:
    """Choose the loss by what is learned: values, two classes or more."""
    if data.classes is None:
        return SquaredLoss(data)
    return LogLoss(data) if data.n_classes <= 2 else SoftmaxLoss(data)


def probability(score: FloatArray) -> FloatArray:
    """Turn log-odds into the probability of the second class."""
    return 1.0 / (1.0 + np.exp(-np.clip(score, -700.0, 700.0)))


def softmax(score: FloatArray) -> FloatArray:
    """Turn one score a class into probabilities."""
    power = np.exp(score - score.max(axis=1, keepdims=True))
    return power / power.sum(axis=1, keepdims=True)


def weighted_median(values: FloatArray, weight: FloatArray) -> float:
    """Find the middle value; the average of the two middle ones where the halves are equal."""
    kept = weight > 0
    order = np.argsort(values[kept], kind="stable")
    y, share = values[kept][order], weight[kept][order].cumsum()
    half = share[-1] / 2.0
    lower = int(np.searchsorted(share, half * (1.0 - 1e-12)))
    upper = int(np.searchsorted(share, half * (1.0 + 1e-12), side="right"))
    return float(y[lower] / 2.0 + y[min(upper, len(y) - 1)] / 2.0)


def refuse_middle(init: str) -> None:
    """Say why classes cannot start from a mean or a median."""
    if init in ("mean", "median"):
        raise Refusal(f"init={init}: classes have no {init} to start from; take prior or zero")
