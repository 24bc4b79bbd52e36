"""The base of what we paint on the canvas ourselves: data coordinates in, device pixels out."""

from dataclasses import dataclass

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from ensemble_viz.engine.dataset import FloatArray


@dataclass(frozen=True, slots=True)
class PixelMap:
    """Where places of the data are in the viewport, in logical pixels, y downwards."""

    left: float
    top: float
    width: float
    height: float
    x: tuple[float, float]
    """The data at the left and right edges."""
    y: tuple[float, float]
    """The data at the bottom and top edges."""
    ratio: float = 1.0
    """Device pixels a logical pixel."""

    def across(self, x: FloatArray) -> FloatArray:
        """Turn first coordinates into pixels."""
        low, high = self.x
        return self.left + (np.asarray(x) - low) * (self.width / (high - low))

    def down(self, y: FloatArray) -> FloatArray:
        """Turn second coordinates into pixels."""
        low, high = self.y
        return self.top + (high - np.asarray(y)) * (self.height / (high - low))

    def point(self, x: float, y: float) -> QPointF:
        """Turn a place into pixels."""
        return QPointF(float(self.across(np.array(x))), float(self.down(np.array(y))))

    def snapped(self, pixels: FloatArray) -> FloatArray:
        """Move logical pixels onto the edges of device pixels."""
        return np.rint(np.asarray(pixels) * self.ratio) / self.ratio


class PixelItem(pg.GraphicsObject):
    """An item that covers a view box and paints in its pixels, whatever the zoom.

    It lies over what the box holds, not in it: no transform of the data reaches it, however large
    or small the data are.
    """

    def boundingRect(self) -> QRectF:
        """Cover the box."""
        box = self.getViewBox()
        return QRectF() if box is None else QRectF(box.rect())

    def viewRangeChanged(self) -> None:
        """Cover what is seen now."""
        self.prepareGeometryChange()
        self.update()

    def paint(
        self,
        painter: QPainter,
        _option: QStyleOptionGraphicsItem,
        _widget: QWidget | None = None,
    ) -> None:
        """Paint in pixels."""
        box = self.getViewBox()
        if box is None or self.is_empty:
            return
        (left, right), (bottom, top) = box.viewRange()
        ratio = painter.device().devicePixelRatio()
        place = QRectF(box.rect())  # its bounding rectangle is a little larger
        painter.save()
        painter.setClipRect(place)
        size = (place.left(), place.top(), place.width(), place.height())
        self.draw(painter, PixelMap(*size, (left, right), (bottom, top), ratio))
        painter.restore()

    @property
    def is_empty(self) -> bool:
        """Say whether there is nothing to paint."""
        return False

    def draw(self, painter: QPainter, at: PixelMap) -> None:
        """Paint; `at` turns data into pixels."""
        raise NotImplementedError
