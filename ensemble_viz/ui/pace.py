"""How fast panels follow while something is dragged: the canvas at once, panels a little behind."""

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

BEAT = 33  # milliseconds from one look of the panels to the next


class Pace(QObject):
    """Lets those who lag behind catch up, all at once, some thirty times a second."""

    beat = Signal()
    """Whoever lags behind may catch up now."""

    def __init__(self, parent: QObject) -> None:
        """Hold nobody back."""
        super().__init__(parent)
        self.is_held = False
        """Whether something is being dragged: frames are due then."""
        self._since = QElapsedTimer()
        self._clock = QTimer(self, singleShot=True)
        self._clock.timeout.connect(self._beat)

    def hold(self) -> None:
        """Keep frames free of what can come a little later."""
        self.is_held = True

    def let_go(self) -> None:
        """Let everybody follow at once again."""
        if self.is_held:
            self.is_held = False
            self._beat()

    def lag(self) -> None:
        """Take note that somebody lags behind."""
        if not self._clock.isActive():
            waited = self._since.elapsed() if self._since.isValid() else BEAT
            self._clock.start(max(0, BEAT - waited))

    def _beat(self) -> None:
        self._clock.stop()
        self.beat.emit()
        self._since.start()
