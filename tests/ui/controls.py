"""Finds whatever can be operated in a window, and says how a person would: once in every way.

Nothing here knows a panel: a control is found by what it is, so one that is new is found as well.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QHeaderView,
    QLineEdit,
    QMenu,
    QMenuBar,
    QScrollArea,
    QScrollBar,
    QStyle,
    QStyleOptionSpinBox,
    QTabBar,
    QToolButton,
    QWidget,
)

from ensemble_viz.ui.form.span import written
from tests.ui.windows import LEFT, NO_KEY, click, point_at, point_away, press, settle, spot_of

PLAIN = (QAbstractButton, QAbstractSpinBox, QAbstractItemView, QComboBox, QHeaderView, QLineEdit,
         QMenuBar, QScrollBar, QTabBar)  # fmt: skip
MOUSE = ("mousePressEvent", "mouseMoveEvent")


@dataclass(frozen=True)
class Way:
    """One way to operate a control."""

    words: str
    act: Callable
    before: Callable | None = None
    """What has to be done first, so that there is something to change."""
    is_own: bool = True
    """What is painted on the control itself counts: it says what was chosen."""
    is_picture: bool = False
    """It is tried at one place after the other."""


def controls(root: QWidget) -> dict[str, QWidget]:
    """List what can be operated, by names that are the same in the same situation."""
    found: dict[str, QWidget] = {}
    for widget in (root, *root.findChildren(QWidget)):
        if widget.isVisible() and is_control(widget) and _can_be_scrolled_to(widget):
            name = widget.objectName() or type(widget).__name__
            parent = widget.parentWidget()
            while name in found and parent is not None:
                name, parent = f"{parent.objectName()} / {name}", parent.parentWidget()
            found[name] = widget
    return found


def is_control(widget: QWidget) -> bool:
    """Say whether the mouse does anything here that Qt's plain widgets do not do."""
    if _is_part(widget):
        return False
    if isinstance(widget, PLAIN):
        return True
    own = [kind for kind in type(widget).__mro__ if kind.__module__.startswith("ensemble_viz")]
    return any(name in vars(kind) for kind in own for name in MOUSE)


def _is_part(widget: QWidget) -> bool:
    """Say whether a widget is an inner part of another control."""
    parent = widget.parentWidget()
    while parent is not None:
        if isinstance(parent, (QAbstractSpinBox, QComboBox, QScrollBar, QTabBar, QMenuBar)):
            return True
        parent = parent.parentWidget()
    return False


def _can_be_scrolled_to(widget: QWidget) -> bool:
    """Say whether a person can bring a widget into sight."""
    area = _area(widget)
    seen = widget if area is None else area
    return not seen.visibleRegion().isEmpty()


def _area(widget: QWidget) -> QScrollArea | None:
    parent = widget.parentWidget()
    while parent is not None and not isinstance(parent, QScrollArea):
        parent = parent.parentWidget()
    return parent


def bring_into_sight(widget: QWidget) -> None:
    """Scroll to a widget."""
    area = _area(widget)
    if area is not None and not isinstance(widget, QScrollBar):
        area.ensureWidgetVisible(widget)
        settle()


def hit(window, widget: QWidget, place: QPoint | None = None) -> QWidget:
    """Find who is hit by a click at a place of a widget."""
    return window.childAt(spot_of(window, widget, place)) or window


def ways(widget: QWidget) -> Iterator[Way]:
    """Say how a control is operated."""
    for kind, way_of in WAYS.items():
        if isinstance(widget, kind):
            yield from way_of(widget)
            return
    yield from _of_picture(widget)


# --- buttons ------------------------------------------------------------------------------------


def _of_button(button: QAbstractButton) -> Iterator[Way]:
    menu = button.menu() if isinstance(button, QToolButton) else None
    if menu is None:
        first = _press_a_sibling if button.isCheckable() and button.isChecked() else None
        yield Way("press", click, before=first, is_own=not button.isCheckable())
        return
    if _waits(button):
        first = _press_a_sibling if button.isChecked() else None
        yield Way("press", click, before=first)
    for k, action in enumerate(menu.actions()):
        if not action.isSeparator() and not (action.isChecked() and action.actionGroup()):
            yield Way(f"choose {action.text()}", partial(_take_from_menu, k=k))


def _press_a_sibling(window, button: QAbstractButton) -> None:
    """Press another one, where one of some is always pressed."""
    parent = button.parentWidget()
    others = [
        each
        for each in parent.findChildren(type(button))
        if each is not button and each.isCheckable() and not each.isChecked() and each.isEnabled()
    ]
    if others and _is_exclusive(button):
        click(window, others[0])


def _is_exclusive(button: QAbstractButton) -> bool:
    if button.group() is not None:
        return button.group().exclusive()
    return "class" in button.objectName()


def _waits(button: QToolButton) -> bool:
    """See whether a menu opens only where the button is held."""
    return button.popupMode() == QToolButton.ToolButtonPopupMode.DelayedPopup


def _take_from_menu(window, button: QToolButton, k: int) -> None:
    """Open the menu of a button, which waits there, and take an entry."""
    menu = button.menu()
    QTimer.singleShot(0, partial(_take_entry, menu, k))
    if not _waits(button):
        click(window, button)
        return
    handle, place = window.windowHandle(), spot_of(window, button)
    taken: list[bool] = []
    menu.aboutToHide.connect(lambda: taken.append(True))
    QTest.mousePress(handle, LEFT, NO_KEY, place)
    while not taken:
        settle()
    QTest.mouseRelease(handle, LEFT, NO_KEY, place)
    settle()


def _take_entry(menu: QMenu, k: int) -> None:
    if not menu.isVisible():
        QTimer.singleShot(10, partial(_take_entry, menu, k))
        return
    action = menu.actions()[k]
    place = menu.actionGeometry(action).center()
    QTest.mouseMove(menu.windowHandle(), place)
    settle()
    if action.menu() is None:
        QTest.mouseClick(menu.windowHandle(), LEFT, NO_KEY, place)
    else:
        QTest.mousePress(menu.windowHandle(), LEFT, NO_KEY, place)
        settle()
        _note(action.menu())
        menu.close()
    settle()


# --- fields -------------------------------------------------------------------------------------


def _choose(window, combo: QComboBox) -> None:
    """Open the list, and take the next entry that can be taken."""
    click(window, combo)
    view, model = combo.view(), combo.model()
    count, now = combo.count(), combo.currentIndex()
    order = [(now + step) % count for step in range(1, count)]
    row = next(k for k in order if model.flags(model.index(k, 0)) & Qt.ItemFlag.ItemIsEnabled)
    view.scrollTo(model.index(row, 0))
    place = view.visualRect(model.index(row, 0)).center()
    handle = view.window().windowHandle()
    spot = view.viewport().mapTo(view.window(), place)
    QTest.mouseMove(handle, QPoint(1, 1))  # a list that opens below the mouse waits until it moves
    QTest.mouseMove(handle, spot)
    settle()
    QTest.mouseClick(handle, LEFT, NO_KEY, spot)
    settle()


def _press_arrow(window, field: QAbstractSpinBox) -> None:
    """Press the upper arrow, or the lower one where the upper one leads nowhere."""
    option = QStyleOptionSpinBox()
    field.initStyleOption(option)
    up = bool(field.stepEnabled() & QAbstractSpinBox.StepEnabledFlag.StepUpEnabled)
    part = QStyle.SubControl.SC_SpinBoxUp if up else QStyle.SubControl.SC_SpinBoxDown
    kind = QStyle.ComplexControl.CC_SpinBox
    click(window, field, field.style().subControlRect(kind, option, part, field).center())


def _type_number(window, field: QAbstractSpinBox) -> None:
    """Type the next number over the one that is there."""
    up = bool(field.stepEnabled() & QAbstractSpinBox.StepEnabledFlag.StepUpEnabled)
    value = field.span.after(field.value, up)
    click(window, field, field.findChild(QLineEdit).geometry().center())
    press(window, "Ctrl+A")
    for letter in written(value):
        press(window, letter)
    press(window, "Return")


def _type_list(window, field: QLineEdit) -> None:
    """Type the first of the list alone; of an empty one, the example of the setting."""
    typed = field.text().partition(",")[0] or field.field.setting.items.example
    click(window, field)
    press(window, "Ctrl+A")
    for letter in typed:
        QTest.keyClick(window.windowHandle(), letter)
    press(window, "Return")


# --- lists, tables, tabs ------------------------------------------------------------------------


def _open_menu(window, bar: QMenuBar, k: int) -> None:
    """Open a menu of the bar, look at it, and close it."""
    click(window, bar, bar.actionGeometry(bar.actions()[k]).center())
    _note(bar.actions()[k].menu())
    popup = QApplication.activePopupWidget()
    if popup is not None:
        popup.close()
    settle()


SHOWN: list[QWidget] = []
"""What was opened and closed again: menus, which change nothing by themselves."""


def _note(menu: QMenu) -> None:
    if menu.isVisible() and menu.height() > 20:
        SHOWN.append(menu)


def _take_tab(window, bar: QTabBar, k: int) -> None:
    click(window, bar, bar.tabRect(k).center())


def _click_section(window, header: QHeaderView, k: int) -> None:
    section = header.logicalIndex(k)
    x = header.sectionViewportPosition(section) + header.sectionSize(section) // 2
    header.parentWidget().horizontalScrollBar().setValue(max(0, x - header.viewport().width() // 2))
    settle()
    x = header.sectionViewportPosition(section) + header.sectionSize(section) // 2
    click(window, header.viewport(), QPoint(x, header.height() // 2))


def _row_place(view: QAbstractItemView) -> QPoint:
    """Find a row in sight that is not the one that is looked at."""
    middle = view.viewport().rect().center()
    row = view.indexAt(middle).row()
    place = view.visualRect(view.model().index(row, 0)).center()
    return place if row != view.currentIndex().row() else place - QPoint(0, view.rowHeight(row))


def _click_row(window, view: QAbstractItemView) -> None:
    click(window, view.viewport(), _row_place(view))


def _point_at_row(window, view: QAbstractItemView) -> Iterator[QPoint]:
    place = _row_place(view)
    point_at(window, view.viewport(), place)
    yield place


def _scroll(window, bar: QScrollBar) -> None:
    """Press beside the handle."""
    end = QPoint(bar.width() // 2, bar.height() - 3)
    if bar.orientation() == Qt.Orientation.Horizontal:
        end = QPoint(bar.width() - 3, bar.height() // 2)
    is_down = bar.value() >= bar.maximum()
    click(window, bar, QPoint(2, 2) if is_down else end)


# --- pictures -----------------------------------------------------------------------------------


def _leave(window, _widget: QWidget) -> None:
    point_away(window)


def _of_picture(widget: QWidget) -> Iterator[Way]:
    """Try a grid of spots: at one of them a click must do something, and the mouse at one."""
    own = [kind for kind in type(widget).__mro__ if kind.__module__.startswith("ensemble_viz")]
    if any("mousePressEvent" in vars(kind) for kind in own):
        yield Way("click somewhere", _click_somewhere, before=_leave, is_picture=True)
    if any("mouseMoveEvent" in vars(kind) for kind in own):
        yield Way("point somewhere", _point_somewhere, before=_leave, is_picture=True)


def spots(widget: QWidget) -> Iterator[QPoint]:
    """List places of a picture, from the left to the right."""
    region = widget.visibleRegion().boundingRect()
    for down in (0.3, 0.55, 0.12, 0.8):
        for across in range(1, 12):
            yield QPoint(
                round(region.left() + region.width() * across / 12),
                round(region.top() + region.height() * down),
            )


def _click_somewhere(window, widget: QWidget) -> Iterator[QPoint]:
    for place in spots(widget):
        if hit(window, widget, place) is widget:
            click(window, widget, place)
            yield place


def _point_somewhere(window, widget: QWidget) -> Iterator[QPoint]:
    for place in spots(widget):
        if hit(window, widget, place) is widget:
            point_at(window, widget, place)
            yield place


# --- all of them --------------------------------------------------------------------------------


def _of_combo(_combo: QComboBox) -> Iterator[Way]:
    yield Way("choose", _choose, is_own=False)


def _of_number(_field: QAbstractSpinBox) -> Iterator[Way]:
    yield Way("arrow", _press_arrow, is_own=False)
    yield Way("typed", _type_number, is_own=False)


def _of_line(_line: QLineEdit) -> Iterator[Way]:
    yield Way("typed", _type_list, is_own=False)


def _of_menus(bar: QMenuBar) -> Iterator[Way]:
    for k in range(len(bar.actions())):
        yield Way(f"menu {k + 1}", partial(_open_menu, k=k))


def _of_tabs(bar: QTabBar) -> Iterator[Way]:
    for k in range(bar.count()):
        if k != bar.currentIndex():
            yield Way(f"tab {k + 1}", partial(_take_tab, k=k))


def _of_header(header: QHeaderView) -> Iterator[Way]:
    for k in range(header.count()):
        yield Way(f"column {k + 1}", partial(_click_section, k=k))


def _of_rows(_view: QAbstractItemView) -> Iterator[Way]:
    yield Way("click a row", _click_row)
    yield Way("point at a row", _point_at_row, before=_leave, is_picture=True)


def _of_scroll_bar(_bar: QScrollBar) -> Iterator[Way]:
    yield Way("scroll", _scroll)


WAYS: dict[type[QWidget], Callable[..., Iterator[Way]]] = {
    QAbstractButton: _of_button,
    QComboBox: _of_combo,
    QAbstractSpinBox: _of_number,
    QLineEdit: _of_line,
    QMenuBar: _of_menus,
    QTabBar: _of_tabs,
    QHeaderView: _of_header,  # which is a view of items as well
    QAbstractItemView: _of_rows,
    QScrollBar: _of_scroll_bar,
}
