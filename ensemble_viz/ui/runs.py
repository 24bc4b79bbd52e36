"""The runs behind the window: each kept as long as it may be looked at again."""

from collections import OrderedDict
from collections.abc import Sequence

from ensemble_viz.document.document import Document, Setup
from ensemble_viz.engine.data import Dataset
from ensemble_viz.ui.pace import Pace
from ensemble_viz.ui.shared_run import SharedLens, SharedRun

MOST_GONE = 3  # wait for a moment between two frames; where there is none, they go at once
KEPT = 12  # enough for an undo or two of every setup; a record costs memory
FEWEST = 2  # kept however large they are: what is shown, and what an undo leads to
ROOM = 20_000_000  # points times rounds of those that are kept: about half a gigabyte


class Runs:
    """Gives each setup its run, the same one as long as the points are the same."""

    def __init__(self, pace: Pace) -> None:
        """Know no run yet."""
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
        if key not in self._lenses:
            self._lenses[key] = (data, self._longer(data, setup) or _lens(data, setup))
            while len(self._lenses) > KEPT or (len(self._lenses) > FEWEST and self._size > ROOM):
                self._lenses.popitem(last=False)
        self._lenses.move_to_end(key)
        return self._lenses[key][1]

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
