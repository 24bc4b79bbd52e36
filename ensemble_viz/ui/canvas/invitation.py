"""What an empty canvas says: click to place a point, or start with some that are there."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from ensemble_viz.document import edits
from ensemble_viz.document.document import Change
from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.data.samples import SAMPLES
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.desk import Desk

WORDS = "Click to place a point"


def suggested(data: Dataset) -> str:
    """Name a sample of the kind that the canvas is for."""
    if data.classes is not None:
        return "moons"
    return "sine" if data.dimension == 1 else "surface"


class Invitation(QWidget):
    """A line and a button in the middle of the canvas, while there are no points."""

    def __init__(self, desk: Desk, parent: QWidget) -> None:
        """Be ready."""
        super().__init__(parent)
        self.desk = desk
        self.setObjectName("invitation")
        self.setAccessibleName("No points yet")
        self.words = QLabel(WORDS)
        self.words.setObjectName("invitation words")
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.words.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.start = QPushButton()
        self.start.setObjectName("start with a sample")
        self.start.clicked.connect(self.start_with_sample)
        stack = QVBoxLayout(self)
        stack.setContentsMargins(0, 0, 0, 0)
        stack.setSpacing(16)
        stack.addWidget(self.words)
        stack.addWidget(self.start, 0, Qt.AlignmentFlag.AlignHCenter)

    def refresh(self, scene: Scene, change: Change) -> None:
        """Be seen while there are no points."""
        if change & Change.LOOK:
            theme = self.desk.theme
            self.words.setFont(theme.font("caption"))
            palette = self.words.palette()
            palette.setColor(self.words.foregroundRole(), theme.colour("ink2"))
            self.words.setPalette(palette)
            self.start.setFont(theme.font("button"))
        title = SAMPLES[suggested(scene.stage.data)].title
        self.start.setText(f"Start with {title[0].lower()}{title[1:]}")
        self.setVisible(not len(scene.stage.data))

    def start_with_sample(self) -> None:
        """Take the sample that is offered."""
        name = suggested(self.desk.document.data)
        chosen = SAMPLES[name]
        taken = (chosen.build(**chosen.resolve()), chosen.title, name)
        if self.desk.edit(chosen.title, edits.choose_data, *taken):
            self.desk.look(frame=None)
