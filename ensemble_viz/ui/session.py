"""The session: the one owner of document, view, runs and undo. Panels read it, and tell it.

Everybody is told by one signal, `changed(scene, change)`; nobody keeps a copy of what is here.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal

from ensemble_viz.document.document import Change, Document, changes
from ensemble_viz.document.edits import Edit, replaced
from ensemble_viz.document.session_file import Saved
from ensemble_viz.document.where import START, Moment
from ensemble_viz.engine.data import Refusal
from ensemble_viz.scene.beside.ghost import Before
from ensemble_viz.scene.moment.steps import has_residuals
from ensemble_viz.scene.moment.view import View, view_changes
from ensemble_viz.scene.palette import PALETTES, recoloured
from ensemble_viz.scene.words import in_words
from ensemble_viz.ui.look.style import Theme
from ensemble_viz.ui.pace import Pace
from ensemble_viz.ui.pump import Pump
from ensemble_viz.ui.runs import LARGE, Runs
from ensemble_viz.ui.scenes import (
    Earlier,
    Scenes,
    SetupsReading,
    Views,
    after_edit,
    reachable,
    without_node,
    without_stale,
)
from ensemble_viz.ui.undo import UndoStack


class SaveState:
    """Knows the document that was saved last, or opened."""

    def __init__(self, session: "Session") -> None:
        """Begin with what is opened: nobody has to save that."""
        self._session = session
        self._saved: Document | None = session.document

    @property
    def now(self) -> Saved:
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


PATIENCE = 0.03  # seconds that a frame waits for rounds which are computed elsewhere


class Session(QObject, SetupsReading):
    changed = Signal(object, object)
    """The scene, and a Change: what is different in it."""
    refused = Signal(str)
    """A sentence: why nothing was changed."""
    question_asked = Signal(tuple)
    """The demonstrations that answer what somebody asks."""

    def __init__(self, document: Document, view: View | None = None) -> None:
        """Look at a document from the start of its run."""
        super().__init__()
        self._document = document
        self._view = view or View()
        self._asked = self._view.where.moment
        self._growth = 1.0
        self.pace = Pace(self)
        self._runs = Runs(self.pace)
        self.undo = UndoStack(self, self._install)
        self.save_state = SaveState(self)
        self.earlier = Earlier()
        self._compared: Before | None = None
        """What was before, as it was told last."""
        self._news, self.telling = Change.NOTHING, False
        self._divided: bool | None = None
        self._pump = Pump(self, self.lenses, self.pace)
        self._pump.news.connect(self._learned)
        self.scenes = Scenes(self)
        self._clamp()
        self._pump.start()

    @property
    def document(self) -> Document:
        return self._document

    @property
    def view(self) -> View:
        return self._view

    @property
    def theme(self) -> Theme:
        look = self._view.look
        palette = recoloured(PALETTES[look.palette], look.class_looks)
        return Theme(palette, look.scale * (self._growth if palette.is_projected else 1.0))

    @property
    def is_learning(self) -> bool:
        """Say whether rounds are still being computed."""
        return self._pump.is_pulling

    def edit(self, words: str, change: Callable[..., Document], *args: Any, **kwargs: Any) -> bool:
        """Take another document: other points or setups; undo will call it by these words."""
        return self.stroke(words, None, change, *args, **kwargs)

    def stroke(
        self, words: str, stroke: object, change: Callable[..., Document], *args: Any, **kwargs: Any
    ) -> bool:
        """Take another document as part of a gesture; say whether it is another one."""
        before = self._document
        self.apply(replaced, words, partial(change, **kwargs), *args, stroke=stroke)
        return self._document is not before

    def apply(
        self, edit: Callable[..., Edit], *args: Any, stroke: object = None, **kwargs: Any
    ) -> Edit | None:
        """Edit the document; edits of the same stroke are undone together. None: refused."""
        before = after = self._document
        try:
            made = edit(before, *args, **kwargs)
            after = made.document
            for setup in after.setups:
                self._runs.lens(after.data, setup)  # compute first, push after: it may refuse
        except Refusal as refusal:
            self.refused.emit(in_words(str(refusal), *(setup.params for setup in after.setups)))
            return None
        if after is before:
            return made
        if not self.undo.goes_on(stroke):
            compares = self._view.look.layers.before
            self.earlier.keep(before, after, self.lenses() if compares else ())
        if self.undo.take(made, before, stroke):
            self._runs.forget(before.data)
        return made

    def forget_before(self) -> bool:
        """Compare with what was before no more; say whether anything was."""
        had, self.earlier.before = self.earlier.before is not None, None
        if had:
            self.tell(Change.NOTHING)
        return had

    def open(self, saved: Saved) -> None:
        """Take another document where it was left, with nothing to undo."""
        self.undo.clear()
        self._document, self.earlier.before = saved.document, None
        self.save_state = SaveState(self)
        self._view, self._asked = View(saved.where, saved.look), saved.where.moment
        self._divided = None
        self._runs.rest(saved.document.data, saved.document.setups)
        self._clamp(PATIENCE)
        self.scenes.renew()
        self._view = without_node(self._view, self.scene.stage)
        self.tell(Change.ALL)
        self._pump.start()

    def _install(
        self, document: Document, made: Edit | None = None, undone: Views | None = None
    ) -> Views:
        """Show a document, made by an edit or undone to; give the view before and after."""
        view, before, self._document = self._view, self._document, document
        self.earlier.check(document)
        self._runs.rest(document.data, document.setups)
        self._view = after_edit(view, before, document, made, undone)
        if undone is None and not len(before.data):
            self._asked = START  # who draws on an empty canvas begins at the beginning
        self._clamp(PATIENCE)
        self.tell(changes(before, document) | view_changes(view, self._view))
        self._pump.start()  # now: the frame is painted before its time is over
        return view, self._view

    # --- looking ------------------------------------------------------------------------------

    def look(self, **parts: Any) -> None:
        """Change parts of the view; not undone."""
        before = self._view
        self._view = before.changed(**parts)
        self._asked = parts.get("moment", self._asked)
        self._clamp(PATIENCE if "moment" in parts else 0.0)
        self._view = without_stale(before, self._view)
        if change := view_changes(before, self._view):
            self.tell(change)

    def go(self, moment: Moment | None) -> None:
        if moment is not None:
            self.look(moment=moment)

    def go_to_round(self, t: int) -> None:
        """Show a round as a whole; the last one where the run is shorter."""
        self.look(moment=reachable(self.clock, max(0, t)))

    def grow(self, growth: float) -> None:
        """Scale what is projected with the window: on the wall it is as large on each."""
        before, self._growth = self.theme, growth
        if self.theme != before:
            self.tell(Change.LOOK)

    def show_front(self, k: int) -> None:
        """Bring a setup to the front; the moment stays, told in its own steps."""
        self.look(setup=k, moment=self.clock.told_by(k, self._view.where.moment))

    def hold_frame(self) -> None:
        """Keep what is seen while points move: the fit would follow them."""
        self._view = self._view.changed(frame=self.scene.frame)

    def _clamp(self, patience: float = 0.0) -> None:
        """Stay inside the run and the setups; where there is the moment asked for, go to it."""
        setup = min(self._view.where.setup, len(self._document.setups) - 1)
        self._view = self._view.changed(setup=setup)
        lenses = self.lenses()
        for lens in lenses:
            self._pump.wait(lens, self._asked.round, patience / len(lenses))
        self._view = self._view.changed(moment=self.clock.nearest(self._asked))
        divided = self._divided
        self._divided = any(has_residuals(lens.run) for lens in lenses)
        if divided is not None and divided != self._divided:
            self._view = self._view.changed(frame=None)  # it is of other panels

    def tell(self, change: Change) -> None:
        """Announce a change; one that a panel brings about while it hears of another comes next."""
        self.scenes.renew()
        self._pump.heard()
        if self.earlier.before is not self._compared:  # whatever edit let go of it
            self._compared, change = self.earlier.before, change | Change.VIEW
        self._news |= change
        if self.telling:
            return
        self.telling = True
        self.pace.begin(is_large=len(self._document.data) > LARGE)
        try:
            while self._news:
                change, self._news = self._news, Change.NOTHING
                self.changed.emit(self.scene, change)
        finally:
            self.telling = False
        self.keep_reading()

    def keep_reading(self) -> None:
        """Go on where surfaces without cells are looked at that could be known more finely."""
        self._pump.wake()

    def _learned(self, change: Change) -> None:
        """Tell it, and go on to the moment that was asked for, as far as it is there now."""
        before = self._view
        self._clamp()
        self.tell(change | view_changes(before, self._view))
