"""Which tool is in the hand, what it looks like, and what the wheel and held keys do to it."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QPointF, Qt

from ensemble_viz.document.edits import brushes, edit
from ensemble_viz.scene.moment.view import BRUSHES, SELECTORS, Tool
from ensemble_viz.scene.picture.canvas import InHand
from ensemble_viz.ui.canvas.plot import Nearby
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.drawing.brushes import Brush, Make, SoftDrag, notched, relabel, spray
from ensemble_viz.ui.drawing.selecting import Select, Transform, box_of
from ensemble_viz.ui.drawing.strokes import (
    Drag,
    Gesture,
    LookGesture,
    PlaceGesture,
    Value,
    answer_here,
    handy,
    pixel,
    place_of,
    rounded,
    stepped,
)

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
        return Value(desk, nearby, pos, row)
    return Drag(desk, nearby, pos, row, places=tool == "place")


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
    return InHand(at, value, edit.number(value))


def _words(desk: Desk, answer: float) -> str:
    """Write what there is to know before the button goes down: a value, or how much is sprayed."""
    data, hand = desk.document.data, desk.view.hand
    gives = hand.tool in ("place", "spray", "relabel")
    value = edit.number(answer) if data.classes is None and data.dimension == 2 and gives else ""
    often = f"{hand.density} a dab{', evenly' if hand.evenly else ''}"
    return " · ".join(filter(None, (value, often if hand.tool == "spray" else "")))


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
    data = desk.document.data
    return data.classes is None and data.dimension == 2


def nudges(nearby: Nearby) -> tuple[float, float]:
    across, up = pixel(nearby)
    return handy(NUDGE * across), handy(NUDGE * up)


Shape = Qt.CursorShape
CROSS = (Shape.CrossCursor, Shape.CrossCursor)
CURSORS: dict[Tool, tuple[Shape, Shape]] = {
    # over nothing, over a point
    "look": (Shape.ArrowCursor, Shape.PointingHandCursor),
    "place": CROSS,  # a click places, whatever is below
    "move": (Shape.OpenHandCursor, Shape.SizeAllCursor),
    "value": (Shape.ArrowCursor, Shape.SizeVerCursor),
    **dict.fromkeys(BRUSHES | SELECTORS, CROSS),
}
HANDLES = {
    "move": Shape.SizeAllCursor,
    "turn": Shape.PointingHandCursor,
    "upper left": Shape.SizeFDiagCursor,
    "lower right": Shape.SizeFDiagCursor,
    "upper right": Shape.SizeBDiagCursor,
    "lower left": Shape.SizeBDiagCursor,
}


def shape_of(desk: Desk, nearby: Nearby, stroke: Gesture | None, pos: QPointF | None) -> Shape:
    """Choose the shape of the mouse; `pos` None: it is elsewhere."""
    tool = desk.view.hand.tool
    if isinstance(stroke, Drag):
        return Shape.SizeAllCursor
    if isinstance(stroke, LookGesture) and stroke.is_panning:
        return Shape.ClosedHandCursor
    return CURSORS[tool][0] if pos is None else _shape_over(desk, nearby, pos, tool)


def _shape_over(desk: Desk, nearby: Nearby, pos: QPointF, tool: Tool) -> Shape:
    if CURSORS[tool] is not CROSS:
        return CURSORS[tool][nearby.point(pos) is not None]
    if tool not in SELECTORS:
        return CROSS[0]
    box = box_of(desk, nearby)
    handle = None if box is None else box.handle_at(pos.x(), pos.y())
    return CURSORS[tool][0] if handle is None else HANDLES[handle]
