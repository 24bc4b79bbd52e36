"""Tree, search, gallery and table in the window: what they say, and what the mouse does there."""

import itertools

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QGuiApplication
from PySide6.QtTest import QTest

from ensemble_viz.document import edits
from ensemble_viz.document.document import Change, Document, Setup
from ensemble_viz.document.edits import points
from ensemble_viz.document.where import NOTHING, Focus, Moment
from ensemble_viz.engine import methods
from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.scene.learners.gallery import picture as drawn
from ensemble_viz.scene.moment.steps import steps
from ensemble_viz.scene.picture.beside.search import SearchRooms
from ensemble_viz.scene.picture.primitives import Raster, Tags
from ensemble_viz.scene.picture.sheet import meet
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.panels.pictures import GalleryPanel, SearchPanel, TreePanel
from ensemble_viz.ui.panels.points_table import PointsPanel
from ensemble_viz.ui.pictures.learners import GalleryPicture
from ensemble_viz.ui.session import Session
from tests.ui.reading import node_place, painted
from tests.ui.windows import rest

LEFT = Qt.MouseButton.LeftButton
MILLIONS = Dataset(np.arange(8.0)[:, None], 1e6 * np.arange(-4.0, 4.0) + 0.25, None, columns=("x",))


class Shown:
    """A panel that follows a session, as in the window."""

    def __init__(self, qtbot, kind, session, width=320, height=None):
        self.session = session
        self.desk = Desk(session)
        self.panel = kind(self.desk)
        qtbot.addWidget(self.panel)
        self.panel.setFixedWidth(width)
        self.panel.refresh(session.scene, Change.ALL)
        session.changed.connect(self.panel.refresh)
        self.panel.resize(width, height or self.panel.sizeHint().height())
        with qtbot.waitExposed(self.panel):
            self.panel.show()

    def written(self):
        self.panel.picture.grab()
        return self.panel.picture.shown.words()


@pytest.fixture
def session(request, qtbot):
    data, method, settings = getattr(request, "param", ("moons", "adaboost", {"rounds": 12}))
    params = methods.method(method).params.from_values(settings)
    points = data if isinstance(data, Dataset) else sample(data)
    made = Session(Document(points, (Setup(method, params),), "Points"))
    qtbot.waitUntil(lambda: not made.is_learning)
    yield made
    qtbot.waitUntil(lambda: not made.is_learning)


@pytest.fixture
def show(qtbot, session):
    """Show panels of the session, and keep them to the end of the test."""
    kept = []

    def show_one(kind, *size, **sizes):
        kept.append(Shown(qtbot, kind, session, *size, **sizes))
        return kept[-1]

    return show_one


def of(data, method, **settings):
    return pytest.mark.parametrize("session", [(data, method, settings)], indirect=True)


def lit(session):
    """Say which points the canvas lights up."""
    marks = session.scene.markers
    return set(marks.row[marks.lit].tolist())


# --- tree -------------------------------------------------------------------------------------


def test_the_stump_is_written_in_its_boxes(show, session):
    session.go(Moment(7, 2))
    shown = show(TreePanel)
    record, data = session.run.round(7), session.document.data
    tree, D = record.learners[0], record.sample_weight
    left = data.points[:, tree.feature[0]] <= tree.threshold[0]
    written = shown.written()
    for node, side in ((1, left), (2, ~left)):
        missed = side & (data.target != tree.value[node].argmax())
        assert f"{side.sum()} points" in written
        assert f"{D[side].sum():.4f}" in written
        assert f"{missed.sum()} missed" in written
        assert f"{D[missed].sum():.4f}" in written
    assert shown.panel.head.left.text() == "Stump 7"
    assert shown.panel.head.right.text() == "fitted to D₇"


def test_a_box_under_the_mouse_lights_its_points(show, session):
    session.go(Moment(3, 5))
    shown = show(TreePanel)
    picture = shown.panel.picture
    tree, points = session.run.round(3).learners[0], session.document.data.points
    left = points[:, tree.feature[0]] <= tree.threshold[0]
    for node, rows in ((1, left), (2, ~left), (0, left | ~left)):
        QTest.mouseMove(picture, node_place(picture, node).toPoint())
        assert session.view.hand.hovered == Focus(node=node)
        assert lit(session) == set(np.flatnonzero(rows).tolist())
    QTest.mouseMove(picture, QPoint(2, picture.height() - 2))
    assert session.view.hand.hovered == NOTHING


def test_a_click_on_a_box_pins_it_and_another_lets_go(show, session):
    session.go(Moment(3, 5))
    picture = show(TreePanel).panel.picture
    place = node_place(picture, 2).toPoint()
    before = picture.grab().toImage()
    QTest.mouseClick(picture, LEFT, pos=place)
    assert session.view.where.pinned == Focus(node=2)
    assert lit(session)
    session.look(hovered=NOTHING)
    assert picture.grab().toImage() != before
    QTest.mouseClick(picture, LEFT, pos=place)
    assert session.view.where.pinned == NOTHING


@of("blobs", "random-forest", rounds=6)
def test_the_way_of_a_pinned_point_is_painted_in_the_accent(show, session):
    session.go(Moment(5, 3))
    picture = show(TreePanel, 352).panel.picture
    accent = QColor(session.theme.colour("accent")).rgb()

    def painted():
        image = picture.grab().toImage()
        return sum(
            image.pixel(x, y) == accent
            for x in range(0, image.width(), 2)
            for y in range(image.height())
        )

    assert painted() == 0
    session.look(pinned=Focus(point=11))
    assert painted() > 50


@of("checkerboard", "bagging", rounds=2)
def test_a_click_on_a_box_of_many_opens_it(show, session):
    session.go(Moment(1, 3))
    picture = show(TreePanel).panel.picture
    more = next(box for box in picture.arrangement.boxes if box.kind == "more")
    QTest.mouseClick(picture, LEFT, pos=node_place(picture, more.node).toPoint())
    (box,) = [box for box in picture.arrangement.boxes if box.node == more.node]
    assert box.kind == "rule"


@of("blobs", "gradient-boosting", rounds=3)
def test_the_tree_of_another_class_is_chosen(show, session):
    session.go(Moment(2, 3))
    shown = show(TreePanel)
    button = shown.panel.classes.group.button(2)
    assert button.text() == "C"
    before = shown.written()
    QTest.mouseClick(button, LEFT)
    assert session.view.where.learner == 2
    assert button.isChecked()
    assert shown.written() != before
    assert session.scene.tree.drawn.tree is session.run.round(2).learners[2]


@of("blobs", "random-forest", rounds=6)
def test_the_words_below_tell_about_the_box_under_the_mouse(show, session):
    session.go(Moment(4, 3))
    shown = show(TreePanel)
    before = shown.panel.about[0].text()
    QTest.mouseMove(shown.panel.picture, node_place(shown.panel.picture, 0).toPoint())
    after = shown.panel.about[0].text()
    assert after != before
    assert f"{session.run.round(4).in_bag.sum()} draws" in after


def test_panels_keep_their_height_from_round_to_round(show, session):
    for kind in (TreePanel, SearchPanel, GalleryPanel):
        shown = show(kind)
        heights = set()
        for moment in (Moment(0, 0), Moment(1, 1), Moment(5, 2), Moment(12, 5)):
            session.go(moment)
            heights.add(shown.panel.sizeHint().height())
        assert len(heights) == 1, kind


# --- search -----------------------------------------------------------------------------------


def test_the_search_says_the_error_of_the_stump(show, session):
    session.go(Moment(7, 1))
    shown = show(SearchPanel)
    assert f"{session.run.round(7).error:.4f}" in shown.written()
    assert "x₁" in shown.written()
    assert shown.panel.head.right.text() == "weighted error, lower wins"


def test_the_mouse_reads_the_curve(show, session):
    session.go(Moment(7, 1))
    shown = show(SearchPanel)
    picture = shown.panel.picture
    room, axis = SearchRooms(picture.plot, picture.sheet).rooms[0], picture.plot.axes[0]
    before = picture.grab().toImage()
    place = QPoint(round((room[0] + room[2]) / 2), round((room[1] + room[3]) / 2))
    QTest.mouseMove(picture, place)
    x = axis.low + (place.x() - room[0]) / (room[2] - room[0]) * (axis.high - axis.low)
    k = int(np.flatnonzero((axis.cuts.start <= x) & (x <= axis.cuts.end))[0])
    assert shown.panel.head.right.text().endswith(f": {axis.cuts.value[k]:.4f}")
    assert picture.grab().toImage() != before
    QTest.mouseMove(picture, QPoint(1, 1))
    assert shown.panel.head.right.text() == "weighted error, lower wins"


def test_ticks_of_long_numbers_do_not_run_into_one_another(show, session):
    far = [[-1e300, 1e300], [1e300, -1e300], [1e-300, 2.0], [5e299, -5e299]]
    data = Dataset(np.array(far), np.array([0, 1, 0, 1]), ("a", "b"))
    session.edit("Open", edits.choose_data, data, "far")
    session.go(Moment(1, 1))
    picture = show(SearchPanel).panel.picture
    tags = [tag for layer in picture.shown.layers for item in layer.items
            if isinstance(item, Tags) for tag in item.tags]  # fmt: skip
    texts = [(tag.box, tag.parts[0].text) for tag in tags]
    numbers = [box for box, text in texts if "·10" in text or text == "0"]
    assert len(numbers) >= 4
    for one, other in itertools.combinations(numbers, 2):
        assert not meet(one, other)
    assert all(box[2] <= picture.width() for box in numbers)


def test_before_the_search_there_are_only_words(show):
    shown = show(SearchPanel)
    assert shown.written() == ["Nothing was searched yet."]


# --- gallery ----------------------------------------------------------------------------------


def test_the_gallery_shows_as_many_as_fit(show, session):
    session.go(Moment(12, 3))
    narrow = show(GalleryPanel, 320)
    wide = show(GalleryPanel, 416)
    assert len(narrow.panel.picture.placed) == 8
    assert len(wide.panel.picture.placed) == 10
    assert narrow.panel.head.right.text() == "‹ 5 earlier"
    assert wide.panel.head.right.text() == "‹ 3 earlier"
    written = narrow.written()
    for t in range(6, 13):
        alpha = f"{session.run.round(t).learner_weight:.4f}"
        assert any(alpha in text for text in written)
    for shown in (narrow, wide):
        rooms = [placed.room for placed in shown.panel.picture.placed]
        assert not any(meet(a, b) for a in rooms for b in rooms if a is not b)
        assert all(room[2] <= shown.panel.picture.width() for room in rooms)


def test_a_click_on_a_thumbnail_goes_to_its_round(show, session):
    session.go(Moment(6, 3))
    picture = show(GalleryPanel).panel.picture
    placed = next(one for one in picture.placed if one.item.round == 3)
    before = picture.grab().toImage()
    left, top, right, bottom = placed.room
    middle = QPoint(round((left + right) / 2), round((top + bottom) / 2))
    QTest.mouseMove(picture, middle)
    assert picture.grab().toImage() != before
    QTest.mouseClick(picture, LEFT, pos=middle)
    assert session.view.where.moment == Moment(3, 5)


def test_a_thumbnail_has_the_colours_of_the_learner(show, session):
    session.go(Moment(2, 5))
    picture = show(GalleryPanel).panel.picture
    image = picture.grab().toImage()
    scale = image.width() / picture.width()
    for placed in picture.placed:
        colours = drawn(session.scene.stage, placed.item).rgb
        for across, down in ((0.2, 0.2), (0.8, 0.2), (0.2, 0.8), (0.8, 0.8)):
            left, top, right, bottom = placed.room
            x, y = left + across * (right - left), top + down * (bottom - top)
            painted = image.pixelColor(int(x * scale), int(y * scale)).getRgb()[:3]
            rows, columns = colours.shape[:2]
            near = colours[
                int(down * rows) - 3 : int(down * rows) + 4,
                int(across * columns) - 3 : int(across * columns) + 4,
            ].reshape(-1, 3)
            assert painted in {tuple(colour) for colour in near.tolist()}


# --- points -----------------------------------------------------------------------------------


def cells(view, column):
    model = view.rows
    keys = [one.key for one in model.table.columns]
    k = keys.index(column)
    return [model.index(row, k).data() for row in range(model.rowCount())]


def head(view, column):
    """Find where the head of a column is to be clicked."""
    keys = [one.key for one in view.rows.table.columns]
    header, k = view.horizontalHeader(), keys.index(column)
    return header.viewport(), QPoint(
        header.sectionViewportPosition(k) + header.sectionSize(k) // 2, header.height() // 2
    )


def place_of(view, point, column=0):
    return view.visualRect(view.rows.index(int(view.rows.rank[point]), column)).center()


def cut_cells(view):
    """List the cells that end in an ellipsis, wherever one scrolls to; at the edge that is all."""
    bar, found = view.horizontalScrollBar(), set()
    for place in range(0, bar.maximum() + 1, 50):
        bar.setValue(place)
        found.update(painted(view.viewport()))
    return [text for text in found if "…" in text and text != "…"]


def test_half_a_number_at_the_edge_is_an_ellipsis(show, session):
    session.go(Moment(7, 5))
    view = show(PointsPanel, 200, 400).panel.view
    view.horizontalScrollBar().setValue(0)
    head, edge = view.horizontalHeader(), view.viewport().width()
    count = head.count()
    at_edge = [k for k in range(count) if head.sectionViewportPosition(k) < edge
               < head.sectionViewportPosition(k) + head.sectionSize(k)]  # fmt: skip
    assert len(at_edge) == 1
    assert "…" in painted(view.viewport())


def test_the_table_shows_weights_heaviest_first(show, session):
    session.go(Moment(7, 4))
    view = show(PointsPanel, height=400).panel.view
    D = session.run.round(7).next_weight
    order = sorted(range(len(D)), key=lambda row: -D[row])
    assert cells(view, "point") == [str(row + 1) for row in order]
    assert cells(view, "next weight") == [f"{D[row]:.4f}" for row in order]


def test_a_click_on_a_row_pins_its_point(show, session):
    session.go(Moment(3, 5))
    view = show(PointsPanel, height=400).panel.view
    point = view.rows.point(4)
    QTest.mouseClick(view.viewport(), LEFT, pos=place_of(view, point))
    assert session.view.where.pinned == Focus(point=point)
    assert lit(session) == {point}


def test_a_pinned_point_is_selected_and_brought_into_sight(show, session):
    session.go(Moment(3, 5))
    view = show(PointsPanel, height=300).panel.view
    last = view.rows.point(view.rows.rowCount() - 1)
    assert not view.viewport().rect().contains(place_of(view, last))
    session.look(pinned=Focus(point=last))
    assert view.selected_points() == [last]
    assert view.viewport().rect().contains(place_of(view, last))
    session.go(Moment(9, 5))
    assert view.selected_points() == [last]
    session.look(pinned=NOTHING)
    assert view.selected_points() == []


def test_a_row_under_the_mouse_lights_its_point(show, session):
    view = show(PointsPanel, height=300).panel.view
    QTest.mouseMove(view.viewport(), place_of(view, 3))
    QTest.mouseMove(view.viewport(), place_of(view, 4))
    assert session.view.hand.hovered == Focus(point=4)
    assert lit(session) == {4}
    view.hovered.emit(-1)
    assert session.view.hand.hovered == NOTHING


def test_a_lit_node_tints_its_rows(show, session):
    session.go(Moment(3, 5))
    view = show(PointsPanel, height=300).panel.view
    before = view.viewport().grab().toImage()
    session.look(hovered=Focus(node=1))
    assert view.viewport().grab().toImage() != before
    assert set(np.flatnonzero(view.rows.lit).tolist()) == lit(session)


def test_heads_sort_down_up_and_back(show, session):
    session.go(Moment(7, 5))
    panel = show(PointsPanel, 420, 300).panel
    view, score = panel.view, session.run.round(7).score
    own = cells(view, "point")
    rows = range(len(score))
    QTest.mouseClick(head(view, "score")[0], LEFT, pos=head(view, "score")[1])
    assert cells(view, "point") == [str(k + 1) for k in sorted(rows, key=lambda k: -score[k])]
    assert panel.head.right.text() == "by F₇ ↓"
    QTest.mouseClick(head(view, "score")[0], LEFT, pos=head(view, "score")[1])
    assert cells(view, "point") == [str(k + 1) for k in sorted(rows, key=lambda k: score[k])]
    QTest.mouseClick(head(view, "score")[0], LEFT, pos=head(view, "score")[1])
    assert cells(view, "point") == own
    assert panel.head.right.text() == "heaviest first"


def test_selected_rows_are_copied_else_all(show, session):
    session.go(Moment(2, 5))
    panel = show(PointsPanel, height=400).panel
    view = panel.view
    first, third = view.rows.point(0), view.rows.point(2)
    QTest.mouseClick(view.viewport(), LEFT, pos=place_of(view, first))
    shift = Qt.KeyboardModifier.ShiftModifier
    QTest.mouseClick(view.viewport(), LEFT, shift, place_of(view, third))
    QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert [line.split("\t")[0] for line in lines] == [
        "point", *(str(view.rows.point(row) + 1) for row in range(3)),
    ]  # fmt: skip
    session.look(pinned=NOTHING)
    view.clearSelection()
    QTest.mouseClick(panel.copy, LEFT)
    assert len(QGuiApplication.clipboard().text().splitlines()) == 1 + view.rows.rowCount()


@of("sine", "gradient-boosting", rounds=4, learning_rate=0.5)
def test_the_table_of_boosting_adds_up(show, session):
    session.go(Moment(3, 4))
    view = show(PointsPanel, 416, 400).panel.view
    columns = [cells(view, key) for key in ("before", "leaf value", "after", "target", "residual")]
    numbers = [[float(text.replace("−", "-")) for text in column] for column in columns]
    for before, gamma, after, y, r in zip(*numbers, strict=True):
        assert after == pytest.approx(before + 0.5 * gamma, abs=1.1e-4)
        assert r == pytest.approx(y - before, abs=1.1e-4)


@pytest.mark.parametrize(
    "session",
    [
        ("moons", "adaboost", {"rounds": 3}),
        ("blobs", "adaboost", {"rounds": 3}),
        ("sine", "gradient-boosting", {"rounds": 3}),
        ("moons", "xgboost", {"rounds": 3}),
    ],
    indirect=True,
)
def test_columns_have_room_for_the_numbers_of_the_step_that_computes_them(show, session):
    view, widths = show(PointsPanel, 200, 400).panel.view, set()  # too narrow: nothing is spare
    for step in range(1, len(steps(session.run, 1)) + 1):
        session.go(Moment(1, step))
        assert not cut_cells(view)
        widths.add(tuple(view.columnWidth(k) for k in range(view.rows.columnCount())))
    assert len(widths) == 1


@of(MILLIONS, "gradient-boosting", rounds=3)
def test_long_numbers_are_not_cut(show, session):
    session.go(Moment(2, 4))
    assert not cut_cells(show(PointsPanel, 200, 400).panel.view)


def test_new_points_make_new_rows(show, session):
    view = show(PointsPanel, height=300).panel.view
    session.look(pinned=Focus(point=5))
    session.apply(points.delete, [0, 1, 2])
    assert view.rows.rowCount() == len(session.document.data) == 97
    assert view.selected_points() == [2]  # it follows its point
    session.apply(points.delete, [2])
    assert view.selected_points() == []
    session.undo.go_to(0)
    assert view.rows.rowCount() == 100


def test_thumbnails_are_read_in_another_run_of_as_many_grids(open_window, monkeypatch):
    """The count of grids says nothing of a run that has been read quickly, as the last one was."""
    monkeypatch.setattr("ensemble_viz.ui.pump.NEWS", 60.0)
    monkeypatch.setattr("ensemble_viz.ui.runs.PATIENCE", 0.0)
    window = open_window("ten-points", "voting")
    session = window.session
    session.go(Moment(4, 1))
    rest(window)
    session.edit("Setting", edits.change_setting, 0, "vote", "soft")
    rest(window)
    (shown,) = (one.shown for one in window.findChildren(GalleryPicture) if one.isVisible())
    learners = [layer for layer in shown.layers if layer.level.startswith("learner")]
    assert len(learners) == 4
    assert all(any(isinstance(item, Raster) for item in layer.items) for layer in learners)
