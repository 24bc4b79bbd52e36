"""A small picture of points, to choose them by."""

import numpy as np
from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap

from ensemble_viz.engine.data import Dataset, FloatArray, IntArray
from ensemble_viz.ui.look.style import Theme

MOST_DOTS = 160
EDGE = 4.0
USUAL = 100.0  # pixels: in higher pictures dots are larger


def thumbnail(data: Dataset, theme: Theme, size: QSize, ratio: float) -> QPixmap:
    """Draw points as dots in the colours of their classes; on a line by their values."""
    made = QPixmap(size * ratio)
    made.setDevicePixelRatio(ratio)
    made.fill(theme.colour("canvas"))
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    shown = np.linspace(0, len(data) - 1, min(len(data), MOST_DOTS)).astype(int)
    radius = (1.3 if len(data) > 20 else 2.2) * max(1.0, size.height() / USUAL)
    for row, place in zip(shown.tolist(), _places(data, size, shown), strict=True):
        painter.setBrush(_colour(data, row, theme))
        painter.drawEllipse(place, radius, radius)
    painter.end()
    return made


def _places(data: Dataset, size: QSize, shown: IntArray) -> list[QPointF]:
    across = data.points[:, 0]
    up = data.points[:, 1] if data.dimension == 2 else data.target.astype(float)
    width, height = size.width() - 2 * EDGE, size.height() - 2 * EDGE
    return [
        QPointF(EDGE + a * width, EDGE + (1.0 - b) * height)
        for a, b in zip(_shares(across)[shown], _shares(up)[shown], strict=True)
    ]


def _shares(values: FloatArray) -> FloatArray:
    """Say how far each is from the lowest to the highest; halved: their span may be too large."""
    low, high = values.min() / 2.0, values.max() / 2.0
    return (values / 2.0 - low) / ((high - low) or 1.0)


def _colour(data: Dataset, row: int, theme: Theme) -> QColor:
    """Take the colour of the class; values are blue to orange, on a line ink."""
    classes = theme.palette.classes
    if data.classes is not None:
        return QColor(classes[int(data.target[row])].fill)
    if data.dimension == 1:
        return theme.colour("ink2")
    return QColor(classes[int(data.target[row] > data.target.mean())].fill)
