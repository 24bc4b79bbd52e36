"""What a figure is made from, piece by piece, and what takes many runs to be known.

What takes many runs to be known: cross-validation, and the variance of a mean in its parts. It is
computed a piece at a time, by whoever has time; until then it is not known.
"""

from collections.abc import Iterable, Iterator

import numpy as np

from ensemble_viz.engine.data import FloatArray, IntArray, Refusal
from ensemble_viz.engine.ensembles import decide
from ensemble_viz.engine.runs import Run
from ensemble_viz.engine.runs.figures import impurity_saved, shuffle
from ensemble_viz.engine.runs.studies import (
    FOLDS,
    SETS,
    CrossValidation,
    VarianceParts,
    VarianceStudy,
    rows_redrawn,
)
from ensemble_viz.engine.trees import Tree
from ensemble_viz.scene.moment.lens import Lens
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.steps import one_of
from ensemble_viz.scene.stories import story_of
from ensemble_viz.scene.words import axis_name, counted, fixed, in_words

MOST_VALIDATED, MOST_REDRAWN = 10_000, 2_000
"""Points: more would take minutes, and much memory."""


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
            self._folds = CrossValidation(self.run)
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
    return lens.kept(("studies",), Studies, lens.run)


MOST_LISTED = 200  # points: more numbers than that nobody works with


def pieces(stage: Stage, symbol: str) -> tuple[str, ...]:
    """List what the figure with a symbol is made from, a line each; none where that is not listed.

    The folds of CV with what is wrong in each; what each learner's splits save along the axes; the
    points out of bag of each learner, and whose coordinates they get when an axis is shuffled; the
    training sets of σ² and ρ.
    """
    if not stage.joined or len(stage.data) > MOST_LISTED:
        return ()
    made = {"CV": _folds(stage), "σ²": _training_sets(stage), "ρ": _training_sets(stage)}
    for axis in range(stage.data.dimension):
        name = axis_name(stage.data, axis)
        made |= {f"I({name})": _saved(stage, axis), f"I*({name})": _shuffled(stage, axis)}
    return tuple(made.get(symbol, ()))


def _folds(stage: Stage) -> Iterator[str]:
    """Name the points of each fold, and how many of them are missed, or their squares."""
    known = studies(stage.lens).folds(stage.joined)
    if known is None:
        return
    for k, wrong in enumerate(known[1]):
        rows = np.flatnonzero(known[0] == k)
        yield f"fold {k + 1}: {_points(rows)}: {_wrong(stage, wrong, rows)}"


def _wrong(stage: Stage, wrong: float | None, rows: IntArray) -> str:
    """Write what is wrong in a fold: a count, a weight, or squares that add up."""
    if wrong is None:
        return "nobody has a say yet"
    weighted, n = stage.data.weight is not None, len(stage.data)
    if stage.data.classes is None:
        words = "squares by weight add up to" if weighted else "squares add up to"
        return f"{words} {fixed(wrong * (1 if weighted else n))}"
    if weighted:
        return f"{fixed(wrong)} of the weight missed"
    return f"{round(wrong * n)} of {len(rows)} missed"


def _saved(stage: Stage, axis: int) -> Iterator[str]:
    """Say what the splits of each learner save along an axis, and of how much."""
    method, data = stage.run.method, stage.data
    weighs = story_of(stage.run).weighs_learners
    first = stage.joined if method.combine == "latest" else 1
    for t in range(first, stage.joined + 1):
        record = stage.run.round(t)
        for k, learner in enumerate(record.learners):
            if isinstance(learner, Tree):
                saved = impurity_saved(learner, data.dimension)
                whole = float(saved.sum())
                one = f"{fixed(float(saved[axis]))} of {fixed(whole)}"
                share = f", share {fixed(float(saved[axis]) / whole if whole > 0.0 else 0.0)}"
                weight = f", weight {fixed(record.learner_weight or 0.0)}" if weighs else ""
                yield f"{_learner(stage, t, k)}: {one}{share}{weight}"


def _learner(stage: Stage, t: int, k: int) -> str:
    """Name a learner; where there is one a class, of which."""
    name = f"{one_of(stage.run)} {t}"
    record = stage.run.round(t)
    classes = stage.data.classes
    return f"{name} of {classes[k]}" if record.one_a_class and classes else name


def _shuffled(stage: Stage, axis: int) -> Iterator[str]:
    """Say whose coordinate each point gets that a learner never saw, and what that does."""
    for t in range(1, stage.joined + 1):
        record = stage.run.round(t)
        assert record.in_bag is not None
        out = np.flatnonzero(record.in_bag == 0)
        if not len(out):
            continue
        given = out[shuffle(stage.run, t, axis, len(out))]
        moved = stage.data.points[out]
        before = _error(stage, record.learners[0].answer(moved), out)
        moved[:, axis] = stage.data.points[given, axis]
        after = _error(stage, record.learners[0].answer(moved), out)
        name = f"{one_of(stage.run)} {t}"
        who = f"{_points(out)} get {axis_name(stage.data, axis)} of {_list(given)}"
        yield f"{name}: {who}: error {fixed(before)}, then {fixed(after)}"


def _error(stage: Stage, answer: FloatArray, rows: IntArray) -> float:
    """Measure answers at some points: the share missed, or the mean squared error."""
    target, weight = stage.data.target[rows], stage.data.distribution[rows]
    said = decide(answer, stage.data.n_classes)
    rest = (said - target) ** 2 if stage.data.classes is None else (said != target).astype(float)
    return float(weight @ rest / weight.sum()) if weight.sum() > 0.0 else float(rest.mean())


def _training_sets(stage: Stage) -> Iterator[str]:
    """Name the points of each training set, as often as it has them."""
    for k in range(1, SETS + 1):
        rows = np.sort(rows_redrawn(stage.data, stage.run.seed, k))
        yield f"training set {k}: {_points(rows)}"


def _points(rows: IntArray) -> str:
    return f"{'point' if len(rows) == 1 else 'points'} {_list(rows)}"


def _list(rows: Iterable[int]) -> str:
    return ", ".join(str(int(row) + 1) for row in rows)
