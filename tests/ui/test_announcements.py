"""What one act announces, and who is told."""

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtTest import QTest

from ensemble_viz.document.document import Change
from ensemble_viz.document.where import Moment
from tests.ui.windows import LEFT, NO_KEY, click, press, rest, settle, spot_of

LATER = Change.LEARNED | Change.FINER  # rounds come when they are there


class Heard:
    """Counts announcements, and knows the levels that are drawn anew."""

    def __init__(self, window):
        self.changes, self.window = [], window
        window.session.changed.connect(lambda _scene, change: self.changes.append(change))
        self.before = {layer.level: layer for layer in window.canvas.picture.layers}

    @property
    def painted(self):
        """Name the levels that are other objects than before."""
        now = self.window.canvas.picture.layers
        return {layer.level for layer in now if self.before.get(layer.level) is not layer}

    @property
    def at_once(self):
        return [change for change in self.changes if change & ~LATER or not change]


@pytest.fixture
def told(open_window):
    window = open_window("moons:n=30", "adaboost", rounds=5)
    window.session.look(tool="place", glides=False, moment=Moment(2, 3))
    rest(window)
    return window


def middle(window):
    """A place among the points, in the plot."""
    return spot_in(window, window.session.document.data.points.mean(axis=0))


def spot_in(window, place):
    """Find a place of the plane in the plot."""
    return QPointF(*window.canvas.plot.sheet.point(*place))


def test_one_click_that_places_a_point_is_announced_once(told):
    heard, frame = Heard(told), told.session.scene.frame
    click(told, told.canvas.plot.viewport(), middle(told).toPoint())
    rest(told)
    assert len(told.session.document.data) == 31
    assert heard.at_once == [Change.DATA | Change.TITLE]
    assert "points" in heard.painted
    assert "test points" not in heard.painted  # there are no test points
    assert told.session.scene.frame == frame


def test_each_move_of_a_drag_is_announced_once(told):
    told.session.look(tool="move")
    viewport, handle = told.canvas.plot.viewport(), told.windowHandle()
    start = spot_in(told, told.session.document.data.points[3]).toPoint()
    QTest.mousePress(handle, LEFT, NO_KEY, spot_of(told, viewport, start))
    settle()
    heard = Heard(told)
    for step in (10, 20, 30):
        place = start + type(start)(step, step)
        QTest.mouseMove(handle, spot_of(told, viewport, place))
        settle()
    QTest.mouseRelease(handle, LEFT, NO_KEY, spot_of(told, viewport, place))
    rest(told)
    edits = [change for change in heard.at_once if change & Change.DATA]
    assert edits == [Change.DATA | Change.TITLE, Change.DATA, Change.DATA]
    assert not any(change & Change.FRAME for change in heard.changes)


def test_a_step_is_announced_once(told):
    heard = Heard(told)
    press(told, "Right")
    assert heard.at_once == [Change.ROUND]
    assert "test points" not in heard.painted


def test_a_panel_that_is_opened_tells_no_layer(told):
    heard, height = Heard(told), told.canvas.height()
    press(told, "F4")
    assert heard.at_once == [Change.PANELS]
    assert not heard.painted
    assert told.canvas.height() == height
