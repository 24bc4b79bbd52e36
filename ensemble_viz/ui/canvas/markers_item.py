"""The training points: sprites copied from a sheet, gliding from size to size."""

import numpy as np
from PySide6.QtGui import QPainter, QPixmap

from ensemble_viz.document.document import Change
from ensemble_viz.engine.data import FloatArray, IntArray
from ensemble_viz.scene.markers import Markers
from ensemble_viz.scene.measures import Measures
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.canvas.crisp import in_device_pixels
from ensemble_viz.ui.canvas.glide import Glide
from ensemble_viz.ui.canvas.layer import Layer
from ensemble_viz.ui.canvas.marker_parts import Known, Parts, parts, radii, size_steps
from ensemble_viz.ui.canvas.pixel_item import PixelMap
from ensemble_viz.ui.canvas.sprites import Sheet, Sprite
from ensemble_viz.ui.desk import Desk

UNSEEN = Change.LEARNED | Change.PLAY | Change.TITLE | Change.FINER | Change.FRAME
MILLISECONDS = 240
LARGE = 96.0  # device pixels from the centre: larger ones are painted without the sheet


class MarkersItem(Layer):
    """Paints the training points."""

    def __init__(self, desk: Desk) -> None:
        """Know no point yet."""
        super().__init__(desk)
        self.markers: Markers | None = None
        self.glides = True
        self._from: FloatArray | None = None
        self._glide = Glide(self, MILLISECONDS)
        self._glide.valueChanged.connect(self._move)
        self._parts: Parts | None = None
        self.sheet = Sheet()
        self._known: Known = {}

    def measure(self, measures: Measures) -> None:
        """Take other sizes."""
        super().measure(measures)
        self._forget()

    def refresh(self, scene: Scene, change: Change) -> None:
        """Take the points of a scene."""
        if change & Change.LOOK:
            self.theme = self.desk.theme
            self.sheet.clear()
            self._forget()
        if not change & ~UNSEEN:
            return
        self.is_visible = scene.view.look.layers.points
        if scene.markers is not self.markers:
            self._take(scene.markers, change)
        self.update()

    def radius_of(self, row: int) -> float:
        """Say how large the marker of a point is when it has arrived, in logical pixels."""
        if self.markers is None:
            return 0.0
        area = self.markers.area[self.markers.row == row][:1]
        plain = self.measures.growth * self.markers.plain_radius
        return float(radii(size_steps(area, plain)).sum())

    @property
    def is_gliding(self) -> bool:
        """Say whether areas are on their way."""
        return self._glide.is_running

    def radii(self) -> FloatArray:
        """Say how large the markers are, in the order they are painted."""
        return self._made().radius if self.markers is not None else np.empty(0)

    def draw(self, painter: QPainter, at: PixelMap) -> None:
        """Paint them."""
        if self.markers is None or not len(self.markers.row):
            return
        self.sheet.begin(at.ratio)
        made = self._made()
        place = self.markers.place
        centres = np.column_stack((at.across(place[:, 0]), at.down(place[:, 1]))) * at.ratio
        painter.save()
        in_device_pixels(painter, at)
        self._paint(painter, made, centres, at)
        painter.restore()

    def _paint(self, painter: QPainter, made: Parts, centres: FloatArray, at: PixelMap) -> None:
        reach = made.reach * at.ratio
        size = np.array([at.width, at.height]) * at.ratio
        corner = np.array([at.left, at.top]) * at.ratio
        centre, far = centres[made.marker], reach[made.sprite][:, None]
        seen = ((centre + far > corner) & (centre - far < corner + size)).all(axis=1)
        large = seen & (far[:, 0] > LARGE)
        for k in large.nonzero()[0]:
            painter.setOpacity(float(made.opacity[k]))
            _paint_alone(painter, made.sprites[made.sprite[k]], centre[k], at.ratio)
        painter.setOpacity(1.0)
        small = (seen & ~large).nonzero()[0]
        places = self._places(made, made.sprite[small])
        self.sheet.draw(painter, centre[small], places, made.opacity[small])

    def _places(self, made: Parts, used: IntArray) -> FloatArray:
        """Find sprites on the sheet."""
        numbers, index = np.unique(used, return_inverse=True)
        places = [self.sheet.place(made.sprites[k]) for k in numbers.tolist()]
        return np.array(places, dtype=np.float64).reshape(-1, 3)[index]

    def _forget(self) -> None:
        """Make all sprites anew."""
        self._parts, self._known = None, {}

    def _made(self) -> Parts:
        """Decide what is drawn, unless that is known."""
        if self._parts is None:
            assert self.markers is not None
            self._parts = parts(self.markers, self.areas(), self.measures, self.theme, self._known)
        return self._parts

    def areas(self) -> FloatArray:
        """Give the areas, on their way from the old ones to the new ones."""
        assert self.markers is not None
        if self._from is None or not self._glide.is_running:
            return self.markers.area
        share = self._glide.share
        return (1.0 - share) * self._from + share * self.markers.area

    def _take(self, markers: Markers, change: Change) -> None:
        """Take other markers; areas glide where the same points are shown at another moment."""
        before, was = self.markers, self.areas() if self.markers is not None else None
        self.markers, self._parts = markers, None
        if not change & ~(UNSEEN | Change.FOCUS):
            self._reorder(before)
            return
        self._glide.stop()
        same = before is not None and len(before.row) == len(markers.row)
        if not same and self.sheet.has_grown:  # other points need other sprites
            self.sheet.clear()
            self._forget()
        moved = not change & ~(UNSEEN | Change.FOCUS | Change.ROUND)
        if not (self.glides and same and moved) or before is None or was is None:
            return
        by_row = np.empty(len(was))
        by_row[before.row] = was
        self._from = by_row[markers.row]
        if np.abs(self._from - markers.area).max(initial=0.0) > 1e-6:
            self._glide.begin()

    def _reorder(self, before: Markers | None) -> None:
        """Keep gliding when the same areas come in other arrays."""
        if self._from is not None and before is not None and self._glide.is_running:
            assert self.markers is not None
            by_row = np.empty(len(self._from))
            by_row[before.row] = self._from
            self._from = by_row[self.markers.row]

    def _move(self, _share: object) -> None:
        """Paint the next picture of a glide."""
        self._parts = None
        self.update()


def _paint_alone(painter: QPainter, sprite: Sprite, centre: FloatArray, ratio: float) -> None:
    """Paint a large sprite by way of a picture of its own."""
    half = int(np.ceil(sprite.reach * ratio + 1.0))
    picture = QPixmap(2 * half, 2 * half)
    picture.fill("transparent")
    own = QPainter(picture)
    own.setRenderHint(QPainter.RenderHint.Antialiasing)
    own.translate(half, half)
    own.scale(ratio, ratio)
    sprite.paint(own)
    own.end()
    x, y = np.rint(centre) - half
    painter.drawPixmap(int(x), int(y), picture)
