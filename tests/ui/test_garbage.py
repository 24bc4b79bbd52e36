"""Who looks for garbage: the thread that the window lives in, and no other."""

import gc
import threading

import pytest
from PySide6.QtCore import QObject

from ensemble_viz.engine.data.samples import sample
from ensemble_viz.ui.pace import Garbage, Job, Worker, collect_due
from tests.ui.canvases import session_of


@pytest.fixture
def collected():
    """List who looks for garbage, and in which generation."""
    found = []

    def noting(phase, info):
        if phase == "start":
            found.append((threading.current_thread(), info["generation"]))

    gc.callbacks.append(noting)
    yield found
    gc.callbacks.remove(noting)


def many():
    """Make more objects than are made between two looks."""
    return [[] for _ in range(50 * gc.get_threshold()[0])]


def test_the_worker_never_looks_for_garbage(qtbot, collected):
    gc.enable()  # as when Python starts
    owner, made = QObject(), []
    Garbage(owner)
    Worker(owner).take(Job(lambda: made.append(many())))
    qtbot.waitUntil(lambda: bool(made and collected))
    assert {thread for thread, _ in collected} == {threading.main_thread()}


def test_windows_and_timers_that_nobody_holds_are_freed_where_they_live(qtbot):
    """The program crashed where the worker freed them: their timers were still waited for."""
    owner, done = QObject(), []
    Garbage(owner)
    worker = Worker(owner)
    worker.done.connect(lambda _job: done.append(many()))
    for turn in range(1, 21):
        session = session_of(sample("moons", n=30), rounds=200)
        session.itself = session  # so that only who looks for garbage finds it
        del session
        worker.take(Job(many))
        qtbot.waitUntil(lambda turn=turn: len(done) == turn)


def test_the_window_looks(window, qtbot, collected):
    assert not gc.isenabled()
    assert window.garbage.parent() is window
    kept = many()
    qtbot.waitUntil(lambda: bool(collected))
    assert kept
    assert {thread for thread, _ in collected} == {threading.main_thread()}


def test_python_does_not_look_when_the_window_is_gone(qtbot):
    """The program crashed where the worker came back from its last job, and looked."""
    owner = QObject()
    Garbage(owner)
    with qtbot.waitSignal(owner.destroyed):
        owner.deleteLater()
    assert not gc.isenabled()


def test_older_generations_have_their_turn(collected):
    limits = gc.get_threshold()
    for _ in range(limits[1] + 2):
        gc.collect(0)
    collected.clear()
    collect_due()
    assert [generation for _, generation in collected] == [1]
