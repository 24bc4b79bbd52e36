"""Select points by a rectangle or a lasso, and what is held by its handles: move, scale, turn."""

from collections.abc import Callable
from math import atan2, degrees, hypot
from typing import Any

import numpy as np
from PySide6.QtCore import QPointF

from ensemble_viz.document.document import Document
from ensemble_viz.document.edits import Edit, edit, points, selecting, transforms
from ensemble_viz.engine.data import FloatArray, IntArray
from ensemble_viz.scene.picture.canvas import SelectionBox, selection_box
from ensemble_viz.ui.canvas.plot import Nearby
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.drawing.strokes import STILL, Gesture, Place, decimals, pixel

LEAST_FACTOR = 0.01  # to which something can be scaled down in one go
TURN = 5.0  # degrees that a turn goes in


class Select(Gesture):
    """Draws a rectangle or a lasso; what is inside when it is let go is selected."""

    words = ""

    def __init__(self, desk: Desk, nearby: Nearby, pos: QPointF, mode: str, lasso: bool) -> None:
        """Begin at a corner; `mode` is "only", "add" or "less"."""
        super().__init__(desk, nearby, pos)
        self.mode, self.lasso = mode, lasso
        self.way = [pos]

    def move(self, pos: QPointF) -> None:
        if self.lasso:
            self.way.append(pos)
        else:
            self.way[1:] = [pos]

    def release(self, pos: QPointF) -> None:
        """Select what is inside; a click selects the point it hits, or nothing."""
        self.move(pos)
        rows = self._rows()
        before = np.array(self.desk.view.where.selection, dtype=np.int64)
        if self.mode == "add":
            rows = np.union1d(before, rows)
        elif self.mode == "less":
            rows = np.setdiff1d(before, rows)
        self.desk.look(selection=tuple(rows.tolist()))

    @property
    def outline(self) -> tuple[Place, ...]:
        """What is drawn meanwhile, in pixels."""
        corners = [(pos.x(), pos.y()) for pos in self.way]
        if self.lasso or len(corners) < 2:
            return tuple(corners)
        (x0, y0), (x1, y1) = corners
        return (x0, y0), (x1, y0), (x1, y1), (x0, y1)

    def _rows(self) -> IntArray:
        far = max(hypot(pos.x() - self.way[0].x(), pos.y() - self.way[0].y()) for pos in self.way)
        data = self.desk.document.data
        if far <= STILL:
            row = self.nearby.point(self.way[0])
            return np.array([] if row is None else [row], dtype=np.int64)
        corners = [self.nearby.plot.place(pos) for pos in self.way]
        found = (
            selecting.in_lasso(data, corners)
            if self.lasso
            else selecting.in_rectangle(data, *corners)
        )
        shown = self.desk.view.look.layers
        is_seen = np.where(found < len(data), shown.points, shown.test)
        return found[is_seen.astype(bool)]


class Transform(Gesture):
    """The selected points follow a handle, or the mouse."""

    outline: tuple[Place, ...] = ()

    def __init__(self, desk: Desk, nearby: Nearby, pos: QPointF, handle: str) -> None:
        """Take hold of a handle: "move", "turn", or a corner."""
        super().__init__(desk, nearby, pos)
        self.handle = handle
        self.stroke = object()
        self.base, self.rows = desk.document, np.array(desk.view.where.selection, dtype=np.int64)
        box = box_of(desk, nearby)
        assert box is not None
        self.box = box
        self.keeps_shape = False
        self.words = ""
        self.is_moving = False

    def move(self, pos: QPointF) -> None:
        by = pos - self.start
        if not self.is_moving and hypot(by.x(), by.y()) <= STILL:
            return
        self.is_moving = True
        self.desk.session.hold_frame()
        kinds: dict[str, Callable[[QPointF], tuple[Callable[..., Edit], Any, Any]]] = {
            "move": self._moved,
            "turn": self._turned,
        }
        edit, by_what, centre = kinds.get(self.handle, self._scaled)(pos)
        self.desk.apply(self._from_base, edit, by_what, centre, stroke=self.stroke)

    def release(self, pos: QPointF) -> None:
        """Leave them there; a click inside selects one point alone, or none."""
        if not self.is_moving and self.handle == "move":
            Select(self.desk, self.nearby, pos, "only", lasso=False).release(pos)

    def _from_base(self, _document: Document, edit: Callable[..., Edit], *args: Any) -> Edit:
        return edit(self.base, self.rows, *(each for each in args if each is not None))

    def _moved(self, pos: QPointF) -> tuple[Callable[..., Edit], Any, Any]:
        across, up = pixel(self.nearby)
        x = round((pos.x() - self.start.x()) * across, decimals(across))
        y = round((self.start.y() - pos.y()) * up, decimals(up))
        self.words = f"{x:+.4g}, {y:+.4g}".replace("-", "−")
        return points.move, (x, y), None

    def _turned(self, pos: QPointF) -> tuple[Callable[..., Edit], Any, Any]:
        middle = self.box.middle
        first, now = (
            atan2(middle[1] - each.y(), each.x() - middle[0]) for each in (self.start, pos)
        )
        angle = round(degrees(now - first) / TURN) * TURN
        angle = (angle + 180.0) % 360.0 - 180.0
        self.words = f"{angle:+.0f}°".replace("-", "−")
        return transforms.turn, angle, self.nearby.plot.place(QPointF(*middle))

    def _scaled(self, pos: QPointF) -> tuple[Callable[..., Edit], Any, Any]:
        fixed = self.box.opposite(self.handle)
        held = self.box.corners[self.handle]
        factors = []
        for at, still, from_ in ((pos.x(), fixed[0], held[0]), (pos.y(), fixed[1], held[1])):
            factor = round((at - still) / (from_ - still), 2)
            factors.append(factor if abs(factor) >= LEAST_FACTOR else LEAST_FACTOR)
        if self.keeps_shape:
            factors = [max(factors, key=abs)] * 2
        self.words = " × ".join(f"{factor:g}" for factor in factors)
        return transforms.scale, factors, self.nearby.plot.place(QPointF(*fixed))


def box_of(desk: Desk, nearby: Nearby) -> SelectionBox | None:
    """Find the box around what is selected, with its handles; None where nothing is."""
    places = selected_places(desk)
    if not len(places):
        return None
    is_plane = desk.document.data.dimension == 2
    return selection_box(nearby.plot.sheet.places(places), turns=is_plane)


def selected_places(desk: Desk) -> FloatArray:
    data, rows = desk.document.data, list(desk.view.where.selection)
    sheet = edit.sheet_of(data)
    return edit.places_of(sheet)[[row for row in rows if row < len(sheet)]]
