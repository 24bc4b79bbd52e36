"""The docks round the canvas, and how they are arranged where there is little or much room."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabBar, QTabWidget, QWidget

from ensemble_viz.document.look import Panels
from ensemble_viz.ui import memory

LEFT, RIGHT, BOTTOM = (
    Qt.DockWidgetArea.LeftDockWidgetArea,
    Qt.DockWidgetArea.RightDockWidgetArea,
    Qt.DockWidgetArea.BottomDockWidgetArea,
)
TABBED = ("round", "points", "figures", "beside", "theory")
USUAL = TABBED[:-1]  # theory is opened by whoever asks
NARROW = frozenset(("rail", "run", *USUAL))
WIDE = frozenset(("settings", "gallery", "run", *USUAL))
MOST_ASIDE = 0.4  # of the window's width: of one dock beside the canvas
AREAS = {"rail": LEFT, "settings": LEFT, **dict.fromkeys(TABBED, RIGHT)}


def dock(window: QMainWindow, name: str, title: str, widget: QWidget) -> QDockWidget:
    """Wrap a widget in a dock without a bar of its own."""
    made = QDockWidget(title, window)
    made.setObjectName(name)
    made.setTitleBarWidget(QWidget(made))
    made.setFeatures(QDockWidget.DockWidgetFeature.DockWidgetClosable)
    made.setWidget(widget)
    return made


class Docks(QObject):
    turned = Signal(str)
    """The panel whose tab a person has turned to."""
    _is_told = True
    """True while docks are shown and hidden because they should be: also when they are taken down,
    after Python has cleared what the instance held."""

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self.window = window
        self.is_wide = self.compares = False
        self._is_told = False
        self._stands: Panels | None = None
        """How they stand; None where they were arranged anew."""
        self.by_name: dict[str, QDockWidget] = {}

    def fill(self, widgets: Mapping[str, tuple[str, QWidget]]) -> None:
        """Put each widget, with its title, into a dock: rail, settings, round, points, run …"""
        window = self.window
        self.by_name = {
            name: dock(window, name, title, widget) for name, (title, widget) in widgets.items()
        }
        for name in TABBED:
            self[name].visibilityChanged.connect(self._turned)
        window.setTabPosition(RIGHT, QTabWidget.TabPosition.North)
        window.setCorner(Qt.Corner.BottomRightCorner, RIGHT)
        for name, made in self.by_name.items():
            window.addDockWidget(AREAS.get(name, BOTTOM), made)
        window.splitDockWidget(self["rail"], self["settings"], Qt.Orientation.Horizontal)
        window.splitDockWidget(self["gallery"], self["run"], Qt.Orientation.Vertical)

    def __getitem__(self, name: str) -> QDockWidget:
        return self.by_name[name]

    def as_read(self, header: QWidget, notice: QWidget, middle: QWidget) -> Iterator[QWidget]:
        """List what stands above the docks, the docks, and what is amid them, as they are read."""
        bars = (one for one in self.window.findChildren(QTabBar) if one.parent() is self.window)
        before, behind = (self["rail"], self["settings"]), (self["gallery"], self["run"])
        yield from (header, notice, *before, middle, *behind, *bars)
        yield from (self[name] for name in TABBED)

    def refresh(self, panels: Panels) -> None:
        """Open what should be open, and bring to the front what should be there."""
        if panels == self._stands:
            return  # what is raised again would cover what lies on top
        self._is_told, self._stands = True, panels
        shown = self.open_in(panels)
        for name, made in self.by_name.items():
            made.setVisible(name in shown)
        if panels.front in shown & self.together:
            self[panels.front].raise_()
        self._is_told = False

    def restored(self, wide: bool) -> None:
        """Stand as Qt has put them back, in a window as wide."""
        self.is_wide, self._stands = wide, None

    def now(self) -> Panels:
        shown = frozenset(name for name, made in self.by_name.items() if not made.isHidden())
        seen = (name for name in TABBED if self.window.rect().intersects(self[name].geometry()))
        front = next((name for name in seen if name in shown & self.together), TABBED[0])
        return Panels(shown, front)

    def open_in(self, panels: Panels) -> frozenset[str]:
        """Name those that are open: where nobody has chosen, those there is room for."""
        chosen = (WIDE if self.is_wide else NARROW) if panels.shown is None else panels.shown
        return chosen if self.compares else chosen - {"beside"}

    def compare(self, is_comparing: bool) -> None:
        """Have a panel for several setups, or none."""
        if is_comparing != self.compares:
            self.compares, self._stands = is_comparing, None

    def is_in_front(self, panels: Panels, name: str) -> bool:
        """True if a panel is open, and not behind another one's tab."""
        return name in self.open_in(panels) and (
            name not in self.together or name == self._front(panels)
        )

    def toggled(self, panels: Panels, name: str) -> Panels:
        """Show a panel in front; where it is, bring back what it covered, or else hide it."""
        shown, front = self.open_in(panels), self._front(panels)
        if not self.is_in_front(panels, name):
            if name not in self.together:
                return replace(panels, shown=shown | {name})
            return replace(panels, shown=shown | {name}, front=name,
                           covered=front if name in shown else "")  # fmt: skip
        if name in self.together and panels.covered in shown & self.together:
            return replace(panels, shown=shown, front=panels.covered, covered="")
        return replace(panels, shown=shown - {name}, covered="")

    def usual(self, panels: Panels) -> Panels:
        """Open those there is room for; theory stays open for whoever has asked for it."""
        if "theory" not in (panels.shown or ()):
            return Panels()
        return replace(Panels(), shown=self.open_in(Panels()) | {"theory"}, front=panels.front)

    def all_toggled(self, panels: Panels) -> Panels:
        """Hide all panels but the run, or show those that were hidden."""
        shown = self.open_in(panels)
        if others := shown - {"run"}:
            return replace(panels, shown=shown - others, hidden=others)
        again = panels.hidden or frozenset(("rail", *USUAL))
        return replace(panels, shown=shown | again)

    @property
    def together(self) -> frozenset[str]:
        """The panels that stand behind one another's tabs."""
        return frozenset(("round", "figures", "beside", "theory") if self.is_wide else TABBED)

    def _front(self, panels: Panels) -> str:
        """Name the panel in front; where that is not open, Qt shows the next one."""
        there = self.open_in(panels) & self.together
        if panels.front in there:
            return panels.front
        return next((name for name in TABBED if name in there), "")

    @Slot(bool)
    def _turned(self, is_seen: bool) -> None:
        """Take note of the tab that a person has turned to."""
        if self._is_told or not is_seen:
            return
        front = next((name for name in self.together if self[name] is self.sender()), None)
        if front is not None:
            self.turned.emit(front)

    def arrange(self, wide: bool) -> None:
        """Stand where there is room; where there is little, points stand behind the round.

        Figures always do."""
        self.is_wide, self._stands = wide, None
        self._is_told = True
        corner = LEFT if wide else BOTTOM
        self.window.setCorner(Qt.Corner.BottomLeftCorner, corner)
        for name in TABBED:
            self[name].show()
        if wide:
            for name in TABBED[1:]:
                self.window.removeDockWidget(self[name])  # it would stay behind its tab
            for before, name in pairwise(("round", "figures", "beside", "theory")):
                self.window.tabifyDockWidget(self[before], self[name])
            self.window.addDockWidget(RIGHT, self["points"], Qt.Orientation.Vertical)
            for name in TABBED[1:]:
                self[name].show()
        else:
            for before, name in pairwise(TABBED):
                self.window.tabifyDockWidget(self[before], self[name])
        self._is_told = False

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
        """Give docks a width, of which large type takes no more than its share."""
        made, most = [self[name] for name in widths], round(MOST_ASIDE * self.window.width())
        wanted = [min(width, most) for width in widths.values()]
        self.window.resizeDocks(made, wanted, Qt.Orientation.Horizontal)

    def share_height(self, upper: str, lower: str, needed: int) -> None:
        """Give the upper of two docks what it needs, and the lower one the rest."""
        made = [self[upper], self[lower]]
        needed = max(needed, 1)
        whole = max(sum(one.height() for one in made), needed + 1)  # there may be no room at all
        self.window.resizeDocks(made, [needed, whole - needed], Qt.Orientation.Vertical)


class ScreenFill:
    """Fills the screen with a window, and puts it back."""

    def __init__(self, window: QMainWindow) -> None:
        self.window = window
        self.is_on = False
        self._was = window.windowState()
        self._stood: memory.Stand | None = None

    def turn(self, is_on: bool) -> bool:
        """Turn it on or off; say whether that is another state."""
        if is_on == self.is_on:
            return False
        self.is_on = is_on
        if is_on:
            self._stood = memory.stand(self.window) if self.window.isVisible() else None
            self.fill()
        else:
            self.window.setWindowState(self._was)
        return True

    def fill(self) -> None:
        """Leave nothing else on the screen."""
        self._was = self.window.windowState()
        self.window.setWindowState(self._was | Qt.WindowState.WindowFullScreen)

    def stand(self) -> memory.Stand | None:
        """Say how the window stands when it fills no screen; None where it never did."""
        return self._stood if self.is_on else memory.stand(self.window)
