"""The window as a whole: it opens on the ten points, gives room, remembers, reads and writes."""

import csv
import os

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, QRect, QSettings, QSize, Qt, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from ensemble_viz.document import edits
from ensemble_viz.document.edits import points
from ensemble_viz.document.look import Layers, Look, Projector
from ensemble_viz.document.session_file import read_session, write_session
from ensemble_viz.document.where import START, Focus, Moment
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.export.figure import FigureLayout
from ensemble_viz.scene.moment.view import View
from ensemble_viz.ui import memory
from ensemble_viz.ui.actions import ENTRIES
from ensemble_viz.ui.app import open_on, window_on
from ensemble_viz.ui.panels.keys_page import KeysPage
from ensemble_viz.ui.projector import BAR
from ensemble_viz.ui.session import Session
from ensemble_viz.ui.window import Window
from tests.drawn import png
from tests.ui.conftest import document
from tests.ui.windows import docks_shown, is_in_front, settle

CONTROL = Qt.KeyboardModifier.ControlModifier


def press(widget, key, *modifiers):
    held = Qt.KeyboardModifier.NoModifier
    for modifier in modifiers:
        held |= modifier
    QTest.keyClick(widget, key, held)


def test_it_opens_on_the_ten_points_with_one_obvious_thing_to_press(window):
    scene = window.session.scene
    assert window.windowTitle() == "Ten points · AdaBoost · ensemble_viz"
    assert scene.stage.round == 0
    assert scene.controls.next == "Train the first stump"
    assert window.focusWidget() is window.canvas or window.canvas.isAncestorOf(window.focusWidget())


@pytest.mark.parametrize("size", [(1280, 800), (1440, 900)])
def test_the_canvas_keeps_more_than_half_of_the_window(open_window, size):
    window = open_window(size=size)
    share = window.canvas.width() * window.canvas.height() / (size[0] * size[1])
    assert share >= 0.55


@pytest.mark.parametrize("size", [(1024, 640), (1280, 800), (1599, 900), (1600, 900), (1920, 1080)])
def test_nothing_essential_is_dropped_at_any_size(open_window, size):
    window = open_window(size=size)
    run = window.parts.run
    for part in (window.canvas, run, run.transport, run.plot, window.parts.header):
        assert part.isVisible()
        assert window.rect().contains(QRect(part.mapTo(window, QPoint()), part.size()))
    assert window.parts.rail.isVisible() == (size[0] < 1600)
    assert window.docks["settings"].isVisible() == (size[0] >= 1600)


def places(window):
    return {
        name: dock.geometry()
        for name, dock in window.docks.by_name.items()
        if dock.isVisible() and window.rect().intersects(dock.geometry())
    }


def test_resizing_back_and_forth_gives_the_same_window(open_window, qtbot):
    window = open_window()
    before = places(window)
    assert set(before) == {"rail", "run", "round"}
    window.resize(1920, 1080)
    qtbot.waitUntil(window.docks["settings"].isVisible)
    window.resize(1280, 800)
    qtbot.waitUntil(lambda: places(window) == before)


def test_a_panel_behind_another_comes_to_the_front_and_goes_back(window):
    docks = window.docks
    assert is_in_front(window, "round")
    press(window.canvas, Qt.Key.Key_F4)
    assert is_in_front(window, "points")
    assert not is_in_front(window, "round")
    press(window.canvas, Qt.Key.Key_F4)
    assert is_in_front(window, "round")
    assert not docks["points"].isHidden()  # its tab stays
    press(window.canvas, Qt.Key.Key_F3)
    assert docks["round"].isHidden()
    press(window.canvas, Qt.Key.Key_F3)
    assert is_in_front(window, "round")


def test_the_projector_shows_the_canvas_and_comes_back(window):
    window.session.go(Moment(2, 4))
    before = docks_shown(window)
    press(window.canvas, Qt.Key.Key_F11)
    assert window.session.view.look.palette == "projector"
    assert window.strip.isVisible()
    assert not window.parts.header.isVisible()
    assert not any(docks_shown(window).values())
    press(window.canvas, Qt.Key.Key_Right)
    assert window.session.view.where.moment == Moment(2, 5)
    press(window.canvas, Qt.Key.Key_Escape)
    assert window.session.view.look.palette == "light"
    assert docks_shown(window) == before
    assert window.parts.header.isVisible()
    assert not window.strip.isVisible()


def test_no_formula_on_the_projector_is_cut(open_window):
    window = open_window("blobs", "gradient-boosting", rounds=2)  # it has a sum over a sum
    press(window.canvas, Qt.Key.Key_F11)
    for step in (1, 2, 3, 4):
        window.session.go(Moment(2, step))
        assert window.strip.line.latex
        image = window.strip.grab().toImage()
        rows = (4, image.height() - BAR - 2)  # below the line at the top, above the bar
        seen = {image.pixel(x, y) for y in rows for x in range(image.width())}
        assert len(seen) == 1


def test_escape_lets_go_of_one_thing_after_the_other(window):
    session = window.session
    session.look(tool="place", pinned=Focus(point=3))
    press(window.canvas, Qt.Key.Key_Period)
    assert window.canvas.blanket.isVisible()
    press(window.canvas, Qt.Key.Key_Escape)
    assert not window.canvas.blanket.isVisible()
    assert session.view.where.pinned
    press(window.canvas, Qt.Key.Key_Escape)
    assert not session.view.where.pinned
    assert session.view.hand.tool == "place"
    press(window.canvas, Qt.Key.Key_Escape)
    assert session.view.hand.tool == "look"


@pytest.mark.parametrize("keys", [(Qt.Key.Key_Escape,), (Qt.Key.Key_Z, CONTROL)])
def test_a_drag_is_taken_back_by_key_while_the_button_is_down(window, keys):
    session, viewport = window.session, window.canvas.plot.viewport()
    session.look(tool="move")
    before = session.document
    start = QPointF(*window.canvas.plot.sheet.point(*session.document.data.points[3])).toPoint()
    QTest.mousePress(viewport, Qt.MouseButton.LeftButton, pos=start)
    for step in (20, 40):
        QTest.mouseMove(viewport, start + QPoint(step, step))
        settle()
    assert session.document is not before
    press(window, *keys)
    QTest.mouseMove(viewport, start + QPoint(60, 60))
    settle()
    QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=start + QPoint(60, 60))
    assert session.document is before
    assert session.view.hand.tool == "move"
    assert not session.undo.can_undo


def test_the_projector_is_for_dark_rooms_and_for_light_ones(window):
    window.named["dark"].trigger()
    window.named["projector"].trigger()
    assert window.session.view.look.palette == "projector-dark"
    press(window, Qt.Key.Key_D, CONTROL, Qt.KeyboardModifier.ShiftModifier)
    assert window.session.view.look.palette == "projector"
    window.named["projector"].trigger()
    assert window.session.view.look.palette == "light"
    press(window, Qt.Key.Key_D, CONTROL, Qt.KeyboardModifier.ShiftModifier)
    assert window.session.view.look.palette == "dark"


def test_the_projector_has_a_companion(open_window):
    window = open_window("moons:n=40,test=20", "gradient-boosting", rounds=8, size=(1280, 720))
    strip, companion = window.strip, window.named["companion"]
    assert not companion.isEnabled()
    window.session.go_to_round(3)
    window.named["projector"].trigger()
    settle()
    formula, canvas = strip.height(), window.canvas.size()
    assert companion.isEnabled()
    press(window, Qt.Key.Key_U)
    settle()
    assert strip.height() > 1.8 * formula
    assert strip.curves is window.session.scene.curves
    press(window, Qt.Key.Key_U)
    settle()
    assert (strip.height(), strip.tree.isVisible()) == (formula, True)
    assert window.canvas.width() < canvas.width()
    tree = window.session.scene.tree
    strip.tree.grab()
    assert strip.tree.title.text() == tree.title
    assert any(text.startswith("x") for text in strip.tree.picture.shown.words())
    window.named["projector"].trigger()
    assert not strip.tree.isVisible()
    window.named["projector"].trigger()
    assert strip.tree.isVisible()  # as it was left


def test_the_projector_keeps_what_is_to_come_from_the_class(open_window):
    window = open_window("moons:n=40,test=20", "adaboost", rounds=12)
    window.session.go_to_round(4)
    for is_shown in (True, False):
        curves = window.session.scene.curves
        assert (max(float(curve.at.max()) for curve in curves.series) > 4.0) == is_shown
        assert (curves.mark is not None) == is_shown
        window.named["projector"].trigger()
    assert window.session.view.look.ahead  # back in the window
    press(window, Qt.Key.Key_A)
    window.session.go_to_round(12)
    assert window.session.scene.curves.mark is not None  # nothing is to come any more


@pytest.mark.parametrize(
    ("room", "fits"),
    [((1920, 1080), True), ((1366, 740), False), ((1280, 800), False), ((1400, 860), True)],
)
def test_a_window_that_the_screen_has_no_room_for_fills_it(open_window, room, fits):
    window = open_window()
    open_on(window, QSize(*room))
    assert window.isMaximized() != fits
    assert window.size() == QSize(1280, 800) or not fits


@pytest.mark.parametrize(("room", "fits"), [((1920, 1080), True), ((1280, 800), False)])
def test_a_session_for_the_projector_opens_on_the_whole_screen(open_window, room, fits):
    window = open_window()
    window.hide()
    window.session.look(projector=Projector(is_on=True))
    open_on(window, QSize(*room))
    assert window.isFullScreen()
    press(window, Qt.Key.Key_Escape)
    assert not window.isFullScreen()
    assert window.isMaximized() != fits


def test_a_session_that_is_opened_by_name_is_called_so(window, tmp_path):
    path = tmp_path / "lecture.ensemble"
    write_session(window.session.save_state.now, path)
    kept = QSettings(str(tmp_path / "kept"), QSettings.Format.IniFormat)
    opened = window_on(read_session(path), str(path), kept)
    assert opened.windowTitle().startswith("lecture · ")
    opened.close()


def test_docks_stand_as_ever_behind_a_projector_that_a_session_opens(window, tmp_path):
    kept = QSettings(str(tmp_path / "kept"), QSettings.Format.IniFormat)
    shown, tabs = docks_shown(window), beside_round(window)
    assert len(tabs) > 1
    window.session.look(projector=Projector(is_on=True))
    opened = window_on(window.session.save_state.now, "lecture.ensemble", kept)
    open_on(opened, QSize(1280, 800))
    settle()
    press(opened, Qt.Key.Key_Escape)
    settle()
    assert (docks_shown(opened), beside_round(opened)) == (shown, tabs)
    opened.close()


def beside_round(window):
    """Name the docks that are tabs of the same place as the round."""
    return {dock.objectName() for dock in window.tabifiedDockWidgets(window.docks["round"])}


def test_docks_that_were_left_in_the_projector_stand_as_before(open_window):
    first = open_window()
    settle()
    first.resizeDocks([first.docks["round"]], [400], Qt.Orientation.Horizontal)
    settle()
    wide = first.docks["round"].width()
    first.named["projector"].trigger()
    settle()
    first.close()
    second = open_window()
    settle()
    assert second.docks["round"].width() == wide


def test_the_page_of_keys_lists_every_key(window):
    press(window.canvas, Qt.Key.Key_F1)
    page = window.findChild(KeysPage)
    assert page.isVisible()
    texts = " ".join(label.text() for label in page.findChildren(QWidget) if hasattr(label, "text"))
    for entry in ENTRIES:
        if entry.keys and not entry.name.startswith("class_"):
            assert entry.words in texts
    press(window.canvas, Qt.Key.Key_Escape)
    assert not page.isVisible()


# --- what is remembered ------------------------------------------------------------------------


def test_layers_look_and_docks_are_remembered(open_window, qtbot, tmp_path):
    first = open_window()
    first.session.look(layers=Layers(misses=False, surface="hard"), small_steps=False)
    first.named["dark"].trigger()
    first.named["larger_type"].trigger()
    first.named["round"].trigger()
    assert first.docks["round"].isHidden()
    first.close()
    kept = QSettings(str(tmp_path / "kept.ini"), QSettings.Format.IniFormat)
    look = memory.recall_look(kept)
    assert look.layers == Layers(misses=False, surface="hard")
    assert (look.palette, look.small_steps) == ("dark", False)
    assert look.scale == 1.15
    second = Window(Session(document(), View(look=look)), kept)
    qtbot.addWidget(second)
    with qtbot.waitExposed(second):
        second.show()
    assert second.docks["round"].isHidden()
    qtbot.waitUntil(lambda: not second.session.is_learning)


@pytest.mark.parametrize(
    ("key", "value"),
    [("layers/surface", "purple"), ("view/scale", "huge"), ("view/scale", 77.0),
     ("window/docks", "nothing"), ("window/geometry", 3)],
)  # fmt: skip
def test_damaged_settings_are_as_good_as_none(key, value, qtbot, tmp_path):
    kept = QSettings(str(tmp_path / "damaged.ini"), QSettings.Format.IniFormat)
    kept.setValue(key, value)
    assert memory.recall_look(kept) == Look()
    window = Window(Session(document()), kept)
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    assert window.width() == 1280
    qtbot.waitUntil(lambda: not window.session.is_learning)


# --- files -------------------------------------------------------------------------------------


POINTS = "x1,x2,class\n1,2,a\n2,1,b\n3,5,a\n4,4,b\n"


def test_points_are_opened_as_one_edit(window, tmp_path):
    before = window.session.document
    window.files.ask.path = tmp_path / "four.csv"
    window.files.ask.path.write_text(POINTS)
    window.named["open_file"].trigger()
    data = window.session.document.data
    assert data.points.tolist() == [[1, 2], [2, 1], [3, 5], [4, 4]]
    assert window.session.document.title == "four"
    window.named["undo"].trigger()
    assert window.session.document is before


def test_a_dropped_file_is_opened(window, tmp_path):
    path = tmp_path / "dropped.csv"
    path.write_text(POINTS)
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path))])
    event = QDropEvent(
        QPointF(300, 300), Qt.DropAction.CopyAction, mime,
        Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    window.dropEvent(event)
    assert window.session.document.title == "dropped"


def test_a_bad_file_is_refused_in_one_sentence_and_nothing_changes(window, tmp_path):
    before = window.session.document
    window.files.ask.path = tmp_path / "bad.csv"
    window.files.ask.path.write_text("x1,x2,class\n1,2,a\n2,abc,b\n")
    window.named["open_file"].trigger()
    assert window.session.document is before
    assert window.notice.isVisible()
    text = window.notice.words.text()
    assert "bad.csv, line 3" in text
    assert "'abc'" in text
    assert text.endswith("Nothing was changed.")
    press(window.canvas, Qt.Key.Key_Escape)
    assert not window.notice.isVisible()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in folders")
def test_a_pipe_that_nobody_writes_to_does_not_hold_the_window(window, tmp_path):
    before = window.session.document
    os.mkfifo(tmp_path / "pipe.csv")
    window.files.take_points(tmp_path / "pipe.csv")
    assert window.session.document is before
    said = "pipe.csv: this is a pipe, not a file. Nothing was changed."
    assert window.notice.words.text() == said


def test_points_are_saved_as_they_are(window, tmp_path):
    window.files.ask.path = tmp_path / "saved.csv"
    window.named["save_points"].trigger()
    rows = list(csv.DictReader((tmp_path / "saved.csv").read_text("utf-8").splitlines()))
    assert [float(row["x1"]) for row in rows] == window.session.document.data.points[:, 0].tolist()


def test_what_cannot_be_written_is_said(window, tmp_path):
    window.files.ask.path = tmp_path / "nowhere" / "saved.csv"
    window.named["save_points"].trigger()
    assert "nowhere" in window.notice.words.text() or "saved.csv" in window.notice.words.text()
    assert window.notice.isVisible()


def test_the_picture_is_copied(window, qtbot):
    window.session.go(Moment(2, 4))
    QGuiApplication.clipboard().clear()
    window.named["copy_picture"].trigger()
    qtbot.waitUntil(lambda: not QGuiApplication.clipboard().image().isNull())
    image = QGuiApplication.clipboard().image()
    assert image.width() >= 800
    colours = {image.pixel(x, image.height() // 2) for x in range(0, image.width(), 7)}
    assert len(colours) > 3


def test_the_formulas_are_copied_as_latex(window):
    window.session.go(Moment(1, 3))
    press(window.canvas, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    assert r"\alpha_{1}" in QGuiApplication.clipboard().text() or r"\alpha_1" in (
        QGuiApplication.clipboard().text()
    )


FAR_AWAY = {
    "one axis": "x1,x2,class\n1e300,1,a\n-1e300,2,b\n0,1e-300,a\n5,5,b\n-3e299,3,a\n",
    "both axes": "x1,x2,class\n1e300,1e300,a\n-1e300,-1e300,b\n1e-300,2e-300,a\n-1e-300,5,b\n",
    "near nothing": "x1,x2,class\n1e-300,1,a\n2e-300,2,b\n3e-300,1.5,a\n",
    "the ends of numbers": "x1,x2,class\n1.5e308,1.7e308,a\n-1.5e308,-1.7e308,b\n0,0,a\n",
    "a line": "x,value\n1e300,1e140\n-1e300,-1.5e140\n0,5e139\n1e-300,1e-300\n",
}


@pytest.mark.parametrize("name", FAR_AWAY)
@pytest.mark.parametrize("method", ["adaboost", "extra-trees", "gradient-boosting"])
def test_points_far_away_can_be_looked_at(window, tmp_path, name, method):
    path, session = tmp_path / "far.csv", window.session
    path.write_text(FAR_AWAY[name])
    window.files.take_points(path)
    session.edit("Method", edits.choose_method, 0, method)
    for moment in (START, Moment(1, 1), Moment(1, 3)):
        session.go(moment)
        settle()
        score, frame = session.scene.stage.score, session.scene.frame
        assert score is None or np.isfinite(score).all()
        assert np.isfinite([frame.left, frame.right, frame.bottom, frame.top]).all()
        assert window.grab().width() > 0
        assert png(session.scene, FigureLayout((640, 400)))  # a warning would be an error here


def test_a_point_far_away_can_be_dragged(window, tmp_path):
    path, session = tmp_path / "far.csv", window.session
    path.write_text(FAR_AWAY["one axis"])
    window.files.take_points(path)
    session.look(tool="move")
    settle()
    at, viewport = window.canvas.plot.sheet, window.canvas.plot.viewport()
    x, y = session.document.data.points[4]
    start = QPointF(*at.point(x, y)).toPoint()
    QTest.mousePress(viewport, Qt.MouseButton.LeftButton, pos=start)
    for k in (20, 40, 60):
        QTest.mouseMove(viewport, start + QPoint(k, 0))
        settle()
    QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=start + QPoint(60, 0))
    settle()
    moved = session.document.data.points[4, 0]
    expected = x + 60 / at.width * (at.frame.right - at.frame.left)
    assert moved == pytest.approx(expected, abs=2 / at.width * (at.frame.right - at.frame.left))


def test_it_is_said_when_another_method_takes_over(window):
    window.session.edit("Sample", edits.choose_data, sample("sine"), "Sine", "sine")
    assert (
        window.notice.words.text() == "Gradient boosting takes over: AdaBoost cannot learn values."
    )
    assert window.notice.isVisible()
    window.session.undo.undo()
    assert not window.notice.isVisible()


@pytest.mark.parametrize(("name", "offered"), [("sine", "Start with sine with outliers"),
                                               ("surface", "Start with hill and hollow"),
                                               ("moons", "Start with two moons")])  # fmt: skip
def test_an_empty_canvas_offers_points_of_its_kind(window, name, offered):
    window.session.edit("Sample", edits.choose_data, sample(name), name, name)
    count = len(window.session.document.data)
    window.session.apply(points.delete, range(count))
    start = window.canvas.invitation.start
    assert (start.isVisible(), start.text()) == (True, offered)
    QTest.mouseClick(start, Qt.MouseButton.LeftButton)
    assert len(window.session.document.data) == count
