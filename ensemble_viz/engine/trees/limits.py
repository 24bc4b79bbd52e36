"""How far a tree may grow."""

from dataclasses import dataclass, fields

import numpy as np

from ensemble_viz.engine.data import TIE, FloatArray, Numbers


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a tree; None means that there is none."""

    max_depth: int | None = None
    min_samples_leaf: int = 1
    max_leaf_nodes: int | None = None
    min_gain: float = 0.0

    def names(self) -> tuple[str, ...]:
        return tuple(
            field.name for field in fields(self) if getattr(self, field.name) != field.default
        )


NO_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class SecondOrder:
    """What trees weigh when they follow the slope and the curvature of a loss."""

    reg_lambda: float = 1.0
    """Added to the hessian of every node: leaves answer less."""
    gamma: float = 0.0
    """A split must gain at least so much, or it is taken back."""
    min_child_weight: float = 1.0
    """The hessians on either side of a cut sum to at least so much."""
    max_bin: int | None = None
    """Cuts fall between at most so many bins along each axis; None: anywhere."""

    @property
    def enough(self) -> float:
        """The least hessian of a leaf; a sum that is as much but for rounding is enough."""
        return self.min_child_weight * (1.0 - TIE)

    def downhill(self, grad: FloatArray, hess: FloatArray) -> FloatArray:
        """G/(H + λ), which nodes answer with the other sign; 0 where there is nothing to divide."""
        if self.reg_lambda > 0.0:
            return grad / (hess + self.reg_lambda)
        return np.divide(grad, hess, out=np.zeros_like(hess), where=hess > 0.0)

    def reached(self, grad: FloatArray, hess: FloatArray) -> FloatArray:
        """G²/(H + λ), what nodes reach as leaves; what is large is never squared."""
        reached = self.downhill(grad, hess)
        reached *= grad
        return reached

    def most_reached(self, size: Numbers, alone: Numbers) -> Numbers:
        """Bound what sides of cuts reach, from Σ |g| and Σ g²/h, by Cauchy and Schwarz."""
        least = self.reg_lambda + self.min_child_weight
        return np.minimum(alone, size * (size / least)) if least > 0.0 else alone


@dataclass(frozen=True, slots=True)
class TreeRules:
    """How the trees of a method are grown."""

    criterion: str
    """One of the class criteria, "squared" for values, or "second-order" for gradients."""
    limits: Limits
    drawn: bool = False
    """Cuts are drawn at random, not searched."""
    second_order: SecondOrder | None = None
    """How trees weigh slopes and curvatures, where they do."""
