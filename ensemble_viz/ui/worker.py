"""The one thread beside that of the window: it computes what takes too long for a frame."""

import sys
from collections.abc import Callable
from queue import SimpleQueue
from threading import Event, Thread

from PySide6.QtCore import QObject, Qt, Signal
from shiboken6 import isValid

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
