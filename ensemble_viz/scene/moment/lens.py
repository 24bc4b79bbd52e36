"""What is derived from a run and kept while somebody looks at it: surfaces, figures, regions."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar

import numpy as np

from ensemble_viz.engine.runs import Run
from ensemble_viz.engine.runs.figures import Metrics
from ensemble_viz.engine.surface import Cells, Surface
from ensemble_viz.scene.moment.sampler import Sampler

KEPT = 256  # more than any panel shows at a time
MOST_BYTES = 64 * 2**20  # a surface of a large forest is 16 MB
Derived = TypeVar("Derived")


class Lens:
    """A run, with what was computed from its records."""

    def __init__(self, run: Run, patience: float | None = None) -> None:
        """Look at a run; nothing is computed yet.

        `patience`: so many seconds may be taken at once to read surfaces that have no cells; None:
        as many as it takes to see something.
        """
        self.run = run
        self.surface = Surface(run)
        self.sampler = Sampler(run, patience)
        self._metrics = Metrics(run)
        self.measured = 0
        """The rounds whose figures are known."""
        self.figures_wait = False
        """Whether figures are measured elsewhere: those that are not known are waited for."""
        self._kept: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()
        """What was made, and how many bytes it takes."""
        self._bytes = 0

    def figures(self, t: int) -> dict[str, Any]:
        """Give the figures of round t; what comes before it is measured, too."""
        found = self._metrics.figures(t)
        self.measured = max(self.measured, t)
        return found

    def has_figures(self, t: int) -> bool:
        """Say whether the figures of round t are known, or are the next to be measured here."""
        return t <= self.measured + (not self.figures_wait)

    def leave_figures(self) -> None:
        """Let another thread measure from now on: what it has not measured yet is waited for."""
        self.figures_wait = True
        self._metrics.change_hands()

    def measure(self) -> bool:
        """Measure one more of the rounds that are there; say whether there was one."""
        if self.measured >= len(self.run):
            return False
        self.figures(self.measured + 1)
        return True

    def is_exact(self, t: int) -> bool:
        """Say whether the surface after round t has cells: those of trees have."""
        return self.surface.is_exact(t)

    def cells(self, t: int) -> Cells:
        """Give the surface after round t, where it has cells."""
        return self.kept(("cells", t), self.surface.cells, t)

    def learner_cells(self, t: int, k: int = 0) -> Cells:
        """Give what learner k of round t answers by itself, where it is a tree."""
        return self.kept(("learner", t, k), self.surface.learner_cells, t, k)

    def kept(self, key: Hashable, make: Callable[..., Derived], *of: Any) -> Derived:
        """Give what was made so under this key, making it the first time; the oldest are let go."""
        key = (make, key)
        if key not in self._kept:
            made = make(*of)
            room = size(made)
            self._kept[key] = made, room
            self._bytes += room
            while len(self._kept) > 1 and (len(self._kept) > KEPT or self._bytes > MOST_BYTES):
                self._bytes -= self._kept.popitem(last=False)[1][1]
        self._kept.move_to_end(key)
        found: Derived = self._kept[key][0]
        return found

    def rest(self) -> None:
        """Keep the records alone: what is derived from them can be made again."""
        self.surface = Surface(self.run)
        self.sampler = Sampler(self.run, self.sampler.patience)
        self._kept.clear()
        self._bytes = 0


def size(thing: Any) -> int:
    """Measure the arrays in something, in bytes."""
    if isinstance(thing, np.ndarray):
        return thing.nbytes
    if isinstance(thing, (tuple, list)):
        return sum(size(part) for part in thing)
    if is_dataclass(thing):
        return sum(size(getattr(thing, part.name)) for part in fields(thing))
    return 0
