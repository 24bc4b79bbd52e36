"""The label of a stump: what it answers on either side of its line, and its name."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter

from ensemble_viz.engine.data import FloatArray, IntArray
from ensemble_viz.scene.learner_marks import StumpLine
from ensemble_viz.ui.canvas.pixel_item import PixelMap
from ensemble_viz.ui.look.glyphs import draw_glyph
from ensemble_viz.ui.look.lettering import cut, width_of
from ensemble_viz.ui.look.theme import Theme

EDGE = 8.0  # between the label and the edge of the canvas
FOOT, SIDE = 56.0, 84.0  # from the lower edge, and from the right one
STEP = 24.0  # along the line, until no card covers it
KEPT = 9.0  # pixels between the label and the middle of a point
WIDEST = 110.0  # of an answer's words
PROJECTED = 1.6
Align = Qt.AlignmentFlag


@dataclass(frozen=True, slots=True)
class StumpLabel:
    """Draws "▲B h₇ A●" on an upright line, or the same as three rows on a level one."""

    theme: Theme
    stump: StumpLine
    classes: bool
    """Whether the answers are classes, which have signs."""
    points: FloatArray
    """(m, 2): what it should rather not cover."""

    @property
    def font(self) -> QFont:
        """The font of all its words."""
        font = self.theme.font("strong")
        font.setPixelSize(round(font.pixelSize() * self.share))
        return font

    @property
    def share(self) -> float:
        """By what it is larger on the projector."""
        return PROJECTED if self.theme.palette.is_projected else 1.0

    @property
    def said(self) -> tuple[object, ...]:
        """All that is written on it."""
        stump, answers = self.stump, (self.stump.low_text, self.stump.high_text)
        return stump.axis, stump.name, stump.low, stump.high, answers, self.classes

    def place(self, at: PixelMap, covered: Sequence[QRectF]) -> QRectF:
        """Find where it stands: on its line, inside the canvas, off the cards; else empty."""
        inside = QRectF(at.left, at.top, at.width, at.height).adjusted(EDGE, EDGE, -EDGE, -EDGE)
        first = self._at_foot(at, inside)
        if self.stump.axis == 0:
            steps = np.arange(0.0, inside.height() / 2, STEP)
            tried = [first.translated(0.0, -step) for step in steps]
        else:
            steps = np.arange(0.0, inside.width() - first.width(), STEP)
            tried = [first.translated(-step, 0.0) for step in steps]
        free = [
            each
            for each in tried
            if inside.contains(each) and not any(each.intersects(card) for card in covered)
        ]
        if not free:
            return QRectF()
        return free[int(np.argmin(self._hidden(at, free)))]

    def draw(self, painter: QPainter, place: QRectF) -> None:
        """Draw its words and signs on a plate."""
        if self.stump.axis == 0:
            side = (place.width() - self._middle_width()) / 2
            low = QRectF(place.left(), place.top(), side, place.height())
            high = low.translated(place.width() - side, 0.0)
            middle = place.adjusted(side, 0.0, -side, 0.0)
        else:
            third = place.height() / 3
            high = QRectF(place.left(), place.top(), place.width(), third)
            middle, low = high.translated(0.0, third), high.translated(0.0, 2 * third)
        painter.setFont(self.font)
        painter.setPen(self.theme.colour("accent"))
        painter.drawText(middle, Align.AlignCenter, self.stump.name)
        stump = self.stump
        self._draw_answer(painter, low, (stump.low, stump.low_text), False)
        self._draw_answer(painter, high, (stump.high, stump.high_text), stump.axis == 0)

    def _hidden(self, at: PixelMap, places: Sequence[QRectF]) -> IntArray:
        """Count the points it would cover at each place; the first of equal ones is taken."""
        x, y = at.across(self.points[:, 0]), at.down(self.points[:, 1])
        wide = (place.adjusted(-KEPT, -KEPT, KEPT, KEPT) for place in places)  # markers have edges
        left, top, right, bottom = np.array([each.getCoords() for each in wide]).T[..., None]
        inside = (x > left) & (x < right) & (y > top) & (y < bottom)
        return inside.sum(axis=1)

    def _at_foot(self, at: PixelMap, inside: QRectF) -> QRectF:
        height = self.theme.px(26) * self.share
        sides = [self._side_width(self.stump.low_text), self._side_width(self.stump.high_text)]
        cut_at = np.array(self.stump.threshold)
        if self.stump.axis == 0:
            place = QRectF(0.0, 0.0, 2 * max(sides) + self._middle_width(), height)
            foot = at.top + at.height - FOOT * self.share
            place.moveCenter(QPointF(float(at.across(cut_at)), foot))
        else:
            wide = max(*sides, self._middle_width())
            place = QRectF(0.0, 0.0, wide, 3 * height - self.theme.px(6))
            right = at.left + at.width - self.theme.px(SIDE) - wide / 2
            place.moveCenter(QPointF(right, float(at.down(cut_at))))
        left = min(max(place.left(), inside.left()), inside.right() - place.width())
        top = min(max(place.top(), inside.top()), inside.bottom() - place.height())
        place.moveTo(left, top)
        return place

    def _draw_answer(
        self, painter: QPainter, place: QRectF, answer: tuple[int, str], mirrored: bool
    ) -> None:
        """Write an answer with its sign, the sign before it or, mirrored, behind it."""
        k, text = answer
        words = cut(text, self.font, WIDEST)
        width = width_of(words, self.font)
        sign = self._sign_width
        start = place.center().x() - (width + sign) / 2
        painter.setFont(self.font)
        painter.setPen(self._colour(k))
        left = start if mirrored else start + sign
        spot = QRectF(left, place.top(), width + 1.0, place.height())
        painter.drawText(spot, Align.AlignVCenter | Align.AlignLeft, words)
        if self.classes:
            middle = start + width + 0.7 * sign if mirrored else start + 0.3 * sign
            look = self.theme.palette.of_answer(k)
            radius = self.theme.px(5) * self.share
            draw_glyph(painter, QPointF(middle, place.center().y()), radius, look)

    def _colour(self, k: int) -> QColor:
        """Write classes in ink, values in the colour of their sign."""
        if self.classes:
            return self.theme.colour("ink")
        look = self.theme.palette.of_answer(k)
        return self.theme.colour(look.fill if self.theme.palette.name == "dark" else look.outline)

    @property
    def _sign_width(self) -> float:
        return self.theme.px(20) * self.share if self.classes else 0.0

    def _side_width(self, text: str) -> float:
        words = width_of(cut(text, self.font, WIDEST), self.font)
        return words + self._sign_width + self.theme.px(12)

    def _middle_width(self) -> float:
        words = width_of(self.stump.name, self.font)
        return words + self.theme.px(28) * self.share
