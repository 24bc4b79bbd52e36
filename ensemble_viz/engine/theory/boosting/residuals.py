"""Residuals, one round of them: what is left, what the tree says of it, and what is added."""

from dataclasses import dataclass

import numpy as np

from ensemble_viz.engine.data import Refusal
from ensemble_viz.engine.settings import Params
from ensemble_viz.engine.theory import Demonstration, Figures, Material


@dataclass(frozen=True)
class ResidualsParams(Params):
    """Nothing is to be set: the round says it all."""


def residuals(_params: ResidualsParams, material: Material | None) -> Figures:
    """Follow the last round point by point."""
    assert material is not None
    run, data, record = material.run, material.data, material.rounds[-1]
    if run is None or run.method.story != "gradients" or data.classes is not None:
        raise Refusal("Residuals are those of gradient boosting that learns values")
    t = material.round
    before, after = run.score(t - 1), run.score(t)
    assert before is not None
    assert after is not None
    return {
        "initial": run.start.initial_score[0] if run.start.initial_score is not None else None,
        "before": before,
        "residuals": data.target - before,
        "sum": float((data.target - before).sum()),
        "negative_gradient": record.target,
        "answers": run.answer(t),
        "learning_rate": record.learner_weight,
        "after": after,
        "left_over": data.target - after,
        "mean_squares": [float(np.mean((data.target - score) ** 2)) for score in (before, after)],
    }


DEMONSTRATION = Demonstration(
    name="residuals",
    title="Residuals, round by round",
    summary="What is left over, what a tree makes of it, and how much of that is added.",
    params=ResidualsParams,
    compute=residuals,
    takes="run",
    sample="latitude",
    method="gradient-boosting",
    method_settings={"rounds": 1, "max_depth": 2},
    place=6,
)
