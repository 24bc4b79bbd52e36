"""Whatever a person does, in whatever order: no warning, no slot that raises, no memory lost.

Runs a few hundred actions; ENSEMBLE_VIZ_ACTIONS=20000 runs as many as that, and measures memory.
"""

import ctypes
import gc
import os
import random
import sys
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from ensemble_viz.document import edits
from ensemble_viz.engine import methods
from ensemble_viz.engine.params import Field
from ensemble_viz.engine.samples import parse_sample
from ensemble_viz.ui.actions import ENTRIES
from ensemble_viz.ui.app import share_heap
from tests.ui.loops import in_turn

ACTIONS = int(os.environ.get("ENSEMBLE_VIZ_ACTIONS", "300"))
SETTLED, GROWTH = 5000, 1.05
HISTORY = 100  # edits that can be undone: so many are soon done
LEFT_ALONE = {"close", "projector", "about", "open_points", "save_points", "export", "clear_points"}
SAMPLES = ("ten-points", "moons:n=60", "blobs:n=60", "sine:n=40", "xor:n=40", "circles:n=50")


class Person:
    """Does something at random, by mouse, keys and forms."""

    def __init__(self, window, seed):
        self.window = window
        self.dice = random.Random(seed)
        self.entries = [entry for entry in ENTRIES if entry.name not in LEFT_ALONE]
        self.canvas = window.canvas.plot.viewport()

    def act(self):
        deeds = (self.key, self.key, self.step, self.step, self.drag, self.click, self.hover)
        rare = (self.method, self.setting, self.undo, self.sample, self.place)
        self.dice.choice(deeds + rare)()

    def key(self):
        entry = self.dice.choice(self.entries)
        self.window.named[entry.name].trigger()

    def step(self):
        self.window.named[self.dice.choice(("forward", "forward", "forward", "back"))].trigger()

    def spot(self):
        size = self.canvas.size()
        return QPoint(self.dice.randrange(size.width()), self.dice.randrange(size.height()))

    def drag(self):
        start = self.spot()
        QTest.mousePress(self.canvas, Qt.MouseButton.LeftButton, pos=start)
        for _ in range(self.dice.randrange(1, 5)):
            start += QPoint(self.dice.randrange(-20, 21), self.dice.randrange(-20, 21))
            QTest.mouseMove(self.canvas, start)
        QTest.mouseRelease(self.canvas, Qt.MouseButton.LeftButton, pos=start)

    def click(self):
        QTest.mouseClick(self.canvas, Qt.MouseButton.LeftButton, pos=self.spot())

    def hover(self):
        QTest.mouseMove(self.canvas, self.spot())

    def place(self):
        self.window.session.look(tool="place")
        self.click()

    def method(self):

        session = self.window.session
        name = self.dice.choice(list(methods.methods()))
        session.edit("Method", edits.choose_method, session.view.setup, name)

    def setting(self):

        session = self.window.session
        setup = session.document.setups[session.view.setup]
        field = self.dice.choice(setup.params.fields())
        session.edit("Setting", edits.change_setting, 0, field.name, self.value(field))

    def value(self, field: Field):
        choices = list(field.choices)
        if field.kind is bool:
            choices = [False, True]
        elif field.kind is int and not choices:
            low = int(field.setting.low or 0)
            choices = list(range(low, low + 6))
        elif field.kind is float:
            choices = [0.1, 0.5, 0.9, 1.0, *field.words]
        return self.dice.choice([*choices, None] if field.optional else choices)

    def undo(self):
        for _ in range(self.dice.randrange(1, 4)):
            self.window.named[self.dice.choice(("undo", "undo", "redo"))].trigger()

    def sample(self):

        name = self.dice.choice(SAMPLES)
        chosen, options = parse_sample(name)
        self.window.session.edit(
            "Sample", edits.choose_data, chosen.build(**options), chosen.title, name
        )


def memory(window, qtbot):
    """Read how many pages the process holds when it shows what it showed at first.

    So many small edits come before that everything older is undone by nobody, and no run of
    before is kept: else it would count which runs these happened to be.
    """
    session = window.session
    session.edit("Sample", edits.choose_data, parse_sample("ten-points")[0].build(), "Ten points")
    session.edit("Method", edits.choose_method, session.view.setup, "adaboost")
    for seed in range(HISTORY):
        session.edit("Seed", edits.change_seed, session.view.setup, seed + 1)
    qtbot.waitUntil(lambda: not session.is_learning, timeout=60_000)
    gc.collect()
    if sys.platform == "linux":
        ctypes.CDLL("libc.so.6").malloc_trim(0)  # what is free, and only kept for later
    return int(Path("/proc/self/statm").read_text().split()[1])


@pytest.mark.parametrize("seed", [1])
def test_random_actions_leave_a_whole_program_behind(
    seed, window, qtbot, capfd, record_testsuite_property
):
    share_heap()  # as the program does
    person = Person(window, seed)
    window.session.undo.setUndoLimit(HISTORY)
    held = []  # pages, after every so many actions
    for k in range(ACTIONS):
        in_turn(person.act)
        if ACTIONS > SETTLED and (k + 1) % SETTLED == 0:
            held.append(memory(window, qtbot))
    qtbot.waitUntil(lambda: not window.session.is_learning, timeout=60_000)
    record_testsuite_property("pages", held)  # --junitxml=FILE writes them down
    assert all(size <= GROWTH * held[0] for size in held), held
    assert window.isVisible()
    scene = window.session.scene
    score = scene.stage.score
    assert score is None or np.isfinite(score).all()
    assert capfd.readouterr().err == ""
