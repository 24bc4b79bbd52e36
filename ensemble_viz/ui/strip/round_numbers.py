"""The numbers of the rounds below the scrubber: each has room, the one under the mouse first."""

from math import ceil

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from ensemble_viz.ui.look.lettering import width_of, write
from ensemble_viz.ui.strip.curve_plot import CurvePlot

BETWEEN, HEIGHT = 10, 16  # from one number to the next; of the row


class RoundNumbers:
    """Writes the numbers of the rounds of a plot."""

    def __init__(self, plot: CurvePlot, top: float) -> None:
        """Stand so far down."""
        self.plot = plot
        self.top = top

    def draw(self, painter: QPainter, pointed: int | None) -> None:
        """Write the ticks; where the round under the mouse is near, it stands alone."""
        own = QRectF()
        if pointed is not None:
            text = f"{pointed}"
            own = self._place(self.plot.scale.x(pointed), text)
            self._write(painter, own, text, "ink")
        for place, text in self._ticks():
            if not place.intersects(own):
                self._write(painter, place, text, "ink2")

    def _ticks(self) -> list[tuple[QRectF, str]]:
        """Find the ticks that have room, and the last round if it has."""
        ticks = self.plot.curves.x_ticks
        xs = self.plot.scale.across(ticks.at).tolist()
        places = [(self._place(x, text), text) for x, text in zip(xs, ticks.labels, strict=True)]
        if len(places) > 1:  # with large type there may be room for every other one
            widest = max(place.width() for place, _ in places)
            places = places[:: ceil(widest / (xs[1] - xs[0]))]
        end = f"{self.plot.curves.rounds}"
        last = self._place(self.plot.area.right(), end)
        if last.left() > places[-1][0].right():
            places.append((last, end))
        return places

    def _place(self, x: float, text: str) -> QRectF:
        """Find the place of a number, with the room it keeps from others."""
        theme = self.plot.theme
        wide = width_of(text, theme.font("tick")) + theme.px(BETWEEN)
        return QRectF(x - wide / 2, self.top, wide, theme.px(HEIGHT))

    def _write(self, painter: QPainter, place: QRectF, text: str, role: str) -> None:
        theme, centred = self.plot.theme, Qt.AlignmentFlag.AlignHCenter
        write(painter, place, text, theme.font("tick"), theme.colour(role), centred)
