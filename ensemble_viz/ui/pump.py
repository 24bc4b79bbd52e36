"""The pump: pulls rounds, then their figures, out of runs, a slice of time after the other."""

import time
from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from ensemble_viz.scene.lens import Lens

SLICE = 0.008  # seconds of learning between two looks at the mouse
REST = 4  # milliseconds before it begins: a point that is dragged gives many beginnings
NEWS = 0.05  # seconds between two announcements of more rounds


class Pump(QObject):
    """Learns while nothing else is to be done."""

    news = Signal()
    """There are more rounds than when it was said last, or there will be no more."""

    def __init__(self, parent: QObject, lenses: Callable[[], Sequence[Lens]]) -> None:
        """Pull from the runs that are looked at, whichever these are."""
        super().__init__(parent)
        self.lenses = lenses
        self._told = 0.0
        self._clock = QTimer(self)
        self._clock.timeout.connect(self._pull)

    @property
    def is_pulling(self) -> bool:
        """Say whether rounds are still being computed."""
        return self._clock.isActive()

    def start(self) -> None:
        """Begin, or go on, when what is there already has been painted."""
        self._clock.start(REST)

    def heard(self) -> None:
        """Take note that everybody has been told how far it is."""
        self._told = time.monotonic()

    def _pull(self) -> None:
        """Compute rounds for a slice of time."""
        self._clock.setInterval(0)
        until = time.monotonic() + SLICE
        going = True
        while going and time.monotonic() < until:
            going = sum(_advance(lens) for lens in self.lenses()) > 0  # each of them, not the first
        if not going:
            self._clock.stop()
        if not going or time.monotonic() - self._told > NEWS:
            self.news.emit()


def _advance(lens: Lens) -> bool:
    """Compute a round and its figures, so that the curves grow with the run."""
    advanced, measured = lens.run.advance(), lens.measure()
    return advanced or measured
