"""The mouse on the canvas: what it does with the tool that is in hand."""

import numpy as np
from PySide6.QtCore import QObject, QPointF, Qt, QTimer

from ensemble_viz.document.edits import points
from ensemble_viz.document.where import NOTHING, Focus, Frame
from ensemble_viz.scene.moment.view import BRUSHES, SELECTORS
from ensemble_viz.ui.canvas.menu import CanvasMenu
from ensemble_viz.ui.canvas.plot import ZOOM, Nearby
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.drawing.choosing import (
    NO_KEY,
    Modifier,
    Press,
    begin,
    has_values,
    held,
    nudges,
    shape_of,
    turned,
)
from ensemble_viz.ui.drawing.strokes import Gesture, LookGesture, PlaceGesture

Button = Qt.MouseButton
FARTHER = 10.0  # by what an arrow moves more with Shift


class CanvasMouse(QObject):
    """Turns presses and moves into looks and edits."""

    def __init__(self, desk: Desk, nearby: Nearby, parent: QObject) -> None:
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
        self._nudging = object()
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

    def press(self, pos: QPointF, button: Button, keys: Modifier = NO_KEY) -> None:
        """Begin a gesture, or offer the menu; while another button is down nothing is begun."""
        if self.is_busy and button != self._button:
            return
        self._hold(pos, button)
        if button == Button.LeftButton:
            self.gesture = begin(self.desk, self.nearby, Press(pos, keys))
        elif button == Button.MiddleButton:
            self.gesture = LookGesture(self.desk, self.nearby, pos, clicks=False)
        elif button == Button.RightButton:
            self.ask(pos)
        if self.is_busy:
            self.desk.session.pace.hold()
        self.show_cursor()

    def move(self, pos: QPointF) -> None:
        """Remember where the mouse is; it is looked at once in every turn of the event loop."""
        self.pos = pos
        self._waits = True
        if self.is_busy:
            self.desk.session.pace.move()
        self._turn.start()

    def release(self, pos: QPointF, button: Button) -> None:
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
        self.desk.session.undo.take_back(stroke)
        self.desk.look(frame=self._frame)
        self.show_cursor()
        return True

    def leave(self) -> None:
        self.pos = None
        self.show_held()
        if not self.is_busy:
            self._turn.stop()
            self._waits = False
            self._hover(NOTHING)

    def pan(self, pos: QPointF) -> None:
        """Begin to move the view, whatever the tool."""
        self._hold(pos, Button.LeftButton)
        self.gesture = LookGesture(self.desk, self.nearby, pos, clicks=False)

    def zoom(self, pos: QPointF, factor: float) -> None:
        """Enlarge what is under the mouse."""
        if not self.is_busy:
            frame = self.nearby.zoomed(self.desk.scene.frame, pos, factor)
            self.desk.look(frame=frame)

    def turn(self, pos: QPointF, notches: float, keys: Modifier) -> None:
        """Turn the value that is being placed, or what this tool has to be turned; else zoom."""
        if isinstance(self.gesture, PlaceGesture) and has_values(self.desk):
            self.gesture.turn(notches)
        elif not turned(self.desk, self.nearby, pos, notches, keys):
            self.zoom(pos, ZOOM**notches)
        self.show_held()

    @property
    def can_nudge(self) -> bool:
        """True if the arrows move what is selected."""
        view = self.desk.view
        return view.hand.tool in SELECTORS and bool(view.where.selection)

    def nudge(self, across: int, up: int, is_far: bool, goes_on: bool) -> None:
        """Move what is selected by about some pixels; while a key is held it is one stroke."""
        if not goes_on:
            self._nudging = object()
        by = np.array([across, up]) * nudges(self.nearby) * (FARTHER if is_far else 1.0)
        self.desk.session.hold_frame()
        self.desk.apply(points.move, self.desk.view.where.selection, by, stroke=self._nudging)

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

    def _take_turn(self) -> None:
        """Look at where the mouse is now."""
        self._waits = self.desk.session.pace.is_due = False
        if self.pos is None:
            return
        self.show_held()  # before the points change: both are painted at once
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
        self._waits = self.desk.session.pace.is_due = False
        self.gesture = None
        self.desk.session.pace.release()

    def _under(self, pos: QPointF) -> Focus:
        """Find what lights up here: a point; or the place itself, while nothing is pinned."""
        view = self.desk.view
        if view.hand.tool in BRUSHES | SELECTORS:
            return NOTHING
        row = self.nearby.point(pos)
        if row is not None:
            return Focus(point=row)
        if view.where.pinned or view.hand.tool != "look" or not len(self.desk.document.data):
            return NOTHING
        return Focus(place=self.nearby.plot.place(pos)) if self.nearby.is_plane(pos) else NOTHING

    def _hover(self, focus: Focus) -> None:
        """Light something up; what others lit stays until there is something to light."""
        if focus or self.desk.view.hand.hovered == self._hovered:
            self._hovered = focus
            self.desk.look(hovered=focus)

    def show_held(self) -> None:
        """Show what the tool would do where the mouse is, and what it is doing."""
        pos = self.pos if self.pos is None or self.nearby.is_plane(self.pos) else None
        self.nearby.plot.picture.hold(held(self.desk, self.nearby, pos, self.gesture))

    def show_cursor(self) -> None:
        """Show what a click would do here, and what the tool is doing."""
        self.show_held()
        shape = shape_of(self.desk, self.nearby, self.gesture, self.pos)
        viewport = self.nearby.plot.viewport()
        if viewport.cursor().shape() != shape:
            viewport.setCursor(shape)
