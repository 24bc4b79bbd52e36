"""What a canvas or a panel works at: one setup of a session, its scene and its edits.

Several can stand side by side: they share the document, the view and the clock of frames.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Protocol, runtime_checkable

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget

from ensemble_viz.document.document import Change, Document, Setup
from ensemble_viz.document.edits import Edit
from ensemble_viz.scene.free_space import CanvasLayout
from ensemble_viz.scene.moment.view import View
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.look.style import Theme
from ensemble_viz.ui.runs import SharedRun
from ensemble_viz.ui.session import Session


@dataclass(frozen=True, slots=True)
class Desk:
    """One setup of a session; whichever is in front where none is named."""

    session: Session
    number: int | None = None

    @property
    def k(self) -> int:
        """The number of the setup, from 0; of the last one where there are fewer."""
        front, last = self.session.view.where.setup, len(self.session.document.setups) - 1
        return front if self.number is None else min(self.number, last)

    @property
    def setup(self) -> Setup:
        return self.session.document.setups[self.k]

    @property
    def scene(self) -> Scene:
        return self.session.scene_of(self.k)

    @property
    def run(self) -> SharedRun:
        return self.session.lens(self.k).run

    @property
    def document(self) -> Document:
        return self.session.document

    @property
    def view(self) -> View:
        """How the session is looked at."""
        return self.session.view

    @property
    def theme(self) -> Theme:
        return self.session.theme

    def apply(
        self, edit: Callable[..., Edit], *args: Any, stroke: object = None, **kwargs: Any
    ) -> Edit | None:
        """Edit the points; edits of the same stroke are undone together. None: refused."""
        return self.session.apply(edit, *args, stroke=stroke, **kwargs)

    def look(self, **parts: Any) -> None:
        self.session.look(**parts)

    def switch_layers(self, **switches: Any) -> None:
        """Show layers of the canvas, or hide them."""
        self.look(layers=replace(self.view.look.layers, **switches))

    def draw_on(self, canvas: CanvasLayout) -> None:
        """Keep points free of what lies on a canvas."""
        self.session.scenes.draw_on(canvas, self.number or 0)


class Panel(Protocol):
    def refresh(self, scene: Scene, change: Change) -> None:
        """Show a scene; `change` says what is different in it."""

    def isVisible(self) -> bool:
        """Say whether anybody can see the panel."""


@runtime_checkable
class Fading(Protocol):
    """What a panel has that says itself when it shows something of before."""

    def fall_behind(self) -> None:
        """Take note that there are other points, or another run, than those that are shown."""


class Follower(QObject):
    """Passes on to one panel what the session of a desk announces."""

    def __init__(
        self,
        desk: Desk,
        panel: Panel,
        widget: QWidget,
        at_once: Change = Change.ALL,
        ignored: Change = Change.PANELS | Change.THEORY,
    ) -> None:
        """Follow a desk on behalf of a panel, which lives as long as its widget.

        Of what need not be shown at once the panel hears a little later while something is dragged,
        and of anything where the others take long; it never hears of a scene but the current one,
        nor of changes that are ignored.
        """
        super().__init__(widget)
        self.desk = desk
        self.panel = panel
        self.at_once = at_once
        self.heard = ~ignored
        self.missed = Change.ALL
        self._fading = panel if isinstance(panel, Fading) else None
        widget.installEventFilter(self)
        desk.session.changed.connect(self.follow)

    def follow(self, _front: Scene, change: Change) -> None:
        """Refresh the panel, or remember what it missed."""
        self.missed |= change & self.heard
        if not self.missed or not self.panel.isVisible():
            return
        pace = self.desk.session.pace
        if (pace.is_held and not self.missed & self.at_once) or pace.is_late:
            pace.lag(self)
            if self._fading is not None and self.missed & (Change.DATA | Change.SETUPS):
                self._fading.fall_behind()
        else:
            self._catch_up()

    def keep_up(self) -> None:
        """Refresh a panel that lags behind."""
        if self.missed and self.panel.isVisible():
            self._catch_up()
            self.desk.session.keep_reading()  # what it wants to see was not asked for before

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Catch up when the panel comes into sight, before it is painted."""
        if event.type() == QEvent.Type.Show and self.missed:
            self._catch_up()
            self.desk.session.keep_reading()
        return False

    def _catch_up(self) -> None:
        change, self.missed = self.missed, Change.NOTHING
        self.panel.refresh(self.desk.scene, change)
