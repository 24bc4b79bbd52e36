"""While something is dragged the canvas shows every frame; panels keep up some frames behind."""

import time

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QTimer
from PySide6.QtTest import QTest
from shiboken6 import delete

from ensemble_viz.document import edits
from ensemble_viz.document.document import Change
from ensemble_viz.document.edits import points
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.scene.moment.steps import whole
from ensemble_viz.ui.desk import Follower
from ensemble_viz.ui.pace import LONG, TURN, Pace
from ensemble_viz.ui.runs import LARGE
from tests.ui.canvases import LEFT, NO_KEY, array, level
from tests.ui.windows import rest, settle


@pytest.fixture
def panels(window):
    """Write down which scene each panel was shown last."""
    shown = {}
    for follower in window.findChildren(Follower):
        panel, refresh = follower.panel, follower.panel.refresh

        def seeing(scene, change, refresh=refresh, panel=panel):
            shown[panel] = scene
            refresh(scene, change)

        panel.refresh = seeing
    return shown


def press(window):
    """Take the point nearest to the middle of the canvas by the mouse."""
    window.session.look(tool="move")
    viewport, centres = window.canvas.plot.viewport(), window.canvas.nearby.centres()
    middle = viewport.width() / 2, viewport.height() / 2
    place = centres[((centres - middle) ** 2).sum(axis=1).argmin()]
    spot = QPoint(round(place[0]), round(place[1]))
    QTest.mousePress(viewport, LEFT, NO_KEY, spot)
    return viewport, spot


def visible(window, panels):
    return [panel for panel in panels if panel is not window.canvas and panel.isVisible()]


def test_the_canvas_shows_every_frame_and_panels_keep_up(window, panels, qtbot):
    session = window.session
    session.go_to_round(2)
    viewport, spot = press(window)
    for k in range(1, 12):
        QTest.mouseMove(viewport, spot + QPoint(6 * k, 0))
        settle()
        assert session.pace.is_held
        assert panels[window.canvas] is session.scene
    assert visible(window, panels)
    followers = {each.panel: each for each in window.findChildren(Follower)}
    for panel in visible(window, panels):
        qtbot.waitUntil(lambda panel=panel: not followers[panel].missed)  # nobody lags for ever
    assert panels[window.parts.this_round[0]].stage.run is session.run
    QTest.mouseRelease(viewport, LEFT, NO_KEY, spot + QPoint(66, 0))
    settle()
    assert not session.pace.is_held


def test_all_panels_are_up_to_date_when_the_point_is_let_go(window, panels):
    session = window.session
    session.go_to_round(2)
    viewport, spot = press(window)
    for k in range(1, 4):
        QTest.mouseMove(viewport, spot + QPoint(8 * k, 4))
        settle()
    QTest.mouseRelease(viewport, LEFT, NO_KEY, spot + QPoint(24, 4))
    for panel in (window.parts.this_round[0], window.parts.formulas, window.parts.run):
        assert panels[panel].stage.run is session.run


def test_the_scrubber_moves_with_the_mouse(window, panels):
    session, plot = window.session, window.parts.run.plot
    area, y = plot.plot.area, round(plot.plot.area[1] / 2 + plot.plot.area[3] / 2)
    QTest.mousePress(plot, LEFT, NO_KEY, QPoint(round(area[0]) + 2, y))
    settle()
    assert session.pace.is_held
    for share in (0.3, 0.5, 0.9):
        QTest.mouseMove(plot, QPoint(round(area[0] + share * (area[2] - area[0])), y))
        settle()
        assert panels[window.parts.run] is session.scene
        assert panels[window.canvas] is session.scene
    QTest.mouseRelease(plot, LEFT, NO_KEY, QPoint(round(area[2]), y))
    settle()
    assert not session.pace.is_held
    assert panels[window.parts.this_round[0]] is session.scene


def test_nobody_lags_behind_while_nothing_is_dragged(window, panels):
    session = window.session
    for t in (1, 2, 3):
        session.go(whole(session.run, t))
        for panel in visible(window, panels):
            assert panels[panel] is session.scene


class Painted(QObject):
    """Writes down which scene the canvas had when it was painted."""

    def __init__(self, window):
        super().__init__(window)
        self.window, self.scenes = window, []
        window.canvas.plot.viewport().installEventFilter(self)

    def eventFilter(self, _watched, event):
        if event.type() == QEvent.Type.Paint:
            self.scenes.append(self.window.session.scene)
        return False


def test_what_is_to_be_painted_can_be_painted_at_once(window):
    session, painted = window.session, Painted(window)
    settle()
    session.pace.frame_first.emit()
    assert not painted.scenes
    session.apply(points.move_to, 3, (5.0, 4.0))
    session.pace.frame_first.emit()
    assert painted.scenes == [session.scene]


class Slow(QObject):
    """Takes longer to catch up than one turn lasts."""

    def __init__(self, owner, name, seen):
        super().__init__(owner)
        self.name, self.seen = name, seen

    def keep_up(self):
        time.sleep(1.2 * TURN)
        self.seen.append(self.name)


def test_who_lags_behind_catches_up_one_after_the_other(qtbot):
    owner, seen = QObject(), []
    pace, first, second = Pace(owner), Slow(owner, 1, seen), Slow(owner, 2, seen)
    pace.hold()
    for _ in range(5):
        pace.lag(first)
        pace.lag(second)
    loops = []
    frames = QTimer(owner, interval=0)
    frames.timeout.connect(lambda: loops.append(len(seen)))
    frames.start()
    qtbot.waitUntil(lambda: len(seen) == 2)
    assert seen == [1, 2]
    assert 1 in loops  # there was time for a frame between the two
    pace.lag(second)
    pace.lag(first)
    pace.release()
    assert seen == [1, 2, 2, 1]  # all at once, since nothing is dragged any more
    pace.release()
    qtbot.wait(50)
    assert len(seen) == 4


def test_the_frame_is_painted_before_somebody_catches_up_and_after_it(qtbot):
    owner, seen = QObject(), []
    pace = Pace(owner)
    pace.frame_first.connect(lambda: seen.append("frame"))
    pace.hold()
    pace.lag(Slow(owner, 1, seen))
    qtbot.waitUntil(lambda: len(seen) == 3)
    assert seen == ["frame", 1, "frame"]


def test_who_is_gone_does_not_catch_up(qtbot):
    owner, seen = QObject(), []
    pace, gone = Pace(owner), Slow(owner, 1, seen)
    pace.hold()
    pace.lag(gone)
    delete(gone)
    qtbot.wait(20)
    assert seen == []


def test_with_many_points_panels_wait_until_the_window_has_answered(window, panels, qtbot):
    session = window.session
    session.pace.begin(is_large=True)
    assert not session.pace.is_late
    qtbot.wait(round(1100 * LONG))
    assert session.pace.is_late
    session.edit("Sample", edits.choose_data, sample("moons", n=LARGE + 1), "Moons")
    qtbot.waitUntil(lambda: not session.is_learning)
    canvas, refresh = window.canvas, window.canvas.refresh

    def slowly(scene, change):
        time.sleep(1.1 * LONG)
        refresh(scene, change)

    canvas.refresh = slowly
    session.go(whole(session.run, 2))
    late = [panel for panel in visible(window, panels) if panels[panel] is not session.scene]
    assert late
    qtbot.waitUntil(lambda: all(panels[panel] is session.scene for panel in late))


def test_a_change_of_look_waits_for_nothing(window, panels):
    session = window.session
    session.pace.hold()
    session.tell(Change.LOOK)
    for panel in visible(window, panels):
        assert panels[panel] is session.scene
    session.pace.release()


def test_lines_of_earlier_trees_are_those_of_the_frame(open_window):
    window = open_window()
    session, canvas = window.session, window.canvas

    def lines():
        return level(canvas, "earlier").items[0].lines

    session.edit("Sample", edits.choose_data, sample("moons", n=40), "Moons")
    session.edit("Method", edits.choose_method, 0, "random-forest")
    session.go_to_round(5)
    rest(window)
    session.hold_frame()
    before = lines()
    session.pace.hold()
    session.apply(points.move_to, 3, (0.1, 0.4))
    assert not np.array_equal(lines(), before)
    assert np.array_equal(lines(), canvas.plot.sheet.lines(session.scene.earlier.lines))
    session.pace.release()


def test_words_come_right_behind_the_frame_of_a_drag(open_window, qtbot):
    window = open_window()
    session, caption = window.session, window.canvas.overlays.caption
    session.edit("Sample", edits.choose_data, sample("moons", n=40), "Moons")
    session.go_to_round(5)
    qtbot.waitUntil(lambda: not session.is_learning)
    session.pace.hold()
    for x in (-1.0, 2.0, -0.5):
        before = session.scene.caption
        session.apply(points.move_to, 3, (x, -0.3))
        assert session.scene.caption != before
        assert window.canvas.picture.scene is session.scene
        qtbot.waitUntil(lambda: caption.caption == session.scene.caption)
    session.go_to_round(4)
    qtbot.waitUntil(lambda: caption.caption == session.scene.caption)
    session.apply(points.move_to, 3, (0.4, -0.3))
    session.pace.release()
    assert caption.caption == session.scene.caption


def test_curves_stay_in_sight_until_those_of_the_dragged_points_are_there(window, qtbot):
    session, plot = window.session, window.parts.run.plot
    session.edit("Sample", edits.choose_data, sample("moons", n=60), "Moons")
    session.edit("Method", edits.choose_method, 0, "random-forest")
    session.go_to_round(30)
    qtbot.waitUntil(lambda: not session.is_learning)
    assert plot.faded is None
    before = plot.curves
    session.pace.hold()
    session.apply(points.move_to, 3, (0.1, 0.4))
    window.parts.run.refresh(session.scene, Change.DATA)
    assert plot.faded is before
    assert (plot.curves.low, plot.curves.high) == (before.low, before.high)
    qtbot.waitUntil(lambda: not session.is_learning)
    session.pace.release()
    assert plot.faded is None
    assert plot.curves.series[0].at[-1] == len(session.run)


def strength(strip):
    """Say how dark the plot of the run and the figures beside it are at their darkest: 0 … 255."""
    pictures = [array(part.grab().toImage()) for part in (strip.plot, strip.readouts)]
    left, top, right, bottom = map(round, strip.plot.plot.area)
    plot = pictures[0][top + 2 : bottom - 8, left + 2 : right - 8]
    values = pictures[1][:, -30:]
    head = round(strip.desk.session.theme.px(32))
    return 255 - plot.max(axis=2).min(), 255 - values[head:].max(axis=2).min()


def test_curves_of_before_do_not_look_current_while_the_strip_is_behind(window, qtbot):
    session, strip = window.session, window.parts.run
    session.edit("Sample", edits.choose_data, sample("moons", n=60), "Moons")
    session.edit("Method", edits.choose_method, 0, "random-forest")
    session.go_to_round(40)
    qtbot.waitUntil(lambda: not session.is_learning)
    settle()
    current = strength(strip)
    session.pace.hold()
    session.pace.is_due = True  # the mouse never rests: nobody can catch up
    session.apply(points.move_to, 3, (0.1, 0.4))
    assert not strip.readouts.is_behind  # who is quick need not fade: nothing flickers
    qtbot.waitUntil(lambda: strip.readouts.is_behind)
    stale = strength(strip)
    assert max(stale) < 0.6 * min(current)
    session.pace.is_due = False
    session.pace.release()
    qtbot.waitUntil(lambda: not session.is_learning)
    settle()
    assert not strip.readouts.is_behind
    assert min(strength(strip)) > 0.9 * min(current)


def test_nothing_fades_where_the_strip_keeps_up(window, qtbot):
    session, strip = window.session, window.parts.run
    session.go_to_round(2)
    patience = strip.findChild(QTimer)
    patience.setInterval(60_000)  # however busy the machine is
    viewport, spot = press(window)
    for k in range(1, 12):
        QTest.mouseMove(viewport, spot + QPoint(6 * k, 0))
        settle()
        qtbot.waitUntil(lambda: not patience.isActive())  # it has caught up
        assert not strip.readouts.is_behind
    QTest.mouseRelease(viewport, LEFT, NO_KEY, spot + QPoint(66, 0))
    settle()
    assert not patience.isActive()
    assert not strip.readouts.is_behind


def test_what_catches_up_later_has_its_surfaces_read_on(window, monkeypatch):
    followers = [one for one in window.findChildren(Follower) if one.panel is window.canvas]
    went_on = []
    monkeypatch.setattr(window.session, "keep_reading", lambda: went_on.append(True))
    for follower in followers:
        follower.missed = Change.ROUND
        follower.keep_up()
        assert went_on.pop()
        follower.missed = Change.ROUND
        follower.eventFilter(window.canvas, QEvent(QEvent.Type.Show))
        assert went_on.pop()
