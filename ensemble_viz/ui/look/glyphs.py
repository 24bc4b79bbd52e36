"""Small marks of the classes, as they stand in keys, cards and tables: a shape in its colours."""

from functools import cache

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from ensemble_viz.scene.appearance.palette import ClassColour
from ensemble_viz.scene.appearance.shapes import outline

OUTLINE = 1.1
ROOM = 1.35  # half the width of the widest shape, a triangle, by the radius of the disc


def draw_glyph(
    painter: QPainter,
    centre: QPointF,
    radius: float,
    colour: ClassColour,
    hollow: QColor | None = None,
) -> None:
    """Paint the mark of a class, with the area of a disc of this radius, around its middle.

    A hollow one is filled with the colour given, and has an outline in that of its class.
    """
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    edge = QColor(colour.outline) if hollow is None else QColor(colour.fill)
    pen = QPen(edge, OUTLINE if hollow is None else 1.6 * OUTLINE)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    painter.setPen(pen)
    painter.setBrush(QColor(colour.fill) if hollow is None else hollow)
    painter.translate(centre)
    _draw_shape(painter, colour.shape, radius)
    painter.restore()


def draw_ring(painter: QPainter, centre: QPointF, radius: float, colour: QColor) -> None:
    """Paint the ring around a miss."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colour, 0.27 * radius))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(centre, radius, radius)
    painter.restore()


def _draw_shape(painter: QPainter, shape: str, radius: float) -> None:
    if shape == "disc":
        painter.drawEllipse(QPointF(0.0, 0.0), radius, radius)
        return
    painter.scale(radius, radius)
    pen = painter.pen()
    pen.setWidthF(pen.widthF() / radius)
    painter.setPen(pen)
    painter.drawPolygon(_polygon(shape))


@cache
def _polygon(shape: str) -> QPolygonF:
    """Give the corners as Qt has them, y downwards, around the middle of the shape."""
    corners = outline(shape)
    x, y = (corners.min(axis=0) + corners.max(axis=0)) / 2.0
    return QPolygonF([QPointF(a - x, y - b) for a, b in corners.tolist()])
