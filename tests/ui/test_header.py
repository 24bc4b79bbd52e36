"""The header, the tools and the page of keys: what has no room gives way, in its order."""

from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QApplication, QLabel, QMainWindow, QMenu, QMenuBar

from ensemble_viz.document.document import Change, Document, first_setup
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.scene.moment.view import TOOLS
from ensemble_viz.scene.palette import PALETTES
from ensemble_viz.ui.actions import ENTRIES, key_groups
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.style import Theme, dress
from ensemble_viz.ui.look.widgets import KeyCap
from ensemble_viz.ui.panels.data import DataPanel
from ensemble_viz.ui.panels.header import Header
from ensemble_viz.ui.panels.keys_page import KeysPage, in_columns, pressed_keys, runs_joined
from ensemble_viz.ui.panels.layers import LayersPanel
from ensemble_viz.ui.panels.rail import GROUPS, ToolRail
from ensemble_viz.ui.panels.settings import SettingsPanel
from ensemble_viz.ui.session import Session


@pytest.fixture
def actions(qapp):
    made = {}
    for entry in ENTRIES:
        action = QAction(entry.words, qapp)
        action.setShortcuts(list(entry.keys))
        action.setCheckable(entry.checkable)
        made[entry.name] = action
    yield made
    for action in made.values():
        action.deleteLater()


def follow(session, *panels):
    for panel in panels:
        session.changed.connect(panel.refresh)
        panel.refresh(session.scene, Change.ALL)


@pytest.fixture
def make(qtbot, actions):
    """Make a window with a header of a width, for a method and points."""
    made = []

    def make_one(width=1280, method="adaboost", name="moons", scale=1.0):
        session = Session(Document(sample(name), (first_setup(method),), "Points"))
        session.look(scale=scale)
        dress(session.theme)
        fields = (DataPanel(Desk(session), inline=True), SettingsPanel(Desk(session), inline=3))
        layers = LayersPanel(Desk(session), actions)
        header = Header(Desk(session), fields, actions, layers)
        window = QMainWindow()
        window.setMenuWidget(header)
        window.header, window.fields, window.layers = header, fields, layers
        follow(session, *fields, layers, header)
        qtbot.addWidget(window)
        window.resize(width, 300)
        window.show()
        window.session = session
        made.append(session)
        for _ in range(3):
            QApplication.processEvents()
        return window

    yield make_one
    for session in made:
        qtbot.waitUntil(lambda session=session: not session.is_learning)
    dress(Theme(PALETTES["light"]))


def worded(window):
    style = Qt.ToolButtonStyle.ToolButtonTextBesideIcon
    return [name for name, one in window.header.buttons.items() if one.toolButtonStyle() == style]


def settings_shown(window):
    return sum(row.isVisible() for row in window.fields[1].rows.values())


WIDTHS = (1920, 1440, 1280, 1150, 1024, 900)


@pytest.mark.parametrize("method", ["adaboost", "random-forest", "gradient-boosting"])
@pytest.mark.parametrize("scale", [0.9, 1.0, 1.3])
@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_in_the_header_is_cut_or_covered(make, width, method, scale):
    window = make(width, method, scale=scale)
    parts = [*window.header.fields, window.header.all_settings, *window.header.buttons.values()]
    places = [part.geometry() for part in parts if part.isVisible()]
    for before, after in pairwise(places):
        assert before.right() < after.left()
    rest = [part for part in parts if part.isVisible()]
    for part in rest:
        assert part.width() >= min(part.sizeHint().width(), part.minimumSizeHint().width())
    if settings_shown(window):
        assert window.width() == width
        assert places[-1].right() < width


def test_the_narrower_the_window_the_less_stands_in_the_header(make):
    counts = []
    for width in WIDTHS:
        window = make(width)
        counts.append((settings_shown(window), len(worded(window))))
    assert counts == sorted(counts, reverse=True)
    assert counts[0] == (3, 4)
    assert counts[2][0] == 3  # at 1280 the first three settings are there
    assert counts[-1] < counts[0]


def test_words_on_the_right_go_before_settings_do(make):
    for width in range(1500, 900, -50):
        window = make(width)
        if settings_shown(window) < 3:
            assert worded(window) == []


def test_the_header_is_48_high(make):
    assert make().header.height() == 48


def test_buttons_do_what_their_actions_do(make, actions, qtbot):
    window = make()
    linked = {"settings": window.header.all_settings}
    linked |= {name: one for name, one in window.header.buttons.items() if name in actions}
    assert {"settings", "export", "projector", "keys"} <= set(linked)
    for name, button in linked.items():
        spy = QSignalSpy(actions[name].triggered)
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        assert spy.count() == 1, name


def test_a_button_is_as_able_as_its_action(make, actions):
    window = make()
    actions["export"].setEnabled(False)
    assert not window.header.buttons["export"].isEnabled()
    actions["export"].setEnabled(True)
    assert window.header.buttons["export"].isEnabled()


def test_the_layers_open_below_their_button(make, qtbot):
    window = make()
    assert not window.layers.isVisible()
    qtbot.mouseClick(window.header.buttons["layers"], Qt.MouseButton.LeftButton)
    assert window.layers.isVisible()
    assert window.header.popup.geometry().right() <= window.width()
    qtbot.mouseClick(window.layers.rows["misses"].box, Qt.MouseButton.LeftButton)
    assert not window.session.view.look.layers.misses
    assert window.layers.isVisible()


def test_a_bar_of_menus_takes_the_button_s_place_where_fields_stand_elsewhere(make):
    window = make(1920)
    bar = QMenuBar()
    bar.addMenu("File")
    window.header.set_menu(QMenu(window), bar)
    assert window.header.menu_button.isVisible()
    window.header.show_fields(False)
    assert bar.isVisible()
    assert not window.header.menu_button.isVisible()
    assert window.header.title.text() == "Points"
    window.header.show_fields(True)
    assert not bar.isVisible()
    assert window.fields[0].isVisible()


# --- tools --------------------------------------------------------------------------------------


@pytest.fixture(params=[1, 4], ids=["rail", "grid"])
def rail(request, qtbot, actions):
    session = Session(Document(sample("moons", n=20), (first_setup("tree"),)))
    made = ToolRail(Desk(session), actions, request.param)
    session.changed.connect(made.refresh)
    made.refresh(session.scene, Change.ALL)
    qtbot.addWidget(made)
    made.show()
    yield made
    qtbot.waitUntil(lambda: not session.is_learning)


def test_every_tool_is_taken_by_its_button_and_alone_is_marked(rail, qtbot):
    names = [group[0] for group in GROUPS]
    for tool in (*names[1:], names[0]):
        qtbot.mouseClick(rail.tools[tool], Qt.MouseButton.LeftButton)
        assert rail.desk.session.view.hand.tool == tool
        assert [name for name, one in rail.tools.items() if one.isChecked()] == [tool]


def test_every_tool_has_a_button_that_shows_it_while_it_is_in_hand(rail, qtbot):
    assert sorted(tool for group in GROUPS for tool in group) == sorted(TOOLS)
    for group in GROUPS:
        button = rail.tools[group[0]]
        for tool in group:
            rail.desk.session.look(tool=tool)
            assert (button.tool, button.isChecked()) == (tool, True)
        rail.desk.session.look(tool="look")
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        assert rail.desk.session.view.hand.tool == group[-1]  # which was in hand last


def test_a_tool_taken_by_a_key_is_marked(rail):
    rail.desk.session.look(tool="erase")
    assert [name for name, one in rail.tools.items() if one.isChecked()] == ["erase"]


def test_undo_and_redo_follow_their_actions(rail, actions, qtbot):
    for name in ("undo", "redo"):
        spy = QSignalSpy(actions[name].triggered)
        qtbot.mouseClick(rail.steps[name], Qt.MouseButton.LeftButton)
        assert spy.count() == 1
        actions[name].setEnabled(False)
        assert not rail.steps[name].isEnabled()


def test_values_are_changed_where_there_are_no_classes(rail):
    from ensemble_viz.document import edits

    assert rail.tools["relabel"].text() == "Relabel"
    rail.desk.session.edit("Sine", edits.choose_data, sample("sine"), "Sine")
    assert rail.tools["relabel"].text() == "Paint"
    rail.desk.session.undo.undo()
    assert rail.tools["relabel"].text() == "Relabel"


def test_buttons_do_not_take_the_keys_from_the_playback(rail, qtbot):
    rail.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    rail.setFocus()
    for button in (*rail.tools.values(), *rail.steps.values()):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        assert rail.hasFocus()


# --- layers -------------------------------------------------------------------------------------


def test_every_layer_is_switched_by_its_box_and_shows_its_key(make, actions, qtbot):
    window = make(name="moons", method="adaboost")
    for name, row in window.layers.rows.items():
        key = actions[f"layer_{name}"].shortcut().toString()
        assert row.findChild(KeyCap).text() == key
        before = window.session.view.look.layers
        qtbot.mouseClick(row.box, Qt.MouseButton.LeftButton)
        assert window.session.view.look.layers != before
        assert row.box.isChecked() == (
            getattr(window.session.view.look.layers, name) not in (False, "off")
        )
        qtbot.mouseClick(row.box, Qt.MouseButton.LeftButton)
        assert window.session.view.look.layers == before


def test_a_layer_switched_by_its_key_is_shown(make):
    window = make()
    window.session.look(layers=window.session.view.with_layers(misses=False).look.layers)
    assert not window.layers.rows["misses"].box.isChecked()


def test_the_surface_is_soft_hard_or_off_and_comes_back_as_it_was(make, qtbot):
    window = make()
    row = window.layers.rows["surface"]
    soft, hard = row.ways.buttons()
    qtbot.mouseClick(row.box, Qt.MouseButton.LeftButton)
    assert window.session.view.look.layers.surface == "off"
    assert not hard.isEnabled()
    qtbot.mouseClick(row.box, Qt.MouseButton.LeftButton)
    assert window.session.view.look.layers.surface == "soft"
    qtbot.mouseClick(hard, Qt.MouseButton.LeftButton)
    assert window.session.view.look.layers.surface == "hard"
    assert (soft.isChecked(), hard.isChecked()) == (False, True)
    for surface in ("off", "hard"):
        qtbot.mouseClick(row.box, Qt.MouseButton.LeftButton)
        assert window.session.view.look.layers.surface == surface


# --- keys ---------------------------------------------------------------------------------------


def test_the_page_of_keys_lists_every_key_and_fits_the_window(qtbot):
    window = QMainWindow()
    qtbot.addWidget(window)
    window.resize(1280, 800)
    window.show()
    page = KeysPage(Theme(PALETTES["light"]), key_groups())
    page.toggle_over(window)
    assert page.isVisible()
    assert window.rect().contains(page.geometry())
    said = {label.text() for label in page.findChildren(QLabel)}
    caps = [cap.text() for cap in page.findChildren(KeyCap)]
    for group, rows in key_groups():
        assert group in said
        for text, keys in runs_joined(rows):
            assert text in said
            for sequence in keys:
                assert set(pressed_keys(sequence)) <= set(caps)
    window.resize(1024, 640)
    QApplication.processEvents()
    assert window.rect().contains(page.geometry())
    page.toggle_over(window)
    assert not page.isVisible()


def test_keys_are_named_as_they_are_printed():
    assert pressed_keys("Ctrl+Shift+Z") == ["Ctrl", "Shift", "Z"]
    assert pressed_keys("Ctrl++") == ["Ctrl", "+"]
    assert pressed_keys("Right") == ["→"]
    assert pressed_keys("PgDown") == ["Page ↓"]
    assert pressed_keys(",") == [","]


def test_lines_that_count_are_joined():
    rows = [("Class 1 in hand", ("1",)), ("Class 2 in hand", ("2",)), ("Class 3 in hand", ("3",))]
    assert runs_joined([("Fit", ("0",)), *rows, ("Pin", ("I",))]) == [
        ("Fit", ("0",)),
        ("Class 1 – 3 in hand", ("1 – 3",)),
        ("Pin", ("I",)),
    ]


def test_groups_keep_their_order_in_columns_of_about_one_height():
    groups = [(str(k), [("x", ("X",))] * k) for k in (6, 4, 10, 9, 12, 1)]
    columns = in_columns(groups, 3)
    assert [name for column in columns for name, _ in column] == [
        str(k) for k in (6, 4, 10, 9, 12, 1)
    ]
    assert len(columns) == 3
    heights = [sum(len(rows) + 2 for _, rows in column) for column in columns]
    assert max(heights) == 23  # no other split into three has a lower highest one
