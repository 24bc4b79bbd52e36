"""The edits with their names, the latest at the bottom: a click goes back to any of them."""

from PySide6.QtCore import QSignalBlocker, QSize, Qt
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from ensemble_viz.document.document import Change
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.widgets import SectionHead

WIDTH, HEIGHT = 280, 360
START = "As it was opened"


class HistoryPanel(QWidget):
    """Lists what was done, and what was undone in grey."""

    def __init__(self, desk: Desk) -> None:
        """List nothing yet."""
        super().__init__()
        self.desk = desk
        self.setObjectName("history")
        self.setAccessibleName("History")
        self.list = QListWidget()
        self.list.setObjectName("edits")
        self.list.setAccessibleName("Edits")
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemClicked.connect(self._go_to)
        self.list.itemActivated.connect(self._go_to)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(SectionHead("History"))
        box.addWidget(self.list)
        desk.undo.moved.connect(self.show_edits)
        self.show_edits()

    def sizeHint(self) -> QSize:
        """Be a list of some lines."""
        return QSize(self.desk.theme.px(WIDTH), self.desk.theme.px(HEIGHT))

    def refresh(self, _scene: Scene, change: Change) -> None:
        """Take the look; the edits are shown when they move."""
        if change & Change.LOOK:
            self.list.setFont(self.desk.theme.font("text"))
            self.show_edits()

    def show_edits(self) -> None:
        """List the edits, the one that was done last selected."""
        undo, theme = self.desk.undo, self.desk.theme
        with QSignalBlocker(self.list):
            self.list.clear()
            for k, words in enumerate((START, *undo.names)):
                item = QListWidgetItem(words)
                item.setForeground(theme.colour("ink" if k <= undo.index else "ink3"))
                self.list.addItem(item)
            self.list.setCurrentRow(undo.index)
        self.list.scrollToItem(self.list.item(undo.index))

    def _go_to(self, item: QListWidgetItem) -> None:
        self.desk.undo.go_to(self.list.row(item))
