"""The search of a node as curves, one plot an axis; the mouse reads them."""

from typing import TypeVar

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen

from ensemble_viz.engine.data import FloatArray
from ensemble_viz.scene.search_plot import AxisPlot, SearchPlot
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.glyphs import draw_ring
from ensemble_viz.ui.look.lettering import Align, Paragraph, width_of
from ensemble_viz.ui.pictures.picture import Picture
from ensemble_viz.ui.pictures.step_line import paint_steps
from ensemble_viz.ui.pictures.ways import SEARCH

Places = TypeVar("Places", float, FloatArray)
HEIGHT = 112.0
TOP, BOTTOM = 21.0, 19.0  # for the names above the plots and the ticks below
BETWEEN = 14.0
AROUND, GAP = 6.0, 2.0  # pixels beside a plot that its ticks may use, and between two of them
DOT, RING = 4.0, 7.0
NOTHING_YET = "Nothing was searched yet."


class SearchPicture(Picture):
    """Paints a search plot."""

    read = Signal(str)
    """What the curve says under the mouse; empty where there is nothing to read."""

    def __init__(self, desk: Desk) -> None:
        """Show no search yet."""
        super().__init__("Search", desk.theme, SEARCH)
        self.desk = desk
        self.plot: SearchPlot | None = None
        self.reading: tuple[int, float] | None = None
        """The axis and the place that are read."""

    def show_plot(self, plot: SearchPlot | None) -> None:
        """Take a search."""
        self.theme = self.desk.theme
        self.plot = plot
        self.reading = None
        self.be_high(HEIGHT)
        self.update()

    # --- places -------------------------------------------------------------------------------

    def rooms(self) -> list[QRectF]:
        """Find the rectangle of each plot."""
        if self.plot is None or not self.plot.axes:
            return []
        px, count = self.theme.px, len(self.plot.axes)
        font = self.theme.font("tick")
        left = max(width_of(label, font) for label in self.plot.ticks.labels or ("0",)) + px(7)
        wide = (self.width() - left - px(2) - (count - 1) * px(BETWEEN)) / count
        high = self.height() - px(TOP) - px(BOTTOM)
        return [QRectF(left + k * (wide + px(BETWEEN)), px(TOP), wide, high) for k in range(count)]

    def down(self, room: QRectF, value: Places) -> Places:
        """Turn values into pixels."""
        assert self.plot is not None
        share = (value - self.plot.low) / (self.plot.high - self.plot.low)
        return room.bottom() - share * room.height()

    # --- the mouse ----------------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Read the curve under the mouse."""
        place, text, reading = event.position(), "", None
        for k, room in enumerate(self.rooms()):
            if self.plot is not None and room.left() <= place.x() <= room.right():
                axis = self.plot.axes[k]
                share = (place.x() - room.left()) / room.width()
                x = axis.low + share * (axis.high - axis.low)
                text = self.plot.reading(k, x)
                reading = (k, x) if text else None
        self.show_reading(reading, text)

    def show_reading(self, reading: tuple[int, float] | None, text: str) -> None:
        """Mark a place of a curve, and say what stands there."""
        if reading != self.reading:
            self.reading = reading
            self.read.emit(text)
            self.update()

    def leaveEvent(self, _event: QEvent) -> None:
        """Stop reading."""
        self.show_reading(None, "")

    # --- painting -----------------------------------------------------------------------------

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the plots, or the words instead of them."""
        self.written = []
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        plot, rooms = self.plot, self.rooms()
        if plot is None or not rooms:
            self._paint_words(painter, plot.sentence if plot else NOTHING_YET)
            return
        self._paint_scale(painter, plot, rooms)
        for k, (axis, room) in enumerate(zip(plot.axes, rooms, strict=True)):
            self._paint_axis(painter, axis, room)
            self._paint_reading(painter, k, axis, room)
        for axis, room in zip(plot.axes, rooms, strict=True):
            self._paint_best(painter, axis, room)

    def _paint_words(self, painter: QPainter, text: str) -> None:
        self.written.append(text)
        words = Paragraph(text, self.theme.font("text"), self.width())
        colour = self.theme.colour("ink2" if self.plot else "ink3")
        words.draw(painter, QPointF(0.0, self.theme.px(4)), colour)

    def _paint_scale(self, painter: QPainter, plot: SearchPlot, rooms: list[QRectF]) -> None:
        """Paint what the plots share: the ticks of the values, and what no cut would leave."""
        font, faint = self.theme.font("tick"), self.theme.colour("ink3")
        for at, label in zip(plot.ticks.at.tolist(), plot.ticks.labels, strict=True):
            y = self.down(rooms[0], at)
            painter.setPen(QPen(self.theme.colour("hairline"), 1.0))
            for room in rooms:
                painter.drawLine(QPointF(room.left(), y), QPointF(room.right(), y))
            place = QRectF(0.0, y - 8.0, rooms[0].left() - self.theme.px(6), 16.0)
            self.letter(painter, place, label, font, faint, Align.AlignRight)
        if plot.whole is None:
            return
        y = self.down(rooms[0], plot.whole)
        name = "accent" if plot.whole_wins else "ink2"
        painter.setPen(QPen(self.theme.colour(name), 1.2, Qt.PenStyle.DashLine))
        for room in rooms:
            painter.drawLine(QPointF(room.left(), y), QPointF(room.right(), y))
        colour = self.theme.colour("accent" if plot.whole_wins else "ink3")
        for axis, room in reversed(list(zip(plot.axes, rooms, strict=True))):
            head = f"{axis.name}  {axis.note}  {plot.whole_text}"
            if width_of(head, font) <= room.width():
                place = QRectF(room.left(), 0.0, room.width(), self.theme.px(TOP - 4.0))
                self.letter(painter, place, plot.whole_text, font, colour, Align.AlignRight)
                return

    def _paint_axis(self, painter: QPainter, axis: AxisPlot, room: QRectF) -> None:
        """Paint the name, the ticks and the curve of an axis."""
        strong, font = self.theme.font("hint"), self.theme.font("tick")
        strong.setWeight(strong.Weight.DemiBold)
        ink, faint = self.theme.colour("ink"), self.theme.colour("ink3")
        head = QRectF(room.left(), 0.0, room.width(), self.theme.px(TOP - 4.0))
        self.letter(painter, head, axis.name, strong, ink if axis.counts else faint)
        head.setLeft(head.left() + width_of(axis.name, strong) + self.theme.px(5))
        self.letter(painter, head, axis.note, font, faint)
        end = room.left() - AROUND
        for at, label in zip(axis.ticks.at.tolist(), axis.ticks.labels, strict=True):
            x = across(axis, room, at)
            half = width_of(label, font) / 2.0 + 1.0
            x = min(x, room.right() + AROUND - half)  # whole, even at the edge
            if x - half < end:
                continue  # there is no room beside the one before it
            place = QRectF(x - half, room.bottom() + 3.0, 2.0 * half, self.theme.px(BOTTOM - 4.0))
            self.letter(painter, place, label, font, faint, Align.AlignHCenter)
            end = x + half + GAP
        steps = axis.line
        ends = across(axis, room, steps.start), across(axis, room, steps.end)
        is_plain = axis.counts and not axis.thrown
        shade = self.theme.colour("ink", 0.07 if is_plain else 0.04)
        colours = (ink if is_plain else faint), shade
        width = 1.25 if is_plain else 0.9
        paint_steps(painter, (*ends, self.down(room, steps.value)), room.top(), colours, width)

    def _paint_reading(self, painter: QPainter, k: int, axis: AxisPlot, room: QRectF) -> None:
        if self.reading is None or self.reading[0] != k:
            return
        found = axis.cuts.at(self.reading[1])
        if found is None:
            return
        x = across(axis, room, float(axis.cuts.threshold[found]))
        y = self.down(room, float(axis.cuts.value[found]))
        painter.setPen(QPen(self.theme.colour("ink2"), 1.0))
        painter.drawLine(QPointF(x, room.top()), QPointF(x, room.bottom()))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.theme.colour("ink"))
        painter.drawEllipse(QPointF(x, y), 3.0, 3.0)

    def _paint_best(self, painter: QPainter, axis: AxisPlot, room: QRectF) -> None:
        """Mark the best cut of an axis: the winner in the accent."""
        if axis.best is None:
            return
        x = across(axis, room, axis.best.threshold)
        y = self.down(room, axis.best.value)
        colour = self.theme.colour("accent" if axis.wins else "ink" if axis.counts else "ink3")
        if axis.wins:
            painter.setPen(QPen(colour, 2.0))
            painter.drawLine(QPointF(x, room.top()), QPointF(x, room.bottom()))
            painter.setPen(QPen(self.theme.colour("panel"), 1.0))
            painter.setBrush(colour)
        else:
            painter.setPen(QPen(colour, 1.6))
            painter.setBrush(self.theme.colour("panel"))
        painter.drawEllipse(QPointF(x, y), DOT, DOT)
        if axis.wins and axis.thrown:
            draw_ring(painter, QPointF(x, y), RING, colour)
        self._paint_value(painter, axis.best.text, QPointF(x, y), room, colour)

    def _paint_value(
        self, painter: QPainter, text: str, dot: QPointF, room: QRectF, colour: QColor
    ) -> None:
        """Write the value beside its dot, on the side where there is room."""
        font = self.theme.font("hint")
        font.setWeight(font.Weight.DemiBold)
        wide, high = width_of(text, font) + 2.0, float(self.theme.px(15))
        left, gap = dot.x() + DOT, 4.0  # what lies below both would be read as a minus
        if left + gap + wide > room.right() + 2.0:
            left = max(dot.x() - DOT - gap - wide, room.left())
            place = QRectF(left, dot.y() - high / 2.0, wide, high)
            ground = place.adjusted(-2.0, 1.0, gap - 2.0, -1.0)
        else:
            place = QRectF(left + gap, dot.y() - high / 2.0, wide, high)
            ground = place.adjusted(-gap, 1.0, 0.0, -1.0)
        down = min(max(place.top(), room.top()), room.bottom() - high) - place.top()
        painter.fillRect(ground.translated(0.0, down), self.theme.colour("panel", 0.92))
        place.translate(0.0, down)
        self.letter(painter, place, text, font, colour)


def across(axis: AxisPlot, room: QRectF, x: Places) -> Places:
    """Turn coordinates into pixels."""
    half, start = axis.high / 2.0 - axis.low / 2.0, axis.low / 2.0  # the whole may be no number
    return room.left() + (x / 2.0 - start) / half * room.width()
