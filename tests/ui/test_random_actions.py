"""Whatever a person does, in whatever order: no warning, no slot that raises, no memory lost.

A few hundred actions on a seed that is another one each time, in CI a thousand on the same; it is
written down where they fail: ENSEMBLE_VIZ_SEED=7 does the same again. ENSEMBLE_VIZ_ACTIONS=20000
does as many as that, compares what is shown with the same painted anew, and measures memory.
"""

import ctypes
import gc
import os
import random
import sys
import time
from collections import Counter
from pathlib import Path

import numpy as np
from PySide6.QtCore import QMimeData, QPoint, QPointF, QSize, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from ensemble_viz.document import edits
from ensemble_viz.document.document import MOST_SETUPS, Change
from ensemble_viz.document.look import SCALES
from ensemble_viz.document.where import Focus
from ensemble_viz.engine import methods
from ensemble_viz.engine.data.samples import parse_sample
from ensemble_viz.engine.settings import Field
from ensemble_viz.ui.actions import ENTRIES
from ensemble_viz.ui.app import share_heap
from ensemble_viz.ui.canvas.canvas_picture import Glide
from ensemble_viz.ui.pace import Job, Worker
from tests.ui.canvases import array
from tests.ui.conftest import LEARNING
from tests.ui.loops import in_turn

ASKED = os.environ.get("ENSEMBLE_VIZ_ACTIONS")
IN_CI = bool(os.environ.get("CI"))  # where no dice decide whether it is green
ACTIONS = int(ASKED or (1000 if IN_CI else 300))
SEED = os.environ.get("ENSEMBLE_VIZ_SEED", "1" if IN_CI else "")
SETTLED, GROWTH = 5000, 1.05
SHOWN = ("canvas", "curves", "learners so far", "tree", "search")
LOOKED_AT = 100  # actions between two looks at whether the canvas is true
NEAR = 3  # levels that the same colour may be off where a picture of it is copied
HISTORY = 100  # edits that can be undone: so many are soon done
LEFT_ALONE = {
    "close",
    "open_file",
    "save_points",
    "export",
    "export_again",
}  # done in ways of their own
SAMPLES = ("ten-points", "moons:n=60", "blobs:n=60", "sine:n=40", "xor:n=40", "circles:n=50")
WORN = ("light", "dark", "projector", "projector-dark")  # others are for paper
SIZES = ((1024, 640), (1280, 800), (1100, 900), (1920, 1056))


def files(folder, dice):
    """Write files of all kinds, good ones and bad ones."""

    def rows(n, answers):
        place = [(dice.gauss(0, 1), dice.gauss(0, 1)) for _ in range(n)]
        return "".join(f"{x!r},{y!r},{answers[k % len(answers)]}\n"
                       for k, (x, y) in enumerate(place))  # fmt: skip

    head = "x1,x2,class\n"
    texts = {
        "one-class": head + rows(6, "a"),
        "one-point": head + "1,2,a\n",
        "one-value": "x1,x2,value\n1,2,3.5\n",
        "eight": head + rows(40, "ABCDEFGH"),
        "values": "x1,x2,value\n" + rows(30, (1.5, -2.0, 7.25)),
        "line": "x,value\n" + "".join(f"{k},{k % 5}\n" for k in range(20)),
        "same-place": head + "1,1,a\n1,1,b\n" * 3,
        "far": head + "1e300,0,a\n-1e300,1e-300,b\n1e300,2,a\n",
        "many": head + rows(10_000, "aab"),
        "no-points": head,
        "nonsense": "\0\1\2 nobody reads this",
        "half": head + "1,2,a\n3,",
    }
    for name, text in texts.items():
        (folder / f"{name}.csv").write_text(text)
    return [folder / f"{name}.csv" for name in texts]


class Person:
    """Does something at random, by mouse, keys and forms."""

    def __init__(self, window, seed, folder):
        self.window = window
        self.dice = random.Random(seed)
        self.files = files(folder, self.dice)
        self.folder = folder
        self.entries = [entry for entry in ENTRIES if entry.name not in LEFT_ALONE]
        self.done = []
        self.setups = Counter()  # how many stood side by side, after so many actions

    @property
    def canvas(self):
        """Any of the canvases there are."""
        return self.dice.choice(self.window.board.shown).canvas.plot.viewport()

    def act(self):
        often = (self.key, self.key, self.step, self.step, self.drag, self.click, self.hover)
        now_and_then = (
            self.method,
            self.setting,
            self.beside,
            self.undo,
            self.sample,
            self.place,
            self.type,
        )
        rarely = (self.open, self.drop, self.resize, self.close, self.save, self.hurry)
        deed = self.dice.choice(often * 3 + now_and_then * 3 + rarely)
        self.done.append(deed.__name__)
        deed()
        self.setups[len(self.window.session.document.setups)] += 1

    def key(self):
        entry = self.dice.choice(self.entries)
        self.window.named[entry.name].trigger()

    def step(self):
        self.window.named[self.dice.choice(("forward", "forward", "forward", "back"))].trigger()

    def spot(self, canvas):
        size = canvas.size()
        return QPoint(self.dice.randrange(size.width()), self.dice.randrange(size.height()))

    def drag(self):
        canvas = self.canvas
        start = self.spot(canvas)
        QTest.mousePress(canvas, Qt.MouseButton.LeftButton, pos=start)
        for _ in range(self.dice.randrange(1, 5)):
            start += QPoint(self.dice.randrange(-20, 21), self.dice.randrange(-20, 21))
            QTest.mouseMove(canvas, start)
        QTest.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=start)

    def click(self):
        canvas = self.canvas
        QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=self.spot(canvas))

    def hover(self):
        canvas = self.canvas
        QTest.mouseMove(canvas, self.spot(canvas))

    def beside(self):
        """Have another setup, or one less; or press a button of a head."""
        names = ("add_setup", "duplicate", "remove", "remove", "remove", "swap", "next_setup")
        self.window.named[self.dice.choice(names)].trigger()
        head = self.dice.choice(self.window.board.shown).head
        if head.isVisible():
            self.dice.choice(list(head.buttons.values())).click()

    def compare(self):
        """Have as many setups as there can be."""
        session = self.window.session
        while (count := len(session.document.setups)) < MOST_SETUPS:
            session.edit("Beside", edits.duplicate_setup, count - 1)
            self.setups[count + 1] += 1

    def place(self):
        self.window.session.look(tool="place")
        self.click()

    def type(self):
        """Press any key, whatever has the focus."""
        key = self.dice.choice("abcdefghijklmnopqrstuvwxyz0123456789.,;")
        QTest.keyClick(QApplication.focusWidget() or self.window, key)

    def open(self):
        """Open a file, by the menu."""
        self.window.files.ask.path = self.dice.choice(self.files)
        self.window.named["open_file"].trigger()

    def drop(self):
        """Drop a file onto the window."""
        mime = QMimeData()
        mime.setUrls([QUrl.fromLocalFile(str(self.dice.choice(self.files)))])
        act, left = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
        where, no_key = QPointF(5, 5), Qt.KeyboardModifier.NoModifier
        QApplication.sendEvent(self.window, QDropEvent(where, act, mime, left, no_key))

    def resize(self):
        self.window.resize(QSize(*self.dice.choice(SIZES)))

    def close(self):
        """Close the window, and open it again."""
        self.window.close()
        self.window.show()

    def save(self):
        """Save points; copy a figure now and then, which takes its time elsewhere."""
        is_picture = self.dice.random() < 0.1
        self.window.files.ask.path = self.folder / "saved.csv"
        self.window.named["copy_drawing" if is_picture else "save_points"].trigger()

    def hurry(self):
        """Play, and drag, choose and undo while rounds are on their way."""
        self.window.player.set_speed(8.0)
        self.window.player.play()
        for deed in (self.drag, self.method, self.drag, self.undo):
            deed()
            QApplication.processEvents()

    def method(self):
        session = self.window.session
        name = self.dice.choice(list(methods.methods()))
        session.edit("Method", edits.choose_method, session.view.where.setup, name)

    def setting(self):
        session = self.window.session
        setup = session.document.setups[session.view.where.setup]
        field = self.dice.choice(setup.params.fields())
        session.edit(
            "Setting", edits.change_setting, session.view.where.setup, field.name, self.value(field)
        )

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


def see_all_sizes(window):
    """Show every size of type in every colour: letters and icons of each are kept from then on."""
    session = window.session
    for size in SIZES:
        window.resize(*size)
        for scale in SCALES:
            session.look(scale=scale)
            for palette in WORN:
                session.look(palette=palette)
                QApplication.processEvents()
                window.grab()
    session.look(scale=1.0)
    session.look(palette="light")


def memory(window, qtbot):
    """Read how many pages the process holds when it shows what it showed at first.

    So many small edits come before that everything older is undone by nobody, and no run of
    before is kept: else it would count which runs these happened to be.
    """
    session = window.session
    while len(session.document.setups) > 1:
        session.edit("Remove", edits.remove_setup, 0)
    session.edit("Sample", edits.choose_data, parse_sample("ten-points")[0].build(), "Ten points")
    session.edit("Method", edits.choose_method, session.view.where.setup, "adaboost")
    for seed in range(HISTORY):
        session.edit("Seed", edits.change_seed, session.view.where.setup, seed + 1)
    qtbot.waitUntil(lambda: not session.is_learning, timeout=LEARNING)
    last = Job(gc.get_count)  # what the worker still had to do, for runs that nobody looks at
    session.findChild(Worker).take(last)
    qtbot.waitUntil(last.is_done.is_set)
    QApplication.processEvents()
    gc.collect()
    if sys.platform == "linux":
        ctypes.CDLL("libc.so.6").malloc_trim(0)  # what is free, and only kept for later
    return int(Path("/proc/self/statm").read_text().split()[1])


def rest(window, qtbot):
    """Wait until nothing moves, nothing more is learned, and every panel has caught up."""
    session, glides = window.session, window.canvas.findChildren(Glide)

    def is_at_rest():
        is_gliding = any(one.is_running for one in glides)
        return not (session.is_learning or session.pace.is_behind or is_gliding)

    window.player.pause()
    for _ in range(3):  # what is laid out anew may want to know more
        QApplication.processEvents()
        qtbot.waitUntil(is_at_rest, timeout=LEARNING)


def pictures(window, qtbot):
    """Grab what is shown at rest, as it is and painted anew with nothing kept.

    Formulas stay scrolled, and columns of the table as wide as they once had to be. A tree may be
    given another height than before, and the button of the next step room for what it once said.
    """
    window.notice.hide()
    window.session.look(pinned=Focus())  # the card of a point stays where it was, if it can
    QTest.mouseMove(window, QPoint(1, 1))
    rest(window, qtbot)
    tree, search = window.parts.this_round[:2]
    shown = (window.canvas, window.parts.run.plot, window.parts.gallery_strip, tree, search)
    was = [part.grab().toImage() for part in shown]
    window.session.tell(Change.ALL)
    rest(window, qtbot)
    return was, [part.grab().toImage() for part in shown]


def look_alike(window, qtbot, person):
    """See that nothing on the screen is of another moment."""
    for name, before, after in zip(SHOWN, *pictures(window, qtbot), strict=True):
        other = before.size() != after.size()
        is_same = (
            other or before == after or np.ptp((array(before), array(after)), axis=0).max() <= NEAR
        )
        if not is_same:  # to be looked at
            before.save(f"{person.folder}/was.png")
            after.save(f"{person.folder}/is-now.png")
        assert is_same, (name, person.folder, person.done[-LOOKED_AT:])


def test_random_actions_leave_a_whole_program_behind(
    window, qtbot, capfd, tmp_path, record_testsuite_property
):
    share_heap()  # as the program does
    seed = int(SEED or time.time_ns() % 1_000_000)
    sys.stdout.write(f"ENSEMBLE_VIZ_SEED={seed}\n")  # shown where the test fails
    person = Person(window, seed, tmp_path)
    window.session.undo.most = HISTORY
    held = []  # pages, after every so many actions
    if ACTIONS > SETTLED:
        see_all_sizes(window)
    for k in range(ACTIONS):
        in_turn(person.act)
        if k == ACTIONS // 2:
            in_turn(person.compare)
        if ASKED and (k + 1) % LOOKED_AT == 0:
            look_alike(window, qtbot, person)
        if ACTIONS > SETTLED and (k + 1) % SETTLED == 0:
            held.append(memory(window, qtbot))
    rest(window, qtbot)
    record_testsuite_property("pages", held)  # --junitxml=FILE writes them down
    record_testsuite_property("setups", dict(person.setups))
    assert all(size <= GROWTH * held[0] for size in held), held
    assert window.isVisible()
    assert set(person.setups) == set(range(1, MOST_SETUPS + 1)), person.setups
    scene = window.session.scene
    score = scene.stage.score
    assert score is None or np.isfinite(score).all()
    assert capfd.readouterr().err == ""
