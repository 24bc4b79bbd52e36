"""Sessions in the window: new, open, save, the question before closing, the clipboard, history."""

import json

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication

from ensemble_viz.document import edits
from ensemble_viz.document.edits import points
from ensemble_viz.document.session_file import read_session, session_text
from ensemble_viz.document.where import Focus, Moment
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.ui import memory
from ensemble_viz.ui.commands.files import lost, read_text_of_mail
from ensemble_viz.ui.dialogs import leave_question
from ensemble_viz.ui.notice import ListMenu
from tests.ui.canvases import array
from tests.ui.conftest import scene_bits
from tests.ui.windows import click, is_in_front, press, rest


def place_point(window, at=(0.5, 0.5)):
    session = window.session
    session.apply(points.place, np.array([at]), [0])


def save_to(window, path):
    window.files.ask.path = path
    window.named["save_as"].trigger()
    rest(window)


def test_what_is_on_the_screen_after_opening_is_what_was_there(open_window, tmp_path):
    first = open_window("moons:n=30", "adaboost", rounds=5)
    first.session.look(glides=False)
    place_point(first)
    first.session.go(Moment(2, 3))
    first.session.look(pinned=Focus(point=7), fractions=True, scale=1.15)
    first.session.look(layers=first.session.view.with_layers(misses=False).look.layers)
    press(first, "F4")
    rest(first)
    save_to(first, tmp_path / "lecture.ensemble")
    assert not first.session.save_state.is_modified
    first.notice.hide()
    rest(first)
    before, picture = scene_bits(first.session.scene), array(first.canvas.grab().toImage())
    second = open_window("ten-points", "tree")
    second.files.take_file(tmp_path / "lecture.ensemble")
    rest(second)
    assert session_text(second.session.save_state.now) == session_text(first.session.save_state.now)
    assert scene_bits(second.session.scene) == before
    assert is_in_front(second, "points")
    assert second.windowTitle().startswith("lecture ·")
    assert np.array_equal(array(second.canvas.grab().toImage()), picture)


def test_the_projector_comes_back(open_window, tmp_path):
    first = open_window("ten-points", "adaboost")
    first.session.go(Moment(2, 3))
    first.named["projector"].trigger()
    first.named["companion"].trigger()
    save_to(first, tmp_path / "lecture.ensemble")
    second = open_window("ten-points", "adaboost")
    second.files.take_file(tmp_path / "lecture.ensemble")
    rest(second)
    assert second.strip.isVisible()
    assert second.strip.companion == "curves"
    assert not second.parts.header.isVisible()
    assert second.session.view.look.palette == "projector"
    press(second, "Esc")
    assert second.session.view.look.palette == "light"
    assert second.parts.header.isVisible()


def test_a_mark_says_that_something_is_not_saved_and_undo_takes_it_away(window, tmp_path):
    assert "●" not in window.windowTitle()
    place_point(window)
    assert window.windowTitle().startswith("● Own points")
    assert window.parts.header.mark.isVisible()
    window.named["undo"].trigger()
    assert "●" not in window.windowTitle()
    assert not window.parts.header.mark.isVisible()
    window.named["redo"].trigger()
    save_to(window, tmp_path / "mine.ensemble")
    assert window.windowTitle().startswith("mine ·")
    window.session.go(Moment(3, 1))
    assert "●" not in window.windowTitle()  # to look is no change
    window.named["undo"].trigger()
    assert "●" in window.windowTitle()


def test_save_writes_where_it_was_saved_and_asks_only_once(window, tmp_path):
    path = tmp_path / "mine.ensemble"
    window.files.ask.path = path
    window.named["save"].trigger()
    assert len(window.files.ask.asked) == 1
    place_point(window)
    window.named["save"].trigger()
    assert len(window.files.ask.asked) == 1
    assert len(read_session(path).document.data) == 11


@pytest.mark.parametrize("answer", ["save", "discard", "cancel"])
def test_closing_asks_what_is_to_become_of_the_work(window, tmp_path, answer):
    place_point(window)
    place_point(window, (0.7, 0.7))
    window.session.edit("Rounds", edits.change_setting, 0, "rounds", 7)
    ask = window.files.ask
    ask.answer, ask.path = answer, tmp_path / "mine.ensemble"
    window.close()
    title, words = ask.asked[0]
    assert title == "Own points"
    assert words == "3 edits would be lost: Place point × 2, Rounds."
    assert window.isVisible() == (answer == "cancel")
    assert ask.path.exists() == (answer == "save")
    window.named["undo"].trigger()


def test_a_window_stays_where_the_work_cannot_be_saved(window, tmp_path):
    place_point(window)
    window.files.ask.answer = "save"
    window.files.ask.path = tmp_path / "no folder" / "mine.ensemble"
    window.close()
    assert window.isVisible()
    assert "cannot be written" in window.notice.words.text()
    window.files.ask.answer = "discard"


def test_the_question_has_three_answers_and_enter_saves(window):
    box = leave_question(window, "Own points", lost(["Place point"]))
    assert box.text() == "Save “Own points”?"
    assert box.informativeText() == "1 edit would be lost: Place point."
    texts = {button.text().replace("&", "") for button in box.buttons()}
    assert texts == {"Save", "Discard", "Cancel"}
    assert box.defaultButton().text().replace("&", "") == "Save"


def test_what_would_be_lost_is_named_and_counted():
    assert lost(None) == "What was not saved would be lost."
    many = ["Move point"] * 40 + ["Place point", "Rounds", "Depth", "Relabel points", "Seed"]
    assert lost(many) == (
        "45 edits would be lost: Move point × 40, Place point, Rounds, Depth and 2 more."
    )


def test_new_is_an_empty_canvas_with_two_classes(window):
    place_point(window)
    window.files.ask.answer = "cancel"
    window.named["new"].trigger()
    assert len(window.session.document.data) == 11
    window.files.ask.answer = "discard"
    window.named["new"].trigger()
    assert len(window.session.document.data) == 0
    assert window.session.document.data.classes == ("A", "B")
    assert not window.session.save_state.is_modified
    assert window.canvas.invitation.isVisible()


BAD = {
    "not JSON": "{",
    "no session": '{"format": "something"}',
    "newer": '{"format": "ensemble-viz-session", "version": 9}',
}


@pytest.mark.parametrize("case", BAD)
def test_a_bad_file_costs_one_sentence_and_what_is_open_stays_open(window, tmp_path, case):
    place_point(window)
    before, view = window.session.document, window.session.view
    path = tmp_path / "bad.ensemble"
    path.write_text(BAD[case])
    window.files.take_file(path)
    assert window.notice.words.text().startswith("bad.ensemble")
    assert window.notice.words.text().endswith("Nothing was changed.")
    assert (window.session.document, window.session.view) == (before, view)
    assert window.session.undo.can_undo
    assert path.read_text() == BAD[case]
    assert not window.files.ask.asked  # nobody is asked for nothing


def test_a_session_that_is_dropped_is_opened(window, tmp_path):
    save_to(window, tmp_path / "mine.ensemble")
    window.named["new"].trigger()
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(tmp_path / "mine.ensemble"))])
    event = QDropEvent(
        QPointF(300, 300), Qt.DropAction.CopyAction, mime,
        Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    window.dropEvent(event)
    assert len(window.session.document.data) == 10
    assert window.files.path == tmp_path / "mine.ensemble"


def test_files_used_last_are_listed_the_latest_first(window, tmp_path):
    for name in ("a.ensemble", "b.ensemble", "a.ensemble"):
        save_to(window, tmp_path / name)
    assert [path.name for path in memory.recent(window.kept)] == ["a.ensemble", "b.ensemble"]
    (tmp_path / "a.ensemble").unlink()
    menu = window.findChild(ListMenu, "open recent")
    menu.fill()
    (action,) = menu.actions()
    assert action.text() == "b.ensemble"
    action.trigger()
    assert window.files.path == tmp_path / "b.ensemble"


# --- the clipboard ------------------------------------------------------------------------------


def test_a_session_goes_through_the_clipboard(window):
    place_point(window)
    window.session.go(Moment(2, 2))
    before = window.session.document
    window.named["copy_text"].trigger()
    text = QGuiApplication.clipboard().text()
    assert json.loads(text)["format"] == "ensemble-viz-session"
    window.named["new"].trigger()
    window.named["paste_text"].trigger()
    assert np.array_equal(window.session.document.data.points, before.data.points)
    assert window.session.view.where.moment == Moment(2, 2)
    assert window.session.save_state.is_modified  # it is in no file yet


def test_a_text_that_was_quoted_and_broken_into_lines_is_read(window):
    text = session_text(window.session.save_state.now)
    words, lines = text.split(" "), [""]
    for word in words:
        if len(lines[-1]) > 60:
            lines.append("")
        lines[-1] += f"{word} "
    mail = "Hello,\n\n> see here:\n" + "\n".join(f"> {line}" for line in lines) + "\n\nBest\n"
    back = read_text_of_mail(mail)
    assert np.array_equal(back.document.data.points, window.session.document.data.points)


@pytest.mark.parametrize("text", ["", "hello", "}{", '{"format"', "{" * 10_000])
def test_a_clipboard_without_a_session_costs_one_sentence(window, text):
    before = window.session.document
    QGuiApplication.clipboard().setText(text)
    window.named["paste_text"].trigger()
    assert window.notice.words.text().startswith("The clipboard")
    assert window.session.document is before


# --- history --------------------------------------------------------------------------------------


def test_a_click_in_the_history_goes_to_any_state_at_once(window):
    documents = [window.session.document]
    for k in range(12):
        place_point(window, (0.05 * k, 0.5))
        documents.append(window.session.document)
    press(window, "Ctrl+H")
    panel = window.parts.history
    assert panel.isVisible()
    texts = [panel.list.item(row).text() for row in range(panel.list.count())]
    assert texts == ["As it was opened", *["Place point"] * 12]
    assert panel.list.currentRow() == 12
    heard = []
    window.session.changed.connect(lambda _scene, change: heard.append(change))
    for row in (3, 11, 0, 12):
        item = panel.list.item(row)
        panel.list.scrollToItem(item)
        click(window, panel.list.viewport(), panel.list.visualItemRect(item).center())
        assert window.session.document is documents[row]
        assert window.session.undo.index == row
    rest(window)
    edits_heard = [change for change in heard if change.name and "DATA" in change.name]
    assert len(edits_heard) == 4  # the states between are not shown
    press(window, "Esc")
    assert not panel.isVisible()


def test_the_oldest_edits_are_forgotten_where_there_are_too_many(window):
    undo = window.session.undo
    undo.most = 5
    for k in range(8):
        place_point(window, (0.1 * k, 0.2))
    assert len(undo.names) == 5
    undo.go_to(0)
    assert len(window.session.document.data) == 13
    assert window.session.save_state.is_modified
    assert lost(window.session.save_state.lost) == "What was not saved would be lost."


def test_points_that_take_much_memory_leave_fewer_edits(window):
    undo = window.session.undo
    data = sample("moons", n=1000)
    undo.most_bytes = 5 * (data.points.nbytes + data.target.nbytes)
    window.session.edit("Moons", edits.choose_data, data, "Moons")
    for k in range(10):
        window.session.apply(points.move_to, k, (0.1, 0.1))
    assert 3 <= len(undo.names) <= 5
    undo.undo()
    assert undo.can_redo


def test_a_thousand_steps_back_and_forth_are_those_of_a_list(window):
    rng, undo = np.random.default_rng(4), window.session.undo
    plain, at = [window.session.document], 0
    for _ in range(150):
        kind = rng.integers(4)
        if kind == 0:
            place_point(window, tuple(rng.random(2)))
            plain, at = [*plain[: at + 1], window.session.document], at + 1
        elif kind == 1:
            undo.undo()
            at = max(at - 1, 0)
        elif kind == 2:
            undo.redo()
            at = min(at + 1, len(plain) - 1)
        else:
            at = int(rng.integers(len(plain)))
            undo.go_to(at)
        assert window.session.document is plain[at]
        assert (undo.can_undo, undo.can_redo) == (at > 0, at < len(plain) - 1)
