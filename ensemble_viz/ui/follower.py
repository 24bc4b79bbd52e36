"""Keeps a panel up to date: at once where it is seen, and when it is shown where it was hidden."""

from typing import Protocol, runtime_checkable

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget

from ensemble_viz.document.document import Change
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.desk import Desk


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
        prompt: Change = Change.ALL,
        deaf: Change = Change.PANELS | Change.THEORY,
    ) -> None:
        """Follow a desk on behalf of a panel, which lives as long as its widget.

        Of what is not prompt the panel hears a little later while something is dragged, and of
        anything where the others take long; it never hears of a scene but the current one, nor of
        what it is deaf to.
        """
        super().__init__(widget)
        self.desk = desk
        self.panel = panel
        self.prompt = prompt
        self.deaf = deaf
        self.missed = Change.ALL
        self._fading = panel if isinstance(panel, Fading) else None
        widget.installEventFilter(self)
        desk.session.changed.connect(self.follow)

    def follow(self, _front: Scene, change: Change) -> None:
        """Refresh the panel, or remember what it missed."""
        self.missed |= change & ~self.deaf
        if not self.missed or not self.panel.isVisible():
            return
        pace = self.desk.pace
        if (pace.is_held and not self.missed & self.prompt) or pace.is_late:
            pace.lag(self)
            if self._fading is not None and self.missed & (Change.DATA | Change.SETUPS):
                self._fading.fall_behind()
        else:
            self._catch_up()

    def keep_up(self) -> None:
        """Refresh a panel that lags behind."""
        if self.missed and self.panel.isVisible():
            self._catch_up()
            self.desk.keep_reading()  # what it wants to see was not asked for before

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Catch up when the panel comes into sight, before it is painted."""
        if event.type() == QEvent.Type.Show and self.missed:
            self._catch_up()
            self.desk.keep_reading()
        return False

    def _catch_up(self) -> None:
        change, self.missed = self.missed, Change.NOTHING
        self.panel.refresh(self.desk.scene, change)
