"""What an empty canvas says: click to place a point, or start with some that are there."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QMoveEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from ensemble_viz.document import edits
from ensemble_viz.document.document import Change
from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.data.samples import SAMPLES
from ensemble_viz.scene.scene import Scene
from ensemble_viz.scene.words.grammar import uncapital
from ensemble_viz.ui.desk import Desk

WORDS = {"look": "Click to place a point", "spray": "Drag to spray points"}
OTHERWISE = "Take the tool Place (P) to begin"
WAYS = {"spray": "P places single ones"}
USUAL_WAY, PASTE = "Shift+P sprays a cloud of them", "Ctrl+V pastes a table"
GAP = 16


def suggested(data: Dataset) -> str:
    """Name a sample of the kind that the canvas is for."""
    if data.classes is not None:
        return "moons"
    return "sine" if data.dimension == 1 else "surface"


class Invitation(QWidget):
    """Lines and a button in the middle of the canvas, while there are no points."""

    def __init__(self, desk: Desk, parent: QWidget) -> None:
        """Be ready."""
        super().__init__(parent)
        self.desk = desk
        self.setObjectName("invitation")
        self.setAccessibleName("No points yet")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.words, self.hints = QLabel(), QLabel()
        self.words.setObjectName("invitation words")
        self.hints.setObjectName("invitation hints")
        self.start = QPushButton(parent)  # beside the words: it alone takes the mouse
        self.start.setObjectName("start with a sample")
        self.start.clicked.connect(self.start_with_sample)
        stack = QVBoxLayout(self)
        stack.setContentsMargins(0, 0, 0, 0)
        stack.setSpacing(GAP)
        for label in (self.words, self.hints):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            label.setTextFormat(Qt.TextFormat.PlainText)
            stack.addWidget(label)

    def moveEvent(self, event: QMoveEvent) -> None:
        """Take the button along, below the words."""
        super().moveEvent(event)
        self._place_button()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the button below the words."""
        super().resizeEvent(event)
        self._place_button()

    def _place_button(self) -> None:
        self.start.adjustSize()
        words = self.geometry()
        left = words.center().x() - self.start.width() // 2
        self.start.move(left, words.bottom() + GAP)

    def refresh(self, scene: Scene, change: Change) -> None:
        """Be seen while there are no points."""
        if change & Change.LOOK:
            theme = self.desk.theme
            for label, font in ((self.words, "caption"), (self.hints, "text")):
                label.setFont(theme.font(font))
                palette = label.palette()
                palette.setColor(label.foregroundRole(), theme.colour("ink2"))
                label.setPalette(palette)
            self.start.setFont(theme.font("button"))
        title = SAMPLES[suggested(scene.stage.data)].title
        self.start.setText(f"Start with {uncapital(title)}")
        data = scene.stage.data
        which = "1 and 2 change the class" if data.classes else "the wheel changes the value"
        tool = scene.view.hand.tool
        self.words.setText(WORDS.get("look" if tool == "place" else tool, OTHERWISE))
        ways = [WAYS.get(tool, USUAL_WAY), PASTE, *([which] if data.dimension == 2 else [])]
        self.hints.setText(" · ".join(ways))
        self._place_button()
        for part in (self, self.start):
            part.setVisible(not len(scene.stage.data))

    def start_with_sample(self) -> None:
        """Take the sample that is offered."""
        name = suggested(self.desk.document.data)
        chosen = SAMPLES[name]
        taken = (chosen.build(**chosen.resolve()), chosen.title, name)
        if self.desk.edit(chosen.title, edits.choose_data, *taken):
            self.desk.look(frame=None)
