"""Points in and out: of files, and of the clipboard, which a spreadsheet reads and writes."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication

from ensemble_viz.document import edits
from ensemble_viz.document.edits import cells
from ensemble_viz.document.files import RawFile, raw_text, read_raw, writing
from ensemble_viz.document.reading import Reader, Reading, copied, points_file
from ensemble_viz.document.where import NOTHING
from ensemble_viz.engine.data import Refusal
from ensemble_viz.scene.words import counted
from ensemble_viz.ui.commands.asking import Asks, Say
from ensemble_viz.ui.session import Session

NEW_POINTS = "Points (*.csv)"
CLIPBOARD = "the clipboard"
PASTED = "Pasted points"
NO_TEXT = "There is no text on the clipboard: copy rows of a table first."


class PointFiles(QObject):
    """Reads and writes points, each time as one edit."""

    def __init__(self, session: Session, asks: Asks, notice: Say) -> None:
        super().__init__()
        self.session, self.asks, self.notice = session, asks, notice

    def take_file(self, path: Path) -> bool:
        """Take the points of a file; say whether they were taken."""
        try:
            raw = read_raw(path)
        except Refusal as refusal:
            self._refuse(refusal)
            return False
        return self._take(raw, f"Open {path.name}", path.stem, adds=False)

    def copy_points(self) -> None:
        """Copy the selected points, or all, for a spreadsheet."""
        rows = self.session.view.where.selection
        document = self.session.document
        text = cells.copy(document, rows or None)
        QGuiApplication.clipboard().setText(text)
        count = counted(text.count("\n") - 1, "point")
        self.notice.tell(f"{count} on the clipboard, as a table.")

    def paste(self) -> None:
        """Show how what is on the clipboard is read: in place of the points, or beside them."""
        text = QGuiApplication.clipboard().text()
        if not text.strip():
            self.notice.tell(NO_TEXT)
            return
        adds = len(self.session.document.data) > 0
        self._take(raw_text(CLIPBOARD, text), "Paste points", PASTED, adds)

    def save_points(self) -> None:
        document = self.session.document
        path = self.asks.ask.save_path("Save points", NEW_POINTS, f"{document.title}.csv")
        if path is None:
            return
        try:
            text = points_file.write_points(document.data)
            with writing(path) as out:
                out.write(text)
            self.notice.tell(f"{counted(len(document.data), 'point')} saved as {path}.")
        except Refusal as refusal:
            self.notice.say(str(refusal))

    def _take(self, raw: RawFile, name: str, title: str, adds: bool) -> bool:
        answer = self.asks.ask.points(Reader(raw), adds)
        if answer is None:
            return False
        reading, is_added = answer
        if is_added:
            made = add_rows(self.session, _as_table(reading))
            if made is not None:
                self.notice.tell(made.sentence)
            return made is not None
        if reading.data is None:
            self._refuse(reading.refusal)
            return False
        self.session.edit(name, edits.choose_data, reading.data, title)
        self._note(reading.notes)
        return True

    def _note(self, notes: Sequence[str]) -> None:
        if notes:
            self.notice.tell(" · ".join(notes))

    def _refuse(self, why: Refusal | str) -> None:
        self.notice.say(f"{str(why).removesuffix('.')}. Nothing was changed.")


def add_rows(session: Session, text: str) -> edits.Edit | None:
    """Put rows behind the points, and select them; without an answer they get what is in hand."""
    data, hand = session.document.data, session.view.hand
    answer = hand.class_in_hand if data.classes is not None else hand.value_in_hand or 0.0
    made = session.apply(cells.paste, text, answer)
    if made is not None:
        session.look(selection=tuple(made.rows.tolist()), pinned=NOTHING)
    return made


def _as_table(reading: Reading) -> str:
    """Write what was understood as a table; where that is nothing, what stood there."""
    data = reading.data
    if data is None:
        return reading.file.text if reading.file is not None else ""
    count = len(data) + (0 if data.test is None else len(data.test))
    return copied(data, np.arange(count))
