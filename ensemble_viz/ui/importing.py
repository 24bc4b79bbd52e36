"""The dialog before points are taken: what was understood, the first rows, a small plot."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QSignalBlocker, QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QProgressBar,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from ensemble_viz.document.files import ENCODINGS
from ensemble_viz.document.reading import Reader, Reading, reader, rows
from ensemble_viz.engine.data import Dataset
from ensemble_viz.scene.words import capital, counted
from ensemble_viz.ui.form.thumbnail import thumbnail
from ensemble_viz.ui.look.layouts import fill, named
from ensemble_viz.ui.look.style import Theme
from ensemble_viz.ui.look.widgets import ComboBox, words

TASKS = {"classification": "classes", "regression": "values"}
HEADERS = {True: "names the columns", False: "is a point"}
PARTS: tuple[tuple[str, str, dict[Any, str]], ...] = (
    ("separator", "Fields are separated by", rows.KINDS),
    ("decimal", "Numbers have decimal", reader.DECIMALS),
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
            changed: dict[str, Any] = {name: value}
            answer = self._value("answer")
            if name == "task" and answer is not None:
                role = "class" if value == "classification" else "value"
                changed = {"columns": {role: answer}}
        elif name == "answer":
            role = "value" if self._value("task") == "regression" else "class"
            changed = {"columns": {role: value}}
        else:
            changed = {"columns": {name: value}}
        self.changed.emit(changed)

    def _value(self, name: str) -> Any:
        index = self.fields[name].currentIndex()
        return self.offered[name][index] if index >= 0 else None


SIZE = (980, 600)
SLICE = 0.012  # seconds of reading between two looks at the window
PLOT = QSize(300, 220)
MOST_SHOWN = 24  # columns
AROUND, GAP = (24, 24, 24, 24), 24


class ImportDialog(QDialog):
    """Reads beside the window, in slices, and shows how it is understood so far."""

    def __init__(self, parent: QWidget, reader: Reader, theme: Theme, adds: bool = False) -> None:
        """Begin to read; `adds`: the points may also be put beside those that are there."""
        super().__init__(parent)
        self.reader, self.theme, self.adds = reader, theme, False
        self._shown: object = None
        self._was_read = False
        self.setObjectName("import")
        self.setWindowTitle(f"Points of {reader.reading.raw.name}")
        self.resize(*SIZE)
        self.choices = ReadingChoices()
        self._make_parts()
        self.take, self.add = QPushButton("Take these points"), QPushButton("Add to the points")
        self.cancel = QPushButton("Cancel")
        self.add.setVisible(adds)
        self._lay_out()
        self._clock = QTimer(self, interval=0)
        self._connect()
        self._clock.start()
        self._read_on()

    def _make_parts(self) -> None:
        self.summary, self.notes = words(role="title", wraps=True), words(role="hint", wraps=True)
        self.table = named(QTableWidget(), "first rows", "First rows")
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.setSelectionMode(QTableWidget.SelectionMode.NoSelection)
        self.plot = QLabel()
        self.plot.setAccessibleName("What the points look like")
        self.plot.setFixedSize(PLOT)
        self.progress = QProgressBar()
        self.progress.setRange(0, 1000)

    def _connect(self) -> None:
        self._clock.timeout.connect(self._read_on)
        self.choices.changed.connect(self.change)
        self.take.clicked.connect(self.accept)
        self.add.clicked.connect(self._accept_more)
        self.cancel.clicked.connect(self.reject)

    def _lay_out(self) -> None:
        side = fill(QVBoxLayout(), self.choices, None)
        side.addWidget(self.plot, 0, Qt.AlignmentFlag.AlignHCenter)
        buttons = fill(QHBoxLayout(), None, self.take, self.add, self.cancel)
        parts = (self.summary, (self.table, 1), self.notes, self.progress, buttons)
        row = fill(QHBoxLayout(self), side, fill(QVBoxLayout(), *parts), gap=GAP, edges=AROUND)
        row.setStretch(1, 1)
        self.take.setDefault(True)
        self.take.setProperty("primary", True)
        for name, button in (("take", self.take), ("add", self.add), ("cancel", self.cancel)):
            button.setObjectName(f"{name} points")

    @property
    def reading(self) -> Reading:
        return self.reader.reading

    def change(self, changed: dict[str, Any]) -> None:
        """Read it otherwise; it begins anew only where that is needed."""
        self.reader = self.reading.changed(**changed)
        self._clock.start()
        self._read_on()

    def reject(self) -> None:
        self._clock.stop()
        super().reject()

    def _read_on(self) -> None:
        if self.reader.step(SLICE):
            self._clock.stop()
        self.progress.setValue(round(1000 * self.reader.share))
        self.progress.setVisible(not self.reader.is_done)
        reading = self.reading
        parts = reading.file, reading.table, reading.layout, reading.data, reading.refusal
        if parts != self._shown:
            self._shown = parts
            self._show(reading)

    def _show(self, reading: Reading) -> None:
        self.choices.show_reading(reading)
        self._fill_table(reading)
        self.summary.setText(_summary(reading))
        self.notes.setText("\n".join(map(capital, reading.remarks)))
        self.notes.setVisible(bool(reading.remarks))
        self.take.setEnabled(reading.data is not None)
        if reading.data is not None and not self._was_read:
            self._was_read = True
            self.take.setFocus()  # Enter takes them
        self.add.setEnabled(self.reader.is_done)
        self._show_plot(reading.data)

    def _show_plot(self, data: Dataset | None) -> None:
        if data is None:
            self.plot.clear()
            return
        self.plot.setPixmap(thumbnail(data, self.theme, PLOT, self.devicePixelRatioF()))

    def _fill_table(self, reading: Reading) -> None:
        """Show the first rows, over each column what it is."""
        columns, rows = reading.columns[:MOST_SHOWN], reading.rows
        self.table.setColumnCount(len(columns))
        self.table.setRowCount(len(rows))
        roles = reading.roles[: len(columns)]
        titles = dict(COLUMNS) | {"class": "Answer", "value": "Answer"}
        heads = [
            f"{name[:24]}\n{titles.get(role, role).lower() or ' '}"
            for name, role in zip(columns, roles, strict=True)
        ]
        self.table.setHorizontalHeaderLabels(heads)
        self.table.horizontalHeader().resizeSections(QHeaderView.ResizeMode.ResizeToContents)
        ink, faint = self.theme.colour("ink"), self.theme.colour("ink3")
        for i, row in enumerate(rows):
            for j, text in enumerate(row[: len(columns)]):
                item = QTableWidgetItem(text[:200])
                item.setForeground(ink if roles[j] else faint)
                self.table.setItem(i, j, item)

    def _accept_more(self) -> None:
        self.adds = True
        self.accept()


def _summary(reading: Reading) -> str:
    """Say what comes of it, or why nothing does."""
    data = reading.data
    if reading.refusal:
        ask = " Choose the answer at the left." if reading.asks_for_answer else ""
        return capital(reading.reason) + ask
    if data is None:
        return "Reading…"
    tests = f", {counted(len(data.test), 'test point')}" if data.test is not None else ""
    kind = "values" if data.classes is None else counted(len(data.classes), "class", "classes")
    return f"{counted(len(data), 'point')}{tests}, {kind}"
