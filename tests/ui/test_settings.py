"""The form of settings: every control changes the document, undo brings both back."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QApplication

from ensemble_viz.document import edits
from ensemble_viz.document.document import Change, Document, Setup, first_setup
from ensemble_viz.engine import methods
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.engine.runs import LARGEST_SEED
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.form.number_field import NumberField
from ensemble_viz.ui.form.row import ChoiceField, in_plain_words
from ensemble_viz.ui.form.span import span_of, written
from ensemble_viz.ui.panels.settings import NO_CHANCE, SettingsPanel, as_taught
from ensemble_viz.ui.session import Session
from tests.ui.windows import is_marked, settle

METHODS = [method.name for method in as_taught()]
EVERY = [
    pytest.param(name, field, id=f"{name}-{field.name}")
    for name, method in methods.methods().items()
    for field in method.params.fields()
]


@pytest.fixture
def make(qtbot):
    """Make a panel that follows a session, as the window lets it."""
    made = []

    def make_one(method="adaboost", name="moons", inline=None, hints=False):
        session = Session(Document(sample(name), (first_setup(method),), "Points"))
        panel = SettingsPanel(Desk(session), inline, hints)
        session.changed.connect(panel.refresh)
        panel.refresh(session.scene, Change.ALL)
        qtbot.addWidget(panel)
        panel.show()
        panel.activateWindow()
        made.append(session)
        return panel

    yield make_one
    for session in made:
        qtbot.waitUntil(lambda session=session: not session.is_learning)


def params(panel, k=0):
    return panel.desk.session.document.setups[k].params


def type_into(qtbot, field, text):
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)


def another(field):
    """Find a value that is not the default."""
    if field.setting.items:
        return field.parse(field.setting.items.example)
    if field.kind is bool:
        return not field.default
    if field.choices:
        return next(choice for choice in field.choices if choice != field.default)
    span = span_of(field)
    up = span.after(field.default, True)
    return up if up != field.default else span.after(field.default, False)


def take(qtbot, row, field, value):
    """Give a control another value by keys."""
    if field.choices:
        control = row.field
        control.setFocus()
        steps = field.choices.index(value) - control.currentIndex()
        qtbot.keyClick(control, Qt.Key.Key_Down if steps > 0 else Qt.Key.Key_Up)
        assert abs(steps) == 1
    elif field.kind is bool:
        qtbot.mouseClick(row.field, Qt.MouseButton.LeftButton)
    elif field.setting.items:
        type_into(qtbot, row.field, field.text(value))
    else:
        type_into(qtbot, row.field.number if field.words else row.field, written(value))


@pytest.mark.parametrize(("name", "field"), EVERY)
def test_every_setting_is_changed_by_its_control_and_brought_back_by_undo(make, qtbot, name, field):
    of_values = field.name in ("init", "base_score", "loss")  # classes have few of them
    panel = make(name, "sine" if of_values else "moons")
    before, value = panel.desk.session.document, another(field)
    row = panel.rows[field.name]
    assert not is_marked(row)
    take(qtbot, row, field, value)
    assert params(panel) == before.setups[0].params.changed(field.name, value)
    assert getattr(params(panel), field.name) == value
    assert row.field.value == value
    assert is_marked(row)
    assert panel.desk.session.undo.undo_text == f"Change {field.setting.label}"
    panel.desk.session.undo.undo()
    assert panel.desk.session.document is before
    assert row.field.value == field.default
    assert not is_marked(row)
    panel.desk.session.undo.redo()
    assert row.field.value == value


@pytest.mark.parametrize("name", METHODS)
def test_showing_a_form_writes_nothing_back(make, qtbot, name):
    panel = make(name)
    before = panel.desk.session.document
    for row in panel.rows.values():
        if isinstance(row.field, NumberField):
            row.field.setFocus()
            qtbot.keyClick(row.field, Qt.Key.Key_Return)
    panel.refresh(panel.desk.session.scene, Change.ALL)
    assert panel.desk.session.document is before
    assert not panel.desk.session.undo.can_undo


@pytest.mark.parametrize("value", [0.1, 1 / 3, 0.12345678901234567, 1e-5])
def test_a_value_is_not_rounded_by_being_shown(make, qtbot, value):
    panel = make("gradient-boosting")
    panel.desk.session.edit("Rate", edits.change_setting, 0, "learning_rate", value)
    field = panel.rows["learning_rate"].field
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert params(panel).learning_rate == value
    panel.desk.session.undo.undo()
    assert params(panel).learning_rate == 0.1


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize("hints", [False, True])
def test_the_form_says_what_the_declaration_says(make, name, hints):
    panel = make(name, hints=hints)
    declared = methods.method(name).params.fields()
    assert list(panel.rows) == [field.name for field in declared]
    for field in declared:
        row = panel.rows[field.name]
        assert field.setting.label in row.label.text()
        assert field.setting.help in row.toolTip()
        assert row.hint.isHidden() != hints
        assert row.hint.text() == field.setting.help
    assert panel.summary.text() == methods.method(name).summary


@pytest.mark.parametrize("name", METHODS)
def test_the_header_has_the_first_settings_of_the_declaration(make, name):
    panel = make(name, inline=3)
    declared = methods.method(name).params.fields()[:3]
    assert list(panel.rows) == [field.name for field in declared]
    wide = panel.width_with(3)
    assert wide > panel.width_with(2) > panel.width_with(0)
    panel.show_first(1)
    assert [row.isVisible() for row in panel.rows.values()] == [True, False, False]


def test_a_start_that_is_a_word_is_chosen_by_its_button(make, qtbot):
    panel = make("xgboost")
    row, before = panel.rows["base_score"], panel.desk.session.document
    button = row.field.words["mean"]
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert params(panel).base_score == "mean"
    assert (row.field.value, button.isChecked(), is_marked(row)) == ("mean", True, True)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert params(panel).base_score == 0.5
    assert (row.field.value, button.isChecked(), is_marked(row)) == (0.5, False, False)
    panel.desk.session.undo.undo()
    assert (row.field.value, button.isChecked()) == ("mean", True)
    panel.desk.session.undo.undo()
    assert panel.desk.session.document is before


def test_a_start_that_two_classes_cannot_have_is_refused_at_its_field(make, qtbot):
    panel = make("xgboost")
    row = panel.rows["base_score"]
    type_into(qtbot, row.field.number, "2")
    assert params(panel).base_score == 0.5
    assert row.field.value == 0.5
    assert "above 0 and below 1" in row.refusal.text()


# --- arrows, choices, strokes -------------------------------------------------------------------


def test_an_arrow_held_down_is_one_undo(make, qtbot):
    panel = make()
    field = panel.rows["rounds"].field
    field.setFocus()
    for _ in range(5):
        qtbot.keyClick(field, Qt.Key.Key_Up)
    assert params(panel).rounds == 55
    panel.desk.session.undo.undo()
    assert params(panel).rounds == 50
    assert field.lineEdit().text() == "50"


def test_a_choice_is_taken_by_the_mouse_and_gives_the_keys_back(make, qtbot):
    panel = make()
    choice = panel.rows["criterion"].field
    assert isinstance(choice, ChoiceField)
    choice.showPopup()
    view = choice.view()
    place = view.visualRect(choice.model().index(1, 0)).center()
    qtbot.mouseMove(view.viewport(), place)
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.waitUntil(lambda: params(panel).criterion == "gini")
    assert not choice.hasFocus()


def test_words_of_choices_are_words(make):
    panel = make("gradient-boosting")
    assert panel.rows["leaf"].field.currentText() == "line search"
    assert in_plain_words("cost-complexity") == "cost complexity"


# --- refusals -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "said_"), [("0", "from 1 to 10000"), ("many", "whole number")])
def test_a_value_out_of_range_is_refused_at_its_field(make, qtbot, text, said_):
    panel = make()
    before, row = panel.desk.session.document, panel.rows["rounds"]
    type_into(qtbot, row.field, text)
    assert panel.desk.session.document is before
    assert row.refusal.isVisible()
    assert said_ in row.refusal.text()
    assert "rounds=" not in row.refusal.text()
    assert row.field.lineEdit().text() == "50"
    type_into(qtbot, row.field, "12")
    assert not row.refusal.isVisible()
    assert params(panel).rounds == 12


def test_settings_that_contradict_the_points_are_refused_at_the_field_and_go_back(make, qtbot):
    panel = make("tree", "sine")
    before, row = panel.desk.session.document, panel.rows["prune"]
    spy = QSignalSpy(panel.desk.session.refused)
    row.field.setFocus()
    qtbot.keyClick(row.field, Qt.Key.Key_Down)
    assert params(panel).prune == "cost-complexity"
    row.field.setFocus()
    qtbot.keyClick(row.field, Qt.Key.Key_Down)
    assert spy.count() == 1
    assert params(panel).prune == "cost-complexity"
    assert row.field.value == "cost-complexity"
    assert "test points" in row.refusal.text()
    assert row.refusal.isVisible()
    panel.desk.session.undo.undo()
    assert panel.desk.session.document is before
    assert not row.refusal.isVisible()


# --- defaults -----------------------------------------------------------------------------------


def test_one_setting_or_all_of_them_go_back_to_the_default(make, qtbot):
    panel = make()
    assert not panel.reset_all.isVisible()
    for name, value in (("rounds", 20), ("max_depth", 3), ("learning_rate", 0.5)):
        panel.desk.session.edit(name, edits.change_setting, 0, name, value)
    assert [name for name, row in panel.rows.items() if is_marked(row)] == [
        "rounds", "max_depth", "learning_rate",
    ]  # fmt: skip
    qtbot.mouseClick(panel.rows["max_depth"].reset, Qt.MouseButton.LeftButton)
    assert params(panel).max_depth == 1
    assert not is_marked(panel.rows["max_depth"])
    before = panel.desk.session.document
    qtbot.mouseClick(panel.reset_all, Qt.MouseButton.LeftButton)
    assert params(panel) == type(params(panel))()
    assert not panel.reset_all.isVisible()
    panel.desk.session.undo.undo()
    assert panel.desk.session.document is before
    assert panel.rows["rounds"].field.value == 20


# --- methods ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", METHODS)
def test_a_method_is_chosen_and_its_form_appears(make, name):
    start = "bagging" if name == "adaboost" else "adaboost"
    panel = make(start)
    panel.choice.setCurrentIndex(METHODS.index(name))
    panel.choice.activated.emit(METHODS.index(name))
    assert panel.desk.session.document.setups[0].method == name
    assert panel.declared is methods.method(name).params
    assert list(panel.rows) == [field.name for field in methods.method(name).params.fields()]
    panel.desk.session.undo.undo()
    assert panel.desk.session.document.setups[0].method == start
    assert panel.choice.currentText() == methods.method(start).title
    assert panel.declared is methods.method(start).params


@pytest.mark.parametrize("name", ["moons", "blobs", "sine"])
def test_methods_that_cannot_take_the_points_are_greyed_out_and_say_why(make, name):
    panel = make("random-forest", name)
    data = panel.desk.session.document.data
    for k, method in enumerate(as_taught()):
        item = panel.choice.model().item(k)
        able = data.task in method.tasks and data.n_classes <= method.most_classes
        assert item.isEnabled() == able
        assert item.text() == method.title
        expected = method.summary if able else method.title
        assert expected in item.toolTip()


def test_methods_stand_in_the_order_of_a_lecture(make):
    panel = make("adaboost")
    shown = [panel.choice.itemText(k) for k in range(panel.choice.count())]
    assert sorted(shown) == sorted(method.title for method in methods.methods().values())
    stories = [methods.method(name).story for name in panel.choice.names]
    assert list(dict.fromkeys(stories)) == [
        "splits", "bags", "weights", "gradients", "second-order", "votes", "folds",
    ]  # fmt: skip
    assert shown[:2] == ["Decision tree", "Bagging"]
    assert shown.index("AdaBoost") < shown.index("Gradient boosting") < shown.index("XGBoost")


def test_other_points_bring_their_method_and_its_form(make):
    panel = make("adaboost")
    panel.desk.session.edit("Sine", edits.choose_data, sample("sine"), "Sine")
    assert panel.choice.currentText() == "Gradient boosting"
    assert "leaf" in panel.rows
    assert not panel.choice.model().item(METHODS.index("adaboost")).isEnabled()


def test_settings_of_a_method_come_back_with_it(make, qtbot):
    panel = make("adaboost")
    type_into(qtbot, panel.rows["rounds"].field, "7")
    for name in ("bagging", "adaboost"):
        panel.choice.activated.emit(METHODS.index(name))
    assert panel.rows["rounds"].field.value == 7


# --- chance -------------------------------------------------------------------------------------


def test_a_seed_is_shown_only_where_there_is_chance(make):
    panel = make("adaboost")
    assert not panel.seed.isVisible()
    assert panel.no_chance.text() == NO_CHANCE
    assert panel.no_chance.isVisible()
    panel.desk.session.edit("Forest", edits.choose_method, 0, "random-forest")
    assert panel.seed.isVisible()
    assert not panel.no_chance.isVisible()


def test_a_subsample_brings_the_seed(make, qtbot):
    panel = make("gradient-boosting")
    assert not panel.seed.isVisible()
    type_into(qtbot, panel.rows["subsample"].field, "0.5")
    assert panel.seed.isVisible()


def test_the_dice_draws_otherwise_and_undo_draws_as_before(make, qtbot):
    panel = make("random-forest")
    first = panel.desk.session.run.round(1).in_bag
    qtbot.mouseClick(panel.seed.dice, Qt.MouseButton.LeftButton)
    assert panel.desk.session.document.setups[0].seed == 1
    assert panel.seed.field.value == 1
    assert (panel.desk.session.run.round(1).in_bag != first).any()
    panel.desk.session.undo.undo()
    assert panel.seed.field.value == 0
    assert (panel.desk.session.run.round(1).in_bag == first).all()


@pytest.mark.parametrize("seed", [2**40, LARGEST_SEED])
def test_a_seed_beyond_32_bits_is_typed_and_kept(make, qtbot, seed):
    panel = make("random-forest")
    type_into(qtbot, panel.seed.field, str(seed))
    assert panel.desk.session.document.setups[0].seed == seed
    assert panel.seed.field.value == seed
    type_into(qtbot, panel.seed.field, str(LARGEST_SEED + 1))
    assert panel.desk.session.document.setups[0].seed == seed
    assert panel.seed.refusal.isVisible()


def test_behind_the_largest_seed_comes_the_first(make, qtbot):
    panel = make("random-forest")
    type_into(qtbot, panel.seed.field, str(LARGEST_SEED))
    qtbot.mouseClick(panel.seed.dice, Qt.MouseButton.LeftButton)
    assert panel.desk.session.document.setups[0].seed == 0


# --- setups, looks ------------------------------------------------------------------------------


def test_the_form_is_that_of_the_setup_in_front(make, qtbot):
    panel = make("adaboost")
    forest = Setup("random-forest", methods.method("random-forest").params(rounds=9))
    panel.desk.session.edit("Compare", edits.add_setup, forest)
    panel.desk.session.look(setup=1)
    assert panel.choice.currentText() == "Random forest"
    assert panel.rows["rounds"].field.value == 9
    type_into(qtbot, panel.rows["rounds"].field, "11")
    assert params(panel, 1).rounds == 11
    assert params(panel, 0).rounds == 50


def test_another_look_keeps_the_values(make):
    panel = make("adaboost")
    panel.desk.session.edit("Rounds", edits.change_setting, 0, "rounds", 20)
    panel.desk.session.look(palette="dark")
    QApplication.processEvents()
    assert panel.rows["rounds"].field.value == 20
    assert is_marked(panel.rows["rounds"])


@pytest.mark.parametrize("width", [1280, 1920])
@pytest.mark.parametrize("method", METHODS)
def test_no_field_and_no_word_of_the_form_is_cut(open_window, method, width):
    window = open_window("moons:n=20", method, size=(width, 1056))
    if width < 1600:
        window.named["settings"].trigger()
    settle()
    form = window.parts.form
    for name, row in form.rows.items():
        if row.isVisible():
            assert row.field.height() >= row.field.minimumSizeHint().height(), name
            for part in (row.field, row.label):
                assert row.rect().contains(part.geometry()), name
            assert row.label.height() >= row.label.heightForWidth(row.label.width()), name
            assert form.fields.rect().contains(row.geometry()), name
    assert form.rect().contains(form.fields.geometry())
    assert form.summary.height() >= form.summary.heightForWidth(form.summary.width())


@pytest.mark.parametrize(
    ("method", "changed", "asked"),
    [
        ("gradient-boosting", ("loss", "huber"), {"huber_quantile", "huber_delta"}),
        ("xgboost", ("tree_method", "hist"), {"max_bin"}),
    ],
)
def test_a_setting_is_shown_where_it_matters_only(make, method, changed, asked):
    panel = make(method, name="sine")

    def hidden():
        return {name for name, row in panel.rows.items() if row.isHidden()}

    assert hidden() == asked
    panel.desk.session.edit("Change", edits.change_setting, 0, *changed)
    assert hidden() == set()


def test_the_usual_loss_is_called_by_its_name(make):
    panel = make("gradient-boosting")
    field = panel.rows["loss"].field
    assert field.itemText(0) == "squared / log-loss"
    assert "default" not in [field.itemText(k) for k in range(field.count())]
