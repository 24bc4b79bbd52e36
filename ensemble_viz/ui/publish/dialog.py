"""The dialog of a figure: choices at the left, at the right what the file will look like."""

from dataclasses import replace
from typing import Protocol

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QCloseEvent, QPixmap
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from ensemble_viz.document.document import Change
from ensemble_viz.engine.data import Refusal
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.layouts import fill
from ensemble_viz.ui.look.widgets import words
from ensemble_viz.ui.publish.choices import Choices, Draft, Publisher, Wanted

SIZE = (980, 640)
PREVIEW = 560  # pixels: the longer side of the preview
REST = 150  # milliseconds without a change, before the preview is drawn anew
INCH = 72.0
AROUND = (11, 11, 11, 11)
UNSEEN = Change.FOCUS | Change.PLAY | Change.PANELS | Change.LEARNED


class Write(Protocol):
    """Asks where to, and writes a figure there."""

    def __call__(self, wanted: Wanted) -> Draft | None:
        """Give what is being drawn; None where nobody said where to."""


class FigureDialog(QDialog):
    """Chooses a figure, shows it, has it written."""

    def __init__(self, desk: Desk, publisher: Publisher, write: Write, parent: QWidget) -> None:
        super().__init__(parent)
        self.desk, self.publisher, self._write = desk, publisher, write
        self.setObjectName("figure dialog")
        self.setWindowTitle("Figure for paper, slides and sheets")
        self.resize(*SIZE)
        self.choices = Choices()
        self.preview = QLabel()
        self.preview.setObjectName("preview")
        self.preview.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.preview.setMinimumSize(PREVIEW, PREVIEW // 2)
        self.status = words(role="hint", wraps=True)
        self.progress = QProgressBar()
        self.progress.hide()
        self.save, self.cancel = QPushButton("Save as…"), QPushButton("Cancel")
        self._rest = QTimer(self, singleShot=True, interval=REST)
        self._shown: Draft | None = None
        self.written: Draft | None = None
        """The figure that is being written."""
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        buttons = fill(QHBoxLayout(), self.save, self.cancel)
        side = fill(QVBoxLayout(), self.choices, None, self.status, self.progress, buttons)
        fill(QHBoxLayout(self), side, (self.preview, 1), edges=AROUND)
        self.save.setObjectName("save figure")
        self.cancel.setObjectName("cancel figure")
        self.save.setDefault(True)

    def _connect(self) -> None:
        self.choices.changed.connect(self._choose)
        self._rest.timeout.connect(self.show_preview)
        self.save.clicked.connect(self.write)
        self.cancel.clicked.connect(self.give_up)
        self.publisher.progressed.connect(self._advance)
        self.desk.session.changed.connect(self._on_changed)

    @property
    def is_settled(self) -> bool:
        """Say whether the preview is that of the choices."""
        return not self._rest.isActive() and not self.publisher.is_busy

    def open_on(self) -> None:
        """Show what the figure of this moment would be."""
        self.show()
        self.raise_()
        self.show_preview()

    def show_preview(self) -> None:
        wanted = self._read()
        self.publisher.cancel(self._shown)
        if wanted is None:
            return
        medium = wanted.order.medium
        width, height = medium.size
        longest = max(width, height or width)
        dots = self.devicePixelRatioF() * PREVIEW * INCH / longest
        small = replace(wanted.order, medium=medium.with_dpi(dots))
        self._shown = self.publisher.publish(Wanted(small, "png"), self._see)

    def write(self) -> None:
        wanted = self._read()
        if wanted is None:
            return
        self.written = self._write(wanted)
        self.progress.setVisible(self.written is not None)
        self.progress.setRange(0, 0)
        self.save.setEnabled(self.written is None)

    def show_outcome(self, sentence: str) -> None:
        """Say what became of the file."""
        self.written = None
        self.progress.hide()
        self.save.setEnabled(True)
        self.status.setText(sentence)

    def give_up(self) -> None:
        """Cancel what is being written; else close."""
        if self.written is not None:
            self.publisher.cancel(self.written)
        else:
            self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        self._rest.stop()
        self.publisher.cancel(self._shown)
        super().closeEvent(event)

    def _read(self) -> Wanted | None:
        try:
            wanted = self.choices.wanted(self.desk.scene.stage, self.desk.session.beside)
        except Refusal as refusal:
            self.status.setText(str(refusal))
            self.save.setEnabled(False)
            return None
        if self.written is None:
            if not self.save.isEnabled():
                self.status.setText("")  # what was wrong is so no more
            self.save.setEnabled(True)
        return wanted

    def _see(self, draft: Draft) -> None:
        if draft is not self._shown:
            return
        if draft.refusal:
            self.status.setText(draft.refusal)
            self.save.setEnabled(False)
        elif draft.data:
            picture = QPixmap()
            picture.loadFromData(draft.data)
            picture.setDevicePixelRatio(self.devicePixelRatioF())
            self.preview.setPixmap(picture)
            self.preview.setAccessibleDescription(draft.wanted.order.scene.description)

    def _choose(self) -> None:
        """Take note that something was chosen: what became of the last file has been read."""
        if self.written is None:
            self.status.setText("")
        self._rest.start()

    def _advance(self, done: int, count: int) -> None:
        if self.written is not None and count > 1:
            self.progress.setRange(0, count)
            self.progress.setValue(done)

    def _on_changed(self, _scene: Scene, change: Change) -> None:
        if self.isVisible() and change & ~UNSEEN:
            self._rest.start()
