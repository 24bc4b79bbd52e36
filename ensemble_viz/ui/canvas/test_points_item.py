"""Points that are never learned from: small outlines, ringed where the vote misses them."""

import numpy as np
from PySide6.QtGui import QPainter

from ensemble_viz.document.document import Change
from ensemble_viz.engine.data import IntArray
from ensemble_viz.scene.markers import TestMarkers
from ensemble_viz.scene.scene import Scene
from ensemble_viz.scene.shapes import reach
from ensemble_viz.ui.canvas.crisp import in_device_pixels
from ensemble_viz.ui.canvas.layer import Layer
from ensemble_viz.ui.canvas.marker_sprites import Line
from ensemble_viz.ui.canvas.pixel_item import PixelMap
from ensemble_viz.ui.canvas.sprites import Sheet
from ensemble_viz.ui.desk import Desk

UNSEEN = Change.LEARNED | Change.PLAY | Change.TITLE | Change.FINER | Change.FRAME | Change.FOCUS
RADIUS, WIDTH = 3.4, 1.2
OPACITY = 0.85


class TestPointsItem(Layer):
    """Paints test points."""

    __test__ = False

    def __init__(self, desk: Desk) -> None:
        """Know no point yet."""
        super().__init__(desk)
        self.markers: TestMarkers | None = None
        self._sheet = Sheet()

    def refresh(self, scene: Scene, change: Change) -> None:
        """Take the test points of a scene."""
        if not change & ~UNSEEN:
            return
        self.theme = self.desk.theme
        if change & Change.LOOK:
            self._sheet.clear()
        if scene.test_markers is not self.markers or change & Change.LOOK:
            self.markers = scene.test_markers
            self.update()

    @property
    def is_empty(self) -> bool:
        """Say whether there are none, or they are not to be seen."""
        return self.markers is None or not len(self.markers.place)

    def draw(self, painter: QPainter, at: PixelMap) -> None:
        """Paint them."""
        assert self.markers is not None
        self._sheet.begin(at.ratio)
        place = self.markers.place
        centres = np.column_stack((at.across(place[:, 0]), at.down(place[:, 1]))) * at.ratio
        painter.save()
        in_device_pixels(painter, at)
        self._copy(painter, centres, self.markers.shape)
        missed = self.markers.missed
        self._copy(painter, centres[missed], np.full(np.count_nonzero(missed), -1))
        painter.restore()

    def _copy(self, painter: QPainter, centres: np.ndarray, shape: IntArray) -> None:
        if not len(centres):
            return
        kinds, index = np.unique(shape, return_inverse=True)
        sprites = [self._sprite(int(k)) for k in kinds]
        places = np.array([self._sheet.place(sprite) for sprite in sprites], dtype=float)
        self._sheet.draw(painter, centres, places[index], np.full(len(centres), OPACITY))

    def _sprite(self, k: int) -> Line:
        radius = RADIUS * self.measures.growth
        if k < 0:
            farthest = radius * max(reach(look.shape) for look in self.theme.palette.classes[:3])
            return Line("disc", farthest + 1.5, self.theme.colour("ink").rgba(), 1.0)
        look = self.theme.palette.classes[k]
        return Line(look.shape, radius, self.theme.colour(look.fill).rgba(), WIDTH)
