"""Commands of the points: tools, classes, pins, undo."""

from typing import Protocol

from PySide6.QtCore import QObject

from ensemble_viz.document import edits
from ensemble_viz.document.where import NOTHING, Focus
from ensemble_viz.scene.view import Tool
from ensemble_viz.ui.desk import Desk


class Pointer(Protocol):
    """Knows where the mouse is among the points, and what it does there."""

    def take_back(self) -> bool:
        """Take back what the mouse is doing; say whether it did anything."""

    def nearest_point(self) -> int | None:
        """Find the point nearest to the mouse; None where there is no point."""


class PointCommands(QObject):
    """Edits points and looks at them."""

    def __init__(self, desk: Desk, pointer: Pointer) -> None:
        """Command a desk's points."""
        super().__init__()
        self.desk = desk
        self.pointer = pointer

    def undo(self) -> None:
        """Take the last edit back; first of all that which is being made."""
        if not self.pointer.take_back():
            self.desk.undo.undo()

    def redo(self) -> None:
        """Make it again."""
        self.desk.undo.redo()

    def delete(self) -> None:
        """Delete the pinned point."""
        row = self.desk.view.where.pinned.point
        if row is not None:
            self.desk.edit("Delete point", edits.delete_points, [row])

    def clear_points(self) -> None:
        """Delete all points; their classes stay."""
        count = len(self.desk.document.data)
        if count:
            self.desk.edit("Clear all points", edits.delete_points, range(count))

    def take_tool(self, tool: Tool) -> None:
        """Take a tool in hand."""
        self.desk.look(tool=tool)

    def take_class(self, k: int) -> None:
        """Take a class in hand, if there is one of this number."""
        if k < self.desk.document.data.n_classes:
            self.desk.look(class_in_hand=k)

    def pin_nearest(self) -> None:
        """Pin the point nearest to the mouse."""
        self._pin(self.pointer.nearest_point())

    def next_point(self) -> None:
        """Pin the point behind the pinned one."""
        self._pin_beside(1)

    def previous_point(self) -> None:
        """Pin the point before the pinned one."""
        self._pin_beside(-1)

    def _pin_beside(self, step: int) -> None:
        count = len(self.desk.document.data)
        row = self.desk.view.where.pinned.point
        start = -1 if step > 0 else 0
        if count:
            self._pin(((start if row is None else row) + step) % count)

    def _pin(self, row: int | None) -> None:
        if row is not None:
            self.desk.look(pinned=Focus(point=int(row)), hovered=NOTHING)
