"""Paints curves over the rounds: what has happened in full, what is to come faintly."""

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from ensemble_viz.engine.data import FloatArray
from ensemble_viz.scene.curves import Curve, Curves, Mark
from ensemble_viz.ui.canvas.structs import polygon
from ensemble_viz.ui.look.lettering import width_of, write
from ensemble_viz.ui.look.theme import Theme
from ensemble_viz.ui.strip.drawn_curves import DrawnCurves, in_pixels

FUTURE = 0.34  # how strong the part to come is
PENS: dict[str, tuple[str, float, tuple[float, ...]]] = {
    # style: colour, width, dashes in units of the width
    "solid": ("ink", 2.4, ()),
    "dashed": ("ink2", 1.8, (5.0, 2.0)),
    "dotted": ("ink2", 1.8, (1.2, 1.6)),
    "thin": ("ink3", 1.2, ()),
    "bars": ("ink2", 1.0, ()),
}
MARK_RADIUS = 3.5
HATCH = 8.0
BAR_SHARE = 0.7  # of the room of a round


@dataclass(frozen=True, slots=True)
class Scale:
    """Where rounds and figures are in the plot."""

    area: QRectF
    curves: Curves

    def across(self, x: FloatArray) -> FloatArray:
        """Turn rounds into pixels."""
        return self.area.left() + np.asarray(x) * (self.area.width() / self.curves.rounds)

    def down(self, y: FloatArray) -> FloatArray:
        """Turn figures into pixels."""
        low, high = self.curves.low, self.curves.high
        return self.area.bottom() - (np.asarray(y) - low) * (self.area.height() / (high - low))

    def x(self, t: float) -> float:
        """Turn a round into pixels."""
        return float(self.across(np.array(t)))

    def round_at(self, x: float) -> int:
        """Find the round nearest to a place."""
        share = (x - self.area.left()) / max(self.area.width(), 1.0)
        t = round(share * self.curves.rounds)
        end = self.curves.rounds if self.curves.last is None else self.curves.last
        return min(max(t, 0), end)


def pen(style: str, theme: Theme, alpha: float = 1.0) -> QPen:
    """Give the pen of a style of line."""
    role, width, dashes = PENS[style]
    made = QPen(theme.colour(role, alpha), theme.px(width * 10) / 10)
    made.setCapStyle(Qt.PenCapStyle.FlatCap)
    made.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    if dashes:
        made.setDashPattern(list(dashes))
    return made


class CurvePlot:
    """The plot of the curves, without the scrubber below it."""

    def __init__(self, theme: Theme, curves: Curves, area: QRectF) -> None:
        """Fit the curves into an area."""
        self.theme = theme
        self.scale = Scale(area, curves)
        self.curves = curves
        self.drawn: DrawnCurves | None = None
        """The curves as they were drawn before, if somebody keeps that."""
        self.is_behind = False
        """All of them are of before, and faint."""
        self.faded: CurvePlot | None = None
        """Curves that stay in sight until these are there."""
        self._lines = [self._line(curve) for curve in curves.series if curve.style != "bars"]

    @property
    def area(self) -> QRectF:
        """Say where the curves are."""
        return self.scale.area

    def draw(self, painter: QPainter) -> None:
        """Paint grid and curves."""
        self._draw_grid(painter)
        if self.curves.ends_early:
            self._draw_hatched(painter)
        painter.save()
        painter.setClipRect(self.area.adjusted(-2.0, -2.0, 2.0, 2.0))
        for curve in self.curves.series:
            if curve.style == "bars":
                self._draw_bars(painter, curve)
        self._draw_lines(painter)
        painter.restore()

    def draw_mark(self, painter: QPainter) -> None:
        """Paint the flag, if there is one; after the playhead, which would cross its words."""
        if self.curves.mark is not None and not self.is_behind:
            self._draw_mark(painter, self.curves.mark)

    def _draw_grid(self, painter: QPainter) -> None:
        font, ticks = self.theme.font("tick"), self.curves.y_ticks
        painter.setPen(QPen(self.theme.colour("hairline"), 1.0))
        heights = self.scale.down(ticks.at).tolist()
        for y in heights:
            level = round(y) + 0.5
            painter.drawLine(QPointF(self.area.left(), level), QPointF(self.area.right(), level))
        for y, text in zip(heights, ticks.labels, strict=True):
            place = QRectF(0.0, y - 8.0, self.area.left() - self.theme.px(8), 16.0)
            right = Qt.AlignmentFlag.AlignRight
            write(painter, place, text, font, self.theme.colour("ink2"), right)

    def _draw_hatched(self, painter: QPainter) -> None:
        """Hatch the rounds that never came."""
        assert self.curves.last is not None
        left = self.scale.x(self.curves.last)
        empty = QRectF(left, self.area.top(), self.area.right() - left, self.area.height())
        painter.save()
        painter.setClipRect(empty)
        painter.setPen(QPen(self.theme.colour("border", 0.7), 1.0))
        x = empty.left() - empty.height()
        while x < empty.right():
            painter.drawLine(QPointF(x, empty.bottom()), QPointF(x + empty.height(), empty.top()))
            x += HATCH
        painter.restore()
        text = f"ended after round {self.curves.last}"
        font = self.theme.font("hint")
        if width_of(text, font) + 16.0 < empty.width():
            self._write_on_panel(painter, QPointF(empty.center().x(), empty.center().y()), text)

    def _draw_lines(self, painter: QPainter) -> None:
        """Paint what is to come faintly, then what has joined over it."""
        if self.faded is not None:
            self.faded.draw_curves(painter, FUTURE)
        now = self.scale.x(self.curves.joined)
        past, coming = QRectF(self.area), QRectF(self.area)
        past.setLeft(past.left() - 4.0)
        past.setRight(now)
        coming.setLeft(now)
        coming.setRight(coming.right() + 4.0)
        is_plain = len(self._lines) == len(self.curves.series) and not self.curves.ends_early
        drawn = self.drawn if is_plain and in_pixels(painter) else None
        for part, alpha in ((coming, FUTURE), (past, FUTURE if self.is_behind else 1.0)):
            painter.save()
            painter.setClipRect(part.adjusted(0.0, -2.0, 0.0, 2.0), Qt.ClipOperation.IntersectClip)
            if drawn is None:
                self.draw_curves(painter, alpha)
            else:
                drawn.paint(painter, alpha, self.theme.colour("panel"), self._draw_all)
            painter.restore()

    def _draw_all(self, painter: QPainter, alpha: float) -> None:
        """Paint the curves on their ground, all of them as strong."""
        self._draw_grid(painter)
        self.draw_curves(painter, alpha)

    def draw_curves(self, painter: QPainter, alpha: float) -> None:
        """Paint the curves alone, so strongly."""
        shown = [curve for curve in self.curves.series if curve.style != "bars"]
        for curve, line in zip(shown, self._lines, strict=True):
            painter.setPen(pen(curve.style, self.theme, alpha))
            painter.drawPolyline(line)
            if len(curve.at) == 1:
                self._draw_dot(painter, line.at(0), painter.pen().color())

    def _draw_dot(self, painter: QPainter, place: QPointF, colour: QColor) -> None:
        """Paint a curve that has only one value yet."""
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawEllipse(place, 2.0, 2.0)
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def _draw_bars(self, painter: QPainter, curve: Curve) -> None:
        """Paint a bar for each round, from the round before to itself."""
        unit = self.area.width() / self.curves.rounds
        width = max(unit * BAR_SHARE, 1.0)
        zero = float(self.scale.down(np.array(0.0)))
        joined = (curve.at <= self.curves.joined) & (not self.is_behind)
        for which, alpha in ((~joined, FUTURE), (joined, 1.0)):
            path = QPainterPath()
            tops = self.scale.down(curve.values[which])
            for x, y in zip(self.scale.across(curve.at[which]), tops, strict=True):
                left = float(x) - unit + (unit - width) / 2.0
                path.addRect(QRectF(left, min(float(y), zero), width, abs(zero - float(y))))
            painter.fillPath(path, self.theme.colour(PENS["bars"][0], alpha))

    def _draw_mark(self, painter: QPainter, mark: Mark) -> None:
        """Ring a place on a curve, and say above what it is."""
        y = float(self.scale.down(np.array(mark.value)))
        place = QPointF(self.scale.x(mark.round), min(max(y, self.area.top()), self.area.bottom()))
        self._draw_mark_words(painter, mark.text, place)
        painter.setPen(QPen(self.theme.colour("ink2"), 1.6))
        painter.setBrush(self.theme.colour("panel"))
        painter.drawEllipse(place, MARK_RADIUS, MARK_RADIUS)

    def _draw_mark_words(self, painter: QPainter, words: str, place: QPointF) -> None:
        """Write beside a line up from the place, or above it where there is no room beside."""
        width, gap = width_of(words, self.theme.font("hint")), self.theme.px(8)
        top = self.area.top() + gap
        is_beside = place.x() + gap + width <= self.area.right()
        centre = place.x() + gap + width / 2.0 if is_beside else self.area.right() - width / 2.0
        end = top if is_beside else top + gap
        ground = QRectF(centre - width / 2.0, top - gap, width, 2.0 * gap)
        is_high = place.y() - MARK_RADIUS < ground.bottom()
        if is_high or ground.left() < self.area.left() or self._is_crossed(ground):
            return  # the ring alone must do; the tooltip has the words
        painter.setPen(QPen(self.theme.colour("ink2"), 1.0))
        painter.drawLine(QPointF(place.x(), place.y() - MARK_RADIUS), QPointF(place.x(), end))
        if is_beside:
            painter.drawLine(QPointF(place.x(), top), QPointF(place.x() + gap - 2.0, top))
        self._write_on_panel(painter, QPointF(centre, top), words)

    def _is_crossed(self, ground: QRectF) -> bool:
        """Say whether a curve runs where words would stand."""
        for curve in self.curves.series:
            x, y = self.scale.across(curve.at), self.scale.down(curve.values)
            inside = (x >= ground.left()) & (x <= ground.right())
            if (y[inside] < ground.bottom()).any():
                return True
        return False

    def _write_on_panel(self, painter: QPainter, centre: QPointF, text: str) -> None:
        """Write words that curves do not run through."""
        font = self.theme.font("hint")
        place = QRectF(0.0, 0.0, width_of(text, font) + 6.0, self.theme.px(16))
        place.moveCenter(centre)
        painter.fillRect(place, self.theme.colour("panel", 0.85))
        centred = Qt.AlignmentFlag.AlignHCenter
        write(painter, place, text, font, self.theme.colour("ink2"), centred)

    def _line(self, curve: Curve) -> QPolygonF:
        """Turn a curve into corners, no more than can be told apart."""
        x, y = thinned(self.scale.across(curve.at), self.scale.down(curve.values))
        limit = 4.0 * self.area.height() + 100.0  # far above is far enough
        y = np.clip(y, self.area.top() - limit, self.area.bottom() + limit)
        return polygon(np.column_stack((x, y)))


def thinned(x: FloatArray, y: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Keep the lowest and the highest corner of each pixel where there are many corners."""
    if len(x) < 2 or len(x) <= 3.0 * (x[-1] - x[0]):
        return x, y
    column = np.floor(x)
    first = np.flatnonzero(np.diff(column, prepend=-np.inf))
    low, high = np.minimum.reduceat(y, first), np.maximum.reduceat(y, first)
    return np.repeat(x[first], 2), np.column_stack((low, high)).ravel()
