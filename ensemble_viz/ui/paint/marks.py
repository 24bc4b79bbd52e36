"""Marks, words and plates, painted one by one."""

from collections.abc import Iterable
from functools import cache
from math import cos, pi, sin

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF

from ensemble_viz.scene.picture import Type, primitives
from ensemble_viz.scene.shapes import outline, reach
from ensemble_viz.ui.look.style import FAMILIES

MOST_LETTERS = 600  # no card holds more; names may have thousands
MOST_KEPT = 1 << 12  # measures, until they are forgotten


class QtRuler:
    """Measures words, each once: to shape them takes longer than to draw them."""

    def __init__(self) -> None:
        self._widths: dict[tuple[str, Type], float] = {}

    def width(self, text: str, kind: Type) -> float:
        """Measure a line."""
        key = text[:MOST_LETTERS], kind
        if key not in self._widths:
            if len(self._widths) >= MOST_KEPT:
                self._widths.clear()
            self._widths[key] = _measures(kind).horizontalAdvance(key[0])
        return self._widths[key]

    def height(self, kind: Type) -> float:
        """Say how far its letters reach."""
        return _measures(kind).height()


RULER = QtRuler()


@cache
def font(kind: Type) -> QFont:
    """Give a font, with digits of equal width."""
    made = QFont()
    made.setFamilies(list(FAMILIES))
    made.setPixelSize(max(1, kind[0]))
    made.setWeight(QFont.Weight(kind[1]))
    made.setFeature(QFont.Tag("tnum"), 1)
    return made


def base_line(kind: Type) -> float:
    """Say how far below the middle of a line the letters stand."""
    metrics = _measures(kind)
    return (metrics.ascent() - metrics.descent()) / 2.0


@cache
def _measures(kind: Type) -> QFontMetricsF:
    return QFontMetricsF(font(kind))


MITER = 4.0  # by what corners may be longer than a line is wide
RIM = 2.0  # pixels around words that may stand on anything
RIM_STEPS = tuple(
    QPointF(radius * cos(turn), radius * sin(turn))
    for radius, count in ((RIM / 2.0, 8), (RIM, 16))
    for turn in (2.0 * pi * k / count for k in range(count))
)


def paint_mark(painter: QPainter, style: primitives.Style, radius: float) -> None:
    """Paint a mark around the origin of an empty sheet."""
    if style.text:
        paint_word(painter, primitives.Word(style.text, style.type, radius, -radius, style.fill))
        return
    path, width = shape_path(style.shape, radius), min(style.width, style.widest * radius)
    if not style.inside:
        if style.fill:
            painter.fillPath(path, QColor.fromRgba(style.fill))
        if width:
            painter.strokePath(path, pen(style.edge, width))
        return
    mode = QPainter.CompositionMode
    painter.fillPath(path, QColor.fromRgba(style.fill))
    if width:
        painter.setCompositionMode(mode.CompositionMode_SourceAtop)
        painter.strokePath(path, pen(style.edge, 2.0 * width))
    painter.setCompositionMode(mode.CompositionMode_DestinationOver)
    painter.strokePath(path, pen(style.halo, 2.0 * style.halo_width))


def extent(style: primitives.Style, radius: float) -> float:
    """Say how far a mark goes from its middle."""
    if style.text:
        half = RULER.width(style.text, style.type) / 2.0
        return max(half, float(style.type[0])) + radius + 2.0
    return radius * reach(style.shape) + max(2.0 * style.halo_width, style.width)


def paint_tag(painter: QPainter, tag: primitives.Tag) -> None:
    """Paint a tag's plate, words and signs, from its corner."""
    if tag.plate is not None:
        plate, (left, top, right, bottom) = tag.plate, tag.box
        inset = plate.width / 2.0
        painter.setPen(
            _dashed(pen(plate.edge, plate.width), plate.dash) if plate.width else Qt.PenStyle.NoPen
        )
        painter.setBrush(QColor.fromRgba(plate.fill))
        box = QRectF(inset, inset, right - left - plate.width, bottom - top - plate.width)
        painter.drawRoundedRect(box, plate.radius, plate.radius)
    for part in tag.parts:
        if isinstance(part, primitives.Word):
            paint_word(painter, part)
        elif isinstance(part, primitives.Sign):
            painter.save()
            painter.translate(part.x, part.y)
            paint_mark(painter, part.style, part.radius)
            painter.restore()
        else:
            _paint_stroke(painter, part)


def paint_tags(painter: QPainter, tags: Iterable[primitives.Tag]) -> None:
    """Paint tags in their places."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for tag in tags:
        painter.save()
        painter.translate(tag.box[0], tag.box[1])
        paint_tag(painter, tag)
        painter.restore()


def _paint_stroke(painter: QPainter, part: primitives.Stroke) -> None:
    own, (x1, y1, x2, y2) = QPen(QColor.fromRgba(part.colour), part.width), part.ends
    own.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(_dashed(own, part.dash))
    painter.drawLine(QPointF(x1, y1), QPointF(x2, y2))


def _dashed(own: QPen, dash: tuple[float, float] | None) -> QPen:
    if dash:
        own.setCapStyle(Qt.PenCapStyle.FlatCap)  # else the gaps would be shorter
        own.setDashPattern([length / own.widthF() for length in dash])
    return own


def paint_word(painter: QPainter, word: primitives.Word) -> None:
    """Write one line; the rim is made of letters: outlines that Qt strokes are not always alike."""
    ratio = painter.device().devicePixelRatioF() * painter.worldTransform().m11()
    left = word.x - word.align * RULER.width(word.text, word.type)
    base = word.y + base_line(word.type)
    start = QPointF(round(left * ratio) / ratio, round(base * ratio) / ratio)
    painter.setFont(font(word.type))
    if word.rim:
        painter.setPen(QColor.fromRgba(word.rim))
        for step in RIM_STEPS:
            painter.drawText(start + step, word.text)
    painter.setPen(QColor.fromRgba(word.colour))
    painter.drawText(start, word.text)


def pen(colour: int, width: float) -> QPen:
    """Make a pen whose corners are sharp."""
    made = QPen(QColor.fromRgba(colour), width)
    made.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    made.setMiterLimit(MITER)
    return made


def shape_path(shape: str, radius: float) -> QPainterPath:
    """Outline a shape around the origin; its area is that of a disc of this radius."""
    path, corners = QPainterPath(), _corners(shape)
    if not corners:
        path.addEllipse(QPointF(0.0, 0.0), radius, radius)
        return path
    path.addPolygon(QPolygonF([QPointF(radius * x, -radius * y) for x, y in corners]))
    path.closeSubpath()
    return path


@cache
def _corners(shape: str) -> tuple[tuple[float, float], ...]:
    return tuple((x, y) for x, y in outline(shape).tolist())
