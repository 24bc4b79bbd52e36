"""Which stroke begins where a button goes down, by the tool in hand."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QPointF, Qt

from ensemble_viz.document.edits import brushes
from ensemble_viz.scene.moment.view import SELECTORS, Tool
from ensemble_viz.ui.canvas.nearby import Nearby
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.drawing.brushes import Brush, Make, SoftDrag, relabel, spray
from ensemble_viz.ui.drawing.looking import LookGesture
from ensemble_viz.ui.drawing.placing import Drag, PlaceGesture
from ensemble_viz.ui.drawing.selecting import Select, Transform, box_of
from ensemble_viz.ui.drawing.stroke import Gesture
from ensemble_viz.ui.drawing.values import Value

Modifier = Qt.KeyboardModifier
LESS = Modifier.AltModifier | Modifier.ControlModifier  # Alt moves windows on some desktops
NO_KEY = Modifier.NoModifier
PULL = 0.1  # of the way to the middle, with every touch
WHOLE: dict[Tool, Callable[[Desk, Nearby, QPointF], Gesture]] = {
    "spray": spray, "relabel": relabel, "soft": SoftDrag,
}  # fmt: skip


@dataclass(frozen=True)
class Press:
    """A button that goes down, and the keys that are held with it."""

    pos: QPointF
    keys: Modifier = NO_KEY

    @property
    def mode(self) -> str:
        """How what is inside is selected."""
        if self.keys & Modifier.ShiftModifier:
            return "add"
        return "less" if self.keys & LESS else "only"


def begin(desk: Desk, nearby: Nearby, press: Press) -> Gesture:
    """Begin what the tool in hand does here."""
    tool, pos = desk.view.hand.tool, press.pos
    if not len(desk.document.data) and tool == "look" and nearby.is_plane(pos):
        desk.look(tool="place")  # as it is written there: click to place a point
        tool = "place"
    if tool == "test" and not desk.view.look.layers.test:
        desk.switch_layers(test=True)  # or what it paints would be gone
    if tool in SELECTORS:
        return _select(desk, nearby, press)
    if tool == "look" or not nearby.is_plane(pos):
        return LookGesture(desk, nearby, pos, clicks=tool == "look")
    return _brush(desk, nearby, press, tool) or _single(desk, nearby, pos, tool)


def _select(desk: Desk, nearby: Nearby, press: Press) -> Gesture:
    box = box_of(desk, nearby)
    handle = None if box is None else box.handle_at(press.pos.x(), press.pos.y())
    if handle is not None and (handle != "move" or press.mode == "only"):
        held = Transform(desk, nearby, press.pos, handle)
        held.keeps_shape = press.mode == "add"
        return held
    return Select(desk, nearby, press.pos, press.mode, desk.view.hand.tool == "lasso")


def _brush(desk: Desk, nearby: Nearby, press: Press, tool: Tool) -> Gesture | None:
    """Put a brush down, if one is in hand; with Shift it does the opposite."""
    is_turned, pos = press.mode == "add", press.pos
    if tool in WHOLE:
        return WHOLE[tool](desk, nearby, pos)
    makes: dict[str, Make] = {
        "erase": brushes.erase,
        "jitter": brushes.jitter,
        "magnet": partial(brushes.pull, strength=-PULL if is_turned else PULL),
        "test": partial(brushes.paint_test, as_test=not is_turned),
    }
    return Brush(desk, nearby, pos, makes[tool]) if tool in makes else None


def _single(desk: Desk, nearby: Nearby, pos: QPointF, tool: Tool) -> Gesture:
    row = nearby.point(pos)
    if row is None:
        return (
            PlaceGesture(desk, nearby, pos)
            if tool == "place"
            else LookGesture(desk, nearby, pos, False)
        )
    if tool == "value" and desk.document.data.classes is None:
        return Value(desk, pos, row)
    return Drag(desk, nearby, pos, row, places=tool == "place")
