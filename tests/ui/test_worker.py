"""Runs that another thread computes: the same rounds, and nobody waits for one."""

import threading
import time

import numpy as np
import pytest
from PySide6.QtCore import QObject, QTimer

from ensemble_viz.document import edits
from ensemble_viz.document.document import Change, Setup
from ensemble_viz.document.edits import points
from ensemble_viz.document.where import Moment
from ensemble_viz.engine import methods
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.engine.runs import Run
from ensemble_viz.scene.moment.lens import Lens
from ensemble_viz.scene.moment.sampler import Reading
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.steps import last_step
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui import runs
from ensemble_viz.ui.commands.run import Player
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.pace import Job, Worker
from ensemble_viz.ui.runs import Ahead, SharedRun
from ensemble_viz.ui.session import Session
from tests.ui.canvases import session_of
from tests.ui.conftest import bits


@pytest.fixture
def lent(qtbot, monkeypatch):
    """Sessions whose runs are all lent, however small."""
    monkeypatch.setattr(runs, "LARGE", 0)
    made = []

    def open_one(*args, **settings) -> Session:
        made.append(session_of(*args, **settings))
        return made[-1]

    yield open_one
    for session in made:
        qtbot.waitUntil(lambda session=session: not session.is_learning)


@pytest.fixture
def gate(monkeypatch):
    """A gate before every round that the worker computes: closed, until it is opened."""
    opened, compute = threading.Event(), Ahead.compute

    def waiting(self, seconds, _most):
        opened.wait(20)
        compute(self, seconds, 1)

    monkeypatch.setattr(Ahead, "compute", waiting)
    yield opened
    opened.set()


def finished(session):
    """The same run, computed at once."""
    setup = session.document.setups[0]
    run = Run(session.document.data, setup.declaration, setup.params, setup.seed)
    run.finish()
    return run


def shape_of(pixels):
    return None if pixels is None else pixels.shape


def rounds_of(run):
    """Everything the rounds say, bit for bit."""
    return [
        bits((record.number, record.score, record.target, record.next_weight))
        + bits((record.learner_weight, record.in_bag, dict(record.figures)))
        + [learner.describe(run.data) for learner in record.learners]
        for record in run.rounds
    ]


@pytest.mark.parametrize("method", sorted(methods.methods()))
def test_the_rounds_are_the_same(qtbot, lent, method):
    session = lent(sample("moons", n=30), method)
    assert session.run.is_lent
    qtbot.waitUntil(lambda: not session.is_learning)
    alone = finished(session)
    assert rounds_of(session.run) == rounds_of(alone)
    assert session.run.stop == alone.stop
    lens, own = session.lens(0), Lens(alone)
    assert lens.measured == len(alone)
    for t in range(1, len(alone) + 1):
        assert bits(lens.figures(t)) == bits(own.figures(t))


def test_the_window_computes_no_round_that_is_lent(qtbot, lent, monkeypatch):
    threads, advance = set(), Ahead.compute

    def seen(self, seconds, most):
        threads.add(threading.current_thread().name)
        advance(self, seconds, most)

    monkeypatch.setattr(Ahead, "compute", seen)
    session = lent(sample("moons", n=30))
    session.go_to_round(20)
    assert session.run.upto(50) == len(session.run)
    qtbot.waitUntil(lambda: not session.is_learning)
    assert threads == {"worker"}


def test_a_round_that_is_not_there_is_gone_to_when_it_is(qtbot, lent, gate):
    session = lent(sample("moons", n=30), rounds=12)
    before = time.monotonic()
    session.go_to_round(9)
    assert time.monotonic() - before < 5  # it is not waited for: the gate is closed for 20 seconds
    assert session.view.where.moment == Moment(0, 0)
    assert session.is_learning
    controls = session.scene.controls
    assert (controls.next_enabled, controls.at_end) == (False, False)
    assert controls.next_hint == "Round 1 is being computed."
    gate.set()
    qtbot.waitUntil(lambda: session.view.where.moment.round == 9)
    assert session.view.where.moment.step == last_step(session.run, 9)
    qtbot.waitUntil(lambda: not session.is_learning)
    assert session.view.where.moment.round == 9  # it was asked for, not the last one
    assert session.scene.controls.next_enabled


def test_a_short_run_is_shown_at_its_end(qtbot, lent):
    session = lent(sample("moons", n=30), "tree", max_depth=2)
    session.go_to_round(40)
    qtbot.waitUntil(lambda: not session.is_learning)
    assert session.view.where.moment.round == len(session.run) < 40


def test_points_that_were_moved_meanwhile_are_learned_from_anew(qtbot, lent, gate):
    session = lent(sample("moons", n=30), rounds=8)
    session.go_to_round(8)
    old = session.run
    session.apply(points.move_to, 3, (0.2, 0.1))
    assert session.run is not old
    assert session.view.where.moment == Moment(0, 0)
    gate.set()
    qtbot.waitUntil(lambda: not session.is_learning and session.view.where.moment.round == 8)
    assert len(old) <= 1  # what nobody looks at is not gone on with
    assert rounds_of(session.run) == rounds_of(finished(session))


def waiting(session, change, *args):
    """How long an edit takes by the clock, in seconds."""
    began = time.monotonic()
    session.apply(change, *args)
    return time.monotonic() - began


@pytest.fixture
def crowd(monkeypatch):
    """However few points there are, they are a crowd."""
    monkeypatch.setattr("ensemble_viz.ui.pump.CROWD", 0)


@pytest.mark.usefixtures("crowd")
def test_a_crowd_that_is_dragged_waits_for_no_round(qtbot, lent, gate, monkeypatch):
    monkeypatch.setattr("ensemble_viz.ui.session.PATIENCE", 0.5)
    session = lent(sample("moons", n=30), rounds=8)
    session.go_to_round(8)
    session.pace.hold()
    for x in (0.2, 0.3, 0.4):
        assert waiting(session, points.move_to, 3, (x, 0.1)) < 0.5
    session.pace.release()
    assert waiting(session, points.move_to, 3, (0.6, 0.1)) >= 0.5
    gate.set()
    qtbot.waitUntil(lambda: session.view.where.moment.round == 8)


def test_no_rounds_are_told_of_while_a_frame_is_due(qtbot, lent, gate):
    session = lent(sample("moons", n=30), rounds=8)
    session.go_to_round(8)  # the worker has something to do
    told = []
    session.changed.connect(lambda _scene, change: told.append(change))
    session.pace.hold()
    session.pace.move()
    gate.set()
    qtbot.wait(200)  # more than NEWS
    assert told == []
    session.pace.is_due = False
    session.pace.release()
    qtbot.waitUntil(lambda: not session.is_learning)
    assert told[-1] & Change.LEARNED
    assert len(session.run) == 8


@pytest.mark.usefixtures("crowd")
def test_a_crowd_is_learned_from_when_the_hand_rests(qtbot, lent):
    session = lent(sample("moons", n=30), rounds=8)
    qtbot.waitUntil(lambda: not session.is_learning)
    session.pace.hold()
    session.apply(points.move_to, 3, (0.2, 0.1))
    moving = QTimer(session, interval=5)
    moving.timeout.connect(session.pace.move)
    moving.timeout.connect(lambda: setattr(session.pace, "is_due", False))  # it is painted
    session.pace.move()
    moving.start()
    qtbot.wait(200)
    assert len(session.run) == 0
    moving.stop()
    qtbot.waitUntil(lambda: len(session.run) == 8)
    session.pace.release()


def test_more_rounds_go_on(qtbot, lent):
    session = lent(sample("moons", n=30), rounds=5)
    qtbot.waitUntil(lambda: not session.is_learning)
    run = session.run
    session.edit("Change rounds", edits.change_setting, 0, "rounds", 9)
    assert session.run is run
    qtbot.waitUntil(lambda: not session.is_learning)
    assert len(run) == 9
    assert rounds_of(run) == rounds_of(finished(session))


def test_curves_grow_with_what_is_measured(qtbot, lent):
    session = lent(sample("moons", n=40), rounds=20)
    seen = []
    session.changed.connect(lambda scene, change: seen.append((scene.curves, change)))
    qtbot.waitUntil(lambda: not session.is_learning)
    assert any(change & Change.LEARNED for _, change in seen)
    curves = session.scene.curves
    assert curves.computed == curves.last == 20
    assert all(len(curve.at) >= 20 for curve in curves.series)


def test_surfaces_without_cells_are_read_elsewhere(qtbot, lent, monkeypatch):
    threads, go_on = set(), Reading.go_on

    def seen(self, seconds=0.0):
        threads.add(threading.current_thread().name)
        go_on(self, seconds)

    monkeypatch.setattr(Reading, "go_on", seen)
    session = lent(sample("moons", n=30), "bagging", base="knn", rounds=3)
    grids = []
    session.changed.connect(lambda scene, _: grids.append(shape_of(scene.field.rgb)))
    session.go_to_round(3)
    qtbot.waitUntil(lambda: not session.is_learning)
    assert threads == {"worker"}
    alone = Lens(finished(session))
    scene = Scene(Stage(session.document, alone, session.view)).sharpened()
    assert np.array_equal(session.scene.field.rgb, scene.field.rgb)
    sizes = [shape[0] for shape in grids if shape]
    assert sizes == sorted(sizes)
    assert set(sizes) <= {48, 256, 1024}  # how many are seen on the way is a matter of time
    assert sizes[-1] == 1024


def test_nothing_is_told_over_and_over_while_a_surface_is_read(qtbot, lent, monkeypatch):
    session = lent(sample("moons", n=30), "bagging", base="knn", rounds=3)
    opened = threading.Event()
    qtbot.waitUntil(lambda: not session.is_learning)
    go_on = Reading.go_on

    def waiting(self, seconds=0.0):
        opened.wait(20)
        go_on(self, seconds)

    monkeypatch.setattr(Reading, "go_on", waiting)
    told = []
    session.changed.connect(lambda scene, change: told.append((scene.field.rgb is None, change)))
    session.go_to_round(3)
    qtbot.wait(300)
    assert session.is_learning
    assert len(told) <= 2
    opened.set()
    qtbot.waitUntil(lambda: not session.is_learning)
    assert told[0][0]
    assert not told[-1][0]


def test_playing_waits_for_rounds(qtbot, lent, gate):
    session = lent(sample("moons", n=30), rounds=3)
    player = Player(Desk(session))
    player.set_speed(8.0)
    session.look(small_steps=False)
    player.play()
    qtbot.wait(250)
    assert player.is_playing
    assert session.view.where.moment.round == 0
    gate.set()
    qtbot.waitUntil(lambda: not player.is_playing)
    assert session.view.where.moment.round == 3


def test_large_data_is_lent_and_small_data_is_not(qtbot):
    small = session_of(sample("moons", n=30))
    large = session_of(sample("moons", n=runs.LARGE + 1), rounds=3)
    assert (small.run.is_lent, large.run.is_lent) == (False, True)
    qtbot.waitUntil(lambda: not small.is_learning and not large.is_learning)
    assert len(large.run) == 3


def test_what_was_slow_once_is_lent_from_then_on(qtbot, monkeypatch):
    monkeypatch.setattr("ensemble_viz.ui.pump.SLOW", 0.0)
    session = session_of(sample("moons", n=30), rounds=6)
    assert not session.run.is_lent
    qtbot.waitUntil(lambda: not session.is_learning)
    assert session.run.is_lent
    session.apply(points.move_to, 3, (0.2, 0.1))
    assert session.run.is_lent
    session.apply(points.delete, [3, 4])
    assert not session.run.is_lent  # fewer points: perhaps it is faster
    qtbot.waitUntil(lambda: not session.is_learning)
    assert rounds_of(session.run) == rounds_of(finished(session))


def test_an_error_is_raised_where_the_round_is_taken_in():
    def train(_data, _params, _seed):
        yield from ()
        raise ValueError("no round")

    ahead = Ahead(train(None, None, 0))
    ahead.compute(1.0, 5)
    assert len(ahead) == 1
    with pytest.raises(ValueError, match="no round"):
        next(ahead)


def test_a_run_without_points_has_nothing_to_lend():
    data = sample("moons", n=30)
    empty = points.delete(session_of(data).document, list(range(30))).document.data
    run = SharedRun(empty, Setup("adaboost", methods.method("adaboost").params()))
    assert (run.to_come, run.ahead) == (0, None)
    run.take_in()
    assert len(run) == 0


def test_jobs_are_done_in_their_order_and_told_in_the_window(qtbot):
    owner = QObject()
    worker, done, told = Worker(owner), [], []
    worker.done.connect(lambda job: told.append((job, threading.current_thread())))
    jobs = [Job(lambda k=k: done.append((k, threading.current_thread().name))) for k in range(3)]
    jobs.append(Job(lambda: 1 / 0))
    for job in jobs:
        worker.take(job)
    qtbot.waitUntil(lambda: len(told) == 4)
    assert done == [(k, "worker") for k in range(3)]
    assert told == [(job, threading.main_thread()) for job in jobs]
    assert isinstance(jobs[3].error, ZeroDivisionError)
