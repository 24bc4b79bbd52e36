"""What was there before the last edit, kept while it is compared with now."""

from collections.abc import Sequence

from ensemble_viz.document.document import Document
from ensemble_viz.scene.beside.ghost import Before, comparable
from ensemble_viz.scene.moment.lens import Lens


class Earlier:
    """A document as it was, with runs and lenses that no other edit lets go of."""

    def __init__(self) -> None:
        """Keep nothing yet."""
        self.before: Before | None = None

    def keep(self, before: Document, after: Document, lenses: Sequence[Lens]) -> None:
        """Keep what an edit is compared with."""
        self.before = None
        if lenses and comparable(before, after):
            self.before = Before(before, tuple(Lens(lens.run) for lens in lenses))

    def check(self, document: Document) -> None:
        """Forget it where it cannot be compared with a document, or is that document."""
        kept = self.before
        if kept and (kept.document is document or not comparable(kept.document, document)):
            self.before = None
