"""The docks round the canvas, and how they are arranged where there is little or much room."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QDockWidget,
    QFrame,
    QMainWindow,
    QScrollArea,
    QSizePolicy,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from ensemble_viz.ui.look.widgets import line

LEFT, RIGHT, BOTTOM = (
    Qt.DockWidgetArea.LeftDockWidgetArea,
    Qt.DockWidgetArea.RightDockWidgetArea,
    Qt.DockWidgetArea.BottomDockWidgetArea,
)
AREAS = {"rail": LEFT, "settings": LEFT, "round": RIGHT, "points": RIGHT}


class Column(QScrollArea):
    """Sections one above the other, a hairline between them; scrolls where there are too many."""

    def __init__(
        self, name: str, sections: Sequence[QWidget], width: int, padding: int = 0
    ) -> None:
        """Stack the sections."""
        super().__init__()
        self.wanted = width
        self.setObjectName(f"{name} column")
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        inside = QWidget()
        inside.setProperty("role", "panel")
        stack = QVBoxLayout(inside)
        stack.setContentsMargins(0, 0, 0, 0)
        stack.setSpacing(0)
        for section in sections:
            stack.addWidget(Padded(section, padding))
        stack.addStretch(1)
        self.setWidget(inside)

    def sizeHint(self) -> QSize:
        """Be as wide as is wanted."""
        return QSize(self.wanted, 600)

    def minimumSizeHint(self) -> QSize:
        """Be narrower where there is no room, and scroll."""
        return QSize(min(self.wanted, 280), 120)


class Padded(QWidget):
    """A section with room around it, which is seen when its content is."""

    def __init__(self, content: QWidget, padding: int) -> None:
        """Wrap a content."""
        super().__init__()
        stack = QVBoxLayout(self)
        stack.setContentsMargins(0, 0, 0, 0)
        stack.setSpacing(0)
        room = QVBoxLayout()
        room.setContentsMargins(padding, padding * 3 // 4, padding, padding * 3 // 4)
        room.addWidget(content)
        stack.addLayout(room)
        stack.addWidget(line())


def dock(window: QMainWindow, name: str, title: str, widget: QWidget) -> QDockWidget:
    """Wrap a widget in a dock without a bar of its own."""
    made = QDockWidget(title, window)
    made.setObjectName(name)
    made.setTitleBarWidget(QWidget(made))
    made.setFeatures(QDockWidget.DockWidgetFeature.DockWidgetClosable)
    made.setWidget(widget)
    return made


class Docks:
    """The docks of a window, by name."""

    def __init__(self, window: QMainWindow, widgets: Mapping[str, tuple[str, QWidget]]) -> None:
        """Put each widget, with its title, into a dock: rail, settings, round, points, run …"""
        self.window = window
        self.by_name = {
            name: dock(window, name, title, widget) for name, (title, widget) in widgets.items()
        }
        window.setTabPosition(RIGHT, QTabWidget.TabPosition.North)
        window.setCorner(Qt.Corner.BottomRightCorner, RIGHT)
        for name, made in self.by_name.items():
            window.addDockWidget(AREAS.get(name, BOTTOM), made)
        window.splitDockWidget(self["rail"], self["settings"], Qt.Orientation.Horizontal)
        window.splitDockWidget(self["gallery"], self["run"], Qt.Orientation.Vertical)

    def __getitem__(self, name: str) -> QDockWidget:
        """Find a dock by its name."""
        return self.by_name[name]

    def toggle(self, name: str) -> None:
        """Show a dock in front, or hide it where it is in front already."""
        found = self[name]
        if self.is_in_front(name):
            found.hide()
        else:
            found.show()
            found.raise_()

    def is_in_front(self, name: str) -> bool:
        """Say whether a dock is open, and not behind another one's tab."""
        found = self[name]
        return not found.isHidden() and self.window.rect().intersects(found.geometry())

    def shown(self) -> dict[str, bool]:
        """Say which docks are open."""
        return {name: not made.isHidden() for name, made in self.by_name.items()}

    def show_only(self, shown: Mapping[str, bool]) -> None:
        """Open and close docks."""
        for name, is_shown in shown.items():
            self[name].setVisible(is_shown)

    def arrange(self, wide: bool) -> None:
        """Open what there is room for; where there is little, points stand behind the round."""
        corner = LEFT if wide else BOTTOM
        self.window.setCorner(Qt.Corner.BottomLeftCorner, corner)
        self.show_only({"rail": not wide, "settings": wide, "gallery": wide})
        self["round"].show()
        self["points"].show()
        if wide:
            self.window.splitDockWidget(self["round"], self["points"], Qt.Orientation.Vertical)
        else:
            self.window.tabifyDockWidget(self["round"], self["points"])
            self["round"].raise_()

    def resize(self, widths: Mapping[str, int]) -> None:
        """Give docks a width."""
        made = [self[name] for name in widths]
        self.window.resizeDocks(made, list(widths.values()), Qt.Orientation.Horizontal)


def keep_width(widget: QWidget, width: int) -> None:
    """Keep a widget as wide as this."""
    widget.setFixedWidth(width)
    widget.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
