"""What all stories tell with: sentences, cards, places, ends."""

from ensemble_viz.scene.telling.content import (
    MOST_VOTES,
    CardRow,
    Content,
    Said,
    Spot,
    Vote,
    joined,
    spot,
)
from ensemble_viz.scene.telling.ends import EMPTY, one_class
from ensemble_viz.scene.telling.reasons import what_to_try, why_ended

__all__ = [
    "EMPTY",
    "MOST_VOTES",
    "CardRow",
    "Content",
    "Said",
    "Spot",
    "Vote",
    "joined",
    "one_class",
    "spot",
    "what_to_try",
    "why_ended",
]
