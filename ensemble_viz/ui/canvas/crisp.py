"""Straight lines on the edges of device pixels: as sharp as they are exact."""

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter

from ensemble_viz.engine.dataset import FloatArray
from ensemble_viz.ui.canvas.pixel_item import PixelMap
from ensemble_viz.ui.canvas.structs import draw_rects


def bars(lines: FloatArray, width: float | FloatArray, at: PixelMap) -> FloatArray:
    """Turn level and upright lines into rectangles of whole device pixels, with square caps.

    Lines are (m, 4) in coordinates of the data, the width is in logical pixels; the rectangles,
    left, top, width, height, are in device pixels.
    """
    x = np.sort(at.across(lines[:, 0::2]), axis=1) * at.ratio
    y = np.sort(at.down(lines[:, 1::2]), axis=1) * at.ratio
    thick = np.maximum(1.0, np.floor(np.broadcast_to(width, len(lines)) * at.ratio + 0.5))
    ends = np.stack((x, y), axis=1)
    start = np.rint(ends[..., 0] - thick[:, None] / 2.0)
    stop = np.rint(ends[..., 1] - thick[:, None] / 2.0) + thick[:, None]
    return np.column_stack((start, stop - start))


def paint_bars(painter: QPainter, rects: FloatArray, colour: QColor, at: PixelMap) -> None:
    """Fill rectangles that are given in device pixels."""
    painter.save()
    in_device_pixels(painter, at)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    draw_rects(painter, rects)
    painter.restore()


def in_device_pixels(painter: QPainter, at: PixelMap) -> None:
    """From here on a length of 1 is a device pixel."""
    painter.scale(1.0 / at.ratio, 1.0 / at.ratio)
