"""Two to four setups side by side: by mouse and keys, in any of them, and the words they show."""

import itertools
import random
import re
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from ensemble_viz.cli.requests import setups_of
from ensemble_viz.document import edits
from ensemble_viz.document.document import Document
from ensemble_viz.document.look import Layers
from ensemble_viz.document.session_file import read_session, write_session
from ensemble_viz.document.where import NOTHING, Focus
from ensemble_viz.engine.data.samples import parse_sample
from ensemble_viz.engine.surface.parting import shortest_move
from ensemble_viz.scene.cards import caption
from ensemble_viz.scene.words import fixed, value_of
from ensemble_viz.ui.pace import Job, Worker
from ensemble_viz.ui.session import Session
from ensemble_viz.ui.window import Window
from tests.ui.reading import painted
from tests.ui.windows import click, press, rest, settle

FAMILIES = {
    "weights": "adaboost(rounds=6)", "bags": "bagging(rounds=6)",
    "gradients": "gradient-boosting(rounds=6)", "second order": "xgboost(rounds=6)",
    "splits": "tree(rounds=6)", "votes": "voting", "folds": "stacking",
}  # fmt: skip
FOUR = "adaboost(rounds=6), bagging(rounds=6), gradient-boosting(rounds=4), tree(rounds=5)"


@pytest.fixture
def compared(qtbot):
    """Open windows on several setups."""
    opened = []

    def open_one(setups, points="moons:n=60,noise=0.3,seed=2,test=40", size=(1280, 800)):
        chosen, options = parse_sample(points)
        document = Document(chosen.build(**options), setups_of(setups), chosen.title, source=points)
        window = Window(Session(document))
        qtbot.addWidget(window)
        window.files.ask.leave = lambda *_: "discard"
        window.resize(*size)
        window.show()
        window.session.look(glides=False)
        opened.append(window)
        rest(window)
        return window

    yield open_one
    for window in opened:
        window.close()


def spot(pane, row):
    """Find a point on the canvas of a pane."""
    x, y = pane.canvas.plot.sheet.point(*pane.desk.document.data.points[row].tolist())
    return QPoint(round(x), round(y))


def drag(window, pane, row, by):
    """Drag a point on one canvas."""
    handle, ground = window.windowHandle(), pane.canvas.plot.viewport()
    start = spot(pane, row)
    at = ground.mapTo(window, start)
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=at)
    for share in (0.3, 0.6, 1.0):
        QTest.mouseMove(handle, at + by * share)
        settle()
    QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=at + by)
    rest(window)


def heads(window):
    return [pane.head for pane in window.board.shown]


def check_words(window):
    """Recompute what heads, curves and the panel say from the runs alone."""
    session, beside = window.session, window.session.beside
    runs = [lens.run for lens in beside.lenses]
    for k, head in enumerate(heads(window)):
        stage = session.scene_of(k).stage
        run, clock = runs[k], session.view.where.moment
        reached = min(clock.round, len(run))
        assert stage.round == reached
        said = " ".join(head.shown.words())
        assert said.startswith(f"{k + 1}  ")
        waits = len(run) < clock.round
        assert head.heading.headline.startswith("Ended after") == waits
        assert (head.heading.headline == caption(stage).headline) == (not waits)
    check_curves(window)
    said = [run.prediction(stage.joined) for run, stage in zip(runs, beside.stages, strict=True)
            if stage.joined and stage.score is not None]  # fmt: skip
    if len(said) == len(runs):
        rows = np.flatnonzero((np.array(said) != said[0]).any(axis=0))
        assert beside.splits.rows.tolist() == rows.tolist()


def check_curves(window):
    session = window.session
    curves, beside = window.parts.run.readouts.curves, session.beside
    name = {"Test error": "test_error", "Training error": "train_error"}[curves.family]
    for curve in curves.series:
        k = int(curve.name.partition(" ")[0]) - 1
        stage = beside.stage(k)
        data = beside.document.data
        if curve.readout == "–" or not stage.joined:
            continue
        if name == "train_error":
            said = stage.run.prediction(stage.joined)
            wrong = data.distribution[said != data.target].sum()
        else:
            wrong = stage.lens.figures(stage.joined)[name]
        assert curve.readout == fixed(float(wrong)), (k, curve.name)


@pytest.mark.parametrize("pair", list(itertools.combinations(FAMILIES, 2)))
def test_two_families_go_on_together_and_say_what_their_runs_say(pair, compared):
    window = compared(", ".join(FAMILIES[name] for name in pair))
    for key in ("Shift+Right", "Right", "Right", "Shift+Right", "Left", "End"):
        press(window, key)
        rest(window)
        check_words(window)
    click(window, window.board.panes[1].canvas.plot.viewport())
    assert window.session.view.where.setup == 1
    press(window, "Shift+Left")
    rest(window)
    check_words(window)


@pytest.mark.parametrize("count", [3, 4])
def test_three_and_four_go_on_together(count, compared):
    window = compared(", ".join(list(FAMILIES.values())[:count]))
    assert len(window.board.shown) == count
    for t in (1, 3, 6):
        window.session.go_to_round(t)
        rest(window)
        check_words(window)
    sizes = {pane.canvas.height() for pane in window.board.shown}
    assert max(sizes) - min(sizes) <= 1
    frames = {window.session.scene_of(k).frame for k in range(count)}
    assert len(frames) == 1


@pytest.mark.parametrize("k", range(4))
def test_a_point_dragged_on_any_canvas_moves_on_all_and_comes_back(k, compared):
    window = compared(FOUR, size=(1600, 1000))
    window.session.go_to_round(3)
    window.session.look(tool="move")
    rest(window)
    before = window.session.document
    row = 20
    drag(window, window.board.panes[k], row, QPoint(24, -18))
    data = window.session.document.data
    assert window.session.view.where.setup == k
    assert (data.points[row] != before.data.points[row]).all()
    places = {tuple(spot(pane, row).toTuple()) for pane in window.board.shown}
    assert max(np.ptp(list(places), axis=0)) <= 1
    for each in range(4):
        assert window.session.scene_of(each).stage.data is data
    check_words(window)
    press(window, "Ctrl+Z")
    rest(window)
    assert window.session.document is before
    check_words(window)


@pytest.mark.parametrize("k", range(3))
def test_a_point_pinned_on_any_canvas_is_pinned_in_all_with_its_shortest_move(k, compared):
    window = compared("tree(rounds=6), bagging(rounds=6), adaboost(rounds=6)", size=(1920, 1080))
    window.session.go_to_round(6)
    press(window, "F10")
    rest(window)
    row = 33
    click(window, window.board.panes[k].canvas.plot.viewport(), spot(window.board.panes[k], row))
    rest(window)
    assert window.session.view.where.pinned == Focus(point=row)
    beside, data = window.session.beside, window.session.document.data
    written = dict(zip(*[iter(flip_rows(window))] * 2, strict=True))
    for j, stage in enumerate(beside.stages):
        move = shortest_move(stage.lens.cells(stage.joined), 2, data.points[row])
        arrow = [item for layer in window.board.panes[j].canvas.picture.layers
                 for item in layer.items if item.key == "flip"]  # fmt: skip
        assert bool(arrow) == (move is not None)
        words = next(text for name, text in written.items() if name.startswith(f"{j + 1} "))
        steps_said = [value_of(each) for each in re.findall(r"[−+]\d+\.\d+", words)]
        wanted = [b - a for a, b in zip(data.points[row], move.place, strict=True) if a != b]
        assert steps_said == pytest.approx(wanted, abs=5.1e-5)
        assert words.startswith(data.classes[move.answer])
    press(window, "Esc")
    rest(window)
    assert window.session.view.where.pinned == NOTHING


def answer(run, t):
    """Say what a run answers after a round; of one that has ended what it answered last."""
    return run.prediction(min(t, len(run)))


def flip_rows(window):
    section = window.parts.compared[2]
    assert section.rows.isVisible()
    return [text for row in section.rows.rows.rows for text in (row[0], row[2])]


def test_each_key_adds_duplicates_swaps_and_removes(compared):
    window = compared("adaboost(rounds=6)")
    session = window.session

    def there():
        return [each.method for each in session.document.setups], session.view.where.setup

    for key, wanted in (
        ("+", (["adaboost", "bagging"], 1)),
        ("J", (["adaboost", "bagging", "bagging"], 2)),
        ("Z", (["bagging", "bagging", "adaboost"], 0)),
        ("/", (["bagging", "bagging", "adaboost"], 1)),
        ("/", (["bagging", "bagging", "adaboost"], 2)),
        ("-", (["bagging", "bagging"], 1)),
        ("+", (["bagging", "bagging", "adaboost"], 2)),
        ("+", (["bagging", "bagging", "adaboost", "random-forest"], 3)),
    ):
        press(window, key)
        rest(window)
        assert there() == wanted, key
        assert len(window.board.shown) == len(wanted[0])
    press(window, "+")
    assert len(session.document.setups) == 4
    while session.undo.can_undo:
        press(window, "Ctrl+Z")
        rest(window)
    assert there() == (["adaboost"], 0)
    assert not window.board.panes[0].head.isVisible()
    press(window, "-")
    assert there() == (["adaboost"], 0)


def test_the_buttons_of_a_head_mean_its_own_setup(compared):
    window = compared("adaboost(rounds=6), bagging(rounds=6), tree(rounds=6)", size=(1600, 900))
    session = window.session
    click(window, window.board.panes[1].head.buttons["copy"])
    rest(window)
    assert [each.method for each in session.document.setups][1:3] == ["bagging", "bagging"]
    click(window, window.board.panes[0].head.buttons["close"])
    rest(window)
    assert [each.method for each in session.document.setups] == ["bagging", "bagging", "tree"]
    click(window, window.board.panes[2].head.buttons["settings"])
    settle()
    form = window.board.panes[2].head.form
    assert form.isVisible()
    assert form.declared is type(session.document.setups[2].params)
    session.look(setup=0)
    form.rows["max_depth"].entered.emit("max_depth", 2, None)
    rest(window)
    assert session.document.setups[2].params.max_depth == 2
    assert "tree depth 2" in window.board.panes[2].head.heading.title


def test_panels_belong_to_the_one_in_front(compared):
    window = compared("adaboost(rounds=6), random-forest(rounds=6, seed=4)")
    window.session.go_to_round(4)
    for k, title in ((1, "Tree 4"), (0, "Stump 4")):
        click(window, window.board.panes[k].head)
        rest(window)
        assert window.session.view.where.setup == k
        assert window.parts.this_round[0].head.left.text() == title
        own = window.session.document.setups[k]
        assert window.parts.form.desk.setup is own
        assert [head.heading.in_front for head in heads(window)] == [j == k for j in range(2)]
        assert window.session.view.where.moment.round == 4


def test_the_first_round_in_which_they_part_has_a_key(compared):
    window = compared("tree(rounds=6, max_depth=1), tree(rounds=6, max_depth=4)")
    press(window, "F10")
    window.session.go_to_round(0)
    rest(window)
    section = window.parts.compared[0]
    runs = window.session.clock.runs
    first = next(t for t in range(1, 7)
                 if (answer(runs[0], t) != answer(runs[1], t)).any())  # fmt: skip
    assert section.first.text() == f"They part in round {first}"
    press(window, "Ctrl+G")
    rest(window)
    assert window.session.view.where.moment.round == first
    window.session.go_to_round(0)
    click(window, section.first)
    assert window.session.view.where.moment.round == first


def test_a_point_they_split_on_is_pinned_from_the_list(compared):
    window = compared("bagging(rounds=6), adaboost(rounds=6)", size=(1920, 1080))
    press(window, "F10")
    window.session.go_to_round(6)
    rest(window)
    rows = window.parts.compared[1].rows
    row = int(window.session.beside.splits.rows[1])
    place = QPoint(20, round(2.5 * rows.height() / (len(rows.rows.rows) + 1)))
    click(window, rows, place)
    assert window.session.view.where.pinned == Focus(point=row)
    assert rows.rows.lit == 1
    click(window, rows, place)
    assert window.session.view.where.pinned == NOTHING


def test_what_was_before_stays_until_escape(compared):
    window = compared("tree(rounds=6), bagging(rounds=6)")
    session = window.session
    session.go_to_round(6)
    session.look(layers=Layers(before=True), tool="move")
    rest(window)
    drag(window, window.board.panes[0], 20, QPoint(60, 30))
    for k in range(2):
        found = session.scene_of(k).ghost
        assert found is not None
        assert found.old.data is not session.document.data
        keys = [item.key for layer in window.board.panes[k].canvas.picture.layers
                for item in layer.items]  # fmt: skip
        assert "before" in keys
        assert heads(window)[k].heading.headline.startswith("Changed: ")
        assert session.scene_of(k).note == ""
    press(window, "Esc")
    rest(window)
    assert session.scene_of(0).ghost is None
    assert not any(head.heading.headline.startswith("Changed") for head in heads(window))
    press(window, "Ctrl+Z")
    assert session.scene_of(0).ghost is None


def test_what_was_before_goes_with_an_edit_that_changes_nothing_else_on_the_canvas(compared):
    window = compared("tree(rounds=6)")
    session = window.session
    session.go_to_round(6)
    session.look(layers=Layers(before=True), tool="move")
    rest(window)
    drag(window, window.board.panes[0], 20, QPoint(60, 30))
    assert drawn_before(window)
    session.edit("Title", lambda document: replace(document, title="Another title"))
    rest(window)
    assert session.scene.ghost is None
    assert not drawn_before(window)


def drawn_before(window):
    """Say whether the canvas shows what was before."""
    layers = window.board.panes[0].canvas.picture.layers
    return "before" in [item.key for layer in layers for item in layer.items]


def test_a_nudge_shows_what_a_hair_changes(compared):
    window = compared("tree, bagging(rounds=6)")
    session = window.session
    press(window, "End")
    rest(window)
    before = session.document.data.points.copy()
    press(window, "Ctrl+M")
    rest(window)
    assert session.undo.undo_text == "Move point"
    moved = np.abs(session.document.data.points - before).max(axis=1)
    assert np.count_nonzero(moved) == 1
    assert moved.max() == pytest.approx(0.005 * np.ptp(before[:, 0]))
    assert all(session.scene_of(k).ghost is not None for k in range(2))
    assert session.scene_of(0).ghost.changed.share > 0.0  # a tree is unstable
    (row,) = np.flatnonzero(moved)
    assert session.view.where.selection == (row,)
    press(window, "Ctrl+M")
    rest(window)
    again = session.document.data.points[row, 0]
    assert again - before[row, 0] == pytest.approx(0.01 * np.ptp(before[:, 0]), rel=0.01)
    press(window, "Ctrl+Z")
    press(window, "Ctrl+Z")
    rest(window)
    assert session.scene_of(1).ghost is None


def test_scores_grow_beside_the_window_and_can_be_stopped(compared):
    window = compared("bagging(rounds=40), adaboost(rounds=40)", size=(1920, 1080))
    press(window, "F10")
    rest(window)
    section, scoring = window.parts.compared[4], window.scoring
    press(window, "Shift+F10")
    known = scoring.validations(window.session.document)
    while not any(one.errors for one in known):
        QApplication.processEvents()
    press(window, "Shift+F10")
    assert not scoring.is_running
    last = Job(int)  # what was begun comes to its end
    scoring.findChild(Worker).take(last)
    while not last.is_done.is_set():
        QApplication.processEvents()
    settle()
    assert not all(one.is_done for one in known)
    assert section.button.text() == "Cross-validate"
    section.button.click()
    while scoring.is_running:
        QApplication.processEvents()
    settle()
    assert all(one.is_done for one in known)
    for row, one in zip(section.rows.rows.rows, known, strict=True):
        assert row[4:] == (fixed(one.known.mean), fixed(one.known.sd))


def test_scores_are_kept_for_when_an_edit_is_undone(compared):
    window = compared("tree(rounds=6), adaboost(rounds=6)")
    press(window, "Shift+F10")
    while window.scoring.is_running:
        QApplication.processEvents()
    known = window.scoring.validations(window.session.document)
    assert all(one.is_done for one in known)
    window.session.edit("Seed", edits.change_seed, 0, 5)
    assert not window.scoring.is_done
    window.session.undo.undo()
    assert window.scoring.validations(window.session.document)[0] is known[0]
    assert window.scoring.is_done


RATES = ("1.0", "0.3", "0.1", "0.03")


@pytest.mark.parametrize("larger", [0, 2, 3])
def test_what_differs_is_read_in_every_head(compared, larger):
    boosted = (f"gradient-boosting(rounds=3, learning_rate={rate})" for rate in RATES)
    window = compared(", ".join(boosted))
    for _ in range(larger):
        press(window, "Ctrl++")
    rest(window)
    for head, rate in zip(heads(window), RATES, strict=True):
        title, *others = head.shown.words()
        assert title.endswith(f" {rate}")
        assert "…" not in others
        assert f"learning rate {rate}" in head.toolTip()


def test_a_wide_window_cuts_no_name_of_a_curve(compared):
    setups = (f"gradient-boosting(rounds={n}, learning_rate=0.{n})" for n in (25, 35, 45, 55))
    window = compared(", ".join(setups), size=(1920, 1080))
    window.session.go_to_round(3)
    rest(window)
    said = painted(window.parts.run.readouts)
    assert any("rounds 55 · learning rate 0.55" in words for words in said)
    assert not any("…" in words for words in said)


def test_the_projector_shows_them_without_panels_with_both_headlines(compared):
    window = compared("bagging(rounds=6), adaboost(rounds=6)")
    window.session.go_to_round(3)
    press(window, "F11")
    rest(window)
    assert "1" in painted(window.strip)
    for k, head in enumerate(heads(window)):
        assert head.isVisible()
        said = " ".join(head.shown.words())
        assert caption(window.session.beside.stage(k)).headline.split()[0] in said
        assert not any(button.isVisible() for button in head.buttons.values())
    assert not any(window.docks[name].isVisible() for name in ("round", "beside", "settings"))
    press(window, "Right")
    press(window, "Esc")
    rest(window)
    check_words(window)


def test_what_is_to_come_is_hidden_for_all(compared):
    window = compared("bagging(rounds=6), adaboost(rounds=6)")
    window.session.go_to_round(3)
    window.session.look(ahead=False)
    rest(window)
    curves = window.parts.run.readouts.curves
    assert len(curves.series) == 2
    assert all(curve.at.max() == 3 for curve in curves.series)


def test_a_session_keeps_all_of_it(compared, tmp_path):
    window = compared("bagging(rounds=6), adaboost(rounds=6), tree")
    window.session.look(setup=2, stacked=True, by_share=True, layers=Layers(parting=True))
    window.session.go_to_round(4)
    saved = window.session.save_state.now
    write_session(saved, tmp_path / "three.ensemble")
    read = read_session(tmp_path / "three.ensemble")
    assert (read.where, read.look) == (saved.where, saved.look)
    assert read.document.setups == saved.document.setups


def test_any_of_them_can_be_edited_stepped_and_undone_at_random(compared):
    window = compared(FOUR, size=(1600, 1000))
    session, dice = window.session, random.Random(4)
    for _ in range(40):
        panes = window.board.shown
        pane = dice.choice(panes)
        deed = dice.randrange(6)
        if deed == 0:
            session.look(tool="move")
            drag(window, pane, dice.randrange(60), QPoint(dice.randrange(-30, 30), 9))
        elif deed == 1:
            session.look(tool="look")
            rest(window)
            click(window, pane.canvas.plot.viewport(), spot(pane, dice.randrange(60)))
        elif deed == 2:
            press(window, dice.choice(("Right", "Left", "Shift+Right", "End")))
        elif deed == 3:
            press(window, dice.choice(("J", "Z", "-", "+", "/")))
        elif deed == 4:
            press(window, dice.choice(("Ctrl+Z", "Ctrl+Shift+Z")))
        else:
            press(window, dice.choice(("Ctrl+B", "Ctrl+J", "Ctrl+P")))
            session.look(by_share=False)
        rest(window)
        check_words(window)


def test_a_round_is_asked_for_on_the_projector_without_leaving_it(compared):
    window = compared("bagging(rounds=6), adaboost(rounds=6)")
    asked = []
    window.files.ask.numbers = lambda _title, options: asked.append(options[0]) or {"round": 4}
    press(window, "F11")
    rest(window)
    press(window, "G")
    rest(window)
    assert window.session.view.look.projector.is_on
    assert window.session.view.where.moment.round == 4
    assert (asked[0].low, asked[0].high) == (0, 6)
