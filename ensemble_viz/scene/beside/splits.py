"""The points on which several setups split, and the first round after which they part."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ensemble_viz.engine.data import IntArray, Numbers
from ensemble_viz.engine.ensembles import decide
from ensemble_viz.engine.runs import Run
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.shades import answers as answers_there_are
from ensemble_viz.scene.words.names import class_name
from ensemble_viz.scene.words.numbers import counted, fixed

MOST_LISTED = 200
UNSAID = "–"


@dataclass(frozen=True, slots=True, eq=False)
class SplitPoints:
    """The points that are not answered alike at a moment."""

    rows: IntArray
    """Of values all, those that are farthest apart first."""
    answers: tuple[Numbers | None, ...]
    """What each setup answers at all points; None where it has no answer yet."""
    sentence: str


def splits(stages: Sequence[Stage]) -> SplitPoints:
    """Find the points that several setups answer differently."""
    data = stages[0].data
    answers = tuple(_answer(stage) for stage in stages)
    known = [answer for answer in answers if answer is not None]
    if len(known) < 2 or not len(data):
        return SplitPoints(np.empty(0, dtype=np.int64), answers, _silent(stages, answers))
    spread = np.max(known, axis=0) - np.min(known, axis=0)
    order = np.argsort(-spread, kind="stable") if data.classes is None else np.arange(len(data))
    rows = order[spread[order] > 0]
    if data.classes is None:
        widest = fixed(float(spread.max(initial=0.0)))
        return SplitPoints(rows, answers, f"Their answers at the points are up to {widest} apart.")
    many, n = len(rows), counted(len(data), "point")
    sentence = f"They split on {many} of {n}." if many else f"They answer all {n} alike."
    return SplitPoints(rows, answers, sentence)


def said(stage: Stage, answer: Numbers | None, row: int) -> str:
    """Write what a setup answers at a point."""
    if answer is None:
        return UNSAID
    if stage.data.classes is None:
        return fixed(float(answer[row]))
    return class_name(stage.data, int(answer[row]))


def _answer(stage: Stage) -> Numbers | None:
    score = stage.score if answers_there_are(stage) else None
    return None if score is None else decide(score, stage.data.n_classes)


def _silent(stages: Sequence[Stage], answers: tuple[Numbers | None, ...]) -> str:
    if not len(stages[0].data):
        return "There are no points."
    silent = [stage.run.method.title for stage, one in zip(stages, answers, strict=True)
              if one is None]  # fmt: skip
    return f"{' and '.join(dict.fromkeys(silent))}: no answer yet."


def parts_in(runs: Sequence[Run]) -> int | None:
    """Find the first round after which they part, as far as rounds are known; None: none so far."""
    if not runs[0].data.n_classes:
        return 1 if all(map(len, runs)) else None
    last = max(map(len, runs))
    for t in range(1, last + 1):
        if any(run.stop is None and len(run) < t for run in runs):
            return None
        answers = [
            run.prediction(reached) for run in runs
            if run.score(reached := min(t, len(run))) is not None
        ]  # fmt: skip
        if any((answer != answers[0]).any() for answer in answers[1:]):
            return t
    return None
