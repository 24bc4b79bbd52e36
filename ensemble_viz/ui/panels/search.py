"""Why this round's tree was split where it was."""

import re

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ensemble_viz.document.document import Change
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.widgets import SectionHead, words
from ensemble_viz.ui.pictures.search_picture import SearchPicture

RELEVANT = ~(Change.LEARNED | Change.PLAY | Change.FRAME | Change.TITLE | Change.FINER)


class SearchPanel(QWidget):
    """Shows what every cut of a node would have left over; nothing where nothing is split."""

    filled = Signal(bool)
    """There is something to see, or there is not."""

    def __init__(self, desk: Desk) -> None:
        """Lay out head and curves."""
        super().__init__()
        self.setObjectName("search panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName("Why this split")
        self.desk = desk
        self.head = SectionHead("Why this split")
        self.picture = SearchPicture(desk)
        self.picture.read.connect(self._show_reading)
        self.hint = ""
        self.sides = words("", "hint")
        self.sides.setTextFormat(Qt.TextFormat.RichText)
        self.sides.setWordWrap(True)
        self.box = QVBoxLayout(self)
        for part in (self.head, self.picture, self.sides):
            self.box.addWidget(part)

    def refresh(self, scene: Scene, change: Change) -> None:
        """Show the search of a scene."""
        if not change & RELEVANT:
            return
        px = self.desk.theme.px
        for part in (self.head, self.picture):
            part.setVisible(scene.searches)
        self.filled.emit(scene.searches)
        if not scene.searches:
            self.box.setContentsMargins(0, 0, 0, 0)
            self.sides.hide()
            return
        self.box.setContentsMargins(px(16), px(9), px(16), px(7))
        self.box.setSpacing(px(3))
        plot = scene.search
        self.hint = plot.hint if plot else ""
        self.head.left.setText(plot.title if plot else "Why this split")
        self.picture.show_plot(plot)
        self._show_reading("")

    def _show_reading(self, text: str) -> None:
        self.head.right.setText(text or self.hint)
        needed = self.head.left.sizeHint().width() + self.head.right.sizeHint().width()
        self.head.left.setVisible(not text or needed < self.head.width())  # numbers come first
        self._show_sides()

    def _show_sides(self) -> None:
        """Show the sums on both sides of the cut that is read, else of the one that wins."""
        plot = self.picture.plot
        text = plot.sides(self.picture.reading) if plot else ""
        rows = re.sub("_([LR])", r"<sub>\1</sub>", text).replace("\n", "<br>")
        self.sides.setText(rows.replace("  ", "&nbsp; &nbsp;"))
        self.sides.setVisible(bool(text))
