"""The words on a line plot: ticks, names of the axes, the title of the lower panel, regions."""

from dataclasses import dataclass
from functools import partial

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter

from ensemble_viz.scene.frame import Ticks
from ensemble_viz.scene.line_plot import LinePlot
from ensemble_viz.scene.numbers import signed
from ensemble_viz.ui.canvas.line_layer import BESIDE, INSIDE, LABELS, LIT, LineLayer
from ensemble_viz.ui.canvas.line_strokes import across, height
from ensemble_viz.ui.canvas.pixel_item import PixelMap
from ensemble_viz.ui.canvas.still import Stamps
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.lettering import width_of, write_rimmed

MOST = 40  # ticks and names at once
EDGE = 16  # pixels from the edges of the view
BIN, BIN_INK = 8, 0.45  # the border of a bin: its length, and how much of the ink is in it
PLATE = 0.85  # of the canvas's colour, behind words that stand on lines
LEVEL = Qt.AlignmentFlag.AlignVCenter.value | Qt.TextFlag.TextDontClip.value
CENTRE = LEVEL | Qt.AlignmentFlag.AlignHCenter.value


@dataclass(frozen=True, slots=True, eq=False)
class Heights:
    """An upright axis: its ticks in pixels, and where its words may stand."""

    name: str
    ticks: Ticks
    y: list[float]
    top: float
    bottom: float


class LineWords(LineLayer):
    """Every word that stands on a line plot."""

    def __init__(self, desk: Desk) -> None:
        """Write everywhere, at first."""
        super().__init__(desk)
        self.covered: list[QRectF] = []
        """Where cards lie, in pixels of the view."""
        self._stamps = Stamps(MOST)

    def cover(self, cards: list[QRectF]) -> None:
        """Write nothing where cards lie."""
        if cards != self.covered:
            self.covered = cards
            self.update()

    def draw_plot(self, painter: QPainter, at: PixelMap, plot: LinePlot) -> None:
        """Write."""
        self._draw_bins(painter, at, plot)
        self._write_places(painter, at, plot)
        upper, lower = self.upper(at, plot), self.lower(at, plot)
        y = height(at, plot.y_ticks.at).tolist()
        top, bottom = upper.top() + self.px(8), min(upper.bottom(), self.foot(at))
        self._write_heights(painter, at, Heights("y", plot.y_ticks, y, top, bottom))
        if plot.r_ticks is not None:
            r = height(at, plot.r_ticks.at + plot.offset).tolist()
            head = self._write_title(painter, lower, plot.lower_title)
            self._write_heights(
                painter, at, Heights(plot.r_name, plot.r_ticks, r, head, self.foot(at))
            )
        self._write_limits(painter, at, plot)
        self._write_regions(painter, at, plot)

    def _draw_bins(self, painter: QPainter, at: PixelMap, plot: LinePlot) -> None:
        """Mark the borders of bins at the foot: cuts fall only there."""
        painter.setPen(self.theme.colour("ink", BIN_INK))
        bottom = at.top + at.height
        for x in across(at, plot.bins).tolist():
            painter.drawLine(QPointF(x, bottom - self.px(BIN)), QPointF(x, bottom))

    def _write_places(self, painter: QPainter, at: PixelMap, plot: LinePlot) -> None:
        """Write the ticks of the x axis at the foot, its name at the right end."""
        font, strong = self.font("tick"), self.font("strong")
        top, tall = self.foot(at), self.px(20)
        wide = QFontMetricsF(strong).horizontalAdvance(plot.x_name)
        end = at.left + at.width - self.px(EDGE)
        self._stamp(painter, strong, QRectF(end - wide, top, wide, tall), plot.x_name, "ink")
        measure = QFontMetricsF(font)
        for x, label in zip(across(at, plot.x_ticks.at), plot.x_ticks.labels, strict=True):
            half = measure.horizontalAdvance(label) / 2 + 1
            place = QRectF(x - half, top, 2 * half, tall)
            inside = at.left + 4 <= x - half and x + half <= end - wide - self.px(8)
            if inside and self._is_free(place):
                self._stamp(painter, font, place, label)

    def _write_heights(self, painter: QPainter, at: PixelMap, axis: Heights) -> None:
        """Write the ticks of an upright axis, its name beside the highest below the cards.

        Those that are too long for the column reach beyond it, towards the lines.
        """
        font, strong = self.font("tick"), self.font("strong")
        tall = QFontMetricsF(strong).height()
        left, right = at.left + INSIDE, at.left + self.px(LABELS - BESIDE)
        named: list[tuple[QRectF, str]] = []
        reaches_up = True
        for y, label in zip(axis.y, axis.ticks.labels, strict=True):
            wide = max(right - left, width_of(label, font))
            column = QRectF(left, y - tall / 2, wide, tall)
            inside = axis.top <= column.top() and column.bottom() <= axis.bottom
            if inside and self._is_free(column):
                place = column.adjusted(column.width() - width_of(label, font), 0.0, 0.0, 0.0)
                self._stamp(painter, font, place, label)
                named += [(column, label)] if reaches_up else []
            reaches_up = reaches_up and (not named or self._is_free(column))
        if named:
            self._write_name(painter, axis.name, *named[-1])

    def _write_name(self, painter: QPainter, name: str, column: QRectF, label: str) -> None:
        """Write the name of an upright axis beside a tick, or above it where it is too wide."""
        font, left = self.font("strong"), column.left() + self.px(EDGE) - INSIDE
        free = column.right() - width_of(label, self.font("tick")) - left
        wide = width_of(name, font)
        lift = 0.0 if wide + 4 <= free else column.height()
        place = QRectF(left, column.top() - lift, wide, column.height())
        self._stamp(painter, font, place, name, "ink")

    def _write_title(self, painter: QPainter, part: QRectF, title: str) -> float:
        """Write the title of the lower panel; give the height below it."""
        font = self.font("strong")
        measure = QFontMetricsF(font)
        room = part.width() - 2 * self.px(EDGE)
        text = measure.elidedText(title, Qt.TextElideMode.ElideRight, room)
        place = QRectF(
            part.left() + self.px(EDGE),
            part.top() + self.px(8),
            measure.horizontalAdvance(text),
            measure.height(),
        )
        self._write(painter, font, place, CENTRE, text, plate=True)
        return place.bottom()

    def _write_limits(self, painter: QPainter, at: PixelMap, plot: LinePlot) -> None:
        """Write where residuals are cut off, at the right end of the lines."""
        if plot.cut_off is None:
            return
        font = self.font("text")
        measure = QFontMetricsF(font)
        for sign, name in ((1.0, "+δ"), (-1.0, "−δ")):
            text = f"{name} {signed(sign * plot.cut_off)}"
            y = float(height(at, np.array(sign * plot.cut_off + plot.offset)))
            wide, tall = measure.horizontalAdvance(text), measure.height()
            below = sign < 0 and y + 1 + tall <= self.foot(at) - tall - self.px(
                8
            )  # off the regions
            top = y + 1 if below else y - tall - 1
            place = QRectF(at.left + at.width - self.px(EDGE) - wide, top, wide, tall)
            if self._is_free(place) and place.bottom() < self.foot(at):
                self._write(painter, font, place, CENTRE, text, plate=True)

    def _write_regions(self, painter: QPainter, at: PixelMap, plot: LinePlot) -> None:
        """Write the name of each region, and what the tree says there, as far as it has room."""
        name_font, value_font = self.font("strong"), self.font("text")
        tall = QFontMetricsF(name_font).height()
        y = self.foot(at) - tall - self.px(6)
        gap = self.px(6)
        for region in plot.regions:
            ends = np.array([region.left, region.right])
            left, right = np.clip(across(at, ends), at.left, at.left + at.width).tolist()
            left = max(left, at.left + self.labels)
            named = QFontMetricsF(name_font).horizontalAdvance(region.name)
            valued = QFontMetricsF(value_font).horizontalAdvance(region.value_text)
            whole = named + gap + valued
            shown = whole if whole + gap <= right - left else named
            if shown + gap > right - left:
                continue
            start = (left + right - shown) / 2
            plate = QRectF(start - 3, y, shown + 6, tall)
            painter.fillRect(plate, self.theme.colour("canvas", PLATE))
            if region.lit:
                painter.fillRect(plate, self.theme.colour("ink", LIT))
            self._write(painter, name_font, QRectF(start, y, named, tall), CENTRE, region.name)
            if shown == whole:
                value = QRectF(start + named + gap, y, valued, tall)
                self._write(painter, value_font, value, CENTRE, region.value_text)

    def _is_free(self, place: QRectF) -> bool:
        """Say whether no card lies there."""
        return not any(place.intersects(card) for card in self.covered)

    def _stamp(
        self, painter: QPainter, font: QFont, place: QRectF, text: str, role: str = "ink2"
    ) -> None:
        """Write with a rim, over whatever is there; it is kept as a picture."""
        key = (text, role, font.pixelSize(), font.weight(), self.theme)
        self._stamps.paint(painter, key, place, partial(self._draw_rimmed, font, text, role))

    def _draw_rimmed(
        self, font: QFont, text: str, role: str, painter: QPainter, place: QRectF
    ) -> None:
        painter.setFont(font)
        ink, ground = self.theme.colour(role), self.theme.colour("canvas")
        write_rimmed(painter, place, text, ink, ground)

    def _write(
        self,
        painter: QPainter,
        font: QFont,
        place: QRectF,
        align: int,
        text: str,
        plate: bool = False,
    ) -> None:
        """Write in ink, on a plate of the canvas's colour where lines may run below."""
        if plate:
            painter.fillRect(place.adjusted(-3, 0, 3, 0), self.theme.colour("canvas", PLATE))
        painter.setFont(font)
        painter.setPen(self.theme.colour("ink"))
        painter.drawText(place, align, text)
