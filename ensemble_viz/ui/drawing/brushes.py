"""Brushes: what is under them is sprayed, erased, relabelled, pulled, shaken, or dragged along."""

from collections.abc import Callable
from functools import partial
from math import ceil, hypot

from PySide6.QtCore import QPointF

from ensemble_viz.document.document import Document
from ensemble_viz.document.edits import Edit, brushes, edit, selecting
from ensemble_viz.ui.canvas.plot import Nearby
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.drawing.strokes import Gesture, answer_here, pixel, rounded

SPACING = 1.0  # radii between two dabs of spray
MOST_DABS = 12  # from one move of the mouse to the next
Make = Callable[[Document, brushes.Dab], Edit]


class Brush(Gesture):
    """Passes over the points: whatever it touches from one place to the next is done at once."""

    spreads = False
    """It places points, and needs none to be there."""

    def __init__(self, desk: Desk, nearby: Nearby, pos: QPointF, make: Make) -> None:
        super().__init__(desk, nearby, pos)
        self.make = make
        self.stroke = object()
        self.seed, self.count = desk.session.undo.index, 0
        self.radius = desk.view.hand.radius
        self.last = pos
        self._touch([disc_at(nearby, pos, self.radius)])

    def move(self, pos: QPointF) -> None:
        if pos != self.last:
            disc = disc_at(self.nearby, pos, self.radius, self.last)
            self.last = pos
            self._touch([disc])

    def _touch(self, discs: list[selecting.Disc]) -> None:
        """Make dabs; where there is nothing to be done, what is seen stays as it is."""
        data = self.desk.document.data
        if not self.spreads and not any(len(selecting.in_disc(data, disc)) for disc in discs):
            return
        self.desk.session.hold_frame()
        dabs = [brushes.Dab(disc, self.seed, self.count + k) for k, disc in enumerate(discs)]
        self.count += len(dabs)
        self.desk.apply(edit.chained, [_made(self.make, dab) for dab in dabs], stroke=self.stroke)


class Spray(Brush):
    """Dabs at equal distances along the way, however fast the mouse goes."""

    spreads = True

    def move(self, pos: QPointF) -> None:
        """Spray where the mouse has come by since."""
        by = pos - self.last
        steps = hypot(by.x(), by.y()) / (SPACING * self.radius)
        if steps < 1.0:
            return
        count = min(int(steps), MOST_DABS)
        stops = [self.last + by * ((k + 1) / steps) for k in range(count)]
        self.last = stops[-1] if count == int(steps) else pos
        inside = [stop for stop in stops if self.nearby.is_plane(stop)]
        if inside:
            self._touch([disc_at(self.nearby, stop, self.radius) for stop in inside])


class SoftDrag(Gesture):
    """The neighbourhood follows the mouse, the less the farther away it is."""

    def __init__(self, desk: Desk, nearby: Nearby, pos: QPointF) -> None:
        super().__init__(desk, nearby, pos)
        self.stroke = object()
        self.base = desk.document
        self.disc = disc_at(nearby, pos, desk.view.hand.radius)
        self.is_empty = not len(selecting.in_disc(self.base.data, self.disc))

    def move(self, pos: QPointF) -> None:
        if self.is_empty:
            return
        self.desk.session.hold_frame()
        across, up = pixel(self.nearby)
        by = (pos.x() - self.start.x()) * across, (self.start.y() - pos.y()) * up
        self.desk.apply(self._dragged, by, stroke=self.stroke)

    def _dragged(self, _document: Document, by: tuple[float, float]) -> Edit:
        return brushes.drag(self.base, self.disc, by)


def disc_at(
    nearby: Nearby, pos: QPointF, radius: float, start: QPointF | None = None
) -> selecting.Disc:
    """Put a brush of some pixels down; it may have been drawn from elsewhere."""
    across, up = pixel(nearby)
    begun = None if start is None else rounded(nearby, start)
    return selecting.Disc(rounded(nearby, pos), (radius * across, radius * up), begun)


def spray(desk: Desk, nearby: Nearby, pos: QPointF) -> Spray:
    own = desk.view.hand
    answer = answer_here(desk, rounded(nearby, pos))
    make = partial(brushes.spray, count=own.density, answer=answer, is_even=own.evenly)
    return Spray(desk, nearby, pos, make)


def relabel(desk: Desk, nearby: Nearby, pos: QPointF) -> Brush:
    answer = answer_here(desk, rounded(nearby, pos))
    return Brush(desk, nearby, pos, partial(brushes.paint, answer=answer))


def _made(make: Make, dab: brushes.Dab) -> Callable[[Document], Edit]:
    return lambda document: make(document, dab)


def notched(radius: float, notches: float, least: float = 6.0, most: float = 400.0) -> float:
    """Turn a size by the wheel: an eighth with every notch, at least by one."""
    grown = radius * 1.125**notches
    away = ceil(grown) if notches > 0 else int(grown)
    return min(max(float(away), least), most)
