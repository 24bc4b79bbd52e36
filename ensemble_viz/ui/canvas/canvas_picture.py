"""The picture on a canvas: described when it is painted, and only where it has changed."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QPainter

from ensemble_viz.document.document import Change
from ensemble_viz.scene import picture
from ensemble_viz.scene.picture import primitives
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.canvas.glide import Glide
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.paint import QtPainter

UNSEEN = Change.LEARNED | Change.PLAY | Change.TITLE | Change.PANELS
MILLISECONDS = 240
UNTOUCHED = ("field", "earlier", "has_chips", "test_markers", "legend", "allowed", "bins")
"""What is the same whatever is hovered or pinned."""
LAGGING = frozenset({"earlier"})
Layers = tuple[primitives.Layer, ...]


class CanvasPicture(QObject):
    """Keeps what is drawn of a scene, lets it glide, and paints it."""

    changed = Signal()
    """It has to be painted anew."""

    def __init__(self, desk: Desk, parent: QObject) -> None:
        """Show nothing yet."""
        super().__init__(parent)
        self.desk = desk
        self.scene: Scene | None = None
        self.sheet: picture.Sheet | None = None
        self.glides = True
        self.covered: tuple[primitives.Box, ...] = ()
        self.card: primitives.Box | None = None
        self._known = picture.Known()
        self._made: tuple[object, ...] = ()
        self._layers: Layers = ()
        self._before: Layers = ()
        self._glide = Glide(self, MILLISECONDS)
        self._glide.valueChanged.connect(self._move)
        self.painter = QtPainter()

    def refresh(self, scene: Scene, change: Change) -> None:
        """Take a scene; from step to step what moves glides."""
        if not change & ~UNSEEN and self.scene is not None:
            return
        stepped = change & Change.ROUND and not change & ~(UNSEEN | Change.ROUND | Change.FOCUS)
        shown = self.shown
        if change & ~(UNSEEN | Change.FOCUS | Change.FINER | Change.FRAME):
            self._glide.stop()
        if self.scene is not None and not change & ~(UNSEEN | Change.FOCUS):
            scene.take_over(self.scene, UNTOUCHED)
        self.scene = scene
        self._lag()
        if stepped and self.glides and shown and self.sheet is not None:
            self._before = shown
            self._glide.begin()
        self.changed.emit()

    def keep_up(self) -> None:
        """Show the earlier learners of what is shown now."""
        self._known.lagging = frozenset()
        self._made = ()
        self.changed.emit()

    def place(self, sheet: picture.Sheet) -> None:
        """Lay it on a sheet."""
        if sheet != self.sheet:
            self._glide.stop()
            self.sheet = sheet
            self.changed.emit()

    def cover(self, cards: tuple[primitives.Box, ...], card: primitives.Box | None) -> None:
        """Write nothing where cards lie; tie that of the point looked at to its point."""
        if (cards, card) != (self.covered, self.card):
            self.covered, self.card = cards, card
            self.changed.emit()

    @property
    def is_gliding(self) -> bool:
        """True while something is on its way."""
        return self._glide.is_running

    @property
    def layers(self) -> Layers:
        """What is shown when everything has arrived."""
        if self.scene is None or self.sheet is None:
            return ()
        made = self.scene, self.sheet, self.covered, self.card, self._known.lagging
        if made != self._made:
            self._layers = picture.canvas(
                self.scene, self.sheet, self.covered, self.card, self._known
            )
            self._made = made
        return self._layers

    @property
    def shown(self) -> Layers:
        """What is shown now."""
        if not self._glide.is_running:
            return self._layers
        return picture.between(self._before, self.layers, self._glide.share)

    def paint(self, painter: QPainter, ratio: float) -> None:
        """Paint it."""
        if self.sheet is None:
            return
        layers, ground = self.layers, self.sheet.colour("canvas")
        if self._glide.is_running:
            layers = picture.between(self._before, layers, self._glide.share)
        whole = primitives.Picture(self.sheet.width, self.sheet.height, ground, layers)
        self.painter.paint(whole, painter, ratio)

    def _lag(self) -> None:
        """Leave earlier trees as they were while frames are due, or points are many."""
        assert self.scene is not None
        pace = self.desk.pace
        lags = (pace.is_held or pace.is_large) and not self.scene.has_chips
        self._known.lagging = LAGGING if lags else frozenset()
        if lags:
            pace.lag(self)

    def _move(self, _share: object) -> None:
        self.changed.emit()
