"""When the words on the canvas are said: with the frame, or right behind it."""

import time

from PySide6.QtCore import QObject, Signal

from ensemble_viz.document.document import Change
from ensemble_viz.scene.scene import Scene
from ensemble_viz.ui.desk import Desk

UNSAID = Change.DATA | Change.LEARNED
PATIENCE = 0.4  # seconds that words may lag behind


class Saying(QObject):
    """Tells the cards what has changed, not always at once.

    While points are dragged the moment stays the same: the frame is painted, then the words on it.
    Where frames leave no time between them, the words follow a few times a second.
    """

    due = Signal(object, object)
    """The scene, and all that has changed since the last time."""

    def __init__(self, desk: Desk, parent: QObject) -> None:
        """Speak for a canvas, as long as it is there."""
        super().__init__(parent)
        self.desk = desk
        self._missed, self._said = Change.NOTHING, 0.0
        """What the cards have not heard of yet, and when they heard something last."""

    def hear(self, scene: Scene, change: Change) -> None:
        """Say it now, or a little later."""
        self._missed |= change
        pace, waited = self.desk.pace, time.monotonic() - self._said
        if pace.is_held and not self._missed & ~UNSAID and waited < PATIENCE:
            pace.lag(self)
        else:
            told = self._missed
            self._tell(scene)
            if pace.is_held:  # what the cards have left out for the frame comes behind it
                self._missed = told
                pace.lag(self)

    def keep_up(self) -> None:
        """Say what is true now."""
        if self._missed:
            self._tell(self.desk.scene)

    def _tell(self, scene: Scene) -> None:
        change, self._missed, self._said = self._missed, Change.NOTHING, time.monotonic()
        self.due.emit(scene, change)
