"""All demonstrations by their chapters: what each is called, and the question it answers."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from ensemble_viz.engine import theory
from ensemble_viz.scene.theory import FigureRow, question_of
from ensemble_viz.scene.words import chapter_title
from ensemble_viz.ui.actions import Choice
from ensemble_viz.ui.look.layouts import fill, named
from ensemble_viz.ui.look.widgets import WordButton, paragraph, words

BESIDE = 32  # letters of a name and its number that stand in one line


class Sentences(QWidget):
    """Paragraphs below one another; as many as there are."""

    def __init__(self, name: str, role: str = "text") -> None:
        super().__init__()
        self.setObjectName(name)
        self.role = role
        self.labels: list[QLabel] = []
        self.box = fill(QVBoxLayout(self), gap=8)

    def say(self, sentences: tuple[str, ...]) -> None:
        """Write paragraphs, in the labels there are as far as they go."""
        while len(self.labels) < len(sentences):
            self.labels.append(paragraph(role=self.role))
            self.box.addWidget(self.labels[-1])
        for k, label in enumerate(self.labels):
            text = sentences[k] if k < len(sentences) else ""
            if label.text() != text:
                label.setText(text)
            label.setVisible(bool(text))


class FigureTable(QWidget):
    """Each figure: its name, its number beside it, what it is; below that a list or a table."""

    def __init__(self) -> None:
        super().__init__()
        named(self, "theory figures", "Figures of the demonstration")
        self.rows: list[tuple[QLabel, QLabel, QLabel, QLabel]] = []
        self.setMinimumWidth(1)  # the height asked for is that of the column's width
        self.box = fill(QVBoxLayout(self), gap=2)

    def show_rows(self, rows: tuple[FigureRow, ...]) -> None:
        while len(self.rows) < len(rows):
            self._add()
        for k, labels in enumerate(self.rows):
            row = rows[k] if k < len(rows) else FigureRow("", "", "")
            is_long = "\n" in row.value or len(row.name + row.value) > BESIDE
            number, table = ("", row.value) if is_long else (row.value, "")
            texts = (row.name.replace("_", " "), number, row.meaning, table)
            for label, text in zip(labels, texts, strict=True):
                if label.text() != text:
                    label.setText(text)
                label.setVisible(bool(text))
            labels[1].setToolTip(row.meaning)

    @property
    def shown(self) -> dict[str, str]:
        """What stands there: each name with its number."""
        return {
            name.text(): number.text() or table.text()
            for name, number, _, table in self.rows
            if name.text()
        }

    def _add(self) -> None:
        name, number = words(role="head"), paragraph(role="label")
        meaning, table = paragraph(role="hint"), paragraph(role="label")
        number.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
        line = QHBoxLayout()
        line.setSpacing(12)
        line.addWidget(name, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(number, 1)
        self.box.addLayout(line)
        self.box.addWidget(meaning)
        self.box.addWidget(table)
        self.rows.append((name, number, meaning, table))


class ListPage(QWidget):
    """The list; a click opens a demonstration."""

    chosen = Signal(str)

    def __init__(self, columns: int = 1) -> None:
        super().__init__()
        named(self, "theory list", "Demonstrations")
        self.choices: dict[str, WordButton] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(0)
        for k, chapter in enumerate(theory.CHAPTERS):
            grid.addLayout(self._chapter(chapter), *divmod(k, columns))
        grid.setRowStretch(len(theory.CHAPTERS), 1)

    def _chapter(self, chapter: str) -> QVBoxLayout:
        box = fill(QVBoxLayout(), 10, words(chapter_title(chapter), "head"), gap=2)
        for name, one in theory.demonstrations().items():
            if theory.chapter_of(name) == chapter:
                box.addSpacing(6)
                self._add(box, name, one.title)
        box.addStretch(1)
        return box

    def _add(self, box: QVBoxLayout, name: str, title: str) -> None:
        choice = self.choices[name] = WordButton(title, "figure", f"open {name}")
        choice.setCursor(Qt.CursorShape.PointingHandCursor)
        choice.clicked.connect(Choice(choice, self.open, name).take)
        box.addWidget(choice, 0, Qt.AlignmentFlag.AlignLeft)
        box.addWidget(paragraph(question_of(name), "hint"))

    def open(self, name: str) -> None:
        self.chosen.emit(name)
