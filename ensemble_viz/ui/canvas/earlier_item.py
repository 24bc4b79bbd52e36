"""Earlier learners as faint lines in the plane."""

from functools import partial

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from ensemble_viz.document.document import Change
from ensemble_viz.scene.earlier_lines import EarlierLines
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.canvas.crisp import bars, paint_bars
from ensemble_viz.ui.canvas.layer import Layer
from ensemble_viz.ui.canvas.pixel_item import PixelMap
from ensemble_viz.ui.canvas.still import Still
from ensemble_viz.ui.desk import Desk

UNSEEN = Change.LEARNED | Change.PLAY | Change.TITLE | Change.FOCUS
FAINT, STRONGEST = 0.26, 1.5
HUNDREDS = 100  # lines that take longer to paint than to copy
DOZENS = 30  # the same, where they are painted between the frames that copy them
MANY = 12  # lines from which they are fainter still: those of trees cover one another


class EarlierItem(Layer):
    """Paints earlier learners; trees a little later, while frames are due or points are many."""

    def __init__(self, desk: Desk) -> None:
        """Know no line yet."""
        super().__init__(desk)
        self.earlier: EarlierLines | None = None
        self._lags = False
        self._still = Still()

    def refresh(self, scene: Scene, change: Change) -> None:
        """Take the lines of a scene."""
        if not change & ~UNSEEN:
            return
        pace = self.desk.pace
        self._lags = (pace.is_held or pace.is_large) and not scene.has_chips
        if self._lags:
            pace.lag(self)
        else:
            self._take(scene)

    def keep_up(self) -> None:
        """Take the lines of what is shown now."""
        self._take(self.desk.scene)

    def draw(self, painter: QPainter, at: PixelMap) -> None:
        """Paint them; many lines are copied, until there are others."""
        if self.earlier is None or not len(self.earlier.lines):
            return
        if len(self.earlier.lines) < (DOZENS if self._lags else HUNDREDS):
            self._draw_lines(at, painter)
            return
        key = self.earlier, at, self.theme, self.measures
        whole = QRectF(at.left, at.top, at.width, at.height)
        self._still.paint(painter, key, (whole,), partial(self._draw_lines, at))

    def _draw_lines(self, at: PixelMap, painter: QPainter) -> None:
        assert self.earlier is not None
        width = self.measures.earlier + STRONGEST * self.earlier.strength
        rects = bars(self.earlier.lines, width, at)
        faint = FAINT * min(1.0, (MANY / len(rects)) ** 0.5)
        paint_bars(painter, rects, self.theme.colour("ink", faint), at)

    def _take(self, scene: Scene) -> None:
        self.theme = self.desk.theme
        self.earlier = scene.earlier
        self.update()
