"""The surface: every device pixel has the colour of the cell its centre is in."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QImage, QPainter

from ensemble_viz.document.document import Change
from ensemble_viz.engine.data import FloatArray
from ensemble_viz.scene.field import Field
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.canvas.crisp import in_device_pixels
from ensemble_viz.ui.canvas.glide import Glide
from ensemble_viz.ui.canvas.layer import Layer
from ensemble_viz.ui.canvas.pixel_item import PixelMap
from ensemble_viz.ui.desk import Desk

MILLISECONDS = 200
UNSEEN = Change.LEARNED | Change.PLAY | Change.TITLE | Change.FOCUS


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A surface painted at one place and size."""

    field: Field
    at: PixelMap
    image: QImage
    pixels: NDArray[np.uint32]
    """The memory of the image."""


class FieldItem(Layer):
    """Paints the combined surface."""

    def __init__(self, desk: Desk) -> None:
        """Know no surface yet."""
        super().__init__(desk)
        self.field: Field | None = None
        self.glides = True
        self._picture: Picture | None = None
        self._before: Picture | None = None
        self._glide = Glide(self, MILLISECONDS)
        self._glide.valueChanged.connect(self._fade)

    def refresh(self, scene: Scene, change: Change) -> None:
        """Take the surface of a scene."""
        if not change & ~UNSEEN:
            return
        field = scene.field
        if field is self.field and not change & Change.LOOK:
            return
        self.theme = self.desk.theme
        if not change & ~(UNSEEN | Change.FINER):  # the same, better known: it goes on gliding
            self.field = field
            self.update()
            return
        self._glide.stop()
        stepped = change & Change.ROUND and not change & ~(UNSEEN | Change.ROUND)
        if stepped and self.glides and self._picture is not None and _is_coloured(field):
            self._before = self._picture
            self._glide.begin()
        else:
            self._before = None
        self.field = field
        self.update()

    def draw(self, painter: QPainter, at: PixelMap) -> None:
        """Paint the surface; while it glides, over the one before."""
        if self.field is None or self.field.tints is None:
            self._picture = None
            return
        if self._picture is None or self._picture.field is not self.field or self._picture.at != at:
            self._picture = picture(self.field, at)
        painter.save()
        in_device_pixels(painter, at)
        left, top = round(at.left * at.ratio), round(at.top * at.ratio)
        if self._before is not None and self._before.at == at and self._glide.is_running:
            painter.drawImage(left, top, self._before.image)
            painter.setOpacity(self._glide.share)
        painter.drawImage(left, top, self._picture.image)
        painter.restore()

    def _fade(self, _share: object) -> None:
        self.update()


def picture(field: Field, at: PixelMap) -> Picture:
    """Colour the pixels."""
    assert field.tints is not None
    width, height = round(at.width * at.ratio), round(at.height * at.ratio)
    x = at.x[0] + (np.arange(width) + 0.5) / width * (at.x[1] - at.x[0])
    y = at.y[1] - (np.arange(height) + 0.5) / height * (at.y[1] - at.y[0])
    pixels = field.tints.spread(cell(field.y, y), cell(field.x, x))
    image = QImage(pixels.data, width, height, 4 * width, QImage.Format.Format_RGB32)
    return Picture(field, at, image, pixels)


def cell(edges: FloatArray, at: FloatArray) -> NDArray[np.intp]:
    """Find the cells places are in; a cut belongs to the cell below it."""
    return edges[1:-1].searchsorted(at)


def _is_coloured(field: Field | None) -> bool:
    return field is not None and field.tints is not None
