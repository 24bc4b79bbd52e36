"""What every loss can say, and how one is chosen."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ensemble_viz.engine.data import FloatArray
from ensemble_viz.engine.ensembles.method import NO_FIGURES
from ensemble_viz.engine.trees import Fitted


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


@dataclass(frozen=True, slots=True)
class LossChoice:
    """Which loss is lowered, and how."""

    name: str = "default"
    line_search: bool = True
    """The leaves go where the loss is least; else as far as the mean negative gradient says."""
    delta: float | None = None
    quantile: float | None = None
    """Huber's δ, or the quantile of |r| that it is."""


USUAL = LossChoice()
