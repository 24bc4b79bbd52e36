"""Draws figures in a thread of its own, and writes them: the window goes on meanwhile."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event

from PySide6.QtCore import QObject, Signal

from ensemble_viz.document.writing import writing
from ensemble_viz.engine.data import Refusal
from ensemble_viz.export.publishing import Order, publish
from ensemble_viz.ui.worker import Job, Worker

Done = Callable[["Draft"], None]


class CancelledError(Exception):
    """Nobody wants the figure any more."""


@dataclass(eq=False)
class Draft:
    """A figure that is being drawn, for a file or for somebody to see."""

    order: Order
    form: str
    done: Done
    path: Path | None = None
    data: bytes = b""
    refusal: str = ""

    def __post_init__(self) -> None:
        """Be wanted."""
        self.is_cancelled = Event()

    def cancel(self) -> None:
        """Leave nothing behind."""
        self.is_cancelled.set()

    def draw(self, report: Callable[[int, int], None]) -> None:
        """Draw it from a lens of its own, and write it; in the other thread."""

        def heard(done: int, count: int) -> None:
            if self.is_cancelled.is_set():
                raise CancelledError
            report(done, count)

        try:
            heard(0, 1)
            self.data = publish(replace(self.order.apart(), report=heard), self.form)
            heard(1, 1)
            if self.path is not None:
                with writing(self.path, binary=True) as out:
                    out.write(self.data)
                    heard(1, 1)
        except CancelledError:
            self.data = b""
        except Refusal as refusal:
            self.refusal = str(refusal)


class Publisher(QObject):
    """Has one figure drawn after the other."""

    progressed = Signal(int, int)
    """So many plots of so many are described."""

    def __init__(self, parent: QObject) -> None:
        """Draw nothing yet."""
        super().__init__(parent)
        self.worker = Worker(self)
        self.worker.done.connect(self._hand_over)
        self._drafts: dict[Job, Draft] = {}

    @property
    def is_busy(self) -> bool:
        """Say whether something is being drawn."""
        return bool(self._drafts)

    def take(self, draft: Draft) -> None:
        """Draw a figure as soon as those before it are drawn."""
        job = Job(_Work(draft, self))
        self._drafts[job] = draft
        self.worker.take(job)

    def cancel(self, draft: Draft | None) -> None:
        """Give up a figure."""
        if draft is not None:
            draft.cancel()

    def _hand_over(self, job: Job) -> None:
        draft = self._drafts.pop(job)
        if job.error is not None:
            raise job.error
        draft.done(draft)


@dataclass(frozen=True, eq=False)
class _Work:
    draft: Draft
    publisher: Publisher

    def __call__(self) -> None:
        self.draft.draw(self.publisher.progressed.emit)
