"""What every tool is to the mouse, and pixels as places with no more digits than they are worth."""

from math import ceil, floor, log10
from typing import Protocol

from PySide6.QtCore import QPointF

from ensemble_viz.ui.canvas.nearby import Nearby

STILL = 4.0  # pixels a mouse may shake without its being meant
Place = tuple[float, float]


class Gesture(Protocol):
    """A button held down."""

    stroke: object
    """What its edits are undone by; None where it edits nothing."""

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
    """Measure a pixel in coordinates."""
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
