"""What can be undone: documents, each with the one before it."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from ensemble_viz.document.document import Document
from ensemble_viz.ui.settling import Views

LIMIT = 500
Install = Callable[..., Views]
"""Shows a document, and gives the views before and after."""


class UndoStack(QUndoStack):
    """Remembers edits."""

    moved = Signal()
    """Something else can be undone or redone than before."""

    def __init__(self, parent: QObject) -> None:
        """Remember none yet."""
        super().__init__(parent)
        self.setUndoLimit(LIMIT)
        self._told: tuple[str, str, bool, bool] | None = None
        self.indexChanged.connect(self._tell)

    def take(
        self, install: Install, states: tuple[Document, Document], words: str, stroke: object
    ) -> bool:
        """Do an edit; one of the same gesture as the last becomes part of it: say whether it did.

        Qt would merge the two, too, but Python would keep the second for ever.
        """
        last = self._last_of(stroke)
        if last is not None:
            last.go_on(states[1])
            return True
        self.push(Replace(install, states, words, stroke))
        return False

    def take_back(self, stroke: object) -> None:
        """Undo a gesture, if it has changed anything; it cannot be done again."""
        last = self._last_of(stroke)
        if last is not None:
            last.undo()
            last.setObsolete(True)
            self.undo()  # Qt only forgets what is obsolete

    def _last_of(self, stroke: object) -> "Replace | None":
        """Find the edits of a gesture, if they were the last."""
        last = self.command(self.index() - 1) if self.index() == self.count() else None
        if isinstance(last, Replace) and stroke is not None and last.stroke is stroke:
            return last
        return None

    def _tell(self, _index: int) -> None:
        """Tell it, unless it is called the same: an edit goes on while a point is dragged."""
        now = self.undoText(), self.redoText(), self.canUndo(), self.canRedo()
        if now != self._told:
            self._told = now
            self.moved.emit()


class Replace(QUndoCommand):
    """The only undo command: it remembers two documents, so it needs no inverse."""

    def __init__(
        self, install: Install, states: tuple[Document, Document], words: str, stroke: object
    ) -> None:
        super().__init__(words)
        self.install = install
        self.before, self.after = states
        self.stroke = stroke

    def redo(self) -> None:
        self.views = self.install(self.after)

    def undo(self) -> None:
        self.install(self.before, self.views)

    def go_on(self, after: Document) -> None:
        """Lead to another document, from the same one."""
        self.after = after
        self.views = self.views[0], self.install(after)[1]
