"""A field for a number that keeps it exactly: what is shown is never written back rounded."""

from typing import Any

from PySide6.QtCore import QEvent, QRect, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QSizePolicy,
    QStyle,
    QStyleOptionSpinBox,
    QVBoxLayout,
    QWidget,
)

from ensemble_viz.engine.data import Refusal
from ensemble_viz.ui.form.span import Span, ask, written
from ensemble_viz.ui.look.keys import ENTER, claims
from ensemble_viz.ui.look.layouts import fill, named
from ensemble_viz.ui.look.widgets import WordButton

MARGIN = 6  # before the digits
ROOM = MARGIN + 7  # beside them in their place: what Qt leaves free, the thicker edge of the focus
ANY_WIDTH = 200
WORDS = 14  # as wide as so many digits, where words are written
LONGEST_SHOWN = 20  # characters of a text that have room; the others are scrolled to
MOST = 10_000_000  # from here on a number, as of a seed, has room as soon as it is shown
CTRL = Qt.KeyboardModifier.ControlModifier
Standard = QKeySequence.StandardKey
TEXT_KEYS = (Standard.SelectAll, Standard.Copy, Standard.Cut, Standard.Paste)
UNDO_KEYS = (Standard.Undo, Standard.Redo)
OWN_KEYS = (*ENTER, Qt.Key.Key_Escape, Qt.Key.Key_Up, Qt.Key.Key_Down)


class NumberField(QAbstractSpinBox):
    """Shows a number and asks for another; its owner decides, and shows what became of it."""

    entered = Signal(object)
    """A value that a person wants."""
    wrong = Signal(str)
    """Why what was typed is no value."""

    def __init__(self, name: str, span: Span, digits: int = 5) -> None:
        super().__init__()
        self.span = span
        self.digits = digits
        self.value: Any = None
        self.stroke = object()
        """What is changed by one press of an arrow, or in one visit, is undone together."""
        named(self, name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.lineEdit().setTextMargins(MARGIN, 0, 0, 0)
        if span.kind is str:
            self.setProperty("role", "words")  # without buttons Qt would leave no room to write

    def show_value(self, value: Any) -> None:
        wide, self.value = self._needed_width(), value
        if self._needed_width() != wide:
            self.updateGeometry()
        text = self._written(value)
        if self.lineEdit().text() != text:
            self.lineEdit().setText(text)
            self.lineEdit().setCursorPosition(0)
        self.update()  # the arrows

    def sizeHint(self) -> QSize:
        self.ensurePolished()
        width = self._needed_width() + ROOM + self._beside()
        return QSize(width, min(super().sizeHint().height(), self.maximumHeight()))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def _needed_width(self) -> int:
        """Measure the longest number there can be, or what else stands here."""
        digits = WORDS if self.span.kind is str else self.digits
        texts = ["0" * digits, *self.span.words]
        if self.span.kind is int and self.span.high is not None and self.span.high < MOST:
            texts.append(f"{self.span.high:.0f}")
        texts += [] if self.value is None else [self._written(self.value)[:LONGEST_SHOWN]]
        texts += [self._written(None)] if self.span.optional else []
        return max(self.fontMetrics().horizontalAdvance(text) for text in texts)

    def _beside(self) -> int:
        option = QStyleOptionSpinBox()
        self.initStyleOption(option)
        option.rect = QRect(0, 0, ANY_WIDTH, self.height())
        option.state &= ~QStyle.StateFlag.State_HasFocus  # its edge is in the room
        part = QStyle.SubControl.SC_SpinBoxEditField
        digits = self.style().subControlRect(QStyle.ComplexControl.CC_SpinBox, option, part, self)
        return option.rect.width() - digits.width()

    def _written(self, value: Any) -> str:
        """Write a value; where words are written none of them is nothing."""
        if value is None:
            return "" if self.span.kind is str else self.span.no_value
        return written(value)

    # --- arrows -------------------------------------------------------------------------------

    def stepBy(self, steps: int) -> None:
        """Go up or down from what stands there."""
        value = start = self._typed(self.value)
        for _ in range(abs(steps)):
            value = self.span.after(value, steps > 0)
        if value != start or start != self.value:
            self.entered.emit(value)
        self.show_value(self.value)
        if self.hasFocus():
            self.selectAll()

    def stepEnabled(self) -> QAbstractSpinBox.StepEnabledFlag:
        """Grey out an arrow that leads nowhere."""
        flags = QAbstractSpinBox.StepEnabledFlag
        found = flags.StepNone
        if self.span.after(self.value, True) != self.value:
            found |= flags.StepUpEnabled
        if self.span.after(self.value, False) != self.value:
            found |= flags.StepDownEnabled
        return found

    def _typed(self, otherwise: Any) -> Any:
        """Read what stands there, if it is a value."""
        if self.lineEdit().text() == self._written(self.value):
            return self.value
        try:
            return self.span.parse(self.lineEdit().text())
        except Refusal:
            return otherwise

    # --- typing -------------------------------------------------------------------------------

    def finish(self) -> None:
        text = self.lineEdit().text()
        if text != self._written(self.value):
            ask(self, self.span.parse, text)

    def event(self, event: QEvent) -> bool:
        """Keep the keys that mean something here from being shortcuts."""
        if claims(event, OWN_KEYS):
            return True
        if event.type() == QEvent.Type.ShortcutOverride and self._is_command(event):
            event.ignore()
            return True
        return super().event(event)

    def _is_command(self, event: QEvent) -> bool:
        """True if a key with Ctrl is not about the text; undo is, while one is typed."""
        if not isinstance(event, QKeyEvent) or not event.modifiers() & CTRL:
            return False
        is_typed = self.lineEdit().text() != self._written(self.value)
        return not any(map(event.matches, (*TEXT_KEYS, *(UNDO_KEYS if is_typed else ()))))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and Escape give the keys back, Escape without a change."""
        if event.key() == Qt.Key.Key_Escape:
            self.show_value(self.value)
            self.clearFocus()
        elif event.key() in ENTER:
            self.finish()
            self.editingFinished.emit()
            self.clearFocus()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.stroke = object()
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """What was typed counts, wherever one goes."""
        self.finish()
        super().focusOutEvent(event)

    # --- mouse --------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A press of an arrow is one gesture."""
        self.stroke = object()
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Give the keys back after an arrow: nothing is being typed."""
        super().mouseReleaseEvent(event)
        self.clearFocus()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Turn only in hand, never in passing."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class NumberOrWordField(QWidget):
    """Shows a number or a word and asks for another of either.

    A pressed button is the word that holds; released, it gives way to the number there was before.
    """

    entered = Signal(object)
    """A value that a person wants."""
    wrong = Signal(str)
    """Why what was typed is no value."""

    def __init__(self, name: str, span: Span, digits: int, otherwise: Any) -> None:
        """Offer the words of a span; `otherwise` is the number where there was none before."""
        super().__init__()
        self.setObjectName(name)
        self.number = NumberField(name, span, digits)
        self.otherwise = otherwise
        """The number that a released button brings back."""
        self.words = {word: WordButton(word, "word", f"{name} {word}") for word in span.words}
        for button in self.words.values():
            button.setCheckable(True)
            button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            button.clicked.connect(self._choose)
        fill(QVBoxLayout(self), self.number, *self.words.values(), gap=4)
        self.setFocusProxy(self.number)
        self.number.entered.connect(self.entered)
        self.number.wrong.connect(self.wrong)

    @property
    def value(self) -> Any:
        return self.number.value

    @property
    def stroke(self) -> object:
        """What is changed in one gesture is undone together."""
        return self.number.stroke

    def setAccessibleName(self, name: str) -> None:
        """Call the number so, and the words as what they are of it."""
        super().setAccessibleName(name)
        self.number.setAccessibleName(name)
        for word, button in self.words.items():
            button.setAccessibleName(f"{name}: {word}")

    def setAccessibleDescription(self, description: str) -> None:
        super().setAccessibleDescription(description)
        for part in (self.number, *self.words.values()):
            part.setAccessibleDescription(description)

    def show_value(self, value: Any) -> None:
        if value not in self.words:
            self.otherwise = value
        self.number.show_value(value)
        for word, button in self.words.items():
            with QSignalBlocker(button):
                button.setChecked(word == value)

    def _choose(self) -> None:
        """Ask for the word that was pressed, or for the number where one was released."""
        pressed = [
            word for word, button in self.words.items() if button.isChecked() and word != self.value
        ]
        self.number.stroke = object()
        self.entered.emit(pressed[0] if pressed else self.otherwise)
        self.show_value(self.value)  # what became of it
