"""The figures of a run: errors, losses, margins, out-of-bag estimates, importances.

Figures are computed from the records when somebody asks for them, one round after the other, and
kept: by one thread, the first that asks, until they change hands; what is known may be read by
any. Every figure always has its name; it is None where it does not apply. Averages over points go
by the weights of the points where there are any.
"""

from threading import get_ident
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import TIE, FloatArray, IntArray
from ensemble_viz.engine.ensembles import Round, decide, votes
from ensemble_viz.engine.runs.figures.bag_figures import BagFigures
from ensemble_viz.engine.runs.running import Run, Scores
from ensemble_viz.engine.trees import Tree

NAMES = (
    "train_error", "test_error", "loss", "z", "bound", "exp_loss", "min_margin", "median_margin",
    "oob_error", "oob_error_trees", "oob_covered", "learner_error", "importance",
    "importance_permutation", "disagreement", "correlation",
)  # fmt: skip


class Metrics:
    def __init__(self, run: Run) -> None:
        self.run = run
        self.data = run.data
        self._kept: list[dict[str, Any]] = []
        self._bound = 1.0
        self._alphas = 0.0
        self._importance = np.zeros(self.data.dimension)
        self._only_trees = run.method.combine != "blend"
        self._loss = run.method.loss(self.data, run.params) if run.method.loss else None
        self._test = None if self.data.test is None else Scores(run, self.data.test.points)
        self._bags = BagFigures(run) if "bags" in run.method.figures else None
        self._owner: int | None = None

    def change_hands(self) -> None:
        """Let another thread compute what is not known yet, instead of the one that did."""
        self._owner = None

    def figures(self, t: int) -> dict[str, Any]:
        if len(self._kept) < t:
            self._owner = self._owner or get_ident()
            assert self._owner == get_ident(), "figures are computed by two threads at once"
        self.run.round(t)
        while len(self._kept) < t:
            self._kept.append(self._next(self.run.round(len(self._kept) + 1)))
        return self._kept[t - 1]

    def _next(self, record: Round) -> dict[str, Any]:
        figures: dict[str, Any] = dict.fromkeys(NAMES)
        figures |= self._errors(record)
        figures["learner_error"] = self._learner_error(record)
        figures["importance"] = self._importances(record)
        if "margins" in self.run.method.figures:
            figures |= self._margins(record)
        if self._bags is not None:
            figures |= self._bags.next(record)
        figures |= record.figures
        if "exponential" in self.run.method.figures and self.data.n_classes <= 2:
            self._bound *= record.figures["z"]
            figures |= {"bound": self._bound, "exp_loss": figures["loss"]}
        return figures

    def _errors(self, record: Round) -> dict[str, Any]:
        data = self.data
        test_score = None if self._test is None else self._test.next()
        if record.score is None:
            return {}
        prediction = decide(record.score, data.n_classes)
        figures: dict[str, Any] = {
            "train_error": wrong(prediction, data.target, data.classes is None, data.distribution)
        }
        if self._loss is not None:
            figures["loss"] = self._loss(record.score)
        elif data.classes is None:
            figures["loss"] = figures["train_error"] / 2
        if test_score is not None and data.test is not None and len(data.test):
            answers = decide(test_score, data.n_classes)
            figures["test_error"] = wrong(answers, data.test.target, data.classes is None, None)
        return figures

    def _learner_error(self, record: Round) -> float | None:
        """Measure the learner alone on all training points, against what it was fitted to."""
        data = self.data
        blends = self.run.method.combine == "blend"
        count = len(record.learners)
        which = range(count - 1 if blends else 0, count)
        answers = [self.run.answer(record.number, k) for k in which]
        if not np.issubdtype(record.target.dtype, np.floating):
            missed = decide(answers[0], data.n_classes) != record.target
            return float(data.distribution[missed].sum())
        target = record.target.reshape(len(data), -1)
        squares = (np.column_stack(answers) - target) ** 2
        return float(data.distribution @ squares.mean(axis=1))

    def _importances(self, record: Round) -> list[float] | None:
        """Average how much impurity the splits on each axis saved; the axes' shares of 1.

        Learners that vote count by their weight, whatever each saved in all.
        Only where all learners are trees: the others split nothing.
        """
        trees = all(isinstance(learner, Tree) for learner in record.learners)
        self._only_trees = self._only_trees and trees
        if not self._only_trees:
            return None
        if self.run.method.combine == "latest":
            self._importance = np.zeros(self.data.dimension)
        for learner in record.learners:
            if isinstance(learner, Tree):
                saved = impurity_saved(learner, self.data.dimension)
                if self.run.method.learners_vote and saved.sum() > 0:
                    saved = saved / saved.sum() * (record.learner_weight or 0.0)
                self._importance = self._importance + saved
        total = self._importance.sum()
        return list(self._importance / total) if total > 0 else None

    def _margins(self, record: Round) -> dict[str, Any]:
        self._alphas += abs(record.learner_weight or 0.0)
        if self._alphas == 0.0:
            return {}  # a learning rate so small that nothing moves
        assert record.score is not None
        margin = margins(record.score, self.data.target.astype(np.int64)) / self._alphas
        return {"min_margin": float(margin.min()), "median_margin": float(np.median(margin))}


def margins(score: FloatArray, target: IntArray) -> FloatArray:
    """y·F for two classes; for more, the score of the true class less the best other one."""
    if score.ndim == 1:
        return np.asarray((2.0 * target - 1.0) * score)
    rows = np.arange(len(score))
    others = score.copy()
    others[rows, target] = -np.inf
    return np.asarray(score[rows, target] - others.max(axis=1))


def wrong(
    prediction: NDArray[Any], target: NDArray[Any], values: bool, weight: FloatArray | None
) -> float:
    """Measure the share missed, or the mean squared error of values."""
    rest = votes.amiss(prediction, target, not values)
    return float(rest.mean() if weight is None else weight @ rest)


def impurity_saved(tree: Tree, axes: int) -> FloatArray:
    """Add up what the splits on each axis saved, as a share of the root's weight."""
    inner = ~tree.is_leaf
    if tree.grad is not None:  # of second order: what was saved is the gain itself
        return np.bincount(tree.feature[inner], tree.gain[inner], axes).astype(np.float64)
    mixed = tree.impurity * tree.weight / tree.weight[0]
    saved = mixed[inner] - mixed[tree.left[inner]] - mixed[tree.right[inner]]
    return np.bincount(
        tree.feature[inner], np.where(saved > TIE * mixed[0], saved, 0.0), axes
    ).astype(np.float64)
