"""Lines on the edges of device pixels, marks, words and plates, from arrays without objects."""

from collections.abc import Iterable
from functools import cache
from math import cos, pi, sin
from typing import Any

import numpy as np
import shiboken6
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from ensemble_viz.engine.data import FloatArray, IntArray, distinct
from ensemble_viz.scene.picture import primitives
from ensemble_viz.scene.shapes import outline, reach
from ensemble_viz.ui.look.lettering import RULER, base_line, font

Doubles = NDArray[np.float64]
FRAGMENT = 10  # x, y, source left, top, width, height, scale x, scale y, rotation, opacity


def draw_rects(painter: QPainter, rects: Doubles) -> None:
    """Draw rectangles: (m, 4) as left, top, width, height."""
    if len(rects):
        rows = np.ascontiguousarray(rects, dtype=np.float64)
        first: Any = shiboken6.wrapInstance(rows.ctypes.data, QRectF)
        painter.drawRects(first, len(rows))


def polygon(corners: Doubles) -> QPolygonF:
    """Make a polygon of corners, (m, 2)."""
    made = QPolygonF()
    made.resize(len(corners))
    if len(corners):
        memory_at: Any = shiboken6.VoidPtr
        memory = memory_at(made.data(), 16 * len(corners), True)
        np.frombuffer(memory, dtype=np.float64).reshape(-1, 2)[:] = corners
    return made


def draw_fragments(painter: QPainter, fragments: Doubles, sheet: QPixmap) -> None:
    """Draw parts of a pixmap around places: (m, 10)."""
    if len(fragments):
        rows = np.ascontiguousarray(fragments, dtype=np.float64)
        first: Any = shiboken6.wrapInstance(rows.ctypes.data, QPainter.PixmapFragment)
        painter.drawPixmapFragments(first, len(rows), sheet)


OPAQUE = 255
STRIP = (8, 512)  # pixels: strips are as wide and as high as multiples of this
MANY = 1500  # rectangles of which each pixel is coloured once
LONG = 64  # pixels: rectangles that are quicker filled one by one
PLACES = 1 << np.array([0, 14, 28, 42])  # of four lengths that are written as one number
FAR = 8192.0  # pixels: nothing that can be seen is larger, or farther away


def paint_bars(painter: QPainter, rects: FloatArray, colour: QColor) -> None:
    """Fill rectangles, (m, 4) as left, top, width, height, on a painter in device pixels."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    if colour.alpha() == OPAQUE or painter.deviceTransform().isScaling():
        draw_rects(painter, rects)
    elif len(rects) > MANY:
        _paint_many(painter, rects, colour)
    else:
        narrow = (rects[:, 2] < rects[:, 3]) & (np.abs(rects).max(axis=1, initial=0.0) < FAR)
        draw_rects(painter, rects[~narrow])
        _stamp(painter, rects[narrow], colour)


def _paint_many(painter: QPainter, rects: FloatArray, colour: QColor) -> None:
    """Paint thousands of rectangles that let something through, by way of a picture.

    Where they overlap it is coloured once.
    """
    seen = painter.deviceTransform().inverted()[0].mapRect(QRectF(painter.viewport()))
    low = np.array([seen.left(), seen.top()])
    high = np.array([seen.right(), seen.bottom()])
    start = np.clip(rects[:, :2], low, high)
    stop = np.clip(rects[:, :2] + rects[:, 2:], low, high)
    inside = (stop > start).all(axis=1)
    if not inside.any():
        return
    corner = start[inside].min(axis=0)
    ends = (np.concatenate((start[inside], stop[inside]), axis=1) - np.tile(corner, 2)).astype(int)
    packed = distinct(ends @ PLACES)
    ends = (packed[:, None] // PLACES) & (PLACES[1] - 1)
    width, height = ends[:, 2:].max(axis=0).tolist()
    pixels = np.zeros((height, width), dtype=np.uint32)
    _fill(pixels, ends, _pixel(colour))
    form = QImage.Format.Format_ARGB32_Premultiplied
    picture = QImage(pixels.data, width, height, 4 * width, form)
    painter.drawImage(QPoint(*corner.astype(int).tolist()), picture)


def _fill(pixels: NDArray[np.uint32], ends: IntArray, pixel: int) -> None:
    """Fill rectangles, (m, 4) as left, top, right, bottom.

    Long ones are filled one by one, short ones stroke beside stroke along all of them.
    """
    width = pixels.shape[1]
    is_long = (ends[:, 2:] - ends[:, :2]).max(axis=1) > LONG
    for left, top, right, bottom in ends[is_long].tolist():
        pixels[top:bottom, left:right] = pixel
    left, top, right, bottom = ends[~is_long].T
    start, wide, high = top * width + left, right - left, bottom - top
    level = wide >= high
    for chosen, along, across, step, beside in (
        (level, wide, high, 1, width),
        (~level, high, wide, width, 1),
    ):
        first, length, thick = start[chosen], along[chosen], across[chosen]
        for k in range(int(thick.max(initial=0))):
            has = thick > k
            count = length[has]
            before = count.cumsum() - count
            place = (first[has] + k * beside - step * before).repeat(count)
            place += step * np.arange(len(place))
            pixels.ravel()[place] = pixel


def _stamp(painter: QPainter, rects: FloatArray, colour: QColor) -> None:
    """Paint narrow rectangles as pieces of a picture: Qt mixes colours row by row otherwise.

    The pixels are the same, at a twentieth of the time.
    """
    if not len(rects):
        return
    width, height = np.ceil(rects[:, 2:].max(axis=0) / STRIP).astype(int).tolist()
    strip = _strip(_pixel(colour), width * STRIP[0], height * STRIP[1])
    parts = np.zeros((len(rects), FRAGMENT))
    parts[:, :2] = rects[:, :2] + rects[:, 2:] / 2.0
    parts[:, 4:6] = rects[:, 2:]
    parts[:, 6:8] = parts[:, 9] = 1.0
    draw_fragments(painter, parts, QPixmap.fromImage(strip))


def _pixel(colour: QColor) -> int:
    """Find what a pixel of a colour is in memory, as Qt itself rounds it."""
    dot = QImage(1, 1, QImage.Format.Format_ARGB32_Premultiplied)
    dot.fill(Qt.GlobalColor.transparent)
    painter = QPainter(dot)
    painter.fillRect(dot.rect(), colour)
    painter.end()
    return int(np.frombuffer(dot.constBits(), np.uint32)[0])


def _strip(pixel: int, width: int, height: int) -> QImage:
    strip = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    strip.fill(pixel)
    return strip


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
