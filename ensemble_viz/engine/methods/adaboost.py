"""AdaBoost: every learner is trained on the points as the ones before it have weighted them.

Initialise D_1(i) = 1/n. At each step t:
  learn h_t using D_t, the weak classifier with the least weighted error ε_t
  set its weight α_t = ½ ln((1 − ε_t) / ε_t); SAMME adds ½ ln(K − 1) for K classes
  update D_{t+1}(i) = D_t(i) · exp(−α_t y_i h_t(x_i)) / Z_t, where y h = −1 if h misses, else 1
Stop when no weak classifier is better than chance. Answer sign Σ α_t h_t(x), or, with more
classes than two, the k with the greatest Σ α_t [h_t(x) = k].
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import exp
from typing import Annotated, Any, Literal, Self

import numpy as np

from ensemble_viz.engine.data import Dataset, FloatArray, Refusal, draws
from ensemble_viz.engine.ensembles import (
    Method,
    Round,
    Start,
    Steps,
    Stop,
    bases,
    exponential,
    method,
    votes,
)
from ensemble_viz.engine.learners import Lesson
from ensemble_viz.engine.settings import Params, Setting, shared
from ensemble_viz.engine.trees import Limits, TreeRules, fit
from ensemble_viz.engine.trees.small.drawn import DrawnFitter

ROUNDING = 1e-10  # an error so close to 0 or to chance is 0, or chance
THROWS = 100  # so many learners are drawn in a round while they are just as good as chance


@dataclass(frozen=True)
class AdaBoostParams(Params):
    rounds: shared.Rounds = 50
    base: Annotated[
        Literal["tree", "naive-bayes", "logistic"],
        Setting(
            "learner",
            "What is trained on the weights: a tree, Gaussian naive Bayes, or logistic regression "
            "(C = 1, the weights as they are).",
            "h",
        ),
    ] = "tree"
    max_depth: shared.MaxDepth = 1
    criterion: Annotated[
        Literal["error", "gini", "entropy"],
        Setting(
            "split by",
            "What a tree looks for: the least weighted error, as in the notes; or Gini impurity "
            "or entropy under the weights, as the libraries do.",
        ),
    ] = "error"
    learning_rate: shared.LearningRate = 1.0
    alpha: Annotated[
        Literal["half-log", "log"],
        Setting(
            "learner weight",
            "½ ln((1 − ε)/ε), or twice that: decisions and weights of points are the same.",
            r"\alpha",
        ),
    ] = "half-log"
    multiclass: Annotated[
        Literal["m1", "samme"],
        Setting(
            "more classes",
            "M1, as in the notes: a learner has to get more than half right, however many classes "
            "there are. SAMME adds ln(K − 1) to the logarithm: it has to beat guessing among K. "
            "With two classes both are the same.",
        ),
    ] = "m1"
    learner: Annotated[
        Literal["best", "random"],
        Setting(
            "choice",
            "Best: the tree that a search finds. Random: axes and thresholds are drawn; with two "
            "classes a coin says whether it answers what its points say or the opposite, so that "
            "it can be worse than chance. Other learners than trees are never drawn.",
        ),
    ] = "best"
    above_half: Annotated[
        Literal["reverse", "stop"],
        Setting(
            "worse than chance",
            "What happens when a learner of two classes misses more than half of the weight: it is "
            "reversed, and answers the opposite; or the run stops. The best tree never does.",
        ),
    ] = "reverse"

    def check(self) -> None:
        if self.learner == "random" and self.base != bases.TREE:
            raise Refusal(
                f"learner=random: trees are drawn; {self.base} is trained on the weights, as "
                "learner=best says"
            )

    def changed(self, name: str, value: Any) -> Self:
        """Change one setting; only trees can be drawn."""
        gone = {}
        if name == "base" and value != bases.TREE:
            gone = {"learner": "best"}
        elif name == "learner" and value == "random":
            gone = {"base": bases.TREE}
        return self.from_values(self.values() | gone | {name: value})

    def resolved(self, data: Dataset) -> Self:
        bases.refuse_base(data, self.base, self.field("base"))
        return self


def rules(_data: Dataset, params: AdaBoostParams) -> TreeRules:
    limits = Limits(max_depth=params.max_depth)
    return TreeRules(params.criterion, limits, drawn=params.learner == "random")


def adaboost(data: Dataset, params: AdaBoostParams, seed: int) -> Steps:
    """Train each learner on the weights that the last one left behind."""
    K, limit = data.n_classes, chance(data, params) - ROUNDING
    factor = 1.0 if params.alpha == "half-log" else 2.0
    D, F = data.distribution, votes.VoteSum(len(data), K)
    yield Start(np.zeros(K if K > 2 else 1), data.target)
    train = trainer(data, params, seed)
    t = 0
    while True:
        t += 1
        learner = train(D, t)
        h = learner.decide(data.points)
        missed = h != data.target
        error = float(D[missed].sum())
        if error >= limit:
            return Stop("no-better-than-chance", t, error, chance(data, params))
        alpha = 0.5 * params.learning_rate * log_odds(error, data, params)
        following = D * np.where(missed, exp(alpha), exp(-alpha))
        Z = float(following.sum())
        following /= Z
        ending = Stop("perfect-learner", t, error) if error <= ROUNDING else None
        yield Round(
            number=t,
            learners=(learner.learner,),
            learner_weight=alpha * factor,
            error=error,
            score=F.add(alpha * factor, h),
            target=data.target,
            sample_weight=D,
            next_weight=following,
            figures={"capped": error <= ROUNDING} | ({"z": Z} if K <= 2 else {}),
            ends=ending,
        )
        if ending is not None:
            return ending
        D = following


def contribution(data: Dataset, _params: AdaBoostParams) -> method.Say:
    """Vote −1 or +1 for one of two classes; for more, give one vote to one of them."""
    return votes.one_vote if data.n_classes > 2 else votes.sign


def counts_classes(data: Dataset, params: AdaBoostParams) -> bool:
    """Say whether it matters how many classes there are."""
    return data.n_classes > 2 and params.multiclass == "samme"


def chance(data: Dataset, params: AdaBoostParams) -> float:
    """Name the error that a learner must stay below."""
    return 1.0 - 1.0 / data.n_classes if counts_classes(data, params) else 0.5


def log_odds(error: float, data: Dataset, params: AdaBoostParams) -> float:
    """ln((1 − ε)/ε), with SAMME ln(K − 1) more; finite for a perfect learner."""
    error = max(error, ROUNDING)
    more = np.log(data.n_classes - 1.0) if counts_classes(data, params) else 0.0
    return float(np.log((1.0 - error) / error) + more)


def trainer(data: Dataset, params: AdaBoostParams, seed: int) -> Callable[..., bases.Trained]:
    """Choose what is trained on the weights of round t; of two classes never worse than chance."""
    how = rules(data, params)
    if params.learner == "best" and params.base == bases.TREE:
        trees = fit.ClassFitter(data, how)
        return lambda weight, _t: trees.fit(weight)
    once, drawn = np.ones(len(data), dtype=np.int64), DrawnFitter(data, how)

    def train(weight: FloatArray, t: int) -> bases.Trained:
        if params.learner == "random":
            learner = draw_learner(data, weight, params, (seed, t), drawn)
        else:
            learner = bases.train_base(params.base, Lesson(data, weight, once), how)
        worse = data.n_classes <= 2 and weighted_error(data, weight, learner) > 0.5 + ROUNDING
        return bases.opposite(learner) if worse and params.above_half == "reverse" else learner

    return train


def draw_learner(
    data: Dataset,
    weight: FloatArray,
    params: AdaBoostParams,
    place: tuple[int, int],
    trees: DrawnFitter,
) -> bases.Trained:
    """Draw a tree by seed and round, and another one while it is exactly as good as chance."""
    for throw in range(THROWS):
        key = draws.one_word(*place, draws.NODE, throw)
        learner: bases.Trained = trees.fit(weight, key)
        if data.n_classes == 2 and draws.one_below(2, draws.one_word(key, draws.COIN)):
            learner = bases.opposite(learner, reverses=False)
        error = weighted_error(data, weight, learner)
        if abs(error - chance(data, params)) > ROUNDING:
            break
    return learner


def weighted_error(data: Dataset, weight: FloatArray, learner: bases.Trained) -> float:
    missed = learner.decide(data.points) != data.target
    return float(weight[missed].sum())


METHOD = Method(
    name="adaboost",
    title="AdaBoost",
    summary="Each learner is fitted to the weights that the last one left behind.",
    params=AdaBoostParams,
    train=adaboost,
    combine="sum",
    say=contribution,
    rules=rules,
    story="weights",
    tasks=("classification",),
    figures=("margins", "exponential"),
    loss=lambda data, params: exponential.exponential_loss(data, params.alpha, params.multiclass),
    uses_chance=lambda params: params.learner == "random",
)
