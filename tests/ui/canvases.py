"""A canvas by itself, and a mouse on it."""

import numpy as np
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QImage, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from ensemble_viz.document.document import Document, Setup
from ensemble_viz.engine import methods
from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.scene.picture.primitives import Tags
from ensemble_viz.ui.canvas.canvas import Canvas
from ensemble_viz.ui.desk import Desk, Follower
from ensemble_viz.ui.session import Session

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
MIDDLE = Qt.MouseButton.MiddleButton
NO_KEY = Qt.KeyboardModifier.NoModifier
SIZE = (780, 600)  # within the offscreen platform's screen: the cursor cannot leave that


def session_of(data, method="adaboost", seed=0, **settings):
    params = methods.method(method).params.from_values(settings)
    return Session(Document(data, (Setup(method, params, seed),), "Points"))


def dataset(points, target, classes=("A", "B")):
    points = np.array(points, dtype=float).reshape(-1, 2)
    kind = float if classes is None else np.int64
    return Dataset(points, np.array(target, dtype=kind), classes)


class Easel:
    """A canvas in a window of its own, its session, and a mouse."""

    def __init__(self, qtbot, session, size=SIZE):
        self.session = session
        self.canvas = Canvas(Desk(session))
        self.session.look(glides=False)
        qtbot.addWidget(self.canvas, before_close_func=self._leave)
        Follower(Desk(session), self.canvas, self.canvas)
        self.canvas.resize(*size)
        with qtbot.waitExposed(self.canvas):
            self.canvas.show()
        qtbot.waitUntil(lambda: not session.is_learning)
        self.settle()

    def _leave(self, _canvas):
        """Keep the canvas until it is closed: one that is painted must not be collected."""
        self.settle()

    @property
    def viewport(self):
        return self.canvas.plot.viewport()

    @property
    def data(self):
        return self.session.document.data

    @property
    def view(self):
        return self.session.view

    def settle(self):
        for _ in range(3):
            QApplication.processEvents()

    def pixel(self, x, y):
        """The pixel of a place, computed from the frame alone."""
        frame, size = self.session.scene.frame, self.viewport.size()
        across = (x - frame.left) / (frame.right - frame.left) * size.width()
        down = (frame.top - y) / (frame.top - frame.bottom) * size.height()
        return QPoint(round(across), round(down))

    def of_point(self, row):
        up = self.data.points[row, 1] if self.data.dimension == 2 else self.data.target[row]
        return self.pixel(self.data.points[row, 0], up)

    def place(self, pos):
        """The place of a pixel, computed from the frame alone."""
        frame, size = self.session.scene.frame, self.viewport.size()
        x = frame.left + pos.x() / size.width() * (frame.right - frame.left)
        y = frame.top - pos.y() / size.height() * (frame.top - frame.bottom)
        return x, y

    def pixel_size(self):
        frame, size = self.session.scene.frame, self.viewport.size()
        width, height = frame.right - frame.left, frame.top - frame.bottom
        return np.array([width / size.width(), height / size.height()])

    def empty_pixel(self):
        """A pixel far from all points and cards."""
        cards = [card.geometry() for card in self.canvas.overlays.cards if not card.isHidden()]
        best, where = 0.0, QPoint()
        centres = self.canvas.nearby.centres()
        for x in range(40, self.viewport.width() - 40, 20):
            for y in range(140, self.viewport.height() - 90, 20):
                away = np.hypot(*(centres - (x, y)).T).min(initial=1e9)
                covered = any(card.contains(QPoint(x, y)) for card in cards)
                if away > best and not covered:
                    best, where = away, QPoint(x, y)
        assert best > 30
        return where

    def click(self, pos, button=LEFT):
        QTest.mouseClick(self.viewport, button, pos=pos)
        self.settle()

    def hover(self, pos):
        QTest.mouseMove(self.viewport, pos)
        self.settle()

    def drag(self, start, *stops, button=LEFT, release=True):
        QTest.mousePress(self.viewport, button, pos=start)
        for stop in stops:
            QTest.mouseMove(self.viewport, stop)
            self.settle()
        if release:
            QTest.mouseRelease(self.viewport, button, pos=stops[-1])
            self.settle()

    def wheel(self, pos, notches):
        QApplication.sendEvent(self.viewport, wheel_event(self.viewport, pos, notches))
        self.settle()

    def image(self):
        """What is on the screen, in device pixels, without the cards."""
        return array(self.canvas.plot.grab().toImage())


def wheel_event(widget, pos, notches):
    """A wheel that was turned over a widget."""
    where = QPointF(pos)
    turned = QPoint(0, 120 * notches)
    phase = Qt.ScrollPhase.NoScrollPhase
    none = Qt.MouseButton.NoButton
    return QWheelEvent(
        where, widget.mapToGlobal(where), QPoint(), turned, none, NO_KEY, phase, False
    )


def array(image):
    """The colours of an image: (rows, columns, 3)."""
    image = image.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1)
    return rows[:, : 3 * image.width()].reshape(image.height(), image.width(), 3).copy()


def moons(n=40):
    return sample("moons", n=n)


def level(canvas, name):
    """Find a level of what the canvas shows."""
    (found,) = (layer for layer in canvas.picture.layers if layer.level == name)
    return found


def tags(canvas, key=""):
    """List what is written on the canvas, of a kind."""
    return [tag for layer in canvas.picture.layers for item in layer.items
            if isinstance(item, Tags) for tag in item.tags if tag.key.startswith(key)]  # fmt: skip


def marks(canvas, name="points"):
    """Find the marks of a level."""
    (found,) = level(canvas, name).items
    return found
