"""Arrays of numpy handed to Qt as what they are in memory, without an object for each row."""

from typing import Any

import numpy as np
import shiboken6
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPixmap, QPolygonF

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
