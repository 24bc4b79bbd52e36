"""The dialog of figures, by mouse: the preview is the file, and the window goes on meanwhile."""

import io
import os
import time
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from ensemble_viz.document.where import Moment
from ensemble_viz.export.publishing import publish
from ensemble_viz.ui.publish import choices as publishing
from tests.ui.windows import rest

LEFT = Qt.MouseButton.LeftButton
AT_ONCE = 0.05  # seconds in which a window answers
LATE = 5  # turns that another program on the machine may take away
TRIES = 3  # a busy machine is slow at everything, now and then


@pytest.fixture
def dialog(open_window, qtbot):
    """Open the dialog over moons in round 7."""
    window = open_window("moons:n=60,noise=0.25,seed=9", "adaboost")
    rest(window)
    window.session.go(Moment(7, 5))
    window.named["export"].trigger()
    found = figures(window).dialog
    qtbot.waitUntil(lambda: not found.preview.pixmap().isNull())
    yield found
    found.close()


def figures(window):
    (commands,) = (each for each in window.commands if hasattr(each, "export_again"))
    return commands


def choose(dialog, name, value):
    """Choose by keys, as a person does who has tabbed there."""
    combo = getattr(dialog.choices, name)
    combo.setFocus()
    QTest.keyClick(combo, Qt.Key.Key_Home)
    for _ in range(combo.findData(value)):
        QTest.keyClick(combo, Qt.Key.Key_Down)
    assert combo.currentData() == value


def type_into(dialog, name, text):
    line = dialog.choices.lines[name]
    QTest.mouseClick(line, LEFT)
    line.selectAll()
    QTest.keyClicks(line, text)


def save(dialog, path, qtbot):
    """Save as a file, and wait for what is said."""
    dialog.parent().files.ask.path = path
    QTest.mouseClick(dialog.save, LEFT)
    qtbot.waitUntil(lambda: dialog.written is None)
    return dialog.status.text()


def test_the_preview_is_the_file(dialog, qtbot, tmp_path):
    choose(dialog, "style_", "paper")
    type_into(dialog, "width", "8.5cm")
    type_into(dialog, "dpi", "150")
    qtbot.waitUntil(lambda: dialog.is_settled)
    assert str(tmp_path / "a.png") in save(dialog, tmp_path / "a.png", qtbot)
    file = QImage(str(tmp_path / "a.png")).convertToFormat(QImage.Format.Format_RGB32)
    assert file.width() == round(8.5 / 2.54 * 150)
    seen = dialog.preview.pixmap().toImage().convertToFormat(QImage.Format.Format_RGB32)
    small = file.scaled(seen.size(), Qt.AspectRatioMode.IgnoreAspectRatio,
                        Qt.TransformationMode.SmoothTransformation)  # fmt: skip
    apart = np.abs(pixels(small).astype(int) - pixels(seen))
    assert apart.mean() < 4.0


def pixels(image: QImage) -> np.ndarray:
    shape = image.height(), image.bytesPerLine() // 4, 4
    return np.frombuffer(image.constBits(), np.uint8).reshape(shape)[:, : image.width(), :3]


@pytest.mark.parametrize("form", ["png", "svg", "pdf", "pgf"])
def test_the_file_is_what_the_same_order_gives(dialog, qtbot, tmp_path, form):
    path = tmp_path / f"a.{form}"
    wanted = dialog.choices.wanted(dialog.desk.scene.stage)
    save(dialog, path, qtbot)
    assert path.read_bytes() == publish(wanted.order, form)


def clocks():
    """Read the clock, and the time this process had of the machine: others may be busy, too."""
    return np.array((time.perf_counter(), time.process_time()))


def late_turns(dialog, qtbot, path):
    """Count the turns of the window that took too long while a file was written."""
    gaps, last = [], [clocks()]

    def tick() -> None:
        now = clocks()
        gaps.append((now - last[0]).min())
        last[0] = now

    timer = QTimer(interval=1)
    timer.timeout.connect(tick)
    timer.start()
    save(dialog, path, qtbot)
    timer.stop()
    assert path.suffix[1:].upper().encode() in path.read_bytes()[:8]
    assert len(gaps) > 10
    return sum(gap > AT_ONCE for gap in gaps)


@pytest.mark.parametrize("form", ["png", "pdf"])
def test_the_window_answers_while_a_strip_of_fifty_is_written(dialog, qtbot, tmp_path, form):
    choose(dialog, "what", "strip")
    type_into(dialog, "rounds", ",".join(str(t) for t in range(1, 51)))
    qtbot.waitUntil(lambda: dialog.is_settled)
    tries = (late_turns(dialog, qtbot, tmp_path / f"fifty-{k}.{form}") for k in range(TRIES))
    assert any(late <= LATE for late in tries)


def test_cancel_leaves_nothing(dialog, qtbot, tmp_path):
    choose(dialog, "what", "strip")
    type_into(dialog, "rounds", ",".join(str(t) for t in range(1, 51)))
    dialog.parent().files.ask.path = tmp_path / "strip.pdf"
    QTest.mouseClick(dialog.save, LEFT)
    assert dialog.written is not None
    QTest.mouseClick(dialog.cancel, LEFT)
    qtbot.waitUntil(lambda: dialog.written is None)
    assert dialog.status.text() == "Cancelled: nothing was written."
    assert list(tmp_path.iterdir()) == []
    assert dialog.isVisible()


def test_what_became_of_a_file_is_said_until_something_else_is_chosen(dialog, qtbot, tmp_path):
    said = save(dialog, tmp_path / "a.png", qtbot)
    assert said.startswith("The figure is saved as")
    dialog.show_preview()  # as after a pause, or another round
    qtbot.waitUntil(lambda: dialog.is_settled)
    assert dialog.status.text() == said
    choose(dialog, "style_", "dark")
    assert dialog.status.text() == ""


def test_what_cannot_be_written_is_a_sentence(dialog, qtbot, tmp_path, monkeypatch):
    said = save(dialog, tmp_path / "gone" / "a.png", qtbot)
    assert "there is no folder named" in said
    (tmp_path / "folder.png").mkdir()
    assert "it is a folder" in save(dialog, tmp_path / "folder.png", qtbot)
    if Path("/dev/full").exists():
        (tmp_path / "full.png").symlink_to("/dev/full")
        assert "the disk is full" in save(dialog, tmp_path / "full.png", qtbot)

    def refused(*_args: object) -> None:
        raise PermissionError(13, os.strerror(13))

    monkeypatch.setattr(publishing, "publish", lambda *_args: b"x")
    monkeypatch.setattr(Path, "open", refused)
    assert "Permission denied" in save(dialog, tmp_path / "a.png", qtbot)


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [("width", "wide", "8.5cm"), ("type", "big", "no number"), ("rounds", "1,x", "1, 2, 3, 10"),
     ("rounds", "1,999", "there are 50 so far"), ("width", "1mm", "from 60"),
     ("dpi", "9999", "from 36 to 1200")],
)  # fmt: skip
def test_what_cannot_be_drawn_is_said_and_not_saved(dialog, qtbot, name, text, says):
    choose(dialog, "what", "strip")
    type_into(dialog, "rounds", "1,2")
    type_into(dialog, name, text)
    qtbot.waitUntil(lambda: says in dialog.status.text())
    assert not dialog.save.isEnabled()


def test_the_same_again_is_one_key(dialog, qtbot, tmp_path):
    window = dialog.parent()
    choose(dialog, "form_", "svg")
    save(dialog, tmp_path / "first.svg", qtbot)
    dialog.close()
    window.session.go(Moment(12, 5))
    window.named["export_again"].trigger()
    path = tmp_path / "moons-adaboost-round-12.svg"
    qtbot.waitUntil(lambda: "saved" in window.notice.words.text() and path.exists())
    before = path.read_bytes()
    window.named["export_again"].trigger()
    qtbot.waitUntil(lambda: "is there already" in window.notice.words.text())
    assert path.read_bytes() == before


def test_the_preview_follows_the_run(dialog, qtbot):
    before = dialog.preview.pixmap().cacheKey()
    dialog.desk.session.go(Moment(8, 5))
    qtbot.waitUntil(lambda: dialog.preview.pixmap().cacheKey() != before)


def test_a_figure_is_copied_as_a_drawing(dialog, qtbot):
    QGuiApplication.clipboard().clear()
    dialog.parent().named["copy_drawing"].trigger()
    board = QGuiApplication.clipboard()
    qtbot.waitUntil(lambda: "image/svg+xml" in (board.mimeData() or QMimeData()).formats())
    data = io.BytesIO(bytes(board.mimeData().data("image/svg+xml").data()))
    assert b"<desc" in data.read()
    QApplication.processEvents()


def test_scores_are_learned_afresh_for_a_figure(dialog, qtbot, tmp_path):
    window = dialog.parent()
    rounds = window.session.scene.stage.run.last
    choose(dialog, "form_", "svg")
    choose(dialog, "what", "scores")
    assert "scores" in save(dialog, tmp_path / "scores.svg", qtbot)
    drawn = (tmp_path / "scores.svg").read_text()
    assert ">± sd<" in drawn
    assert ">1 AdaBoost<" in drawn
    assert len(window.session.scene.stage.run) == rounds
    assert window.session.scene.stage.round == 7


def test_what_there_is_nothing_of_is_said_in_the_dialog(dialog, qtbot):
    choose(dialog, "what", "parting")
    qtbot.waitUntil(lambda: "nothing to part from" in dialog.status.text())
    assert not dialog.save.isEnabled()
