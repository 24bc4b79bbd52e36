"""The dialogs of the system, kept apart so that tests can answer in their place."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QDialog, QFileDialog, QMessageBox, QWidget

from ensemble_viz.document.reading import Reader, Reading
from ensemble_viz.engine.data.samples import Option
from ensemble_viz.ui.commands.asking import Answer
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.form.numbers_dialog import NumbersDialog
from ensemble_viz.ui.importing import ImportDialog
from ensemble_viz.ui.recovery import Found
from ensemble_viz.ui.safety import RecoveryOffer

Button = QMessageBox.StandardButton


class Dialogs:
    """Asks with the dialogs of the system."""

    def __init__(self, parent: QWidget, desk: Desk) -> None:
        """Ask on top of a window, in the look of a desk."""
        self.parent, self.desk = parent, desk

    def open_path(self, title: str, kinds: str) -> Path | None:
        """Ask for a file that is there."""
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
        """Ask what is to become of work that is not saved."""
        answers: dict[int, Answer] = {Button.Save: "save", Button.Discard: "discard"}
        return answers.get(leave_question(self.parent, title, lost).exec(), "cancel")

    def numbers(self, title: str, options: Sequence[Option]) -> dict[str, Any] | None:
        """Ask for some numbers."""
        dialog = NumbersDialog(self.parent, title, options)
        is_taken = dialog.exec() == QDialog.DialogCode.Accepted
        dialog.deleteLater()
        return dialog.values if is_taken else None

    def points(self, reader: Reader, adds: bool) -> tuple[Reading, bool] | None:
        """Show how points are read, and ask what is to become of them."""
        theme = self.desk.theme
        dialog = ImportDialog(self.parent, reader, theme, adds)
        is_taken = dialog.exec() == QDialog.DialogCode.Accepted
        dialog.deleteLater()
        return (dialog.reading, dialog.adds) if is_taken else None

    def recover(self, found: Found, others: int) -> bool:
        """Ask whether to go on with work that was left."""
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
