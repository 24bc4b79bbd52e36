"""Lines that go any way, smoothed: borders of learners that are no trees."""

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from ensemble_viz.engine.data import FloatArray
from ensemble_viz.ui.canvas.pixel_item import PixelMap

Curves = tuple[FloatArray, ...]


def path_of(curves: Curves, at: PixelMap) -> QPainterPath:
    """Draw places one after the other, in logical pixels."""
    path = QPainterPath()
    for curve in curves:
        x, y = at.across(curve[:, 0]).tolist(), at.down(curve[:, 1]).tolist()
        path.addPolygon(QPolygonF([QPointF(a, b) for a, b in zip(x, y, strict=True)]))
    return path


def stroke(painter: QPainter, path: QPainterPath, width: float, colour: QColor) -> None:
    """Draw a path as a line."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen = QPen(colour, width)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)
    painter.restore()
