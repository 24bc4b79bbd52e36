"""Several runs on the same points: where their answers part, and how they do on the same folds.

A run that has ended keeps its last answer. Rounds without an answer (a stack before its blender)
are compared with nobody.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from ensemble_viz.engine.data import Dataset, FloatArray, IntArray, Numbers, folds
from ensemble_viz.engine.runs.running import Run
from ensemble_viz.engine.runs.studies.validation import CrossValidation


@dataclass(frozen=True, slots=True)
class FoldErrors:
    """The error on each fold, of learners that never saw it."""

    folds: tuple[float, ...]

    @property
    def mean(self) -> float:
        return float(np.mean(self.folds))

    @property
    def sd(self) -> float:
        """Their standard deviation, as a sample: divided by one less than there are."""
        return float(np.std(self.folds, ddof=1))


def last_answer(run: Run, t: int) -> Numbers | None:
    """Say what a run answers at the training points after round t, or at its end before."""
    reached = min(t, run.upto(t))
    return None if run.score(reached) is None else run.prediction(reached)


def disagreement(runs: Sequence[Run]) -> FloatArray:
    """Compare the last answers of finished runs, each with each.

    (runs, runs): the share of the points answered differently, by weight, or of values the root of
    the mean squared difference.
    """
    apart = np.zeros((len(runs), len(runs)))
    for (i, one), (j, other) in combinations(enumerate(runs), 2):
        apart[i, j] = apart[j, i] = _distance(one, other)
    return apart


def _distance(one: Run, other: Run) -> float:
    mine, yours = (last_answer(run, len(run)) for run in (one, other))
    if mine is None or yours is None:
        return float("nan")
    if one.data.classes is None:
        return float(np.sqrt(one.data.distribution @ (mine - yours) ** 2))
    return float(one.data.distribution[mine != yours].sum())


def parted(runs: Sequence[Run], first: int = 1) -> int | None:
    """Find the first round from `first` on after which two of them answer a point differently."""
    last = max(map(len, runs))
    for t in range(first, last + 1):
        answers = [answer for run in runs if (answer := last_answer(run, t)) is not None]
        if any((answer != answers[0]).any() for answer in answers[1:]):
            return t
    return None


def folds_of(data: Dataset, count: int, seed: int) -> IntArray:
    """Deal the points into folds, or take the column of the file that does."""
    if data.fold is None:
        return folds.deal_folds(data, count, seed)
    return folds.numbers_of(data.fold).searchsorted(data.fold)


def fold_errors(run: Run, fold: IntArray) -> FoldErrors | None:
    """Train a finished run anew without each fold; None where nothing answers in the end."""
    validation = CrossValidation(run, fold)
    wrong = validation.wrong(run.last)  # each to its own end, which may be later than that of all
    weight = np.bincount(fold[fold >= 0], run.data.distribution[fold >= 0])
    if any(one is None for one in wrong):
        return None
    return FoldErrors(tuple((np.array(wrong, dtype=np.float64) / weight).tolist()))
