"""The lower panel of a line plot: residuals on zero, and the tree that is fitted to them."""

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from ensemble_viz.engine.data import FloatArray
from ensemble_viz.scene.line_plot import LinePlot, Stems
from ensemble_viz.scene.markers import LEAST_RADIUS, plain_radius
from ensemble_viz.ui.canvas.crisp import in_device_pixels
from ensemble_viz.ui.canvas.line_layer import LineLayer
from ensemble_viz.ui.canvas.line_strokes import (
    across,
    draw_curve,
    draw_levels,
    draw_stems,
    height,
)
from ensemble_viz.ui.canvas.marker_parts import DIMMED, HOLLOW_EDGE
from ensemble_viz.ui.canvas.marker_sprites import Body, Line
from ensemble_viz.ui.canvas.pixel_item import PixelMap
from ensemble_viz.ui.canvas.sprites import Sheet
from ensemble_viz.ui.desk import Desk

BARS = 0.30  # of the colour of the sign
FAINT = 0.5  # stems: the tree is what counts here
SMALLER = 0.85  # dots than the points themselves
HEAD = 30  # pixels under the upper edge, where the title stands
UNSHRUNK = 2.0


class ResidualPanel(LineLayer):
    """The lower panel, opaque: what is above it cannot reach into it."""

    def __init__(self, desk: Desk) -> None:
        """Have drawn no dot yet."""
        super().__init__(desk)
        self._sheet = Sheet()

    def draw_plot(self, painter: QPainter, at: PixelMap, plot: LinePlot) -> None:
        """Paint the whole panel, where there is one."""
        if plot.lower is None or plot.r_ticks is None:
            return
        whole = self.lower(at, plot)
        painter.fillRect(whole, self.theme.colour("canvas"))
        part = self.within(whole, at, plot)
        levels = plot.r_ticks.at + plot.offset
        clear = height(at, levels) > whole.top() + self.px(HEAD)
        self.draw_ground(painter, at, part, levels[clear])
        self._draw_bars(painter, at, plot)
        zero = (self.theme.colour("ink3"), 1.0)
        draw_levels(painter, at, np.array([plot.offset]), at.x, zero)
        if plot.residuals is not None:
            draw_stems(painter, at, plot.residuals, self.stem_brushes(FAINT), plot.offset)
        self._draw_limits(painter, at, plot)
        self._draw_tree(painter, at, plot)
        painter.setClipRect(whole)
        if plot.residuals is not None and self.desk.view.look.layers.points:
            self._draw_dots(painter, at, plot, plot.residuals)
        edge = QRectF(whole.left(), whole.top(), whole.width(), 1.0)
        painter.fillRect(edge, self.theme.colour("border"))

    def _draw_bars(self, painter: QPainter, at: PixelMap, plot: LinePlot) -> None:
        """Fill between zero and what each leaf says."""
        below, above = self.theme.palette.classes[:2]
        for region in plot.regions:
            left, right = across(at, np.array([region.left, region.right])).tolist()
            ends = np.array([0.0, region.value]) + plot.offset
            zero, end = height(at, ends).tolist()
            fill = (above if region.value > 0 else below).fill
            bar = QRectF(QPointF(left, zero), QPointF(right, end)).normalized()
            painter.fillRect(bar, self.theme.colour(fill, BARS))

    def _draw_limits(self, painter: QPainter, at: PixelMap, plot: LinePlot) -> None:
        """Draw where residuals are cut off."""
        if plot.cut_off is None:
            return
        painter.setPen(QPen(self.theme.colour("ink2"), 1.2, Qt.PenStyle.DashLine))
        for y in height(at, np.array([-plot.cut_off, plot.cut_off]) + plot.offset).tolist():
            painter.drawLine(QPointF(at.left, y), QPointF(at.left + at.width, y))

    def _draw_tree(self, painter: QPainter, at: PixelMap, plot: LinePlot) -> None:
        if plot.unshrunk is not None:
            line = (self.theme.colour("accent_line"), UNSHRUNK)
            draw_curve(painter, at, plot.unshrunk, line, plot.offset)
        if plot.learner is not None:
            line = (self.theme.colour("accent"), self.measures.learner)
            draw_curve(painter, at, plot.learner, line, plot.offset)

    def _draw_dots(self, painter: QPainter, at: PixelMap, plot: LinePlot, r: Stems) -> None:
        """Paint the ends of the stems, lit as among the values; hollow what the tree never saw."""
        self._sheet.begin(at.ratio)
        radius = max(SMALLER * plain_radius(len(r.x)) * self.measures.growth, LEAST_RADIUS)
        y = np.clip(r.end + plot.offset, at.y[0] - 1.0, at.y[1] + 1.0)
        centres = np.column_stack((at.across(r.x), at.down(y))) * at.ratio
        unseen = np.zeros(len(r.x), dtype=bool) if plot.unseen is None else plot.unseen
        dims = np.count_nonzero(plot.lit) > 1  # a single point is marked, and the others stay
        painter.save()
        in_device_pixels(painter, at)
        for chosen, opacity in ((~plot.lit, DIMMED if dims else 1.0), (plot.lit, 1.0)):
            self._stamp(painter, centres[chosen & plot.lit], self._ring(radius))
            for is_hollow in (True, False):
                which = chosen & (unseen == is_hollow)
                self._stamp(painter, centres[which], self._body(radius, is_hollow), opacity)
        painter.restore()

    def _stamp(
        self, painter: QPainter, centres: FloatArray, sprite: Body | Line, opacity: float = 1.0
    ) -> None:
        """Copy a small picture to some places, in device pixels."""
        if len(centres):
            place = np.array(self._sheet.place(sprite), dtype=np.float64)
            places = np.tile(place, (len(centres), 1))
            self._sheet.draw(painter, centres, places, np.full(len(centres), opacity))

    def _body(self, radius: float, is_hollow: bool) -> Body:
        ink, paper = self.theme.colour("ink2").rgba(), self.theme.colour("canvas").rgba()
        width = HOLLOW_EDGE if is_hollow else 0.0
        halo = self.theme.colour("halo").rgba()
        fill = paper if is_hollow else ink
        return Body("disc", round(radius, 2), fill, ink, width, halo, self.measures.halo)

    def _ring(self, radius: float) -> Line:
        width = self.measures.ring + 0.6
        around = round(radius + self.measures.halo + width / 2.0, 1)
        return Line("disc", around, self.theme.colour("accent").rgba(), width)
