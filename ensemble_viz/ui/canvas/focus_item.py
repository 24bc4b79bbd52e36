"""What ties a card to its point: a line where the card is near, else a tag at the point."""

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen

from ensemble_viz.document.document import Change
from ensemble_viz.engine.data import FloatArray
from ensemble_viz.scene.card import Card
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.canvas.layer import Layer
from ensemble_viz.ui.canvas.pixel_item import PixelMap
from ensemble_viz.ui.desk import Desk

UNSEEN = Change.LEARNED | Change.PLAY | Change.TITLE | Change.FINER | Change.FRAME
NEAR = 200.0  # pixels: cards nearer than that have a line to their point
CROSS = 7.0
AROUND = 12.0  # pixels from a neighbour to its ring
NOBODY = np.empty((0, 2))
Align = Qt.AlignmentFlag


class FocusItem(Layer):
    """Paints the line, the tag, and a cross at a place."""

    def __init__(self, desk: Desk) -> None:
        """Know no card yet."""
        super().__init__(desk)
        self.card: Card | None = None
        self.place = QRectF()
        """Where the card lies; empty where it is not shown."""
        self.radius = 6.0
        """How far the line keeps from the point."""
        self.asked: FloatArray = NOBODY
        """Where the neighbours are that are asked at the place that is looked at."""
        self._times = ""

    def refresh(self, scene: Scene, change: Change) -> None:
        """Take what is looked at."""
        if not change & ~UNSEEN:
            return
        self.theme = self.desk.theme
        self.card = scene.card
        self.asked = scene.asked
        drawn = scene.view.look.layers.draws and scene.stage.run.method.story == "bags"
        draws = scene.stage.draws if drawn else None
        point = None if self.card is None else self.card.point
        self._times = "" if draws is None or point is None else f" ×{draws[point]}"
        self.update()

    def tie(self, place: QRectF, radius: float) -> None:
        """Say where the card lies, and how large the marker of its point is."""
        if (place, radius) != (self.place, self.radius):
            self.place, self.radius = place, radius
            self.update()

    def draw(self, painter: QPainter, at: PixelMap) -> None:
        """Paint them."""
        if self.card is None:
            return
        spot = at.point(*self.card.place)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._draw_asked(painter, spot, at)
        painter.setPen(QPen(self.theme.colour("ink"), 1.6))
        if self.card.point is None:
            painter.drawLine(spot - QPointF(CROSS, 0.0), spot + QPointF(CROSS, 0.0))
            painter.drawLine(spot - QPointF(0.0, CROSS), spot + QPointF(0.0, CROSS))
        if self.place.isEmpty() or self.place.contains(spot):
            return
        line = QLineF(spot, nearest(self.place, spot))
        if line.length() < NEAR:
            gap = self.radius if self.card.point is not None else CROSS
            if line.length() > gap:
                start = line.pointAt(gap / line.length())
                painter.drawLine(QLineF(start, line.p2()))
        elif self.card.pinned and self.card.point is not None:
            self._draw_tag(painter, spot, at)

    def _draw_asked(self, painter: QPainter, spot: QPointF, at: PixelMap) -> None:
        """Draw a line to every neighbour that is asked, and a ring around it."""
        ends = [at.point(*place) for place in self.asked.tolist()]
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, width in (("halo", 3.6), ("accent", 1.8)):
            painter.setPen(QPen(self.theme.colour(colour), width))
            for end in ends:
                painter.drawLine(spot, end)
                painter.drawEllipse(end, AROUND, AROUND)

    def _draw_tag(self, painter: QPainter, spot: QPointF, at: PixelMap) -> None:
        """Write the point's number beside it, on the side where there is room."""
        assert self.card is not None
        words = self.card.title.removeprefix("Point ") + self._times
        font = self.theme.font("strong")
        width = QFontMetricsF(font).horizontalAdvance(words) + self.theme.px(14)
        height = self.theme.px(24)
        left = spot.x() - self.radius - self.theme.px(6) - width
        if left < at.left + 4:
            left = spot.x() + self.radius + self.theme.px(6)
        place = QRectF(left, spot.y() - height / 2, width, height)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.theme.colour("accent"))
        painter.drawRoundedRect(place, 5.0, 5.0)
        painter.setFont(font)
        painter.setPen(self.theme.colour("on_accent"))
        painter.drawText(place, Align.AlignCenter, words)


def nearest(place: QRectF, spot: QPointF) -> QPointF:
    """Find the place on a card that is nearest to a spot outside it."""
    return QPointF(
        min(max(spot.x(), place.left()), place.right()),
        min(max(spot.y(), place.top()), place.bottom()),
    )
