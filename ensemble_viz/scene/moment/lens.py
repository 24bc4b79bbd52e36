"""What is derived from a run and kept while somebody looks at it: surfaces, figures, regions."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import FloatArray, IntArray, ties
from ensemble_viz.engine.ensembles import choices_at_home, parts_at_home
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


EVERY, LARGE, EVERY_LARGE = 128, 4000, 32
"""Rounds between two sums that are kept, for going back; fewer where there are many points."""
Sums = tuple[FloatArray, FloatArray]


class UnseenVotes:
    """Goes on from the round it was last asked for."""

    def __init__(self, run: Run) -> None:
        self.run = run
        n, columns = len(run.data), max(1, run.data.n_classes)
        self._every = EVERY if n < LARGE else EVERY_LARGE
        self._round = 0
        self._sums: Sums = (np.zeros((n, columns)), np.zeros(n))
        self._kept: dict[int, Sums] = {0: self._sums}
        self._shares: tuple[int, Sums] | None = None

    def votes(self, t: int) -> Sums:
        """Give what the trees of rounds 1 … t say, (n, columns), and how many they are, (n,)."""
        if t < self._round:
            self._round = max(k for k in self._kept if k <= t)
            self._sums = self._kept[self._round]
        while self._round < t:
            before = self._round
            self._round = min(t, before - before % self._every + self._every)
            self._sums = self._with(range(before + 1, self._round + 1))
            if self._round % self._every == 0:
                self._kept[self._round] = self._sums
        return self._sums

    def shares(self, t: int) -> Sums:
        """Average what they say; rows that every tree saw are 0. Shares that tie are equal."""
        if self._shares is None or self._shares[0] != t:
            votes, voters = self.votes(t)
            mean = votes / np.maximum(voters, 1.0)[:, None]
            mean = ties.settle_rows(mean) if self.run.data.n_classes else mean
            self._shares = (t, (mean, voters))
        return self._shares[1]

    def _with(self, rounds: range) -> Sums:
        """Add the trees of more rounds, where they drew bags."""
        votes, voters = self._sums
        bags = [(t, bag) for t in rounds if (bag := self.run.round(t).in_bag) is not None]
        if not bags:
            return self._sums
        out = np.stack([bag for _, bag in bags]) == 0
        asked = _count(out)
        votes = votes.copy()
        numbers = [t for t, _ in bags]
        counted = self._counted(numbers, out, asked)
        if counted is not None:
            votes += counted
        else:
            for part in self._parts(numbers, out):
                votes += part
        return votes, voters + asked

    def _counted(
        self, rounds: list[int], out: NDArray[np.bool_], asked: IntArray
    ) -> FloatArray | None:
        """Count the votes, which is quicker than adding them up; None where they are no whole ones.

        `out` (rounds, n) says who asks each tree, `asked` (n,) how many each point asks.
        """
        run, columns = self.run, self._sums[0].shape[1]
        if not run.data.n_classes:
            return None
        learners = [learner for t in rounds for learner in run.round(t).learners]
        say = run.method.say(run.data, run.params)
        chosen = choices_at_home(learners, run.data.points, say)
        if chosen is None or len(chosen) != len(out):
            return None
        votes = np.empty((len(asked), columns))
        for k in range(1, columns):
            votes[:, k] = _count((chosen == k) & out)
        votes[:, 0] = asked - votes[:, 1:].sum(axis=1)
        return votes

    def _parts(self, rounds: list[int], out: NDArray[np.bool_]) -> FloatArray:
        """Say what trees contribute at the points that were not in their bags; 0 at the others."""
        run, points = self.run, self.run.data.points
        learners = [learner for t in rounds for learner in run.round(t).learners]
        known = None
        if len(learners) == len(rounds):
            known = parts_at_home(learners, points, run.method.say(run.data, run.params))
        if known is not None:
            columns = self._sums[0].shape[1]  # numpy is slow where rows are short
            asked = known.reshape(len(out), -1) * out.repeat(columns, axis=1)
            return asked.reshape(*out.shape, columns)
        parts = np.zeros((*out.shape, self._sums[0].shape[1]))
        for part, t, own in zip(parts, rounds, out, strict=True):
            part[own] = run.part(t, points[own]).reshape(-1, part.shape[1])
        return parts


def _count(marked: NDArray[np.bool_]) -> IntArray:
    """Count the marks of each column, which are few enough for a byte."""
    assert len(marked) <= EVERY
    return marked.view(np.uint8).sum(axis=0, dtype=np.uint8).astype(np.int64)
