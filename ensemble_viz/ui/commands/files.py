"""Commands of files and the clipboard: sessions and points in and out, formulas."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
from PySide6.QtCore import QObject, QSettings
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from ensemble_viz.document.document import Document, first_setup
from ensemble_viz.document.session_file import (
    ENDING,
    Saved,
    is_session,
    parse_session,
    read_session,
    session_text,
    write_session,
)
from ensemble_viz.engine.data import Dataset, Refusal
from ensemble_viz.scene.cards import as_document
from ensemble_viz.scene.words import counted, sentence
from ensemble_viz.ui import memory
from ensemble_viz.ui.commands.asking import Ask, Say
from ensemble_viz.ui.commands.point_files import PointFiles
from ensemble_viz.ui.notice import ListMenu, Notice
from ensemble_viz.ui.recovery import Autosave, Found, Store
from ensemble_viz.ui.session import Session

FILES = f"Sessions and points (*{ENDING} *.csv *.tsv *.txt);;All files (*)"
SESSIONS = f"Session (*{ENDING})"
LONGEST_TEXT = 2 * 2**20  # characters on the clipboard
MOST_NAMED = 4  # kinds of edits that a question names


class FileCommands(QObject):
    def __init__(
        self, session: Session, ask: Ask, notice: Say, kept: QSettings | None = None
    ) -> None:
        """Command the files of a session; those used last are remembered."""
        super().__init__()
        self.session = session
        self.ask = ask
        self.notice = notice
        self.kept = kept
        self.points = PointFiles(session, self, notice)
        self.path: Path | None = None
        """The file that the session was read from, or saved in."""

    @property
    def title(self) -> str:
        """What the work is called: after its file, else after its points."""
        return self.session.document.title if self.path is None else self.path.stem

    # --- sessions -----------------------------------------------------------------------------

    def new(self) -> None:
        """Begin with an empty canvas and two classes."""
        if self.may_leave():
            none = Dataset(np.empty((0, 2)), np.empty(0, dtype=np.int64), ("A", "B"))
            self._take(Saved(Document(none, (first_setup("adaboost"),))), None)

    def open_file(self) -> None:
        path = self.ask.open_path("Open", FILES)
        if path is not None:
            self.take_file(path)

    def take_file(self, path: Path) -> None:
        """Open a session, or take the points of a file."""
        if is_session(path):
            self.take_session(path)
        else:
            self.take_points(path)

    def take_session(self, path: Path) -> None:
        """Open a session; where it cannot be read, what is open stays open."""
        saved = self._read(lambda: read_session(path))
        if saved is not None and self.may_leave():
            self._take(saved, path)

    def save(self) -> bool:
        """Save the session in its file, or ask for one; False where it is not saved."""
        return self.save_as() if self.path is None else self._write(self.path)

    def save_as(self) -> bool:
        path = self.ask.save_path("Save session", SESSIONS, f"{self.title}{ENDING}")
        return path is not None and self._write(path)

    def may_leave(self) -> bool:
        """Ask what is to become of work that is not saved; False where it goes on."""
        if not self.session.save_state.is_modified:
            return True
        answer = self.ask.leave(self.title, lost(self.session.save_state.lost))
        return self.save() if answer == "save" else answer == "discard"

    def copy_text(self) -> None:
        """Put the session on the clipboard as text, to be mailed."""
        text = session_text(self.session.save_state.now)
        if len(text) > LONGEST_TEXT:
            self.notice.say("This session is too large to be mailed as text: save it as a file.")
            return
        QGuiApplication.clipboard().setText(text)
        self.notice.tell("The session is on the clipboard, as text.")

    def paste_text(self) -> None:
        text = QGuiApplication.clipboard().text()
        saved = self._read(lambda: read_text_of_mail(text))
        if saved is not None and self.may_leave():
            self._take(saved, None)
            self.session.save_state.mark(None)

    def recover(self, saved: Saved) -> None:
        """Open what was kept safe; it is not saved yet."""
        self._take(saved, None)
        self.session.save_state.mark(None)

    def _take(self, saved: Saved, path: Path | None) -> None:
        self.path = path
        self.session.open(saved)
        self._remember(path)

    def _write(self, path: Path) -> bool:
        saved = self.session.save_state.now
        try:
            write_session(saved, path)
        except Refusal as refusal:
            self.notice.say(f"{sentence(str(refusal))} The session is not saved.")
            return False
        self.path = path
        self.session.save_state.mark(saved.document)
        self._remember(path)
        self.notice.tell(f"Saved as {path}.")
        return True

    def _read(self, read: Callable[[], Saved]) -> Saved | None:
        """Read a session, or say why not."""
        try:
            return read()
        except Refusal as refusal:
            self.notice.say(f"{sentence(str(refusal))} Nothing was changed.")
            return None

    def _remember(self, path: Path | None) -> None:
        if path is not None and self.kept is not None:
            memory.add_recent(self.kept, path)

    # --- points -------------------------------------------------------------------------------

    def take_points(self, path: Path) -> None:
        """Show how the points of a file are read, and take them as one edit."""
        if self.points.take_file(path):
            self._remember(path)

    def paste_points(self) -> None:
        """Take what is on the clipboard, once it was seen how it is read; or a session."""
        text = QGuiApplication.clipboard().text()
        if text.lstrip("> \t\n").startswith('{"format"'):
            self.paste_text()
        else:
            self.points.paste()

    def copy_formulas(self) -> None:
        """Put this step's formulas on the clipboard, as the button beside them does."""
        QGuiApplication.clipboard().setText(as_document(self.session.scene.formulas))
        self.notice.tell("The formulas are on the clipboard, as LaTeX.")


def lost(names: Sequence[str] | None) -> str:
    if not names:
        return "What was not saved would be lost."
    counts = Counter(names).most_common()
    kinds = [f"{name} × {k}" if k > 1 else name for name, k in counts[:MOST_NAMED]]
    more = sum(k for _, k in counts[MOST_NAMED:])
    listed = ", ".join(kinds) + (f" and {more} more" if more else "")
    return f"{counted(len(names), 'edit')} would be lost: {listed}."


def read_text_of_mail(text: str) -> Saved:
    """Read a session from a text that may have been mailed, quoted and broken into lines."""
    if len(text) > LONGEST_TEXT:
        raise Refusal("The clipboard: this text is too long for a session.")
    lines = (line.lstrip("> \t") for line in text.splitlines())
    joined = " ".join(lines)
    start, end = joined.find("{"), joined.rfind("}")
    if start < 0 or end < start:
        raise Refusal("The clipboard: there is no session in it.")
    return parse_session(joined[start : end + 1], "The clipboard")


class Safety(QObject):
    """Writes what is not saved, from when it is given a place; offers what others have left."""

    def __init__(self, session: Session, files: FileCommands, notice: Notice) -> None:
        super().__init__(session)
        self.session, self.files, self.notice = session, files, notice
        self.store: Store | None = None
        self.autosave: Autosave | None = None

    def start(self, store: Store) -> None:
        """Keep the work safe in a folder, and offer what is left there."""
        self.store = store
        self.autosave = Autosave(self.session, store, self.notice)
        left = store.left()
        if not left:
            return
        latest, *others = left
        for found in others:
            store.decline(found)
        if self.files.ask.recover(latest, len(others)):
            self._recover(latest)
        else:
            store.decline(latest)

    def stop(self) -> None:
        """Keep nothing any more: it is saved, or nobody wants it."""
        if self.autosave is not None:
            self.autosave.stop()
            self.autosave = None

    def earlier(self) -> list[tuple[str, Found]]:
        """List the work that was declined, by what it is."""
        found = [] if self.store is None else self.store.declined()
        return [(f"{one.saved.document.title}, {one.when}", one) for one in found]

    def take_earlier(self, found: Found) -> None:
        """Go on with work that was declined before."""
        if self.files.may_leave():
            self._recover(found)

    def _recover(self, found: Found) -> None:
        assert self.store is not None
        self.files.recover(found.saved)
        if self.autosave is not None and self.autosave.write_now():
            self.store.take(found)


def file_lists(
    parent: QWidget, files: FileCommands, safety: Safety
) -> Mapping[str, Sequence[QMenu]]:
    """Make the menus of files used last, and of earlier work, by the action they stand below."""

    def recent() -> list[tuple[str, object]]:
        found = [] if files.kept is None else memory.recent(files.kept)
        return [(path.name, path) for path in found]

    return {
        "open_file": (ListMenu("Open recent", parent, recent, files.take_file),),
        "save_points": (ListMenu("Earlier work", parent, safety.earlier, safety.take_earlier),),
    }
