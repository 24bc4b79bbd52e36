"""What all stories tell with: sentences, cards, places, ends."""

from ensemble_viz.scene.telling.content import CardRow, Content, Vote
from ensemble_viz.scene.telling.ends import EMPTY, one_class
from ensemble_viz.scene.telling.said import Said, joined
from ensemble_viz.scene.telling.spot import MOST_VOTES, Spot, spot
from ensemble_viz.scene.telling.stops import what_to_try, why_ended

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
