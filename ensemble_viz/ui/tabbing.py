"""Where the key Tab leads: from panel to panel as they are read, and only to what is seen."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QMainWindow, QScrollArea, QWidget

TAB = Qt.FocusPolicy.TabFocus
ROW = 20  # pixels: what begins less below another one stands in its row


def lead(window: QMainWindow, panels: Iterable[QWidget], forth: bool) -> bool:
    """Give the focus to what is read after whoever has it, or before; False if nobody can."""
    found = in_order(window, panels)
    if not found:
        return False
    now, step = window.focusWidget(), 1 if forth else -1
    start = found.index(now) if now in found else -step
    reason = Qt.FocusReason
    chosen = found[(start + step) % len(found)]
    chosen.setFocus(reason.TabFocusReason if forth else reason.BacktabFocusReason)
    _reveal(chosen)
    return True


def in_order(window: QMainWindow, panels: Iterable[QWidget]) -> list[QWidget]:
    """List who can have the focus, panel by panel; in each row by row, from the left.

    Qt's own chain is not walked: what PySide gives of it may be freed with its neighbour.
    """
    found: list[QWidget] = []
    for panel in panels:
        if panel.isVisible() and window.rect().intersects(_box(window, panel)):
            able = [one for one in (panel, *panel.findChildren(QWidget)) if _is_able(window, one)]
            found += [one for row in _rows(window, able) for one in row]
    return found


def _is_able(window: QMainWindow, one: QWidget) -> bool:
    """Say whether the key Tab can lead to it now."""
    by_tab = one.focusPolicy() & TAB == TAB and one.focusProxy() is None
    return by_tab and one.isVisible() and one.isEnabled() and one.window() is window


def _rows(window: QMainWindow, inside: Sequence[QWidget]) -> list[list[QWidget]]:
    """Put what stands side by side into rows, and rows below one another."""
    places = {one: _box(window, one) for one in inside}
    rows: list[list[QWidget]] = []
    for one in sorted(inside, key=lambda each: places[each].top()):
        if rows and places[one].top() - places[rows[-1][0]].top() <= ROW:
            rows[-1].append(one)
        else:
            rows.append([one])
    return [sorted(row, key=lambda each: places[each].left()) for row in rows]


def _box(window: QMainWindow, widget: QWidget) -> QRect:
    return QRect(widget.mapTo(window, QPoint()), widget.size())


def _reveal(widget: QWidget) -> None:
    """Scroll to it where it stands on a page that is longer than its panel."""
    parent = widget.parentWidget()
    while parent is not None:
        if isinstance(parent, QScrollArea):
            parent.ensureWidgetVisible(widget)
        parent = parent.parentWidget()
