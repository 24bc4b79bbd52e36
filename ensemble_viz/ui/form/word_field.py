"""A field for a number that may also be a word: the number, and below it a button for each word."""

from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QToolButton, QVBoxLayout, QWidget

from ensemble_viz.ui.form.number_field import NumberField
from ensemble_viz.ui.form.span import Span


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
        self.words = {word: QToolButton() for word in span.words}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.number)
        for word, button in self.words.items():
            button.setText(word)
            button.setObjectName(f"{name} {word}")
            button.setCheckable(True)
            button.setProperty("role", "word")
            button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(self._choose)
            column.addWidget(button)
        self.setFocusProxy(self.number)
        self.number.entered.connect(self.entered)
        self.number.wrong.connect(self.wrong)

    @property
    def value(self) -> Any:
        """What is shown."""
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
        """Describe number and words alike."""
        super().setAccessibleDescription(description)
        for part in (self.number, *self.words.values()):
            part.setAccessibleDescription(description)

    def show_value(self, value: Any) -> None:
        """Show a number or a word as it is."""
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
