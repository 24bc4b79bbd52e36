"""Going to a round that is pointed at: once a turn of the event loop, however fast one drags.

While rounds are still being computed only those that are there are shown, and the wish is kept.
"""

from PySide6.QtCore import QObject, QTimer

from ensemble_viz.document.document import Change
from ensemble_viz.ui.desk import Desk
from ensemble_viz.ui.player import Player


class Scrubbing(QObject):
    """Brings the session to the round that is wanted."""

    def __init__(self, desk: Desk, player: Player, parent: QObject) -> None:
        """Want nothing yet."""
        super().__init__(parent)
        self.desk = desk
        self.player = player
        self.wanted: int | None = None
        self._going = False
        self._turn = QTimer(self)
        self._turn.setSingleShot(True)
        self._turn.timeout.connect(self._go)

    def want(self, t: int) -> None:
        """Ask for a round; playing stops."""
        self.player.pause()
        self.wanted = t
        self.desk.pace.is_due = True
        self._turn.start(0)

    def refresh(self, change: Change) -> None:
        """Go on towards the round that is wanted, unless somebody went elsewhere."""
        if self.wanted is None or self._going:
            return
        if change & (Change.ROUND | Change.DATA | Change.SETUPS) and not self._turn.isActive():
            self.wanted = None
        elif change & Change.LEARNED:
            self._turn.start(0)

    def _go(self) -> None:
        self.desk.pace.is_due = False
        if self.wanted is None:
            return
        computed = self.desk.clock.computed
        is_there = self.wanted <= computed or not self.desk.is_learning
        reach = self.wanted if is_there else computed
        self._going = True
        self.desk.go_to_round(reach)
        self._going = False
        if is_there:
            self.wanted = None
