"""What the wheel turns with a tool in hand, and how far an arrow moves what is selected."""

from PySide6.QtCore import QPointF

from ensemble_viz.scene.moment.view import BRUSHES
from ensemble_viz.ui.canvas.nearby import Nearby
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.drawing.brushes import notched
from ensemble_viz.ui.drawing.choosing import Modifier
from ensemble_viz.ui.drawing.placing import answer_here
from ensemble_viz.ui.drawing.stroke import handy, pixel, rounded
from ensemble_viz.ui.drawing.values import stepped

MOST_SPRAYED = 200  # points of a dab
NUDGE = 3.0  # pixels that an arrow is worth, at least


def turned(desk: Desk, nearby: Nearby, pos: QPointF, notches: float, keys: Modifier) -> bool:
    """Turn the value in hand, the size of a brush, or with Shift what it does; else say False."""
    hand, is_shifted = desk.view.hand, bool(keys & Modifier.ShiftModifier)
    is_brush = hand.tool in BRUSHES
    if keys & Modifier.ControlModifier or not (is_brush or hand.tool == "place"):
        return False
    if is_shifted and hand.tool == "spray":
        more = notched(hand.density, 1 if notches > 0 else -1, 1, MOST_SPRAYED)
        desk.look(density=int(more))
    elif has_values(desk) and (is_shifted or not is_brush):
        value = answer_here(desk, rounded(nearby, pos))
        desk.look(value_in_hand=stepped(desk, value, notches))
    elif is_brush:
        desk.look(radius=notched(hand.radius, notches))
    else:
        return False
    return True


def has_values(desk: Desk) -> bool:
    """Say whether points in the plane have values."""
    data = desk.document.data
    return data.classes is None and data.dimension == 2


def nudges(nearby: Nearby) -> tuple[float, float]:
    """Say how far an arrow moves."""
    across, up = pixel(nearby)
    return handy(NUDGE * across), handy(NUDGE * up)
