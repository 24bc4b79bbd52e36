"""Where the cards lie: in the corners, the point's card where it covers the fewest points."""

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QObject, QPoint, QPointF, QRect, QRectF, QSize
from PySide6.QtWidgets import QWidget

from ensemble_viz.document.document import Change
from ensemble_viz.engine.data import FloatArray
from ensemble_viz.scene.caption import most_chips, of_first_round
from ensemble_viz.scene.legend import fullest
from ensemble_viz.scene.room import Box, Room
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.canvas.caption_card import CaptionCard
from ensemble_viz.ui.canvas.legend_card import LegendCard
from ensemble_viz.ui.canvas.point_card import PointCard
from ensemble_viz.ui.session import Session

MARGIN, PROJECTOR_MARGIN, GAP = 16, 32, 8
FOOT = 84  # kept free above the lower edge: scales and labels stand there
KEPT_FREE = 14.0  # pixels around the point that is looked at
EDGE = 8.0  # pixels around a card in which the middle of a point counts as covered
WORST = 10_000
STEP = 24  # between two places along a side that the point's card could have
PATIENCE = 2  # points that it rather covers than move


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
        self._spot = 0
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

    def room(self, scene: Scene, size: QSize, feet: list[QRectF], kept: float) -> Room:
        """Say where points should not be: below the cards as large as they get, and at the foot."""
        boxes = list(feet)
        said = most_chips(scene.stage), of_first_round(scene.stage)
        caption = QRect(QPoint(self._margin, self._margin), self.caption.usual_size(*said))
        if self.shows_caption:
            boxes.append(QRectF(caption))
        legend = fullest(scene.stage)
        if legend.classes or legend.draws or legend.lines:
            wanted = self.legend.size_for(legend)
            boxes.append(QRectF(self._legend_place(size, wanted, caption)))
        wide, high = max(size.width(), 1), max(size.height(), 1)
        aside, above = round(kept / wide, 3), round(kept / high, 3)
        return Room(tuple(_shares(box, wide, high) for box in boxes), aside, above)

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
        is_projected = self.session.theme.palette.is_projected
        return PROJECTOR_MARGIN if is_projected else MARGIN

    def _is_shown(self, card: QWidget) -> bool:
        return not card.isHidden()

    def _lay_legend(self, size: QSize) -> None:
        """Put the key where it belongs."""
        caption = self.caption.geometry()
        self.legend.setGeometry(self._legend_place(size, self.legend.sizeHint(), caption))

    def _legend_place(self, size: QSize, wanted: QSize, caption: QRect) -> QRect:
        """Find the upper right corner, or a place below the caption where both have no room."""
        margin, is_captioned = self._margin, self._is_shown(self.caption)
        left, top = size.width() - margin - wanted.width(), margin
        is_plane = not self.session.scene.is_line  # on a line there is room above at the right
        if self.session.theme.palette.is_projected and is_plane:
            left, top = margin, size.height() - margin - wanted.height()
            if is_captioned and top < caption.bottom() + GAP:
                left = size.width() - margin - wanted.width()
        elif is_captioned and left < caption.right() + GAP:
            left, top = margin, caption.bottom() + GAP
        return QRect(QPoint(left, top), wanted)

    def _lay_point(self, ground: Ground) -> None:
        size = _size(self.point)
        if self._moved is not None:
            spot = self._moved.toPoint()
            left = min(max(spot.x(), 0), max(ground.size.width() - size[0], 0))
            top = min(max(spot.y(), 0), max(ground.size.height() - size[1], 0))
            self.point.setGeometry(QRect(left, top, *size))
            return
        places = self._places(ground.size, size)
        cost = [self._cost(QRectF(place), ground) for place in places]
        k = min(self._spot, len(places) - 1)
        patience = PATIENCE if min(cost) else 0  # it does not jump about for a point or two
        if cost[k] > min(cost) + patience:
            k = int(np.argmin(cost))
        self._spot = k
        self.point.setGeometry(places[k])

    def _places(self, ground: QSize, size: tuple[int, int]) -> list[QRect]:
        """List where the point's card can lie: down the right side, then down the left one."""
        margin, (width, height) = self._margin, size
        right, foot = ground.width() - margin - width, ground.height() - FOOT - height
        found = []
        for left in (right, margin):
            column = QRectF(left, 0.0, width, ground.height())
            above = [card for card in self.fixed() if card.intersects(column)]
            upper = [card.bottom() for card in above if card.center().y() < ground.height() / 2]
            top = round(max(upper, default=margin - GAP)) + GAP
            tops = range(top, max(foot, top) + 1, STEP)
            found += [QRect(left, max(each, 0), width, height) for each in tops]
        return found

    def _cost(self, place: QRectF, ground: Ground) -> int:
        """Count the points a card would cover; the one it is about must stay in sight."""
        wide = place.adjusted(-EDGE, -EDGE, EDGE, EDGE)
        low, high = wide.topLeft(), wide.bottomRight()
        inside = (ground.points > (low.x(), low.y())) & (ground.points < (high.x(), high.y()))
        cost = int(inside.all(axis=1).sum())
        roomy = place.adjusted(-KEPT_FREE, -KEPT_FREE, KEPT_FREE, KEPT_FREE)
        if ground.focus is not None and roomy.contains(ground.focus):
            cost += WORST
        if any(place.intersects(other) for other in self.fixed()):
            cost += WORST // 2
        return cost


def _shares(box: QRectF, wide: int, high: int) -> Box:
    """Write a place as shares of a size."""
    left, right = round(box.left() / wide, 3), round(box.right() / wide, 3)
    return left, round(box.top() / high, 3), right, round(box.bottom() / high, 3)


def _size(card: QWidget) -> tuple[int, int]:
    hint = card.sizeHint()
    return hint.width(), hint.height()
