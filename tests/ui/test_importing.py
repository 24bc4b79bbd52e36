"""Points of files and the clipboard: seen before they are taken, each guess open to be changed."""

import time

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from ensemble_viz.document.files import RawFile, raw_text
from ensemble_viz.document.reading import Reader
from ensemble_viz.document.reading.points_file import write_points
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.ui.dialogs import Dialogs
from ensemble_viz.ui.importing import ImportDialog
from tests.ui.windows import press, rest

FLOWERS = "species;length;width;petal\nrose;1,5;2,5;3\niris;2,5;1;4,25\nrose;3;4;5\n"
PLAIN = "x1,x2,class\n1,2,a\n2,1,b\n3,5,a\n4,4,c\n"


@pytest.fixture
def dialog(window, qtbot):
    """Open the dialog on a text."""
    opened = []

    def on(text, adds=False):
        raw = text if isinstance(text, RawFile) else raw_text("table.csv", text)
        opened.append(ImportDialog(window, Reader(raw), window.session.theme, adds))
        opened[-1].show()
        qtbot.waitUntil(lambda: opened[-1].reader.is_done)
        return opened[-1]

    yield on
    for each in opened:
        each.close()
        each.deleteLater()


def choose(dialog, name, title):
    """Choose in a field as a person does: by its keys."""
    field = dialog.choices.fields[name]
    index = field.findText(title)
    assert index >= 0
    field.setCurrentIndex(index)
    field.activated.emit(index)
    while not dialog.reader.is_done:
        QApplication.processEvents()


def shown(dialog):
    fields = dialog.choices.fields
    return {name: field.currentText() for name, field in fields.items()}


def test_what_was_understood_is_shown_with_the_first_rows_and_a_plot(dialog):
    made = dialog(PLAIN)
    assert shown(made) == {
        "separator": "','", "decimal": "points", "encoding": "UTF-8", "header": "names the columns",
        "task": "classes", "x1": "x1", "x2": "x2", "answer": "class", "weight": "–", "split": "–",
        "fold": "–",
    }  # fmt: skip
    assert made.summary.text() == "4 points, 3 classes"
    cells = [[made.table.item(i, j).text() for j in range(3)] for i in range(4)]
    assert cells == [line.split(",") for line in PLAIN.splitlines()[1:]]
    heads = [made.table.horizontalHeaderItem(j).text() for j in range(3)]
    assert heads == ["x1\nfirst coordinate", "x2\nsecond coordinate", "class\nanswer"]
    header = made.table.horizontalHeader()
    for j, head in enumerate(heads):
        least = max(header.fontMetrics().horizontalAdvance(line) for line in head.split("\n"))
        assert header.sectionSize(j) >= least
    assert not made.plot.pixmap().isNull()
    assert made.take.isEnabled()
    assert made.focusWidget() is made.take  # Enter takes them


@pytest.mark.parametrize("far", [1e-300, 1e308])
def test_the_plot_shows_points_however_far_they_are_apart(dialog, far):
    rows = [(-far, far), (far, far), (0.0, -far), (-far, -far)]
    made = dialog("x1,x2,class\n" + "".join(f"{x!r},{y!r},a\n" for x, y in rows))
    image = made.plot.pixmap().toImage()
    ground = image.pixel(image.width() // 2, image.height() // 2)
    wide, high = image.width() - 5, image.height() - 5
    for x, y in ((4, 4), (wide, 4), (wide // 2 + 2, high), (4, high)):
        assert image.pixel(x, y) != ground, (x, y)


def test_columns_that_nobody_recognises_are_chosen(dialog):
    made = dialog(FLOWERS)
    assert "no column is named class" in made.summary.text()
    assert made.summary.text().endswith("Choose the answer at the left.")
    assert not made.take.isEnabled()
    choose(made, "answer", "species")
    choose(made, "x1", "length")
    choose(made, "x2", "petal")
    data = made.reading.data
    assert data.columns == ("length", "petal")
    assert data.points.tolist() == [[1.5, 3.0], [2.5, 4.25], [3.0, 5.0]]
    assert data.classes == ("iris", "rose")
    assert made.take.isEnabled()
    assert shown(made)["decimal"] == "commas"


@pytest.mark.parametrize(
    ("text", "name", "title", "wanted"),
    [
        ("x1,x2,class\n1,2,3\n2,1,4\n", "task", "values", [3.0, 4.0]),
        ("1,2,0\n2,1,1\n3,1,1\n", "header", "names the columns", None),
        ("x1;x2;class\n1,5;2;a\n1;2;b\n", "decimal", "points", None),
        ("x1|x2|class\n1|2|a\n2|1|b\n", "separator", "'|'", [0, 1]),
    ],
)
def test_each_guess_can_be_changed(dialog, text, name, title, wanted):
    made = dialog(text)
    choose(made, name, title)
    assert shown(made)[name] == title
    data = made.reading.data
    assert (None if data is None else data.target.tolist()) == wanted
    assert made.summary.text()
    assert made.take.isEnabled() == (data is not None)


def test_an_encoding_is_changed(dialog):
    raw = RawFile("names.csv", "x1,x2,class\n1,2,ж\n2,1,б\n".encode("cp1251"))
    made = dialog(raw)
    assert made.reading.data.classes != ("б", "ж")
    choose(made, "encoding", "Cyrillic (Windows-1251)")
    assert set(made.reading.data.classes) == {"б", "ж"}


def test_a_long_file_is_read_beside_the_window_and_can_be_cancelled(window, qtbot):
    text = write_points(sample("moons", n=100_000))
    beats = []
    clock = QTimer(interval=5)
    clock.timeout.connect(lambda: beats.append(time.monotonic()))
    clock.start()
    made = ImportDialog(window, Reader(raw_text("long.csv", text)), window.session.theme)
    made.show()
    assert not made.reader.is_done
    assert made.progress.isVisible()
    qtbot.waitUntil(lambda: made.progress.value() > 100 and len(beats) >= 2)
    assert not made.reader.is_done  # the window answers meanwhile
    QTest.mouseClick(made.cancel, Qt.MouseButton.LeftButton)
    share = made.reader.share
    QTest.qWait(60)
    assert made.reader.share == share < 1.0
    assert not made.isVisible()
    made.deleteLater()


# --- through the window -------------------------------------------------------------------------


def answer(window, act):
    """Let the real dialog open, and do something in it."""
    usual, window.files.ask = window.files.ask, Dialogs(window, window.desk)

    def meanwhile():
        made = QApplication.activeModalWidget()
        if made is None:
            QTimer.singleShot(5, meanwhile)  # it is not open yet
            return
        try:
            while not made.reader.is_done:
                QApplication.processEvents()
            act(made)
        finally:
            window.files.ask = usual
            if made.isVisible():
                made.reject()  # or it would stay open for ever

    QTimer.singleShot(0, meanwhile)


def test_a_file_that_is_dropped_is_seen_and_taken_as_one_edit(window, tmp_path):
    path = tmp_path / "plain.csv"
    path.write_text(PLAIN)
    before, data = window.session.document, QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    answer(window, lambda made: QTest.keyClick(made.take, Qt.Key.Key_Return))
    event = QDropEvent(QPointF(50, 50), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton,
                       Qt.KeyboardModifier.NoModifier)  # fmt: skip
    window.dropEvent(event)
    rest(window)
    assert len(window.session.document.data) == 4
    assert window.session.document.title == "plain"
    window.session.undo.undo()
    assert window.session.document is before


def test_cancelled_nothing_is_taken(window, tmp_path):
    path = tmp_path / "plain.csv"
    path.write_text(PLAIN)
    before = window.session.document
    answer(window, lambda made: made.reject())
    window.files.take_file(path)
    assert window.session.document is before


def test_a_table_is_pasted_in_place_of_the_points_or_beside_them(window):
    QGuiApplication.clipboard().setText("x1\tx2\tclass\n5\t5\tA\n6\t6\tC\n")
    answer(window, lambda made: made.add.click())
    window.named["paste_points"].trigger()
    rest(window)
    data = window.session.document.data
    assert len(data) == 12
    assert data.points[-2:].tolist() == [[5.0, 5.0], [6.0, 6.0]]
    assert data.classes[-1] == "C"
    assert window.session.view.where.selection == (10, 11)
    answer(window, lambda made: made.take.click())
    window.named["paste_points"].trigger()
    rest(window)
    assert window.session.document.data.points.tolist() == [[5.0, 5.0], [6.0, 6.0]]


def test_what_is_copied_comes_back_bit_for_bit(window):
    before = window.session.document.data
    press(window, "Ctrl+C")
    answer(window, lambda made: made.take.click())
    window.named["paste_points"].trigger()
    rest(window)
    after = window.session.document.data
    assert np.array_equal(after.points, before.points)
    assert [after.classes[k] for k in after.target] == [before.classes[k] for k in before.target]


def test_an_empty_clipboard_says_what_to_do(window):
    QGuiApplication.clipboard().clear()
    press(window, "Ctrl+V")
    assert "copy rows of a table" in window.notice.words.text()
