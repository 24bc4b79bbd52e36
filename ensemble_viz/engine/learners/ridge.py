"""Ridge regression: least squares with a price on large coefficients.

Minimise Σ weight · (y − x·coef − intercept)² + alpha · Σ coef²; the intercept is free.
"""

from dataclasses import dataclass
from typing import Annotated

from ensemble_viz.engine.learners.kind import Kind, Learner, Lesson
from ensemble_viz.engine.learners.linear import plane
from ensemble_viz.engine.settings import Params, Setting


@dataclass(frozen=True)
class RidgeParams(Params):
    alpha: Annotated[
        float,
        Setting(
            "price", "What squared coefficients cost; 0 is least squares.", r"\alpha",
            low=0.0, high=1e9,
        ),
    ] = 1.0  # fmt: skip


def train(lesson: Lesson, settings: RidgeParams) -> Learner:
    return plane("ridge", lesson, settings, settings.alpha)


KIND = Kind(
    name="ridge",
    title="ridge regression",
    does="It is a straight line, or a plane: alpha is what a steep one pays.",
    settings=RidgeParams,
    train=train,
    tasks=("regression",),
    always=("alpha",),
)
