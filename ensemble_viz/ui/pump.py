"""The pump: pulls rounds, then their figures, out of runs, a slice of time after the other.

Runs on many points, and those whose rounds have taken longer than a slice, are lent to the one
worker: the window takes in what it has computed, and never waits for a round.
"""

import time
from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from ensemble_viz.document.document import Change
from ensemble_viz.ui import runs
from ensemble_viz.ui.pace import Job, Pace, Worker
from ensemble_viz.ui.runs import SharedLens

SLICE = 0.008  # seconds of learning between two looks at the mouse
LEAST = 0.002  # so many while something is dragged: frames come first
SLOW = 0.1  # seconds: rounds that take longer are computed elsewhere from then on
REST = 4  # milliseconds before it begins: a point that is dragged gives many beginnings
CROWD = 20_000  # more points than this take up the time of a frame by themselves
NEWS = 0.05  # seconds between two announcements of more rounds


class Pump(QObject):
    """Learns while nothing else is to be done."""

    news = Signal(object)
    """A Change: more rounds are there than when it was said last, or there will be no more; a
    surface is known on a finer grid."""

    def __init__(
        self, parent: QObject, lenses: Callable[[], Sequence[SharedLens]], pace: Pace
    ) -> None:
        """Pull from the runs that are looked at, whichever these are."""
        super().__init__(parent)
        self.lenses = lenses
        self.pace = pace
        self.worker = Worker(self)
        self.worker.done.connect(self._take_in)
        self._told = 0.0
        self._away: dict[Job, SharedLens] = {}
        """The jobs that the worker has, and whose they are."""
        self._slow: dict[str, int] = {}
        """Of how many points on the rounds of a method are slow, as far as that was seen."""
        self._said: tuple[int, tuple[int, ...]] = 0, ()
        self._clock = QTimer(self)
        self._clock.timeout.connect(self._pull)

    @property
    def is_pulling(self) -> bool:
        """Say whether rounds are still being computed."""
        return self._clock.isActive() or any(lens in self._away.values() for lens in self.lenses())

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

    def lend(self, lens: SharedLens) -> None:
        """Leave a run to the worker where its rounds would hold up the window."""
        run = lens.run
        least = min(runs.LARGE, self._slow.get(run.method.name, runs.LARGE))
        if not run.is_lent and len(run.data) > least:
            lens.lend()

    def wait(self, lens: SharedLens, t: int, seconds: float) -> None:
        """Give the worker a moment for round t: a frame that shows it is worth a little wait.

        Of a crowd that is dragged it is not: few of its rounds would be there.
        """
        if not seconds or (self.pace.is_held and _is_crowd(lens)):
            return
        until = time.monotonic() + seconds
        while lens.run.is_awaited and len(lens.run) < t:
            job = self._job(lens, rounds_first=True)
            if job is None or not job.is_done.wait(max(0.0, until - time.monotonic())):
                return
            self._take(job)

    @property
    def _hand_comes_first(self) -> bool:
        """True while a frame is due; with a crowd, as long as the hand moves."""
        return self.pace.is_due or (self.pace.is_moving and any(map(_is_crowd, self.lenses())))

    # --- in slices ----------------------------------------------------------------------------

    def _pull(self) -> None:
        """Compute rounds for a slice of time."""
        if self._hand_comes_first:
            self._clock.setInterval(REST)
            return
        self._clock.setInterval(0)
        if self.pace.is_held:
            self.pace.frame_first.emit()
        until = time.monotonic() + (LEAST if self.pace.is_held else SLICE)
        going = True
        while going and time.monotonic() < until:
            here = [lens for lens in self.lenses() if not lens.run.is_lent]
            going = sum(self._advance(lens) for lens in here) > 0  # each of them, not the first
        for lens in self.lenses():
            if lens.run.is_lent:
                self._job(lens)
        if not going:
            self._clock.stop()
        self._tell()

    def _tell(self) -> None:
        """Say what there is that was not there when it was said last; not all too often."""
        is_done = not self.is_pulling
        if not is_done and time.monotonic() - self._told <= NEWS:
            return
        before, self._said = self._said, self._reached()
        finer = Change.FINER if self._said[1] != before[1] else Change.NOTHING
        more = Change.LEARNED if self._said[0] != before[0] or is_done else Change.NOTHING
        if finer | more:
            self.news.emit(finer | more)

    def _reached(self) -> tuple[int, tuple[int, ...]]:
        """Count rounds with their figures, and number the last grids that were read."""
        lenses = self.lenses()
        learned = sum(len(lens.run) + lens.measured for lens in lenses)
        return learned, tuple(lens.sampler.finished for lens in lenses)

    def _advance(self, lens: SharedLens) -> bool:
        """Compute a round and its figures, so that the curves grow with the run; read surfaces."""
        began = time.thread_time()
        advanced, measured, read = lens.run.advance(), lens.measure(), lens.sampler.work()
        if time.thread_time() - began > SLOW:
            self._slow[lens.run.method.name] = len(lens.run.data) - 1
            self.lend(lens)
        return advanced or measured or read

    # --- by the worker ------------------------------------------------------------------------

    def _job(self, lens: SharedLens, rounds_first: bool = False) -> Job | None:
        """Find the job of a run that is lent, or give it one."""
        found = next((job for job, whose in self._away.items() if whose is lens), None)
        if found is None and (work := lens.work(SLICE, rounds_first)) is not None:
            found = Job(work)
            self._away[found] = lens
            self.worker.take(found)
        return found

    def _take_in(self, job: Job) -> None:
        """Take in what the worker has computed, and go on; of runs that nobody looks at do not."""
        lens = self._away.get(job)
        if lens is None:
            return  # somebody has waited for it
        self._take(job)
        if lens not in self.lenses():
            return
        if self._hand_comes_first:
            self.start()
            return
        self._job(lens)
        self._tell()

    def _take(self, job: Job) -> None:
        lens = self._away.pop(job)
        if job.error is not None:
            raise job.error
        lens.take_in()


def _is_crowd(lens: SharedLens) -> bool:
    return len(lens.run.data) > CROWD
