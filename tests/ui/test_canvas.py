"""The canvas as a whole: cards, ticks and names keep out of each other's way; switches work."""

import gc
import itertools
import weakref

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from ensemble_viz.document.document import Change
from ensemble_viz.document.where import NOTHING, Focus, Frame, Moment
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.scene.moment.view import BRUSHES
from ensemble_viz.scene.picture import Sheet
from ensemble_viz.scene.picture.primitives import Bars
from ensemble_viz.scene.picture.sheet import meet
from ensemble_viz.scene.shapes import measures
from ensemble_viz.ui.canvas.canvas import Canvas
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.lettering import RULER
from tests.ui.canvases import LEFT, Easel, dataset, moons, session_of, tags

SIZES = [(480, 360), (780, 600), (1248, 790)]


@pytest.fixture
def desk(qtbot):
    return Easel(qtbot, session_of(moons(60), rounds=12))


def shown_cards(desk):
    return [card for card in desk.canvas.overlays.cards if not card.isHidden()]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("palette", ["light", "projector"])
def test_cards_lie_inside_and_not_on_one_another(qtbot, size, palette):
    desk = Easel(qtbot, session_of(moons(60), rounds=12), size)
    desk.session.look(palette=palette)
    for t in (0, 3, 12):
        desk.session.go_to_round(t)
        cards = shown_cards(desk)
        assert len(cards) == 2
        for card in cards:
            assert desk.canvas.rect().contains(card.geometry())
        if (size, palette) == ((480, 360), "projector"):
            continue  # no room for letters of that size
        assert not cards[0].geometry().intersects(cards[1].geometry())


def test_the_card_of_a_point_never_hides_its_point_nor_the_other_cards(desk):
    desk.session.go(Moment(7, 4))
    for row in range(60):
        desk.session.look(pinned=Focus(point=row))
        card = desk.canvas.overlays.point
        assert card.isVisible()
        assert not card.geometry().contains(desk.of_point(row))
        assert desk.canvas.rect().contains(card.geometry())
        for other in shown_cards(desk)[:2]:
            assert not card.geometry().intersects(other.geometry())
    desk.session.look(pinned=NOTHING)
    assert not card.isVisible()


def test_the_card_of_a_point_lies_where_it_covers_the_fewest(qtbot):
    points = [(x, y) for x in np.linspace(0.75, 1, 6) for y in np.linspace(0.4, 1, 8)]
    points += [(0.0, 0.0), (0.02, 1.0)]
    target = [k % 2 for k in range(len(points))]
    desk = Easel(qtbot, session_of(dataset(points, target), rounds=2))
    desk.session.look(pinned=Focus(point=len(points) - 2))
    place = desk.canvas.overlays.point.geometry()
    inside = [place.contains(desk.of_point(row)) for row in range(len(points))]
    assert sum(inside) <= 3


def test_the_card_of_a_point_can_be_moved_and_goes_back_when_it_is_let_go(desk):
    desk.session.look(pinned=Focus(point=3))
    card = desk.canvas.overlays.point
    before, grip = card.pos(), QPoint(30, card.height() - 6)
    QTest.mousePress(card, LEFT, pos=grip)
    QTest.mouseMove(card, grip + QPoint(-60, 40))
    QTest.mouseRelease(card, LEFT, pos=grip)
    assert card.pos() == before + QPoint(-60, 40)
    desk.session.look(hovered=Focus(point=5))
    desk.session.look(hovered=NOTHING)
    assert card.pos() == before + QPoint(-60, 40)
    desk.session.look(pinned=NOTHING)
    desk.session.look(pinned=Focus(point=3))
    assert card.pos() == before


def test_nothing_is_edited_through_a_card_but_the_view_moves(desk):
    before, frame = desk.session.document, desk.session.scene.frame
    for tool in ("place", "erase", "relabel", "move"):
        desk.session.look(tool=tool)
        card = desk.canvas.overlays.caption
        QTest.mousePress(card, LEFT, pos=QPoint(30, 30))
        QTest.mouseMove(card, QPoint(60, 30))
        QTest.mouseRelease(card, LEFT, pos=QPoint(60, 30))
    assert desk.session.document is before
    assert desk.session.scene.frame.left < frame.left


def test_labels_chips_and_scales_keep_out_of_each_other_and_of_the_cards(desk):
    desk.session.look(pinned=Focus(point=10))
    for t in range(1, 13):
        desk.session.go(Moment(t, 4))
        written = [tag for tag in tags(desk.canvas) if tag.key != "point"]
        boxes = [QRectF(QPointF(*tag.box[:2]), QPointF(*tag.box[2:])) for tag in written]
        boxes += [QRectF(card.geometry()) for card in shown_cards(desk)]
        for k, one in enumerate(boxes):
            for other in boxes[k + 1 :]:
                assert not one.intersects(other)
        assert len(tags(desk.canvas, "chip")) >= min(t - 1, 1)


def test_long_numbers_of_ticks_do_not_run_into_one_another(qtbot):
    start = 1e15
    data = dataset([[start + 0.25, 1], [start + 0.375, 2], [start + 1, 1.5]], [0, 1, 0])
    desk = Easel(qtbot, session_of(data), (480, 360))
    desk.session.look(frame=Frame(start, 0.0, start + 2.0, 3.0))
    desk.settle()
    boxes = [tag.box for tag in tags(desk.canvas, "tick ")]
    assert len(boxes) >= 4
    for one, other in itertools.combinations(boxes, 2):
        assert not meet(one, other)


def test_the_label_of_a_stump_stands_on_its_line(desk):
    found = set()
    for record in desk.session.run.rounds:
        desk.session.go(Moment(record.number, 1))
        mark = desk.session.scene.learner_mark.stump
        at = desk.canvas.plot.sheet
        (label,) = tags(desk.canvas, "learner")
        line = at.across(mark.threshold) if mark.axis == 0 else at.down(mark.threshold)
        ends = label.box[0::2] if mark.axis == 0 else label.box[1::2]
        assert ends[0] <= line <= ends[1]
        found.add(mark.axis)
    assert found == {0, 1}


@pytest.mark.parametrize("ratio", [1.0, 1.25, 1.5, 2.0])
def test_lines_lie_on_whole_device_pixels_around_their_place(ratio):
    sheet = Sheet((0.0, 0.0, 300.0, 200.0), RULER, Frame(0.0, 0.0, 1.0, 1.0))
    lines = np.array([(0.31, 0.0, 0.31, 0.77), (0.2, 0.613, 0.9, 0.613)])
    (upright, level) = Bars(sheet.lines(lines), 2.5, 0).rects(ratio)
    assert (upright == np.rint(upright)).all()
    assert (level == np.rint(level)).all()
    assert upright[2] == level[3] == np.floor(2.5 * ratio + 0.5)
    assert abs(upright[0] + upright[2] / 2 - 93.0 * ratio) <= 0.5
    assert abs(level[1] + level[3] / 2 - (1 - 0.613) * 200 * ratio) <= 0.5


def test_blank_covers_everything_and_what_is_below_stays_up_to_date(desk):
    desk.session.look(blank=True)
    assert desk.canvas.blanket.isVisible()
    picture = desk.canvas.grab().toImage()
    colours = {picture.pixelColor(x, y).name() for x in range(0, 780, 13) for y in range(0, 600, 7)}
    assert colours == {desk.session.theme.palette.canvas.lower()}
    before = desk.session.document
    desk.session.look(tool="place")
    QTest.mouseClick(desk.canvas.blanket, LEFT, pos=QPoint(300, 300))
    assert desk.session.document is before
    desk.session.go_to_round(4)
    desk.session.look(blank=False)
    assert desk.canvas.picture.scene is desk.session.scene
    assert not desk.canvas.blanket.isVisible()


def test_the_words_can_be_put_away(desk):
    desk.session.look(caption=False)
    assert not desk.canvas.overlays.caption.isVisible()
    desk.session.go_to_round(2)
    assert not desk.canvas.overlays.caption.isVisible()
    desk.session.look(caption=True)
    assert desk.canvas.overlays.caption.isVisible()


def test_a_screen_reader_hears_what_is_drawn(desk):
    desk.session.go(Moment(3, 4))
    assert desk.canvas.accessibleName() == "Canvas"
    assert desk.session.scene.caption.headline in desk.canvas.accessibleDescription()


def test_the_nearest_point_to_the_mouse_is_found_however_far(desk):
    where = desk.of_point(7)
    desk.hover(where + QPoint(3, 0))
    away = [(where + QPoint(3, 0) - desk.of_point(row)) for row in range(60)]
    nearest = min(range(60), key=lambda row: np.hypot(away[row].x(), away[row].y()))
    assert desk.canvas.mouse.nearest_point() == nearest
    desk.canvas.mouse.leave()
    assert desk.canvas.mouse.nearest_point() in range(60)


def test_without_points_there_is_no_nearest_one(qtbot):
    desk = Easel(qtbot, session_of(dataset([], [])))
    assert desk.canvas.mouse.nearest_point() is None


@pytest.mark.parametrize("tool", ["look", "place", "move", "value", "relabel", "erase"])
def test_the_cursor_says_what_a_click_does(desk, tool):
    desk.session.look(tool=tool)
    desk.hover(desk.empty_pixel())
    over_nothing = desk.viewport.cursor().shape()
    desk.hover(desk.of_point(5))
    over_point = desk.viewport.cursor().shape()
    if tool in ("place", *BRUSHES):  # a click places one beside another; a ring is the brush
        assert over_nothing == over_point == Qt.CursorShape.CrossCursor
    else:
        assert over_nothing != over_point


def test_keys_are_left_to_the_window(qtbot):
    class Window(QWidget):
        def __init__(self):
            super().__init__()
            self.keys = []

        def keyPressEvent(self, event):
            self.keys.append(event.key())

    window = Window()
    qtbot.addWidget(window)
    canvas = Canvas(Desk(session_of(moons(20), rounds=2)))
    canvas.setParent(window)
    window.show()
    canvas.plot.setFocus()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Delete, Qt.Key.Key_Escape, Qt.Key.Key_0):
        QTest.keyClick(canvas.plot, key)
    assert window.keys == [
        Qt.Key.Key_Right, Qt.Key.Key_Delete, Qt.Key.Key_Escape, Qt.Key.Key_0,
    ]  # fmt: skip
    qtbot.waitUntil(lambda: not canvas.desk.session.is_learning)


def test_points_on_a_line_have_their_own_picture_and_the_plane_comes_back(qtbot):
    from ensemble_viz.document import edits

    desk = Easel(qtbot, session_of(moons(30), rounds=3))
    shown = desk.canvas.picture
    desk.session.edit("Sine", edits.choose_data, sample("sine", n=20), "Sine")
    desk.session.look(frame=None)
    plane, line = {"surface", "boundary", "axes"}, {"curves", "tree", "residuals"}
    assert not plane & {layer.level for layer in shown.layers}
    assert {"ground", "curves", "words"} <= {layer.level for layer in shown.layers}
    desk.session.undo.undo()
    assert plane <= {layer.level for layer in shown.layers}
    assert not line & {layer.level for layer in shown.layers}
    qtbot.waitUntil(lambda: not desk.session.is_learning)


def test_marks_grow_with_the_window_and_are_largest_on_the_projector():
    growth = [measures(width, "light").growth for width in (900, 1280, 1600, 1920, 2560)]
    assert growth == pytest.approx([1.0, 1.0, 7.25 / 6, 8.5 / 6, 8.5 / 6])
    projected = [measures(width, "projector").growth for width in (800, 1280, 1920, 3840)]
    assert projected == pytest.approx(np.array([0.65, 2 / 3, 1.0, 2.0]) * 10.5 / 6)
    assert [measures(width, "dark").boundary for width in (1280, 1920)] == [2.5, 3.0]


def test_a_canvas_is_freed_when_it_is_closed(qtbot):
    session = session_of(moons(20), rounds=2)
    canvas = Canvas(Desk(session))
    canvas.refresh(session.scene, Change.ALL)
    seen = weakref.ref(canvas)
    canvas.deleteLater()
    del canvas
    QApplication.processEvents()
    QApplication.sendPostedEvents(None, 52)  # deferred deletes
    gc.collect()
    assert seen() is None
    qtbot.waitUntil(lambda: not session.is_learning)
