"""Names on the canvas: earlier learners at the edges, this round's learner on its line."""

from functools import partial

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from ensemble_viz.document.document import Change
from ensemble_viz.scene.earlier_lines import MOST_CHIPS, Chip, EarlierLines
from ensemble_viz.scene.learner_marks import LearnerMark
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.canvas.layer import Layer
from ensemble_viz.ui.canvas.pixel_item import PixelMap
from ensemble_viz.ui.canvas.still import Stamps
from ensemble_viz.ui.canvas.stump_label import EDGE, FOOT, StumpLabel
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.lettering import cut, width_of

UNSEEN = Change.LEARNED | Change.PLAY | Change.TITLE
ROWS = 3  # of chips at an edge, one behind the other, where they would cover one another
Align = Qt.AlignmentFlag
Names = tuple[StumpLabel | None, QRectF, list[tuple[str, QRectF]]]
"""The label of this round's learner and its place; the chips of earlier ones and theirs."""


class ChipsItem(Layer):
    """Paints names on plates."""

    def __init__(self, desk: Desk) -> None:
        """Know no name yet."""
        super().__init__(desk)
        self.mark: LearnerMark | None = None
        self.earlier: EarlierLines | None = None
        self.cards: list[QRectF] = []
        """Where cards lie, in logical pixels: nothing is written below them."""
        self.classes = False
        self.points = np.empty((0, 2))
        self._placed: tuple[PixelMap, Names] | None = None
        self._pictures = Stamps(MOST_CHIPS)

    def refresh(self, scene: Scene, change: Change) -> None:
        """Take the learners of a scene."""
        if not change & ~UNSEEN:
            return
        self.theme = self.desk.theme
        self.mark, self.earlier = scene.learner_mark, scene.earlier if scene.has_chips else None
        self.classes = scene.stage.data.classes is not None
        self.points = scene.markers.place
        self._placed = None
        self.update()

    def cover(self, cards: list[QRectF]) -> None:
        """Write nothing where cards lie."""
        if cards != self.cards:
            self.cards = cards
            self._placed = None
            self.update()

    def places(self, at: PixelMap) -> list[QRectF]:
        """Say where something is written."""
        label, place, chips = self._names(at)
        found = [place for _, place in chips]
        return found if label is None else [*found, place]

    def draw(self, painter: QPainter, at: PixelMap) -> None:
        """Paint plates with names."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        label, place_of_label, chips = self._names(at)
        for text, place in chips:
            self._pictures.paint(painter, (text, self.theme), place, partial(self._draw_chip, text))
        if label is not None:
            if not place_of_label.isEmpty():
                key, draw = (label.said, self.theme), partial(self._draw_label, label)
                self._pictures.paint(painter, key, place_of_label, draw)
        elif self.mark is not None and self.mark.sentence:
            self._draw_sentence(painter, self.mark.sentence, at)

    def _draw_label(self, label: StumpLabel, painter: QPainter, place: QRectF) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._plate(painter, place, self.theme.colour("accent"), 1.5 * label.share)
        label.draw(painter, place)

    def _draw_chip(self, text: str, painter: QPainter, place: QRectF) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._plate(painter, place, self.theme.colour("border"), 1.0)
        painter.setFont(self.theme.font("hint"))
        painter.setPen(self.theme.colour("ink2"))
        painter.drawText(place, Align.AlignCenter, text)

    def chip_places(self, at: PixelMap) -> list[tuple[str, QRectF]]:
        """Say where the chips of earlier learners are."""
        return self._names(at)[2]

    def _names(self, at: PixelMap) -> Names:
        """Place everything, once for all who ask."""
        if self._placed is None or self._placed[0] != at:
            label = self._label()
            place = QRectF() if label is None else label.place(at, self.cards)
            taken = self.cards if label is None else [*self.cards, place]
            self._placed = at, (label, place, self._chips(at, taken))
        return self._placed[1]

    def _chips(self, at: PixelMap, covered: list[QRectF]) -> list[tuple[str, QRectF]]:
        """Put chips at the edges, inwards where another one stands already."""
        placed: list[tuple[str, QRectF]] = []
        projected = self.theme.palette.is_projected
        chips = () if self.earlier is None or projected else self.earlier.chips
        taken, font = list(covered), self.theme.font("hint")
        height = QFontMetricsF(font).height() + self.theme.px(4)
        for chip in chips:
            width = width_of(chip.text, font) + self.theme.px(12)
            place = self._at_edge(chip, at, QSizeF(width, height))
            inwards = (0.0, -place.height() - 2) if chip.axis == 0 else (-place.width() - 2, 0.0)
            tried = (place.translated(k * inwards[0], k * inwards[1]) for k in range(ROWS))
            free = (each for each in tried if not any(each.intersects(other) for other in taken))
            found = next(free, None)
            if found is not None:
                placed.append((chip.text, found))
                taken.append(found)
        return placed

    def _at_edge(self, chip: Chip, at: PixelMap, size: QSizeF) -> QRectF:
        place = QRectF(QPointF(), size)
        if chip.axis == 0:
            foot = at.top + at.height - EDGE - size.height() / 2
            place.moveCenter(QPointF(float(at.across(np.array(chip.at))), foot))
        else:
            side = at.left + at.width - EDGE - size.width() / 2
            place.moveCenter(QPointF(side, float(at.down(np.array(chip.at)))))
        return place

    def _label(self) -> StumpLabel | None:
        if self.mark is None or self.mark.stump is None:
            return None
        return StumpLabel(self.theme, self.mark.stump, self.classes, self.points)

    def _draw_sentence(self, painter: QPainter, sentence: str, at: PixelMap) -> None:
        """Say what a learner answers that asks nothing."""
        grown = 1.6 if self.theme.palette.is_projected else 1.0
        font = self.theme.font("strong")
        font.setPixelSize(round(font.pixelSize() * grown))
        words = cut(sentence, font, at.width - 4 * EDGE)
        width = QFontMetricsF(font).horizontalAdvance(words) + self.theme.px(28)
        place = QRectF(0.0, 0.0, width, self.theme.px(30) * grown)
        foot = at.top + at.height - FOOT * grown
        place.moveCenter(QPointF(at.left + at.width / 2, foot))
        self._plate(painter, place, self.theme.colour("accent"), 1.5 * grown)
        painter.setFont(font)
        painter.setPen(self.theme.colour("accent"))
        painter.drawText(place, Align.AlignCenter, words)

    def _plate(self, painter: QPainter, place: QRectF, border: QColor, width: float) -> None:
        painter.setPen(QPen(border, width))
        painter.setBrush(self.theme.colour("card"))
        painter.drawRoundedRect(place, 5.0, 5.0)
