"""The scenes of a session, one of each setup; and what becomes of a view after an edit."""

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QObject, Slot

from ensemble_viz.document.document import OWN_TITLE, Change, Document, Setup
from ensemble_viz.document.edits import Edit, edit
from ensemble_viz.document.look import complete
from ensemble_viz.document.where import NOTHING, Focus, Moment
from ensemble_viz.engine.trees import Tree
from ensemble_viz.scene.beside.ghost import Before, comparable
from ensemble_viz.scene.beside.side_by_side import Clock, SideBySide
from ensemble_viz.scene.free_space import CanvasLayout
from ensemble_viz.scene.moment.lens import Lens
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.view import View, view_changes
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.pump import Pump
from ensemble_viz.ui.runs import Runs, SharedLens, SharedRun


class Scenes(QObject):
    """Describes the same moment of every run, with room for what lies on the canvases."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._canvases: dict[int, CanvasLayout] = {}
        self._beside: SideBySide | None = None
        self._made: dict[int, Scene] = {}

    def beside(
        self, document: Document, lenses: Sequence[SharedLens], view: View, before: Before | None
    ) -> SideBySide:
        """Put all setups side by side at the moment of a view."""
        if self._beside is None:
            canvases = [self._canvases.get(k) for k in range(len(lenses))]
            self._beside = SideBySide(document, lenses, view, canvases, before)
        return self._beside

    def scene(self, k: int, beside: SideBySide) -> Scene:
        if k not in self._made:
            self._made[k] = Scene(beside.stage(k), self._canvases.get(k), beside)
        return self._made[k]

    def renew(self) -> None:
        """Describe everything anew when somebody asks."""
        self._made, self._beside = {}, None

    def draw_on(self, canvas: CanvasLayout, k: int = 0) -> None:
        """Keep points of setup k free of what lies on a canvas."""
        self._canvases[k] = canvas
        self.renew()

    @Slot()
    def draw_nowhere(self) -> None:
        self._canvases = {}
        self.renew()


class Earlier:
    """A document as it was, with runs and lenses that no other edit lets go of."""

    def __init__(self) -> None:
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


class SetupsReading:
    """The part of a session that reads runs."""

    _document: Document
    _view: View
    _runs: Runs
    _pump: Pump
    scenes: Scenes
    earlier: Earlier

    @property
    def scene(self) -> Scene:
        """What is shown of the setup in front."""
        return self.scene_of(self._view.where.setup)

    @property
    def run(self) -> SharedRun:
        return self.lens(self._view.where.setup).run

    def lens(self, k: int) -> SharedLens:
        """Give the run of setup k, with what was derived from it."""
        lens = self._runs.lens_of(self._document, k)
        self._pump.lend(lens)
        return lens

    def lenses(self) -> list[SharedLens]:
        return [self.lens(k) for k in range(len(self._document.setups))]

    @property
    def is_awaited(self) -> bool:
        """True if a run will have more rounds than it has."""
        return any(lens.run.is_awaited for lens in self.lenses())

    @property
    def beside(self) -> SideBySide:
        before = self.earlier.before
        return self.scenes.beside(self._document, self.lenses(), self._view, before)

    @property
    def clock(self) -> Clock:
        """How the runs go on together."""
        runs = tuple(lens.run for lens in self.lenses())
        return Clock(runs, self._view.where.setup, self._view.look.by_share)

    def scene_of(self, k: int) -> Scene:
        """Describe the same moment of any setup's run."""
        return self.scenes.scene(k, self.beside)


Views = tuple[View, View]
"""A view before an edit and after it."""
WHOLE = 1 << 16  # more steps than a round has
OF_POINTS = (
    "pinned",
    "selection",
    "frame",
    "class_in_hand",
    "class_looks",
    "setup",
)  # parts that an edit may have to change


def after_edit(
    view: View,
    before: Document,
    after: Document,
    made: Edit | None = None,
    undone: Views | None = None,
) -> View:
    """Change what follows the points; where an edit is undone, put back what it had changed."""
    last, view = view, _followed_edit(view, before, after, made, undone is not None)
    return view if undone is None else _put_back(view, last, undone)


def _followed_edit(
    view: View, before: Document, after: Document, made: Edit | None, is_undone: bool
) -> View:
    """Follow points and classes; keep the frame while points are edited in it."""
    old, new = before.data, after.data
    view = view.changed(setup=_front(view.where.setup, before.setups, after.setups))
    if new is old:
        return view
    view = view.changed(hovered=NOTHING)
    if made is not None:
        view = _followed(view, made)
    elif len(new) != len(old):
        view = view.changed(pinned=NOTHING, selection=())
    renamed = after.title not in (before.title, OWN_TITLE)  # else they were edited by hand,
    others = renamed and not (is_undone and before.title == OWN_TITLE)  # or that was undone
    if others or new.columns != old.columns:
        view = view.changed(frame=None, pinned=NOTHING, selection=(), class_in_hand=0)
    if others and new.classes != old.classes:
        view = view.changed(class_looks=())
    if after.source and before.source and after.source != before.source:
        view = view.changed(frame=None)  # drawn otherwise: they may be anywhere
    in_hand = min(view.hand.class_in_hand, max(new.n_classes - 1, 0))
    return view.changed(class_in_hand=in_hand)


def _followed(view: View, made: Edit) -> View:
    """Go on looking at the same points, and keep the same class in hand, with its own looks."""
    pinned, chosen = view.where.pinned, view.where.selection
    if pinned.point is not None:
        rows = np.flatnonzero(made.came_from == pinned.point)
        stays = len(rows) > 0 and rows[0] < len(made.document.data)
        pinned = Focus(point=int(rows[0])) if stays else NOTHING
    if chosen:
        chosen = tuple(np.flatnonzero(np.isin(made.came_from, chosen)).tolist())
    view = view.changed(pinned=pinned, selection=chosen)
    if made.classes_from is None:
        return view
    number = {old: k for k, old in enumerate(made.classes_from)}
    view = view.changed(class_in_hand=number.get(view.hand.class_in_hand, 0))
    looks = view.look.class_looks
    if not looks:
        return view
    kept = [looks[old] for old in made.classes_from if old != edit.NEW]
    return view.changed(class_looks=complete(kept))


def _front(front: int, before: Sequence[Setup], after: Sequence[Setup]) -> int:
    """Find the setup in front: a new one comes there, one that changes places stays there."""
    pairs = zip(before, after, strict=False)
    first = next((k for k, (one, other) in enumerate(pairs) if one != other), len(after))
    if len(after) > len(before):
        return min(first, len(after) - 1)
    if len(after) < len(before):
        return max(min(front - (front > first), len(after) - 1), 0)
    moved = before[front] != after[front] and sorted(map(hash, before)) == sorted(map(hash, after))
    return after.index(before[front]) if moved else front


def _put_back(view: View, last: View, edit: Views) -> View:
    """Put back what an edit had changed in a view, where nobody has changed it since."""
    before, after = edit
    kept = [name for name in OF_POINTS if last.part(name) == after.part(name)]
    return view.changed(**{name: before.part(name) for name in kept})


def reachable(clock: Clock, t: int) -> Moment:
    """Find round t as a whole; the last one where the run is shorter; later, where it is coming."""
    found = clock.whole(t)
    is_awaited = any(isinstance(run, SharedRun) and run.is_awaited for run in clock.runs)
    return Moment(t, WHOLE) if found.round < t and is_awaited else found


def without_node(view: View, stage: Stage) -> View:
    """Let go of a node that the trees of the round do not have, as a file may say."""
    node, learners = view.where.pinned.node, stage.record.learners if stage.record else ()
    if node is None or any(isinstance(one, Tree) and node < len(one) for one in learners):
        return view
    return view.changed(pinned=NOTHING)


def without_stale(before: View, view: View) -> View:
    """Let go of a node when another round is shown: it was of that one's tree; and of selected
    rows when a point beside them is pinned."""
    pinned = view.where.pinned
    if pinned != before.where.pinned and pinned.point not in (None, *view.where.selection):
        view = view.changed(selection=())
    stays = view.where.pinned.node is None or not view_changes(before, view) & Change.ROUND
    return view if stays else view.changed(pinned=NOTHING)
