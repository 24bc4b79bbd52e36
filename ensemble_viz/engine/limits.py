"""How far a tree may grow."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a tree; None means that there is none."""

    max_depth: int | None = None
    min_samples_leaf: int = 1
    max_leaf_nodes: int | None = None
    min_gain: float = 0.0


NO_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class TreeRules:
    """How the trees of a method are grown."""

    criterion: str
    """One of the class criteria, or "squared" for values."""
    limits: Limits
    drawn: bool = False
    """Cuts are drawn at random, not searched."""
