"""All demonstrations by their chapters: what each is called, and the question it answers."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QToolButton, QVBoxLayout, QWidget

from ensemble_viz.engine import theory
from ensemble_viz.scene.theory import question_of
from ensemble_viz.scene.words.chapters import chapter_title
from ensemble_viz.ui.look.widgets import pressed_by_enter, words
from ensemble_viz.ui.theory.words import paragraph


class DemonstrationButton(QToolButton):
    """A demonstration that can be opened."""

    def __init__(self, name: str, title: str) -> None:
        """Be called as the demonstration is."""
        super().__init__()
        self.name = name
        self.setText(title)
        self.setObjectName(f"open {name}")
        self.setAccessibleName(title)
        self.setProperty("role", "figure")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Be pressed by Enter: Space belongs to the playback."""
        if not pressed_by_enter(self, event):
            super().keyPressEvent(event)


class ListPage(QWidget):
    """The list; a click opens a demonstration."""

    chosen = Signal(str)

    def __init__(self) -> None:
        """List all that there are."""
        super().__init__()
        self.setObjectName("theory list")
        self.setAccessibleName("Demonstrations")
        self.choices: dict[str, DemonstrationButton] = {}
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(2)
        for chapter in theory.CHAPTERS:
            box.addSpacing(10)
            box.addWidget(words(chapter_title(chapter), "head"))
            for name, one in theory.demonstrations().items():
                if theory.chapter_of(name) == chapter:
                    box.addSpacing(6)
                    self._add(box, name, one.title)
        box.addStretch(1)

    def _add(self, box: QVBoxLayout, name: str, title: str) -> None:
        choice = self.choices[name] = DemonstrationButton(name, title)
        choice.clicked.connect(self._choose)
        box.addWidget(choice, 0, Qt.AlignmentFlag.AlignLeft)
        box.addWidget(paragraph(question_of(name), "hint"))

    def _choose(self) -> None:
        sender = self.sender()
        assert isinstance(sender, DemonstrationButton)
        self.chosen.emit(sender.name)
