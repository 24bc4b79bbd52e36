"""The pump: pulls rounds, then their figures, out of runs, a slice of time after the other."""

import time
from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from ensemble_viz.document.document import Change
from ensemble_viz.scene.lens import Lens

SLICE = 0.008  # seconds of learning between two looks at the mouse
REST = 4  # milliseconds before it begins: a point that is dragged gives many beginnings
NEWS = 0.05  # seconds between two announcements of more rounds


class Pump(QObject):
    """Learns while nothing else is to be done."""

    news = Signal(object)
    """A Change: more rounds are there than when it was said last, or there will be no more; a
    surface is known on a finer grid."""

    def __init__(self, parent: QObject, lenses: Callable[[], Sequence[Lens]]) -> None:
        """Pull from the runs that are looked at, whichever these are."""
        super().__init__(parent)
        self.lenses = lenses
        self._told = 0.0
        self._said = (0, 0)
        self._clock = QTimer(self)
        self._clock.timeout.connect(self._pull)

    @property
    def is_pulling(self) -> bool:
        """Say whether rounds are still being computed."""
        return self._clock.isActive()

    def start(self) -> None:
        """Begin, or go on, when what is there already has been painted."""
        self._clock.start(REST)

    def wake(self) -> None:
        """Go on where a surface is looked at that could be known more finely."""
        if any(not lens.sampler.is_idle for lens in self.lenses()):
            self.start()

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
        if going and time.monotonic() - self._told <= NEWS:
            return
        before, self._said = self._said, self._reached()
        finer = Change.FINER if self._said[1] != before[1] else Change.NOTHING
        more = Change.LEARNED if self._said[0] != before[0] or not going else Change.NOTHING
        if finer | more:
            self.news.emit(finer | more)

    def _reached(self) -> tuple[int, int]:
        """Count rounds with their figures, and grids that were read."""
        lenses = self.lenses()
        learned = sum(len(lens.run) + lens.measured for lens in lenses)
        return learned, sum(lens.sampler.finished for lens in lenses)


def _advance(lens: Lens) -> bool:
    """Compute a round and its figures, so that the curves grow with the run; and read surfaces."""
    advanced, measured, read = lens.run.advance(), lens.measure(), lens.sampler.work()
    return advanced or measured or read
