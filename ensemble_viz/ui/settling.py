"""What becomes of a view when the points or the run below it are others than before."""

from collections.abc import Sequence

import numpy as np

from ensemble_viz.document.document import OWN_TITLE, Change, Document, Setup
from ensemble_viz.document.edits import Edit
from ensemble_viz.document.edits.edit import NEW
from ensemble_viz.document.look import complete
from ensemble_viz.document.where import NOTHING, Focus, Moment
from ensemble_viz.engine.trees import Tree
from ensemble_viz.scene.beside.side_by_side import Clock
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.view import View, view_changes
from ensemble_viz.ui.runs import SharedRun

Views = tuple[View, View]
"""A view before an edit and after it."""
WHOLE = 1 << 16  # more steps than a round has
SETTLED = (
    "pinned",
    "selection",
    "frame",
    "class_in_hand",
    "class_looks",
    "setup",
)  # parts that an edit may have to change


def settled(
    view: View,
    before: Document,
    after: Document,
    made: Edit | None = None,
    undone: Views | None = None,
) -> View:
    """Change what follows the points; where an edit is undone, put back what it had changed."""
    last, view = view, _settled(view, before, after, made, undone is not None)
    return view if undone is None else _unsettled(view, last, undone)


def _settled(
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
    kept = [looks[old] for old in made.classes_from if old != NEW]
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


def _unsettled(view: View, last: View, edit: Views) -> View:
    """Put back what an edit had changed in a view, where nobody has changed it since."""
    before, after = edit
    kept = [name for name in SETTLED if last.part(name) == after.part(name)]
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


def let_go(before: View, view: View) -> View:
    """Let go of a node when another round is shown: it was of that one's tree; and of selected
    rows when a point beside them is pinned."""
    pinned = view.where.pinned
    if pinned != before.where.pinned and pinned.point not in (None, *view.where.selection):
        view = view.changed(selection=())
    stays = view.where.pinned.node is None or not view_changes(before, view) & Change.ROUND
    return view if stays else view.changed(pinned=NOTHING)
