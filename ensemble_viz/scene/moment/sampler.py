"""Surfaces without cells: read on a coarse grid at once, on finer ones as there is time.

Three grids lie in what is seen. The first is read at once, as far as that takes no time to speak
of; the second in pieces. Of the third, places are asked where the second changes from a place to
the next one, and around the training points; all others are as their neighbours. Borders are
contours of the finest grid there is so far.
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from itertools import count

import numpy as np

from ensemble_viz.document.where import Frame
from ensemble_viz.engine.data import FloatArray
from ensemble_viz.engine.runs import Run
from ensemble_viz.engine.surface import places, sampling
from ensemble_viz.scene.moment.sample_grid import (
    Grid,
    Sampled,
    Steps,
    borders,
    fine_places,
    finer,
    grid_in,
    leap,
    with_curves,
)

LEVELS = {1: ((256,), (2048,)), 2: ((48, 48), (256, 256))}
FINER = (1, 2, 4)  # times as many places along each axis, as many as are seen; usually the most
AT_ONCE = 1  # the level that somebody gets who does not look again
MOST_BYTES = 48 * 2**20
MOST_SUMS = 5  # grids whose sums go on from round to round
PAINTED_AT_ONCE = 1 << 16  # places
GRIDS = count(1)  # who looks from one run to another can tell that there is more to see
Shading = Callable[[FloatArray], tuple[Steps, Steps]]
Key = tuple[Hashable, Frame, Hashable]


@dataclass(frozen=True, slots=True, eq=False)
class Want:
    """A surface that somebody looks at."""

    slot: Hashable
    """Where it is seen: the next one that is seen there takes its place."""
    what: tuple[int, int | None]
    """The round, and which of its learners; None: all so far, together."""
    area: Frame
    shade: Shading
    """Turns what is answered into a class, and a step of a ramp."""
    size: tuple[int, int] | None = None
    """The only grid that is read; None: all of them, one after the other."""
    share: float = 1.0
    """So much of the time that may be taken at once is for this."""

    @property
    def key(self) -> Key:
        """Name what there is to be known."""
        return self.what, self.area, self.size


@dataclass(slots=True, eq=False)
class Reading:
    """A want, and how far it is; any one thread may go on with it."""

    want: Want
    steps: Iterator[Sampled | None] = field(repr=False)
    read: list[Sampled] = field(default_factory=list, repr=False)
    """Grids that nobody has taken in yet."""
    is_done: bool = False

    def go_on(self, seconds: float = 0.0) -> None:
        """Ask a little more, for about so long, but not beyond the next grid."""
        end = time.perf_counter() + seconds
        try:
            while (sampled := next(self.steps)) is None:
                if time.perf_counter() >= end:
                    return
            self.read.append(sampled)
        except StopIteration:
            self.is_done = True


class Sampler:
    """Reads the surfaces of a run."""

    def __init__(self, run: Run, patience: float | None = None) -> None:
        """Take so many seconds when asked, more as somebody calls `work`; None: all it takes."""
        self.run = run
        self.patience = patience
        self.finished = 0
        """The number of the last grid that was read, among those of all runs; 0: none was."""
        self._finer = FINER[-1]
        self._readings: OrderedDict[Hashable, Reading] = OrderedDict()
        self._known: OrderedDict[Key, Sampled] = OrderedDict()
        self._sums: OrderedDict[Hashable, sampling.SumAsked] = OrderedDict()
        self._bytes = 0

    @property
    def is_idle(self) -> bool:
        """Say whether everything that is looked at is as fine as it gets."""
        return not self._readings

    def seen(self, want: Want) -> Sampled | None:
        """Give a surface as far as it is known; None while nothing of it is.

        Where only another part of it is known, that part stands in until this one is.
        """
        found = self._known.get(want.key)
        going = self._readings.get(want.slot)
        if (found is None or not found.is_finest) and (going is None or going.want.key != want.key):
            self._readings[want.slot] = Reading(want, self._steps(want))
            self._begin(want, found)
        if want.key in self._known:
            self._known.move_to_end(want.key)
            return self._known[want.key]
        return next((one for one in reversed(self._known.values()) if one.what == want.what), None)

    def work(self) -> bool:
        """Ask a little more for what is looked at; say whether there was anything."""
        reading = self.turn()
        if reading is None:
            return False
        reading.go_on()
        self.take_in(reading)
        return True

    def turn(self) -> Reading | None:
        """Say whose turn it is: what is not seen at all, then small pictures, then details."""
        return min(self._readings.values(), key=self._rank, default=None)

    def is_blank(self, reading: Reading) -> bool:
        """Say whether nothing is known of what is read."""
        return reading.want.key not in self._known

    def take_in(self, reading: Reading) -> None:
        for sampled in reading.read:
            self._keep(reading.want, sampled)
        reading.read.clear()
        if reading.is_done and self._readings.get(reading.want.slot) is reading:
            del self._readings[reading.want.slot]

    def _rank(self, reading: Reading) -> int:
        known = self._known.get(reading.want.key)
        if reading.want.size is not None:
            return 2
        return 0 if known is None else 1 + 2 * known.level

    def apart(self, places: float = np.inf) -> "Sampler":
        """Give another one that knows what is known here, and reads for somebody else.

        It reads no finer than to about so many places along each axis of the plane.
        """
        other, read = Sampler(self.run), LEVELS[2][AT_ONCE][0]
        other._finer = next((times for times in FINER if times * read >= places), FINER[-1])
        other._known, other._bytes = self._known.copy(), self._bytes
        return other

    def finish(self) -> None:
        """Read all that is looked at as finely as it gets."""
        while self.work():
            pass

    def _begin(self, want: Want, found: Sampled | None) -> None:
        """Read what takes no time, or what is needed at least."""
        end = None if self.patience is None else time.perf_counter() + self.patience * want.share
        while (reading := self._readings.get(want.slot)) is not None:
            if end is None:
                known = self._known.get(want.key, found)
                if known is not None and known.level >= AT_ONCE:
                    return
            elif time.perf_counter() >= end:
                return
            reading.go_on()
            self.take_in(reading)

    # --- reading ------------------------------------------------------------------------------

    def _steps(self, want: Want) -> Iterator[Sampled | None]:
        """Read one grid after the other, a little at a time; give each of them."""
        known = self._known.get(want.key)
        sizes = (want.size,) if want.size else LEVELS[self.run.data.dimension]
        grid = None
        for level, size in enumerate(sizes):
            if known is not None and known.level > level:
                continue
            grid = grid_in(want.area, size[: self.run.data.dimension])
            asked = self._asked(want, grid)
            while asked.advance():
                yield None
            grid = grid.answered(asked.answer(), want.shade)
            is_last = level == len(sizes) - 1 and not self._refines(want)
            sampled = grid.sampled(want.what, level, is_last)
            if self._has_border:
                sampled = with_curves(sampled, [borders(grid)], leap(grid.flat))
            yield sampled
        if grid is not None and self._refines(want):
            yield from self._refine(want, grid)

    def _refines(self, want: Want) -> bool:
        return want.size is None and self.run.data.dimension == 2 and self._finer > 1

    def _refine(self, want: Want, grid: Grid) -> Iterator[Sampled | None]:
        """Read the finest grid where the one before changes; give it."""
        squares, points = fine_places(grid, self._finer, self.run.data.points)
        asked = self._ask(want, points)
        while len(points) and asked.advance():
            yield None
        answer = asked.answer() if len(points) else grid.flat[:0]
        painted: list[tuple[Steps, Steps]] = []
        for start in range(0, max(len(answer), 1), PAINTED_AT_ONCE):
            painted.append(want.shade(answer[start : start + PAINTED_AT_ONCE]))
            yield None
        made = finer(grid, self._finer, squares, answer, painted)
        yield None
        lines = []
        if self._has_border:
            for part in made.bands():
                lines.append(part)
                yield None
        sampled = made.grid.sampled(want.what, AT_ONCE + 1, True)
        yield with_curves(sampled, lines, made.leaps)

    @property
    def _has_border(self) -> bool:
        return self.run.data.n_classes > 0 and self.run.data.dimension == 2

    def _asked(self, want: Want, grid: Grid) -> sampling.Asking:
        """Ask at the places of a grid; a sum goes on from the last round it was asked for."""
        t, k = want.what
        if k is not None:
            return self._ask(want, places(grid.axes))
        key = (want.area, grid.shape)
        if key not in self._sums:
            self._sums[key] = sampling.SumAsked(self.run, places(grid.axes))
            while len(self._sums) > MOST_SUMS:
                self._sums.popitem(last=False)
        self._sums.move_to_end(key)
        self._sums[key].aim(t)
        return self._sums[key]

    def _ask(self, want: Want, points: FloatArray) -> sampling.Asking:
        t, k = want.what
        if k is not None:
            return sampling.LearnerAsked(self.run.round(t).learners[k], points)
        asked = sampling.SumAsked(self.run, points)
        asked.aim(t)
        return asked

    def _keep(self, want: Want, sampled: Sampled) -> None:
        before = self._known.pop(want.key, None)
        self._known[want.key] = sampled
        self._bytes += sampled.bytes - (before.bytes if before else 0)
        while len(self._known) > 1 and self._bytes > MOST_BYTES:
            self._bytes -= self._known.popitem(last=False)[1].bytes
        self.finished = next(GRIDS)
