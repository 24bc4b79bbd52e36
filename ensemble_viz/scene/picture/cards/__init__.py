"""The cards that lie on the canvas: what happened, what the marks stand for, a point."""

from ensemble_viz.scene.picture.cards.caption import (
    beside_caption,
    caption_card,
    tallest,
    usual_caption,
)
from ensemble_viz.scene.picture.cards.cards import (
    BUTTON,
    PADDING,
    CardPicture,
    CardRoom,
    point_card,
)
from ensemble_viz.scene.picture.cards.key import KeyRoom, key_card

__all__ = [
    "BUTTON",
    "PADDING",
    "CardPicture",
    "CardRoom",
    "KeyRoom",
    "beside_caption",
    "caption_card",
    "key_card",
    "point_card",
    "tallest",
    "usual_caption",
]
