"""The tools, one of which is in hand; undo and redo."""

from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import QPointF, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QGridLayout,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from ensemble_viz.document.document import Change
from ensemble_viz.scene.moment.view import Tool
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.layouts import fill, named
from ensemble_viz.ui.look.popup import LinkLabel
from ensemble_viz.ui.look.rules import TOOL
from ensemble_viz.ui.look.style import Theme, scaled
from ensemble_viz.ui.look.widgets import IconButton, SectionHead
from ensemble_viz.ui.section import Section

HEIGHT, LEAST_HEIGHT, LEAST_WIDTH = 56, 48, 50
AROUND, BETWEEN = 8, 2  # above and below all buttons, and between two
STEPS = ("undo", "redo")
GROUPS: tuple[tuple[Tool, ...], ...] = (
    ("look",), ("place",), ("spray",), ("move", "soft", "magnet", "jitter"),
    ("relabel", "value", "test"), ("erase",), ("select", "lasso"),
)  # fmt: skip
"""Tools that share a button: it shows the one that was in hand last, and has a list of all."""
WORDS: dict[Tool, str] = {"soft": "Soft", "test": "Test"}


class ToolRail(QWidget):
    """The tools below one another, or in a grid where there is room for one."""

    def __init__(self, desk: Desk, actions: Mapping[str, QAction], columns: int = 1) -> None:
        """Show the tools, with the hints and keys of the actions that take them."""
        super().__init__()
        self.desk = desk
        self.columns = columns
        self.has_values = False
        named(self, "rail" if columns == 1 else "tools", "Tools")
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.hands = QButtonGroup(self)
        self.actions_ = actions
        self.tools = {group[0]: ToolButton(group[0], desk.theme) for group in GROUPS}
        for group in GROUPS:
            button = self.tools[group[0]]
            button.setCheckable(True)
            self.hands.addButton(button)
            if len(group) > 1:
                self._offer(button, group)
            self._name(button, group[0])
        self.steps = {name: ToolButton(name, desk.theme, alone=False) for name in STEPS}
        self.links = [
            LinkLabel(button, actions[name])
            for name, button in self.steps.items()
            if name in actions
        ]
        self.hands.buttonClicked.connect(self._take)
        self._lay_out()

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        column = self.columns == 1
        grid.setSpacing(BETWEEN if column else 0)
        around = (4, AROUND, 4, AROUND) if column else (0, 0, 0, 0)
        grid.setContentsMargins(*around)
        first = 2
        if not column:
            grid.addWidget(SectionHead("Draw"), 0, 0, 1, self.columns)
            grid.setRowMinimumHeight(1, 6)
        if column:
            for row, button in enumerate(self.tools.values()):
                grid.addWidget(button, row, 0, 1, len(STEPS))
            grid.setRowStretch(len(self.tools), 1)
            for place, button in enumerate(self.steps.values()):
                grid.addWidget(button, len(self.tools) + 1, place)
            return
        for k, button in enumerate(self.tools.values()):
            grid.addWidget(button, first + k // self.columns, k % self.columns)
        pair = fill(QHBoxLayout(), *self.steps.values())
        grid.addLayout(
            pair, first + len(self.tools) // self.columns, len(self.tools) % self.columns
        )
        for place in range(self.columns):
            grid.setColumnStretch(place, 1)

    def refresh(self, scene: Scene, change: Change) -> None:
        """Show which tool is in hand, in the words of the points."""
        if not change & (Change.VIEW | Change.LOOK | Change.DATA):
            return
        if change & Change.LOOK:
            self._dress()
        self.has_values = scene.stage.data.classes is None
        own = scene.stage.view.hand.tool
        for group in GROUPS:
            button = self.tools[group[0]]
            self._name(button, own if own in group else button.tool)
            if own in group:
                with QSignalBlocker(self.hands):
                    button.setChecked(True)

    def minimumSizeHint(self) -> QSize:
        """Be as low as the usual type needs: larger type gives way."""
        least = super().minimumSizeHint()
        return QSize(least.width(), self._height(1.0)) if self.columns == 1 else least

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.theme != next(iter(self.tools.values())).theme:
            self._dress()

    @property
    def theme(self) -> Theme:
        """Colours, and type of which every button of the column is whole."""
        theme = self.desk.theme
        if self.columns > 1:
            return theme
        room = (self.height() - self._height(0.0)) / (self._height(1.0) - self._height(0.0))
        return replace(theme, scale=min(theme.scale, max(room, 1.0)))

    def _height(self, scale: float) -> int:
        rows = len(self.tools) + 1
        return round(rows * LEAST_HEIGHT * scale) + 2 * AROUND + rows * BETWEEN

    def _dress(self) -> None:
        theme = self.theme
        self.setStyleSheet(scaled(TOOL, theme.px) if self.columns == 1 else "")
        for button in (*self.tools.values(), *self.steps.values()):
            button.dress(theme)

    def _name(self, button: "ToolButton", tool: Tool) -> None:
        """Show which tool a button takes, in the words of the points."""
        usual = WORDS.get(tool, tool.capitalize())
        button.show_tool(tool, "Paint" if tool == "relabel" and self.has_values else usual)
        action = self.actions_.get(f"tool_{tool}")
        button.setToolTip(action.toolTip() if action else button.text())

    def _offer(self, button: "ToolButton", group: tuple[Tool, ...]) -> None:
        """Hang the tools of a group below its button: held down, or right-clicked, it opens."""
        menu = QMenu(button)
        menu.setObjectName(f"tools of {group[0]}")
        for tool in group:
            if f"tool_{tool}" in self.actions_:
                menu.addAction(self.actions_[f"tool_{tool}"])
        button.setMenu(menu)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.DelayedPopup)

    def _take(self, button: "ToolButton") -> None:
        self.desk.look(tool=button.tool)


class ToolButton(IconButton):
    """An icon with its word below; a corner says that there are more behind it."""

    least_width = LEAST_WIDTH

    def __init__(self, name: str, theme: Theme, alone: bool = True) -> None:
        """Be called after the tool; one that shares its row is an icon without a word."""
        super().__init__(name, name.capitalize(), theme)
        self.least_width = LEAST_WIDTH if alone else LEAST_WIDTH // len(STEPS)
        self.tool: Tool = "look"
        self.setObjectName(f"tool {name}")
        self.setProperty("role", "tool")
        style = Qt.ToolButtonStyle
        self.setToolButtonStyle(
            style.ToolButtonTextUnderIcon if alone else style.ToolButtonIconOnly
        )
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)

    def show_tool(self, tool: Tool, words: str) -> None:
        self.tool = tool
        self.setText(words)
        self.setAccessibleName(words)
        if self.name != tool:
            self.name = tool
            self.dress(self.theme)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the list of tools that share the button."""
        if self.menu() is not None:
            self.showMenu()
        event.accept()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Fold the corner of a button with more behind it."""
        super().paintEvent(event)
        if self.menu() is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.theme.colour("ink3"))
        x, y, side = self.width() - 5.0, self.height() - 5.0, self.theme.px(5)
        painter.drawPolygon((QPointF(x, y), QPointF(x - side, y), QPointF(x, y - side)))

    def dress(self, theme: Theme) -> None:
        self.theme = theme
        super().dress(theme)
        self.height_hint = theme.px(HEIGHT)
        self.setMinimumSize(theme.px(self.least_width), theme.px(LEAST_HEIGHT))
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Leave air around icon and word; in a low window with large type there is less of it."""
        return QSize(super().sizeHint().width(), self.height_hint)


WIDTH, HISTORY_HEIGHT = 280, 360
START = "As it was opened"


class HistoryPanel(Section):
    """Lists what was done, and what was undone in grey."""

    def __init__(self, desk: Desk) -> None:
        self.list = named(QListWidget(), "edits", "Edits")
        super().__init__(desk, "history", "History", self.list)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemClicked.connect(self._go_to)
        self.list.itemActivated.connect(self._go_to)
        desk.session.undo.moved.connect(self.show_edits)
        self.show_edits()

    def sizeHint(self) -> QSize:
        return QSize(self.desk.theme.px(WIDTH), self.desk.theme.px(HISTORY_HEIGHT))

    def refresh(self, _scene: Scene, change: Change) -> None:
        """Take the look; the edits are shown when they move."""
        if change & Change.LOOK:
            self.list.setFont(self.desk.theme.font("text"))
            self.show_edits()

    def show_edits(self) -> None:
        undo, theme = self.desk.session.undo, self.desk.theme
        with QSignalBlocker(self.list):
            self.list.clear()
            for k, words in enumerate((START, *undo.names)):
                item = QListWidgetItem(words)
                item.setForeground(theme.colour("ink" if k <= undo.index else "ink3"))
                self.list.addItem(item)
            self.list.setCurrentRow(undo.index)
        self.list.scrollToItem(self.list.item(undo.index))

    def _go_to(self, item: QListWidgetItem) -> None:
        self.desk.session.undo.go_to(self.list.row(item))
