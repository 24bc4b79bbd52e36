"""The canvas for points on a line.

There is one view box over both panels, and its range is `Scene.frame`: one scale holds in both, and
a place under the mouse is a place among the values where `LinePlot.in_upper(y)` says so. Below it
residuals stand at `LinePlot.offset` + residual.
"""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from ensemble_viz.document.document import Change
from ensemble_viz.scene.line_plot import LinePlot
from ensemble_viz.scene.measures import Measures
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.canvas.line_layer import LineLayer
from ensemble_viz.ui.canvas.line_residuals import ResidualPanel
from ensemble_viz.ui.canvas.line_strokes import draw_curve, draw_dashed, draw_risers, draw_stems
from ensemble_viz.ui.canvas.line_words import LineWords
from ensemble_viz.ui.canvas.pixel_item import PixelMap
from ensemble_viz.ui.desk import Desk

GROUND, CURVES, PANEL, WORDS = -20.0, -10.0, 40.0, 50.0
EARLIER = 0.26  # of ink


class LineItems:
    """All layers of a line plot: `items` go into the view box, once.

    Their z values leave room for the markers of the points at 0 to 30: ground and curves are under
    them, the panel of residuals is opaque and over them, so that nothing reaches into it. They
    paint the ticks, their labels and the names of the axes, too: the canvas paints none of its own.
    Where the points are in the plane they are hidden.
    """

    def __init__(self, desk: Desk) -> None:
        """Make the layers; they are empty until the first refresh."""
        self.items: list[LineLayer] = [
            LineGround(desk),
            LineCurves(desk),
            ResidualPanel(desk),
            LineWords(desk),
        ]
        for item, z in zip(self.items, (GROUND, CURVES, PANEL, WORDS), strict=True):
            item.z = z

    def measure(self, measures: Measures) -> None:
        """Take other sizes."""
        for item in self.items:
            item.measure(measures)

    def cover(self, cards: list[QRectF]) -> None:
        """Write nothing where cards lie; they are given in pixels of the view."""
        for item in self.items:
            if isinstance(item, LineWords):
                item.cover(cards)

    def refresh(self, scene: Scene, change: Change = Change.ALL) -> None:
        """Show a scene."""
        for item in self.items:
            item.refresh(scene, change)


class LineGround(LineLayer):
    """What lies under the values: level lines, the region that is looked at, thresholds."""

    def draw_plot(self, painter: QPainter, at: PixelMap, plot: LinePlot) -> None:
        """Paint the ground of the upper panel."""
        part = self.within(self.upper(at, plot), at, plot)
        self.draw_ground(painter, at, part, plot.y_ticks.at)


class LineCurves(LineLayer):
    """The ensemble so far and to come, and the stems from it to the points."""

    def draw_plot(self, painter: QPainter, at: PixelMap, plot: LinePlot) -> None:
        """Paint what is between the ground and the markers."""
        painter.setClipRect(self.within(self.upper(at, plot), at, plot))
        if plot.stems is not None:
            draw_stems(painter, at, plot.stems, self.stem_brushes())
        faint = (self.theme.colour("ink", EARLIER), 2.0 * self.measures.earlier)
        for earlier in plot.earlier:
            draw_curve(painter, at, earlier, faint)
        ink = (self.theme.colour("boundary"), self.measures.sum)
        accent = (self.theme.colour("accent"), self.measures.learner)
        own = [(plot.learner, accent)] if plot.lower is None else []
        ensemble = [(plot.curve, ink)]
        for curve, brush in own + ensemble if plot.joined else ensemble + own:
            if curve is not None:
                draw_curve(painter, at, curve, brush)
        if plot.to_come is not None:
            dashed = (self.theme.colour("accent"), self.measures.to_come)
            draw_dashed(painter, at, plot.to_come, dashed)
            if plot.curve is not None:
                draw_risers(painter, at, plot.curve, ink)
