"""What all stories tell with: sentences, cards, places, ends."""

from ensemble_viz.scene.telling.content import (
    CardRow,
    Content,
    Spot,
    StepText,
    Vote,
    joined,
    spot,
    winner,
)
from ensemble_viz.scene.telling.ends import EMPTY, one_class
from ensemble_viz.scene.telling.stops import what_to_try, why_ended

__all__ = [
    "EMPTY",
    "CardRow",
    "Content",
    "Spot",
    "StepText",
    "Vote",
    "joined",
    "one_class",
    "spot",
    "what_to_try",
    "why_ended",
    "winner",
]
