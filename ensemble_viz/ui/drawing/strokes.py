"""What a tool does between press and release; looking and placing."""

from math import ceil, dist, floor, hypot, log10

import numpy as np
from PySide6.QtCore import QPointF

from ensemble_viz.document.edits import Edit, points
from ensemble_viz.document.where import NOTHING, Focus
from ensemble_viz.engine.data import Dataset
from ensemble_viz.ui.canvas.plot import Nearby
from ensemble_viz.ui.desk import Desk

STILL = 4.0  # pixels a mouse may shake without its being meant
Place = tuple[float, float]


class Gesture:
    """What the mouse does from a press on; some have nothing more to do when it is released."""

    stroke: object = None
    """What its edits are undone by; None where it edits nothing."""

    def __init__(self, desk: Desk, nearby: Nearby, pos: QPointF) -> None:
        self.desk, self.nearby, self.start = desk, nearby, pos

    def move(self, pos: QPointF) -> None:
        """Go on."""

    def release(self, pos: QPointF) -> None:
        """End."""


def rounded(nearby: Nearby, pos: QPointF) -> Place:
    """Turn a pixel into a place with no more digits than a pixel is worth."""
    x, y = nearby.plot.place(pos)
    across, up = pixel(nearby)
    return round(x, decimals(across)), round(y, decimals(up))


def pixel(nearby: Nearby) -> Place:
    at, frame = nearby.plot.sheet, nearby.plot.sheet.frame
    return (frame.right - frame.left) / at.width, (frame.top - frame.bottom) / at.height


def handy(least: float) -> float:
    """Find a step of 1, 2 or 5 and noughts, that is no smaller."""
    ten = 10.0 ** floor(log10(least))
    step = next(part for part in (1, 2, 5, 10) if least <= part * ten * (1 + 1e-12)) * ten
    return round(step, max(decimals(ten), 0))


def decimals(step: float) -> int:
    """Count the decimals that are needed to go in such steps."""
    return ceil(-log10(step))


class LookGesture(Gesture):
    """Drag pans; a click pins what is under it."""

    def __init__(self, desk: Desk, nearby: Nearby, pos: QPointF, clicks: bool = True) -> None:
        """Begin at a pixel; without clicks it only pans."""
        super().__init__(desk, nearby, pos)
        self.clicks = clicks
        self.frame = desk.scene.frame
        self.is_panning = False

    def move(self, pos: QPointF) -> None:
        """Pan, once it is clear that this is no click."""
        by = pos - self.start
        self.is_panning = self.is_panning or hypot(by.x(), by.y()) > STILL
        if self.is_panning:
            self.desk.look(frame=self.nearby.moved(self.frame, by))

    def release(self, pos: QPointF) -> None:
        if self.is_panning or not self.clicks:
            return
        focus = self._focus(pos)
        pinned = self.desk.view.where.pinned
        again = focus.point is None and pinned.point is not None
        if again or self._is_same(focus, pinned):
            focus = NOTHING
        self.desk.look(pinned=focus, hovered=NOTHING)

    def _focus(self, pos: QPointF) -> Focus:
        row = self.nearby.point(pos)
        if row is not None:
            return Focus(point=row)
        return Focus(place=self.nearby.plot.place(pos)) if self.nearby.is_plane(pos) else NOTHING

    def _is_same(self, focus: Focus, pinned: Focus) -> bool:
        if focus.place is None or pinned.place is None:
            return focus == pinned
        at = self.nearby.plot.sheet
        return dist(at.point(*focus.place), at.point(*pinned.place)) <= STILL


VALUE_LENGTH = 240.0  # pixels of a drag that take a value from the least to the greatest
NOTCHES = 40.0  # of a wheel, that do the same


class Value(Gesture):
    """A point keeps its place, and gets a greater or smaller value as the mouse goes up or down."""

    def __init__(self, desk: Desk, nearby: Nearby, pos: QPointF, row: int) -> None:
        super().__init__(desk, nearby, pos)
        self.row = row
        self.stroke = object()
        self.value = float(desk.document.data.target[row])
        self.unit = spread(desk) / VALUE_LENGTH
        desk.session.hold_frame()

    def move(self, pos: QPointF) -> None:
        value = self.value + (self.start.y() - pos.y()) * self.unit
        value = round(value, decimals(self.unit))
        if self.row < len(self.desk.document.data):
            self.desk.apply(points.answer, [self.row], value, stroke=self.stroke)


def spread(desk: Desk) -> float:
    """Measure the values from the least to the greatest; 1 where they are alike."""
    target = desk.document.data.target
    return float(np.ptp(target)) or 1.0 if len(target) else 1.0


def stepped(desk: Desk, value: float, notches: float) -> float:
    """Turn a value by the wheel: in steps of 1, 2 or 5 and noughts."""
    step = handy(spread(desk) / NOTCHES)
    return float(round((round(value / step) + round(notches)) * step, max(decimals(step), 0)))


class Drag(Gesture):
    """A point follows the mouse; let go where it was taken, it is pinned, or another is placed."""

    def __init__(
        self, desk: Desk, nearby: Nearby, pos: QPointF, row: int, places: bool = False
    ) -> None:
        """Take a point; it keeps its distance from the mouse."""
        super().__init__(desk, nearby, pos)
        self.row, self.places = row, places
        self.stroke = object()
        self.is_moving = False
        x, y = place_of(desk.document.data, row)
        self.offset = QPointF(*nearby.plot.sheet.point(x, y)) - pos

    def move(self, pos: QPointF) -> None:
        by = pos - self.start
        if not self.is_moving and hypot(by.x(), by.y()) <= STILL:
            return
        if not self.is_moving:
            self.is_moving = True
            self.desk.session.hold_frame()
        target = pos + self.offset
        if self.row < len(self.desk.document.data) and self.nearby.is_plane(target):
            place = rounded(self.nearby, target)
            self.desk.apply(points.move_to, self.row, place, stroke=self.stroke)

    def release(self, pos: QPointF) -> None:
        """Pin a point that did not move, or let go of it when it is pinned; or place one here."""
        if self.places and not self.is_moving:
            PlaceGesture(self.desk, self.nearby, pos)
        elif not self.is_moving:
            focus = Focus(point=self.row)
            pinned = NOTHING if self.desk.view.where.pinned == focus else focus
            self.desk.look(pinned=pinned, hovered=NOTHING)


class PlaceGesture(Gesture):
    """A new point; it follows the mouse, and its value the wheel, while the button is down."""

    def __init__(self, desk: Desk, nearby: Nearby, pos: QPointF) -> None:
        super().__init__(desk, nearby, pos)
        desk.session.hold_frame()
        self.stroke = object()
        self.row = len(desk.document.data)
        self.drag: Drag | None = None
        if place_at(desk, rounded(nearby, pos), stroke=self.stroke) is not None:
            self.drag = Drag(desk, nearby, pos, self.row)
            self.drag.stroke = self.stroke

    def move(self, pos: QPointF) -> None:
        if self.drag is not None:
            self.drag.move(pos)

    def turn(self, notches: float) -> None:
        data = self.desk.document.data
        if self.drag is not None and self.row < len(data):
            value = stepped(self.desk, float(data.target[self.row]), notches)
            self.desk.look(value_in_hand=value)
            self.desk.apply(points.answer, [self.row], value, stroke=self.stroke)


def place_at(
    desk: Desk, place: tuple[float, float], answer: float | None = None, stroke: object = None
) -> Edit | None:
    """Place a point of a class, or with what new points get here."""
    new = np.array([place[: desk.document.data.dimension]])
    target = answer_here(desk, place) if answer is None else answer
    return desk.apply(points.place, new, [target], stroke=stroke)


def place_of(data: Dataset, row: int) -> tuple[float, float]:
    """Find where a point stands on the canvas; on a line its height is its value."""
    up = data.points[row, 1] if data.dimension == 2 else data.target[row]
    return float(data.points[row, 0]), float(up)


def answer_here(desk: Desk, place: tuple[float, float]) -> float:
    """Choose what a new point says: the class in hand, its height, or the value in hand; where
    there is none, its neighbour's."""
    data, value = desk.document.data, desk.view.hand.value_in_hand
    if data.classes is not None:
        return desk.view.hand.class_in_hand
    if data.dimension == 1:
        return place[1]
    if value is not None or not len(data):
        return value or 0.0
    span = np.ptp(data.points, axis=0)
    away = (data.points - place) / np.where(span > 0, span, 1.0)
    return float(data.target[np.argmin((away**2).sum(axis=1))])
