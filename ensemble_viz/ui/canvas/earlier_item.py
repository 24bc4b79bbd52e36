"""Earlier learners as faint lines in the plane."""

from PySide6.QtGui import QPainter

from ensemble_viz.document.document import Change
from ensemble_viz.scene.earlier_lines import EarlierLines
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.canvas.crisp import bars, paint_bars
from ensemble_viz.ui.canvas.layer import Layer
from ensemble_viz.ui.canvas.pixel_item import PixelMap
from ensemble_viz.ui.session import Session

UNSEEN = Change.LEARNED | Change.PLAY | Change.TITLE | Change.FOCUS
FAINT, STRONGEST = 0.26, 1.5
MANY = 12  # lines from which they are fainter still: those of trees cover one another


class EarlierItem(Layer):
    """Paints earlier learners; those of trees a little later, while something is dragged."""

    def __init__(self, session: Session) -> None:
        """Know no line yet."""
        super().__init__(session)
        self.earlier: EarlierLines | None = None

    def refresh(self, scene: Scene, change: Change) -> None:
        """Take the lines of a scene."""
        if not change & ~UNSEEN:
            return
        if self.session.pace.is_held and not scene.has_chips:
            self.session.pace.lag(self)
        else:
            self._take(scene)

    def keep_up(self) -> None:
        """Take the lines of what is shown now."""
        self._take(self.session.scene)

    def draw(self, painter: QPainter, at: PixelMap) -> None:
        """Paint them."""
        if self.earlier is None or not len(self.earlier.lines):
            return
        width = self.measures.earlier + STRONGEST * self.earlier.strength
        rects = bars(self.earlier.lines, width, at)
        faint = FAINT * min(1.0, (MANY / len(rects)) ** 0.5)
        paint_bars(painter, rects, self.theme.colour("ink", faint), at)

    def _take(self, scene: Scene) -> None:
        self.theme = self.session.theme
        self.earlier = scene.earlier
        self.update()
