"""The mouse on the canvas: what each tool does with clicks and drags, undone as one."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from ensemble_viz.document.document import Change
from ensemble_viz.document.where import NOTHING, Focus
from ensemble_viz.engine.data.samples import sample
from tests.screens import offscreen
from tests.ui.canvases import LEFT, MIDDLE, RIGHT, Easel, dataset, moons, session_of, wheel_event

RATIO = os.environ.get("QT_SCALE_FACTOR", "1")
POINTS = [(0.0, 0.0), (1.0, 1.0), (0.2, 0.8), (0.9, 0.1), (0.5, 0.45), (0.6, 0.9)]
CLASSES = [0, 1, 0, 1, 0, 1]


@pytest.fixture
def desk(qtbot):
    made = Easel(qtbot, session_of(dataset(POINTS, CLASSES), rounds=5))
    yield made
    qtbot.waitUntil(lambda: not made.session.is_learning)


@pytest.fixture
def line(qtbot):
    made = Easel(qtbot, session_of(sample("sine", n=12), "gradient-boosting", rounds=5))
    yield made
    qtbot.waitUntil(lambda: not made.session.is_learning)


def assert_undone(desk, before, steps=1):
    for _ in range(steps):
        desk.session.undo.undo()
    assert desk.session.document is before
    assert not desk.session.undo.can_undo


def near(pos, wanted):
    """Places are rounded to what a pixel is worth, and then shown in a pixel."""
    away = pos - wanted
    return max(abs(away.x()), abs(away.y())) <= 1


# --- look ---------------------------------------------------------------------------------------


def test_a_click_pins_a_point_and_another_lets_go(desk):
    desk.click(desk.of_point(4) + QPoint(5, 3))
    assert desk.view.where.pinned == Focus(point=4)
    desk.click(desk.of_point(4))
    assert desk.view.where.pinned == NOTHING


def test_a_click_on_nothing_pins_the_place_and_lets_go_of_a_point(desk):
    where = desk.empty_pixel()
    desk.click(where)
    assert np.allclose(desk.view.where.pinned.place, desk.place(where), atol=1e-12)
    desk.click(desk.of_point(1))
    assert desk.view.where.pinned == Focus(point=1)
    desk.click(where)
    assert desk.view.where.pinned == NOTHING


def test_a_click_with_look_changes_no_data(desk):
    before = desk.session.document
    for pos in (desk.of_point(0), desk.empty_pixel()):
        desk.click(pos)
        desk.drag(pos, pos + QPoint(30, 10), pos + QPoint(60, 40))
    assert desk.session.document is before


def test_hovering_lights_the_nearest_point_within_reach(desk):
    desk.hover(desk.of_point(2) + QPoint(8, -4))
    assert desk.view.hand.hovered == Focus(point=2)
    assert desk.session.scene.card.point == 2
    desk.hover(desk.of_point(2) + QPoint(40, 40))
    assert desk.view.hand.hovered.point is None


def test_hovering_nothing_shows_the_place_only_while_nothing_is_pinned(desk):
    where = desk.empty_pixel()
    desk.hover(where)
    assert np.allclose(desk.view.hand.hovered.place, desk.place(where), atol=1e-12)
    desk.session.look(pinned=Focus(point=1), hovered=NOTHING)
    desk.hover(where + QPoint(3, 3))
    assert desk.view.hand.hovered == NOTHING
    assert desk.session.scene.card.point == 1


def test_many_moves_are_one_look(desk):
    heard = []
    desk.session.changed.connect(lambda _scene, change: heard.append(change))
    where = desk.empty_pixel()
    for k in range(20):
        desk.canvas.mouse.move((where + QPoint(k, 0)).toPointF())
    assert not heard
    desk.settle()
    assert heard == [Change.FOCUS]
    assert np.allclose(desk.view.hand.hovered.place, desk.place(where + QPoint(19, 0)))


def test_leaving_the_canvas_lets_go_of_what_it_lit_and_of_nothing_else(desk):
    desk.hover(desk.of_point(2))
    desk.canvas.mouse.leave()
    assert desk.view.hand.hovered == NOTHING
    desk.session.look(hovered=Focus(point=5))  # as the table does
    desk.canvas.mouse.leave()
    assert desk.view.hand.hovered == Focus(point=5)


def test_a_drag_pans_and_takes_the_points_along(desk):
    start = desk.empty_pixel()
    place = desk.place(start)
    desk.drag(start, start + QPoint(30, 12), start + QPoint(110, -64))
    assert np.allclose(desk.place(start + QPoint(110, -64)), place)
    assert desk.view.where.pinned == NOTHING
    assert not desk.session.undo.can_undo
    (left, right), _ = desk.canvas.plot.box.viewRange()
    frame = desk.session.scene.frame
    assert (left, right) == (frame.left, frame.right)


def test_the_middle_button_pans_with_every_tool(desk):
    desk.session.look(tool="erase")
    start = desk.of_point(4)
    place = desk.place(start)
    desk.drag(start, start + QPoint(30, 40), button=MIDDLE)
    assert np.allclose(desk.place(start + QPoint(30, 40)), place)
    assert len(desk.data) == 6


@pytest.mark.parametrize("notches", [1, -2])
def test_the_wheel_zooms_at_the_cursor(desk, notches):
    where = desk.of_point(3)
    place, size = desk.place(where), desk.pixel_size()
    desk.wheel(where, notches)
    assert np.allclose(desk.place(where), place)
    assert np.allclose(size / desk.pixel_size(), 1.2**notches)


def test_nobody_gets_lost_by_zooming(desk):
    for _ in range(200):
        desk.canvas.mouse.zoom(desk.of_point(0).toPointF(), 1.5)
    frame = desk.session.scene.frame
    assert 0 < frame.right - frame.left < 1e-5
    for _ in range(400):
        desk.canvas.mouse.zoom(desk.viewport.rect().center().toPointF(), 0.5)
    frame = desk.session.scene.frame
    assert 100 < frame.right - frame.left < 1000


def test_the_wheel_on_a_card_zooms_what_is_below(desk):
    before = desk.session.scene.frame
    card = desk.canvas.overlays.caption
    QApplication.sendEvent(card, wheel_event(card, QPoint(20, 20), 1))
    after = desk.session.scene.frame
    assert (before.right - before.left) / (after.right - after.left) == pytest.approx(1.2)


def test_points_that_are_not_shown_are_not_found(desk):
    desk.session.look(layers=desk.view.with_layers(points=False).look.layers)
    desk.hover(desk.of_point(2))
    assert desk.view.hand.hovered.point is None


# --- place and move -----------------------------------------------------------------------------


@pytest.mark.parametrize("k", [0, 1])
def test_a_click_places_a_point_of_the_class_in_hand(desk, k):
    before, where = desk.session.document, desk.empty_pixel()
    desk.session.look(tool="place", class_in_hand=k)
    place, size = desk.place(where), desk.pixel_size()
    desk.click(where)
    assert len(desk.data) == 7
    assert desk.data.target[6] == k
    assert (np.abs(desk.data.points[6] - place) <= size).all()
    assert near(desk.of_point(6), where)  # what is seen did not move
    assert_undone(desk, before)


def test_a_new_point_follows_the_mouse_while_the_button_is_down(desk):
    before, start = desk.session.document, desk.empty_pixel()
    desk.session.look(tool="place")
    stop = start + QPoint(24, 16)
    desk.drag(start, start + QPoint(12, 9), stop)
    assert len(desk.data) == 7
    assert near(desk.of_point(6), stop)
    assert_undone(desk, before)


@pytest.mark.parametrize("tool", ["place", "move"])
def test_a_drag_moves_a_point_live_and_is_undone_as_one(desk, tool):
    before, start = desk.session.document, desk.of_point(4)
    desk.session.look(tool=tool)
    seen = []
    desk.session.changed.connect(lambda scene, _change: seen.append(scene.stage.data.points[4, 0]))
    desk.drag(start, start + QPoint(10, 0), start + QPoint(20, 0), start + QPoint(60, 30))
    assert len(set(seen)) >= 3  # all the run followed
    assert near(desk.of_point(4), start + QPoint(60, 30))
    assert desk.data.target.tolist() == CLASSES
    others = [0, 1, 2, 3, 5]
    assert (desk.data.points[others] == before.data.points[others]).all()
    assert_undone(desk, before)


def test_a_point_that_is_taken_beside_its_middle_does_not_jump(desk):
    desk.session.look(tool="move")
    start = desk.of_point(4)
    desk.drag(start + QPoint(6, -3), start + QPoint(46, 37))
    assert near(desk.of_point(4), start + QPoint(40, 40))


def test_a_moved_point_has_no_more_digits_than_a_pixel_is_worth(desk):
    desk.session.look(tool="place")
    desk.click(desk.empty_pixel())
    for x, size in zip(desk.data.points[6], desk.pixel_size(), strict=True):
        assert x == round(x, int(np.ceil(-np.log10(size))))


def test_a_click_on_a_point_with_move_pins_it_and_changes_nothing(desk):
    before = desk.session.document
    desk.session.look(tool="move")
    desk.click(desk.of_point(2) + QPoint(2, 2))
    assert desk.session.document is before
    assert desk.view.where.pinned == Focus(point=2)


def test_placing_places_beside_a_point_and_on_one(desk):
    desk.session.look(tool="place", class_in_hand=1)
    before = len(desk.data)
    for k, away in enumerate((QPoint(4, 3), QPoint())):
        spot = desk.of_point(2) + away
        desk.click(spot)
        assert len(desk.data) == before + 1 + k
        assert np.allclose(desk.data.points[-1], desk.place(spot), atol=desk.pixel_size().max())
    assert not desk.view.where.pinned
    desk.session.undo.undo()
    assert len(desk.data) == before + 1  # each is undone by itself


def test_move_pans_where_there_is_no_point(desk):
    before, start = desk.session.document, desk.empty_pixel()
    desk.session.look(tool="move")
    place = desk.place(start)
    desk.drag(start, start + QPoint(40, 20))
    assert np.allclose(desk.place(start + QPoint(40, 20)), place)
    assert desk.session.document is before


def test_an_edit_stays_at_its_round(desk):
    desk.session.go_to_round(3)
    moment = desk.view.where.moment
    desk.session.look(tool="move")
    start = desk.of_point(4)
    desk.drag(start, start + QPoint(8, 8), start + QPoint(15, 12))
    assert desk.view.where.moment == moment


# --- taking back --------------------------------------------------------------------------------


@pytest.mark.parametrize("tool", ["look", "place", "move", "relabel", "erase"])
def test_what_is_taken_back_before_the_button_is_let_go_was_never_done(desk, tool):
    desk.session.look(tool=tool, class_in_hand=1)
    before, frame = desk.session.document, desk.view.where.frame
    start = desk.empty_pixel() if tool == "look" else desk.of_point(4)
    stops = [start + QPoint(20, 20), desk.of_point(0), start + QPoint(50, 40)]
    desk.drag(start, *stops, release=False)
    assert desk.session.document is not before or desk.view.where.frame != frame
    assert desk.canvas.mouse.take_back()
    QTest.mouseMove(desk.viewport, start + QPoint(70, 70))  # with the button still down
    desk.settle()
    QTest.mouseRelease(desk.viewport, LEFT, pos=start + QPoint(70, 70))
    assert desk.session.document is before
    assert desk.view.where.frame == frame
    assert desk.view.where.pinned == NOTHING
    assert not desk.session.undo.can_undo
    assert not desk.session.undo.can_redo
    assert not desk.canvas.mouse.take_back()


def test_a_new_point_and_a_value_are_taken_back(desk, line):
    for one, tool in ((desk, "place"), (line, "relabel")):
        one.session.look(tool=tool)
        before = one.session.document
        start = one.empty_pixel() if tool == "place" else one.of_point(5)
        one.drag(start, start + QPoint(5, 9), start + QPoint(9, 30), release=False)
        assert one.session.document is not before
        assert one.canvas.mouse.take_back()
        QTest.mouseRelease(one.viewport, LEFT, pos=start + QPoint(9, 30))
        assert one.session.document is before


def test_only_the_drag_that_is_on_is_taken_back(desk):
    desk.session.look(tool="move")
    start = desk.of_point(4)
    desk.drag(start, start + QPoint(30, 20))
    once = desk.session.document
    start = desk.of_point(1)
    QTest.mousePress(desk.viewport, LEFT, pos=start)  # nothing has moved yet
    assert desk.canvas.mouse.take_back()
    QTest.mouseRelease(desk.viewport, LEFT, pos=start)
    assert desk.session.document is once
    assert desk.session.undo.can_undo


@pytest.mark.parametrize("button", [RIGHT, MIDDLE])
def test_another_button_does_nothing_to_a_drag(desk, button):
    desk.session.look(tool="move")
    start = desk.of_point(4)
    desk.drag(start, start + QPoint(20, 20), release=False)
    QTest.mouseClick(desk.viewport, button, pos=start + QPoint(20, 20))
    assert desk.canvas.mouse.menu is None
    QTest.mouseMove(desk.viewport, start + QPoint(40, 30))
    desk.settle()
    QTest.mouseRelease(desk.viewport, LEFT, pos=start + QPoint(40, 30))
    assert near(desk.of_point(4), start + QPoint(40, 30))


# --- relabel and erase --------------------------------------------------------------------------


def test_relabel_gives_the_class_in_hand(desk):
    before = desk.session.document
    desk.session.look(tool="relabel", class_in_hand=1)
    desk.click(desk.of_point(0))
    assert desk.data.target.tolist() == [1, 1, 0, 1, 0, 1]
    desk.click(desk.of_point(0))  # it has that class already
    assert_undone(desk, before)


def test_erase_deletes_what_it_goes_over_and_undo_brings_all_back(desk):
    before = desk.session.document
    desk.session.look(tool="erase")
    stops = [desk.of_point(row) for row in (0, 4, 1)]
    desk.drag(stops[0], *stops[1:])
    assert desk.data.points.tolist() == [list(POINTS[k]) for k in (2, 3, 5)]
    assert_undone(desk, before)


@pytest.mark.parametrize("tool", ["erase", "relabel"])
def test_a_sweep_over_nothing_leaves_the_fit_alone(desk, tool):
    desk.session.look(tool=tool, class_in_hand=1)
    desk.click(desk.empty_pixel())
    assert desk.session.view.where.frame is None  # another method may need room elsewhere
    desk.click(desk.of_point(0))
    assert desk.session.view.where.frame is not None


# --- the menu -----------------------------------------------------------------------------------


def choose(desk, words):
    menu = desk.canvas.mouse.menu
    (action,) = [action for action in menu.actions() if action.text() == words]
    assert action.isEnabled()
    action.trigger()
    menu.close()
    desk.settle()


def test_the_menu_of_a_point_pins_relabels_and_deletes(desk):
    before = desk.session.document
    desk.click(desk.of_point(4), RIGHT)
    words = [action.text() for action in desk.canvas.mouse.menu.actions() if action.text()]
    assert words == ["Pin", "Relabel to class A", "Relabel to class B", "Delete", "Fit all points"]
    assert not desk.canvas.mouse.menu.actions()[1].isEnabled()  # it is an A
    choose(desk, "Pin")
    assert desk.view.where.pinned == Focus(point=4)
    desk.click(desk.of_point(4), RIGHT)
    choose(desk, "Relabel to class B")
    assert desk.data.target[4] == 1
    desk.click(desk.of_point(4), RIGHT)
    choose(desk, "Delete")
    assert len(desk.data) == 5
    assert_undone(desk, before, steps=2)


def test_the_menu_of_a_place_places_and_fits(desk):
    before, where = desk.session.document, desk.empty_pixel()
    desk.click(where, RIGHT)
    choose(desk, "Place a point of class B here")
    assert desk.data.target[6] == 1
    assert near(desk.of_point(6), where)
    desk.click(desk.empty_pixel(), RIGHT)
    choose(desk, "Fit all points")
    assert desk.view.where.frame is None
    assert_undone(desk, before)


def test_a_name_with_an_ampersand_stands_in_the_menu_as_it_is(qtbot):
    desk = Easel(qtbot, session_of(dataset(POINTS, CLASSES, ("R&D", "x" * 900))))
    desk.click(desk.of_point(4), RIGHT)
    texts = [action.text() for action in desk.canvas.mouse.menu.actions()]
    assert texts[1] == "Relabel to class R&&D"
    assert len(texts[2]) < 70
    desk.canvas.mouse.menu.close()


# --- on a line ----------------------------------------------------------------------------------


def test_on_a_line_a_click_places_a_point_with_the_value_of_its_height(line):
    before = line.session.document
    line.session.look(tool="place")
    where = line.empty_pixel()
    while not line.session.scene.line_plot.in_upper(line.place(where)[1]):
        where -= QPoint(0, 30)
    place, size = line.place(where), line.pixel_size()
    count = len(line.data)
    line.click(where)
    assert len(line.data) == count + 1
    assert abs(line.data.points[-1, 0] - place[0]) <= size[0]
    assert abs(line.data.target[-1] - place[1]) <= size[1]
    assert_undone(line, before)


def test_on_a_line_a_drag_changes_place_and_value(line):
    before, start = line.session.document, line.of_point(5)
    line.session.look(tool="move")
    line.drag(start, start + QPoint(9, -9), start + QPoint(30, -25))
    assert near(line.of_point(5), start + QPoint(30, -25))
    assert_undone(line, before)


def test_on_a_line_nothing_is_placed_among_the_residuals(line):
    before = line.session.document
    line.session.look(tool="place")
    line.click(QPoint(300, line.viewport.height() - 120))
    assert line.session.document is before


def test_on_a_line_dragging_moves_the_view_sideways_alone(line):
    frame, start = line.session.scene.frame, line.empty_pixel()
    line.drag(start, start + QPoint(50, 50))
    after = line.session.scene.frame
    assert (after.bottom, after.top) == (frame.bottom, frame.top)
    assert after.left < frame.left


# --- values in the plane ------------------------------------------------------------------------


def test_values_are_changed_by_dragging_up_and_down(qtbot):
    data = dataset(POINTS, [0.0, 1.0, 2.0, 3.0, 4.0, 5.0], None)
    desk = Easel(qtbot, session_of(data, "gradient-boosting", rounds=3))
    before, start = desk.session.document, desk.of_point(4)
    desk.session.look(tool="value")
    desk.drag(start, start + QPoint(0, -20), start + QPoint(0, -48))
    assert desk.data.target[4] == pytest.approx(5.0)  # a fifth of the way from least to greatest
    assert (desk.data.points == before.data.points).all()
    desk.session.look(tool="place")
    desk.click(desk.of_point(3) + QPoint(40, 20))
    assert desk.data.target[-1] == 3.0  # that of its neighbour
    assert_undone(desk, before, steps=2)


# --- no points ----------------------------------------------------------------------------------


@pytest.fixture
def nothing(qtbot):
    return Easel(qtbot, session_of(dataset([], [])))


def test_an_empty_canvas_says_what_to_do(nothing):
    invitation = nothing.canvas.invitation
    assert invitation.isVisible()
    assert invitation.words.text() == "Click to place a point"
    assert nothing.canvas.rect().contains(invitation.geometry())


@pytest.mark.parametrize(
    ("tool", "words", "way"),
    [("place", "Click to place a point", "Shift+P"), ("spray", "Drag to spray points", "P places"),
     ("erase", "Take the tool Place (P) to begin", "Shift+P")],
)  # fmt: skip
def test_it_says_what_the_tool_in_hand_would_do(nothing, tool, words, way):
    nothing.session.look(tool=tool)
    nothing.settle()
    assert nothing.canvas.invitation.words.text() == words
    assert nothing.canvas.invitation.hints.text().startswith(way)


@pytest.mark.parametrize("tool", ["look", "place"])
def test_the_first_click_on_it_places_a_point(nothing, tool):
    nothing.session.look(tool=tool)
    where = QPoint(200, 300)
    nothing.click(where)
    assert len(nothing.data) == 1
    assert near(nothing.of_point(0), where)
    assert nothing.view.hand.tool == "place"
    assert not nothing.canvas.invitation.isVisible()
    nothing.session.undo.undo()
    assert nothing.canvas.invitation.isVisible()


def test_a_click_on_the_words_is_a_click_on_the_canvas(nothing):
    invitation = nothing.canvas.invitation
    QTest.mouseClick(nothing.canvas.childAt(invitation.geometry().center()), LEFT,
                     pos=invitation.geometry().center())  # fmt: skip
    nothing.settle()
    assert len(nothing.data) == 1


def test_the_button_brings_two_moons_into_sight(nothing):
    nothing.click(QPoint(200, 300))
    nothing.session.undo.undo()
    QTest.mouseClick(nothing.canvas.invitation.start, LEFT)
    nothing.settle()
    assert len(nothing.data) == len(moons(100))
    centres = nothing.canvas.nearby.centres()
    size = (nothing.viewport.width(), nothing.viewport.height())
    assert ((centres > 0) & (centres < size)).all()
    nothing.session.undo.undo()
    assert not len(nothing.data)


# --- on other screens ---------------------------------------------------------------------------


@pytest.mark.skipif(RATIO != "1", reason="this is the run at another scale")
def test_all_of_this_holds_at_scale_2(tmp_path):
    files = [Path(__file__), Path(__file__).with_name("test_canvas_pixels.py")]
    platform = {"QT_QPA_PLATFORM": offscreen(tmp_path, 2560, 1600), "QT_SCALE_FACTOR": "2"}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *map(str, files)],
        env=os.environ | platform,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:]
