"""What every loss of gradient boosting can say: where to start, which way is down, how far to go.

A score is (n,) or, with K > 2 classes, (n, K).
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

import numpy as np

from ensemble_viz.engine.data import Dataset, FloatArray, Refusal, quantiles
from ensemble_viz.engine.ensembles.method import NO_FIGURES
from ensemble_viz.engine.trees import Fitted


class Loss(ABC):
    """What boosting lowers."""

    @abstractmethod
    def initial(self, init: str) -> FloatArray:
        """Start everywhere with the same score: (1,), or (K,) for K > 2 classes."""

    @abstractmethod
    def negative_gradient(self, score: FloatArray) -> FloatArray:
        """Point downhill at each training point."""

    @abstractmethod
    def line_search(self, fitted: Fitted, score: FloatArray, k: int) -> FloatArray:
        """Choose the answers of a tree's nodes.

        With K > 2 classes the tree is that of class k.
        """

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


def refuse_middle(init: str) -> None:
    """Say why classes cannot start from a mean or a median."""
    if init in ("mean", "median"):
        raise Refusal(f"init={init}: classes have no {init} to start from; take prior or zero")
