"""The plot: a pyqtgraph view without margins, whose mouse belongs to the hand."""

from dataclasses import replace
from typing import Protocol

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import (
    QContextMenuEvent,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from ensemble_viz.document.where import Frame
from ensemble_viz.engine.data import FloatArray
from ensemble_viz.scene.frame import fit
from ensemble_viz.scene.picture import Sheet
from ensemble_viz.scene.shapes import Measures
from ensemble_viz.ui.canvas.canvas_picture import CanvasPicture
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.lettering import RULER
from ensemble_viz.ui.look.style import Theme

NOTCH = 120.0  # what a step of a mouse wheel counts
ZOOM = 1.2  # by what a step enlarges
HELD = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
ARROWS: dict[int, tuple[int, int]] = {
    Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, 1), Qt.Key.Key_Down: (0, -1),
}  # fmt: skip


class Mouse(Protocol):
    """Whoever the mouse of a plot belongs to."""

    def press(self, pos: QPointF, button: Qt.MouseButton, keys: Qt.KeyboardModifier) -> None:
        """Take a button going down, and the keys that are held with it."""

    def move(self, pos: QPointF) -> None:
        """Take the mouse going somewhere."""

    def release(self, pos: QPointF, button: Qt.MouseButton) -> None:
        """Take a button going up."""

    def leave(self) -> None:
        """Take the mouse leaving the plot."""

    def zoom(self, pos: QPointF, factor: float) -> None:
        """Enlarge what is under the mouse."""

    def turn(self, pos: QPointF, notches: float, keys: Qt.KeyboardModifier) -> None:
        """Take the wheel being turned."""

    @property
    def can_nudge(self) -> bool:
        """True if the arrows move what is selected."""

    def nudge(self, across: int, up: int, is_far: bool, goes_on: bool) -> None:
        """Move what is selected a little."""

    def ask(self, pos: QPointF) -> None:
        """Offer what can be done here."""


class Plot(pg.GraphicsView):
    """A view box that fills the widget."""

    def __init__(self, parent: QWidget, picture: CanvasPicture) -> None:
        """Show a picture in the part of the plane that is seen."""
        super().__init__(parent, background=None)
        self.setObjectName("plot")
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setViewportUpdateMode(self.ViewportUpdateMode.FullViewportUpdate)
        self.setCacheMode(self.CacheModeFlag.CacheNone)
        self.box = pg.ViewBox(enableMouse=False, enableMenu=False, defaultPadding=0.0)
        self.box.disableAutoRange()
        self.setCentralItem(self.box)
        self.viewport().setMouseTracking(True)
        self.viewport().installEventFilter(self)
        self.mouse: Mouse | None = None
        self.picture = picture
        self.theme, self.measures = picture.desk.theme, Measures()
        picture.changed.connect(self.viewport().update)

    def show_frame(self, frame: Frame) -> None:
        """See this part of the plane."""
        x, y = [frame.left, frame.right], [frame.bottom, frame.top]
        if self.box.viewRange() != [x, y]:
            self.box.setRange(xRange=x, yRange=y, padding=0.0, disableAutoRange=True)
        self.picture.place(self.sheet)

    def measure(self, theme: Theme, measures: Measures) -> None:
        self.theme, self.measures = theme, measures
        self.picture.place(self.sheet)

    @property
    def sheet(self) -> Sheet:
        """What a picture is made for that fills the viewport."""
        (left, right), (bottom, top) = self.box.viewRange()
        size, theme = self.viewport().size(), self.theme
        box = (0.0, 0.0, float(max(size.width(), 1)), float(max(size.height(), 1)))
        frame = Frame(left, bottom, right, top)
        return Sheet(box, RULER, frame, theme.palette, self.measures, theme.scale)

    def place(self, pos: QPointF) -> tuple[float, float]:
        """Turn a pixel into a place of the data."""
        sheet, frame = self.sheet, self.sheet.frame
        x = frame.left + pos.x() / sheet.width * (frame.right - frame.left)
        y = frame.top - pos.y() / sheet.height * (frame.top - frame.bottom)
        return x, y

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the picture beside the scene of the view: its items cost a millisecond or two."""
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), self.theme.colour("canvas"))
        self.picture.paint(painter, self.viewport().devicePixelRatioF())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if "picture" in vars(self):  # pyqtgraph resizes a view while it is made
            self.picture.place(self.sheet)

    # --- the mouse ----------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self.mouse is not None:
            self.mouse.press(event.position(), event.button(), event.modifiers())
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Take the second click of two as a click."""
        self.mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.mouse is not None:
            self.mouse.move(event.position())
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.mouse is not None:
            self.mouse.release(event.position(), event.button())
        event.accept()

    def leaveEvent(self, event: QEvent) -> None:
        if self.mouse is not None:
            self.mouse.leave()
        event.accept()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Hand the wheel on; with Alt it is turned sideways."""
        turned = event.angleDelta().y() or event.angleDelta().x()
        if self.mouse is not None and turned:
            self.mouse.turn(event.position(), turned / NOTCH, event.modifiers())
        event.accept()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer a menu; the mouse's own request comes with its button."""
        if self.mouse is not None and event.reason() == QContextMenuEvent.Reason.Keyboard:
            self.mouse.ask(QPointF(event.pos()))
        event.accept()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Zoom by a pinch of two fingers, too."""
        if not isinstance(event, QNativeGestureEvent) or self.mouse is None:
            return False
        if event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture:
            self.mouse.zoom(event.position(), max(0.2, 1.0 + event.value()))
        return True

    def event(self, event: QEvent) -> bool:
        """Keep the arrows from stepping through the run while they move what is selected."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            event.setAccepted(self._nudges(event))
            return True
        return bool(super().event(event))

    def _nudges(self, event: QKeyEvent) -> bool:
        plain = event.key() in ARROWS and not event.modifiers() & ~HELD
        return plain and self.mouse is not None and self.mouse.can_nudge

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move what is selected with the arrows; leave all other keys to the window."""
        if self.mouse is not None and self._nudges(event):
            is_far = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self.mouse.nudge(*ARROWS[event.key()], is_far, event.isAutoRepeat())
        else:
            event.ignore()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Leave all keys to the window."""
        event.ignore()


REACH = 12.0  # pixels around a point that count as the point
FARTHEST, NEAREST = 200.0, 1e-6  # how much more, or less, of the plane than the fit can be seen


class Nearby:
    """Finds points and places by pixels."""

    def __init__(self, desk: Desk, plot: Plot) -> None:
        self.desk = desk
        self.plot = plot

    def point(self, pos: QPointF, reach: float = REACH) -> int | None:
        """Find the point nearest to a pixel, if it is within reach of it or of its marker."""
        markers = self.desk.scene.markers
        hidden = not self.desk.view.look.layers.points
        if not len(markers.row) or hidden or not self.is_plane(pos):
            return None
        away = np.hypot(*(self.centres() - (pos.x(), pos.y())).T)
        away[away > np.maximum(reach, markers.radius(self.plot.measures.growth))] = np.inf
        k = int(away.argmin())
        return int(markers.row[k]) if np.isfinite(away[k]) else None

    def nearest(self, pos: QPointF) -> int | None:
        """Find the point nearest to a pixel, however far; None where there is no point."""
        markers = self.desk.scene.markers
        if not len(markers.row):
            return None
        away = np.hypot(*(self.centres() - (pos.x(), pos.y())).T)
        return int(markers.row[away.argmin()])

    def centres(self) -> FloatArray:
        """Give the places of the markers in logical pixels: (m, 2)."""
        return self.plot.sheet.places(self.desk.scene.markers.place)

    def is_plane(self, pos: QPointF) -> bool:
        """Say whether points can be here: on a line not where residuals are drawn."""
        plot = self.desk.scene.line_plot
        return plot is None or bool(plot.in_upper(self.plot.place(pos)[1]))

    def moved(self, frame: Frame, by: QPointF) -> Frame:
        """Move a frame along with the mouse; on a line sideways alone."""
        at = self.plot.sheet
        across = by.x() / at.width * (frame.right - frame.left)
        up = by.y() / at.height * (frame.top - frame.bottom)
        if self.desk.scene.is_line:
            up = 0.0
        return Frame(frame.left - across, frame.bottom + up, frame.right - across, frame.top + up)

    def zoomed(self, frame: Frame, pos: QPointF, factor: float) -> Frame:
        """Enlarge what is seen, and leave what is under the mouse where it is."""
        x, y = self.plot.place(pos)
        share = self._allowed(frame, factor)
        wide = replace(
            frame, left=x - (x - frame.left) * share, right=x + (frame.right - x) * share
        )
        if self.desk.scene.is_line:
            return wide
        return replace(wide, bottom=y - (y - frame.bottom) * share, top=y + (frame.top - y) * share)

    def _allowed(self, frame: Frame, factor: float) -> float:
        """Keep within sight of the points, and above what float64 can tell apart."""
        whole = fit(self.desk.document.data)
        span = (frame.right - frame.left) / (whole.right - whole.left)
        return float(min(max(1.0 / factor, NEAREST / span), FARTHEST / span))
