"""A window on a screen that nobody sees, and a mouse whose events come from the system's side."""

import gc
import os
import tempfile
import time
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QObject, QPoint, QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QGraphicsView, QWidget

from ensemble_viz.document.document import Change, Document, Setup
from ensemble_viz.document.session_file import Saved
from ensemble_viz.engine import methods
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.app import spare_memory
from ensemble_viz.ui.canvas.canvas import Canvas
from ensemble_viz.ui.desk import Desk, Follower
from ensemble_viz.ui.pace import Garbage
from ensemble_viz.ui.session import Session
from ensemble_viz.ui.window import Window
from tests.bench.points import moons
from tests.screens import offscreen

LEFT, NO_KEY = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
PATIENCE = 20  # turns of the event loop until something must have been painted
FEW = 20  # points, for a window that is opened or closed with nothing much in it
AT_REST = 0.3  # seconds after which nothing glides any more
Size = tuple[int, int]


def application() -> QApplication:
    """Give the one application there is, on a screen that is large enough."""
    found = QApplication.instance()
    if isinstance(found, QApplication):
        return found
    if os.environ["QT_QPA_PLATFORM"] == "offscreen":
        os.environ["QT_QPA_PLATFORM"] = offscreen(Path(tempfile.mkdtemp()), 1920, 1200)
    made = QApplication([])
    made.setStyle("Fusion")
    return made


def document(method: str, n: int, **settings: Any) -> Document:
    """Put moons and a method together."""
    params = methods.method(method).params.from_values(settings)
    return Document(moons(n).data(), (Setup(method, params, 1),), "Moons")


def several(n: int, count: int, rounds: int) -> Document:
    """Put moons and so many methods side by side: boosting, a forest, bagging."""
    chosen = (("adaboost", {}), ("random-forest", {}), ("gradient-boosting", {"max_depth": 2}),
              ("bagging", {}))[:count]  # fmt: skip
    setups = tuple(
        Setup(name, methods.method(name).params.from_values({**own, "rounds": rounds}), 1)
        for name, own in chosen
    )
    return Document(moons(n).data(), setups, "Moons")


class Paints(QObject):
    """Notes when a widget has been painted with something new, and its window with it."""

    def __init__(self, widget: QWidget, session: Session) -> None:
        """Watch a widget that follows a session."""
        super().__init__(widget)
        self.count = 0
        self.finished = 0.0, 0.0, 0.0
        """When the last of these paints was over: by the clock, and in CPU time of the whole
        process and of this thread."""
        self.is_fresh, self.latest = True, self.finished
        """Whether nothing has changed since the last paint, and when that ended."""
        self._news, self._painted = False, False
        self._top = widget.window()
        widget.installEventFilter(self)
        self._top.installEventFilter(self)
        session.changed.connect(self._hear)

    def _hear(self, _scene: Scene, change: Change) -> None:
        self._news |= bool(change & (Change.DATA | Change.ROUND))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let everything pass; a window that is asked for an update paints at once."""
        if watched is not self._top:
            self._painted |= event.type() == QEvent.Type.Paint
            return False
        if event.type() != QEvent.Type.UpdateRequest:
            return False
        self._painted = False
        self._top.event(event)
        if self._painted:
            self.is_fresh = True
            self.latest = time.perf_counter(), time.process_time(), time.thread_time()
        if self._painted and self._news:
            self._news = False
            self.count += 1
            self.finished = self.latest
        return True

    def grow_old(self) -> None:
        """Take note that the canvas has something new to show."""
        self.is_fresh = False


class Easel:
    """A canvas alone or a whole window, and a mouse over it."""

    def __init__(self, shown: Document, size: Size, alone: bool = False) -> None:
        """Show it, with all rounds learned."""
        self.app = application()
        self.session = Session(shown)
        if alone:
            self.top: QWidget = Canvas(Desk(self.session))
            Garbage(self.top)  # as a window does
            self.canvas = self.top
            Follower(Desk(self.session), self.canvas, self.canvas)
        else:
            nothing = QSettings(tempfile.mktemp(suffix=".ini"), QSettings.Format.IniFormat)
            self.top = window = Window(self.session, nothing)
            window.files.ask.leave = lambda *_asked: "discard"
            self.canvas = window.canvas
        self.top.resize(*size)
        self.top.show()
        spare_memory()  # as the program does
        view = self.canvas.findChild(QGraphicsView)
        assert view is not None
        self.ground: QWidget = view.viewport()
        self.rest()
        self.paints = Paints(self.ground, self.session)
        self.canvas.picture.changed.connect(self.paints.grow_old)

    def give_canvas(self, size: Size) -> None:
        """Make the window so large that its canvas has a size."""
        more = [
            wanted - has for wanted, has in zip(size, self.canvas.size().toTuple(), strict=True)
        ]
        self.top.resize(self.top.width() + more[0], self.top.height() + more[1])
        self.rest()

    def rest(self) -> None:
        """Wait until all rounds are learned and nothing moves."""
        until = time.monotonic() + AT_REST
        while self.session.is_learning or time.monotonic() < until:
            self.app.processEvents()

    def wait(self, until: float) -> None:
        """Let the window do what it has to until a time of the clock."""
        while time.perf_counter() < until:
            self.app.processEvents()

    def press(self, widget: QWidget, place: QPoint) -> None:
        """Hold the left button down at a place of a widget."""
        QTest.mousePress(self.top.windowHandle(), LEFT, NO_KEY, widget.mapTo(self.top, place))
        self.app.processEvents()

    def move(self, widget: QWidget, place: QPoint) -> None:
        """Move there, and come back when that is painted; timers that are due take their turn."""
        painted, turns = self.paints.count, 0
        QTest.mouseMove(self.top.windowHandle(), widget.mapTo(self.top, place))
        while self.paints.count == painted and turns < PATIENCE:
            self.app.processEvents()
            turns += 1

    def draw(self, place: QPoint) -> None:
        """Move there on the canvas, and come back when what the tool does there is painted."""
        pace, turns = self.session.pace, 0
        QTest.mouseMove(self.top.windowHandle(), self.ground.mapTo(self.top, place))
        while (pace.is_due or not self.paints.is_fresh) and turns < PATIENCE:
            self.app.processEvents()
            turns += 1

    def leave(self, widget: QWidget, place: QPoint) -> None:
        """Let the button go, and close the window."""
        QTest.mouseRelease(self.top.windowHandle(), LEFT, NO_KEY, widget.mapTo(self.top, place))
        self.close()

    def close(self) -> None:
        """Close the window, and let it go; what it may still be learning would disturb the next."""
        self.session.open(Saved(document("adaboost", FEW)))
        self.rest()
        self.top.close()
        self.top.deleteLater()
        self.app.processEvents()
        self.app.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        gc.collect()
        gc.enable()  # what is timed next has no window, and this one's worker is at rest
