"""The figures of a demonstration: at once where that is quick, else better and better beside it."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from threading import Event
from typing import Any

from PySide6.QtCore import QObject, Signal

from ensemble_viz.engine.data import Refusal
from ensemble_viz.engine.settings import Params
from ensemble_viz.engine.theory import Demonstration, Figures, Material
from ensemble_viz.ui.pace import Job, Worker

FIRST = 0.05  # seconds of work before somebody looks at what has become of it
LATER = 0.5  # between two looks from then on: figures can be read, formulas can be typeset


@dataclass(frozen=True, eq=False)
class TheoryRequest:
    """A demonstration, with settings, on something."""

    one: Demonstration
    params: Params
    material: Material | None

    @cached_property
    def settings(self) -> dict[str, Any]:
        """What it is shown with: a run decides some, and is asked once."""
        return self.one.settings_shown(self.params, self.material)

    @property
    def takes_long(self) -> bool:
        """True if its figures are measured again and again."""
        return self.one.refines and self.material is not None


@dataclass(eq=False)
class Refining:
    """Figures that get better in the other thread, a slice of time after the other."""

    asked: TheoryRequest
    steps: Iterator[Figures]
    figures: Figures = field(default_factory=dict)
    is_done: bool = False

    def __post_init__(self) -> None:
        self.is_stopped = Event()

    def go_on(self) -> None:
        """Refine for a slice of time, one step at least; in the other thread."""
        until = time.monotonic() + (LATER if self.figures else FIRST)
        while not self.is_stopped.is_set():
            found = next(self.steps, None)
            if found is None:
                self.is_done = True
                return
            self.figures = found
            if time.monotonic() > until:
                return


class Computation(QObject):
    """Computes the figures of one demonstration at a time; what is asked later comes instead."""

    found = Signal(object, object)
    """What was asked, and its figures as far as they are known."""
    refused = Signal(str)
    ended = Signal()
    """There is nothing more to come: it is done, or was stopped."""

    def __init__(self, parent: QObject, is_seen: Callable[[], bool]) -> None:
        """Compute nothing yet; `is_seen` says whether anybody looks."""
        super().__init__(parent)
        self.is_seen = is_seen
        self._left: TheoryRequest | None = None
        """What was left when nobody looked any more."""
        self.worker = Worker(self)
        self.worker.done.connect(self._hand_over)
        self._refining: Refining | None = None
        self._jobs: dict[Job, Refining] = {}

    @property
    def is_busy(self) -> bool:
        """True while figures are getting better."""
        return self._refining is not None

    def ask(self, asked: TheoryRequest) -> None:
        """Compute figures; what takes long begins beside the window."""
        self.stop()
        steps = asked.one.refined(asked.params, asked.material)
        if asked.takes_long:
            self._refining = Refining(asked, steps)
            self._take(self._refining)
            return
        try:
            figures = next(steps)
        except Refusal as refusal:
            self.refused.emit(str(refusal))
            return
        self.found.emit(asked, figures)
        self.ended.emit()

    def go_on(self) -> None:
        """Begin anew with what was left."""
        if self._left is not None:
            self.ask(self._left)

    def leave(self) -> None:
        if self._refining is not None:
            left = self._refining.asked
            self.stop()
            self._left = left

    def stop(self) -> None:
        """Leave the figures as good as they are."""
        self._left = None
        if self._refining is not None:
            self._refining.is_stopped.set()
            self._refining = None
            self.ended.emit()

    def _take(self, refining: Refining) -> None:
        job = Job(refining.go_on)
        self._jobs[job] = refining
        self.worker.take(job)

    def _hand_over(self, job: Job) -> None:
        refining = self._jobs.pop(job)
        if refining is not self._refining:
            return
        if isinstance(job.error, Refusal):
            self._refining = None
            self.refused.emit(str(job.error))
            return
        if job.error is not None:
            raise job.error
        if refining.figures:
            self.found.emit(refining.asked, refining.figures)
        if refining.is_done:
            self._refining = None
            self.ended.emit()
        elif not self.is_seen():
            self.leave()
        elif refining is self._refining:
            self._take(refining)
