"""The panels of a window, each made once, and the columns they stand in."""

from collections.abc import Iterator, Mapping, Sequence

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from ensemble_viz.document.document import Change
from ensemble_viz.ui.commands.run import Player
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.look.layouts import fill
from ensemble_viz.ui.look.popup import Popup, Scrolling
from ensemble_viz.ui.look.style import Theme
from ensemble_viz.ui.look.widgets import line
from ensemble_viz.ui.panels.beside import (
    FlipsSection,
    GhostSection,
    PartingSection,
    ScoresSection,
    SplitsSection,
)
from ensemble_viz.ui.panels.classes import ClassesPanel
from ensemble_viz.ui.panels.data import DataPanel
from ensemble_viz.ui.panels.figures import FiguresPanel
from ensemble_viz.ui.panels.formulas import FormulasPanel
from ensemble_viz.ui.panels.header import Header
from ensemble_viz.ui.panels.layers import LayersPanel
from ensemble_viz.ui.panels.pictures import GalleryPanel, SearchPanel, TreePanel
from ensemble_viz.ui.panels.points_table import PointsPanel
from ensemble_viz.ui.panels.rail import HistoryPanel, ToolRail
from ensemble_viz.ui.panels.run_strip import RunStrip
from ensemble_viz.ui.panels.settings import SettingsPanel
from ensemble_viz.ui.pictures.scores import Scoring
from ensemble_viz.ui.section import Section
from ensemble_viz.ui.theory.page import TheoryPanel

LEAST_HEIGHT = 120


class DockColumn(Scrolling):
    """Sections one above the other; scrolls where they are too many."""

    def __init__(
        self, desk: Desk, name: str, sections: Sequence[QWidget], sizes: tuple[int, int]
    ) -> None:
        """Stack the sections, as wide as the first size says, with the second one around each."""
        self.desk = desk
        self.wanted, padding = sizes
        self.most = LEAST_HEIGHT
        """As high as this the column insists to be, if it has so much to show."""
        self._needed = 0
        super().__init__(_stacked(sections, padding), f"{name} column")

    def insist(self, most: int) -> None:
        """Be as high as what there is to show, up to a height; it does not shrink from then on."""
        self.most = most
        self._needed = 0
        self._measure()

    @property
    def needed(self) -> int:
        """Say how high what there is to show is, as far as the column insists."""
        return max(LEAST_HEIGHT, min(self._needed, self.most))

    def sizeHint(self) -> QSize:
        return QSize(self.desk.theme.px(self.wanted), 600)

    def minimumSizeHint(self) -> QSize:
        """Be narrower where there is no room, and scroll."""
        width = self.desk.theme.px(self.wanted)
        return QSize(min(width, 280), self.needed)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Measure again what has changed inside."""
        done = super().eventFilter(watched, event)
        if event.type() == QEvent.Type.LayoutRequest and watched is self.inside:
            self._measure()
        return done

    def _measure(self) -> None:
        needed = max(self._needed, self.inside.sizeHint().height())
        if needed != self._needed:
            self._needed = needed
            self.updateGeometry()


def _stacked(sections: Sequence[QWidget], padding: int) -> QWidget:
    """Put sections below one another; one that can grow takes what the others leave."""
    inside = QWidget()
    inside.setProperty("role", "panel")
    parts = [(Padded(section, padding), int(_grows(section))) for section in sections]
    stack = fill(QVBoxLayout(inside), *parts, gap=0)
    if not any(map(_grows, sections)):
        stack.addStretch(1)
    return inside


class Padded(QWidget):
    """A section with room around it, which is seen when its content is."""

    def __init__(self, content: QWidget, padding: int) -> None:
        super().__init__()
        self.line = line()
        high = padding * 3 // 4
        room = fill(QVBoxLayout(), content, edges=(padding, high, padding, high))
        stack = fill(QVBoxLayout(self), room, self.line, gap=0)
        stack.setStretch(0, int(_grows(content)))
        if isinstance(content, Section):
            content.filled.connect(self.line.setVisible)


def _grows(section: QWidget) -> bool:
    """Say whether a section can use more height than it needs."""
    return bool(section.sizePolicy().expandingDirections() & Qt.Orientation.Vertical)


RAIL, SETTINGS = 64, 256
ROUND, WIDE_ROUND = 320, 416
BESIDE = 268  # pixels of height that header and table keep beside a column that insists
INLINE = 3  # settings in the header
PADDING = 16


class WindowParts:
    """Makes the panels; some stand twice, for a narrow window and for a wide one."""

    def __init__(
        self, desk: Desk, player: Player, scoring: Scoring, actions: Mapping[str, QAction]
    ) -> None:
        inline = (DataPanel(desk, inline=True), SettingsPanel(desk, inline=INLINE))
        self.layers = LayersPanel(desk, actions)
        self.header = Header(desk, inline, actions, self.layers)
        self.history, self.classes = HistoryPanel(desk), ClassesPanel(desk)
        self.popups = {
            panel.objectName(): Popup(panel, self.header.menu_button)
            for panel in (self.history, self.classes)
        }
        self.rail, self.run = ToolRail(desk, actions), RunStrip(desk, player)
        self.tools = ToolRail(desk, actions, columns=4)
        self.gallery, self.gallery_strip = GalleryPanel(desk), GalleryPanel(desk, is_strip=True)
        self.formulas, self.figures = FormulasPanel(desk), FiguresPanel(desk)
        self.points, self.inline = PointsPanel(desk), inline
        self.form = SettingsPanel(desk, hints=True)
        self.theory, self.theory_in_full = (
            TheoryPanel(desk, actions, in_full) for in_full in (False, True)
        )
        self.going_in = (self.tools, DataPanel(desk), self.form, LayersPanel(desk, actions))
        self.this_round = (TreePanel(desk), SearchPanel(desk), self.formulas, self.gallery)
        self.compared = _compared(desk, scoring)
        self.beside = DockColumn(desk, "beside", self.compared, (ROUND, 0))
        self.left = DockColumn(desk, "settings", self.going_in, (SETTINGS, PADDING))
        self.right = DockColumn(desk, "round", self.this_round, (ROUND, 0))
        self._scale = 1.0
        self.rail.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)

    def docked(self) -> dict[str, tuple[str, QWidget]]:
        return {
            "rail": ("Tools", self.rail),
            "settings": ("Settings", self.left),
            "gallery": ("Learners so far", self.gallery_strip),
            "run": ("Run", self.run),
            "round": ("This round", self.right),
            "points": ("Points", self.points),
            "figures": ("Figures", self.figures),
            "beside": ("Beside", self.beside),
            "theory": ("Theory", self.theory),
        }

    def stand_twice(self, wide: bool) -> None:
        """Show what there is for narrow and for wide windows where it belongs."""
        for panel, is_shown in ((self.tools, wide), (self.gallery, not wide)):
            section = panel.parentWidget()
            assert section is not None
            section.setVisible(is_shown)
        self.form.show_hints(not wide)
        self.right.wanted = self.beside.wanted = WIDE_ROUND if wide else ROUND

    def scale(self, theme: Theme, height: int) -> bool:
        """Take the sizes of a theme in a window of some height; say whether its type is another."""
        self.rail.setFixedWidth(theme.px(RAIL))
        self.run.stand_in(height)
        is_wide = self.right.wanted == WIDE_ROUND
        self.right.insist(height - theme.px(BESIDE) if is_wide else 0)
        before, self._scale = self._scale, theme.scale
        return before != self._scale

    def at_once(self, panel: QWidget) -> Change:
        """Say what a panel shows in every frame of a drag: the scrubber where in the run one is."""
        if panel is self.run:
            return ~Change.DATA
        return Change.LOOK if panel in self else Change.ALL

    def ignored(self, panel: QWidget) -> Change:
        return Change.PANELS if isinstance(panel, TheoryPanel) else Change.PANELS | Change.THEORY

    def __iter__(self) -> Iterator[QWidget]:
        yield from (self.header, *self.inline, self.layers, self.history, self.classes)
        yield from (self.rail, self.run, *self.going_in, *self.this_round, *self.compared)
        yield from (self.gallery_strip, self.points, self.figures)
        yield from (self.theory, self.theory_in_full)


def _compared(desk: Desk, scoring: Scoring) -> tuple[QWidget, ...]:
    sections = (PartingSection, SplitsSection, FlipsSection, GhostSection)
    return (*(section(desk) for section in sections), ScoresSection(desk, scoring))
