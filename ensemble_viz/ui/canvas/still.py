"""What stays the same from frame to frame is painted once, and copied until it would be another."""

import math
from collections.abc import Callable, Hashable, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPaintEngine, QPainter, QPixmap

TIMES = 16  # so many pictures are kept for each that is painted at once
BEYOND = 2.0  # pixels around a place that an edge may need


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
            whole = [_on_pixels(part, ratio) for part in parts]
            self._pictures = [(part.topLeft(), _picture(part, ratio, draw)) for part in whole]
            self._key = (key, ratio)
        for corner, picture in self._pictures:
            painter.drawPixmap(corner, picture)


class Stamps:
    """Keeps pictures of small things that are painted here and there."""

    def __init__(self, most: int) -> None:
        """Keep nothing yet; so many are painted at once."""
        self._most = TIMES * most
        self._pictures: dict[Hashable, QPixmap] = {}

    def paint(
        self,
        painter: QPainter,
        key: Hashable,
        place: QRectF,
        draw: Callable[[QPainter, QRectF], None],
    ) -> None:
        """Paint what was painted for the same key and size, at another place; else draw it.

        It may be drawn a little beyond its place.
        """
        if painter.paintEngine().type() != QPaintEngine.Type.Raster:
            draw(painter, place)
            return
        ratio = painter.device().devicePixelRatioF()
        whole = (key, place.width(), place.height(), ratio)
        if whole not in self._pictures:
            if len(self._pictures) >= self._most:
                self._pictures.clear()
            inside = QRectF(BEYOND, BEYOND, place.width(), place.height())
            around = _on_pixels(inside.adjusted(-BEYOND, -BEYOND, BEYOND, BEYOND), ratio)
            self._pictures[whole] = _picture(around, ratio, lambda own: draw(own, inside))
        x, y = (round((at - BEYOND) * ratio) / ratio for at in (place.left(), place.top()))
        painter.drawPixmap(QPointF(x, y), self._pictures[whole])


def _on_pixels(part: QRectF, ratio: float) -> QRectF:
    """Move the edges of a part outwards, onto those of device pixels: no picture is blurred."""
    left, top = (math.floor(at * ratio) / ratio for at in (part.left(), part.top()))
    right, bottom = (math.ceil(at * ratio) / ratio for at in (part.right(), part.bottom()))
    return QRectF(left, top, right - left, bottom - top)


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
