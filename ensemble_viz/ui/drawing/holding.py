"""What is shown at the mouse of the tool in hand: where it is, its answer, and a few words."""

from PySide6.QtCore import QPointF

from ensemble_viz.document.edits.edit import number
from ensemble_viz.scene.moment.view import BRUSHES
from ensemble_viz.scene.picture.canvas import InHand
from ensemble_viz.ui.canvas.nearby import Nearby
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.drawing.placing import Drag, PlaceGesture, answer_here, place_of
from ensemble_viz.ui.drawing.selecting import Select, Transform
from ensemble_viz.ui.drawing.stroke import Gesture, rounded
from ensemble_viz.ui.drawing.values import Value

SHOWN = BRUSHES | {"place"}


def held(desk: Desk, nearby: Nearby, pos: QPointF | None, stroke: Gesture | None) -> InHand | None:
    """Say what is in hand; None where nothing of it is shown."""
    tool = desk.view.hand.tool
    if isinstance(stroke, Value | Drag | PlaceGesture):
        return _at_point(desk, nearby, stroke)
    if pos is None:
        return None
    at = pos.x(), pos.y()
    if isinstance(stroke, Select | Transform):
        return InHand(at, words=stroke.words, outline=stroke.outline)
    answer = answer_here(desk, rounded(nearby, pos))
    return InHand(at, answer, _words(desk, answer)) if tool in SHOWN else None


def _at_point(desk: Desk, nearby: Nearby, stroke: Value | Drag | PlaceGesture) -> InHand | None:
    """Write the value at a point while it changes."""
    data = desk.document.data
    if data.classes is not None or stroke.row >= len(data):
        return None
    if isinstance(stroke, Drag) and data.dimension == 2:
        return None
    at = nearby.plot.sheet.point(*place_of(data, stroke.row))
    value = float(data.target[stroke.row])
    return InHand(at, value, number(value))


def _words(desk: Desk, answer: float) -> str:
    """Write what there is to know before the button goes down: a value, or how much is sprayed."""
    data, hand = desk.document.data, desk.view.hand
    gives = hand.tool in ("place", "spray", "relabel")
    value = number(answer) if data.classes is None and data.dimension == 2 and gives else ""
    often = f"{hand.density} a dab{', evenly' if hand.evenly else ''}"
    return " · ".join(filter(None, (value, often if hand.tool == "spray" else "")))
