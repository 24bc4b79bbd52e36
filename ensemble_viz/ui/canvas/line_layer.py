"""A layer of a line plot: it knows the plot, where its two panels are, and the ground of both."""

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QPainter

from ensemble_viz.document.document import Change
from ensemble_viz.engine.data import FloatArray
from ensemble_viz.scene.line_plot import LinePlot
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.canvas.layer import Layer
from ensemble_viz.ui.canvas.line_strokes import Brush, across, draw_levels, draw_uprights, height
from ensemble_viz.ui.canvas.pixel_item import PixelMap
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.lettering import width_of

LABELS = 54  # pixels at the left edge, where the heights are written, if they need no more
BESIDE = 8  # pixels between the heights and the lines
INSIDE = 4  # pixels between the edge and the heights, however large the words are
STRIP = 26  # pixels at the foot, where the places on the line are written
ROOM = 6  # pixels to the left of the first point
PROJECTED = 1.6  # by what words and their room are larger on the projector
LIT = 0.045  # of ink, over the region that is looked at
ROOT, OTHER = 0.8, 0.4  # widths of the thresholds, as shares of that of a boundary
UNSEEN = Change.LEARNED | Change.PLAY | Change.TITLE


class LineLayer(Layer):
    """One part of the canvas where points are on a line; hidden where they are not."""

    def __init__(self, desk: Desk) -> None:
        """Know no plot yet."""
        super().__init__(desk)
        self.plot: LinePlot | None = None
        self.labels = 0.0
        """The room that the heights need at the left edge."""
        self._measured: tuple[object, ...] = ()

    def refresh(self, scene: Scene, change: Change) -> None:
        """Take the plot of a scene."""
        self.is_visible = scene.is_line
        if not change & ~UNSEEN:
            return
        self.theme = self.desk.theme
        self.plot = scene.line_plot
        self._measure_labels()
        self.update()

    def _measure_labels(self) -> None:
        """Give the heights the room that the widest needs."""
        plot = self.plot
        ticks = () if plot is None else (plot.y_ticks, *([plot.r_ticks] if plot.r_ticks else []))
        named = (self.theme, *(axis.labels for axis in ticks))
        if named != self._measured:  # they are the same in every frame of a drag
            self._measured, font = named, self.font("tick")
            widest = max(
                (width_of(text, font) for axis in ticks for text in axis.labels), default=0
            )
            needed = INSIDE + widest + 1.0 + self.px(BESIDE)
            self.labels = max(float(self.px(LABELS)), needed)

    def draw(self, painter: QPainter, at: PixelMap) -> None:
        """Paint the layer's part of the plot, if there is one."""
        if self.plot is not None:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            self.draw_plot(painter, at, self.plot)

    def draw_plot(self, painter: QPainter, at: PixelMap, plot: LinePlot) -> None:
        """Paint; lines are straight and not smoothed."""
        raise NotImplementedError  # classes of Qt cannot be abstract

    # --- the panels in the view ---------------------------------------------------------------

    def upper(self, at: PixelMap, plot: LinePlot) -> QRectF:
        """Find the panel of the values in the view."""
        bottom = at.top + at.height
        if plot.lower is not None:
            bottom = float(height(at, np.array(plot.upper.bottom)))
        return QRectF(at.left, at.top, at.width, bottom - at.top)

    def lower(self, at: PixelMap, plot: LinePlot) -> QRectF:
        """Find the panel of the residuals in the view; empty where there is none."""
        top = self.upper(at, plot).bottom()
        return QRectF(at.left, top, at.width, at.top + at.height - top)

    def foot(self, at: PixelMap) -> float:
        """Find the upper edge of the labels of the x axis."""
        return float(at.snapped(np.array(at.top + at.height - self.px(STRIP))))

    def within(self, part: QRectF, at: PixelMap, plot: LinePlot) -> QRectF:
        """Take from a panel what is neither for labels of heights, nor for those of the x axis.

        Points that are farther left than the labels are not cut off from their curves.
        """
        start = at.left + self.labels
        if plot.first_x is not None:
            first = float(across(at, np.array(plot.first_x)))
            start = max(at.left, min(start, first - self.px(ROOM)))
        return QRectF(start, at.top, at.left + at.width - start, self.foot(at) - at.top) & part

    def font(self, role: str) -> QFont:
        """Give the font of a role; on the projector all words are as large."""
        return self.theme.font("caption" if self.is_projected else role)

    @property
    def is_projected(self) -> bool:
        """Say whether the words are for the back row."""
        return self.theme.palette.is_projected

    def px(self, size: float) -> int:
        """Scale a length with the words."""
        return self.theme.px(size * PROJECTED if self.is_projected else size)

    # --- what both panels have ----------------------------------------------------------------

    def stem_brushes(self, alpha: float = 1.0) -> tuple[Brush, Brush]:
        """Give the brushes of negative and of positive residuals."""
        below, above = self.theme.palette.classes[:2]
        width = self.measures.stem
        return (
            (self.theme.colour(below.fill, alpha), width),
            (self.theme.colour(above.fill, alpha), width),
        )

    def draw_ground(
        self, painter: QPainter, at: PixelMap, part: QRectF, levels: FloatArray
    ) -> None:
        """Paint lit regions, level lines and thresholds into a part of the view."""
        assert self.plot is not None
        painter.setClipRect(part)
        for region in self.plot.regions:
            if region.lit:
                left, right = across(at, np.array([region.left, region.right])).tolist()
                band = QRectF(left, part.top(), right - left, part.height())
                painter.fillRect(band, self.theme.colour("ink", LIT))
        hairline = (self.theme.colour("hairline"), 1.0)
        draw_levels(painter, at, levels, at.x, hairline)
        if self.plot.first_x is None:
            draw_uprights(painter, at, self.plot.x_ticks.at, hairline)
        splits, width = np.array(self.plot.splits), self.measures.boundary
        line = (self.theme.colour("accent_line"), OTHER * width)
        draw_uprights(painter, at, splits[1:], line)
        draw_uprights(painter, at, splits[:1], (self.theme.colour("accent"), ROOT * width))
