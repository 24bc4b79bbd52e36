"""One point at a time: place it, move it, and what a new one says."""

from math import hypot

import numpy as np
from PySide6.QtCore import QPointF

from ensemble_viz.document.edits import Edit, points
from ensemble_viz.document.where import NOTHING, Focus
from ensemble_viz.engine.data import Dataset
from ensemble_viz.ui.canvas.nearby import Nearby
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.drawing.stroke import STILL, rounded
from ensemble_viz.ui.drawing.values import stepped


class Drag:
    """A point follows the mouse; let go where it was taken, it is pinned, or another is placed."""

    def __init__(
        self, desk: Desk, nearby: Nearby, pos: QPointF, row: int, places: bool = False
    ) -> None:
        """Take a point; it keeps its distance from the mouse."""
        self.desk, self.nearby, self.places = desk, nearby, places
        self.start, self.row = pos, row
        self.stroke = object()
        self.is_moving = False
        x, y = place_of(desk.document.data, row)
        self.offset = QPointF(*nearby.plot.sheet.point(x, y)) - pos

    def move(self, pos: QPointF) -> None:
        """Move the point, and learn anew."""
        by = pos - self.start
        if not self.is_moving and hypot(by.x(), by.y()) <= STILL:
            return
        if not self.is_moving:
            self.is_moving = True
            self.desk.hold_frame()
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


class PlaceGesture:
    """A new point; it follows the mouse, and its value the wheel, while the button is down."""

    def __init__(self, desk: Desk, nearby: Nearby, pos: QPointF) -> None:
        """Place it."""
        self.desk = desk
        desk.hold_frame()
        self.stroke = object()
        self.row = len(desk.document.data)
        self.drag: Drag | None = None
        if place_at(desk, rounded(nearby, pos), stroke=self.stroke) is not None:
            self.drag = Drag(desk, nearby, pos, self.row)
            self.drag.stroke = self.stroke

    def move(self, pos: QPointF) -> None:
        """Move it."""
        if self.drag is not None:
            self.drag.move(pos)

    def release(self, _pos: QPointF) -> None:
        """Leave it where it is."""

    def turn(self, notches: float) -> None:
        """Give it another value."""
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
