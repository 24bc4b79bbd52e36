"""The page of keys: everything that has a key, group by group, over the whole window."""

import re
from collections.abc import Iterable, Sequence

from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from ensemble_viz.ui.look.keys import pressed_keys
from ensemble_viz.ui.look.layouts import fill, named
from ensemble_viz.ui.look.style import Theme
from ensemble_viz.ui.look.widgets import IconButton, KeyCap, line, words

KeyRow = tuple[str, tuple[str, ...]]
Group = tuple[str, Sequence[KeyRow]]
HINT = "Keys act wherever the mouse is. While a number is typed, Enter or Esc gives them back."
COLUMNS, MOST_WIDTH, MARGIN = 3, 1180, 24
HEAD_ROOM = 110  # the title and the edges of the card
HEAD = 2  # rows that a group's name is worth in height


class KeysPage(QFrame):
    def __init__(self, theme: Theme, groups: Sequence[Group]) -> None:
        """List the groups in columns of about the same height."""
        super().__init__()
        named(self, "keys page", "Keys")
        self.setProperty("role", "card")
        self.close_button = IconButton("close", "close keys", theme, "Close (Esc)")
        self.close_button.clicked.connect(self.hide)
        self.page = QWidget()
        columns = fill(QHBoxLayout(self.page), gap=36, edges=(0, 0, 12, 0))
        for column in in_columns(groups, COLUMNS):
            columns.addLayout(_column(column), 1)
        self._lay_out()
        self.hide()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.addWidget(words("Keys", "title"))
        head.addWidget(words(HINT, "hint"), 1, Qt.AlignmentFlag.AlignCenter)
        head.addWidget(self.close_button)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(self.page)
        fill(QVBoxLayout(self), head, line(), (scroll, 1), gap=12, edges=(24, 16, 12, 16))

    def dress(self, theme: Theme) -> None:
        self.close_button.dress(theme)

    def toggle_over(self, window: QWidget) -> None:
        if self.isVisible():
            self.hide()
            return
        if self.parentWidget() is not window:
            self.setParent(window)
            window.installEventFilter(self)
        self._fill(window.rect())
        self.show()
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and isinstance(watched, QWidget):
            self._fill(watched.rect())
        return False

    def _fill(self, room: QRect) -> None:
        width = min(room.width() - 2 * MARGIN, MOST_WIDTH)
        height = min(room.height() - 2 * MARGIN, self.page.sizeHint().height() + HEAD_ROOM)
        place = QRect(0, 0, width, height)
        place.moveCenter(room.center())
        self.setGeometry(place)


def _column(groups: Iterable[Group]) -> QVBoxLayout:
    """Lay groups out below one another: words at the left, keys at the right."""
    column = QVBoxLayout()
    column.setSpacing(4)
    for k, (name, rows) in enumerate(groups):
        if k:
            column.addSpacing(14)
        column.addWidget(words(name, "head"))
        for text, keys in rows:
            column.addLayout(fill(QHBoxLayout(), (words(text), 1), _caps(keys)))
    column.addStretch(1)
    return column


def _caps(keys: Sequence[str]) -> QHBoxLayout:
    """Draw the keys: those hit together close by, those that do the same apart."""
    caps = fill(QHBoxLayout(), None, gap=3)
    for k, sequence in enumerate(keys):
        if k:
            fill(caps, 4, words("or", "hint"), 4)
        for key in pressed_keys(sequence):
            caps.addWidget(KeyCap(key), 0, Qt.AlignmentFlag.AlignVCenter)
    return caps


def in_columns(groups: Sequence[Group], count: int) -> list[list[Group]]:
    """Share groups among columns in their order, so that the highest is as low as can be."""
    joined = [(name, runs_joined(rows)) for name, rows in groups]
    heights = [len(rows) + HEAD for _, rows in joined]
    limit = max([*heights, -(-sum(heights) // count)], default=0)
    while (columns := _filled(joined, heights, limit)) and len(columns) > count:
        limit += 1
    return columns


def _filled(groups: Sequence[Group], heights: Sequence[int], limit: int) -> list[list[Group]]:
    columns: list[list[Group]] = []
    height = limit
    for group, own in zip(groups, heights, strict=True):
        if height + own > limit:
            columns.append([])
            height = 0
        columns[-1].append(group)
        height += own
    return columns


def runs_joined(rows: Sequence[KeyRow]) -> list[KeyRow]:
    """Join lines that differ in a digit alone, which is also the key: Class 1 – 8 in hand."""
    joined: list[KeyRow] = []
    for text, keys in rows:
        if joined and len(keys) == 1 and keys[0].isdigit() and keys[0] in text:
            before, run = joined[-1]
            pattern = re.sub(r"\d( – \d)?", "#", before)
            if pattern == text.replace(keys[0], "#") and run[0][0].isdigit():
                span = f"{run[0][0]} – {keys[0]}"
                joined[-1] = (pattern.replace("#", span), (span,))
                continue
        joined.append((text, keys))
    return joined
