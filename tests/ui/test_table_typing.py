"""The table of points is typed into: all digits are kept, what is wrong is refused."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from ensemble_viz.document import edits
from ensemble_viz.document.document import Change
from ensemble_viz.document.edits import points
from ensemble_viz.engine.data.samples import sample
from tests.ui.windows import press, rest, settle

LEFT, CONTROL = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def table(window):
    press(window, "F4")
    settle()
    return window.parts.points.view


def cell(view, key, point):
    keys = [column.key for column in view.rows.table.columns]
    return view.rows.index(int(view.rows.rank[point]), keys.index(key))


def double_click(view, index):
    view.scrollTo(index)
    settle()
    where = view.visualRect(index).center()
    QTest.mouseClick(view.viewport(), LEFT, pos=where)
    QTest.mouseDClick(view.viewport(), LEFT, pos=where)
    settle()
    (editor,) = view.viewport().findChildren(QLineEdit)
    return editor


def type_into(view, index, text):
    editor = double_click(view, index)
    before = editor.text()
    editor.selectAll()
    QTest.keyClicks(editor, text)
    QTest.keyClick(editor, Qt.Key.Key_Return)
    settle()
    return before


def test_a_coordinate_is_typed_with_all_its_digits_and_undone(table, window):
    before = window.session.document
    assert type_into(table, cell(table, "x1", 3), "0.1234567890123") == "4.0"
    rest(window)
    assert window.session.document.data.points[3, 0] == 0.1234567890123
    assert window.session.undo.undo_text == "Type a coordinate"
    assert type_into(table, cell(table, "x1", 3), "4") == "0.1234567890123"  # not as it is shown
    press(window, "Ctrl+Z")
    press(window, "Ctrl+Z")
    assert window.session.document is before


def test_a_class_is_typed_by_its_name_and_another_name_is_refused(table, window):
    data = window.session.document.data
    other = data.classes[1 - data.target[2]]
    type_into(table, cell(table, "target", 2), other)
    rest(window)
    assert window.session.document.data.target[2] == 1 - data.target[2]
    type_into(table, cell(table, "target", 2), "violet")
    assert "there is no class 'violet'" in window.notice.words.text()


def test_a_given_weight_has_a_column_to_type_into(table, window):
    assert "given weight" not in [column.key for column in table.rows.table.columns]
    window.session.apply(points.weigh, [4], 2.0)
    rest(window)
    type_into(table, cell(table, "given weight", 5), "3.5")
    rest(window)
    assert window.session.document.data.weight[[4, 5]].tolist() == [2.0, 3.5]


def test_what_is_computed_is_not_typed_into(table):
    keys = [column.key for column in table.rows.table.columns]
    can = Qt.ItemFlag.ItemIsEditable
    typed = [key for key in keys if table.rows.flags(cell(table, key, 0)) & can]
    assert typed == ["target", "x1", "x2"]


def test_rows_of_a_spreadsheet_come_behind_the_points_and_are_selected(table, window):
    table.setFocus()
    QGuiApplication.clipboard().setText("x2\tclass\tx1\n1\tplus\t2\n3\tminus\t4\n")
    QTest.keyClick(table, Qt.Key.Key_V, CONTROL)
    rest(window)
    data = window.session.document.data
    assert data.points[-2:].tolist() == [[2.0, 1.0], [4.0, 3.0]]
    assert [data.classes[k] for k in data.target[-2:]] == ["plus", "minus"]
    assert sorted(table.selected_points()) == [10, 11]
    press(window, "Del")
    assert len(window.session.document.data) == 10


def test_the_table_that_is_copied_can_be_pasted_back(table, window):
    table.setFocus()
    table.selectAll()
    QTest.keyClick(table, Qt.Key.Key_C, CONTROL)
    QTest.keyClick(table, Qt.Key.Key_V, CONTROL)
    rest(window)
    data = window.session.document.data
    order = table.rows.order
    assert len(data) == 20
    copies = sorted(map(tuple, data.points[10:].tolist()))
    assert copies == sorted(map(tuple, data.points[:10].tolist()))
    assert len(order) == 20


def test_enter_types_into_the_row_that_is_chosen(table, window):
    index = cell(table, "x2", 4)
    table.setCurrentIndex(index)
    QTest.keyClick(table, Qt.Key.Key_Return)
    (editor,) = table.viewport().findChildren(QLineEdit)
    assert editor.text() == repr(float(window.session.document.data.points[4, 1]))
    QTest.keyClick(editor, Qt.Key.Key_Escape)
    assert not window.session.undo.can_undo


def test_all_rows_of_a_long_table_are_selected_and_deleted(table, window, qtbot):
    session = window.session
    session.edit("Sample", edits.choose_data, sample("moons", n=1500), "Moons")
    qtbot.waitUntil(lambda: table.rows.rowCount() == 1500)
    table.setFocus()
    table.selectAll()
    assert session.view.where.selection == tuple(range(1500))
    window.parts.points.refresh(session.scene, Change.FOCUS)
    assert sorted(table.selected_points()) == list(range(1500))
    press(window, "Delete")
    assert len(session.document.data) == 0


def click(table, row, keys=Qt.KeyboardModifier.NoModifier):
    QTest.mouseClick(
        table.viewport(), LEFT, keys, table.visualRect(table.rows.index(row, 1)).center()
    )
    settle()


def test_rows_are_taken_away_and_added_one_by_one(table, window):
    """A row that was taken away was pinned, and shown as the only one that is selected."""
    session = window.session
    click(table, 1)
    for row in (4, 5, 7):
        click(table, row, CONTROL)
    assert session.view.where.selection == (1, 4, 5, 7)
    for row in (4, 1):
        click(table, row, CONTROL)
    assert session.view.where.selection == (5, 7)
    assert sorted(table.selected_points()) == [5, 7]
    assert session.view.where.pinned.point == 1
    click(table, 2, CONTROL)
    assert session.view.where.selection == (2, 5, 7)


def test_a_row_is_taken_away_from_a_selection_that_is_scattered_far(table, window, qtbot):
    """Rows beyond the first thousand runs are not shown as selected, and were lost at a click."""
    session = window.session
    session.edit("Sample", edits.choose_data, sample("moons", n=3000), "Moons")
    qtbot.waitUntil(lambda: table.rows.rowCount() == 3000)
    scattered = tuple(range(0, 3000, 2))
    session.look(selection=scattered)
    settle()
    click(table, 2, CONTROL)
    assert session.view.where.selection == (0, *scattered[2:])
    click(table, 3, CONTROL)
    assert session.view.where.selection == (0, 3, *scattered[2:])
    click(table, 4)
    assert session.view.where.selection == ()
    assert session.view.where.pinned.point == 4


def test_rows_that_are_selected_already_are_left_alone(table, window):
    session, told = window.session, []
    session.look(selection=(1, 4, 5))
    settle()
    assert sorted(table.selected_points()) == [1, 4, 5]
    table.selectionModel().selectionChanged.connect(lambda *_: told.append(table.selected_points()))
    session.apply(points.move, (1, 4, 5), (0.001, 0.0))
    settle()
    assert sorted(table.selected_points()) == [1, 4, 5]
    assert told == []
