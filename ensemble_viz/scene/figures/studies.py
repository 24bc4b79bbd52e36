"""What takes many runs to be known: cross-validation, and the variance of a mean in its parts.

It is computed a piece at a time, by whoever has time; until then it is not known.
"""

import numpy as np

from ensemble_viz.engine.data import IntArray, Refusal
from ensemble_viz.engine.runs import Run
from ensemble_viz.engine.runs.studies import (
    FOLDS,
    SETS,
    CrossValidation,
    VarianceParts,
    VarianceStudy,
    cross_validation,
)
from ensemble_viz.scene.moment.lens import Lens
from ensemble_viz.scene.words.names import in_words
from ensemble_viz.scene.words.numbers import counted

MOST_VALIDATED, MOST_REDRAWN = 10_000, 2_000
"""Points: more would take minutes, and much memory."""
__all__ = ["FOLDS", "SETS", "Studies", "studies"]


class Studies:
    """The studies of one run, as far as they have come."""

    def __init__(self, run: Run) -> None:
        """Prepare what can be studied; where it cannot be, keep the reason."""
        self.run = run
        self.no_variance = self.no_folds = ""
        """Why there is no such figure; empty where there is one."""
        self._variance: VarianceStudy | None = None
        self._folds: CrossValidation | None = None
        self._grown = self._validated = 0
        """The rounds that are known."""
        self._is_prepared = False

    def advance(self, t: int) -> bool:
        """Compute one more piece of what round t needs; say whether anything was left to do."""
        if not self._is_prepared:
            self._prepare()
            return True
        return self._validate(t) or self._grow(t)

    def cross_validation(self, t: int) -> float | None:
        """Give the cross-validation error after round t; None while it is not known, or none."""
        known = self._folds is not None and t <= self._validated
        return self._folds.error(t) if known and self._folds is not None else None

    def folds(self, t: int) -> tuple[IntArray, list[float | None]] | None:
        """Give the fold of each point, and what is wrong in each fold; None while not known."""
        if self._folds is None or t > self._validated:
            return None
        return self._folds.fold, self._folds.wrong(t)

    def variance(self, t: int) -> VarianceParts | None:
        """Give the parts of the variance of the first t learners; None while not known."""
        known = self._variance is not None and t <= self._grown
        return self._variance.parts(t) if known and self._variance is not None else None

    def _prepare(self) -> None:
        """Deal the points out, and draw the training sets, where there are not too many."""
        self._is_prepared = True
        n = len(self.run.data)
        if n > MOST_VALIDATED:
            self.no_folds = f"only up to {MOST_VALIDATED} points, and there are {n}"
        if n > MOST_REDRAWN:
            self.no_variance = f"Only up to {MOST_REDRAWN} points, and there are {n}."
        if not self.no_folds:
            self._prepare_folds()
        if not self.no_variance:
            self._prepare_variance()

    def _prepare_folds(self) -> None:
        able = int(np.count_nonzero(self.run.data.distribution > 0))
        if able < FOLDS:
            there = counted(able, "point")
            self.no_folds = f"{FOLDS} folds need {FOLDS} points that count, and there are {there}"
            return
        try:
            self._folds = cross_validation(self.run)
        except Refusal as refusal:
            self.no_folds = in_words(str(refusal), self.run.params)

    def _prepare_variance(self) -> None:
        try:
            self._variance = VarianceStudy(self.run)
        except Refusal as refusal:
            self.no_variance = in_words(str(refusal), self.run.params)

    def _validate(self, t: int) -> bool:
        if self._folds is None or t <= self._validated:
            return False
        try:
            if self._folds.advance(t):
                return True
        except Refusal as refusal:
            self._folds, self.no_folds = None, in_words(str(refusal), self.run.params)
        self._validated = t
        return False

    def _grow(self, t: int) -> bool:
        if self._variance is None or t <= self._grown:
            return False
        try:
            if self._variance.advance(t):
                return True
        except Refusal as refusal:
            self._variance, self.no_variance = None, in_words(str(refusal), self.run.params)
        self._grown = t
        return False


def studies(lens: Lens) -> Studies:
    """Find the studies of a run that is looked at."""
    return lens.kept(("studies",), Studies, lens.run)
