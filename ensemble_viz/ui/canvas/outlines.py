"""The shapes of the classes as paths of Qt."""

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath, QPolygonF

from ensemble_viz.scene.shapes import outline


def shape_path(shape: str, radius: float) -> QPainterPath:
    """Outline a shape around the origin; its area is that of a disc of this radius."""
    path = QPainterPath()
    corners = outline(shape)
    if not len(corners):
        path.addEllipse(QPointF(0.0, 0.0), radius, radius)
        return path
    path.addPolygon(QPolygonF([QPointF(radius * x, -radius * y) for x, y in corners.tolist()]))
    path.closeSubpath()
    return path
