"""The docks round the canvas, and how they are arranged where there is little or much room."""

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabWidget, QWidget

LEFT, RIGHT, BOTTOM = (
    Qt.DockWidgetArea.LeftDockWidgetArea,
    Qt.DockWidgetArea.RightDockWidgetArea,
    Qt.DockWidgetArea.BottomDockWidgetArea,
)
AREAS = {"rail": LEFT, "settings": LEFT, "round": RIGHT, "points": RIGHT, "figures": RIGHT}


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
        self._covered: dict[str, QDockWidget | None] = {}
        """What was in front of a dock before it was brought there by its key."""
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
        """Show a dock in front; where it is, bring back what it covered, or else hide it."""
        found, covered = self[name], self._covered.pop(name, None)
        beside = self.window.tabifiedDockWidgets(found)
        if not self.is_in_front(name):
            if not found.isHidden():
                self._covered[name] = next((one for one in beside if self._is_seen(one)), None)
            found.show()
            found.raise_()
        elif covered is not None and covered in beside and not covered.isHidden():
            covered.raise_()
        else:
            found.hide()

    def is_in_front(self, name: str) -> bool:
        """Say whether a dock is open, and not behind another one's tab."""
        return self._is_seen(self[name])

    def _is_seen(self, found: QDockWidget) -> bool:
        return not found.isHidden() and self.window.rect().intersects(found.geometry())

    def shown(self) -> dict[str, bool]:
        """Say which docks are open."""
        return {name: not made.isHidden() for name, made in self.by_name.items()}

    def show_only(self, shown: Mapping[str, bool]) -> None:
        """Open and close docks."""
        for name, is_shown in shown.items():
            self[name].setVisible(is_shown)

    def arrange(self, wide: bool) -> None:
        """Open what there is room for; where there is little, points stand behind the round.

        Figures always do."""
        corner = LEFT if wide else BOTTOM
        self.window.setCorner(Qt.Corner.BottomLeftCorner, corner)
        self.show_only({"rail": not wide, "settings": wide, "gallery": wide})
        for name in ("round", "points", "figures"):
            self[name].show()
        if wide:
            for name in ("figures", "points"):
                self.window.removeDockWidget(self[name])  # it would stay behind its tab
            self.window.tabifyDockWidget(self["round"], self["figures"])
            self.window.addDockWidget(RIGHT, self["points"], Qt.Orientation.Vertical)
            for name in ("figures", "points"):
                self[name].show()
            self["round"].raise_()
        else:
            self.window.tabifyDockWidget(self["round"], self["points"])
            self.window.tabifyDockWidget(self["points"], self["figures"])
            self["round"].raise_()

    def make_room_for_run(self) -> None:
        """Lay the run out below the round where there is no room beside it, as with large type.

        Qt would let the round cover its end; where the settings stand beside it, in a wide
        window, it makes room by itself.
        """
        is_below = self.window.corner(Qt.Corner.BottomLeftCorner) == BOTTOM
        beside = self["run"].minimumSizeHint().width() + self["round"].sizeHint().width()
        wanted = BOTTOM if is_below and beside > self.window.width() else RIGHT
        if self.window.corner(Qt.Corner.BottomRightCorner) != wanted:
            self.window.setCorner(Qt.Corner.BottomRightCorner, wanted)

    def resize(self, widths: Mapping[str, int]) -> None:
        """Give docks a width."""
        made = [self[name] for name in widths]
        self.window.resizeDocks(made, list(widths.values()), Qt.Orientation.Horizontal)

    def share_height(self, upper: str, lower: str, needed: int) -> None:
        """Give the upper of two docks what it needs, and the lower one the rest."""
        made = [self[upper], self[lower]]
        needed = max(needed, 1)
        whole = max(sum(one.height() for one in made), needed + 1)  # there may be no room at all
        self.window.resizeDocks(made, [needed, whole - needed], Qt.Orientation.Vertical)
