"""What was understood of a file, each of it open to be changed."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from ensemble_viz.document.reading import Reading
from ensemble_viz.document.reading.reader import DECIMALS
from ensemble_viz.document.reading.rows import KINDS
from ensemble_viz.document.text_file import ENCODINGS
from ensemble_viz.ui.look.widgets import ComboBox, words

TASKS = {"classification": "classes", "regression": "values"}
HEADERS = {True: "names the columns", False: "is a point"}
PARTS: tuple[tuple[str, str, dict[Any, str]], ...] = (
    ("separator", "Fields are separated by", KINDS),
    ("decimal", "Numbers have decimal", DECIMALS),
    ("encoding", "It is written in", ENCODINGS),
    ("header", "The first row", HEADERS),
    ("task", "The answers are", TASKS),
)
COLUMNS = (
    ("x1", "First coordinate"), ("x2", "Second coordinate"), ("answer", "Answer"),
    ("weight", "Weight"), ("split", "Train or test"), ("fold", "Fold"),
)  # fmt: skip
NONE = "–"
LONGEST, WIDTH = 40, 190


class ReadingChoices(QWidget):
    """A choice for all that can be understood otherwise."""

    changed = Signal(object)
    """What a person says of the file: the names and values of choices."""

    def __init__(self) -> None:
        """Offer nothing yet."""
        super().__init__()
        self.setObjectName("reading choices")
        self.fields: dict[str, ComboBox] = {}
        self.offered: dict[str, list[Any]] = {}
        self._columns: tuple[str, ...] | None = None
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(6)
        for name, title, offers in PARTS:
            self._add(grid, name, title)
            self._offer(name, list(offers), list(offers.values()))
        for name, title in COLUMNS:
            self._add(grid, name, title)
        grid.setColumnStretch(1, 1)

    def _add(self, grid: QGridLayout, name: str, title: str) -> None:
        field = self.fields[name] = ComboBox(name)
        field.setAccessibleName(title)
        field.setFixedWidth(WIDTH)
        field.activated.connect(self._choose)
        label = words(title, "label")
        label.setBuddy(field)
        grid.addWidget(label, grid.rowCount(), 0)
        grid.addWidget(field, grid.rowCount() - 1, 1)

    def _offer(self, name: str, values: list[Any], titles: Sequence[str]) -> None:
        field = self.fields[name]
        with QSignalBlocker(field):
            field.clear()
            field.addItems([title if len(title) <= LONGEST else f"{title[:LONGEST]}…"
                            for title in titles])  # fmt: skip
        self.offered[name] = values

    def show_reading(self, reading: Reading) -> None:
        """Show what was understood."""
        if reading.columns != self._columns:
            self._columns = reading.columns
            for name, _ in COLUMNS:
                rows = [None, *range(len(reading.columns))]
                self._offer(name, rows, (NONE, *reading.columns))
        found: dict[str, Any] = {
            "separator": reading.separator, "decimal": reading.decimal,
            "encoding": reading.encoding, "header": reading.has_header, "task": reading.task,
        }  # fmt: skip
        roles = {role: k for k, role in enumerate(reading.roles) if role}
        roles["answer"] = roles.get("class", roles.get("value", -1))
        for name, _ in COLUMNS:
            found[name] = roles.get(name, -1) if roles.get(name, -1) >= 0 else None
        for name, value in found.items():
            offers = self.offered[name]
            with QSignalBlocker(self.fields[name]):
                self.fields[name].setCurrentIndex(offers.index(value) if value in offers else -1)

    def _choose(self, _index: int) -> None:
        name = self.sender().objectName()
        value = self.offered[name][self.fields[name].currentIndex()]
        if name not in dict(COLUMNS):
            said: dict[str, Any] = {name: value}
            answer = self._value("answer")
            if name == "task" and answer is not None:
                role = "class" if value == "classification" else "value"
                said = {"columns": {role: answer}}
        elif name == "answer":
            role = "value" if self._value("task") == "regression" else "class"
            said = {"columns": {role: value}}
        else:
            said = {"columns": {name: value}}
        self.changed.emit(said)

    def _value(self, name: str) -> Any:
        index = self.fields[name].currentIndex()
        return self.offered[name][index] if index >= 0 else None
