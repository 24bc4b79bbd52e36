"""AdaBoost: every learner is trained on the points as the ones before it have weighted them.

Initialise D_1(i) = 1/n. At each step t:
  learn h_t using D_t, the weak classifier with the least weighted error ε_t
  set its weight α_t = ½ ln((1 − ε_t) / ε_t)
  update D_{t+1}(i) = D_t(i) · exp(−α_t y_i h_t(x_i)) / Z_t
Stop when no weak classifier is better than chance. Answer sign Σ α_t h_t(x).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Literal, Self

import numpy as np

from ensemble_viz.engine.bases import TREE, refuse_base, train_base
from ensemble_viz.engine.dataset import Dataset, FloatArray
from ensemble_viz.engine.learners.kind import Lesson
from ensemble_viz.engine.limits import Limits, TreeRules
from ensemble_viz.engine.method import Method, Round, Start, Steps, Stop
from ensemble_viz.engine.params import Params, Setting
from ensemble_viz.engine.settings import LearningRate, MaxDepth, Rounds
from ensemble_viz.engine.votes import Sum, sign

CHANCE = 0.5
ROUNDING = 1e-10  # an error so close to 0 or to chance is 0, or chance


@dataclass(frozen=True)
class AdaBoostParams(Params):
    """Settings of AdaBoost."""

    rounds: Rounds = 50
    base: Annotated[
        Literal["tree", "naive-bayes", "logistic"],
        Setting(
            "learner",
            "What is trained on the weights: a tree, Gaussian naive Bayes, or logistic regression "
            "(C = 1, the weights as they are).",
            "h",
        ),
    ] = "tree"
    max_depth: MaxDepth = 1
    criterion: Annotated[
        Literal["error", "gini", "entropy"],
        Setting(
            "split by",
            "What a tree looks for: the least weighted error, as in the notes; or Gini impurity "
            "or entropy under the weights, as the libraries do.",
        ),
    ] = "error"
    learning_rate: LearningRate = 1.0
    alpha: Annotated[
        Literal["half-log", "log"],
        Setting(
            "learner weight",
            "½ ln((1 − ε)/ε), or twice that: decisions and weights of points are the same.",
            r"\alpha",
        ),
    ] = "half-log"

    def resolved(self, data: Dataset) -> Self:
        """Refuse a base learner that cannot learn from these points."""
        refuse_base(data, self.base, self.field("base"))
        return self


def rules(_data: Dataset, params: AdaBoostParams) -> TreeRules:
    """Say how the learners are grown."""
    return TreeRules(params.criterion, Limits(max_depth=params.max_depth))


def adaboost(data: Dataset, params: AdaBoostParams, _seed: int) -> Steps:
    """Train each learner on the weights that the last one left behind."""
    y = 2.0 * data.target - 1.0
    factor = 1.0 if params.alpha == "half-log" else 2.0
    D = data.distribution
    once = np.ones(len(data), dtype=np.int64)
    F = Sum(np.zeros(len(data)), classes=True)
    yield Start(np.zeros(1), data.target)
    t = 0
    while True:
        t += 1
        learner = train_base(params.base, Lesson(data, D, once), rules(data, params))
        h = sign(learner.answer(data.points))
        missed = h != y
        error = float(D[missed].sum())
        if error >= CHANCE - ROUNDING:
            return no_better_than_chance(t, error, params)
        alpha = 0.5 * params.learning_rate * log_odds(error)
        following = D * np.exp(-alpha * y * h)
        Z = following.sum()
        ending = perfect(t, error, params) if error <= ROUNDING else None
        yield Round(
            number=t,
            learners=(learner.learner,),
            learner_weight=alpha * factor,
            error=error,
            score=F.add(alpha * factor * h),
            target=data.target,
            sample_weight=D,
            next_weight=following / Z,
            figures={"capped": error <= ROUNDING, "z": float(Z)},
            ends=ending,
        )
        if ending:
            return ending
        D = following / Z


def log_odds(error: float) -> float:
    """ln((1 − ε)/ε), finite for a perfect learner."""
    error = max(error, ROUNDING)
    return float(np.log((1.0 - error) / error))


def no_better_than_chance(t: int, error: float, params: AdaBoostParams) -> Stop:
    """Say that no learner helps any more."""
    deeper = "Points of different classes coincide."
    if params.base != TREE:
        deeper = "Trees may find more."
    elif params.max_depth == 1:
        deeper = "Try deeper trees."
    text = f"beats chance in round {t}: the best has the weighted error {error:.4g}."
    return Stop("no-better-than-chance", f"No {noun(params)} {text}", t, error, deeper)


def perfect(t: int, error: float, params: AdaBoostParams) -> Stop:
    """Say that a learner leaves nothing to reweight."""
    hint = ""
    if params.base != TREE:
        pass
    elif t == 1 and params.max_depth is None:
        hint = "The trees are unlimited, so the first fits every point: try tree depth 1."
    elif t == 1 and params.max_depth != 1:
        hint = f"Depth {params.max_depth} fits every point at once: try tree depth 1."
    text = f"of round {t} misses nothing: its weight would be infinite and is capped."
    return Stop("perfect-learner", f"The {noun(params)} {text}", t, error, hint)


def noun(params: AdaBoostParams) -> str:
    """Call the learners what they are."""
    if params.base != TREE:
        return "learner"
    return "stump" if params.max_depth == 1 else "tree"


def exponential_loss(data: Dataset, params: AdaBoostParams) -> Callable[[FloatArray], float]:
    """e^(−yF) on average, F being measured in half logs."""
    y = 2.0 * data.target - 1.0
    factor = 1.0 if params.alpha == "half-log" else 0.5
    return lambda score: float(data.distribution @ np.exp(-factor * y * score))


METHOD = Method(
    name="adaboost",
    title="AdaBoost",
    summary="Each learner is fitted to the weights that the last one left behind.",
    params=AdaBoostParams,
    train=adaboost,
    combine="sum",
    say=lambda _data, _params: sign,
    rules=rules,
    story="weights",
    tasks=("classification",),
    most_classes=2,
    figures=("margins", "exponential"),
    loss=exponential_loss,
    uses_chance=lambda _params: False,
)
