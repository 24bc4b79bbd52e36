"""Keys on other keyboards, and what the arrows walk through."""

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QAccessible, QKeyEvent
from PySide6.QtWidgets import QApplication

from ensemble_viz.document.where import Focus, Moment
from ensemble_viz.ui.actions import on_digit_row
from ensemble_viz.ui.panels.keys_page import pressed_keys
from tests.ui.windows import press, rest, settle

NO_KEY, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier


def struck(letter, code, modifiers=NO_KEY, virtual=0):
    """A key of a keyboard that has letters where others have digits."""
    return QKeyEvent(QEvent.Type.KeyPress, 0, modifiers, code, virtual, 0, letter)


@pytest.mark.parametrize(
    ("platform", "codes", "virtual"),
    [("linux", range(10, 20), False), ("win32", range(2, 12), False),
     ("darwin", (18, 19, 20, 21, 23, 22, 26, 28, 25, 29), True)],
)  # fmt: skip
def test_digits_are_known_by_their_place(platform, codes, virtual):
    names = [on_digit_row(struck("é", 0 if virtual else code, NO_KEY, code if virtual else 0),
                          platform) for code in codes]  # fmt: skip
    assert names == [*(f"class_{k}" for k in range(1, 9)), None, "fit"]
    assert on_digit_row(struck("é", 11, SHIFT), "linux") is None
    assert on_digit_row(struck("e", 26), "linux") is None


def test_the_key_of_a_digit_takes_a_class_where_it_is_a_letter(window):
    window.session.look(class_in_hand=0)
    QApplication.sendEvent(window.canvas.plot, struck("é", 11))
    assert window.session.view.hand.class_in_hand == 1
    window.parts.run.transport.number.setFocus()
    QApplication.sendEvent(window.parts.run.transport.number, struck("&", 10))
    assert window.session.view.hand.class_in_hand == 1  # somebody may be typing


def test_keys_are_printed_as_they_are_on_the_keyboard():
    assert pressed_keys("Ctrl+Shift+Z", "linux") == ["Ctrl", "Shift", "Z"]
    assert pressed_keys("Ctrl+Shift+Z", "darwin") == ["⌘", "⇧", "Z"]


@pytest.fixture
def deep(open_window):
    window = open_window("moons:n=40", "adaboost", max_depth=2, rounds=6, size=(1920, 1056))
    window.session.go_to_round(3)
    settle()
    return window


def walked(window, widget, *keys):
    widget.setFocus(Qt.FocusReason.TabFocusReason)
    for key in keys:
        press(window, key)
    settle()


def test_escape_lets_go_of_what_is_selected_then_of_the_tool(window):
    session = window.session
    session.look(tool="select", selection=(0, 1))
    press(window, "Esc")
    assert session.view.where.selection == ()
    assert session.view.hand.tool == "select"
    press(window, "Esc")
    assert session.view.hand.tool == "look"


def test_arrows_walk_through_a_tree(deep):
    picture, moment = deep.parts.this_round[0].picture, deep.session.view.where.moment
    tree = deep.session.run.round(3).learners[0]
    walked(deep, picture, "Down")
    assert deep.session.view.focus == Focus(node=0)
    walked(deep, picture, "Down")
    child = deep.session.view.focus.node
    assert child in (tree.left[0], tree.right[0])
    walked(deep, picture, "Right", "Left")
    assert deep.session.view.focus.node == tree.left[0]
    walked(deep, picture, "Up", "Return")
    assert deep.session.view.where.pinned == Focus(node=0)
    assert deep.session.view.where.moment == moment
    press(deep, "Esc")
    assert deep.canvas.hasFocus()
    press(deep, "Left")
    assert deep.session.view.where.moment != moment


def test_arrows_walk_through_thumbnails_cuts_and_rounds(deep):
    gallery, search, run = (
        deep.parts.gallery_strip.picture, deep.parts.this_round[1].picture, deep.parts.run.plot
    )  # fmt: skip
    walked(deep, gallery, "Left", "Left", "Return")
    assert deep.session.view.where.moment.round == 2
    walked(deep, search, "Right")
    best = search.reading
    walked(deep, search, "Right")
    assert search.reading[0] == best[0]
    assert search.reading[1] > best[1]
    walked(deep, search, "Down")
    assert search.reading[0] != best[0] or len(search.plot.axes) == 1 or best[0] == 1
    walked(deep, run, "Right", "Right", "Return")
    settle()
    assert deep.session.view.where.moment.round == 4


def test_a_step_is_announced(window, monkeypatch):
    said = []
    monkeypatch.setattr(
        QAccessible, "updateAccessibility", lambda event: said.append(event.message())
    )
    window.session.go(Moment(1, 2))
    caption = window.session.scene.caption
    assert said == [f"{caption.headline}. {caption.sentence}"]
    window.session.look(pinned=Focus(point=1))
    assert len(said) == 1


def hit(window, *keys):
    """Hit keys where they go: to a list that is open, to a dialog, or else to the window."""
    for key in keys:
        front = QApplication.activePopupWidget() or QApplication.activeModalWidget() or window
        press(front.window(), key)


def by_tab(window, name):
    """Go from control to control by the key Tab, until the one of a name has the focus."""
    for _ in range(60):
        here = QApplication.focusWidget()
        if here is not None and here.accessibleName() == name:
            return here
        hit(window, "Tab")
    raise AssertionError(f"no way to {name} by Tab")


def chosen_by_keys(window, name, words):
    """Open a list by Enter, walk down to what begins with some words, and take it by Enter."""
    box = by_tab(window, name)
    hit(window, "Return", "Home")
    for _ in range(box.count()):
        if box.view().currentIndex().data().startswith(words):
            break
        hit(window, "Down")
    hit(window, "Return")


def test_points_a_method_and_its_rounds_are_reached_by_keys_alone(window):
    session = window.session
    chosen_by_keys(window, "sample", "Two moons")
    chosen_by_keys(window, "method", "Gradient boosting")
    setup = session.document.setups[0]
    assert (session.document.source.split(":")[0], setup.method) == ("moons", "gradient-boosting")
    by_tab(window, "rounds")
    hit(window, "Ctrl+A", "1", "2", "Return", "Esc")
    rest(window)
    hit(window, "Shift+Right", "Right", "Right", "Ctrl+Right")
    assert (session.document.setups[0].params.rounds, session.run.upto(99)) == (12, 12)
    where = session.view.where
    assert (where.moment.round, where.pinned) == (2, Focus(point=0))
    hit(window, "G", "Ctrl+A", "1", "0", "Return")
    rest(window)
    assert session.view.where.moment.round == 10


def test_work_is_undone_saved_and_drawn_by_keys_alone(window, qtbot, tmp_path):
    session, ask = window.session, window.files.ask
    points = len(session.document.data)
    hit(window, "Ctrl+Right", "Del")
    assert len(session.document.data) == points - 1
    hit(window, "Ctrl+Z")
    assert len(session.document.data) == points
    ask.path = tmp_path / "lecture.ensemble"
    hit(window, "Ctrl+S")
    assert ask.path.exists()
    ask.path = tmp_path / "figure.svg"
    hit(window, "Ctrl+E")
    dialog = QApplication.activeModalWidget() or QApplication.activeWindow()
    qtbot.waitUntil(lambda: not dialog.preview.pixmap().isNull())
    press(dialog, "Return")
    qtbot.waitUntil(ask.path.exists)
    qtbot.waitUntil(lambda: dialog.written is None)
    press(dialog, "Esc")
    assert not dialog.isVisible()


def tabbed(window, key="Tab"):
    """List who gets the focus by Tab, once around."""
    window.canvas.setFocus()
    hit(window, key)
    found = []
    while QApplication.focusWidget() not in found:
        found.append(QApplication.focusWidget())
        hit(window, key)
    return found


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_tab_leads_from_panel_to_panel_as_they_are_read(open_window, size):
    """Never to what stands behind a tab, and around a panel before it goes to the next."""
    window = open_window(size=size)
    found, docks = tabbed(window), window.docks.by_name.values()
    panels = [window.parts.header, window.middle, *docks]
    inside = [[k for k, panel in enumerate(panels) if panel.isAncestorOf(one)] for one in found]
    changes = [k for k, before in zip(inside[1:], inside, strict=False) if k != before]
    assert len(changes) == len({*map(tuple, changes)})
    for one in found:
        assert all(window.rect().intersects(dock.geometry())
                   for dock in docks if dock.isAncestorOf(one)), one  # fmt: skip
    header = [one for one in found if window.parts.header.isAncestorOf(one)]
    assert header == found[: len(header)]
    lefts = [one.mapTo(window, QPoint()).x() for one in header]
    assert lefts == sorted(lefts)
    back = [one for one in tabbed(window, "Shift+Tab") if one in found]  # a card has come
    start = back.index(found[-1])
    assert [*back[start:], *back[:start]] == found[::-1]


def test_a_data_set_is_drawn_by_keys_alone(window):
    session = window.session
    hit(window, "F12", "1", "Ctrl+Return")
    assert session.document.data.points.tolist() == [[5.0, 5.0]]
    hit(window, *["Shift+Left"] * 4, "2", "Ctrl+Return", *["Shift+Up"] * 4, "1", "Ctrl+Return")
    hit(window, *["Shift+Right"] * 4, "2", "Ctrl+Return", *["Shift+Down"] * 5, "Esc", "Esc")
    data = session.document.data
    assert data.target.tolist() == [0, 1, 0, 1]
    assert data.points[0, 0] < 5.0
    assert len({*map(tuple, data.points.tolist())}) == 4
    assert (session.view.hand.tool, session.view.where.moment) == ("look", Moment(0, 0))
    hit(window, "Ctrl+Z")
    assert (session.document.data.points[:3] == data.points[:3]).all()


def test_a_method_is_set_stepped_read_and_written_by_keys_alone(window, tmp_path):
    session, ask = window.session, window.files.ask
    chosen_by_keys(window, "method", "AdaBoost")
    for name, digit in (("rounds", "3"), ("tree depth", "1")):
        by_tab(window, name)
        hit(window, "Ctrl+A", digit, "Return", "Esc")
    rest(window)
    params = session.document.setups[0].params
    assert (params.rounds, params.max_depth) == (3, 1)
    hit(window, "Right", "Right", "Ctrl+Right", "Ctrl+Right")
    rest(window)
    assert session.view.where.moment == Moment(1, 2)
    card = window.canvas.overlays.point
    assert card.isVisible()
    assert "Point 2" in card.accessibleDescription()
    ask.path = tmp_path / "points.csv"
    hit(window, "Ctrl+D")
    assert len(ask.path.read_text().splitlines()) == 11
