"""The line in the plane where the answer changes."""

from PySide6.QtGui import QPainter

from ensemble_viz.document.document import Change
from ensemble_viz.engine.data import FloatArray
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.canvas.crisp import bars, paint_bars
from ensemble_viz.ui.canvas.layer import Layer
from ensemble_viz.ui.canvas.pixel_item import PixelMap
from ensemble_viz.ui.canvas.smooth import Curves, path_of, stroke
from ensemble_viz.ui.desk import Desk

UNSEEN = Change.LEARNED | Change.PLAY | Change.TITLE | Change.FOCUS
OF_FOREST = 0.76  # how thick a boundary with hundreds of corners is beside one of stumps


class BoundaryItem(Layer):
    """Paints the boundary."""

    def __init__(self, desk: Desk) -> None:
        """Know no line yet."""
        super().__init__(desk)
        self.boundary: FloatArray | None = None
        self.curves: Curves = ()
        self._share = 1.0

    def refresh(self, scene: Scene, change: Change) -> None:
        """Take the lines of a scene."""
        if not change & ~UNSEEN:
            return
        self.theme = self.desk.theme
        self.boundary = None if scene.field is None else scene.field.boundary
        self.curves = () if scene.field is None else scene.field.curves
        self._share = OF_FOREST if scene.stage.run.method.story in ("bags", "splits") else 1.0
        self.update()

    def draw(self, painter: QPainter, at: PixelMap) -> None:
        """Paint them."""
        if self.boundary is not None and len(self.boundary):
            rects = bars(self.boundary, self.measures.boundary * self._share, at)
            paint_bars(painter, rects, self.theme.colour("boundary"), at)
        if self.curves:
            thick = self.measures.boundary * self._share
            stroke(painter, path_of(self.curves, at), thick, self.theme.colour("boundary"))
