"""The tools, one of which is in hand; undo and redo."""

from collections.abc import Mapping

from PySide6.QtCore import QSignalBlocker, QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QSizePolicy, QToolButton, QWidget

from ensemble_viz.document.document import Change
from ensemble_viz.scene.scene import Scene
from ensemble_viz.scene.view import TOOLS
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.link import Link
from ensemble_viz.ui.look.theme import Theme
from ensemble_viz.ui.look.widgets import IconButton, SectionHead

HEIGHT, LEAST_HEIGHT, LEAST_WIDTH = 56, 46, 50
STEPS = ("undo", "redo")


class ToolRail(QWidget):
    """The tools below one another, or in a grid where there is room for one."""

    def __init__(self, desk: Desk, actions: Mapping[str, QAction], columns: int = 1) -> None:
        """Show the tools, with the hints and keys of the actions that take them."""
        super().__init__()
        self.desk = desk
        self.columns = columns
        self.setObjectName("rail" if columns == 1 else "tools")
        self.setAccessibleName("Tools")
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.hands = QButtonGroup(self)
        self.tools = {tool: ToolButton(tool, desk.theme) for tool in TOOLS}
        for tool, button in self.tools.items():
            button.setCheckable(True)
            self.hands.addButton(button)
            action = actions.get(f"tool_{tool}")
            button.setToolTip(action.toolTip() if action else button.text())
        self.steps = {name: ToolButton(name, desk.theme) for name in STEPS}
        self.links = [
            Link(button, actions[name]) for name, button in self.steps.items() if name in actions
        ]
        self.hands.buttonClicked.connect(self._take)
        self._lay_out()

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        column = self.columns == 1
        grid.setSpacing(4 if column else 0)
        grid.setContentsMargins(4, 8, 4, 8) if column else grid.setContentsMargins(0, 0, 0, 0)
        first = 0
        if not column:
            grid.addWidget(SectionHead("Draw"), 0, 0, 1, self.columns)
            grid.setRowMinimumHeight(1, 6)
            first = 2
        for k, button in enumerate((*self.tools.values(), *self.steps.values())):
            gap = column and k >= len(self.tools)
            row, place = divmod(k, self.columns)
            grid.addWidget(button, first + row + gap, place)
        if column:
            grid.setRowStretch(len(self.tools), 1)
        for place in range(self.columns):
            grid.setColumnStretch(place, 1)

    def refresh(self, scene: Scene, change: Change) -> None:
        """Show which tool is in hand, in the words of the points."""
        if not change & (Change.VIEW | Change.LOOK | Change.DATA):
            return
        if change & Change.LOOK:
            for button in (*self.tools.values(), *self.steps.values()):
                button.dress(self.desk.theme)
        values = scene.stage.data.classes is None
        self.tools["relabel"].setText("Value" if values else "Relabel")
        with QSignalBlocker(self.hands):
            self.tools[scene.stage.view.hand.tool].setChecked(True)

    def _take(self, button: QToolButton) -> None:
        self.desk.look(tool=button.objectName().removeprefix("tool "))


class ToolButton(IconButton):
    """An icon with its word below."""

    def __init__(self, name: str, theme: Theme) -> None:
        """Be called after the tool."""
        super().__init__(name, name.capitalize(), theme)
        self.setObjectName(f"tool {name}")
        self.setProperty("role", "tool")
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)

    def dress(self, theme: Theme) -> None:
        """Take the colours and the size of a theme."""
        super().dress(theme)
        self.height_hint = theme.px(HEIGHT)
        self.setMinimumSize(theme.px(LEAST_WIDTH), theme.px(LEAST_HEIGHT))
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Leave air around icon and word; in a low window with large type there is less of it."""
        return QSize(super().sizeHint().width(), self.height_hint)
