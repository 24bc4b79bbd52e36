"""The losses of gradient boosting: where to start, which way is down, how far to go.

A score is (n,) or, with K > 2 classes, (n, K). Of the absolute loss and Huber's, which outliers
pull less at, the leaves go with a line search where the loss is least, and a residual of 0 counts
as positive, both as scikit-learn has it; without it all is as in the notes, where sgn 0 = 0.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ensemble_viz.engine.data import (
    LARGEST_VALUE,
    Dataset,
    FloatArray,
    Refusal,
    probabilities,
    quantiles,
    ties,
)
from ensemble_viz.engine.ensembles.method import NO_FIGURES
from ensemble_viz.engine.trees import Fitted, leaf_values

LEAST_SHARE = float(np.finfo(np.float32).eps)  # keeps the log-odds of an absent class finite
FARTHEST = float(np.log(LARGEST_VALUE))  # e to this can still be squared
QUANTILE = 0.9


class Loss(ABC):
    @abstractmethod
    def initial(self, init: str) -> FloatArray:
        """Start everywhere with the same score: (1,), or (K,) for K > 2 classes."""

    @abstractmethod
    def negative_gradient(self, score: FloatArray) -> FloatArray:
        """Point downhill at each training point."""

    @abstractmethod
    def line_search(self, fitted: Fitted, score: FloatArray, k: int) -> FloatArray:
        """Choose the answers of a tree's nodes; with K > 2 classes it is the tree of class k."""

    def leaves(self, fitted: Fitted, score: FloatArray, k: int, searches: bool) -> FloatArray:
        """Choose the answers by a line search, or take the mean of what the tree was fitted to."""
        return self.line_search(fitted, score, k) if searches else fitted.means()

    @abstractmethod
    def mean(self, score: FloatArray) -> float:
        """Average the loss over the training points."""

    def rest(self, score: FloatArray, gradient: FloatArray) -> FloatArray:
        """Say what is missing at each training point: nothing is left to do when it is 0."""
        return gradient

    def settled(self, score: FloatArray, noise: float) -> FloatArray:
        """Make scores right where they are right but for rounding, if it matters to the loss."""
        return score

    def figures(self, before: FloatArray, after: FloatArray) -> Mapping[str, Any]:
        """Name what the loss alone knows of the round that led from one score to another."""
        return NO_FIGURES


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


@dataclass(frozen=True, slots=True)
class LossChoice:
    """Which loss is lowered, and how."""

    name: str = "default"
    line_search: bool = True
    """The leaves go where the loss is least; else as far as the mean negative gradient says."""
    delta: float | None = None
    quantile: float | None = None
    """Huber's δ, or the quantile of |r| that it is."""


OF_VALUES: dict[str, Callable[[Dataset, LossChoice], Loss]] = {
    "squared": lambda data, _: SquaredLoss(data),
    "absolute": lambda data, chosen: AbsoluteLoss(data, chosen.line_search),
    "huber": lambda data, chosen: HuberLoss(data, chosen.delta, chosen.quantile or QUANTILE),
}
OF_CLASSES: dict[str, Callable[[Dataset], Loss]] = {
    "log-loss": lambda data: LogLoss(data) if data.n_classes <= 2 else SoftmaxLoss(data),
    "exponential": ExponentialLoss,
}
"""The losses by name; the first is the default."""


def loss_of(data: Dataset, chosen: LossChoice = LossChoice()) -> Loss:
    """Choose the loss by what is learned, values or classes, and by name."""
    known = list(OF_VALUES if data.classes is None else OF_CLASSES)
    name = known[0] if chosen.name == "default" else chosen.name
    if name not in known:
        why = "values have no classes" if data.classes is None else "classes have no residuals"
        raise Refusal(f"loss={name}: {why}; take {', '.join(known[:-1])} or {known[-1]}")
    if data.classes is None:
        return OF_VALUES[name](data, chosen)
    if name == "exponential" and data.n_classes > 2:
        raise Refusal(
            f"loss=exponential: e^(−yF) needs y = ±1, and there are {data.n_classes} classes; "
            "take log-loss, or AdaBoost, which lowers it for more"
        )
    return OF_CLASSES[name](data)
