"""Layouts that are filled in one go, and how widgets are named."""

from collections.abc import Iterable
from typing import TypeVar

from PySide6.QtWidgets import QBoxLayout, QLayout, QWidget

Part = QWidget | QLayout | int | None | tuple[QWidget, int]
Box = TypeVar("Box", bound=QBoxLayout)
Named = TypeVar("Named", bound=QWidget)


def fill(
    box: Box, *parts: Part, gap: int | None = None, edges: tuple[int, int, int, int] = (0, 0, 0, 0)
) -> Box:
    """Put parts into a box: a number is free room of so many pixels, None all that is left.

    A widget may come with the share of the room that it takes.
    """
    box.setContentsMargins(*edges)
    if gap is not None:
        box.setSpacing(gap)
    for part in parts:
        if isinstance(part, QWidget):
            box.addWidget(part)
        elif isinstance(part, QLayout):
            box.addLayout(part)
        elif isinstance(part, tuple):
            box.addWidget(*part)
        elif part is None:
            box.addStretch(1)
        else:
            box.addSpacing(part)
    return box


def named(widget: Named, name: str, title: str = "") -> Named:
    """Name a widget for rules and tests, and for those who do not see it; alike if not said."""
    widget.setObjectName(name)
    widget.setAccessibleName(title or name)
    return widget


def discard(widgets: Iterable[QWidget]) -> None:
    """Be done with widgets: out of sight now, and deleted when nothing is happening in them."""
    for widget in widgets:
        widget.hide()
        widget.deleteLater()


def emptied(box: Box) -> Box:
    """Be done with all parts of a box."""
    while (item := box.takeAt(0)) is not None:
        if (widget := item.widget()) is not None:
            discard([widget])
    return box
