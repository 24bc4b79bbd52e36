"""How well several setups do, and what is listed of them beside their canvases.

How well several setups do: on their own points, on test points, out of bag, on the same folds. What
takes long is computed a piece at a time, by whoever has time, fold by fold for all of them; what is
known of a setup stays known.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ensemble_viz.document.document import Document, Setup
from ensemble_viz.engine.data import Dataset, IntArray, Refusal
from ensemble_viz.engine.runs import Run
from ensemble_viz.engine.runs.studies import FOLDS, CrossValidation, FoldErrors, folds_of
from ensemble_viz.scene.beside.compared import names, numbered
from ensemble_viz.scene.beside.ghost import changes_of
from ensemble_viz.scene.beside.parting import answer_at, flip
from ensemble_viz.scene.beside.side_by_side import SideBySide
from ensemble_viz.scene.moment.lens import Lens
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.view import View
from ensemble_viz.scene.words import class_name, counted, fixed, in_words

MOST_VALIDATED = 10_000  # points: more would take minutes
SLICE = 0.2  # seconds between two reports
MISSING = "–"
Report = Callable[[int, int], None]
"""So many runs and folds of so many are done."""


class Validation:
    """The errors of one setup on the folds, as far as they are known."""

    def __init__(self, data: Dataset, setup: Setup) -> None:
        """Prepare one run for each fold; nothing is trained yet."""
        self.data, self.setup = data, setup
        self.errors: list[float | None] = []
        """Of the folds that are known, in their order; None where nothing answered."""
        self.refusal = ""
        """Why there are no folds, where there are none."""
        self._fold: IntArray | None = None
        self._now: CrossValidation | None = None

    @property
    def count(self) -> int:
        return FOLDS if self._fold is None else int(self._fold.max()) + 1

    @property
    def is_done(self) -> bool:
        return bool(self.refusal) or (self._fold is not None and len(self.errors) == self.count)

    @property
    def known(self) -> FoldErrors | None:
        there = [error for error in self.errors if error is not None]
        return FoldErrors(tuple(there)) if len(there) == len(self.errors) and there else None

    def work(self, seconds: float) -> None:
        """Train on for so long, no farther than the end of this fold."""
        until = time.monotonic() + seconds
        try:
            fold = self._dealt()
            if self._now is None:
                held = np.where(fold == len(self.errors), 0, -1)
                run = self.setup.run(self.data)
                self._now = CrossValidation(run, held)
            while self._now.advance(self._now.run.last):
                if time.monotonic() > until:
                    return
            self._finish(self._now, fold)
        except Refusal as refusal:
            self.refusal = in_words(str(refusal), self.setup.params)

    def _dealt(self) -> IntArray:
        """Deal the points out, the same for every setup."""
        if self._fold is None:
            n = len(self.data)
            if n > MOST_VALIDATED:
                raise Refusal(f"only up to {MOST_VALIDATED} points, and there are {n}")
            if n < FOLDS and self.data.fold is None:
                raise Refusal(f"{FOLDS} folds need {FOLDS} points, and there are {n}")
            self._fold = folds_of(self.data, FOLDS, 0)
        return self._fold

    def _finish(self, now: CrossValidation, fold: IntArray) -> None:
        (wrong,) = now.wrong(now.run.last)
        weight = float(self.data.distribution[fold == len(self.errors)].sum())
        self.errors.append(None if wrong is None else wrong / weight)
        self._now = None


def least_known(validations: Sequence[Validation]) -> Validation | None:
    """Choose whose turn it is: all come to the same fold before one goes to the next."""
    left = [one for one in validations if not one.is_done]
    return min(left, key=lambda one: len(one.errors), default=None)


@dataclass(frozen=True, slots=True)
class Score:
    name: str
    train: float | None
    test: float | None
    oob: float | None
    folds: FoldErrors | None
    count: int
    """How many folds there are to be."""
    note: str
    """How far it is, or why there are no folds."""

    @property
    def cells(self) -> tuple[str, ...]:
        spread = self.folds is not None and len(self.folds.folds) > 1
        mean = MISSING if self.folds is None else fixed(self.folds.mean)
        sd = fixed(self.folds.sd) if self.folds is not None and spread else MISSING
        return (*(MISSING if one is None else fixed(one) for one in (self.train, self.test,
                self.oob)), mean, sd)  # fmt: skip


HEAD: tuple[str, ...] = ("train", "test", "oob", "folds", "± sd")


def scores(beside: SideBySide, validations: Sequence[Validation]) -> tuple[Score, ...]:
    """Put the scores of all setups after their last rounds beside one another."""
    called = numbered(beside.document.setups)
    return tuple(map(_score, beside.stages, called, validations))


def all_scores(document: Document, view: View, report: Report | None = None) -> tuple[Score, ...]:
    """Learn all setups to their ends, and validate them; `report` hears of each run and fold."""
    lenses = [Lens(setup.run(document.data)) for setup in document.setups]
    validations = [Validation(document.data, setup) for setup in document.setups]
    count = len(lenses) + sum(one.count for one in validations)
    tell = report or (lambda _done, _count: None)
    for k, lens in enumerate(lenses):
        tell(k, count)
        while lens.run.advance():
            tell(k, count)
        while lens.measure():
            tell(k, count)
    while (one := least_known(validations)) is not None:
        tell(len(lenses) + sum(len(each.errors) for each in validations), count)
        one.work(SLICE)
    return scores(SideBySide(document, lenses, view), validations)


def _score(stage: Stage, name: str, validation: Validation) -> Score:
    run, lens = stage.run, stage.lens
    t = len(run)
    known = run.stop is not None and t > 0 and lens.has_figures(t) and lens.measured >= t
    found = lens.figures(t) if known else {}
    return Score(
        name=name,
        train=found.get("train_error"),
        test=found.get("test_error"),
        oob=found.get("oob_error"),
        folds=validation.known,
        count=validation.count,
        note=_note(run, validation),
    )


def _note(run: Run, validation: Validation) -> str:
    if validation.refusal:
        return validation.refusal
    if run.stop is None:
        return f"round {len(run)} of {run.last}"
    done = len(validation.errors)
    if not done:
        return ""
    return "" if validation.is_done else f"{done} of {counted(validation.count, 'fold')}"


def paired(one: Score, other: Score) -> str:
    """Compare two by the same folds: how much better the second is, and in how many of them."""
    if one.folds is None or other.folds is None:
        return ""
    pairs = list(zip(one.folds.folds, other.folds.folds, strict=False))
    apart = [a - b for a, b in pairs]
    better = sum(each > 0 for each in apart)
    mean = float(np.mean(apart))
    said = f"{fixed(abs(mean))} {'less' if mean > 0 else 'more'}" if mean else "as much"
    how = f"less in {better} of {counted(len(pairs), 'fold')}" if better else "less in no fold"
    return f"{other.name}, against {one.name}: {said} on average, {how}"


MOST = 12  # points that are listed
Listed = list[tuple[str, ...]]


def headline(beside: SideBySide) -> str:
    """Say how much of what is seen is answered differently."""
    found = beside.parting
    if found is None:
        return ""
    if beside.document.data.classes is None:
        return f"{100.0 * found.share:.1f} % of the range, on average"
    exact = "" if found.exact else "about "
    return f"{exact}{100.0 * found.share:.1f} % of what is seen"


def parting_words(beside: SideBySide) -> str:
    called = names(beside.document.setups)
    who = f"{', '.join(called[:-1])} and {called[-1]}"
    rounds = [stage.joined for stage in beside.stages]
    after = f"after round {max(rounds)}" if max(rounds) else "before any learner"
    where = headline(beside)
    return (
        f"{who}, {after}: apart on {where}. {beside.splits.sentence}"
        if where
        else (f"{who}, {after}: {beside.splits.sentence}")
    )


def first_round(beside: SideBySide) -> str:
    t = beside.parts_in
    if t is not None:
        return f"They part in round {t}"
    if all(run.stop is not None for run in beside.clock.runs):
        return "They never part on these points"
    return "They have not parted so far"


def split_points(beside: SideBySide) -> tuple[tuple[str, ...], list[int], Listed, str]:
    """List the points they split on: a head, rows of points, what stands there, what is left."""
    found, data = beside.splits, beside.document.data
    called = "class" if data.classes else "value"
    head = ("point", called, *(str(k + 1) for k in range(len(beside))))
    rows = found.rows[:MOST].tolist()
    left, pinned = len(found.rows) - len(rows), beside.view.where.pinned.point
    if pinned is not None and pinned not in rows and pinned < len(data):
        rows.append(pinned)
    asked = list(zip(beside.stages, found.answers, strict=True))
    cells = [
        (
            str(row + 1),
            _truth(beside, row),
            *(answer_at(stage, answer, row) for stage, answer in asked),
        )
        for row in rows
    ]
    return head, rows, cells, counted(left, "more point") if left else ""


def _truth(beside: SideBySide, row: int) -> str:
    data = beside.document.data
    if data.classes is None:
        return fixed(float(data.target[row]))
    return class_name(data, int(data.target[row]))


def flips(beside: SideBySide) -> Listed:
    """Say what each setup says of the pinned point, and the shortest move to another answer."""
    called = numbered(beside.document.setups)
    return [
        (name, found.says, found.words)
        for name, stage in zip(called, beside.stages, strict=True)
        if (found := flip(stage)) is not None
    ]


def since_edit(beside: SideBySide) -> Iterator[tuple[str, ...]]:
    """Say how much has changed in each setup since the last edit."""
    for k, name in enumerate(numbered(beside.document.setups)):
        found = beside.ghost(k, beside.frame)
        if found is not None:
            yield (name, *changes_of(found))
