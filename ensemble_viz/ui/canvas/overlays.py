"""Where the cards lie: in the corners, the point's card where it covers the fewest points."""

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QObject, QPointF, QRect, QRectF, QSize
from PySide6.QtWidgets import QWidget

from ensemble_viz.document.document import Change
from ensemble_viz.engine.dataset import FloatArray
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.canvas.caption_card import CaptionCard
from ensemble_viz.ui.canvas.legend_card import LegendCard
from ensemble_viz.ui.canvas.point_card import PointCard
from ensemble_viz.ui.session import Session

MARGIN, PROJECTOR_MARGIN, GAP = 16, 32, 8
FOOT = 84  # kept free above the lower edge: scales and labels stand there
KEPT_FREE = 14.0  # pixels around the point that is looked at
WORST = 10_000


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """What lies under the cards."""

    size: QSize
    points: FloatArray
    """(m, 2) in pixels."""
    focus: QPointF | None
    """The point or place that is looked at."""


class Overlays(QObject):
    """The three cards of a canvas."""

    def __init__(self, session: Session, parent: QWidget) -> None:
        """Make them; they are laid out when something is known."""
        super().__init__(parent)
        self.session = session
        self.caption = CaptionCard(session)
        self.legend = LegendCard(session)
        self.point = PointCard(session)
        self.cards: tuple[QWidget, ...] = (self.caption, self.legend, self.point)
        for card in self.cards:
            card.setParent(parent)
            card.raise_()
        self.shows_caption = True
        self._corner = 0
        self._moved: QPointF | None = None

    def refresh(self, scene: Scene, change: Change) -> None:
        """Fill the cards."""
        if change & Change.FOCUS and scene.card is None:
            self._moved = None
        for card in (self.caption, self.legend, self.point):
            card.refresh(scene, change)
        self.caption.setVisible(self.shows_caption and bool(scene.caption.headline))

    def lay_out(self, ground: Ground) -> list[QRectF]:
        """Put the cards into their places; say where they lie."""
        margin = self._margin
        self.caption.setGeometry(QRect(margin, margin, *_size(self.caption)))
        self._lay_legend(ground.size)
        if self._is_shown(self.point):
            self._lay_point(ground)
        return [QRectF(card.geometry()) for card in self.cards if self._is_shown(card)]

    def fixed(self) -> list[QRectF]:
        """Say where the cards lie that stay where they are."""
        shown = (card for card in (self.caption, self.legend) if self._is_shown(card))
        return [QRectF(card.geometry()) for card in shown]

    def point_place(self) -> QRectF:
        """Say where the point's card lies; empty where it is hidden."""
        return QRectF(self.point.geometry()) if self._is_shown(self.point) else QRectF()

    def move_point_card(self, by: QPointF) -> None:
        """Move the point's card; it stays there until it is let go."""
        self._moved = QPointF(self.point.pos()) + by

    @property
    def _margin(self) -> int:
        is_projected = self.session.theme.palette.name == "projector"
        return PROJECTOR_MARGIN if is_projected else MARGIN

    def _is_shown(self, card: QWidget) -> bool:
        return not card.isHidden()

    def _lay_legend(self, size: QSize) -> None:
        """Put the key into the upper right corner, or below the caption where both have no room."""
        margin, (width, height) = self._margin, _size(self.legend)
        left, top = size.width() - margin - width, margin
        if self.session.theme.palette.name == "projector":
            left, top = margin, size.height() - margin - height
            if self._is_shown(self.caption) and top < self.caption.geometry().bottom() + GAP:
                left = size.width() - margin - width
        elif self._is_shown(self.caption) and left < self.caption.geometry().right() + GAP:
            left, top = margin, self.caption.geometry().bottom() + GAP
        self.legend.setGeometry(QRect(left, top, width, height))

    def _lay_point(self, ground: Ground) -> None:
        size = _size(self.point)
        if self._moved is not None:
            spot = self._moved.toPoint()
            left = min(max(spot.x(), 0), max(ground.size.width() - size[0], 0))
            top = min(max(spot.y(), 0), max(ground.size.height() - size[1], 0))
            self.point.setGeometry(QRect(left, top, *size))
            return
        places = self._corners(ground.size, size)
        cost = [self._cost(QRectF(place), ground) for place in places]
        if cost[self._corner] > min(cost) + 3:  # it does not jump about for a point or two
            self._corner = int(np.argmin(cost))
        self.point.setGeometry(places[self._corner])

    def _corners(self, ground: QSize, size: tuple[int, int]) -> list[QRect]:
        """List where the point's card can lie, the best first where all are equal."""
        margin, (width, height) = self._margin, size
        right, foot = ground.width() - margin - width, ground.height() - FOOT - height
        below_key = below_caption = margin
        if self._is_shown(self.legend):
            key = self.legend.geometry()
            below_key = (
                key.bottom() + GAP if key.right() > right and key.top() == margin else margin
            )
        if self._is_shown(self.caption):
            below_caption = self.caption.geometry().bottom() + GAP
        spots = ((right, below_key), (right, foot), (margin, foot), (margin, below_caption))
        return [QRect(left, max(top, 0), width, height) for left, top in spots]

    def _cost(self, place: QRectF, ground: Ground) -> int:
        """Count the points a card would cover; the one it is about must stay in sight."""
        low, high = place.topLeft(), place.bottomRight()
        inside = (ground.points > (low.x(), low.y())) & (ground.points < (high.x(), high.y()))
        cost = int(inside.all(axis=1).sum())
        roomy = place.adjusted(-KEPT_FREE, -KEPT_FREE, KEPT_FREE, KEPT_FREE)
        if ground.focus is not None and roomy.contains(ground.focus):
            cost += WORST
        if any(place.intersects(other) for other in self.fixed()):
            cost += WORST // 2
        return cost


def _size(card: QWidget) -> tuple[int, int]:
    hint = card.sizeHint()
    return hint.width(), hint.height()
