"""A field for a list, written as on the command line: stump, knn(k=3)."""

from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit

from ensemble_viz.engine.params import Field
from ensemble_viz.ui.form.asking import ask
from ensemble_viz.ui.look.widgets import ENTER

LETTERS, FEW_LETTERS = 18, 12  # as wide as so many of them
ROOM = 18
USUAL = "the usual"


class ListField(QLineEdit):
    """Shows a list and asks for another; empty, it leaves the choice to the method."""

    entered = Signal(object)
    """A value that a person wants."""
    wrong = Signal(str)
    """Why what was typed is no list."""

    def __init__(self, field: Field, brief: bool) -> None:
        """Be called as the setting is."""
        super().__init__()
        self.field = field
        self.letters = FEW_LETTERS if brief else LETTERS
        self.value: Any = None
        self.stroke = object()
        self.setObjectName(field.name)
        self.setAccessibleName(field.name)
        self.setPlaceholderText(USUAL if field.optional else "")

    def show_value(self, value: Any) -> None:
        """Show a list as it is, in place of whatever stands there."""
        self.value = value
        text = self._written()
        if self.text() != text:
            self.setText(text)
            self.setCursorPosition(0)
        example = self.field.setting.items.example if self.field.setting.items else ""
        self.setToolTip(text or f"for example: {example}")

    def sizeHint(self) -> QSize:
        """Be as wide as some letters."""
        self.ensurePolished()
        width = self.fontMetrics().horizontalAdvance("n" * self.letters) + ROOM
        return QSize(width, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Never be narrower."""
        return self.sizeHint()

    def finish(self) -> None:
        """Ask for what was typed, or go back to what was there."""
        text = self.text().strip()
        if text != self._written():
            ask(self, self._read, text)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and Escape give the keys back, Escape without a change."""
        if event.key() == Qt.Key.Key_Escape:
            self.show_value(self.value)
            self.clearFocus()
        elif event.key() in ENTER:
            self.finish()
            self.clearFocus()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """What was typed counts, wherever one goes."""
        self.finish()
        super().focusOutEvent(event)

    def _read(self, text: str) -> Any:
        return None if not text and self.field.optional else self.field.parse(text)

    def _written(self) -> str:
        return "" if self.value is None else self.field.text(self.value)
