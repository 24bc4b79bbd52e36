"""Straight lines on the edges of device pixels: as sharp as they are exact."""

from typing import Any

import numpy as np
import shiboken6
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap, QPolygonF

from ensemble_viz.engine.data import FloatArray, IntArray, distinct

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
MANY = 1500  # rectangles that are quicker painted one by one
LITTLE = 2e6  # pixels in all that are quickly filled, even if some are filled twice
LONG = 64  # pixels: rectangles that are quicker filled one by one
PLACES = 1 << np.array([0, 14, 28, 42])  # of four lengths that are written as one number
FAR = 8192.0  # pixels: nothing that can be seen is larger, or farther away


def paint_bars(painter: QPainter, rects: FloatArray, colour: QColor) -> None:
    """Fill rectangles, (m, 4) as left, top, width, height, on a painter in device pixels."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    is_opaque, is_scaled = colour.alpha() == OPAQUE, painter.deviceTransform().isScaling()
    is_little = is_opaque and rects[:, 2] @ rects[:, 3] < LITTLE
    if len(rects) > MANY and not is_little and not is_scaled:
        _paint_many(painter, rects, colour)
    elif is_opaque or is_scaled:
        draw_rects(painter, rects)
    else:
        narrow = (rects[:, 2] < rects[:, 3]) & (np.abs(rects).max(axis=1, initial=0.0) < FAR)
        draw_rects(painter, rects[~narrow])
        _stamp(painter, rects[narrow], colour)


def _paint_many(painter: QPainter, rects: FloatArray, colour: QColor) -> None:
    """Paint thousands of rectangles, those that can be seen, and each of them once.

    Where they let something through it is by way of a picture: where they overlap, it is coloured
    once.
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
    if colour.alpha() == OPAQUE:
        sizes = ends[:, 2:] - ends[:, :2]
        draw_rects(painter, np.concatenate((ends[:, :2] + corner, sizes), axis=1))
        return
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
    for left, top, wide, high in rects.astype(int).tolist():
        painter.drawImage(QPoint(left, top), strip, QRect(0, 0, wide, high))


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
