"""What can be undone: a list of edits with their names, each with the documents around it.

Whole documents are kept, so no edit needs an inverse, and any state can be gone to at once. The
oldest edits are forgotten where there are too many, or their points take too much memory.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from ensemble_viz.document.document import Document
from ensemble_viz.document.edits import Edit
from ensemble_viz.engine.data import Dataset
from ensemble_viz.ui.scenes import Views

MOST = 500
MOST_BYTES = 256 * 2**20  # of points that no other edit has, too
Install = Callable[..., Views]
"""Shows a document, and gives the views before and after."""


@dataclass(eq=False, slots=True)
class UndoStep:
    words: str
    before: Document
    after: Document
    made: Edit | None
    """The edit, where it was one alone."""
    stroke: object
    """The gesture it belongs to."""
    views: Views


class UndoStack(QObject):
    moved = Signal()
    """Other edits can be undone or redone than before, or they are called otherwise."""

    def __init__(self, parent: QObject, install: Install) -> None:
        """Remember none yet; documents are shown by `install`."""
        super().__init__(parent)
        self.most, self.most_bytes = MOST, MOST_BYTES
        self._install = install
        self._steps: list[UndoStep] = []
        self._index = 0
        self._told: tuple[str, str] | None = None

    def take(self, made: Edit, before: Document, stroke: object) -> bool:
        """Do an edit; True if it became a part of the last one: it is of the same gesture."""
        last = self._last_of(stroke)
        if last is not None:
            last.after, last.made = made.document, None
            last.views = last.views[0], self._install(made.document, made)[1]
            if last.after is last.before:  # it has come back to where it began
                self._index -= 1
                self._steps.pop()
            self._tell()
            return True
        del self._steps[self._index :]
        views = self._install(made.document, made)
        self._steps.append(UndoStep(made.name, before, made.document, made, stroke, views))
        self._index += 1
        self._forget()
        self._tell()
        return False

    def goes_on(self, stroke: object) -> bool:
        """True if an edit of a gesture would become a part of the last one."""
        return self._last_of(stroke) is not None

    def take_back(self, stroke: object) -> None:
        """Undo a gesture, if it has changed anything; it cannot be done again."""
        last = self._last_of(stroke)
        if last is not None:
            self.undo()
            self._steps.pop()
            self._tell()

    def undo(self) -> None:
        """Go back to the document before the last edit, and to what was seen of it."""
        if self.can_undo:
            self._index -= 1
            step = self._steps[self._index]
            self._install(step.before, undone=step.views)
            self._tell()

    def redo(self) -> None:
        if self.can_redo:
            step = self._steps[self._index]
            self._index += 1
            step.views = self._install(step.after, step.made)
            self._tell()

    def go_to(self, index: int) -> None:
        """Go to the document after so many edits, without those between."""
        index = min(max(index, 0), len(self._steps))
        if abs(index - self._index) == 1:
            (self.redo if index > self._index else self.undo)()
        elif index != self._index:
            self._index = index
            step = self._steps[max(index - 1, 0)]
            self._install(step.after if index else step.before)
            self._tell()

    def clear(self) -> None:
        self._steps, self._index = [], 0
        self._tell()

    @property
    def index(self) -> int:
        """The number of edits that are done."""
        return self._index

    @property
    def names(self) -> Sequence[str]:
        """What the edits are called, done and undone."""
        return [step.words for step in self._steps]

    @property
    def can_undo(self) -> bool:
        return self._index > 0

    @property
    def can_redo(self) -> bool:
        return self._index < len(self._steps)

    @property
    def undo_text(self) -> str:
        """What the edit is called that can be undone."""
        return self._steps[self._index - 1].words if self.can_undo else ""

    @property
    def redo_text(self) -> str:
        """What the edit is called that can be done again."""
        return self._steps[self._index].words if self.can_redo else ""

    def changes_since(self, document: Document | None) -> Sequence[str] | None:
        """Name the edits between a document and now; None where it is not known any more."""
        if not self._steps:
            return None
        documents = [self._steps[0].before, *(step.after for step in self._steps)]
        found = [k for k, one in enumerate(documents) if one is document]
        if not found:
            return None
        start, end = sorted((found[-1], self._index))
        return [step.words for step in self._steps[start:end]]

    def _last_of(self, stroke: object) -> UndoStep | None:
        """Find the edits of a gesture, if they were the last."""
        if stroke is None or self.can_redo or not self._steps:
            return None
        last = self._steps[-1]
        return last if last.stroke is stroke else None

    def _forget(self) -> None:
        """Forget the oldest edits where there are too many, or too many points."""
        drop = max(len(self._steps) - self.most, 0)
        while len(self._steps) - drop > 1 and _size(self._steps[drop:]) > self.most_bytes:
            drop += 1
        del self._steps[:drop]
        self._index = len(self._steps)

    def _tell(self) -> None:
        """Tell it, unless it is called the same: an edit goes on while a point is dragged."""
        now = self.undo_text, self.redo_text
        if now != self._told:
            self._told = now
            self.moved.emit()


def _size(steps: Sequence[UndoStep]) -> int:
    """Measure the points that some edits keep, each set once."""
    kept = {id(data): data for step in steps for data in (step.before.data, step.after.data)}
    return sum(map(_bytes, kept.values()))


def _bytes(data: Dataset) -> int:
    arrays = (data.points, data.target, data.weight, data.fold)
    return sum(array.nbytes for array in arrays if array is not None)
