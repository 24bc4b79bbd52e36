"""Does the window answer while it learns? The longest time between two beats of the event loop.

A window is open with all its docks, a heart beats in it, and 10 000 points are opened with one of
the methods; until all rounds are learned, or for some seconds, every gap is noted.
"""

import time
from collections.abc import Iterator

import numpy as np
from PySide6.QtCore import QTimer

from ensemble_viz.document.session_file import Saved
from ensemble_viz.engine import methods
from tests.bench.desks import FEW, Easel, document
from tests.bench.goals import GAP
from tests.bench.row import Goal, Job, Row

SIZE = (1280, 800)
POINTS, ROUNDS, SECONDS, BEAT = 10_000, 100, 6.0, 1  # a beat a millisecond
SHORT_METHODS = ("random-forest", "stacking")


def jobs(short: bool) -> Iterator[Job]:
    """List the methods."""
    n, rounds, seconds = (60, 5, 0.5) if short else (POINTS, ROUNDS, SECONDS)
    for name in SHORT_METHODS if short else methods.methods():
        yield Job(("gap", name, str(n)), lambda m=name: [longest_gap(m, n, rounds, seconds)])


class Heart:
    """Notes when the event loop comes round, by the clock and by the CPU time used."""

    def __init__(self) -> None:
        """Beat from now on."""
        self.beats = [self._now()]
        self.timer = QTimer()
        self.timer.timeout.connect(lambda: self.beats.append(self._now()))
        self.timer.start(BEAT)

    def gaps(self) -> np.ndarray:
        """Stop, and give the milliseconds between beats: by the clock, and of CPU."""
        self.timer.stop()
        return 1e3 * np.diff([*self.beats, self._now()], axis=0)

    def _now(self) -> tuple[float, float]:
        return time.perf_counter(), time.thread_time()


def longest_gap(method: str, n: int, rounds: int, seconds: float) -> Row:
    """Open the points, go to the last round there is, and wait."""
    desk = Easel(document("adaboost", FEW), SIZE)
    opened = document(method, n, rounds=rounds)
    heart = Heart()
    until = time.monotonic() + seconds
    desk.session.open(Saved(opened))
    desk.app.processEvents()
    while desk.session.is_learning and time.monotonic() < until:
        desk.app.processEvents()
    desk.session.go_to_round(len(desk.session.run))
    desk.app.processEvents()
    gaps = heart.gaps()
    note = (
        f"the longest of {len(gaps)}; of CPU time {gaps[:, 1].max():.3g} ms; "
        f"{(gaps[:, 0] > GAP.must).sum()} above the limit; {len(desk.session.run)} rounds"
    )
    desk.close()
    goal = GAP if n == POINTS else Goal("ms")
    return Row("gap", method, n, rounds, ours=float(gaps[:, 0].max()), goal=goal, note=note)
