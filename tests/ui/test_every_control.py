"""No control is dead: whatever can be operated is operated once, and changes what is seen.

Controls are found by walking through the window. Those that edit are undone bit for bit.
"""

import os
from dataclasses import fields, replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QApplication,
    QCheckBox,
    QComboBox,
    QPushButton,
    QScrollBar,
    QWidget,
)
from shiboken6 import isValid

from ensemble_viz.document import edits
from ensemble_viz.document.edits import points
from ensemble_viz.document.where import Focus, Moment
from ensemble_viz.ui.form.number_field import NumberField
from ensemble_viz.ui.form.span import Span
from ensemble_viz.ui.panels.keys_page import KeysPage
from tests.ui import controls as walk
from tests.ui.reading import node_place
from tests.ui.windows import (
    RIGHT,
    calm,
    choose,
    click,
    is_in_front,
    pixels,
    press,
    rest,
    seen,
    settle,
    spot_of,
)

RUNS = (
    # points, method, a step at which every layer shows something
    ("ten-points", "adaboost", 2),
    ("moons:n=20", "random-forest", 4),
    ("sine:n=20", "gradient-boosting", 2),
    ("blobs:n=20", "gradient-boosting", 4),
    ("moons:n=40", "tree", 2),
    ("sine:n=20", "xgboost", 2),
    ("moons:n=20", "voting", 3),
    ("moons:n=20", "stacking", 3),
    ("moons:n=20", "pasting", 3),
    ("moons:n=20", "extra-trees", 3),
)
MEMBERS = ("stump", "tree(max_depth=2)", "knn(k=3)", "naive-bayes")
MORE = {"voting": {"members": MEMBERS}, "stacking": {"members": MEMBERS}}  # round 2 has a tree
SIZES = {"1280": (1280, 800), "1920": (1920, 1080)}
# else what an earlier run had as well is operated there alone; pictures are always
EVERYTHING = bool(os.environ.get("ENSEMBLE_VIZ_EVERYTHING"))
ORIGIN = QPoint(0, 0)


class Stand:
    """Gives a window in the same fresh state, however it was used before."""

    def __init__(self, open_window, run, size, opens=None):
        self.open_window, self.run, self.size = open_window, run, size
        self.opens = opens
        self.open()

    def open(self):
        """Be in round 2, a point pinned, with something to undo and to redo."""
        sample, method, step = self.run
        more = MORE.get(method, {})
        self.window = self.open_window(sample, method, size=self.size, rounds=8, **more)
        calm(self.window)
        session = self.window.session
        session.edit("Rounds", edits.change_setting, 0, "rounds", 12)
        session.apply(points.delete, [5])
        session.undo.undo()
        session.look(moment=Moment(2, step), pinned=Focus(point=2))
        self.document, self.view = session.document, session.view
        self._find()
        self.names = self._names()

    def fresh(self):
        """Bring everything back; where that is not possible, open another window."""
        if self.window.isVisible():
            self._bring_back()
            self._find()
        if self._names() != self.names or self.window.session.document is not self.document:
            self.window.close()
            self.window.kept.clear()
            self.open()

    def _bring_back(self):
        window, session = self.window, self.window.session
        while QApplication.activePopupWidget() is not None:
            QApplication.activePopupWidget().close()
        window.player.pause()
        window.notice.hide()
        window.canvas.setFocus()
        QGuiApplication.clipboard().clear()
        session.undo.go_to(1)
        homes = (self.view.where, self.view.look, self.view.hand)
        session.look(**{part.name: getattr(home, part.name)
                        for home in homes for part in fields(home)})  # fmt: skip
        for area in window.findChildren(QAbstractScrollArea):
            area.verticalScrollBar().setValue(0)
            area.horizontalScrollBar().setValue(0)

    def _find(self):
        """Find all controls; where something has to be opened first, those in it alone."""
        root = self.window
        if self.opens is not None:
            root = self.opens(self.window)
        rest(self.window)
        self.controls = walk.controls(root)

    def _names(self):
        """List the controls there are: a column that has grown needs no scroll bar any more."""
        return {
            (name, widget.isEnabled(), self.window.isVisible(), self.window.session.theme.scale)
            for name, widget in self.controls.items()
            if not isinstance(widget, QScrollBar)
        }


class Trial:
    """One control, operated in one way, in a fresh state."""

    def __init__(self, stand, name, k):
        self.stand, self.name, self.k = stand, name, k
        self.start()

    def fault(self):
        """Say what is wrong with the control; nothing where all is well."""
        if self.widget is None:  # a scroll bar, and there is nothing to scroll any more
            return ""
        found = walk.hit(self.window, self.widget)
        is_hit = found is self.widget or self.widget.isAncestorOf(found)
        if isinstance(self.widget, QAbstractButton) and not is_hit:
            return f"covered by {type(found).__name__} {found.objectName()}"
        if not self.changes():
            return "dead"
        return self.fault_of_undo()

    def fault_of_undo(self):
        """Take an edit back, and see whether all is as it was."""
        session = self.window.session
        if session.document is self.document:
            return ""
        press(self.window, "Ctrl+Z" if session.undo.index > 1 else "Ctrl+Y")
        rest(self.window)
        return "" if seen(self.window) == self.scene else "not undone"

    def start(self):
        """Go to the fresh state and look at it."""
        self.stand.fresh()
        self.window, self.widget = self.stand.window, self.stand.controls.get(self.name)
        if self.widget is None:
            return
        self.document = self.window.session.document
        walk.bring_into_sight(self.widget)
        self.way = list(walk.ways(self.widget))[self.k]
        if self.way.before is not None:
            self.way.before(self.window, self.widget)
        else:
            walk.point_at(self.window, self.widget)
        self.scene = seen(self.window)
        walk.SHOWN.clear()
        self.window.files.ask.asked.clear()

    def changes(self):
        """Do it; say whether anything changed."""
        own = pixels(self.widget) if self.way.is_picture else None
        done = self.way.act(self.window, self.widget)
        rest(self.window)
        if own is not None:
            return any(self.is_noticed() or pixels(self.widget) != own for _ in done)
        if isValid(self.widget) and self.widget.isVisible():
            walk.point_at(self.window, self.widget)  # what else it has come to lie on is no change
        return self.is_noticed() or self.is_seen()

    def is_noticed(self):
        """Say whether something was shown, written or asked that was not before."""
        if seen(self.window) != self.scene or walk.SHOWN or self.window.files.ask.asked:
            return True
        return bool(QGuiApplication.clipboard().text())

    def is_seen(self):
        """Say whether pixels are others than they would be without it."""
        self.window.notice.hide()  # a sentence is no change, nor is the focus
        self.window.canvas.setFocus()
        settle()
        after = self.image()
        self.start()
        return self.image() != after

    def image(self):
        """Look at the window; what a control paints on itself counts where it is a word."""
        covered = []
        if not self.way.is_own:
            covered.append(QRect(spot_of(self.window, self.widget, ORIGIN), self.widget.size()))
        return pixels(self.window, covered)


def faults_of(stand, done):
    """Operate every control in every way that is not done already; list what is wrong."""
    found = {name: list(walk.ways(widget)) for name, widget in stand.controls.items()}
    faults = [f"{name}: off" for name, each in stand.controls.items() if not each.isEnabled()]
    for name, ways in found.items():
        for k, way in enumerate(ways):
            if (name, way.words) in done:
                continue
            fault = Trial(stand, name, k).fault()
            if fault:
                faults.append(f"{' '.join(stand.run[:2])}: {name}, {way.words}: {fault}")
            if not (EVERYTHING or way.is_picture):
                done.add((name, way.words))
    return faults


@pytest.mark.parametrize("size", SIZES)
def test_no_control_is_dead(size, open_window):
    done, faults = set(), []
    for run in RUNS:
        faults += faults_of(Stand(open_window, run, SIZES[size]), done)
    assert faults == []


def layers_popup(window):
    """Open the layers from the header."""
    if not window.parts.header.popup.isVisible():
        click(window, window.parts.header.buttons["layers"])
    return window.parts.header.popup


def page_of_keys(window):
    """Open the page of keys."""
    page = window.findChild(KeysPage)
    if page is None or not page.isVisible():
        press(window, "F1")
    return window.findChild(KeysPage)


def notice(window):
    """Let something be said."""
    window.notice.say("Something that can be closed.")
    return window.notice


def empty_canvas(window):
    """Take all points away."""
    press(window, "Ctrl+Shift+Del")
    return window.canvas


def second_tab(window):
    """Bring the table of points to the front."""
    if not is_in_front(window, "points"):
        press(window, "F4")
    return window.docks["points"]


@pytest.mark.parametrize("opens", [layers_popup, page_of_keys, notice, empty_canvas, second_tab])
def test_no_control_is_dead_in_what_has_to_be_opened_first(opens, open_window):
    stand = Stand(open_window, RUNS[0], SIZES["1280"], opens)
    assert stand.controls
    assert faults_of(stand, set()) == []


@pytest.mark.parametrize("is_point", [True, False])
@pytest.mark.parametrize("points", ["ten-points", "sine:n=20"])
def test_every_entry_of_the_menu_of_the_canvas_does_something(points, is_point, open_window):
    run = next(run for run in RUNS if run[0] == points)
    stand = Stand(open_window, run, SIZES["1280"])
    frame = stand.window.session.scene.frame
    stand.view = stand.view.changed(frame=replace(frame, left=frame.left - 0.5))
    words, done = [""], set()
    while words:
        stand.fresh()
        window = stand.window
        place = at_point(window, 6) if is_point else at_nothing(window)
        click(window, window.canvas.plot, place, RIGHT)
        before, menu = seen(window), window.canvas.mouse.menu
        words = [action.text() for action in menu.actions() if action.isEnabled()]
        words = [word for word in words if word and word not in done]
        if words:
            choose(menu, words[0])
            rest(window)
            assert seen(window) != before, words[0]
            if window.session.undo.index > 1:
                press(window, "Ctrl+Z")
                assert seen(window) == before, words[0]
            done.add(words[0])
    assert len(done) >= 2


def at_point(window, row):
    """Find the pixel of a point on the plot."""
    markers = window.session.scene.markers
    (k,) = (markers.row == row).nonzero()[0]
    x, y = window.canvas.nearby.centres()[k]
    return QPoint(round(x), round(y))


def at_nothing(window):
    """Find a pixel where the plot shows no point and no card lies."""
    plot, centres = window.canvas.plot, window.canvas.nearby.centres()
    for x in range(60, plot.width() - 60, 40):
        for y in range(60, plot.height() // 2, 20):
            is_free = np.hypot(*(centres - (x, y)).T).min() > 40
            if is_free and walk.hit(window, plot, QPoint(x, y)) in (plot, plot.viewport()):
                return QPoint(x, y)
    raise AssertionError("no free place")


# --- pictures, part by part ---------------------------------------------------------------------


def test_every_box_every_thumbnail_and_every_round_is_hit_by_a_click(open_window):
    window = open_window("moons:n=20", "random-forest", size=SIZES["1920"], rounds=8)
    calm(window)
    session = window.session
    session.go_to_round(5)
    rest(window)
    tree = window.parts.this_round[0].picture
    nodes = [box.node for box in tree.arrangement.boxes]
    assert len(nodes) > 4
    for node in nodes:
        click(window, tree, node_place(tree, node).toPoint())
        assert session.view.where.pinned.node == node
    gallery = window.parts.gallery_strip.picture
    for number in range(5):
        session.go_to_round(5)
        settle()
        left, top, right, bottom = gallery.placed[number].room
        click(window, gallery, QPoint(round((left + right) / 2), round((top + bottom) / 2)))
        assert session.view.where.moment.round == gallery.placed[number].item.round == number + 1
    plot = window.parts.run.plot
    for number in range(9):
        area = plot.plot.area
        across = area[0] + number / 8 * (area[2] - area[0])
        for down in ((area[1] + area[3]) / 2, plot.plot.track):
            session.go_to_round(3)
            click(window, plot, QPoint(round(across), round(down)))
            assert session.view.where.moment.round == number


# --- the walk itself ----------------------------------------------------------------------------


class DeadPicture(QWidget):
    """Takes the mouse and does nothing with it."""

    def mousePressEvent(self, event):
        event.accept()


DeadPicture.__module__ = "ensemble_viz.ui.dead"


def dead_box():
    made = QComboBox()
    made.addItems(["one", "two"])
    return made


DEAD = {
    "button": QPushButton,
    "box": QCheckBox,
    "number": lambda: NumberField("dead", Span(int, 0, 9, int)),
    "choice": dead_box,
    "picture": DeadPicture,
}


@pytest.mark.parametrize("kind", DEAD)
def test_a_dead_control_is_found(kind, open_window):
    stand = Stand(open_window, RUNS[0], SIZES["1280"], with_dead(DEAD[kind]))
    faults = faults_of(stand, set())
    assert len(faults) == len(list(walk.ways(stand.controls["dead"])))
    assert all(fault.endswith("dead") for fault in faults)


def with_dead(make):
    """Put a control that does nothing over the tools."""

    def opens(window):
        widget = window.findChild(QWidget, "dead") or make()
        if isinstance(widget, NumberField):
            widget.show_value(3)
        widget.setObjectName("dead")
        widget.setParent(window)
        widget.setGeometry(2, 60, 56, 40)
        widget.show()
        return widget

    return opens
