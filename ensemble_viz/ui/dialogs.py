"""What a person is asked in dialogs: for files, for numbers, for what to do with work."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QLabel,
    QMessageBox,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from ensemble_viz.document.document import Change
from ensemble_viz.document.reading import Reader, Reading
from ensemble_viz.document.session_file import Saved
from ensemble_viz.engine.data.samples import Option
from ensemble_viz.scene.moment.view import View
from ensemble_viz.scene.words import counted
from ensemble_viz.ui.canvas.canvas import Canvas
from ensemble_viz.ui.commands.asking import Answer
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.form.number_field import NumberField
from ensemble_viz.ui.form.row import MANY, Row
from ensemble_viz.ui.form.span import span_of_option
from ensemble_viz.ui.importing import ImportDialog
from ensemble_viz.ui.look.layouts import fill
from ensemble_viz.ui.look.widgets import words
from ensemble_viz.ui.recovery import Found
from ensemble_viz.ui.session import Session

SEEN, SHOWN = QSize(900, 620), QSize(480, 330)  # as the canvas is drawn, and in the offer
AROUND, GAP = (24, 24, 24, 24), 12


class RecoveryOffer(QDialog):
    """Asks whether to go on where the program ended."""

    def __init__(self, parent: QWidget, found: Found, others: int = 0) -> None:
        """Offer the latest of what was found; the others can be found in the menu."""
        super().__init__(parent)
        self.setObjectName("recovery")
        self.setWindowTitle("ensemble_viz")
        question = words(f"Go on with “{found.saved.document.title}”?", "title", wraps=True)
        story = words(offer_words(found, others), "", wraps=True)
        box = fill(QVBoxLayout(self), question, story, gap=GAP, edges=AROUND)
        self.picture = QLabel()
        self.picture.setAccessibleName("What was seen")
        self.picture.setPixmap(picture_of(found.saved, self.devicePixelRatioF()))
        box.addWidget(self.picture, 0, Qt.AlignmentFlag.AlignCenter)
        buttons, self.recover, self.decline = _buttons(self, "Go on with it", "Not now")
        box.addWidget(buttons)


def _buttons(
    dialog: QDialog, accept: str, reject: str
) -> tuple[QDialogButtonBox, QPushButton, QPushButton]:
    """Make the two buttons that end a dialog; Enter presses the first."""
    buttons = QDialogButtonBox()
    accepts = buttons.addButton(accept, QDialogButtonBox.ButtonRole.AcceptRole)
    rejects = buttons.addButton(reject, QDialogButtonBox.ButtonRole.RejectRole)
    accepts.setDefault(True)
    buttons.accepted.connect(dialog.accept)
    buttons.rejected.connect(dialog.reject)
    return buttons, accepts, rejects


def offer_words(found: Found, others: int = 0) -> str:
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


WIDTH = 340


class NumbersDialog(QDialog):
    """Shows what is usual, and takes what is typed."""

    def __init__(self, parent: QWidget, title: str, options: Sequence[Option]) -> None:
        """Ask for some numbers, each with its range and a sentence."""
        super().__init__(parent)
        self.setObjectName("numbers")
        self.setWindowTitle(title)
        self.setMinimumWidth(WIDTH)
        self.rows = {option.name: self._row(option) for option in options}
        buttons, self.take, _ = _buttons(self, title, "Cancel")
        parts = (words(title, "title"), *self.rows.values(), buttons)
        fill(QVBoxLayout(self), *parts, gap=GAP, edges=AROUND)
        first = next(iter(self.rows.values())).field
        first.setFocus(Qt.FocusReason.TabFocusReason)

    @property
    def values(self) -> dict[str, Any]:
        return {name: row.field.value for name, row in self.rows.items()}

    def _row(self, option: Option) -> Row:
        field = NumberField(option.name, span_of_option(option), MANY)
        row = Row(option.name, option.label, field, option.help)
        row.hint.setVisible(bool(option.help))
        row.show_value(option.default)
        row.entered.connect(self._show)
        field.editingFinished.connect(self._finish)
        return row

    def _show(self, name: str, value: Any, _stroke: object) -> None:
        self.rows[name].show_value(value)

    def _finish(self) -> None:
        """Be content when Enter is hit in a field whose number can be had."""
        entered = [row for row in self.rows.values() if row.field.hasFocus()]
        if entered and not entered[0].is_refusing:
            self.accept()


Button = QMessageBox.StandardButton


class Dialogs:
    """Asks with the dialogs of the system."""

    def __init__(self, parent: QWidget, desk: Desk) -> None:
        """Ask on top of a window, in the look of a desk."""
        self.parent, self.desk = parent, desk

    def open_path(self, title: str, kinds: str) -> Path | None:
        path, _ = QFileDialog.getOpenFileName(self.parent, title, "", kinds)
        return Path(path) if path else None

    def save_path(self, title: str, kinds: str, name: str) -> Path | None:
        """Ask where to write; a name without an ending gets that of the kind."""
        path, kind = QFileDialog.getSaveFileName(self.parent, title, name, kinds)
        if not path:
            return None
        found = Path(path)
        ending = re.search(r"\*(\.\w+)", kind)
        return found if found.suffix or not ending else found.with_suffix(ending[1])

    def leave(self, title: str, lost: str) -> Answer:
        answers: dict[int, Answer] = {Button.Save: "save", Button.Discard: "discard"}
        return answers.get(leave_question(self.parent, title, lost).exec(), "cancel")

    def numbers(self, title: str, options: Sequence[Option]) -> dict[str, Any] | None:
        dialog = NumbersDialog(self.parent, title, options)
        is_taken = dialog.exec() == QDialog.DialogCode.Accepted
        dialog.deleteLater()
        return dialog.values if is_taken else None

    def points(self, reader: Reader, adds: bool) -> tuple[Reading, bool] | None:
        theme = self.desk.theme
        dialog = ImportDialog(self.parent, reader, theme, adds)
        is_taken = dialog.exec() == QDialog.DialogCode.Accepted
        dialog.deleteLater()
        return (dialog.reading, dialog.adds) if is_taken else None

    def recover(self, found: Found, others: int) -> bool:
        return RecoveryOffer(self.parent, found, others).exec() == QDialog.DialogCode.Accepted


def leave_question(parent: QWidget, title: str, lost: str) -> QMessageBox:
    """Ask whether work is to be saved; Enter saves it, Escape stays."""
    box = QMessageBox(parent)
    box.setObjectName("leave")
    box.setWindowTitle("ensemble_viz")
    box.setText(f"Save “{title}”?")
    box.setInformativeText(lost)
    box.setStandardButtons(Button.Save | Button.Discard | Button.Cancel)
    for button in box.buttons():
        button.setIcon(QIcon())  # as on every other button here
    box.setDefaultButton(Button.Save)
    box.setEscapeButton(Button.Cancel)
    return box
