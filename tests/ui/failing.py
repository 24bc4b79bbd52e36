"""A program in which one method after the other fails, wherever Qt calls it; for test_guard.

Prints what is left of it at the end.
"""

import json
import sys
from collections import Counter
from importlib import import_module
from unittest.mock import patch

from PySide6.QtCore import (
    QEvent,
    QMimeData,
    QModelIndex,
    QObject,
    QPoint,
    QPointF,
    QSettings,
    QSize,
    Qt,
    QUrl,
)  # fmt: skip
from PySide6.QtGui import (
    QCloseEvent,
    QContextMenuEvent,
    QDragEnterEvent,
    QDropEvent,
    QEnterEvent,
    QFocusEvent,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QResizeEvent,
    QShowEvent,
)  # fmt: skip
from PySide6.QtWidgets import QApplication, QWidget, QWidgetItem

from ensemble_viz.document import edits
from ensemble_viz.document.document import Change
from ensemble_viz.document.edits import points
from ensemble_viz.document.files import raw_text
from ensemble_viz.document.look import Theory
from ensemble_viz.document.reading import Reader
from ensemble_viz.ui.app import Reporter, first_document
from ensemble_viz.ui.guard import guard_overrides, guarded, overrides
from ensemble_viz.ui.importing import ImportDialog
from ensemble_viz.ui.session import Session
from ensemble_viz.ui.window import Window
from tests.ui.canvases import wheel_event

MIDDLE = QPointF(5.0, 5.0)
LEFT, NO_KEY = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
METHODS = ("adaboost", "voting", "xgboost")  # their forms hold all kinds of fields
calls: Counter[str] = Counter()


LATER = (
    "ensemble_viz.ui.theory.demonstration_page", "ensemble_viz.ui.theory.list_page",
    "ensemble_viz.ui.publish",
)  # fmt: skip
"""Modules that the program loads when somebody asks for what is in them."""


def label(kind, name):
    return f"{kind.__module__}.{kind.__name__}.{name}"


class Turn:
    """Whose turn it is to fail."""

    whose: tuple[type, str] | None = None


def trip(kind, name, override):
    """Let a method fail when it is its turn; one that is guarded stays so."""
    original = getattr(override, "__wrapped__", override)

    def method(*given, **named):
        if Turn.whose == (kind, name):
            calls[label(kind, name)] += 1
            raise RuntimeError(label(kind, name))
        return original(*given, **named)

    method.__annotations__ = original.__annotations__
    setattr(kind, name, guarded(method) if original is not override else method)


def mouse(kind, button=LEFT):
    return QMouseEvent(kind, MIDDLE, MIDDLE, MIDDLE, button, button, NO_KEY)


def events(widget):
    """One event of every kind, made anew."""
    kinds, mime = QEvent.Type, QMimeData()
    mime.setUrls([QUrl.fromLocalFile("/nowhere/points.csv")])
    act, point = Qt.DropAction.CopyAction, QPoint(5, 5)
    handlers = {
        "mousePressEvent": mouse(kinds.MouseButtonPress),
        "mouseMoveEvent": mouse(kinds.MouseMove),
        "mouseReleaseEvent": mouse(kinds.MouseButtonRelease),
        "mouseDoubleClickEvent": mouse(kinds.MouseButtonDblClick),
        "wheelEvent": wheel_event(widget, point, 1),
        "keyPressEvent": QKeyEvent(kinds.KeyPress, Qt.Key.Key_F15, NO_KEY),
        "keyReleaseEvent": QKeyEvent(kinds.KeyRelease, Qt.Key.Key_F15, NO_KEY),
        "focusInEvent": QFocusEvent(kinds.FocusIn),
        "focusOutEvent": QFocusEvent(kinds.FocusOut),
        "enterEvent": QEnterEvent(MIDDLE, MIDDLE, MIDDLE),
        "leaveEvent": QEvent(kinds.Leave),
        "resizeEvent": QResizeEvent(widget.size(), QSize(1, 1)),
        "showEvent": QShowEvent(),
        "hideEvent": QHideEvent(),
        "contextMenuEvent": QContextMenuEvent(QContextMenuEvent.Reason.Mouse, point, point),
        "dragEnterEvent": QDragEnterEvent(point, act, mime, LEFT, NO_KEY),
        "dropEvent": QDropEvent(MIDDLE, act, mime, LEFT, NO_KEY),
        "closeEvent": QCloseEvent(),
        "event": QEvent(kinds.User),
        "viewportEvent": QEvent(kinds.User),
    }
    return handlers, mime


ASKED = {  # what Qt asks in the middle of something else: it is asked the same here
    "stepBy": (1,), "hitButton": (QPoint(1, 1),), "setAccessibleName": ("field",),
    "setAccessibleDescription": ("a field",), "data": (QModelIndex(),),
    "headerData": (0, Qt.Orientation.Horizontal),
}  # fmt: skip


class Faults:
    """Makes Qt call one method of one thing."""

    def __init__(self, window):
        self.window, self.sent = window, []
        popups = window.parts.history, window.parts.classes  # of nobody until they are opened
        inside = [one for popup in popups for one in popup.findChildren(QObject)]
        self.things = [window, *window.findChildren(QObject), *popups, *inside]

    def thing(self, kind, name):
        """Find something of a class that has no other method of this name, best one in sight."""
        alike = [one for one in self.things if isinstance(one, kind)]
        own = [one for one in alike if getattr(type(one), name) is vars(kind)[name]]
        seen = [one for one in own if isinstance(one, QWidget) and one.isVisible()]
        return (seen or own or [None])[0]

    def provoke(self, name, thing):
        """Let Qt call it."""
        handlers, mime = events(self.window)
        self.sent.append(mime)  # Qt does not keep what is dropped
        if name == "refresh":
            thing.refresh(self.window.session.scene, Change.ALL)
        elif name == "eventFilter":
            watched = QObject()
            watched.installEventFilter(thing)
            QApplication.sendEvent(watched, QEvent(QEvent.Type.User))
        elif name in handlers:
            for target in (thing, getattr(thing, "viewport", lambda: thing)()):
                QApplication.sendEvent(target, handlers[name])
        elif name in ("draw", "paint", "paintEvent", "boundingRect"):
            self.paint(thing)
        elif name in ("sizeHint", "minimumSizeHint"):
            thing.adjustSize()
            QWidgetItem(thing).minimumSize()

    def paint(self, thing):
        """Paint everything anew, also what is empty."""
        with patch.object(type(thing), "is_empty", False, create=True):
            self.window.session.tell(Change.ALL)
            QApplication.processEvents()
            if isinstance(thing, QWidget):
                thing.resize(thing.size().expandedTo(QSize(40, 40)))
            for target in (self.window.canvas, self.window.parts.points, thing):
                if isinstance(target, QWidget):
                    target.grab()


def opened(folder):
    """Open the program with everything in sight, and every method about to fail."""
    for module in LATER:
        import_module(module)
    guard_overrides()
    for found in list(overrides()):
        trip(*found)
    kept = QSettings(f"{folder}/kept.ini", QSettings.Format.IniFormat)
    first = first_document()
    window = Window(Session(first), kept)
    sys.excepthook = Reporter(window).report
    window.resize(1700, 1000)
    window.show()
    for action in ("theory", "points", "figures", "keys", "last", "next_point", "classes"):
        window.named[action].trigger()
    window.session.look(theory=Theory("alpha"))
    QApplication.processEvents()
    _ = [commands.dialog for commands in window.commands if hasattr(commands, "export_again")]
    window.parts.header.popup.toggle()
    window.session.apply(points.place, [(3.0, 4.0)], [1])
    ImportDialog(window, Reader(raw_text("table", "x1,x2,class\n1,2,a\n")), window.session.theme)
    return window


def fail(window, faults, kind, name):
    """Let one method fail; what Qt knows already it does not ask again, so we ask."""
    thing = faults.thing(kind, name)
    if thing is None or calls[label(kind, name)]:
        return
    Turn.whose = (kind, name)
    faults.provoke(name, thing)
    QApplication.processEvents()
    if not calls[label(kind, name)]:
        getattr(thing, name)(*ASKED.get(name, ()))
    Turn.whose = None
    window.session.tell(Change.ALL)
    QApplication.processEvents()


def main():
    app = QApplication([])
    window = opened(sys.argv[1])
    known = [(kind, name) for kind, name, _ in overrides()]
    for method in METHODS:
        window.session.edit("Method", edits.choose_method, 0, method)
        app.processEvents()
        faults = Faults(window)
        for kind, name in known:
            fail(window, faults, kind, name)
    every = [label(kind, name) for kind, name in known]
    left = {
        "never": [one for one in every if not calls[one]],
        "failed": list(calls),
        "points": len(window.session.document.data),
        "shown": len(window.canvas.nearby.centres()),
        "seen": window.isVisible(),
        "notice": window.notice.words.text(),
    }
    json.dump(left, sys.stdout)
    window.files.ask.leave = lambda *_asked: "discard"
    window.close()


if __name__ == "__main__":
    main()
