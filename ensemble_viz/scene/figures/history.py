"""The figures of a run as columns that grow with it, and which curves are drawn from them."""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from ensemble_viz.engine.data import FloatArray, Refusal
from ensemble_viz.engine.ensembles import decide
from ensemble_viz.engine.runs import Run
from ensemble_viz.engine.runs.figures import margins, wrong
from ensemble_viz.scene.losses import loss_name
from ensemble_viz.scene.moment.lens import Lens
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.steps import has_bags, noun
from ensemble_viz.scene.stories import story_of
from ensemble_viz.scene.words import clean_error

Style = Literal[
    "solid", "dashed", "dotted", "thin", "bars", "first", "second", "third", "fourth"
]  # fmt: skip
ABSENT = float("nan")
FIGURES = (
    "train_error", "test_error", "oob_error", "oob_error_trees", "bound", "loss", "min_margin",
    "median_margin", "fold_error",
)  # fmt: skip
SQUARES = ("train_error", "test_error", "oob_error", "oob_error_trees", "loss")


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """A figure that is drawn as a curve."""

    name: str
    figure: str
    style: Style
    clipped: bool = False
    """It may leave the plot above: the others would be too low beside it."""


@dataclass(frozen=True, slots=True)
class Family:
    name: str
    lines: tuple[HistoryLine, ...]
    least: float = 0.0
    """The axis reaches at least so far up."""


class History:
    """The figures of the rounds measured so far, with round 0 where it has any."""

    def __init__(self, lens: Lens) -> None:
        self.lens = lens
        self.rounds = 0
        figures = (*FIGURES, "learner_weight", *axes(lens.run))
        self._columns = {name: array("d", [ABSENT]) for name in figures}
        for name, value in at_start(lens.run).items():
            self._columns[name][0] = value

    def grow(self, t: int) -> None:
        """Take in the rounds up to t."""
        while self.rounds < t:
            self.rounds += 1
            record = self.lens.run.round(self.rounds)
            found = self.lens.figures(self.rounds)
            shares = found["importance"] or [ABSENT] * self.lens.run.data.dimension
            row = {name: found.get(name) for name in FIGURES}
            row |= {
                name: clean_error(found[name], self.lens.run) for name in SQUARES if found[name]
            }
            row |= {"learner_weight": record.learner_weight}
            row |= dict(zip(axes(self.lens.run), shares, strict=True))
            for name, value in row.items():
                self._columns[name].append(ABSENT if value is None else value)

    def column(self, figure: str) -> tuple[FloatArray, FloatArray]:
        values = np.array(self._columns[figure])
        there = np.flatnonzero(np.isfinite(values))
        return there.astype(np.float64), values[there]

    def at(self, figure: str, t: int) -> float | None:
        """Give a figure after round t; None where there is none, or not yet."""
        column = self._columns[figure]
        value = column[t] if t < len(column) else ABSENT
        return value if np.isfinite(value) else None


def history(lens: Lens, t: int) -> History:
    """Find the history of a run, with what is measured, and round t where that is the next."""
    found: History = lens.kept(("history",), History, lens)
    found.grow(max(t, lens.measured) if lens.has_figures(t) else lens.measured)
    return found


def axes(run: Run) -> tuple[str, ...]:
    """Name the columns of the importance of each axis."""
    return tuple(f"importance of axis {k}" for k in range(run.data.dimension))


def at_start(run: Run) -> dict[str, float]:
    """Measure what the score before any learner answers, where there is such a score."""
    data, score = run.data, run.score(0)
    if score is None or not len(data):
        return {}
    values = data.classes is None
    figures = {
        "train_error": wrong(decide(score, data.n_classes), data.target, values, data.distribution)
    }
    if run.method.loss is not None:
        figures["loss"] = run.method.loss(data, run.params)(score)
    if "exponential" in run.method.figures and data.n_classes <= 2:
        figures["bound"] = 1.0
    if data.test is not None and len(data.test):
        answer = decide(score[:1], data.n_classes).repeat(len(data.test))
        figures["test_error"] = wrong(answer, data.test.target, values, None)
    return figures


def families(run: Run) -> tuple[Family, ...]:
    found = [_errors(run)]
    if run.method.loss is not None:
        found.append(Family("Loss", (HistoryLine(loss_name(run), "loss", "solid"),)))
    if "margins" in run.method.figures:
        lines = (
            HistoryLine("smallest", "min_margin", "dashed"),
            HistoryLine("median", "median_margin", "solid"),
        )
        found.append(Family("Margins", lines))
    if story_of(run).weighs_points:
        found.append(Family("Learner weights", (HistoryLine("α", "learner_weight", "bars"),)))
    if run.data.dimension > 1 and noun(run) in ("stump", "tree"):
        styles: tuple[Style, ...] = ("solid", "dashed")
        shares = zip(run.data.columns, axes(run), styles, strict=True)
        found.append(
            Family("Importance", tuple(HistoryLine(*parts) for parts in shares), least=1.0)
        )
    return tuple(found)


def _errors(run: Run) -> Family:
    lines = []
    if "exponential" in run.method.figures and run.data.n_classes <= 2:
        product = "Z" if run.params.alpha == "half-log" else "S e^(−½α)"
        lines.append(HistoryLine(f"bound ∏{product}", "bound", "dotted", clipped=True))
    asks = story_of(run).draws_bags and has_bags(run)
    if asks:
        name = "learner" if noun(run) == "learner" else "tree"
        lines.append(HistoryLine(f"one {name}, mean", "oob_error_trees", "dotted"))
    test = run.data.test
    if test is not None and len(test):
        lines.append(HistoryLine("test error", "test_error", "dashed"))
    if asks:
        lines.append(HistoryLine("out of bag", "oob_error", "solid"))
        lines.append(HistoryLine("training", "train_error", "thin"))
    else:
        if story_of(run).holds_out:
            lines.append(HistoryLine("held out", "fold_error", "dotted"))
        lines.append(HistoryLine("training", "train_error", "solid"))
    if run.data.classes is None:
        return Family("Squared error", tuple(lines))
    return Family("Errors", tuple(lines))


def family_named(name: str, found: tuple[Family, ...]) -> Family:
    """Choose a family by its name; the first one where the method has no such."""
    return next((one for one in found if one.name == name), found[0])


@dataclass(frozen=True, slots=True, eq=False)
class MarginCurves:
    """Step curves that rise from 0 to 1."""

    x_name: str
    low: float
    high: float
    rounds: tuple[int, ...]
    sorted_margins: tuple[FloatArray, ...]
    """(n,) ascending: after each of the rounds."""


def margin_curves(stage: Stage, rounds: Sequence[int]) -> MarginCurves:
    run, data = stage.run, stage.data
    if data.classes is None or not len(data):
        raise Refusal("margins: these points have no classes, and a margin is that of a class")
    found = []
    for t in rounds:
        score = run.score(t)
        if score is None or not t:
            raise Refusal(f"margins: nothing is answered after round {t}")
        margin = margins(score, np.asarray(data.target, dtype=np.int64))
        found.append(np.sort(margin / _scale(stage, t)))
    if not run.method.goes_downhill:
        return MarginCurves("margin", -1.0, 1.0, tuple(rounds), tuple(found))
    ends = np.concatenate([[0.0], *found])
    name = "y · F" if data.n_classes == 2 else "lead of the true class"
    return MarginCurves(name, float(ends.min()), float(ends.max()), tuple(rounds), tuple(found))


def _scale(stage: Stage, t: int) -> float:
    """Say what margins are measured by: of AdaBoost the sum of all α."""
    run = stage.run
    if run.method.goes_downhill or run.method.combine != "sum":
        return 1.0
    alphas = sum(abs(run.round(k).learner_weight or 0.0) for k in range(1, t + 1))
    return alphas or 1.0
