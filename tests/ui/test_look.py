"""The common look: colours that can be read, icons that are drawn, widgets that give keys back."""

import re
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QImage, QWheelEvent
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QApplication, QMainWindow, QPushButton, QVBoxLayout, QWidget

from ensemble_viz.document.look import SCALES
from ensemble_viz.scene.palette import PALETTES
from ensemble_viz.ui.form.number_field import NumberField
from ensemble_viz.ui.form.span import Span
from ensemble_viz.ui.look import rules
from ensemble_viz.ui.look.icons import APP_ICON, LINES, app_icon, icon, pixmap
from ensemble_viz.ui.look.popup import Popup
from ensemble_viz.ui.look.style import MARKS, Theme, dress, faint, mixed, qt_palette, style_sheet
from ensemble_viz.ui.look.widgets import CheckBox, ComboBox, IconButton, KeyCap, Switch, words
from tests.ui.reading import painted, together

THEMES = [Theme(palette) for palette in PALETTES.values()]
pytestmark = pytest.mark.usefixtures("qapp")
PRINTED = ("paper", "grey")  # no window is dressed in these
by_palette = pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.palette.name)


@pytest.fixture
def dressed():
    dress(THEMES[0])
    yield THEMES[0]
    dress(THEMES[0])


def luminance(colour):
    """Measure a colour as WCAG 2 does."""
    parts = np.array([QColor(colour).redF(), QColor(colour).greenF(), QColor(colour).blueF()])
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return float(linear @ [0.2126, 0.7152, 0.0722])


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def pixels(image):
    """Read an image as rows of RGBA."""
    image = image.convertToFormat(QImage.Format.Format_RGBA8888)
    flat = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1)
    return flat[:, : 4 * image.width()].reshape(image.height(), image.width(), 4).astype(int)


# --- colours ------------------------------------------------------------------------------------


@by_palette
@pytest.mark.parametrize("ground", ["panel", "card", "field", "canvas"])
@pytest.mark.parametrize("ink", ["ink", "ink2", "ink3"])
def test_every_ink_can_be_read_on_every_ground(theme, ink, ground):
    assert contrast(theme.colour(ink), theme.colour(ground)) >= 4.5


@by_palette
def test_words_can_be_read_on_the_accent_and_on_what_is_chosen(theme):
    assert contrast(theme.colour("on_accent"), theme.colour("accent")) >= 4.5
    chosen = mixed(theme, "panel", "ink", rules.CHOSEN)
    assert contrast(theme.colour("ink"), chosen) >= 4.5
    assert contrast(theme.colour("ink2"), chosen) >= 4.5


@by_palette
def test_what_is_disabled_is_fainter_than_any_ink(theme):
    panel = theme.colour("panel")
    assert 1.5 < contrast(faint(theme), panel) < contrast(theme.colour("ink3"), panel)


def test_a_half_of_one_colour_lies_between_both():
    light = Theme(PALETTES["light"])
    assert mixed(light, "panel", "panel", 0.5) == light.colour("panel")
    assert mixed(light, "panel", "ink", 1.0).name() == light.colour("ink").name()
    half = mixed(light, "panel", "ink", 0.5)
    assert half.red() == round((0xFF + 0x14) / 2)


# --- the sheet ----------------------------------------------------------------------------------


@by_palette
@pytest.mark.parametrize("scale", SCALES)
def test_the_sheet_has_no_blank_left_and_only_the_theme_s_colours(theme, scale):
    sheet = style_sheet(Theme(theme.palette, scale))
    assert "@" not in sheet
    assert "~" not in sheet
    used = set(re.findall(r"#[0-9a-fA-F]{6}", sheet))
    shares = [("panel", "ink", rules.HOVERED), ("panel", "ink", rules.CHOSEN)]
    shares += [("accent", "ink", 0.25), ("accent", "ink", 0.12)]
    ours = {mixed(theme, *share).name() for share in shares} | {faint(theme).name()}
    names = [name for name in type(theme.palette).__slots__ if name not in ("name", "classes")]
    values = [getattr(theme.palette, name) for name in names]
    ours |= {value.lower() for value in values if isinstance(value, str)}
    assert used <= ours


@pytest.mark.parametrize("theme", [one for one in THEMES if one.palette.name not in PRINTED])
def test_every_mark_of_the_sheet_is_there_in_the_theme_s_ink(theme):
    paths = re.findall(r'url\("([^"]+)"\)', style_sheet(theme))
    assert len(paths) >= 8
    inks = {theme.palette.ink2, theme.palette.panel, faint(theme).name().upper()}
    for path in paths:
        drawn = Path(path).read_text(encoding="utf-8")
        assert re.search(r'stroke="(#[0-9A-F]{6})"', drawn)[1] in inks
        assert QIcon(path).pixmap(QSize(16, 16)).toImage().pixelColor(0, 0).alpha() == 0
    assert {Path(path).parent for path in paths} == {MARKS.parent / MARKS.name}


def test_lengths_follow_the_scale():
    plain, large = (style_sheet(Theme(PALETTES["light"], scale)) for scale in (1.0, 1.5))
    assert "min-height: 30px" in plain
    assert "min-height: 45px" in large


def test_dressing_twice_changes_nothing(dressed, qapp):
    sheet = qapp.styleSheet()
    dress(dressed)
    assert qapp.styleSheet() is sheet or qapp.styleSheet() == sheet
    dress(Theme(PALETTES["dark"]))
    assert qapp.styleSheet() != sheet
    assert qapp.palette().window().color() == QColor(PALETTES["dark"].panel)
    assert qapp.font().families()[0] == "Inter"


def test_the_palette_tells_own_painting_the_theme_s_colours():
    theme = Theme(PALETTES["dark"])
    palette = qt_palette(theme)
    assert palette.dark().color() == theme.colour("ink2")
    assert palette.mid().color() == theme.colour("border")
    assert palette.accent().color() == theme.colour("accent")


@pytest.mark.usefixtures("dressed")
def test_fields_are_32_high_and_buttons_40(qtbot):
    number, choice, button = NumberField("n", Span(int, 0, 9, int)), ComboBox("c"), QPushButton("b")
    for widget in (number, choice, button):
        qtbot.addWidget(widget)
        widget.show()
    assert number.sizeHint().height() == 32
    assert choice.sizeHint().height() == 32
    assert button.sizeHint().height() == 40


# --- icons --------------------------------------------------------------------------------------


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("name", LINES)
def test_every_icon_is_drawn_in_its_colour_inside_its_square(name, ratio):
    drawn = pixmap(name, "#123456", 24, ratio)
    assert drawn.devicePixelRatio() == ratio
    assert drawn.width() == round(24 * ratio)
    rgba = pixels(drawn.toImage())
    solid = rgba[rgba[..., 3] >= 160]
    assert len(solid) > 5
    assert np.abs(solid[:, :3] - [0x12, 0x34, 0x56]).max() <= 3
    edge = np.concatenate([rgba[0], rgba[-1], rgba[:, 0], rgba[:, -1]])
    assert edge[:, 3].max() < 128  # nothing is cut off


def test_no_two_icons_look_alike():
    drawn = [pixels(pixmap(name, "#000000", 24, 1.0).toImage())[..., 3] for name in LINES]
    for k, one in enumerate(drawn):
        for other in drawn[k + 1 :]:
            assert np.abs(one - other).sum() > 255


@by_palette
def test_an_icon_that_cannot_be_used_is_fainter(theme):
    made = icon("undo", theme)
    able, unable = (
        pixels(made.pixmap(QSize(20, 20), mode).toImage())
        for mode in (QIcon.Mode.Normal, QIcon.Mode.Disabled)
    )
    assert np.array_equal(able[..., 3] > 0, unable[..., 3] > 0)
    assert not np.array_equal(able, unable)


def test_the_program_s_icon_lies_in_the_package_and_shows_both_classes():
    assert APP_ICON.is_file()
    sizes = {size.width() for size in app_icon().availableSizes()}
    assert {16, 32, 256} <= sizes
    rgb = pixels(app_icon().pixmap(256, 256).toImage())[..., :3].reshape(-1, 3)
    for k in (0, 1):
        fill = QColor(PALETTES["light"].classes[k].fill)
        near = np.abs(rgb - [fill.red(), fill.green(), fill.blue()]).max(axis=1) <= 2
        assert near.sum() > 500


def test_the_published_icon_is_the_program_s():
    assets = Path(__file__).resolve().parents[2] / "assets"
    assert (assets / "icon.svg").read_bytes() == APP_ICON.read_bytes()
    published = QImage(str(assets / "icon.png"))
    assert published.size() == QSize(256, 256)


# --- small widgets ------------------------------------------------------------------------------


@pytest.fixture
def window(dressed, qtbot):  # noqa: ARG001
    made = QMainWindow()
    qtbot.addWidget(made)
    made.resize(500, 400)
    made.show()
    qtbot.waitExposed(made)
    made.activateWindow()
    return made


def put(window, widget):
    widget.setParent(window)
    widget.adjustSize()
    widget.show()
    QApplication.processEvents()
    return widget


@pytest.mark.parametrize("kind", [Switch, CheckBox])
def test_a_box_is_ticked_by_click_and_by_enter_and_a_click_takes_no_keys(kind, window, qtbot):
    box = put(window, kind("Small steps"))
    heard = QSignalSpy(box.toggled)
    qtbot.mouseClick(box, Qt.MouseButton.LeftButton)
    assert not box.hasFocus()
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Return)
    qtbot.keyClick(box, Qt.Key.Key_Enter)
    assert [heard.at(k)[0] for k in range(heard.count())] == [True, False, True]


def test_a_switch_looks_different_on_off_and_in_focus(window):
    switch = put(window, Switch("Small steps"))
    shots = []
    for on, focus in ((False, False), (True, False), (True, True)):
        switch.setChecked(on)
        switch.setFocus() if focus else switch.clearFocus()
        QApplication.processEvents()
        shots.append(pixels(switch.grab().toImage()))
    assert (shots[0] != shots[1]).any()
    assert (shots[1] != shots[2]).any()


def test_a_switch_has_room_for_its_words(window):
    short, long = put(window, Switch("a")), put(window, Switch("a" * 20))
    metrics = short.fontMetrics()
    grown = long.sizeHint().width() - short.sizeHint().width()
    assert grown == metrics.size(0, "a" * 20).width() - metrics.size(0, "a").width()


def test_an_icon_button_is_pressed_by_enter_and_shows_its_words_when_there_is_room(window, qtbot):
    button = put(window, IconButton("layers", "Layers", THEMES[0]))
    heard = QSignalSpy(button.clicked)
    narrow = button.sizeHint().width()
    button.show_words(True)
    assert button.sizeHint().width() > narrow + 30
    button.setFocus()
    qtbot.keyClick(button, Qt.Key.Key_Return)
    assert heard.count() == 1
    assert button.accessibleName() == "Layers"


def test_a_key_cap_is_at_least_as_wide_as_high(window):
    for key in ("W", "Ctrl", "→"):
        cap = put(window, KeyCap(key))
        assert cap.sizeHint().width() >= cap.sizeHint().height()
        assert cap.sizeHint().width() > cap.fontMetrics().size(0, key).width()


def test_words_are_plain_text(window):
    assert put(window, words("x < y & <b>z</b>")).textFormat() == Qt.TextFormat.PlainText


def test_a_choice_writes_its_addition_behind_itself(window):
    choice = put(window, ComboBox("sample"))
    choice.addItem("Two moons")
    narrow = choice.sizeHint().width()
    choice.resize(260, 32)
    before = pixels(choice.grab().toImage())
    choice.show_aside("60 points")
    assert choice.sizeHint().width() >= narrow
    after = pixels(choice.grab().toImage())
    text = choice.fontMetrics().horizontalAdvance("Two moons") + 10
    assert (after[:, text + 4 : 220] != before[:, text + 4 : 220]).any()
    assert np.array_equal(after[:, :8], before[:, :8])


def test_a_choice_without_room_ends_in_an_ellipsis(window):
    choice = put(window, ComboBox("loss"))
    choice.addItem("squared / log-loss")
    choice.resize(300, 32)
    assert together(*painted(choice)) == "squared/log-loss"
    choice.resize(110, 32)
    assert together(*painted(choice)).endswith("…")


def test_a_choice_is_not_turned_in_passing(window, qtbot):
    choice = put(window, ComboBox("sample"))
    choice.addItems(["a", "b", "c"])
    place = QPointF(choice.rect().center())
    turn = QWheelEvent(
        place, QPointF(choice.mapToGlobal(place)), QPoint(0, -120), QPoint(0, -120),
        Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase,
        False,
    )  # fmt: skip
    QApplication.sendEvent(choice, turn)
    assert choice.currentIndex() == 0
    choice.setFocus()
    qtbot.keyClick(choice, Qt.Key.Key_Down)
    assert choice.currentIndex() == 1
    assert not choice.hasFocus()  # chosen: the keys are given back


def test_a_popup_opens_below_its_button_and_closes_at_a_click_elsewhere_and_at_escape(
    window, qtbot
):
    button = put(window, IconButton("layers", "Layers", THEMES[0]))
    button.move(430, 4)
    content = Switch("inside")
    popup = Popup(content, button)
    for close in ("elsewhere", "escape", "button"):
        popup.toggle()
        assert popup.isVisible()
        assert popup.parentWidget() is window
        assert popup.y() >= button.geometry().bottom()
        assert window.rect().contains(popup.geometry())
        qtbot.mouseClick(content, Qt.MouseButton.LeftButton)
        assert popup.isVisible()
        if close == "elsewhere":
            qtbot.mouseClick(window, Qt.MouseButton.LeftButton, pos=window.rect().bottomLeft())
        elif close == "escape":
            qtbot.keyClick(window, Qt.Key.Key_Escape)
        else:
            popup.toggle()
        assert not popup.isVisible()


def test_a_popup_grows_with_its_content(window, qtbot):
    button = put(window, IconButton("layers", "Layers", THEMES[0]))
    content = QWidget()
    QVBoxLayout(content).addWidget(Switch("one"))
    popup = Popup(content, button)
    popup.toggle()
    before = popup.height()
    for text in ("two", "three", "four"):
        content.layout().addWidget(Switch(text))
    qtbot.waitUntil(lambda: popup.height() >= before + 3 * 20)
    assert popup.rect().contains(content.geometry())
