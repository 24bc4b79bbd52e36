"""When things are computed: panels a little behind the canvas, long work in a thread beside it.

Garbage is looked for by the thread of the window alone. What Qt owns must be freed by the thread it
lives in. Python looks for garbage in whichever thread happens to make objects; in another one it
would pull timers and widgets from under the window. Nor may Python look by itself when the window
is gone: the worker may still be at its last job.
"""

import gc
import math
import sys
import time
from collections.abc import Callable
from queue import SimpleQueue
from threading import Event, Thread
from typing import Protocol

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from shiboken6 import isValid

TURN = 0.002  # seconds of catching up between two frames; a panel that has begun comes to its end
LONG = 0.008  # seconds after which those who have not heard yet may hear later
SOON = 1  # milliseconds until the first turn: it comes right behind the frame
STILL = 0.1  # seconds after which a mouse that was moved rests
PAUSE = 16  # milliseconds from one turn to the next: there is one in a frame at most


class Laggard(Protocol):
    def keep_up(self) -> None:
        """Show what is there now."""


class Pace(QObject):
    """Lets those who lag behind catch up between two frames: who waits longest comes first."""

    frame_first = Signal()
    """What is to be painted comes now, before anything else takes its turn."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.is_held = False
        """Whether something is being dragged: frames are due then."""
        self.is_due = False
        """Whether the mouse has moved meanwhile: the next frame comes before anything else."""
        self._late, self._moved = math.inf, -math.inf
        self._behind: dict[Laggard, None] = {}
        self._clock = QTimer(self, singleShot=True)
        self._clock.timeout.connect(lambda: self._take_turns(TURN))

    def hold(self) -> None:
        """Keep frames free of what can come a little later."""
        self.is_held = True

    def move(self) -> None:
        """Take note that what is held is moved: a frame is due."""
        self.is_due, self._moved = True, time.monotonic()

    @property
    def is_moving(self) -> bool:
        """Say whether something is being dragged just now, not only held."""
        return self.is_held and time.monotonic() - self._moved < STILL

    def release(self) -> None:
        """Let everybody follow at once again."""
        if self.is_held:
            self.is_held = False
            self._take_turns()

    def begin(self, is_large: bool) -> None:
        """Take note that a change is announced; with few points everybody hears of it at once."""
        self._late = time.monotonic() + LONG if is_large else math.inf

    @property
    def is_late(self) -> bool:
        """Say whether the announcement has taken so long that the window should answer first."""
        return time.monotonic() > self._late

    @property
    def is_behind(self) -> bool:
        """Say whether somebody has still to catch up."""
        return bool(self._behind)

    def lag(self, laggard: Laggard) -> None:
        """Take note that somebody lags behind."""
        self._behind[laggard] = None
        self._clock.start(SOON)

    def _take_turns(self, seconds: float | None = None) -> None:
        """Let one after the other catch up, for so long; the others when there is time again."""
        if seconds is not None and self.is_due:
            self._clock.start(PAUSE)
            return
        self.frame_first.emit()
        self._clock.stop()
        began = time.monotonic()
        while self._behind and (seconds is None or time.monotonic() - began < seconds):
            laggard = next(iter(self._behind))
            del self._behind[laggard]
            if isValid(laggard):
                laggard.keep_up()
        self.frame_first.emit()  # and what has caught up is painted before the mouse moves again
        if self._behind:
            self._clock.start(PAUSE)


GARBAGE_PAUSE = 100  # milliseconds from one look to the next


class Garbage(QObject):
    """Looks for garbage in the thread it is made in, as often as Python would."""

    def __init__(self, parent: QObject) -> None:
        """Stop Python from looking by itself, from now on."""
        super().__init__(parent)
        gc.disable()
        self._clock = QTimer(self, interval=GARBAGE_PAUSE)
        self._clock.timeout.connect(collect_due)
        self._clock.start()


def collect_due() -> None:
    """Collect the oldest generation that has had its number; then the younger ones with it."""
    due = [k for k, (count, most) in enumerate(zip(gc.get_count(), gc.get_threshold(), strict=True))
           if count > most > 0]  # fmt: skip
    if due:
        gc.collect(due[-1])


SWITCH = 0.001  # seconds after which the worker lets the window have its turn

Work = Callable[[], object]


class Job:
    """Something to be done elsewhere, once."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.is_done = Event()
        self.error: BaseException | None = None

    def do(self) -> None:
        """Do it; an error is kept for whoever waits."""
        try:
            self.work()
        except BaseException as error:  # noqa: BLE001 - raised where the job came from
            self.error = error
        self.is_done.set()


class Worker(QObject):
    """Does jobs, one after the other, in the order they come."""

    done = Signal(object)
    """A job is done; heard in the thread of the window."""
    _did = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._thread: Thread | None = None
        self._did.connect(self.done, Qt.ConnectionType.QueuedConnection)
        jobs = self._jobs
        self.destroyed.connect(lambda: jobs.put(None))  # and the thread ends

    def take(self, job: Job) -> None:
        """Do a job as soon as those before it are done."""
        if self._thread is None:
            sys.setswitchinterval(SWITCH)
            self._thread = Thread(target=self._work, name="worker", daemon=True)
            self._thread.start()
        self._jobs.put(job)

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            job.do()
            if not isValid(self):
                return
            self._did.emit(job)
            del job  # what it holds must not be freed here, when the next one comes
