"""The tools by mouse: what each does, shows at the mouse, and that a stroke is undone as one."""

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from ensemble_viz.document.edits import points, transforms
from ensemble_viz.document.edits.selecting import Disc, in_disc
from ensemble_viz.document.where import NOTHING, Focus
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.scene.moment.view import BRUSHES
from ensemble_viz.scene.picture.canvas import cursor, selection
from ensemble_viz.scene.picture.primitives import Marks, Polylines, Tags
from ensemble_viz.ui.drawing.selecting import box_of
from tests.ui.canvases import LEFT, NO_KEY, Easel, dataset, marks, session_of

SHIFT, ALT = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier
CONTROL = Qt.KeyboardModifier.ControlModifier
POINTS = [(0.0, 0.0), (1.0, 1.0), (0.2, 0.8), (0.9, 0.1), (0.5, 0.45), (0.6, 0.9), (0.3, 0.3)]
CLASSES = [0, 1, 0, 1, 0, 1, 1]


class Desk(Easel):
    """A mouse that holds keys, and looks at what is drawn of its tool."""

    def stroke(self, *stops, keys=NO_KEY, release=True):
        QTest.mouseMove(self.viewport, stops[0])
        QTest.mousePress(self.viewport, LEFT, keys, stops[0])
        for stop in stops[1:]:
            QTest.mouseMove(self.viewport, stop)
            self.settle()
        if release:
            QTest.mouseRelease(self.viewport, LEFT, keys, stops[-1])
        self.settle()

    def hover(self, pos):
        super().hover(pos + QPoint(1, 1))  # where it is already it would not be heard of
        super().hover(pos)

    def turn(self, pos, notches, keys=NO_KEY):
        where, turned, none = QPointF(pos), QPoint(0, 120 * notches), Qt.MouseButton.NoButton
        event = QWheelEvent(where, self.viewport.mapToGlobal(where), QPoint(), turned, none, keys,
                            Qt.ScrollPhase.NoScrollPhase, False)  # fmt: skip
        QApplication.sendEvent(self.viewport, event)
        self.settle()

    def key(self, key, keys=NO_KEY, repeated=False):
        for kind in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress):
            QApplication.sendEvent(self.canvas.plot, QKeyEvent(kind, key, keys, "", repeated))
        self.settle()

    @property
    def cursor(self):
        """What is drawn at the mouse."""
        picture = self.canvas.picture
        return cursor(self.session.scene, picture.sheet, picture.held).items

    @property
    def selection(self):
        return self.view.where.selection

    def words(self):
        parts = [item for item in self.cursor if isinstance(item, Tags)]
        return [part.text for item in parts for tag in item.tags for part in tag.parts]

    def undone_to(self, before):
        """Undo one stroke, see that it was all of it, and do it again."""
        after = self.session.document
        self.session.undo.undo()
        assert self.session.document is before
        assert not self.session.undo.can_undo
        self.session.undo.redo()
        assert self.session.document is after


@pytest.fixture
def desk(qtbot):
    made = Desk(qtbot, session_of(dataset(POINTS, CLASSES), rounds=3))
    yield made
    qtbot.waitUntil(lambda: not made.session.is_learning)


@pytest.fixture
def values(qtbot):
    data = dataset(POINTS, [0.0, 4.0, 1.0, 3.0, 2.0, 2.5, 1.5], None)
    made = Desk(qtbot, session_of(data, "gradient-boosting", rounds=3))
    yield made
    qtbot.waitUntil(lambda: not made.session.is_learning)


@pytest.fixture
def line(qtbot):
    made = Desk(qtbot, session_of(sample("sine", n=12), "gradient-boosting", rounds=3))
    yield made
    qtbot.waitUntil(lambda: not made.session.is_learning)


def disc(desk, pos, radius=None):
    """The brush at a pixel, computed from the frame alone."""
    radius = desk.view.hand.radius if radius is None else radius
    across, up = radius * desk.pixel_size()
    return Disc(desk.place(pos), (across, up))


# --- brushes ------------------------------------------------------------------------------------


def test_a_dab_of_spray_places_so_many_points_of_the_class_in_hand_around_it(desk):
    desk.session.look(tool="spray", class_in_hand=1, density=40)
    before, pos = desk.session.document, desk.pixel(0.4, 0.6)
    desk.stroke(pos)
    assert len(desk.data) == 7 + 40
    assert set(desk.data.target[7:].tolist()) == {1}
    inside = disc(desk, pos).distance(desk.data.points[7:])
    assert 0.7 < (inside <= 1.0).mean() < 1.0  # normal: 86 of 100
    assert np.abs(inside).max() < 3.0
    desk.undone_to(before)


def test_spraying_evenly_stays_within_the_brush(desk):
    desk.session.look(tool="spray", evenly=True, density=60)
    pos = desk.pixel(0.4, 0.6)
    desk.stroke(pos)
    far = disc(desk, pos).distance(desk.data.points[7:])
    assert far.max() <= 1.02  # rounded to what is seen
    assert 0.3 < (far < 0.7071).mean() < 0.7  # as much in the inner half of the area


def test_a_stroke_of_spray_has_dabs_at_equal_distances_however_fast_it_is(desk):
    desk.session.look(tool="spray", density=3, radius=20.0)
    before, start = desk.session.document, desk.pixel(0.1, 0.5)
    desk.stroke(start, start + QPoint(100, 0))
    placed = len(desk.data) - 7
    assert placed == 3 * (1 + 5)
    desk.undone_to(before)
    desk.session.undo.undo()
    desk.stroke(start, *(start + QPoint(20 * k, 0) for k in range(1, 6)))
    assert len(desk.data) - 7 == placed


def test_spray_on_a_line_gives_values_and_none_among_the_residuals(line):
    line.session.look(tool="spray", density=6, radius=25.0)
    (_, right), (bottom, top) = line.canvas.plot.box.viewRange()
    middle = line.pixel(float(line.data.points.mean()), float(line.data.target.mean()))
    line.stroke(middle)
    assert len(line.data) == 18
    assert np.ptp(line.data.target[12:]) > 0
    below = line.pixel(right / 2, bottom + 0.02 * (top - bottom))
    line.stroke(below, below + QPoint(60, 0))
    assert len(line.data) == 18


def test_erase_takes_all_the_brush_goes_over_between_two_moves_too(desk):
    desk.session.look(tool="erase", radius=12.0)
    before = desk.session.document
    start, end = desk.of_point(6) - QPoint(60, 0), desk.of_point(6) + QPoint(60, 0)
    desk.stroke(start, end)  # one move, over the point
    assert len(desk.data) == 6
    assert POINTS[6] not in [tuple(each) for each in desk.data.points.tolist()]
    desk.undone_to(before)


def test_relabel_paints_the_class_in_hand_and_says_so_at_the_mouse(desk):
    desk.session.look(tool="relabel", class_in_hand=0, radius=30.0)
    before, pos = desk.session.document, desk.of_point(1)
    desk.hover(pos)
    (ghost,) = [item for item in desk.cursor if isinstance(item, Marks)]
    own = desk.session.theme.palette.classes[0]
    assert (ghost.key, ghost.styles[0].shape) == ("ghost", own.shape)
    desk.stroke(pos, desk.of_point(5))
    assert desk.data.target.tolist() == [0, 0, 0, 1, 0, 0, 1]
    desk.undone_to(before)


def test_what_has_the_class_already_is_no_edit(desk):
    before = desk.session.document
    desk.session.look(tool="relabel", class_in_hand=0, radius=10.0)
    desk.stroke(desk.of_point(0))
    assert desk.session.document is before


def test_painting_which_points_test_and_back_with_shift(desk):
    desk.session.look(tool="test", radius=14.0)
    desk.stroke(desk.of_point(2))
    assert (len(desk.data), len(desk.data.test)) == (6, 1)
    assert desk.data.test.points.tolist() == [list(POINTS[2])]
    assert desk.view.look.layers.test  # it is still seen
    desk.stroke(desk.pixel(*POINTS[2]), keys=SHIFT)
    assert desk.data.test is None
    assert len(desk.data) == 7


def test_a_magnet_pulls_together_and_with_shift_apart(desk):
    desk.session.look(tool="magnet", radius=200.0)
    before, pos = desk.session.document, desk.pixel(0.45, 0.55)

    def mean_distance():
        return disc(desk, pos, 100.0).distance(desk.data.points).mean()

    start = mean_distance()
    desk.stroke(pos, pos + QPoint(2, 0), pos)
    pulled = mean_distance()
    assert pulled < start
    desk.undone_to(before)
    desk.stroke(pos, pos + QPoint(2, 0), pos, keys=SHIFT)
    assert mean_distance() > pulled


def test_jitter_shakes_what_is_under_the_brush_alone(desk):
    desk.session.look(tool="jitter", radius=30.0)
    before = desk.session.document
    desk.stroke(desk.of_point(4))
    moved = (desk.data.points != before.data.points).any(axis=1)
    assert moved.tolist() == [False] * 4 + [True] + [False] * 2
    away = np.abs(desk.data.points[4] - POINTS[4]) / desk.pixel_size()
    assert away.max() < 20
    desk.undone_to(before)


def test_words_at_the_mouse_are_read_from_the_back_row(desk):
    desk.session.look(tool="spray", selection=(1, 2, 3))
    desk.hover(desk.empty_pixel())
    desk.session.look(palette="projector")
    picture = desk.canvas.picture
    box = selection(desk.session.scene, picture.sheet, True).items[-1].tags[0]
    (beside,) = [item for item in desk.cursor if isinstance(item, Tags)]
    word = beside.tags[0].parts[0]
    assert word.type[0] == box.parts[0].type[0]
    left, top, right, bottom = beside.tags[0].box
    assert bottom - top > picture.sheet.high(word.type)
    assert right - left > picture.sheet.wide(word.text, word.type)


def test_a_soft_drag_takes_the_neighbourhood_along_by_distance(desk):
    desk.session.look(tool="soft", radius=260.0)
    before, start = desk.session.document, desk.of_point(4)
    held = in_disc(desk.data, disc(desk, start))
    desk.stroke(start, start + QPoint(20, -10), start + QPoint(40, -20))
    by = (desk.data.points - before.data.points) / desk.pixel_size()
    far = disc(desk, start).distance(before.data.points)
    share = np.where(far <= 1, 0.5 + 0.5 * np.cos(np.pi * far), 0.0)
    assert np.allclose(by, share[:, None] * (40, 20), atol=3.0)
    assert 2 < len(held) < 7
    desk.undone_to(before)


def test_the_wheel_sizes_a_brush_and_with_control_zooms(desk):
    frame = desk.session.scene.frame
    for tool in BRUSHES:
        desk.session.look(tool=tool, radius=40.0)
        desk.turn(desk.of_point(4), 1)
        assert desk.view.hand.radius == 45
        desk.turn(desk.of_point(4), -1)
        assert desk.view.hand.radius == 40
        assert desk.session.scene.frame == frame
    desk.turn(desk.of_point(4), 1, CONTROL)
    assert desk.view.hand.radius == 40
    assert desk.session.scene.frame != frame


def test_the_wheel_with_shift_sprays_more_and_says_how_much(desk):
    desk.session.look(tool="spray", density=8)
    desk.hover(desk.of_point(4))
    desk.turn(desk.of_point(4), 1, SHIFT)
    assert desk.view.hand.density == 9
    assert desk.words() == ["9 a dab"]
    for _ in range(60):
        desk.turn(desk.of_point(4), -1, SHIFT)
    assert desk.view.hand.density == 1


@pytest.mark.parametrize("tool", sorted(BRUSHES))
def test_the_cursor_is_as_large_as_the_brush_and_goes_with_the_mouse(desk, tool):
    desk.session.look(tool=tool, radius=33.0)
    where = desk.empty_pixel()
    desk.hover(where)
    (ring,) = [one for one in desk.cursor if isinstance(one, Polylines) and one.key == "brush"]
    far = np.hypot(*(ring.curves[0] - (where.x(), where.y())).T)
    assert np.allclose(far, 33.0)
    image = desk.image().astype(int)
    y, x = where.y(), where.x() + 33
    assert np.abs(image[y, x - 3 : x + 4] - image[y - 60, x]).sum(axis=1).max() > 200
    desk.canvas.mouse.leave()
    assert desk.cursor == ()


def test_a_brush_that_touches_nothing_leaves_the_fit_alone(desk):
    for tool in sorted(BRUSHES - {"spray"}):
        desk.session.look(tool=tool, radius=8.0)
        where = desk.empty_pixel()
        desk.stroke(where, where + QPoint(4, 0))
        assert desk.view.where.frame is None
    assert not desk.session.undo.can_undo


# --- one at a time, and values ------------------------------------------------------------------


def test_placing_beside_another_point_places_and_never_pins(desk):
    desk.session.look(tool="place")
    for row in range(7):
        desk.click(desk.of_point(row) + QPoint(4, 4))
        desk.click(desk.of_point(row))
    assert len(desk.data) == 7 + 14
    assert desk.view.where.pinned == NOTHING


def test_the_point_that_would_be_placed_is_seen_before(desk):
    desk.session.look(tool="place", class_in_hand=1)
    where = desk.empty_pixel()
    desk.hover(where)
    (ghost,) = desk.cursor
    assert ghost.place.tolist() == [[where.x(), where.y()]]
    assert ghost.styles[0].shape == desk.session.theme.palette.classes[1].shape
    desk.session.look(tool="look")
    desk.hover(where + QPoint(1, 0))
    assert desk.cursor == ()


def test_the_value_in_hand_is_shown_and_turned_by_the_wheel(values):
    values.session.look(tool="place")
    where = values.empty_pixel()
    values.hover(where)
    near = float(values.words()[0].replace("−", "-"))
    assert near in values.data.target  # of its neighbour, until one is in hand
    values.turn(where, 3)
    assert values.view.hand.value_in_hand == pytest.approx(near + 0.3)  # a step of 4/40
    assert values.words() == [f"{near + 0.3:.4g}"]
    values.click(where)
    assert values.data.target[-1] == pytest.approx(near + 0.3)


def test_the_wheel_turns_the_value_of_the_point_that_is_being_placed(values):
    values.session.look(tool="place", value_in_hand=1.0)
    before, where = values.session.document, values.empty_pixel()
    values.stroke(where, release=False)
    values.turn(where, 5)
    assert values.data.target[-1] == pytest.approx(1.5)
    assert values.words() == ["1.5"]  # the number stands at the point
    QTest.mouseRelease(values.viewport, LEFT, NO_KEY, where)
    values.undone_to(before)


def test_a_number_stands_at_the_point_while_its_value_is_dragged(values):
    values.session.look(tool="value")
    start = values.of_point(4)
    values.stroke(start, start + QPoint(0, -60), release=False)
    assert values.data.target[4] == pytest.approx(3.0)  # a quarter of the way from 0 to 4
    assert values.words() == ["3"]
    assert values.canvas.picture.held.at == pytest.approx((start.x(), start.y()), abs=1)
    QTest.mouseRelease(values.viewport, LEFT, NO_KEY, start)
    values.settle()
    assert values.words() == []


def test_values_are_painted_with_a_brush(values):
    values.session.look(tool="relabel", value_in_hand=-2.5, radius=60.0)
    before, pos = values.session.document, values.of_point(3)
    values.stroke(pos, values.of_point(4))
    assert values.data.target[[3, 4]].tolist() == [-2.5, -2.5]
    assert values.data.target[0] == 0.0
    values.undone_to(before)


# --- selecting ----------------------------------------------------------------------------------


def test_a_rectangle_selects_shift_adds_and_alt_takes_away(desk):
    desk.session.look(tool="select")
    desk.stroke(desk.pixel(-0.05, -0.05), desk.pixel(0.35, 0.35))
    assert desk.selection == (0, 6)
    desk.stroke(desk.pixel(0.85, 0.05), desk.pixel(0.95, 0.15), keys=SHIFT)
    assert desk.selection == (0, 3, 6)
    desk.stroke(desk.pixel(-0.05, -0.05), desk.pixel(0.05, 0.05), keys=ALT)
    assert desk.selection == (3, 6)
    desk.stroke(desk.of_point(3) + QPoint(2, 2), keys=CONTROL)
    assert desk.selection == (6,)
    desk.click(desk.pixel(0.05, 0.6))
    assert desk.selection == ()
    assert not desk.session.undo.can_undo


def test_a_lasso_selects_what_it_encloses(desk):
    desk.session.look(tool="lasso")
    ways = [(0.4, 0.3), (0.4, 1.0), (0.7, 1.0), (0.55, 0.6), (0.7, 0.3)]
    stops = [desk.pixel(*each) for each in ways]
    desk.stroke(*stops, release=False)
    (outline,) = [one for one in desk.cursor if isinstance(one, Polylines) and one.key == "outline"]
    assert len(outline.curves[0]) == len(stops) + 1
    QTest.mouseRelease(desk.viewport, LEFT, NO_KEY, stops[-1])
    desk.settle()
    assert desk.selection == (4, 5)


def test_it_is_said_how_many_are_selected(desk):
    desk.session.look(tool="select", selection=(1, 3, 4))
    desk.settle()
    (layer,) = [one for one in desk.canvas.picture.layers if one.level == "selection"]
    tags = [tag for item in layer.items if isinstance(item, Tags) for tag in item.tags]
    assert [part.text for tag in tags for part in tag.parts] == ["3 points"]
    box = box_of(desk.canvas.desk, desk.canvas.nearby).box
    assert tags[0].box[1] > box[3] or tags[0].box[3] < box[3]


def test_test_points_are_selected_where_they_are_seen(desk):
    desk.session.look(tool="test", radius=14.0)
    desk.stroke(desk.of_point(2))
    desk.session.look(tool="select", layers=desk.view.with_layers(test=False).look.layers)
    everything = desk.pixel(-0.05, -0.05), desk.pixel(1.05, 1.05)
    desk.stroke(*everything)
    assert desk.selection == (0, 1, 2, 3, 4, 5)
    desk.session.look(selection=(), layers=desk.view.with_layers(test=True).look.layers)
    desk.stroke(*everything)
    assert desk.selection == (0, 1, 2, 3, 4, 5, 6)


def box(desk):
    return box_of(desk.canvas.desk, desk.canvas.nearby)


def spot(place):
    return QPoint(round(place[0]), round(place[1]))


def test_what_is_selected_is_moved_by_its_box(desk):
    desk.session.look(tool="select", selection=(4, 6))
    before, start = desk.session.document, spot(box(desk).middle)
    desk.stroke(start, start + QPoint(10, 5), start + QPoint(40, -30))
    by = (desk.data.points - before.data.points) / desk.pixel_size()
    assert np.allclose(by[[4, 6]], (40, 30), atol=1.0)
    assert not by[[0, 1, 2, 3, 5]].any()
    assert desk.selection == (4, 6)
    desk.undone_to(before)


def test_a_corner_scales_around_the_opposite_one(desk):
    desk.session.look(tool="select", selection=(4, 6))
    before, around = desk.session.document, box(desk)
    corner = spot(around.corners["lower right"])
    fixed = np.array(desk.place(spot(around.corners["upper left"])))
    wide = around.box[2] - around.box[0]
    desk.stroke(corner, corner + QPoint(8, 8), corner + QPoint(round(wide), 0))
    factor = (desk.data.points[[4, 6]] - fixed) / (before.data.points[[4, 6]] - fixed)
    assert np.allclose(factor, (2.0, 1.0), atol=0.02)
    desk.undone_to(before)


def test_the_handle_above_turns_around_the_middle_in_steps_of_five_degrees(desk):
    desk.session.look(tool="select", selection=(4, 5, 6))
    before, around = desk.session.document, box(desk)
    handle, middle = spot(around.turn), around.middle
    high = middle[1] - around.turn[1]
    left = QPoint(round(middle[0] - high), round(middle[1]))
    desk.stroke(handle, handle + QPoint(-20, 5), left, release=False)
    assert desk.words() == ["+90°"]
    QTest.mouseRelease(desk.viewport, LEFT, NO_KEY, left)
    centre = np.array(desk.place(QPointF(*middle)))
    was, now = before.data.points[[4, 5, 6]] - centre, desk.data.points[[4, 5, 6]] - centre
    assert np.allclose(now, np.column_stack((-was[:, 1], was[:, 0])), atol=1e-6)
    desk.undone_to(before)


def test_on_a_line_nothing_can_be_turned(line):
    line.session.look(tool="select", selection=(2, 5))
    assert not box(line).turns
    assert "turn" not in {box(line).handle_at(*box(line).turn)}


def test_arrows_nudge_what_is_selected_and_a_held_key_is_one_stroke(desk):
    desk.session.look(tool="select", selection=(4,))
    before = desk.session.document
    for repeated in (False, True, True):
        desk.key(Qt.Key.Key_Right, repeated=repeated)
    step = (desk.data.points[4] - POINTS[4])[0] / 3
    assert 3.0 <= step / desk.pixel_size()[0] < 8.0
    desk.undone_to(before)
    was = desk.data.points[4, 1]
    desk.key(Qt.Key.Key_Up, SHIFT)
    assert 30.0 <= (desk.data.points[4, 1] - was) / desk.pixel_size()[1] < 80.0
    desk.session.undo.undo()
    assert desk.data.points[4, 1] == was


def test_arrows_step_through_the_run_while_nothing_is_selected(desk):
    desk.session.look(tool="select", selection=())
    event = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_Right, NO_KEY)
    QApplication.sendEvent(desk.canvas.plot, event)
    assert not event.isAccepted()
    assert not desk.session.undo.can_undo


def test_what_is_selected_follows_its_points(desk):
    desk.session.look(selection=(2, 5), pinned=Focus(point=5))
    desk.session.apply(points.delete, [0, 3])
    assert desk.selection == (1, 3)
    assert desk.view.where.pinned == Focus(point=3)
    desk.session.undo.undo()
    assert desk.selection == (2, 5)
    assert desk.view.where.pinned == Focus(point=5)


def test_a_stroke_that_begins_on_the_words_of_an_empty_canvas_goes_on(qtbot):
    desk = Desk(qtbot, session_of(dataset([], [])))
    desk.session.look(tool="spray", density=3, radius=30.0)
    handle = desk.canvas.windowHandle()
    start = desk.canvas.invitation.geometry().center()
    QTest.mouseMove(handle, start)
    QTest.mousePress(handle, LEFT, NO_KEY, start)  # as from the system: Qt finds who is hit
    desk.settle()
    assert len(desk.data) == 3
    QTest.mouseMove(handle, start + QPoint(60, 0))
    desk.settle()
    assert len(desk.data) == 9
    QTest.mouseRelease(handle, LEFT, NO_KEY, start + QPoint(60, 0))
    desk.settle()
    assert not desk.canvas.mouse.is_busy
    assert desk.session.undo.index == 1


def test_a_stroke_that_comes_back_to_where_it_began_is_none(desk):
    desk.session.look(tool="soft", radius=200.0)
    before, start = desk.session.document, desk.of_point(4)
    desk.stroke(start, start + QPoint(30, 0), start)
    assert desk.session.document is before
    assert not desk.session.undo.can_undo


def test_inside_of_a_flipped_label_is_the_class_it_had(desk):
    desk.session.apply(transforms.flip, 0.3, 1, range(7))
    data = desk.data
    rows = np.flatnonzero(data.flipped_from >= 0)
    assert len(rows) == 2
    found = marks(desk.canvas, "flipped labels")
    assert found.rows.tolist() == sorted(rows, key=found.rows.tolist().index)
    for k, row in enumerate(found.rows.tolist()):
        own = desk.session.theme.palette.classes[data.flipped_from[row]]
        assert found.styles[found.style[k]].shape == own.shape
        centre = desk.of_point(row)
        assert np.allclose(found.place[k], (centre.x(), centre.y()), atol=1.0)
    assert desk.session.scene.legend.flipped == 2
    desk.session.look(pinned=Focus(point=int(rows[0])))
    assert "flipped, was" in desk.session.scene.card.subtitle
    desk.session.apply(transforms.turn_back)
    (layer,) = [one for one in desk.canvas.picture.layers if one.level == "flipped labels"]
    assert layer.items == ()


def test_the_value_of_a_pinned_point_is_typed_in_its_card(values):
    values.session.look(pinned=Focus(point=3))
    values.settle()
    card = values.canvas.overlays.point
    field, before = card.value, values.session.document
    assert field.isVisible()
    assert card.rect().contains(field.geometry())
    assert field.value == 3.0
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "-1.25")
    QTest.keyClick(field, Qt.Key.Key_Return)
    values.settle()
    assert values.data.target[3] == -1.25
    assert field.value == -1.25
    values.undone_to(before)
    values.session.look(pinned=NOTHING)
    values.settle()
    assert not field.isVisible()


def test_a_point_with_a_class_has_no_field_for_a_value(desk):
    desk.session.look(pinned=Focus(point=3))
    desk.settle()
    assert desk.canvas.overlays.point.value.isHidden()
