"""Why many trees vary less than one: the variance of a mean of B trees is ρσ² + (1 − ρ)σ²/B.

σ² is the variance of a single tree over training sets, and ρ the correlation of two trees on the
same training set: what the trees have in common stays, the rest is divided by their number.
"""

from dataclasses import dataclass

import numpy as np

from ensemble_viz.engine.data import Dataset, FloatArray, IntArray, Refusal, draws
from ensemble_viz.engine.runs.running import LARGEST_SEED, Run

SETS = 20


@dataclass(frozen=True, slots=True)
class VarianceParts:
    """The variance of a mean of trees, in its two parts."""

    sigma2: float
    """σ²: the variance of one tree."""
    rho: float | None
    """ρ: the correlation of two trees; None when there is one tree only, or none varies."""
    trees: int
    """B: how many trees are averaged."""

    @property
    def shared(self) -> float:
        """ρσ²: what more trees do not take away."""
        return 0.0 if self.rho is None else self.rho * self.sigma2

    @property
    def divided(self) -> float:
        """(1 − ρ)σ²/B: what B trees leave over of the rest."""
        return (self.sigma2 - self.shared) / self.trees

    @property
    def total(self) -> float:
        """The variance of the mean of B trees."""
        return self.shared + self.divided


@dataclass(frozen=True, slots=True, eq=False)
class SquareSums:
    """What the variance of the first trees is computed from."""

    trees: int = 0
    rest: FloatArray | None = None
    """(sets, places): how far the trees are from their means over the training sets, in all."""
    own: float = 0.0
    """The squares of each tree's own."""

    def with_tree(self, answer: FloatArray) -> "SquareSums":
        """Take in what one more tree answers on each training set: (sets, places)."""
        rest = answer - answer.mean(axis=0)
        own = self.own + float((rest**2).sum())
        return SquareSums(self.trees + 1, rest if self.rest is None else self.rest + rest, own)

    def parts(self, trees: int | None = None) -> VarianceParts:
        assert self.rest is not None
        (sets, places), count, own = self.rest.shape, self.trees, self.own
        pairs = float((self.rest**2).sum()) - own
        alike = count > 1 and own > 0.0
        rho = pairs / own / (count - 1) if alike else None
        return VarianceParts(own / ((sets - 1) * count * places), rho, trees or count)


class VarianceStudy:
    """The same method on training sets drawn again and again from the points of a run.

    The points stand for the world they came from, as in bagging: every training set is drawn from
    them with replacement. Trees are grown when somebody asks for them.
    """

    def __init__(self, run: Run, sets: int = SETS) -> None:
        """Draw the training sets; nothing is trained yet."""
        if run.method.combine != "mean" or run.method.story != "bags":
            raise Refusal(
                f"{run.method.title} does not average learners that are drawn alike; bagging does"
            )
        self.run = run
        self._runs = [_again(run, k) for k in range(1, sets + 1)]
        self._parts: list[VarianceParts] = []
        self._sums = SquareSums()
        self._answers: list[FloatArray] = []
        """What the next tree of the first training sets answers."""

    def advance(self, t: int) -> bool:
        """Grow one more tree on one of the training sets, up to tree t; say whether there was one.

        A run that ends before has no such tree: that is refused.
        """
        following = len(self._parts) + 1
        if following > t:
            return False
        run = self._runs[len(self._answers)]
        if following > run.params.rounds:
            run.extend(following)
        self._answers.append(run.part(following, self.run.data.points))
        if len(self._answers) == len(self._runs):
            answers = np.stack(self._answers)
            self._sums = self._sums.with_tree(answers.reshape(len(self._runs), -1))
            self._parts.append(self._sums.parts())
            self._answers = []
        return True

    def parts(self, t: int) -> VarianceParts:
        """Take the variance of the mean of the first t trees apart, at the points of the run."""
        if t < 1:
            raise Refusal(f"{t} trees have no variance; they count from 1")
        while self.advance(t):
            pass
        return self._parts[t - 1]


def _again(run: Run, k: int) -> Run:
    seed = (run.seed + k) % (LARGEST_SEED + 1)
    return Run(redrawn(run.data, run.seed, k), run.method, run.params, seed)


def redrawn(data: Dataset, seed: int, k: int) -> Dataset:
    """Draw training set k: as many points with replacement, from all that have a weight."""
    drawn = rows_redrawn(data, seed, k)
    weight = None if data.weight is None else data.weight[drawn]
    return Dataset(data.points[drawn], data.target[drawn], data.classes, data.columns, weight)


def rows_redrawn(data: Dataset, seed: int, k: int) -> IntArray:
    """Say which points training set k has: (n,)."""
    able = np.flatnonzero(data.distribution > 0)
    return able[draws.below(len(able), draws.words(seed, k, draws.SAMPLE, np.arange(len(data))))]
