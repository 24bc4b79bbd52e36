"""Commands of files and the clipboard: points in and out, formulas."""

from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication

from ensemble_viz.document import edits
from ensemble_viz.document.points_file import read_points, write_points
from ensemble_viz.document.writing import writing
from ensemble_viz.engine.data import Refusal
from ensemble_viz.scene.formulas import as_document
from ensemble_viz.scene.numbers import counted
from ensemble_viz.ui.desk import Desk

POINTS = "Points (*.csv *.tsv *.txt);;All files (*)"
NEW_POINTS = "Points (*.csv)"


class Ask(Protocol):
    """Asks a person for a path; None when they changed their mind."""

    def open_path(self, title: str, kinds: str) -> Path | None:
        """Ask for a file that is there."""

    def save_path(self, title: str, kinds: str, name: str) -> Path | None:
        """Ask where to write."""


class Say(Protocol):
    """Says a sentence to a person."""

    def say(self, sentence: str) -> None:
        """Show it until it is closed."""

    def tell(self, sentence: str) -> None:
        """Show it for a moment."""


class FileCommands(QObject):
    """Reads and writes files."""

    def __init__(self, desk: Desk, ask: Ask, notice: Say) -> None:
        """Command the files of a session."""
        super().__init__()
        self.desk = desk
        self.ask = ask
        self.notice = notice

    def open_points(self) -> None:
        """Ask for a file of points, and take them."""
        path = self.ask.open_path("Open points", POINTS)
        if path is not None:
            self.take_points(path)

    def take_points(self, path: Path) -> None:
        """Take the points of a file, as one edit; say how it was read."""
        try:
            found = read_points(path)
        except Refusal as refusal:
            self.notice.say(f"{str(refusal).removesuffix('.')}. Nothing was changed.")
            return
        self.desk.edit(f"Open {path.name}", edits.choose_data, found.data, path.stem)
        if found.notes:
            self.notice.tell(" · ".join(found.notes))

    def save_points(self) -> None:
        """Ask where to, and write the points as CSV."""
        document = self.desk.document
        path = self.ask.save_path("Save points", NEW_POINTS, f"{document.title}.csv")
        if path is None:
            return
        try:
            text = write_points(document.data)
            with writing(path) as out:
                out.write(text)
            self.notice.tell(f"{counted(len(document.data), 'point')} saved as {path}.")
        except Refusal as refusal:
            self.notice.say(str(refusal))

    def copy_formulas(self) -> None:
        """Put this step's formulas on the clipboard, as the button beside them does."""
        QGuiApplication.clipboard().setText(as_document(self.desk.scene.formulas))
        self.notice.tell("The formulas are on the clipboard, as LaTeX.")
