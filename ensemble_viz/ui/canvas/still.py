"""What stays the same from frame to frame is painted once, and copied until it would be another."""

from collections.abc import Callable, Hashable, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPaintEngine, QPainter, QPixmap


class Still:
    """Keeps pictures of some parts of the canvas."""

    def __init__(self) -> None:
        """Keep nothing yet."""
        self._key: Hashable = None
        self._pictures: list[tuple[QPointF, QPixmap]] = []

    def paint(
        self,
        painter: QPainter,
        key: Hashable,
        parts: Sequence[QRectF],
        draw: Callable[[QPainter], None],
    ) -> None:
        """Paint the parts as they were painted for the same key, or let them be drawn.

        Nothing must be drawn outside of the parts. On paper it is always drawn anew.
        """
        if painter.paintEngine().type() != QPaintEngine.Type.Raster:
            draw(painter)
            return
        ratio = painter.device().devicePixelRatioF()
        if (key, ratio) != self._key:
            whole = [QRectF(part.toAlignedRect()) for part in parts]
            self._pictures = [(part.topLeft(), _picture(part, ratio, draw)) for part in whole]
            self._key = (key, ratio)
        for corner, picture in self._pictures:
            painter.drawPixmap(corner, picture)


def _picture(part: QRectF, ratio: float, draw: Callable[[QPainter], None]) -> QPixmap:
    """Draw a part of the canvas on nothing."""
    picture = QPixmap((part.size() * ratio).toSize())
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.translate(-part.topLeft())
    draw(painter)
    painter.end()
    return picture
