"""What the arrows walk through while it has the focus: Tab leads there, Escape leads back."""

from collections.abc import Callable
from typing import Any, NamedTuple

from PySide6.QtCore import QEvent, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QWidget

Key = Qt.Key
ARROWS = {Key.Key_Left: (-1, 0), Key.Key_Right: (1, 0), Key.Key_Up: (0, -1), Key.Key_Down: (0, 1)}
CHOOSES = (Key.Key_Return, Key.Key_Enter, Key.Key_Space)
RING = 2.0


class Ways(NamedTuple):
    """How the arrows walk through one kind of picture; functions, which hold no picture."""

    walk: Callable[[Any, int, int], None]
    """Go to the part that lies in a direction, (across, down)."""
    choose: Callable[[Any], None]
    """Do what a click on the part would do."""


class Walked(QWidget):
    """A painted widget whose parts can be reached without a mouse."""

    def __init__(self, ways: Ways | None = None) -> None:
        """Be reached by Tab alone: a click leaves the keys to the playback."""
        super().__init__()
        self.ways = ways
        policy = Qt.FocusPolicy.TabFocus if ways else Qt.FocusPolicy.NoFocus
        self.setFocusPolicy(policy)

    def event(self, event: QEvent) -> bool:
        """Keep the arrows from the playback while this has the focus; show that it has."""
        kind = event.type()
        if (
            kind == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and _is_ours(event)
        ):
            event.accept()
            return True
        done = super().event(event)
        if kind == QEvent.Type.Paint and self.hasFocus():
            painter = QPainter(self)
            painter.setPen(QPen(self.palette().highlight().color(), RING))
            inset = RING / 2.0
            painter.drawRect(QRectF(self.rect()).adjusted(inset, inset, -inset, -inset))
        return done

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk, or choose."""
        if self.ways is not None and event.key() in ARROWS:
            self.ways.walk(self, *ARROWS[Key(event.key())])
        elif self.ways is not None and event.key() in CHOOSES:
            self.ways.choose(self)
        else:
            event.ignore()


def _is_ours(event: QKeyEvent) -> bool:
    pad = Qt.KeyboardModifier.KeypadModifier
    return event.key() in (*ARROWS, *CHOOSES) and not event.modifiers() & ~pad
