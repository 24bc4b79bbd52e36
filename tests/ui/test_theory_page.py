"""The page of theory: opened where a question arises, live while a slider moves, kept in files."""

import json

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton

from ensemble_viz.document import edits
from ensemble_viz.document.look import Theory
from ensemble_viz.document.session_file import parse_session, session_text
from ensemble_viz.document.where import Moment
from ensemble_viz.engine import methods, theory
from ensemble_viz.engine.data import Refusal
from ensemble_viz.scene.theory import beside, of_step, question_of, words_of
from ensemble_viz.ui.theory.form import Reach, SettingSlider, reach_of
from ensemble_viz.ui.theory.page import SETTINGS, WhyButton
from tests.ui.reading import value_of
from tests.ui.windows import click, press, rest


def opened(window, name, panel="theory"):
    window.theory_commands.show_demonstration(name)
    rest(window)
    return getattr(window.parts, panel).page


def done(qtbot, page):
    qtbot.waitUntil(lambda: not page.computation.is_busy)


def test_a_key_opens_the_list_and_a_click_a_demonstration(window):
    press(window, "F7")
    panel = window.parts.theory
    assert panel.isVisible()
    assert set(panel.list.choices) == set(theory.names())
    button = panel.list.choices["votes"]
    click(window, button)
    assert window.session.view.look.theory.name == "votes"
    assert panel.page.layout.head.left.text() == "The vote of many"
    assert panel.page.layout.question.text() == question_of("votes")
    assert panel.page.layout.plots.shown.items("more than half: the vote is wrong")
    press(window, "F7")
    assert not panel.isVisible()
    press(window, "Shift+F7")
    assert panel.isVisible()
    assert window.session.view.look.theory.name == ""


def test_the_list_and_what_is_opened_from_it_are_read_from_the_back_row(window):
    press(window, "F11")
    press(window, "F7")
    rest(window)
    panel = window.parts.theory_in_full
    rows = [button for button in panel.list.choices.values() if button.isVisible()]
    assert len(rows) == len(theory.names())
    px = window.session.theme.px
    assert all(button.fontInfo().pixelSize() == px(22) for button in rows)
    assert len({button.x() for button in rows}) == 2
    press(window, "F8")
    rest(window)
    layout = panel.page.layout
    assert layout.headline.fontInfo().pixelSize() == px(28)
    assert layout.sentences.labels[0].fontInfo().pixelSize() == px(22)


def test_the_menu_has_the_chapters_with_all_demonstrations(window):
    lists = window.theory_lists["theory_list"]
    found = []
    for menu in lists:
        menu.fill()
        found += [action.data() for action in menu.actions()]
    assert [menu.title() for menu in lists] == [
        "Combining answers", "Bagging and forests", "Trees", "Boosting",
    ]  # fmt: skip
    assert found == list(theory.demonstrations())
    lists[3].actions()[1].trigger()
    assert window.session.view.look.theory.name == "alpha"


@pytest.mark.parametrize("name", theory.names())
def test_every_demonstration_has_its_form_its_plots_and_its_words(window, qtbot, name):
    page = opened(window, name)
    page.layout.form.changed.emit(_quick(name))
    done(qtbot, page)
    rest(window)
    declared = theory.demonstration(name).params.fields()
    assert list(page.layout.form.rows) == [field.name for field in declared]
    assert page.layout.plots.shown.words()
    assert page.layout.formulas.lines
    assert page.layout.sentences.labels[0].text()
    assert page.layout.about.labels[0].text() == words_of(name).explanation[0]
    assert set(page.layout.figures.shown) == {each.replace("_", " ") for each in page.shown.figures}


def _quick(name):
    params = theory.demonstration(name).params
    known = {field.name for field in params.fields()}
    quick = {"sets": 2, "places": 20, "most": 20}
    return params.from_values({key: value for key, value in quick.items() if key in known})


def test_a_slider_is_live(window):
    page = opened(window, "votes")
    slider = page.layout.form.sliders["p"]
    before = page.layout.figures.shown["majority wrong"]
    heights = page.layout.plots.shown.items("at most half")[0].boxes.copy()
    slider.setValue(slider.reach.place(0.45))
    shown = page.layout.figures.shown
    assert shown["majority wrong"] != before
    assert value_of(shown["expected wrong"]) == pytest.approx(21 * 0.45, abs=1e-4)
    assert page.layout.form.rows["p"].field.value == 0.45
    after = page.layout.plots.shown.items("at most half")[0].boxes
    assert after.shape != heights.shape or (after != heights).any()
    assert window.session.view.look.theory.params("votes").p == 0.45


@pytest.mark.parametrize("name", [n for n in theory.names() if not theory.demonstration(n).refines])
def test_every_slider_changes_what_is_seen(window, name):
    page = opened(window, name)
    for slider in [one for one in page.layout.form.sliders.values() if not one.isHidden()]:
        seen = set()
        for k in range(4):
            slider.setValue(k * slider.maximum() // 3)
            rest(window)
            seen.add(repr(page.layout.figures.shown))
        assert len(seen) > 1, slider.objectName()


@pytest.mark.parametrize("name", theory.names())
def test_nothing_at_the_head_of_a_page_is_cut(window, name):
    page = opened(window, name)
    rest(window)
    title = page.layout.head.left
    room = title.rect().width(), 1 << 14
    words = title.fontMetrics().boundingRect(0, 0, *room, Qt.TextFlag.TextWordWrap, title.text())
    assert words.width() <= title.width()
    assert words.height() <= title.height()
    for row in page.layout.form.rows.values():
        assert "^" not in row.label.text()


def test_a_refusal_stands_alone(window):
    page = opened(window, "alpha")
    click(window, page.layout.own)
    rest(window)
    assert page.layout.refusal.isVisible()
    assert not page.layout.listed.isVisible()


def test_a_value_that_cannot_be_is_refused_at_its_field(window):
    page = opened(window, "pessimistic-error")
    row = page.layout.form.rows["errors"]
    row.entered.emit("errors", 40.0, object())
    assert row.is_refusing
    assert "16 points" in row.refusal.text()
    assert row.field.value == 1.0
    assert window.session.view.look.theory.changed == ()


def test_a_slider_beyond_what_a_run_has_keeps_what_is_shown(window, qtbot):
    """There are ten points: a slider to 100 stands at the last one that could be shown."""
    window.session.edit("Choose", edits.choose_method, 0, "bagging")
    rest(window)
    window.session.go_to_round(3)
    rest(window)
    page = opened(window, "vote-table")
    click(window, page.layout.own)
    rest(window)
    row, slider = page.layout.form.rows["point"], page.layout.form.sliders["point"]
    slider.setValue(slider.reach.place(7))
    rest(window)
    shown = dict(page.layout.figures.shown)
    slider.setValue(slider.maximum())
    qtbot.waitUntil(lambda: row.is_refusing)
    rest(window)
    assert "there are 10 points" in row.refusal.text()
    assert row.field.value == 7
    assert page.layout.figures.shown == shown
    assert page.layout.listed.isVisible()
    assert not page.layout.refusal.isVisible()


def test_the_first_bag_answers_why_at_once(window):
    """Its tree is not there yet, and what was drawn for it is."""
    window.session.edit("Choose", edits.choose_method, 0, "bagging")
    rest(window)
    press(window, "Right")
    assert window.session.scene.stage.key == "draw"
    press(window, "Y")
    rest(window)
    page = window.parts.theory.page
    assert window.session.view.look.theory.name == "bootstrap"
    assert window.session.view.look.theory.own
    assert page.layout.head.right.text() == "after round 1"
    (counted,) = map(int, page.layout.figures.shown["drawn"].split())
    assert counted == np.count_nonzero(window.session.run.round(1).in_bag)


def test_the_arrows_belong_to_a_slider_that_has_the_focus(window):
    page = opened(window, "votes")
    slider = page.layout.form.sliders["n"]
    slider.setFocus()
    before, moment = slider.value(), window.session.view.where.moment
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_Right)
    rest(window)
    assert slider.value() == before + 1
    assert window.session.view.where.moment == moment


def test_on_your_run_it_follows_the_rounds_and_the_points(window):
    window.session.go_to_round(2)
    page = opened(window, "alpha")
    click(window, page.layout.own)
    assert value_of(page.layout.figures.shown["minimiser"]) == pytest.approx(0.6496, abs=1e-4)
    assert not page.layout.form.rows["error"].field.isEnabled()
    press(window, "Shift+Right")
    assert value_of(page.layout.figures.shown["minimiser"]) == pytest.approx(0.9229, abs=1e-4)
    window.session.go_to_round(0)
    rest(window)
    assert "There is no round yet" in page.layout.refusal.text()
    assert page.layout.refusal.isVisible()
    assert page.layout.plots.shown is None
    click(window, page.layout.own)
    assert page.layout.refusal.isHidden()
    assert page.layout.form.rows["error"].field.isEnabled()


def test_what_is_measured_gets_better_beside_the_window_and_can_be_stopped(window, qtbot):
    page = opened(window, "out-of-bag")
    page.layout.form.changed.emit(page.layout.form.params.changed("sets", 2000))
    assert page.computation.is_busy
    qtbot.waitUntil(lambda: page.shown is not None and page.shown.figures["sets"] >= 2)
    assert page.layout.stop.text() == "Stop"
    click(window, page.layout.stop)
    assert not page.computation.is_busy
    seen = page.shown.figures["sets"]
    assert page.layout.progress.text() == f"Measured {seen} of 2000"
    qtbot.wait(200)
    assert page.shown.figures["sets"] == seen
    assert page.layout.stop.text() == "Measure again"


def test_nothing_is_measured_that_nobody_sees(window, qtbot):
    page = opened(window, "out-of-bag")
    assert page.computation.is_busy
    press(window, "F3")
    qtbot.waitUntil(lambda: not page.computation.is_busy)
    press(window, "F7")
    qtbot.waitUntil(lambda: page.computation.is_busy)
    opened(window, "votes")
    assert not page.computation.is_busy
    qtbot.wait(100)
    assert page.name == "votes"
    assert "majority wrong" in page.layout.figures.shown


def test_in_full_it_stands_in_the_place_of_the_canvas(window):
    opened(window, "alpha")
    press(window, "Ctrl+F7")
    assert window.parts.theory_in_full.isVisible()
    assert not window.canvas.isVisible()
    assert not window.parts.theory.isVisible()
    page = window.parts.theory_in_full.page
    assert page.layout.plots.shown.words()
    press(window, "Right")
    assert window.session.view.where.moment.round == 1, "the keys step all the same"
    press(window, "Ctrl+F7")
    assert window.canvas.isVisible()
    assert window.parts.theory.isVisible()


def test_the_projector_shows_it_in_full_and_gives_the_canvas_back(window):
    press(window, "F11")
    press(window, "F7")
    opened(window, "bootstrap", "theory_in_full")
    assert window.parts.theory_in_full.isVisible()
    assert not window.canvas.isVisible()
    assert not window.strip.isVisible()
    press(window, "F7")
    assert window.canvas.isVisible()
    assert window.strip.isVisible()
    press(window, "F7")
    press(window, "Esc")
    assert window.canvas.isVisible(), "Escape puts it away before it leaves the projector"
    assert window.session.view.look.projector.is_on


def test_a_session_file_keeps_what_is_open_and_how(window):
    page = opened(window, "alpha")
    page.layout.form.sliders["error"].setValue(40)
    page.layout.own.click()
    kept = window.session.view.look
    text = session_text(window.session.save_state.now)
    saved = json.loads(text)["look"]["theory"]
    assert saved["name"] == "alpha"
    assert saved["own"] is True
    assert saved["settings"]["alpha"]["error"] == kept.theory.params("alpha").error
    assert parse_session(text, "a.ensemble").look.theory == kept.theory
    window.session.open(parse_session(text, "a.ensemble"))
    rest(window)
    assert window.parts.theory.isVisible()
    assert window.parts.theory.page.name == "alpha"


@pytest.mark.parametrize(
    ("part", "said"),
    [
        ({"name": "vote"}, "there is no demonstration 'vote'; did you mean votes"),
        ({"settings": {"votes": {"n": 0}}}, "look.theory: n=0: learners takes"),
        ({"settings": {"votes": 3}}, "the settings of votes are names with values"),
        ({"settings": 3}, "look.theory.settings"),
        ({"own": 1}, "look.theory.own"),
    ],
)
def test_what_a_file_says_wrongly_is_refused(window, part, said):
    root = json.loads(session_text(window.session.save_state.now))
    root["look"]["theory"] = part
    with pytest.raises(Refusal) as refusal:
        parse_session(json.dumps(root), "a.ensemble")
    assert said in str(refusal.value)
    assert "a.ensemble" in str(refusal.value)


def test_usual_settings_are_not_kept():
    usual = theory.demonstration("votes").params()
    other = usual.changed("n", 5)
    kept = Theory().with_params("votes", other)
    assert kept.params("votes") == other
    assert kept.with_params("votes", usual) == Theory()


# --- why? -----------------------------------------------------------------------------------------


def test_why_opens_what_belongs_to_the_step(window):
    window.session.look(moment=Moment(1, 3))
    rest(window)
    stage = window.session.scene.stage
    assert stage.step.key == "alpha"
    press(window, "Y")
    assert window.session.view.look.theory.name == "alpha"
    assert window.session.view.look.theory.own
    press(window, "Y")
    assert window.session.view.look.theory.name == of_step(stage)[1]


def test_a_pruning_is_answered_with_the_node_that_was_pruned(open_window):
    window = open_window("gaussians:n=60,seed=4,noise=0.4,flip=0.15", "tree", prune="error")
    session = window.session
    session.go_to_round(10_000)
    rest(window)
    step = session.scene.stage.step
    assert step.key == "prune"
    press(window, "Y")
    rest(window)
    page = window.parts.theory.page
    assert page.shown.name == "pessimistic-error"
    assert step.action == f"Cut below node {page.shown.figures['node']}"
    assert page.shown.figures["pruned"]


@pytest.mark.parametrize("method", list(methods.methods()))
def test_every_step_of_every_method_has_an_answer(open_window, method):
    window = open_window("moons:n=30", method)
    for t in (0, 1, 2):
        window.session.go_to_round(t)
        rest(window)
        found = of_step(window.session.scene.stage)
        assert found, (t, window.session.scene.stage.key)
        assert set(found) <= set(theory.names())


def test_the_settings_with_a_why_are_those_that_theory_knows():
    names = {field.name for one in methods.methods().values() for field in one.params.fields()}
    assert {name for name in names if beside(name)} == SETTINGS


def test_small_links_stand_beside_formulas_settings_and_figures(open_window, qtbot):
    window = open_window("moons:n=30", "random-forest", size=(1920, 1080))
    window.session.go_to_round(3)
    rest(window)
    button = window.parts.form.rows["max_features"].findChild(WhyButton)
    button.click()
    rest(window)
    assert window.session.view.look.theory.name == "drawn-axes"
    press(window, "F5")
    qtbot.waitUntil(lambda: len(window.parts.figures.findChildren(WhyButton)) >= 3)
    names = {one.objectName(): one for one in window.parts.figures.findChildren(WhyButton)}
    names["why importance of the axes"].click()
    rest(window)
    assert window.session.view.look.theory.name == "importance"
    press(window, "F3")
    window.parts.formulas.why.click()
    rest(window)
    assert window.session.view.look.theory.name in of_step(window.session.scene.stage)
    family = window.parts.run.readouts.family
    next(action for action in family.choices.actions() if action.text() == "Why?").trigger()
    assert window.session.view.look.theory.name == beside("train_error")[0]


# --- sliders --------------------------------------------------------------------------------------


def all_fields():
    return [field for one in theory.demonstrations().values() for field in one.params.fields()]


@pytest.mark.parametrize("field", all_fields(), ids=lambda field: field.name)
def test_a_slider_gives_values_that_are_allowed_and_stands_where_they_are(field):
    reach = reach_of(field)
    if reach is None:
        assert field.kind is str or field.choices or field.setting.items
        return
    before = None
    for k in range(reach.steps + 1):
        value = reach.value(k)
        assert field.check(value) == value
        assert before is None or value >= before
        before = value
    for k in (0, reach.steps // 3, reach.steps):
        assert abs(reach.place(reach.value(k)) - k) <= 1 or reach.is_whole
    assert isinstance(reach.value(0), int if field.kind is int else float)


@pytest.mark.parametrize(
    ("reach", "k", "value"),
    [(Reach(0.0, 1.0, False), 120, 0.3), (Reach(1, 101, True), 20, 21),
     (Reach(1, 10**6, True), 400, 10**6)],
)  # fmt: skip
def test_sliders_go_through_round_values(reach, k, value):
    assert reach.value(k) == value


def test_a_slider_leaves_the_wheel_to_the_page(qtbot):
    slider = SettingSlider("n", "learners", Reach(1, 101, True))
    qtbot.addWidget(slider)
    slider.show_value(21)
    before = slider.value()
    assert slider.accessibleName() == "learners, slider"
    assert slider.reach.value(before) == 21


def test_the_figure_dialog_offers_the_plots_of_the_demonstration(window, qtbot):
    opened(window, "votes")
    window.named["export_theory"].trigger()
    dialog = window.commands[1].dialog
    assert dialog.choices.what.currentData() == "theory"
    wanted = dialog.choices.wanted(window.session.scene.stage)
    from ensemble_viz.export.publishing import name_of, publish

    assert name_of(wanted.order, "svg") == "theory-votes.svg"
    svg = publish(wanted.order, "svg").decode()
    assert "The vote of many" in svg
    assert "more than half" in svg
    qtbot.waitUntil(lambda: dialog.is_settled)
    dialog.close()


def test_buttons_of_the_page_do_what_the_keys_do(window):
    opened(window, "votes")
    buttons = {
        button.objectName(): button
        for button in window.parts.theory.findChildren(QToolButton)
        if button.isVisible()
    }
    buttons["All demonstrations"].click()
    rest(window)
    assert window.session.view.look.theory.name == ""
    press(window, "F8")
    assert window.session.view.look.theory.name == "votes"
    press(window, "Shift+F8")
    assert window.session.view.look.theory.name == list(theory.demonstrations())[-1]


def test_it_stays_open_in_a_window_of_another_width(window):
    opened(window, "votes")
    window.resize(1920, 1080)
    rest(window)
    assert window.parts.theory.isVisible()
    assert window.parts.form.isVisible(), "the others are those there is room for"
    window.resize(1280, 800)
    rest(window)
    assert window.parts.theory.isVisible()
    assert not window.parts.form.isVisible()


def test_tables_and_records_of_figures_are_lines_and_whole(window, qtbot):
    """Brackets and names of files are for those who read JSON."""
    window.resize(1280, 1400)
    for name in ("importance", "rules", "reasons", "drawn-axes"):
        page = opened(window, name)
        done(qtbot, page)
        rest(window)
        shown = page.layout.figures.shown
        assert not any(sign in text for text in shown.values() for sign in "[]_"), name
        labels = [label for row in page.layout.figures.rows for label in row if label.isVisible()]
        assert labels
        for label in labels:
            assert label.height() >= label.heightForWidth(label.width()), label.text()
    assert shown["against p"].splitlines()[1] == "2 – sqrt: 1 · log2 plus 1: 2 · all: 2"
