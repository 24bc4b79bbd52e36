"""Keeps the work of a window safe while it is not saved, and brings back what was left."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMenu, QWidget

from ensemble_viz.ui import memory
from ensemble_viz.ui.commands.files import FileCommands
from ensemble_viz.ui.notice import ListMenu, Notice
from ensemble_viz.ui.recovery import Autosave, Found, Store
from ensemble_viz.ui.session import Session


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
