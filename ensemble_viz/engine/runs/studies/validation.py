"""Cross-validation: how a method does on points that it did not learn from.

The points are dealt out into folds. For each fold the method is trained anew, with the same
settings and seed, on all other points, and asked about the points of the fold.
"""

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import Dataset, IntArray, Numbers, Refusal, folds, ties
from ensemble_viz.engine.ensembles import decide, votes
from ensemble_viz.engine.runs.running import Run, Scores

FOLDS = 5


class CrossValidation:
    """The cross-validation error of a run after each round, computed when it is asked for."""

    def __init__(self, run: Run, parts: int | IntArray = FOLDS) -> None:
        """Deal the points out, or take folds that were dealt; nothing is trained yet."""
        self.run = run
        if isinstance(parts, int):
            parts = folds.deal_folds(run.data, parts, run.seed)
        self.fold = parts
        self._parts = [_Part(run, self.fold == k) for k in range(int(self.fold.max()) + 1)]

    def advance(self, t: int) -> bool:
        """Train one more round of one fold, up to round t; say whether there was one."""
        return any(part.advance(t) for part in self._parts)

    def error(self, t: int) -> float | None:
        """Give the share missed, or the mean squared error, of all points after round t.

        Each point is answered once, by the run that never saw it; a run that ended before round
        t answers as it did at its end. None while there are learners, but none has a say: a stack
        without its blender.
        """
        if t < 0:
            raise Refusal(f"round {t}: rounds count from 0, before any learner")
        held = self.fold >= 0
        total = self.run.data.distribution[held].sum()
        wrong = self.wrong(t)
        known = [one for one in wrong if one is not None]
        return float(sum(known) / total) if len(known) == len(wrong) else None

    def wrong(self, t: int) -> list[float | None]:
        """Add up for each fold what is wrong at its points after round t, by their weight."""
        return [part.wrong(t) for part in self._parts]


class _Part:
    """One fold: the points held out, and the run on all others."""

    def __init__(self, whole: Run, out: NDArray[np.bool_]) -> None:
        self.whole = whole
        self.out = out
        self._scores: Scores | None = None
        self._wrong: list[float | None] = []

    def wrong(self, t: int) -> float | None:
        """Add up what is wrong at the points held out after round t, by their weight."""
        while self.advance(t):
            pass
        return self._wrong[min(t, len(self._wrong) - 1)]

    def advance(self, t: int) -> bool:
        """Take one more round in, up to round t; say whether there was one."""
        if self._scores is None:
            self._scores = self._train()
            return True
        run, following = self._scores.run, len(self._wrong)
        if t > run.params.rounds:
            run.extend(t)
        if following > t or run.upto(following) < following:
            return False
        self._wrong.append(self._next(self._scores))
        return True

    def _next(self, scores: Scores) -> float | None:
        score = scores.next()
        if score is None:
            return None
        return self._measure(decide(score, scores.run.data.n_classes))

    def _train(self) -> Scores:
        """Start the run on the other points, and measure what it says before any learner."""
        data = self.whole.data
        others = without(data, self.out)
        run = Run(others, self.whole.method, self.whole.params, self.whole.seed)
        count = int(self.out.sum())
        self._wrong.append(self._measure(np.repeat(first_guess(run), count)))
        return Scores(run, data.points[self.out])

    def _measure(self, prediction: Numbers) -> float:
        data = self.whole.data
        each = votes.amiss(prediction, data.target[self.out], data.classes is not None)
        return float(data.distribution[self.out] @ each)


def without(data: Dataset, out: NDArray[np.bool_]) -> Dataset:
    weight = None if data.weight is None else data.weight[~out]
    return Dataset(data.points[~out], data.target[~out], data.classes, data.columns, weight)


def first_guess(run: Run) -> Numbers:
    """Say what a run predicts everywhere before any learner: (1,).

    Where it has no score yet, the class with the greatest weight, or the mean.
    """
    data, initial = run.data, run.start.initial_score
    if initial is not None:
        return decide(initial if len(initial) == 1 else initial[None], data.n_classes)
    if data.classes is None:
        return np.atleast_1d(data.distribution @ data.target)
    shares = ties.settle_rows((data.distribution @ data.one_hot)[None])
    return decide(shares, data.n_classes)
