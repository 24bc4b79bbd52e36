"""The panels of a window, each made once, and the columns they stand in."""

from collections.abc import Iterator, Mapping

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from ensemble_viz.ui.docks import Column, keep_width
from ensemble_viz.ui.panels.data import DataPanel
from ensemble_viz.ui.panels.formulas import FormulasPanel
from ensemble_viz.ui.panels.gallery import GalleryPanel
from ensemble_viz.ui.panels.header import Header
from ensemble_viz.ui.panels.layers import LayersPanel
from ensemble_viz.ui.panels.points_table import PointsPanel
from ensemble_viz.ui.panels.rail import ToolRail
from ensemble_viz.ui.panels.run_strip import RunStrip
from ensemble_viz.ui.panels.search import SearchPanel
from ensemble_viz.ui.panels.settings import SettingsPanel
from ensemble_viz.ui.panels.tree import TreePanel
from ensemble_viz.ui.player import Player
from ensemble_viz.ui.session import Session

RAIL, SETTINGS, ROUND = 64, 256, 320
INLINE = 3  # settings in the header
PADDING = 16


class Parts:
    """Makes the panels; some stand twice, for a narrow window and for a wide one."""

    def __init__(self, session: Session, player: Player, actions: Mapping[str, QAction]) -> None:
        """Make them all; none is shown yet."""
        inline = (DataPanel(session, inline=True), SettingsPanel(session, inline=INLINE))
        self.layers = LayersPanel(session, actions)
        self.header = Header(session, inline, actions, self.layers)
        self.rail = ToolRail(session, actions)
        self.run = RunStrip(session, player)
        self.tools = ToolRail(session, actions, columns=4)
        self.formulas = FormulasPanel(session)
        self.gallery = GalleryPanel(session)
        self.gallery_strip = GalleryPanel(session, rows=1)
        self.points = PointsPanel(session)
        self.inline = inline
        self.going_in = (
            self.tools,
            DataPanel(session),
            SettingsPanel(session, hints=True),
            LayersPanel(session, actions),
        )
        self.this_round = (TreePanel(session), SearchPanel(session), self.formulas, self.gallery)
        keep_width(self.rail, RAIL)

    def docked(self) -> dict[str, tuple[str, QWidget]]:
        """Say what goes into which dock, under which title."""
        return {
            "rail": ("Tools", self.rail),
            "settings": ("Settings", Column("settings", self.going_in, SETTINGS, PADDING)),
            "gallery": ("Learners so far", self.gallery_strip),
            "run": ("Run", self.run),
            "round": ("This round", Column("round", self.this_round, ROUND)),
            "points": ("Points", self.points),
        }

    def stand_twice(self, wide: bool) -> None:
        """Show what there is for narrow and for wide windows where it belongs."""
        for panel, is_shown in ((self.tools, wide), (self.gallery, not wide)):
            section = panel.parentWidget()
            assert section is not None
            section.setVisible(is_shown)

    def __iter__(self) -> Iterator[QWidget]:
        """List every panel that follows the session."""
        yield from (self.header, *self.inline, self.layers, self.rail, self.run)
        yield from (*self.going_in, *self.this_round, self.gallery_strip, self.points)
