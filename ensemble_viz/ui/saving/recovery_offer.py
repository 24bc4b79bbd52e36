"""The offer of work that was not saved: what it is, with a picture of it at its moment."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QVBoxLayout, QWidget

from ensemble_viz.document.document import Change
from ensemble_viz.document.session_file import Saved
from ensemble_viz.scene.moment.view import View
from ensemble_viz.scene.words.numbers import counted
from ensemble_viz.ui.canvas.canvas import Canvas
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.saving.recovery import Found
from ensemble_viz.ui.session import Session

SEEN, SHOWN = QSize(900, 620), QSize(480, 330)  # as the canvas is drawn, and in the offer
MARGIN, GAP = 24, 12


class RecoveryOffer(QDialog):
    """Asks whether to go on where the program ended."""

    def __init__(self, parent: QWidget, found: Found, others: int = 0) -> None:
        """Offer the latest of what was found; the others can be found in the menu."""
        super().__init__(parent)
        self.setObjectName("recovery")
        self.setWindowTitle("ensemble_viz")
        box = QVBoxLayout(self)
        box.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        box.setSpacing(GAP)
        for words, role in ((f"Go on with “{found.saved.document.title}”?", "title"),
                            (told(found, others), "")):  # fmt: skip
            label = QLabel(words)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setProperty("role", role)
            label.setWordWrap(True)
            box.addWidget(label)
        self.picture = QLabel()
        self.picture.setAccessibleName("What was seen")
        self.picture.setPixmap(picture_of(found.saved, self.devicePixelRatioF()))
        box.addWidget(self.picture, 0, Qt.AlignmentFlag.AlignCenter)
        buttons = QDialogButtonBox()
        self.recover = buttons.addButton("Go on with it", QDialogButtonBox.ButtonRole.AcceptRole)
        self.decline = buttons.addButton("Not now", QDialogButtonBox.ButtonRole.RejectRole)
        self.recover.setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        box.addWidget(buttons)


def told(found: Found, others: int = 0) -> str:
    """Say what was kept safe, and what becomes of it."""
    document, moment = found.saved.document, found.saved.where.moment
    setup = document.setups[found.saved.where.setup]
    more = f" {counted(others, 'other')} can be found there now." if others else ""
    return (
        f"The program ended before it was saved: {counted(len(document.data), 'point')}, "
        f"{setup.declaration.title}, round {moment.round}, on {found.when}. What you leave now is "
        f"kept for 30 days under File, Earlier work.{more}"
    )


def picture_of(saved: Saved, ratio: float = 1.0) -> QPixmap:
    """Draw the canvas as it was left."""
    session = Session(saved.document, View(saved.where, saved.look))
    canvas = Canvas(Desk(session))
    canvas.resize(SEEN)
    canvas.refresh(session.scene, Change.ALL)
    picture = canvas.grab()
    canvas.deleteLater()
    session.deleteLater()
    smooth = Qt.TransformationMode.SmoothTransformation
    shown = picture.scaled(SHOWN * ratio, Qt.AspectRatioMode.KeepAspectRatio, smooth)
    shown.setDevicePixelRatio(ratio)
    return shown
