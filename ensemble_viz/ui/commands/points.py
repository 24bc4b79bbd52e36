"""Commands of the points: tools, classes, pins, what is selected, undo."""

from typing import Protocol

import numpy as np
from PySide6.QtCore import QObject

from ensemble_viz.document.edits import classes, points
from ensemble_viz.document.where import NOTHING, Focus
from ensemble_viz.engine.runs.studies import shakiest
from ensemble_viz.scene.moment.view import SELECTORS, Tool
from ensemble_viz.ui.commands.asking import Say
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.drawing.brushes import notched
from ensemble_viz.ui.drawing.strokes import place_at, place_of

BESIDE = 0.03  # of what is seen: how far a copy is from its point

HAIR = 0.005  # of the width of the points


class Pointer(Protocol):
    """Knows where the mouse is among the points, and what it does there."""

    def take_back(self) -> bool:
        """Take back what the mouse is doing; say whether it did anything."""

    def nearest_point(self) -> int | None:
        """Find the point nearest to the mouse; None where there is no point."""


class PointCommands(QObject):
    def __init__(self, desk: Desk, pointer: Pointer, say: Say) -> None:
        super().__init__()
        self.desk = desk
        self.pointer = pointer
        self.say = say
        self._offered: object = None
        """The points for which one more class was offered."""

    def undo(self) -> None:
        """Take the last edit back; first of all that which is being made."""
        if not self.pointer.take_back():
            self.desk.session.undo.undo()

    def redo(self) -> None:
        self.desk.session.undo.redo()

    def delete(self) -> None:
        """Delete the selected points, else the pinned one."""
        rows, row = self.desk.view.where.selection, self.desk.view.where.pinned.point
        if rows or row is not None:
            self.desk.apply(points.delete, rows or [row])

    def nudge(self) -> None:
        """Move a point by a hair, and show what changes: one that is pinned or selected.

        Else the one that changes a tree most, or where none does, the nearest to the mouse.
        """
        where, data = self.desk.view.where, self.desk.document.data
        hair = HAIR * float(np.ptp(data.points[:, 0]) or 1.0)
        row = where.pinned.point
        if row is None and len(where.selection) == 1:
            row = next((one for one in where.selection if one < len(data)), None)
        if row is None:
            row = shakiest(data, hair)
        if row is None:
            row = self.pointer.nearest_point()
        if row is None:
            return
        if not self.desk.view.look.layers.before:
            self.desk.switch_layers(before=True)
        self.desk.session.hold_frame()
        x, *up = data.points[row].tolist()
        up = up or [float(data.target[row])]
        self.desk.apply(points.move_to, row, (x + hair, *up))
        if where.pinned.point is None:
            self.desk.look(selection=(row,))  # to be seen, and to be moved on

    def place_by_keys(self) -> None:
        """Place a point beside what is selected or pinned, else amid all; the arrows move it."""
        where, data, plot = self.desk.view.where, self.desk.document.data, self.desk.scene.line_plot
        seen = self.desk.scene.frame if plot is None else plot.upper
        rows = where.selection or (where.pinned.point,)
        place = where.pinned.place or ((seen.left + seen.right) / 2, (seen.bottom + seen.top) / 2)
        if rows[-1] is not None and rows[-1] < len(data):
            place = place_of(data, rows[-1])
            place = place[0] + BESIDE * (seen.right - seen.left), place[1]
        digits = [-int(np.floor(np.log10(BESIDE * size))) for size in (
            seen.right - seen.left, seen.top - seen.bottom)]  # fmt: skip
        self.desk.session.hold_frame()
        rounded = [round(x, digit) for x, digit in zip(place, digits, strict=True)]
        made = place_at(self.desk, (rounded[0], rounded[-1]))
        if made is not None:
            self.desk.look(selection=tuple(made.rows.tolist()), tool="select", pinned=NOTHING)

    def clear_points(self) -> None:
        """Delete all points; their classes stay."""
        self.desk.apply(points.clear)

    def duplicate_points(self) -> None:
        """Copy the selected points beside themselves, and select the copies."""
        frame = self.desk.scene.frame
        away = np.array([frame.right - frame.left, frame.bottom - frame.top]) * BESIDE
        step = 10.0 ** np.floor(np.log10(np.abs(away)))
        self.desk.session.hold_frame()
        rows = self.desk.view.where.selection
        made = self.desk.apply(points.duplicate, rows, np.round(away / step) * step)
        if made is not None:
            self.desk.look(selection=tuple(made.rows.tolist()))

    def select_all(self) -> None:
        """Select every point that is seen, with a tool that can do something with them."""
        shown, data = self.desk.view.look.layers, self.desk.document.data
        tests = len(data.test) if data.test is not None and shown.test else 0
        tool = self.desk.view.hand.tool
        self.desk.look(
            selection=tuple(range(len(data) + tests)), tool=tool if tool in SELECTORS else "select"
        )

    def scale_brush(self, notches: float) -> None:
        self.desk.look(radius=notched(self.desk.view.hand.radius, notches))

    def take_tool(self, tool: Tool) -> None:
        self.desk.look(tool=tool)

    def take_class(self, k: int) -> None:
        """Take a class in hand; the one behind the last is offered, and made when asked again."""
        data = self.desk.document.data
        if k < data.n_classes:
            self.desk.look(class_in_hand=k)
        elif k == data.n_classes > 0 and self._offered is data:
            if self.desk.apply(classes.add_class) is not None:
                self.desk.look(class_in_hand=k)
        elif k == data.n_classes > 0:
            self._offered = data
            name = classes.next_name(data.classes or ())
            self.say.tell(f"There is no class {k + 1} yet. Press {k + 1} again to add {name}.")

    def pin_nearest(self) -> None:
        self._pin(self.pointer.nearest_point())

    def pin_by(self, step: int) -> None:
        """Pin the point behind the pinned one, or before it."""
        count = len(self.desk.document.data)
        row = self.desk.view.where.pinned.point
        start = -1 if step > 0 else 0
        if count:
            self._pin(((start if row is None else row) + step) % count)

    def _pin(self, row: int | None) -> None:
        if row is not None:
            self.desk.look(pinned=Focus(point=int(row)), hovered=NOTHING)
