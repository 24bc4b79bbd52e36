"""Figures of trees on bags: out-of-bag errors, and how alike the trees are."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import TIE, FloatArray, IntArray, draws, ties
from ensemble_viz.engine.ensembles import Round, decide, votes
from ensemble_viz.engine.learners import Learner
from ensemble_viz.engine.runs.running import Run


class BagFigures:
    """What bags tell, summed over the rounds."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.data = run.data
        n, width = len(self.data), max(1, self.data.n_classes)
        self._say = run.method.say(self.data, run.params)
        self._votes = np.zeros((n, width))
        self._voters = np.zeros(n)
        self._tree_errors: list[float] = []
        self.rises: list[FloatArray] = []
        """By how much the error of each tree rose out of bag when an axis was shuffled: (axes,)."""
        self._agreed = np.zeros((n, width))
        self._patterns = np.zeros(n * width)
        self._varying = 0

    def next(self, record: Round) -> dict[str, Any]:
        tree, bag = record.learners[0], record.in_bag
        answer = tree.answer(self.data.points)
        figures = self._likeness(record.number, answer)
        if bag is not None:
            figures |= self._out_of_bag(tree, bag, answer, record.number)
        return figures

    def _out_of_bag(
        self, tree: Learner, bag: IntArray, answer: FloatArray, t: int
    ) -> dict[str, Any]:
        """Let each point ask only trees that never saw it."""
        out = bag == 0
        part = self._say(answer).reshape(len(bag), -1)
        self._votes[out] += part[out]
        self._voters += out
        if out.any():
            own = self._error(answer[out], out)
            self._tree_errors.append(own)
            self.rises.append(self._permuted_error(tree, out, t) - own)
        covered = self._voters > 0
        error = None
        if covered.any():
            mean = self._votes[covered] / self._voters[covered, None]
            error = self._error(
                ties.settle_rows(mean) if self.data.n_classes else mean[:, 0], covered
            )
        return {
            "oob_error": error,
            "oob_error_trees": _mean(self._tree_errors),
            "oob_covered": int(covered.sum()),
            "importance_permutation": list(np.mean(self.rises, axis=0)) if self.rises else None,
        }

    def _error(self, answer: FloatArray, rows: NDArray[np.bool_]) -> float:
        target, weight = self.data.target[rows], self.data.distribution[rows]
        prediction = decide(answer, self.data.n_classes)
        rest = votes.amiss(prediction, target, self.data.classes is not None)
        return float(weight @ rest / weight.sum()) if weight.sum() > 0 else float(rest.mean())

    def _permuted_error(self, tree: Learner, out: NDArray[np.bool_], t: int) -> FloatArray:
        """Measure the tree again with one axis after the other shuffled among its points."""
        points = self.data.points[out]
        errors = []
        for axis in range(self.data.dimension):
            shuffled = points.copy()
            shuffled[:, axis] = points[shuffle(self.run, t, axis, len(points)), axis]
            errors.append(self._error(tree.answer(shuffled), out))
        return np.array(errors)

    def _likeness(self, t: int, answer: FloatArray) -> dict[str, Any]:
        """Average over all pairs of trees how often they differ, and how they correlate."""
        n = len(self.data)
        if self.data.n_classes:
            voted = decide(answer, self.data.n_classes)[:, None]
            pattern = (voted == np.arange(self.data.n_classes)).astype(np.float64)
            self._agreed += pattern
            centred = (pattern - pattern.mean(axis=0)).ravel()
        else:
            centred = answer - answer.mean()
        length = float(np.sqrt(centred @ centred))
        if length > TIE * float(np.abs(answer).sum()):
            self._patterns[: len(centred)] += centred / length
            self._varying += 1
        pairs = self._varying * (self._varying - 1)
        alike = float(self._patterns @ self._patterns) - self._varying
        correlation = float(np.clip(alike / pairs, -1.0, 1.0)) if pairs else None
        figures: dict[str, Any] = {"correlation": correlation}
        if self.data.n_classes and t > 1:
            same = (self._agreed * (self._agreed - 1)).sum() / (n * t * (t - 1))
            figures["disagreement"] = float(max(0.0, 1.0 - same))
        return figures


def shuffle(run: Run, t: int, axis: int, count: int) -> IntArray:
    """Say whose coordinate each of the points gets that tree t never saw: (count,)."""
    return draws.permutation(draws.words(run.seed, t, draws.PERMUTATION, axis, np.arange(count)))


def _mean(numbers: list[float]) -> float | None:
    return float(np.mean(numbers)) if numbers else None
