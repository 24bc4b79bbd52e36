"""Which point is under the mouse, and what is seen from where: places and pixels of the canvas."""

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QPointF

from ensemble_viz.document.where import Frame
from ensemble_viz.engine.data import FloatArray
from ensemble_viz.scene.frame import fit
from ensemble_viz.scene.picture.canvas import radii
from ensemble_viz.ui.canvas.plot import Plot
from ensemble_viz.ui.desk import Desk

REACH = 12.0  # pixels around a point that count as the point
FARTHEST, NEAREST = 200.0, 1e-6  # how much more, or less, of the plane than the fit can be seen


class Nearby:
    """Finds points and places by pixels."""

    def __init__(self, desk: Desk, plot: Plot) -> None:
        """Look at a plot."""
        self.desk = desk
        self.plot = plot

    def point(self, pos: QPointF, reach: float = REACH) -> int | None:
        """Find the point nearest to a pixel, if it is within reach of it or of its marker."""
        markers = self.desk.scene.markers
        hidden = not self.desk.view.look.layers.points
        if not len(markers.row) or hidden or not self.is_plane(pos):
            return None
        away = np.hypot(*(self.centres() - (pos.x(), pos.y())).T)
        away[away > np.maximum(reach, self._radii())] = np.inf
        k = int(away.argmin())
        return int(markers.row[k]) if np.isfinite(away[k]) else None

    def nearest(self, pos: QPointF) -> int | None:
        """Find the point nearest to a pixel, however far; None where there is no point."""
        markers = self.desk.scene.markers
        if not len(markers.row):
            return None
        away = np.hypot(*(self.centres() - (pos.x(), pos.y())).T)
        return int(markers.row[away.argmin()])

    def centres(self) -> FloatArray:
        """Give the places of the markers in logical pixels: (m, 2)."""
        return self.plot.sheet.places(self.desk.scene.markers.place)

    def _radii(self) -> FloatArray:
        markers = self.desk.scene.markers
        return radii(markers, self.plot.measures.growth * markers.plain_radius)

    def is_plane(self, pos: QPointF) -> bool:
        """Say whether points can be here: on a line not where residuals are drawn."""
        plot = self.desk.scene.line_plot
        return plot is None or bool(plot.in_upper(self.plot.place(pos)[1]))

    def moved(self, frame: Frame, by: QPointF) -> Frame:
        """Move a frame along with the mouse; on a line sideways alone."""
        at = self.plot.sheet
        across = by.x() / at.width * (frame.right - frame.left)
        up = by.y() / at.height * (frame.top - frame.bottom)
        if self.desk.scene.is_line:
            up = 0.0
        return Frame(frame.left - across, frame.bottom + up, frame.right - across, frame.top + up)

    def zoomed(self, frame: Frame, pos: QPointF, factor: float) -> Frame:
        """Enlarge what is seen, and leave what is under the mouse where it is."""
        x, y = self.plot.place(pos)
        share = self._allowed(frame, factor)
        wide = replace(
            frame, left=x - (x - frame.left) * share, right=x + (frame.right - x) * share
        )
        if self.desk.scene.is_line:
            return wide
        return replace(wide, bottom=y - (y - frame.bottom) * share, top=y + (frame.top - y) * share)

    def _allowed(self, frame: Frame, factor: float) -> float:
        """Keep within sight of the points, and above what float64 can tell apart."""
        whole = fit(self.desk.document.data)
        span = (frame.right - frame.left) / (whole.right - whole.left)
        return float(min(max(1.0 / factor, NEAREST / span), FARTHEST / span))
