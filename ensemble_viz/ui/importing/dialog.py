"""The dialog before points are taken: what was understood, the first rows, a small plot."""

from typing import Any

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtWidgets import (
    QDialog,
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

from ensemble_viz.document.reading import Reader, Reading
from ensemble_viz.document.reading.columns import NO_ANSWER
from ensemble_viz.engine.data import Dataset
from ensemble_viz.scene.words.numbers import counted
from ensemble_viz.ui.form.thumbnail import thumbnail
from ensemble_viz.ui.importing.choices import COLUMNS, ReadingChoices
from ensemble_viz.ui.look.theme import Theme
from ensemble_viz.ui.look.widgets import words

SIZE = (980, 600)
SLICE = 0.012  # seconds of reading between two looks at the window
PLOT = QSize(300, 220)
MOST_SHOWN = 24  # columns
MARGIN, GAP = 24, 12


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
        self.said = words("", "title")
        self.said.setWordWrap(True)
        self.notes = words("", "hint")
        self.notes.setWordWrap(True)
        self.table = QTableWidget()
        self.table.setObjectName("first rows")
        self.table.setAccessibleName("First rows")
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
        side, main, buttons = QVBoxLayout(), QVBoxLayout(), QHBoxLayout()
        side.addWidget(self.choices)
        side.addStretch(1)
        side.addWidget(self.plot, 0, Qt.AlignmentFlag.AlignHCenter)
        for part in (self.said, self.table, self.notes, self.progress):
            main.addWidget(part)
        main.setStretchFactor(self.table, 1)
        buttons.addStretch(1)
        for button in (self.take, self.add, self.cancel):
            buttons.addWidget(button)
        main.addLayout(buttons)
        row = QHBoxLayout(self)
        row.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        row.setSpacing(2 * GAP)
        row.addLayout(side)
        row.addLayout(main, 1)
        self.take.setDefault(True)
        self.take.setProperty("primary", True)
        for name, button in (("take", self.take), ("add", self.add), ("cancel", self.cancel)):
            button.setObjectName(f"{name} points")

    @property
    def reading(self) -> Reading:
        """What is understood so far."""
        return self.reader.reading

    def change(self, said: dict[str, Any]) -> None:
        """Read it otherwise; it begins anew only where that is needed."""
        self.reader = self.reading.changed(**said)
        self._clock.start()
        self._read_on()

    def reject(self) -> None:
        """Read no further."""
        self._clock.stop()
        super().reject()

    def _read_on(self) -> None:
        """Read a slice, and show what is new."""
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
        self.said.setText(_said(reading))
        prefix = f"{reading.raw.name}: "
        notes = [note.removeprefix(prefix) for note in reading.notes]
        self.notes.setText("\n".join(note[:1].upper() + note[1:] for note in notes))
        self.notes.setVisible(bool(notes))
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


def _said(reading: Reading) -> str:
    """Say what comes of it, or why nothing does."""
    data = reading.data
    if reading.refusal:
        text = reading.refusal.removeprefix(f"{reading.raw.name}: ").removeprefix(
            f"{reading.raw.name}, "
        )
        ask = " Choose the answer at the left." if text.endswith(NO_ANSWER) else ""
        return text[:1].upper() + text[1:] + ask
    if data is None:
        return "Reading…"
    tests = f", {counted(len(data.test), 'test point')}" if data.test is not None else ""
    kind = "values" if data.classes is None else counted(len(data.classes), "class", "classes")
    return f"{counted(len(data), 'point')}{tests}, {kind}"
