"""What a button held down does, from press to release: pan, place, drag, relabel, erase."""

from math import ceil, dist, hypot, log10
from typing import Protocol

import numpy as np
from PySide6.QtCore import QPointF

from ensemble_viz.document import edits
from ensemble_viz.document.where import NOTHING, Focus
from ensemble_viz.engine.data import Dataset
from ensemble_viz.ui.canvas.nearby import Nearby
from ensemble_viz.ui.desk import Desk

STILL = 4.0  # pixels a hand may shake without meaning it
VALUE_LENGTH = 240.0  # pixels of a drag that take a value from the least to the greatest


class Gesture(Protocol):
    """A button held down."""

    stroke: object
    """What its edits are undone by; None where it edits nothing."""

    def move(self, pos: QPointF) -> None:
        """Go on."""

    def release(self, pos: QPointF) -> None:
        """End."""


class Look:
    """Drag pans; a click pins what is under it."""

    def __init__(self, desk: Desk, nearby: Nearby, pos: QPointF, clicks: bool = True) -> None:
        """Begin at a pixel; without clicks it only pans."""
        self.desk, self.nearby = desk, nearby
        self.start = pos
        self.stroke: object = None
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
        """Pin, or let go."""
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
            self.desk.stroke("Move point", self.stroke, edits.move_point, self.row, place)

    def release(self, pos: QPointF) -> None:
        """Pin a point that did not move, or let go of it when it is pinned; or place one here."""
        if self.places and not self.is_moving:
            Place(self.desk, self.nearby, pos)
        elif not self.is_moving:
            focus = Focus(point=self.row)
            pinned = NOTHING if self.desk.view.where.pinned == focus else focus
            self.desk.look(pinned=pinned, hovered=NOTHING)


class Place:
    """A new point; it follows the mouse as long as the button is down."""

    def __init__(self, desk: Desk, nearby: Nearby, pos: QPointF) -> None:
        """Place it."""
        self.desk = desk
        desk.hold_frame()
        self.stroke = object()
        place = rounded(nearby, pos)
        data = desk.document.data
        self.drag: Drag | None = None
        points = np.array([place[: data.dimension]])
        target = [answer_here(desk, place)]
        if desk.stroke("Place point", self.stroke, edits.place_points, points, target):
            self.drag = Drag(desk, nearby, pos, len(data))
            self.drag.stroke = self.stroke

    def move(self, pos: QPointF) -> None:
        """Move it."""
        if self.drag is not None:
            self.drag.move(pos)

    def release(self, _pos: QPointF) -> None:
        """Leave it where it is."""


class Sweep:
    """Every point the mouse goes over is erased, or gets the class in hand."""

    def __init__(self, desk: Desk, nearby: Nearby, pos: QPointF, erases: bool) -> None:
        """Begin with what is under the mouse."""
        self.desk, self.nearby, self.erases = desk, nearby, erases
        self.stroke = object()
        self.move(pos)

    def move(self, pos: QPointF) -> None:
        """Take the point that is here."""
        row = self.nearby.point(pos)
        if row is None:
            return
        self.desk.hold_frame()
        if self.erases:
            self.desk.stroke("Delete points", self.stroke, edits.delete_points, [row])
            return
        k = self.desk.view.hand.class_in_hand
        if self.desk.document.data.target[row] != k:
            self.desk.stroke("Relabel points", self.stroke, edits.answer_points, [row], k)

    def release(self, _pos: QPointF) -> None:
        """Stop."""


class Value:
    """A point keeps its place, and gets a greater or smaller value as the mouse goes up or down."""

    def __init__(self, desk: Desk, pos: QPointF, row: int) -> None:
        """Take a point."""
        self.desk, self.start, self.row = desk, pos, row
        self.stroke = object()
        target = desk.document.data.target
        self.value = float(target[row])
        self.unit = (float(np.ptp(target)) or 1.0) / VALUE_LENGTH
        desk.hold_frame()

    def move(self, pos: QPointF) -> None:
        """Change the value."""
        value = self.value + (self.start.y() - pos.y()) * self.unit
        value = round(value, decimals(self.unit))
        if self.row < len(self.desk.document.data):
            rows = [self.row]
            self.desk.stroke("Change value", self.stroke, edits.answer_points, rows, value)

    def release(self, _pos: QPointF) -> None:
        """Stop."""


def place_of(data: Dataset, row: int) -> tuple[float, float]:
    """Find where a point stands on the canvas; on a line its height is its value."""
    up = data.points[row, 1] if data.dimension == 2 else data.target[row]
    return float(data.points[row, 0]), float(up)


def rounded(nearby: Nearby, pos: QPointF) -> tuple[float, float]:
    """Turn a pixel into a place with no more digits than a pixel is worth."""
    x, y = nearby.plot.place(pos)
    at, frame = nearby.plot.sheet, nearby.plot.sheet.frame
    across, up = (frame.right - frame.left) / at.width, (frame.top - frame.bottom) / at.height
    return round(x, decimals(across)), round(y, decimals(up))


def decimals(step: float) -> int:
    """Count the decimals that are needed to go in such steps."""
    return ceil(-log10(step))


def answer_here(desk: Desk, place: tuple[float, float]) -> float:
    """Choose what a new point says: the class in hand, its height, or its neighbour's value."""
    data = desk.document.data
    if data.classes is not None:
        return desk.view.hand.class_in_hand
    if data.dimension == 1:
        return place[1]
    if not len(data):
        return 0.0
    span = np.ptp(data.points, axis=0)
    away = (data.points - place) / np.where(span > 0, span, 1.0)
    return float(data.target[np.argmin((away**2).sum(axis=1))])
