"""The runs behind the window, whose rounds another thread may compute, each kept with its lens.

A run whose rounds another thread may compute, and its lens, which that thread works for, too. The
records are taken in by the thread of the window alone, so that a run never changes while it is
read; and what is not there yet is waited for by nobody.
"""

import time
from collections import OrderedDict, deque
from collections.abc import Callable, Generator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from ensemble_viz.document.document import Document, Setup
from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.methods import Round, Start, Steps, Stop
from ensemble_viz.engine.runs import Run
from ensemble_viz.engine.settings import Params
from ensemble_viz.scene.moment.lens import Lens
from ensemble_viz.scene.moment.sampler import Reading
from ensemble_viz.ui.pace import Pace

PATIENCE = 0.02  # seconds that a surface without cells may take before something else is shown
LARGE = 2000  # more points than this are learned from in the other thread from the first round on


class Ahead(Generator[Start | Round, None, Stop]):
    """The steps of a method, some of which are computed before they are asked for."""

    def __init__(self, steps: Steps) -> None:
        self._steps = steps
        self._ready: deque[Callable[[], Start | Round]] = deque()

    def __len__(self) -> int:
        """Count the steps that are ready."""
        return len(self._ready)

    def compute(self, seconds: float, most: int) -> None:
        """Compute steps for so long, at least one, and no more than there can be; elsewhere."""
        until = time.monotonic() + seconds
        for _ in range(most):
            try:
                self._ready.append(_giving(next(self._steps)))
            except BaseException as error:  # noqa: BLE001 - raised where the step is asked for
                self._ready.append(_raising(error))
                return
            if time.monotonic() > until:
                return

    def __next__(self) -> Start | Round:
        """Give the next step: one that is ready, or compute it."""
        return self._ready.popleft()() if self._ready else next(self._steps)

    def send(self, _value: None) -> Start | Round:
        return next(self)

    def throw(self, *error: Any) -> Start | Round:
        return self._steps.throw(*error)


class SharedRun(Run):
    """A run that can be lent to another thread."""

    def __init__(self, data: Dataset, setup: Setup) -> None:
        self.ahead: Ahead | None = None
        self.is_lent = False
        """Whether its rounds come from another thread alone."""
        method = setup.declaration

        def train(data: Dataset, params: Params, seed: int) -> Steps:
            self.ahead = Ahead(method.train(data, params, seed))
            return self.ahead

        super().__init__(data, replace(method, train=train), setup.params, setup.seed)
        self.method = method  # else the run would hold itself, and be kept until somebody tidies up

    @property
    def to_come(self) -> int:
        """Count the rounds that there can still be; of a run that stops itself one at a time."""
        if self.stop is not None:
            return 0
        left = self.last - len(self)
        return 1 if left <= 0 and self.method.stops_itself(self.params) else max(left, 0)

    @property
    def is_awaited(self) -> bool:
        """Say whether there will be more rounds than there are."""
        return self.is_lent and self.stop is None

    def advance(self) -> bool:
        """Compute one more round; none while that is the work of another thread."""
        return not self.is_lent and super().advance()

    def take_in(self) -> None:
        """Take in what was computed elsewhere, and the end where there is no more to come."""
        while self.stop is None and (self.ahead or not self.to_come):
            super().advance()


class SharedLens(Lens):
    """A lens on a run that can be lent: figures and surfaces come from the other thread then."""

    def __init__(self, run: SharedRun) -> None:
        super().__init__(run, PATIENCE)
        self.run: SharedRun = run
        self._reading: Reading | None = None
        """What is read elsewhere just now."""

    def lend(self) -> None:
        """Leave rounds, figures and the reading of surfaces to another thread."""
        self.run.is_lent = True
        self.leave_figures()
        self.sampler.patience = 0.0

    def work(self, seconds: float, rounds_first: bool) -> Callable[[], object] | None:
        """Say what there is to do elsewhere for so long; None at the end.

        A surface of which nothing is known comes first, figures before more rounds, and last of
        all the details of surfaces.
        """
        run = self.run
        reading = self.sampler.turn()
        measures, computes = self.measured < len(run), run.ahead is not None and run.to_come > 0
        if computes and rounds_first:
            reading, measures = None, False
        if reading is not None and (not (measures or computes) or self.sampler.is_blank(reading)):
            self._reading = reading
            return partial(reading.go_on, seconds)
        if measures:
            return self.measure
        if computes:
            assert run.ahead is not None
            return partial(run.ahead.compute, seconds, run.to_come)
        return None

    def take_in(self) -> None:
        """Take in what was computed and read elsewhere; surfaces get ready bit by bit."""
        self.run.take_in()
        self.surface.prepare(len(self.run))
        reading, self._reading = self._reading, None
        if reading is not None:
            self.sampler.take_in(reading)


def _giving(step: Start | Round) -> Callable[[], Start | Round]:
    return lambda: step


def _raising(error: BaseException) -> Callable[[], Start | Round]:
    def again() -> Start | Round:
        raise error

    return again


MOST_GONE = 3  # wait for a moment between two frames; where there is none, they go at once
KEPT = 12  # enough for an undo or two of every setup; a record costs memory
FEWEST = 2  # kept however large they are: what is shown, and what an undo leads to
ROOM = 20_000_000  # points times rounds of those that are kept: about half a gigabyte


class Runs:
    """Gives each setup its run, the same one as long as the points are the same."""

    def __init__(self, pace: Pace) -> None:
        self._pace = pace
        self._document: Document | None = None
        self._asked: dict[int, SharedLens] = {}
        """The runs of one document that were asked for by the number of their setup."""
        self._lenses: OrderedDict[tuple[int, Setup], tuple[Dataset, SharedLens]] = OrderedDict()
        self._gone: list[tuple[Dataset, SharedLens]] = []
        """What is to be freed."""

    def lens(self, data: Dataset, setup: Setup) -> SharedLens:
        """Find the run of a setup, go on with a shorter one, or start it."""
        key = (id(data), setup)
        if found := self._lenses.get(key):
            self._lenses.move_to_end(key)
            return found[1]
        lens = self._longer(data, setup) or _lens(data, setup)
        self._lenses[key] = (data, lens)
        while len(self._lenses) > KEPT or (len(self._lenses) > FEWEST and self._size > ROOM):
            self._lenses.popitem(last=False)
        return lens

    @property
    def _size(self) -> int:
        """Count the points of all rounds that are kept, or will be."""
        return sum(len(data) * lens.run.last for data, lens in self._lenses.values())

    def lens_of(self, document: Document, k: int) -> SharedLens:
        """Find the run of setup k of a document; it is asked for many times in a frame."""
        if document is not self._document:
            self._document, self._asked = document, {}
        if k not in self._asked:
            self._asked[k] = self.lens(document.data, document.setups[k])
        return self._asked[k]

    def forget(self, data: Dataset) -> None:
        """Let go of the runs on some points: a little later, their records take a while to free."""
        keys = [key for key, (points, _) in self._lenses.items() if points is data]
        self._gone += [self._lenses.pop(key) for key in keys]
        del self._gone[:-MOST_GONE]
        self._pace.lag(self)

    def keep_up(self) -> None:
        """Free what nobody comes back to, between two frames."""
        self._gone = []

    def rest(self, data: Dataset, setups: Sequence[Setup]) -> None:
        """Let go of what was derived from the runs that nobody looks at any more."""
        for key, (points, lens) in self._lenses.items():
            if points is not data or key[1] not in setups:
                lens.rest()

    def _longer(self, data: Dataset, setup: Setup) -> SharedLens | None:
        """Take over a run that differs in the number of rounds alone, if it can go on."""
        for key, (points, lens) in self._lenses.items():
            same = points is data and _same_but_rounds(key[1], setup)
            if same and lens.run.extend(setup.params.values()["rounds"]):
                del self._lenses[key]
                return lens
        return None


def _lens(data: Dataset, setup: Setup) -> SharedLens:
    return SharedLens(SharedRun(data, setup))


def _same_but_rounds(one: Setup, other: Setup) -> bool:
    if (one.method, one.seed) != (other.method, other.seed):
        return False
    wanted = other.params.values()
    return one.params.values() | {"rounds": wanted["rounds"]} == wanted
