"""Forms: numbers kept exactly, arrows that lead somewhere, symbols as plain text."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import (
    QApplication,
    QMainWindow,
    QSizePolicy,
    QStyle,
    QStyleOptionFrame,
    QVBoxLayout,
    QWidget,
)

from ensemble_viz.document.look import SCALES
from ensemble_viz.engine import methods
from ensemble_viz.engine.data import Refusal
from ensemble_viz.engine.data.samples import SAMPLES
from ensemble_viz.engine.ensembles.member import MEMBERS
from ensemble_viz.engine.settings import Field, Params, Setting
from ensemble_viz.scene.palette import PALETTES
from ensemble_viz.ui.form.list_field import ListField
from ensemble_viz.ui.form.number_field import NumberField, NumberOrWordField
from ensemble_viz.ui.form.row import ChoiceField, SettingRow, SwitchField, field_for, plain_symbol
from ensemble_viz.ui.form.span import span_of, span_of_option, written
from ensemble_viz.ui.look.style import Theme, dress
from tests.ui.windows import is_marked

SETTINGS = [
    pytest.param(field, id=f"{method.name}-{field.name}")
    for method in methods.methods().values()
    for field in method.params.fields()
]


def is_number(field: Field) -> bool:
    return not field.choices and field.kind in (int, float)


NUMBERS = [case for case in SETTINGS if is_number(case.values[0])]
OPTIONS = [
    pytest.param(option, id=f"{sample.name}-{option.name}")
    for sample in SAMPLES.values()
    for option in sample.options
    if option.type is not str
]


@dataclass(frozen=True)
class Everything(Params):
    """One setting of every kind."""

    count: Annotated[int, Setting("count", "How many there are of them.", "n", low=1)] = 3
    share: Annotated[float, Setting("share", "How much of them all.", low=0.0, high=1.0)] = 0.5
    rate: Annotated[float, Setting("rate", "How fast it goes.", r"\nu", low=0.0, above=True)] = 0.1
    depth: Annotated[int | None, Setting("depth", "How deep it may go.", low=1)] = None
    kind: Annotated[Literal["one-way", "other"], Setting("kind", "Which way it goes.")] = "one-way"
    size: Annotated[Literal[1, 2], Setting("size", "One of two sizes.")] = 1
    maybe: Annotated[Literal["a", "b"] | None, Setting("maybe", "One, or none at all.")] = None
    flag: Annotated[bool, Setting("flag", "Yes or no it is.")] = True
    start: Annotated[
        float | Literal["mean", "median"], Setting("start", "Where it all begins.", "F_0")
    ] = 0.5
    end: Annotated[int | Literal["open"], Setting("end", "Where it ends.", low=2)] = "open"
    who: Annotated[tuple[str, ...] | None, Setting("who", "Who they are.", items=MEMBERS)] = None


FIELDS = {field.name: field for field in Everything.fields()}


@pytest.fixture
def window(qtbot):
    made = QMainWindow()
    qtbot.addWidget(made)
    middle = QWidget()
    QVBoxLayout(middle)
    made.setCentralWidget(middle)
    made.show()
    made.activateWindow()
    return made


def put(window, widget):
    window.centralWidget().layout().addWidget(widget)
    widget.show()
    QApplication.processEvents()
    return widget


def number(window, name, value):
    field = put(window, NumberField(name, span_of(FIELDS[name])))
    field.show_value(value)
    return field


def wanted(spy):
    return [spy.at(k)[0] for k in range(spy.count())]


# --- numbers ------------------------------------------------------------------------------------


@given(st.floats(min_value=0.0, max_value=1e12, exclude_min=True))
def test_reading_what_is_written_gives_the_very_same_number(value):
    assert span_of(FIELDS["rate"]).parse(written(value)) == value


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1.0, "1.00"), (0.1, "0.10"), (0.125, "0.125"), (0.1 + 0.2, "0.30000000000000004"),
        (1e-7, "0.0000001"), (1e-30, "1e-30"), (50, "50"), (None, "no limit"), (12.5, "12.50"),
    ],
)  # fmt: skip
def test_a_number_is_written_with_two_decimals_or_as_many_as_it_has(value, text):
    assert written(value) == text


def test_a_decimal_comma_and_a_true_minus_are_read():
    assert span_of(FIELDS["rate"]).parse(" 0,25 ") == 0.25
    with pytest.raises(Refusal, match=r"^Share takes a number from 0 to 1$"):
        span_of(FIELDS["share"]).parse("−1")


@pytest.mark.parametrize("field", NUMBERS)
def test_arrows_stay_in_the_range_and_find_their_end(field):
    span = span_of(field)
    for up in (True, False):
        value, seen = field.default, []
        for _ in range(400):
            after = span.after(value, up)
            assert field.check(after) == after
            if after == value:
                break
            if value is not None and after is not None:
                assert (after > value) == up
            seen.append(after)
            value = after
        if not up and field.optional:
            assert value is None  # the way to "no limit"


@pytest.mark.parametrize("option", OPTIONS)
def test_arrows_of_a_sample_s_option_stay_in_its_range(option):
    span = span_of_option(option)
    for up in (True, False):
        value = option.default
        for _ in range(60):
            value = span.after(value, up)
            assert option.check(value) == value
        end = option.high if up else option.low
        assert value == end or abs(value - end) < abs(option.default - end)


def test_arrows_add_no_rounding():
    span, value = span_of(FIELDS["share"]), 0.0
    for k in range(1, 21):
        value = span.after(value, True)
        assert value == float(Decimal(5 * k) / 100)


def test_a_rate_goes_through_one_two_five():
    span, value, seen = span_of(FIELDS["rate"]), 0.03, []
    for _ in range(5):
        value = span.after(value, True)
        seen.append(value)
    assert seen == [0.05, 0.1, 0.2, 0.5, 1.0]


# --- the field ----------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [0.1, 1 / 3, 0.30000000000000004, 1e-7, 1.0])
def test_a_visit_without_a_change_asks_for_nothing(window, qtbot, value):
    field = number(window, "rate", value)
    spy = QSignalSpy(field.entered)
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_Return)
    field.setFocus()
    field.clearFocus()
    assert spy.count() == 0
    assert field.value == value


@pytest.fixture
def dressed():
    """Dress the program in a size of type."""
    yield lambda scale: dress(Theme(PALETTES["light"], scale))
    dress(Theme(PALETTES["light"]))


def room_for_text(field):
    """Measure what a field shows of its text, as Qt paints it: 2 pixels at each side are free."""
    line, option = field.lineEdit(), QStyleOptionFrame()
    line.initStyleOption(option)
    inside = line.style().subElementRect(QStyle.SubElement.SE_LineEditContents, option, line)
    return inside.width() - line.textMargins().left() - 4


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("brief", [False, True])
@pytest.mark.parametrize(
    ("setting", "value"),
    [
        (("adaboost", "rounds"), 10_000),
        (("random-forest", "min_samples_leaf"), 1_000_000),
        (("random-forest", "max_depth"), None),
        (("gradient-boosting", "learning_rate"), 0.0000123456),
    ],
)
def test_a_field_has_room_for_its_longest_number(window, dressed, setting, value, brief, scale):
    dressed(scale)
    window.resize(600, 200)
    method, name = setting
    declared = {one.name: one for one in methods.method(method).params.fields()}[name]
    field = put(window, field_for(declared, brief))
    field.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
    field.show_value(1)
    usual = field.sizeHint().width()
    field.show_value(value)
    for _ in range(2):  # without the focus, then with it
        QApplication.processEvents()
        needed = field.lineEdit().fontMetrics().horizontalAdvance(written(value))
        assert room_for_text(field) > needed
        field.setFocus()
    if not isinstance(value, float):
        assert field.sizeHint().width() == usual  # nothing beside it jumps


def test_enter_asks_for_what_was_typed_and_gives_the_keys_back(window, qtbot):
    field = number(window, "rate", 0.1)
    spy, done = QSignalSpy(field.entered), QSignalSpy(field.editingFinished)
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "0,25")
    assert spy.count() == 0  # not while it is typed
    qtbot.keyClick(field, Qt.Key.Key_Enter)
    assert wanted(spy) == [0.25]
    assert done.count() >= 1
    assert not field.hasFocus()


def test_escape_brings_the_number_back_and_gives_the_keys_back(window, qtbot):
    field = number(window, "rate", 0.1)
    spy = QSignalSpy(field.entered)
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "7")
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert field.lineEdit().text() == "0.10"
    assert spy.count() == 0
    assert not field.hasFocus()


def test_what_was_typed_counts_when_one_goes_elsewhere(window, qtbot):
    field, other = number(window, "count", 3), number(window, "rate", 0.1)
    spy = QSignalSpy(field.entered)
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "12")
    other.setFocus()
    assert wanted(spy) == [12]


@pytest.mark.parametrize("text", ["", "abc", "0", "1e999", "nan", "2.5"])
def test_what_is_no_value_is_refused_in_words_and_the_number_comes_back(window, qtbot, text):
    field = number(window, "count", 3)
    spy, wrong = QSignalSpy(field.entered), QSignalSpy(field.wrong)
    field.setFocus()
    field.selectAll()
    qtbot.keyClick(field, Qt.Key.Key_Delete)
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert spy.count() == 0
    assert wanted(wrong) == ["Count takes a whole number from 1 on"]
    assert field.lineEdit().text() == "3"


def test_no_limit_can_be_typed_left_empty_or_reached_by_the_arrow(window, qtbot):
    field = number(window, "depth", 4)
    spy = QSignalSpy(field.entered)
    for text in ("none", "no limit", ""):
        field.show_value(4)
        field.setFocus()
        field.selectAll()
        qtbot.keyClick(field, Qt.Key.Key_Delete)
        qtbot.keyClicks(field, text)
        qtbot.keyClick(field, Qt.Key.Key_Return)
    field.show_value(1)
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_Down)
    assert wanted(spy) == [None] * 4
    field.show_value(None)
    assert field.lineEdit().text() == "no limit"
    qtbot.keyClick(field, Qt.Key.Key_Up)
    assert wanted(spy)[-1] == 1


def arrow(field, up):
    from PySide6.QtWidgets import QStyle, QStyleOptionSpinBox

    option = QStyleOptionSpinBox()
    field.initStyleOption(option)
    part = QStyle.SubControl.SC_SpinBoxUp if up else QStyle.SubControl.SC_SpinBoxDown
    kind = QStyle.ComplexControl.CC_SpinBox
    return field.style().subControlRect(kind, option, part, field).center()


def test_a_click_on_an_arrow_asks_for_the_next_number_and_keeps_no_keys(window, qtbot):
    field = number(window, "count", 3)
    spy = QSignalSpy(field.entered)
    for up in (True, False):
        qtbot.mouseClick(field, Qt.MouseButton.LeftButton, pos=arrow(field, up))
    assert wanted(spy) == [4, 2]
    assert not field.hasFocus()


def test_one_visit_is_one_stroke_and_two_are_two(window, qtbot):
    field = number(window, "count", 3)
    strokes = []
    field.setFocus()
    for _ in range(2):
        qtbot.keyClick(field, Qt.Key.Key_Up)
        strokes.append(field.stroke)
    field.clearFocus()
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_Up)
    strokes.append(field.stroke)
    assert strokes[0] is strokes[1]
    assert strokes[1] is not strokes[2]


def test_an_arrow_that_leads_nowhere_is_off(window):
    flags = NumberField.StepEnabledFlag
    assert number(window, "share", 1.0).stepEnabled() == flags.StepDownEnabled
    assert number(window, "share", 0.0).stepEnabled() == flags.StepUpEnabled
    both = flags.StepUpEnabled | flags.StepDownEnabled
    assert number(window, "depth", 1).stepEnabled() == both
    assert number(window, "depth", None).stepEnabled() == flags.StepUpEnabled


def test_the_wheel_turns_a_number_only_in_hand(window):
    field = number(window, "count", 3)
    spy = QSignalSpy(field.entered)
    place = QPointF(field.rect().center())

    def turn():
        event = QWheelEvent(
            place, QPointF(field.mapToGlobal(place)), QPoint(0, 120), QPoint(0, 120),
            Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase,
            False,
        )  # fmt: skip
        QApplication.sendEvent(field, event)

    turn()
    assert spy.count() == 0
    field.setFocus()
    turn()
    assert wanted(spy) == [4]


@pytest.mark.parametrize(
    ("key", "is_own"),
    [
        (Qt.Key.Key_Escape, True), (Qt.Key.Key_Return, True), (Qt.Key.Key_Up, True),
        (Qt.Key.Key_PageDown, False), (Qt.Key.Key_F1, False),
    ],
)  # fmt: skip
def test_its_own_keys_are_no_shortcuts_and_those_of_the_remote_are(window, key, is_own):
    field = number(window, "count", 3)
    field.setFocus()
    event = QKeyEvent(QKeyEvent.Type.ShortcutOverride, key, Qt.KeyboardModifier.NoModifier)
    event.ignore()
    QApplication.sendEvent(field, event)
    assert event.isAccepted() == is_own


# --- a number or a word -------------------------------------------------------------------------


def worded(window, name, value):
    field = put(window, field_for(FIELDS[name]))
    field.show_value(value)
    return field


def test_a_word_is_typed_or_pressed_and_the_number_before_it_comes_back(window, qtbot):
    field = worded(window, "start", 0.25)
    spy = QSignalSpy(field.entered)
    assert [button.isChecked() for button in field.words.values()] == [False, False]
    qtbot.mouseClick(field.words["median"], Qt.MouseButton.LeftButton)
    assert spy.at(0) == ["median"]
    assert not field.words["median"].isChecked()  # whoever owns it has not agreed yet
    field.show_value("median")
    assert field.number.lineEdit().text() == "median"
    assert [button.isChecked() for button in field.words.values()] == [False, True]
    qtbot.mouseClick(field.words["mean"], Qt.MouseButton.LeftButton)
    assert spy.at(1) == ["mean"]
    qtbot.mouseClick(field.words["median"], Qt.MouseButton.LeftButton)
    assert spy.at(2) == [0.25]
    field.show_value(0.25)
    field.setFocus()
    field.number.selectAll()
    qtbot.keyClicks(field.number, " Mean")
    qtbot.keyClick(field.number, Qt.Key.Key_Return)
    assert spy.at(3) == ["mean"]
    assert field.value == 0.25


def test_a_word_from_the_beginning_gives_way_to_the_lowest_number(window, qtbot):
    field = worded(window, "end", "open")
    spy = QSignalSpy(field.entered)
    assert field.words["open"].isChecked()
    qtbot.mouseClick(field.words["open"], Qt.MouseButton.LeftButton)
    assert spy.at(0) == [2]
    assert field.number.stepEnabled() == field.number.StepEnabledFlag.StepNone


def test_what_is_neither_number_nor_word_is_refused_in_words(window, qtbot):
    field = worded(window, "start", 0.5)
    spy = QSignalSpy(field.wrong)
    field.setFocus()
    field.number.selectAll()
    qtbot.keyClicks(field.number, "mode")
    qtbot.keyClick(field.number, Qt.Key.Key_Return)
    assert spy.at(0) == ["Start takes a number, or mean or median"]
    assert field.number.lineEdit().text() == "0.50"


def test_numbers_and_words_are_named_for_who_does_not_see_them(window):
    row = put(window, SettingRow(FIELDS["start"], Theme(PALETTES["light"]), brief=False))
    assert row.field.number.accessibleName() == "start"
    assert row.field.words["mean"].accessibleName() == "start: mean"
    assert row.field.words["mean"].accessibleDescription() == "Where it all begins."


def test_arrows_go_through_zero_where_there_is_no_lowest_number():
    span, value, seen = span_of(FIELDS["start"]), 0.002, []
    for _ in range(5):
        value = span.after(value, False)
        seen.append(value)
    assert seen == [0.001, 0.0, -0.001, -0.002, -0.005]
    for expected in (-0.002, -0.001, 0.0, 0.001):
        value = span.after(value, True)
        assert value == expected
    assert str(span.after(-0.001, True)) == "0.0"


# --- rows ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FIELDS)
def test_every_kind_of_setting_has_its_field_and_says_what_it_means(window, name):
    field = FIELDS[name]
    row = put(window, SettingRow(field, Theme(PALETTES["light"]), brief=False))
    row.show_value(field.default)
    kind = SwitchField if field.kind is bool else ChoiceField if field.choices else NumberField
    kind = ListField if field.setting.items else NumberOrWordField if field.words else kind
    assert type(row.field) is kind
    assert row.field.value == field.default
    assert field.setting.help in row.toolTip()
    assert row.hint.text() == field.setting.help
    assert field.setting.label in row.label.text()
    assert not is_marked(row)
    assert row.reset.isHidden()


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("count", 4), ("share", 0.25), ("rate", 0.2), ("depth", 5), ("kind", "other"), ("size", 2),
        ("maybe", "b"), ("flag", False), ("start", "median"), ("start", -1.5), ("end", 3),
        ("who", ("stump",)),
    ],
)  # fmt: skip
def test_what_differs_from_the_default_is_marked_and_can_be_put_back(window, qtbot, name, other):
    row = put(window, SettingRow(FIELDS[name], Theme(PALETTES["light"]), brief=False))
    spy = QSignalSpy(row.entered)
    row.show_value(other)
    assert row.field.value == other
    assert is_marked(row)
    qtbot.mouseClick(row.reset, Qt.MouseButton.LeftButton)
    assert spy.at(0)[:2] == [name, FIELDS[name].default]
    row.show_value(FIELDS[name].default)
    assert not is_marked(row)


def test_a_switch_asks_for_the_other_side(window, qtbot):
    row = put(window, SettingRow(FIELDS["flag"], Theme(PALETTES["light"]), brief=False))
    row.show_value(True)
    spy = QSignalSpy(row.entered)
    qtbot.mouseClick(row.field, Qt.MouseButton.LeftButton)
    assert spy.at(0)[:2] == ["flag", False]


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"\nu", "ν"), (r"\alpha", "α"), (r"n_{\min}", "nₘᵢₙ"), (r"\Delta_{\min}", "Δₘᵢₙ"),
        ("F_0", "F₀"), ("T", "T"), (r"\lambda_1", "λ₁"), ("", ""),
    ],
)  # fmt: skip
def test_symbols_are_written_as_plain_text(latex, text):
    assert plain_symbol(latex) == text


@pytest.mark.parametrize("field", SETTINGS)
def test_every_symbol_is_written_without_a_rest_of_latex(field):
    assert not set(plain_symbol(field.setting.symbol)) & set("\\{}_^")


# --- lists --------------------------------------------------------------------------------------


@pytest.fixture
def members(window):
    field = next(one for one in methods.method("voting").params.fields() if one.name == "members")
    shown = put(window, field_for(field))
    shown.show_value(None)
    return shown


def asked_for(field, qtbot, text, key=Qt.Key.Key_Return):
    """Type a list, and hear what is asked for and what is refused."""
    entered, wrong = [], []
    field.entered.connect(entered.append)
    field.wrong.connect(wrong.append)
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, key)
    field.entered.disconnect()
    field.wrong.disconnect()
    return entered, wrong


def test_a_list_is_written_as_on_the_command_line(members, qtbot):
    assert (members.text(), members.placeholderText()) == ("", "the usual")
    entered, wrong = asked_for(members, qtbot, " stump,knn( k = 3 ) ")
    assert (entered, wrong) == ([("stump", "knn(k=3)")], [])
    assert members.text() == ""  # its owner has not shown another one
    members.show_value(entered[0])
    assert members.text() == "stump, knn(k=3)"
    assert not members.hasFocus()


def test_what_is_no_list_is_said_and_taken_back(members, qtbot):
    members.show_value(("stump",))
    entered, (why,) = asked_for(members, qtbot, "stump, tre")
    assert entered == []
    assert "did you mean tree?" in why
    assert members.text() == "stump"


def test_an_empty_list_is_the_usual_one(members, qtbot):
    members.show_value(("stump",))
    members.setFocus()
    members.clear()
    heard = []
    members.entered.connect(heard.append)
    qtbot.keyClick(members, Qt.Key.Key_Return)
    assert heard == [None]


def test_escape_leaves_a_list_as_it_was(members, qtbot):
    members.show_value(("stump",))
    assert asked_for(members, qtbot, "knn", Qt.Key.Key_Escape) == ([], [])
    assert members.text() == "stump"
