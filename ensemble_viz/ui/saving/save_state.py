"""Whether a session is safe in a file, and what would be lost if it were closed now."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ensemble_viz.document.document import Change, Document
from ensemble_viz.document.session_file import Saved

if TYPE_CHECKING:
    from ensemble_viz.ui.session import Session


class SaveState:
    """Knows the document that was saved last, or opened."""

    def __init__(self, session: "Session") -> None:
        """Begin with what is opened: nobody has to save that."""
        self._session = session
        self._saved: Document | None = session.document

    @property
    def now(self) -> Saved:
        """What a file would hold."""
        view = self._session.view
        return Saved(self._session.document, view.where, view.look)

    @property
    def is_modified(self) -> bool:
        """True if the document is another one than that."""
        return self._session.document is not self._saved

    @property
    def lost(self) -> Sequence[str] | None:
        """What the edits are called that would be lost; None where they are not known."""
        return self._session.undo.changes_since(self._saved)

    def mark(self, document: Document | None) -> None:
        """Take note that a document is safe in a file; None: that nothing is."""
        self._saved = document
        self._session.tell(Change.TITLE)
