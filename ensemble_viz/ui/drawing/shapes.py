"""The shape of the mouse: what a click would do here."""

from PySide6.QtCore import QPointF, Qt

from ensemble_viz.scene.moment.view import BRUSHES, SELECTORS, Tool
from ensemble_viz.ui.canvas.nearby import Nearby
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.drawing.looking import LookGesture
from ensemble_viz.ui.drawing.placing import Drag
from ensemble_viz.ui.drawing.selecting import box_of
from ensemble_viz.ui.drawing.stroke import Gesture

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
