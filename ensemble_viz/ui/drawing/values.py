"""Values of points in the plane: dragged up and down, or turned by the wheel."""

import numpy as np
from PySide6.QtCore import QPointF

from ensemble_viz.document.edits import points
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.drawing.stroke import decimals, handy

VALUE_LENGTH = 240.0  # pixels of a drag that take a value from the least to the greatest
NOTCHES = 40.0  # of a wheel, that do the same


class Value:
    """A point keeps its place, and gets a greater or smaller value as the mouse goes up or down."""

    def __init__(self, desk: Desk, pos: QPointF, row: int) -> None:
        """Take a point."""
        self.desk, self.start, self.row = desk, pos, row
        self.stroke = object()
        self.value = float(desk.document.data.target[row])
        self.unit = spread(desk) / VALUE_LENGTH
        desk.hold_frame()

    def move(self, pos: QPointF) -> None:
        """Change the value."""
        value = self.value + (self.start.y() - pos.y()) * self.unit
        value = round(value, decimals(self.unit))
        if self.row < len(self.desk.document.data):
            self.desk.apply(points.answer, [self.row], value, stroke=self.stroke)

    def release(self, _pos: QPointF) -> None:
        """Stop."""


def spread(desk: Desk) -> float:
    """Measure the values from the least to the greatest; 1 where they are alike."""
    target = desk.document.data.target
    return float(np.ptp(target)) or 1.0 if len(target) else 1.0


def stepped(desk: Desk, value: float, notches: float) -> float:
    """Turn a value by the wheel: in steps of 1, 2 or 5 and noughts."""
    step = handy(spread(desk) / NOTCHES)
    return float(round((round(value / step) + round(notches)) * step, max(decimals(step), 0)))
