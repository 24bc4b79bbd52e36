"""Margins: how clearly each point is answered rightly, and what bounds the share of those below."""

import math
from dataclasses import dataclass
from typing import Annotated

import numpy as np

from ensemble_viz.engine.data import FloatArray, Refusal
from ensemble_viz.engine.runs.figures import Metrics, margins
from ensemble_viz.engine.settings import Params, Setting
from ensemble_viz.engine.theory import Demonstration, Figures, Material


@dataclass(frozen=True)
class MarginsParams(Params):
    """Settings of the margins."""

    theta: Annotated[
        float,
        Setting(
            "margin",
            "Points with at most this margin are counted: 0 counts those that are missed.",
            r"\theta",
            low=-1.0,
            high=1.0,
        ),
    ] = 0.1


def margins_of_run(params: MarginsParams, material: Material | None) -> Figures:
    """Sort the margins, and follow the least of them round by round."""
    assert material is not None
    run, data, records = material.run, material.data, material.rounds
    if run is None or "margins" not in run.method.figures:
        title = "This" if run is None else run.method.title
        raise Refusal(f"{title} has no learner weights to measure margins by; AdaBoost has")
    weights = np.array([abs(record.learner_weight or 0.0) for record in records])
    if not weights.any():
        raise Refusal("The learners have no weight: nothing is answered yet")
    score = np.asarray(records[-1].score)
    margin = margins(score, data.target) / weights.sum()
    metrics = Metrics(run)
    kept = [metrics.figures(t) for t in range(1, material.round + 1)]
    two = data.n_classes <= 2 and run.params.learning_rate == 1.0
    errors = np.array([record.error or 0.0 for record in records])
    return {
        "margins": margin,
        "sorted": np.sort(margin),
        "minimum": margin.min(),
        "median": np.median(margin),
        "share_below": data.distribution @ (margin <= params.theta),
        "bound": _bound(errors, params.theta) if two else None,
        "chain": {
            "train_error": kept[-1]["train_error"],
            "exp_loss": kept[-1]["exp_loss"],
            "product_of_z": kept[-1]["bound"],
            "exp_of_edges": math.exp(-2.0 * float(((0.5 - errors) ** 2).sum())),
        }
        if two
        else None,
        "min_margins": [one["min_margin"] for one in kept],
        "train_errors": [one["train_error"] for one in kept],
    }


def _bound(errors: FloatArray, theta: float) -> float:
    """∏ 2 √(ε^(1−θ) (1−ε)^(1+θ)): no larger share of the points has a margin of at most θ."""
    parts = np.sqrt(errors ** (1.0 - theta) * (1.0 - errors) ** (1.0 + theta))
    return float(np.prod(2.0 * parts))


DEMONSTRATION = Demonstration(
    name="margins",
    title="Margins go on growing",
    summary="After the last training error is gone, boosting still makes its answers clearer.",
    params=MarginsParams,
    compute=margins_of_run,
    takes="run",
    sample="ten-points",
    method="adaboost",
    method_settings={"rounds": 60},
    place=4,
)
