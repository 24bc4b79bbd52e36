"""What we paint on the canvas ourselves, and the sheet it lies on: data in, device pixels out."""

from dataclasses import dataclass

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QObject, QPointF, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from ensemble_viz.engine.data import FloatArray


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


class PixelItem(QObject):
    """Something that is painted on a sheet, in its pixels, whatever the zoom."""

    def __init__(self) -> None:
        """Lie on no sheet yet."""
        super().__init__()
        self.z = 0.0
        """What lies above it has more."""
        self._is_visible = True

    @property
    def is_visible(self) -> bool:
        """Say whether it is painted."""
        return self._is_visible

    @is_visible.setter
    def is_visible(self, on: bool) -> None:
        """Paint it, or not."""
        if on != self._is_visible:
            self._is_visible = True
            self.update()
            self._is_visible = on

    @property
    def is_empty(self) -> bool:
        """Say whether there is nothing to paint."""
        return False

    def update(self) -> None:
        """Ask to be painted anew."""
        sheet = self.parent()  # not held by a reference of our own: nobody goes round in a circle
        if isinstance(sheet, PixelSheet) and self._is_visible:
            sheet.update()

    def draw(self, painter: QPainter, at: PixelMap) -> None:
        """Paint; `at` turns data into pixels."""
        raise NotImplementedError  # classes of Qt cannot be abstract


class PixelSheet(pg.GraphicsObject):
    """Covers a view box, and paints what lies on it from the bottom to the top.

    It is one item of the scene for all of them: what Qt asks an item for in every frame, it asks
    once. It lies over what the box holds, not in it: no transform of the data reaches it, however
    large or small the data are.
    """

    def __init__(self) -> None:
        """Hold nothing yet."""
        super().__init__()
        self._items: list[PixelItem] = []

    def add(self, item: PixelItem, z: float) -> None:
        """Put an item above those with a lower z, or the same."""
        item.z = z
        item.setParent(self)
        self._items.append(item)
        self._items.sort(key=lambda each: each.z)
        self.update()

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
        """Paint all items in pixels."""
        box = self.getViewBox()
        if box is None:
            return
        (left, right), (bottom, top) = box.viewRange()
        ratio = painter.device().devicePixelRatio()
        place = QRectF(box.rect())  # its bounding rectangle is a little larger
        size = (place.left(), place.top(), place.width(), place.height())
        at = PixelMap(*size, (left, right), (bottom, top), ratio)
        painter.setClipRect(place)
        for item in self._items:
            if item.is_visible and not item.is_empty:
                painter.save()
                item.draw(painter, at)
                painter.restore()
