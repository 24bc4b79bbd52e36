"""A field for a list, written as on the command line: stump, knn(k=3)."""

from contextlib import suppress
from typing import Any

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QAbstractItemView, QCompleter, QLineEdit

from ensemble_viz.engine.data import Refusal
from ensemble_viz.engine.settings import Field
from ensemble_viz.ui.form.span import ask
from ensemble_viz.ui.look.keys import ENTER, claims
from ensemble_viz.ui.look.layouts import named

LETTERS, FEW_LETTERS = 18, 12  # as wide as so many of them
ROOM = 18
OWN_KEYS = (*ENTER, Qt.Key.Key_Escape, Qt.Key.Key_Down)
USUAL = "the usual"
ENTRY = Qt.ItemDataRole.UserRole + 1


class ListField(QLineEdit):
    """Shows a list and asks for another; empty, it leaves the choice to the method."""

    entered = Signal(object)
    """A value that a person wants."""
    wrong = Signal(str)
    """Why what was typed is no list."""

    def __init__(self, field: Field, brief: bool) -> None:
        super().__init__()
        self.field = field
        self.letters = FEW_LETTERS if brief else LETTERS
        self.value: Any = None
        self.stroke = object()
        named(self, field.name)
        self.setPlaceholderText(USUAL if field.optional else "")
        self.completer_ = _completer(field)
        self.completer_.setParent(self)  # or each would hold the other for ever
        self.completer_.setWidget(self)
        self.offers = popup_of(self.completer_)
        self.offers.setObjectName(f"{field.name} offered")
        self.completer_.activated.connect(self._take)
        self.textEdited.connect(self._offer)

    def show_usual(self, value: Any) -> None:
        """Say what an empty field stands for."""
        if self.field.optional:
            self.setPlaceholderText(_listed(value) if value else USUAL)
        if not self.text() and value:
            self.setToolTip(f"Empty, it is the usual: {_listed(value)}")

    # --- picking ------------------------------------------------------------------------------

    def _begin(self) -> int:
        """Find where the entry begins that the cursor is in."""
        items = self.field.setting.items
        assert items is not None
        for end in range(self.cursorPosition(), 0, -1):  # back to before a bracket that is open
            with suppress(Refusal):
                return end - len(items.split(self.text()[:end])[-1])
        return 0

    def _offer(self, _text: str = "") -> None:
        """Offer what begins with the letters that were typed last; all where there are none."""
        typed = self.text()[self._begin() : self.cursorPosition()].strip()
        self.completer_.setCompletionPrefix(typed)
        found = self.completer_.completionCount()
        only = self.completer_.currentCompletion() if found == 1 else ""
        if not found or only == typed:
            self.offers.hide()
            return
        self.offers.setMinimumWidth(self._widest())
        self.completer_.complete()

    def _take(self, entry: str) -> None:
        """Put what was picked in place of the entry that was begun."""
        self.offers.hide()
        begin, end = self._begin(), self.cursorPosition()
        before, after = self.text()[:begin].rstrip(), self.text()[end:]
        picked = f"{before} {entry}".strip()
        self.setText(picked + after)
        self.setCursorPosition(len(picked))

    def _widest(self) -> int:
        model = self.completer_.model()
        texts = [model.index(row, 0).data() for row in range(model.rowCount())]
        return max(self.fontMetrics().horizontalAdvance(text) for text in texts) + 2 * ROOM

    def show_value(self, value: Any) -> None:
        self.value = value
        text = self._written()
        if self.text() != text:
            self.setText(text)
            self.setCursorPosition(0)
        example = self.field.setting.items.example if self.field.setting.items else ""
        self.setToolTip(text or f"for example: {example}")

    def sizeHint(self) -> QSize:
        self.ensurePolished()
        width = self.fontMetrics().horizontalAdvance("n" * self.letters) + ROOM
        return QSize(width, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def finish(self) -> None:
        text = self.text().strip()
        if text != self._written():
            ask(self, self._read, text)

    def event(self, event: QEvent) -> bool:
        return claims(event, OWN_KEYS) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and Escape give the keys back, Escape without a change; Enter may pick first."""
        chosen = self.offers.isVisible() and self.offers.currentIndex().isValid()
        if chosen and event.key() in ENTER:
            event.ignore()  # the list takes it
        elif event.key() == Qt.Key.Key_Down and not self.offers.isVisible():
            self._offer()
        elif event.key() in (*ENTER, Qt.Key.Key_Escape):
            self.offers.hide()
            if event.key() == Qt.Key.Key_Escape:
                self.show_value(self.value)
            else:
                self.finish()
            self.clearFocus()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """What was typed counts, wherever one goes."""
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.finish()
        super().focusOutEvent(event)

    def _read(self, text: str) -> Any:
        return None if not text and self.field.optional else self.field.parse(text)

    def _written(self) -> str:
        return "" if self.value is None else self.field.text(self.value)


def popup_of(completer: QCompleter) -> QAbstractItemView:
    popup = completer.popup()
    assert popup is not None
    return popup


def _listed(values: Any) -> str:
    """Write a list, its numbers without needless digits."""
    return ", ".join(f"{each:g}" if isinstance(each, float) else str(each) for each in values)


def _completer(field: Field) -> QCompleter:
    """Offer the entries that a list can have, each with a few words about it."""
    items = field.setting.items
    model = QStandardItemModel()
    for text, words in items.offers() if items else ():
        item = QStandardItem(f"{text}  ·  {words}")
        item.setData(text, ENTRY)
        item.setToolTip(words)
        model.appendRow(item)
    completer = QCompleter(model)
    model.setParent(completer)
    completer.setCompletionRole(ENTRY)
    completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
    return completer
