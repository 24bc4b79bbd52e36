"""What stands in a card."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CardRow:
    """A number with its words."""

    label: str
    value: str
    now: bool = False
    """What this step computes: in the accent."""
    rule: bool = False
    """A line above it: what follows is the result."""


@dataclass(frozen=True, slots=True)
class Vote:
    """What one learner says here, as a block as wide as its weight."""

    text: str
    k: int
    """The class, or 0 below and 1 above for values."""
    width: float
    """The share of the widest."""
    counts: bool = True
    """False for learners that do not count here: they saw the point (out of bag)."""
    joined: bool = True
    """False for this round's learner before it has joined: dashed."""
    round: int = 0


@dataclass(frozen=True, slots=True)
class Content:
    """The rows of a card, and the votes between them."""

    rows: tuple[CardRow, ...]
    votes: tuple[Vote, ...] = ()
    after_votes: tuple[CardRow, ...] = ()
    earlier: int = 0
    at: tuple[str, ...] = ()
    """The coordinates, where the rows need more digits of them than usual."""
