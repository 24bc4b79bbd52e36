"""Random cuts on the canvas: every cut a node threw as a line, the one that is kept thick."""

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen

from ensemble_viz.document.document import Change
from ensemble_viz.scene.scene import Scene
from ensemble_viz.scene.throws import ThrownLine
from ensemble_viz.ui.canvas.crisp import bars, paint_bars
from ensemble_viz.ui.canvas.layer import Layer
from ensemble_viz.ui.canvas.pixel_item import PixelMap
from ensemble_viz.ui.desk import Desk

UNSEEN = Change.LEARNED | Change.PLAY | Change.TITLE
HALO = 1.5
THIN = 0.5  # of the line that is kept
EDGE, STEP = 8.0, 18.0  # from the edges of the canvas, and along the line to the next place
FOOT = 40.0  # above the lower edge, where the ticks are
PROJECTED = 1.6
Align = Qt.AlignmentFlag


class ThrownItem(Layer):
    """Paints the cuts that the node which is told of threw."""

    def __init__(self, desk: Desk) -> None:
        """Know no cut yet."""
        super().__init__(desk)
        self.cuts: tuple[ThrownLine, ...] = ()
        self.cards: list[QRectF] = []
        self.is_choosing = False
        """None is kept yet: all are as thick."""

    def refresh(self, scene: Scene, change: Change) -> None:
        """Take the cuts of a scene."""
        if not change & ~UNSEEN:
            return
        self.theme = self.desk.theme
        self.cuts = scene.thrown
        self.is_choosing = not any(cut.kept for cut in self.cuts)
        self.update()

    def cover(self, cards: list[QRectF]) -> None:
        """Write nothing where cards lie."""
        if cards != self.cards:
            self.cards = cards
            self.update()

    @property
    def is_empty(self) -> bool:
        """Say whether nothing was thrown."""
        return not self.cuts

    def draw(self, painter: QPainter, at: PixelMap) -> None:
        """Paint the lines, the one that is kept over the others, and their words."""
        for cut in sorted(self.cuts, key=lambda one: one.kept):
            wide = self.measures.learner * (1.0 if cut.kept else THIN)
            line = np.array([cut.line])
            paint_bars(painter, bars(line, wide + 2.0 * HALO, at), self.theme.colour("halo"), at)
            strong = cut.kept or self.is_choosing
            colour = self.theme.colour("accent" if strong else "ink2")
            paint_bars(painter, bars(line, wide, at), colour, at)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for cut, place in self.places(at):
            self._write(painter, cut, place)

    def places(self, at: PixelMap) -> list[tuple[ThrownLine, QRectF]]:
        """Find where the words of each cut stand: on its line, off the cards and the others."""
        found: list[tuple[ThrownLine, QRectF]] = []
        taken = list(self.cards)
        inside = QRectF(at.left, at.top, at.width, at.height).adjusted(EDGE, EDGE, -EDGE, -EDGE)
        for cut in self.cuts:
            tried = self._tried(cut, at, inside)
            free = (one for one in tried if not any(one.intersects(other) for other in taken))
            place = next(free, None)
            if place is not None:
                found.append((cut, place))
                taken.append(place)
        return found

    def _tried(self, cut: ThrownLine, at: PixelMap, inside: QRectF) -> list[QRectF]:
        """List places on the line of a cut, from its foot or from its right end."""
        metrics = QFontMetricsF(self._font(cut))
        width = metrics.horizontalAdvance(cut.text) + self.theme.px(14)
        place = QRectF(0.0, 0.0, width, metrics.height() + self.theme.px(5))
        x, y = at.across(np.array(cut.line[0::2])), at.down(np.array(cut.line[1::2]))
        if cut.axis == 0:
            low = min(float(y.max()), inside.bottom() - FOOT) - place.height() / 2
            ends = np.arange(low, float(y.min()), -STEP)
            spots = [QPointF(float(x[0]), float(end)) for end in ends]
        else:
            right = min(float(x.max()), inside.right()) - width / 2
            ends = np.arange(right, float(x.min()), -STEP)
            spots = [QPointF(float(end), float(y[0])) for end in ends]
        found = []
        for spot in spots:
            one = QRectF(place)
            one.moveCenter(spot)
            one.moveLeft(min(max(one.left(), inside.left()), inside.right() - width))
            found.append(one)
        return found

    def _font(self, cut: ThrownLine) -> QFont:
        font = self.theme.font("hint")
        if self.theme.palette.is_projected:
            font.setPixelSize(round(font.pixelSize() * PROJECTED))
        if cut.kept:
            font.setWeight(QFont.Weight.DemiBold)
        return font

    def _write(self, painter: QPainter, cut: ThrownLine, place: QRectF) -> None:
        """Write on a plate."""
        edge = self.theme.colour("accent" if cut.kept or self.is_choosing else "border")
        painter.setPen(QPen(edge, 1.5 if cut.kept else 1.0))
        painter.setBrush(self.theme.colour("card"))
        painter.drawRoundedRect(place, 5.0, 5.0)
        painter.setFont(self._font(cut))
        painter.setPen(self.theme.colour("accent" if cut.kept else "ink2"))
        painter.drawText(place, Align.AlignCenter, cut.text)
