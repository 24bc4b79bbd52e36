"""The hand on the canvas: what the mouse does with the tool that is in it."""

from PySide6.QtCore import QObject, QPointF, Qt, QTimer

from ensemble_viz.document.where import NOTHING, Focus, Frame
from ensemble_viz.scene.view import Tool
from ensemble_viz.ui.canvas.gestures import Drag, Gesture, Look, Place, Sweep, Value
from ensemble_viz.ui.canvas.menu import CanvasMenu
from ensemble_viz.ui.canvas.nearby import Nearby
from ensemble_viz.ui.desk import Desk

Button = Qt.MouseButton
Shape = Qt.CursorShape
CURSORS: dict[Tool, tuple[Shape, Shape]] = {
    # over nothing, over a point
    "look": (Shape.ArrowCursor, Shape.PointingHandCursor),
    "place": (Shape.CrossCursor, Shape.CrossCursor),  # a click places, whatever is below
    "move": (Shape.OpenHandCursor, Shape.SizeAllCursor),
    "relabel": (Shape.ArrowCursor, Shape.PointingHandCursor),
    "erase": (Shape.ArrowCursor, Shape.ForbiddenCursor),
}


class Hand(QObject):
    """Turns presses and moves into looks and edits."""

    def __init__(self, desk: Desk, nearby: Nearby, parent: QObject) -> None:
        """Be empty, over nothing."""
        super().__init__(parent)
        self.desk = desk
        self.nearby = nearby
        self.gesture: Gesture | None = None
        self._button = Button.NoButton
        """The button that is held down for it."""
        self._frame: Frame | None = None
        """What was seen before it."""
        self.pos: QPointF | None = None
        """Where the mouse is; None where it is elsewhere."""
        self.menu: CanvasMenu | None = None
        self._waits = False
        self._hovered: Focus = NOTHING
        self._turn = QTimer(self)
        self._turn.setSingleShot(True)
        self._turn.setInterval(0)
        self._turn.timeout.connect(self._take_turn)

    @property
    def is_busy(self) -> bool:
        """Say whether a button is held down."""
        return self.gesture is not None

    def nearest_point(self) -> int | None:
        """Find the point nearest to the mouse; None where there is no point."""
        middle = self.nearby.plot.viewport().rect().center()
        return self.nearby.nearest(self.pos or QPointF(middle))

    # --- what the plot tells ------------------------------------------------------------------

    def press(self, pos: QPointF, button: Button) -> None:
        """Begin a gesture, or offer the menu; while another button is down nothing is begun."""
        if self.is_busy and button != self._button:
            return
        self._hold(pos, button)
        if button == Button.LeftButton:
            self.gesture = self._begin(pos)
        elif button == Button.MiddleButton:
            self.gesture = Look(self.desk, self.nearby, pos, clicks=False)
        elif button == Button.RightButton:
            self.ask(pos)
        if self.is_busy:
            self.desk.pace.hold()
        self.show_cursor()

    def move(self, pos: QPointF) -> None:
        """Remember where the mouse is; it is looked at once in every turn of the event loop."""
        self.pos = pos
        self._waits = True
        self.desk.pace.is_due = self.is_busy
        self._turn.start()

    def release(self, pos: QPointF, button: Button) -> None:
        """End the gesture."""
        self.pos = pos
        if button == self._button and self.gesture is not None:
            gesture = self.gesture
            self._finish()
            gesture.release(pos)
        self.show_cursor()

    def take_back(self) -> bool:
        """Make it as if the button had not been pressed; say whether one was."""
        if self.gesture is None:
            return False
        stroke, self._waits = self.gesture.stroke, False
        self._finish()
        self.desk.undo.take_back(stroke)
        self.desk.look(frame=self._frame)
        self.show_cursor()
        return True

    def leave(self) -> None:
        """Light nothing any more."""
        self.pos = None
        if not self.is_busy:
            self._turn.stop()
            self._waits = False
            self._hover(NOTHING)

    def pan(self, pos: QPointF) -> None:
        """Begin to move the view, whatever the tool."""
        self._hold(pos, Button.LeftButton)
        self.gesture = Look(self.desk, self.nearby, pos, clicks=False)

    def zoom(self, pos: QPointF, factor: float) -> None:
        """Enlarge what is under the mouse."""
        if not self.is_busy:
            frame = self.nearby.zoomed(self.desk.scene.frame, pos, factor)
            self.desk.look(frame=frame)

    def ask(self, pos: QPointF) -> None:
        """Offer what can be done here."""
        self._hover(NOTHING)
        self.menu = CanvasMenu(self.desk, self.nearby, pos)
        self.menu.popup(self.nearby.plot.viewport().mapToGlobal(pos.toPoint()))

    # --- doing it -----------------------------------------------------------------------------

    def _hold(self, pos: QPointF, button: Button) -> None:
        """Remember where a button went down, and what was seen."""
        self._finish()
        self.pos = pos
        self._button, self._frame = button, self.desk.view.where.frame

    def _begin(self, pos: QPointF) -> Gesture:
        tool, row = self.desk.view.hand.tool, self.nearby.point(pos)
        data = self.desk.document.data
        if not len(data) and tool == "look" and self.nearby.is_plane(pos):
            self.desk.look(tool="place")  # as it is written there: click to place a point
            tool = "place"
        if row is None and tool == "place" and self.nearby.is_plane(pos):
            return Place(self.desk, self.nearby, pos)
        if tool == "erase" or (tool == "relabel" and data.classes is not None):
            return Sweep(self.desk, self.nearby, pos, erases=tool == "erase")
        if row is None or tool == "look":
            return Look(self.desk, self.nearby, pos, clicks=tool == "look")
        return self._take(pos, row)

    def _take(self, pos: QPointF, row: int) -> Gesture:
        """Take a point: its value, or the point itself."""
        tool = self.desk.view.hand.tool
        if tool == "relabel":
            return Value(self.desk, pos, row)
        return Drag(self.desk, self.nearby, pos, row, places=tool == "place")

    def _take_turn(self) -> None:
        """Look at where the mouse is now."""
        self._waits = self.desk.pace.is_due = False
        if self.pos is None:
            return
        if self.gesture is not None:
            self.gesture.move(self.pos)
        else:
            self._hover(self._under(self.pos))
        self.show_cursor()

    def _finish(self) -> None:
        """Let go of a gesture; where the mouse went last counts."""
        self._turn.stop()
        if self.gesture is not None and self._waits and self.pos is not None:
            self.gesture.move(self.pos)
        self._waits = self.desk.pace.is_due = False
        self.gesture = None
        self.desk.pace.let_go()

    def _under(self, pos: QPointF) -> Focus:
        """Find what lights up here: a point; or the place itself, while nothing is pinned."""
        row = self.nearby.point(pos)
        if row is not None:
            return Focus(point=row)
        view = self.desk.view
        if view.where.pinned or view.hand.tool != "look" or not len(self.desk.document.data):
            return NOTHING
        return Focus(place=self.nearby.plot.place(pos)) if self.nearby.is_plane(pos) else NOTHING

    def _hover(self, focus: Focus) -> None:
        """Light something up; what others lit stays until there is something to light."""
        if focus or self.desk.view.hand.hovered == self._hovered:
            self._hovered = focus
            self.desk.look(hovered=focus)

    def show_cursor(self) -> None:
        """Show what a click would do here."""
        empty, point = CURSORS[self.desk.view.hand.tool]
        shape = empty
        if isinstance(self.gesture, Drag):
            shape = Shape.SizeAllCursor
        elif isinstance(self.gesture, Look) and self.gesture.is_panning:
            shape = Shape.ClosedHandCursor
        elif self.pos is not None and self.nearby.point(self.pos) is not None:
            shape = point
        viewport = self.nearby.plot.viewport()
        if viewport.cursor().shape() != shape:
            viewport.setCursor(shape)
