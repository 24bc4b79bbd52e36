"""How clearly the points are answered: the share of them up to each margin, after some rounds."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ensemble_viz.engine.data import FloatArray, Refusal
from ensemble_viz.engine.runs.figures import Metrics
from ensemble_viz.scene.moment.stage import Stage


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
    """Collect the margins of the training points."""
    run, data = stage.run, stage.data
    if data.classes is None or not len(data):
        raise Refusal("margins: these points have no classes, and a margin is that of a class")
    found = []
    for t in rounds:
        score = run.score(t)
        if score is None or not t:
            raise Refusal(f"margins: nothing is answered after round {t}")
        margin = Metrics.margins(score, np.asarray(data.target, dtype=np.int64))
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
