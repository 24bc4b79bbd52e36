"""What the layers of a line plot paint with: step curves, stems, dots, straight lines."""

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPen

from ensemble_viz.engine.data import FloatArray
from ensemble_viz.scene.line_plot import Stems, StepCurve
from ensemble_viz.ui.canvas.crisp import bars, paint_bars
from ensemble_viz.ui.canvas.pixel_item import PixelMap

FAR = 10.0  # views: painters lose their way much farther out
DASHES = (7.0, 5.0)  # pixels
Brush = tuple[QColor, float]
"""A colour and a width in pixels."""


def across(at: PixelMap, x: FloatArray) -> FloatArray:
    """Turn places on the line into pixels, none of them too far away to be painted."""
    far = FAR * at.width
    return at.snapped(np.clip(at.across(x), at.left - far, at.left + far))


def height(at: PixelMap, y: FloatArray) -> FloatArray:
    """Turn heights into pixels, none of them too far away to be painted."""
    far = FAR * at.height
    return at.snapped(np.clip(at.down(y), at.top - far, at.top + far))


def draw_curve(
    painter: QPainter, at: PixelMap, curve: StepCurve, brush: Brush, offset: float = 0.0
) -> None:
    """Paint a step curve."""
    y = _near(at, curve.values + offset)
    level = np.column_stack((curve.edges[:-1], y, curve.edges[1:], y))
    _paint(painter, at, level, brush)
    draw_risers(painter, at, curve, brush, offset)


def draw_risers(
    painter: QPainter, at: PixelMap, curve: StepCurve, brush: Brush, offset: float = 0.0
) -> None:
    """Paint the upright parts of a step curve."""
    x, y = curve.edges[1:-1], _near(at, curve.values + offset)
    _paint(painter, at, np.column_stack((x, y[:-1], x, y[1:])), brush)


def draw_dashed(painter: QPainter, at: PixelMap, curve: StepCurve, brush: Brush) -> None:
    """Paint a step curve that is not joined yet."""
    colour, width = brush
    dashed = QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)
    dashed.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    dashed.setDashPattern([length / width for length in DASHES])
    painter.setPen(dashed)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    x = across(at, np.repeat(curve.edges, 2)[1:-1])
    y = height(at, np.repeat(curve.values, 2))
    painter.drawPolyline(pg.functions.arrayToQPolygonF(x, y))


def draw_stems(
    painter: QPainter, at: PixelMap, stems: Stems, brushes: tuple[Brush, Brush], offset: float = 0.0
) -> None:
    """Paint the negative stems with the first brush, the positive ones with the second."""
    start, end = _near(at, stems.start + offset), _near(at, stems.end + offset)
    lines = np.column_stack((stems.x, start, stems.x, end))
    for brush, which in zip(brushes, (~stems.positive, stems.positive), strict=True):
        _paint(painter, at, lines[which], brush)


def draw_levels(
    painter: QPainter, at: PixelMap, y: FloatArray, ends: tuple[float, float], brush: Brush
) -> None:
    """Paint level lines between two places."""
    lines = np.column_stack((np.full(len(y), ends[0]), y, np.full(len(y), ends[1]), y))
    _paint(painter, at, lines, brush)


def draw_uprights(painter: QPainter, at: PixelMap, x: FloatArray, brush: Brush) -> None:
    """Paint upright lines through the whole view, or as far as it is clipped."""
    low, high = at.y
    lines = np.column_stack((x, np.full(len(x), low), x, np.full(len(x), high)))
    _paint(painter, at, lines, brush)


def _near(at: PixelMap, y: FloatArray) -> FloatArray:
    """Keep heights within some views of this one."""
    low, high = at.y
    far = FAR * (high - low)
    return np.clip(y, low - far, high + far)


def _paint(painter: QPainter, at: PixelMap, lines: FloatArray, brush: Brush) -> None:
    colour, width = brush
    if len(lines):
        paint_bars(painter, bars(lines, width, at), colour, at)
