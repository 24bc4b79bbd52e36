"""The bar under the header: why something was refused, until it is closed; or what was done."""

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from ensemble_viz.document.document import Change
from ensemble_viz.engine.data import Refusal
from ensemble_viz.engine.methods import Method
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.desk import Desk

MOMENT = 6000  # milliseconds for which it is told what was done


class Notice(QWidget):
    """One sentence and a button to close it."""

    def __init__(self, desk: Desk) -> None:
        """Be hidden until there is something to say."""
        super().__init__()
        self.desk = desk
        self._method: Method | None = None
        self._fading = QTimer(self, singleShot=True, interval=MOMENT)
        self._fading.timeout.connect(self.hide)
        self.setObjectName("notice")
        self.setAccessibleName("Notice")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.words = QLabel()
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.words.setWordWrap(True)
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        close = QPushButton("Close")
        close.setObjectName("close notice")
        close.clicked.connect(self.hide)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 4, 8, 4)
        row.addWidget(self.words, 1)
        row.addWidget(close)
        self.hide()

    def say(self, sentence: str) -> None:
        """Show a sentence."""
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
