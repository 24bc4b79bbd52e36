"""The bar under the header: why something was refused or went wrong; and lists made when opened."""

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QWidget

from ensemble_viz.document.document import Change
from ensemble_viz.engine.data import Refusal
from ensemble_viz.engine.methods import Method
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.layouts import fill, named
from ensemble_viz.ui.look.widgets import paragraph

MOMENT = 6000  # milliseconds for which it is told what was done


class Notice(QWidget):
    """One sentence and a button to close it."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self._method: Method | None = None
        self._fading = QTimer(self, singleShot=True, interval=MOMENT)
        self._fading.timeout.connect(self.hide)
        named(self, "notice", "Notice")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.words = paragraph(role="")
        close = QPushButton("Close")
        close.setObjectName("close notice")
        close.clicked.connect(self.hide)
        fill(QHBoxLayout(self), (self.words, 1), close, edges=(16, 4, 8, 4))
        self.hide()

    def say(self, sentence: str) -> None:
        self._fading.stop()
        self.words.setText(sentence)
        self.show()

    def tell(self, sentence: str) -> None:
        """Show for a moment what was done."""
        self.say(sentence)
        self._fading.start()

    def refresh(self, scene: Scene, change: Change) -> None:
        """A refusal is over when something was edited after it; who takes over is said."""
        if not change & (Change.DATA | Change.SETUPS):
            return
        self.hide()
        before, self._method = self._method, scene.stage.run.method
        if before is not None and before.name != self._method.name:
            try:
                before.refuse(scene.stage.data)
            except Refusal as refusal:
                self.tell(f"{self._method.title} takes over: {refusal}.")


NOTHING = "Nothing yet"


class ListMenu(QMenu):
    """Offers some things by their names."""

    def __init__(
        self,
        title: str,
        parent: QWidget,
        find: Callable[[], Sequence[tuple[str, Any]]],
        take: Callable[[Any], None],
    ) -> None:
        """List what `find` finds, by names; `take` takes what is chosen."""
        super().__init__(title, parent)
        self.setObjectName(title.lower())
        self._find, self._take = find, take
        self.aboutToShow.connect(self.fill)
        self.triggered.connect(self._chosen)

    def fill(self) -> None:
        self.clear()
        for name, thing in self._find():
            self.addAction(name.replace("&", "&&")).setData(thing)
        if self.isEmpty():
            self.addAction(NOTHING).setEnabled(False)

    def _chosen(self, action: QAction) -> None:
        self._take(action.data())
