"""The numbers along axes: which, in which type, and how far they stand from them."""

from ensemble_viz.scene.frame import Ticks, ticks
from ensemble_viz.scene.picture.primitives import Type
from ensemble_viz.scene.picture.sheet import Sheet

TICK, GAP = 4.0, 3.0  # pixels: a tick, and between words and what they stand beside
APART, ABOVE = 4.8, 3.2  # sizes of type between two ticks, at least: along x, and along y


def small(sheet: Sheet, weight: int = 0) -> Type:
    """Give the type of numbers and names along the edges."""
    return sheet.type("projector tick" if sheet.projected else "tick", weight=weight)


def strong(sheet: Sheet) -> Type:
    """Give the type of learners' names and of titles."""
    return sheet.type("projector small" if sheet.projected else "strong", weight=600)


def axis_ticks(sheet: Sheet) -> tuple[Ticks, Ticks]:
    """Choose the numbers along both axes."""
    frame = sheet.frame
    size = small(sheet)[0]
    across = ticks(frame.left, frame.right, most=max(3, int(sheet.width / (APART * size))))
    return across, ticks(frame.bottom, frame.top, most=max(3, int(sheet.height / (ABOVE * size))))
