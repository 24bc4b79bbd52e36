"""What becomes of a view when the points or the run below it are others than before."""

from ensemble_viz.document.document import OWN_TITLE, Change, Document
from ensemble_viz.document.where import NOTHING, Moment
from ensemble_viz.engine.trees import Tree
from ensemble_viz.scene import steps
from ensemble_viz.scene.stage import Stage
from ensemble_viz.scene.view import View, view_changes
from ensemble_viz.ui.shared_run import SharedRun

Views = tuple[View, View]
"""A view before an edit and after it."""
WHOLE = 1 << 16  # more steps than a round has
SETTLED = ("pinned", "selection", "frame", "class_in_hand")  # parts that an edit may have to change


def settled(view: View, before: Document, after: Document, undone: Views | None = None) -> View:
    """Change what follows the points; where an edit is undone, put back what it had changed."""
    last, view = view, _settled(view, before, after, undone is not None)
    return view if undone is None else _unsettled(view, last, undone)


def _settled(view: View, before: Document, after: Document, is_undone: bool) -> View:
    """Let go of points that are gone; keep the frame while points are edited in it."""
    old, new = before.data, after.data
    if new is old:
        return view
    view = view.changed(hovered=NOTHING)
    if len(new) != len(old):
        view = view.changed(pinned=NOTHING, selection=())
    renamed = after.title not in (before.title, OWN_TITLE)  # else they were edited by hand,
    others = renamed and not (is_undone and before.title == OWN_TITLE)  # or that was undone
    if others or (new.columns, new.classes) != (old.columns, old.classes):
        view = view.changed(frame=None, pinned=NOTHING, selection=(), class_in_hand=0)
    if after.source and before.source and after.source != before.source:
        view = view.changed(frame=None)  # drawn otherwise: they may be anywhere
    return view


def _unsettled(view: View, last: View, edit: Views) -> View:
    """Put back what an edit had changed in a view, where nobody has changed it since."""
    before, after = edit
    kept = [name for name in SETTLED if last.part(name) == after.part(name)]
    return view.changed(**{name: before.part(name) for name in kept})


def reachable(run: SharedRun, t: int) -> Moment:
    """Find round t as a whole; the last one where the run is shorter; later, where it is coming."""
    reached = min(t, run.upto(t))
    return Moment(t, WHOLE) if reached < t and run.is_awaited else steps.whole(run, reached)


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
