"""The rules of the style sheet: @name is a colour of the theme, ~8 a length that scales.

Fields are 32 high, buttons 40, with a radius of 6. The ring of the focus is ink, for magenta
means now.
"""

HOVERED, CHOSEN = 0.05, 0.11  # how much ink is mixed into the ground

GROUNDS = """
QMainWindow, QDialog { background: @window; }
QMainWindow::separator { background: @hairline; width: 1px; height: 1px; }
QMainWindow::separator:hover { background: @border; }
QDockWidget { color: @ink; font-size: ~13; font-weight: 600; }
QDockWidget::title { background: @panel; padding: ~8 ~16; text-align: left; }
QDockWidget > QWidget { background: @panel; }
QScrollArea, QScrollArea > QWidget > QWidget { background: transparent; border: none; }
QToolTip {
    background: @card; color: @ink; border: 1px solid @border; padding: ~4 ~8; font-size: ~12;
}
QLabel { background: transparent; }
QLabel:disabled { color: @faint; }
"""
TEXTS = """
*[role="head"] { color: @ink; font-size: ~13; font-weight: 600; }
*[role="hint"] { color: @ink3; font-size: ~12; font-weight: 400; }
*[role="text"] { color: @ink2; font-size: ~13; font-weight: 400; }
*[role="label"] { color: @ink2; font-size: ~14; font-weight: 400; }
*[role="refusal"] { color: @ink; font-size: ~12; font-weight: 600; }
QLabel[role="refusal"] { border-left: 3px solid @ink; padding-left: ~8; }
*[role="cap"] { color: @ink2; font-size: ~11; font-weight: 400; }
QLabel#qt_msgbox_label { color: @ink; font-size: ~16; font-weight: 600; }
QListWidget#edits { background: transparent; border: none; }
QListWidget#edits::item { padding: ~3 ~6; }
*[role="mark"] { color: @accent; font-size: ~14; }
*[role="title"] { color: @ink; font-size: ~16; font-weight: 600; }
QLabel[role="hint"]:disabled, QLabel[role="label"]:disabled, QLabel[role="head"]:disabled {
    color: @faint;
}
QFrame[role="line"] { background: @hairline; border: none; min-height: 1px; max-height: 1px; }
QFrame[role="card"], QWidget[role="card"] {
    background: @card; border: 1px solid @border; border-radius: 8px;
}
*[role="panel"] { background: @panel; }
"""
BUTTONS = """
QPushButton {
    background: @panel; color: @ink; border: 1px solid @border; border-radius: 6px;
    min-height: ~38; padding: 0 ~15; font-size: ~14; font-weight: 500;
}
QPushButton:hover { background: @hover; border-color: @ink3; }
QPushButton:pressed, QPushButton:checked { background: @chosen; }
QPushButton:disabled { color: @faint; border-color: @hairline; background: @panel; }
QPushButton:focus { border: 2px solid @ink; min-height: ~36; padding: 0 ~14; }
QPushButton[primary="true"] {
    background: @accent; color: @on_accent; border: none; min-height: ~40; padding: 0 ~16;
    font-size: ~16; font-weight: 600;
}
QPushButton[primary="true"]:hover { background: @hovered_accent; }
QPushButton[primary="true"]:pressed { background: @pressed_accent; }
QPushButton[primary="true"]:focus {
    border: 3px solid @ink; min-height: ~34; padding: 0 ~13;
}
QPushButton[primary="true"]:disabled { background: @hairline; color: @ink3; }
QToolButton {
    background: transparent; color: @ink2; border: 2px solid transparent; border-radius: 6px;
    padding: ~2 ~6; font-size: ~14; font-weight: 500;
}
QToolButton:hover { background: @hover; color: @ink; }
QToolButton:pressed { background: @chosen; color: @ink; }
QToolButton:checked { background: @chosen; color: @ink; font-weight: 600; }
QToolButton:disabled { color: @faint; background: transparent; }
QToolButton:focus { border-color: @ink; }
QToolButton::menu-indicator { image: none; }
QToolButton[role="link"] { color: @ink2; font-size: ~12; font-weight: 400; padding: 0 ~4; }
QToolButton[role="link"]:hover { color: @ink; text-decoration: underline; }
QToolButton[role="figure"] {
    color: @ink2; font-size: ~14; font-weight: 400; padding: 0; border: none;
    text-decoration: underline;
}
QToolButton[role="figure"]:disabled { color: @faint; text-decoration: none; }
QToolButton[role="field"] {
    background: @field; border: 1px solid @border; padding: ~2;
}
QToolButton[role="field"]:hover { border-color: @ink3; background: @hover; }
QToolButton[role="field"]:focus { border: 2px solid @ink; padding: ~1; }
QToolButton[role="small"] { padding: 0; }
QToolButton[role="word"] { border: 1px solid @border; padding: ~3 ~7; }
QToolButton[role="word"]:focus { border: 2px solid @ink; padding: ~2 ~6; }
QToolButton[role="way"] {
    color: @ink3; font-size: ~12; font-weight: 400; padding: 0 ~5; min-height: ~18;
}
QToolButton[role="way"]:checked { color: @ink; font-weight: 600; }
QToolButton[role="way"]:disabled { color: @faint; background: transparent; }
"""
TOOL = """
QToolButton[role="tool"] { font-size: ~12; font-weight: 500; padding: ~4 0; }
"""
FIELDS = """
QAbstractSpinBox, QLineEdit, QComboBox {
    background: @field; color: @ink; border: 1px solid @border; border-radius: 6px;
    min-height: ~30; max-height: ~30; font-size: ~14; selection-background-color: @ink2;
    selection-color: @panel;
}
QAbstractSpinBox { padding: 0; }
QLineEdit { padding: 0 ~9; }
QComboBox { padding: 0 0 0 ~9; }
QComboBox[role="strong field"] { font-weight: 600; }
QAbstractSpinBox:hover, QLineEdit:hover, QComboBox:hover { border-color: @ink3; }
QAbstractSpinBox:disabled, QLineEdit:disabled, QComboBox:disabled {
    color: @faint; border-color: @hairline; background: @panel;
}
QAbstractSpinBox:focus, QLineEdit:focus, QComboBox:focus, QComboBox:on {
    border: 2px solid @ink; min-height: ~28; max-height: ~28;
}
QLineEdit:focus { padding: 0 ~8; }
QComboBox:focus, QComboBox:on { padding: 0 0 0 ~8; }
QAbstractSpinBox QLineEdit, QAbstractSpinBox QLineEdit:focus, QComboBox QLineEdit {
    border: none; background: transparent; min-height: 0; padding: 0 0 0 ~7;
}
QAbstractSpinBox QLineEdit:focus { padding: 0 0 0 ~6; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {
    subcontrol-origin: border; width: ~22; height: ~14; border: none; background: transparent;
}
QAbstractSpinBox::up-button { subcontrol-position: top right; margin-top: ~2; }
QAbstractSpinBox::down-button { subcontrol-position: bottom right; margin-bottom: ~2; }
QAbstractSpinBox::up-arrow { image: url("@marks-up.svg"); width: ~12; height: ~12; }
QAbstractSpinBox::down-arrow { image: url("@marks-down.svg"); width: ~12; height: ~12; }
QAbstractSpinBox[role="words"]::up-button, QAbstractSpinBox[role="words"]::down-button,
QAbstractSpinBox[role="words"]::up-arrow, QAbstractSpinBox[role="words"]::down-arrow { width: 0; }
QAbstractSpinBox::up-arrow:off, QAbstractSpinBox::up-arrow:disabled {
    image: url("@marks-up-off.svg");
}
QAbstractSpinBox::down-arrow:off, QAbstractSpinBox::down-arrow:disabled {
    image: url("@marks-down-off.svg");
}
QComboBox::drop-down {
    subcontrol-origin: border; subcontrol-position: center right; width: ~28; border: none;
}
QComboBox::down-arrow { image: url("@marks-down.svg"); width: ~14; height: ~14; }
QComboBox::down-arrow:disabled { image: url("@marks-down-off.svg"); }
QComboBox QAbstractItemView {
    background: @card; color: @ink; border: 1px solid @border; padding: ~4; outline: none;
    selection-background-color: @chosen; selection-color: @ink;
}
QComboBox QAbstractItemView::item { min-height: ~30; padding: 0 ~8; border-radius: 4px; }
QComboBox QAbstractItemView::item:selected { background: @chosen; color: @ink; }
QComboBox QAbstractItemView::item:disabled { color: @faint; }
QSlider { min-height: ~20; background: transparent; }
QSlider::groove:horizontal { height: ~4; background: @border; border-radius: ~2; }
QSlider::sub-page:horizontal { background: @ink3; border-radius: ~2; }
QSlider::handle:horizontal {
    width: ~16; height: ~16; margin: -~6 0; border-radius: ~8; background: @ink2;
}
QSlider::handle:horizontal:hover { background: @ink; }
QSlider::handle:horizontal:focus { border: 2px solid @ink; background: @field; }
QSlider::sub-page:horizontal:disabled { background: @border; }
QSlider::handle:horizontal:disabled { background: @border; }
QCheckBox { color: @ink2; spacing: ~10; font-size: ~14; }
QCheckBox:disabled { color: @faint; }
QCheckBox::indicator {
    width: ~14; height: ~14; border: 2px solid @ink3; border-radius: 4px; background: @field;
}
QCheckBox::indicator:hover { border-color: @ink2; }
QCheckBox::indicator:disabled { border-color: @border; }
QCheckBox::indicator:checked {
    background: @ink2; border-color: @ink2; image: url("@marks-check.svg");
}
QCheckBox::indicator:focus { border-color: @ink; }
"""
LISTS = """
QTabWidget::pane { border: none; }
QTabBar { background: @panel; qproperty-drawBase: 0; font-size: ~14; font-weight: 500; }
QTabBar::tab {
    background: transparent; color: @ink2; border: none; border-bottom: 2px solid transparent;
    min-height: ~36; padding: 0 ~2; margin: 0 ~10; font-size: ~14; font-weight: 500;
}
QTabBar::tab:hover { color: @ink; border-bottom-color: @border; }
QTabBar::tab:selected { color: @ink; border-bottom-color: @ink; }
QTabBar::tab:disabled { color: @faint; }
QTabBar:focus { border-bottom: 1px solid @ink; }
QAbstractItemView { outline: none; }
QTableView, QListView {
    background: @panel; color: @ink; border: none; gridline-color: @hairline; font-size: ~13;
    selection-background-color: @chosen; selection-color: @ink;
}
QHeaderView { background: @panel; border: none; }
QHeaderView::section {
    background: @panel; color: @ink3; border: none; border-bottom: 1px solid @hairline;
    padding: ~4 ~8; font-size: ~12; font-weight: 400;
}
QHeaderView::section:hover { color: @ink; }
QHeaderView::up-arrow { image: url("@marks-up.svg"); width: ~10; height: ~10; }
QHeaderView::down-arrow { image: url("@marks-down.svg"); width: ~10; height: ~10; }
QMenuBar { background: @panel; color: @ink; spacing: 0; font-size: ~14; }
QMenuBar::item { padding: ~6 ~12; border-radius: 6px; background: transparent; }
QMenuBar::item:selected, QMenuBar::item:pressed { background: @chosen; }
QMenu {
    background: @card; color: @ink; border: 1px solid @border; padding: ~4; font-size: ~14;
}
QMenu::item { padding: ~5 ~24 ~5 ~32; border-radius: 4px; }
QMenu::item:selected { background: @chosen; color: @ink; }
QMenu::item:disabled { color: @faint; background: transparent; }
QMenu::separator { height: 1px; background: @hairline; margin: ~4 ~8; }
QMenu::indicator { width: ~16; height: ~16; left: ~8; image: none; }
QMenu::indicator:checked { image: url("@marks-tick.svg"); }
QMenu::icon { left: ~8; }
"""
SCROLLING = """
QScrollBar { background: transparent; border: none; margin: 0; }
QScrollBar:vertical { width: ~10; }
QScrollBar:horizontal { height: ~10; }
QScrollBar::handle { background: @border; border-radius: 3px; margin: 2px; }
QScrollBar::handle:vertical { min-height: ~32; }
QScrollBar::handle:horizontal { min-width: ~32; }
QScrollBar::handle:hover { background: @ink3; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; border: none; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QAbstractScrollArea::corner { background: transparent; border: none; }
"""
TABLE = """
QHeaderView::section { padding-left: ~3; padding-right: ~3; }
QLineEdit { min-height: 0; max-height: 100px; padding: 0 2px; border-radius: 0; }
"""
"""Of the table of points alone."""
IN_FULL = """
*[role="head"], *[role="text"], *[role="label"], *[role="refusal"], *[role="figure"] {
    font-size: ~15;
}
*[role="title"] { font-size: ~24; }
*[role="hint"] { font-size: ~13; }
"""
"""Of a page of theory in the place of the canvas."""
BACK_ROW = """
*[role="text"], *[role="label"], *[role="refusal"], *[role="figure"] { font-size: ~22; }
*[role="head"] { font-size: ~24; }
*[role="title"] { font-size: ~28; }
*[role="hint"] { font-size: ~19; }
QAbstractSpinBox, QLineEdit, QComboBox { font-size: ~22; min-height: ~44; max-height: ~44; }
QCheckBox { font-size: ~22; }
"""
"""Of such a page on the projector."""
RULES = (GROUNDS, TEXTS, BUTTONS, TOOL, FIELDS, LISTS, SCROLLING)
