"""Classes: named, coloured, shaped, merged and removed; the key of one more offers it."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from ensemble_viz.document.edits import classes
from ensemble_viz.document.look import OWN_LOOKS, complete
from ensemble_viz.scene.palette import LIGHT, PALETTES, recoloured
from tests.ui.windows import press, rest, settle

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def panel(window):
    press(window, "Ctrl+K")
    assert window.parts.classes.isVisible()
    return window.parts.classes


def names(window):
    return window.session.document.data.classes


def type_name(row, text):
    row.name.setFocus()
    row.name.selectAll()
    QTest.keyClicks(row.name, text)
    QTest.keyClick(row.name, Qt.Key.Key_Return)
    settle()


def entry(button, words):
    """Open a menu of a row, and take an entry."""
    menu = button.menu()
    menu.aboutToShow.emit()
    (action,) = [each for each in menu.actions() if each.text() == words]
    action.trigger()
    settle()


def test_a_name_is_typed_and_undone(panel, window):
    type_name(panel.rows[0], "sick")
    assert names(window) == ("sick", "plus")
    press(window, "Ctrl+Z")
    assert names(window) == ("minus", "plus")
    assert panel.rows[0].name.text() == "minus"


def test_a_name_that_is_taken_is_refused_and_the_old_one_stands_there(panel, window):
    type_name(panel.rows[0], "plus")
    assert names(window) == ("minus", "plus")
    assert panel.rows[0].name.text() == "minus"
    assert "already" in window.notice.words.text()


def test_escape_closes_a_menu_of_the_panel_before_the_panel(panel, window):
    """It closed both."""
    menu = panel.rows[0].glyph.menu()
    menu.popup(panel.mapToGlobal(panel.rect().center()))
    settle()
    assert menu.isVisible()
    QTest.keyClick(menu.windowHandle(), Qt.Key.Key_Escape)
    settle()
    assert not menu.isVisible()
    assert panel.isVisible()
    press(window, "Esc")
    assert not panel.isVisible()


def test_classes_are_added_up_to_eight(panel, window):
    for k in range(3, 9):
        QTest.mouseClick(panel.more, LEFT)
        rest(window)
        assert len(names(window)) == k == len(panel.rows)
        assert window.session.view.hand.class_in_hand == k - 1
    assert not panel.more.isEnabled()


def test_a_colour_and_a_shape_are_exchanged_with_who_has_them(panel, window):
    entry(panel.rows[0].glyph, "Green")
    entry(panel.rows[0].glyph, "Star")
    look = window.session.theme.palette.classes
    assert (look[0].fill, look[0].shape) == (LIGHT.classes[2].fill, "star")
    assert (look[2].fill, look[7].shape) == (LIGHT.classes[0].fill, "disc")
    assert len({(each.fill, each.shape) for each in look}) == 8
    entry(panel.rows[0].glyph, "Blue")
    entry(panel.rows[0].glyph, "Disc")
    assert window.session.view.look.class_looks == ()


def test_colours_follow_their_classes(panel, window):
    entry(panel.rows[1].glyph, "Brown")
    QTest.mouseClick(panel.more, LEFT)
    rest(window)
    brown = LIGHT.classes[5].fill
    entry(panel.rows[1].menu_button, "Move up")
    assert names(window)[0] == "plus"
    assert window.session.theme.palette.classes[0].fill == brown
    entry(panel.rows[1].menu_button, "Remove it with its points")
    rest(window)
    assert names(window)[0] == "plus"
    assert len(names(window)) == 2
    assert window.session.theme.palette.classes[0].fill == brown


def test_one_class_becomes_part_of_another(panel, window):
    QTest.mouseClick(panel.more, LEFT)
    rest(window)
    entry(panel.rows[0].menu_button, "Merge into plus")
    rest(window)
    data = window.session.document.data
    assert names(window)[0] == "plus"
    assert (data.target == 0).sum() == 10
    press(window, "Ctrl+Z")
    assert names(window)[:2] == ("minus", "plus")


def test_the_key_of_one_more_class_offers_it_and_makes_it_when_hit_again(window):
    press(window, "4")
    assert names(window) == ("minus", "plus")  # there is no third one yet
    press(window, "3")
    assert names(window) == ("minus", "plus")
    assert "Press 3 again" in window.notice.words.text()
    press(window, "3")
    rest(window)
    assert len(names(window)) == 3
    assert window.session.view.hand.class_in_hand == 2
    press(window, "Ctrl+Z")
    assert names(window) == ("minus", "plus")


@pytest.mark.parametrize("name", sorted(PALETTES))
def test_every_look_can_be_recoloured_and_its_surface_with_it(name):
    palette = PALETTES[name]
    looks = complete([(2, 3), (1, 1)])
    assert len(set(looks)) == 8
    made = recoloured(palette, looks)
    assert (made.classes[0].fill, made.classes[0].shape) == (
        palette.classes[2].fill, palette.classes[3].shape,
    )  # fmt: skip
    assert made.ramp[0].upper() == palette.class_ends[2].upper()
    assert made.ramp[-1].upper() == palette.class_ends[1].upper()
    assert made.ramp[4].upper() == palette.ramp[4].upper()
    assert recoloured(palette, ()) is palette
    assert complete(OWN_LOOKS) == ()


def test_a_class_that_is_removed_takes_its_look_along(window):
    session = window.session
    session.apply(classes.add_class)
    session.look(class_looks=complete([(4, 4), (5, 5), (6, 6)]))
    session.apply(classes.remove_class, 1)
    assert session.view.look.class_looks[:2] == ((4, 4), (6, 6))
    session.undo.undo()
    assert session.view.look.class_looks[:3] == ((4, 4), (5, 5), (6, 6))
