"""What nobody looks at any more is freed: edits of a gesture, and fields of another method."""

import gc
from collections import Counter
from weakref import ref

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QCompleter

from ensemble_viz.document import edits
from ensemble_viz.document.document import Document, Setup
from ensemble_viz.document.edits import points
from ensemble_viz.engine import methods
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.ui.pace import Pace
from ensemble_viz.ui.runs import FEWEST, KEPT, ROOM, Runs
from ensemble_viz.ui.undo import UndoStep
from tests.ui.canvases import session_of
from tests.ui.loops import in_turn

MANY = {name for name, one in methods.methods().items() if one.length is None}


def alive(*kinds):
    """Count the objects of some kinds."""
    in_turn(lambda: None)
    gc.collect()
    found = Counter(type(each) for each in gc.get_objects())
    return [found[kind] for kind in kinds]


@pytest.mark.usefixtures("qtbot")
def test_a_point_that_is_dragged_leaves_two_documents_behind():
    session = session_of(sample("moons", n=12), rounds=2)
    before = alive(Document, UndoStep)
    stroke = object()
    for k in range(40):
        to = (0.01 * k, 0.2)
        in_turn(lambda to=to: session.apply(points.move_to, 3, to, stroke=stroke))
    after = alive(Document, UndoStep)
    assert after[0] - before[0] <= 2
    assert after[1] - before[1] == 1
    assert len(session.undo.names) == 1
    assert tuple(session.document.data.points[3]) == (0.39, 0.2)
    session.undo.undo()
    assert not session.undo.can_undo
    assert tuple(session.document.data.points[3]) != (0.39, 0.2)
    session.undo.redo()
    assert tuple(session.document.data.points[3]) == (0.39, 0.2)


def test_runs_in_the_middle_of_a_gesture_are_let_go_of_behind_the_frame(qtbot):
    session = session_of(sample("moons", n=12), rounds=2)
    first, stroke, runs = session.run, object(), []
    for k in range(5):
        in_turn(lambda k=k: session.apply(points.move_to, 3, (0.1 * k, 0.2), stroke=stroke))
        runs.append(ref(session.run))
    assert runs[0]() is None  # some may wait, but not all
    qtbot.waitUntil(lambda: all(run() is None for run in runs[:4]))
    assert runs[4]() is not None
    session.undo.undo()
    assert session.run is first
    session.undo.redo()
    assert session.run is runs[-1]()


@pytest.mark.usefixtures("qtbot")
def test_a_gesture_that_goes_on_after_an_undo_is_an_edit_of_its_own():
    session = session_of(sample("moons", n=12), rounds=2)
    stroke = object()
    session.apply(points.move_to, 3, (0.1, 0.1), stroke=stroke)
    session.undo.undo()
    session.apply(points.move_to, 3, (0.2, 0.2), stroke=stroke)
    session.apply(points.move_to, 3, (0.3, 0.3), stroke=stroke)
    assert len(session.undo.names) == 1
    session.apply(points.move_to, 3, (0.4, 0.4), stroke=object())
    assert len(session.undo.names) == 2
    session.undo.undo()
    assert tuple(session.document.data.points[3]) == (0.3, 0.3)


@pytest.mark.parametrize("method", ["voting", "stacking", "bagging"])
def test_the_fields_of_a_method_go_with_it(window, method):
    def there_and_back():
        for name in (method, "adaboost"):
            in_turn(lambda name=name: window.session.edit("Method", edits.choose_method, 0, name))

    there_and_back()
    before = alive(QCompleter)
    for _ in range(6):
        there_and_back()
    assert alive(QCompleter) == before


@pytest.mark.usefixtures("qtbot")
@pytest.mark.parametrize("method", sorted(methods.methods()))
def test_a_run_that_nobody_looks_at_is_freed_at_once(method):
    """It would be kept until Python looks for cycles: hundreds of megabytes while one drags."""
    session = session_of(sample("moons", n=40), method, **({"rounds": 4} if method in MANY else {}))
    in_turn(lambda: session.go_to_round(len(session.run)))
    run = ref(session.run)
    gc.collect()
    assert not gc.isenabled()
    for k in range(KEPT + 1):
        to = (0.01 * k, 0.2)
        in_turn(lambda to=to: session.apply(points.move_to, 3, to))
        assert session.scene.field is not None
    assert run() is None


@pytest.mark.usefixtures("qtbot")
def test_the_runs_of_many_points_are_not_kept_by_the_dozen():
    """A forest of 50 trees on 100 000 points takes a hundred megabytes."""
    method = methods.method("random-forest")
    setup = Setup("random-forest", method.params.from_values({"rounds": 50}))
    parent = QObject()

    def kept(points, edits):
        runs, seen = Runs(Pace(parent)), []
        for seed in range(edits):
            seen.append(ref(runs.lens(sample("moons", n=points, seed=seed), setup)))
        return [lens() is not None for lens in seen]

    assert kept(200, KEPT + 2) == [False] * 2 + [True] * KEPT
    few = ROOM // (50 * 40_000)
    assert FEWEST < few < KEPT
    assert kept(40_000, few + 2) == [False] * 2 + [True] * few
    assert kept(1 + ROOM // 50, 4) == [False] * 2 + [True] * FEWEST
