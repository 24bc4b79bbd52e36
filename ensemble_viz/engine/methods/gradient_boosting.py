"""Gradient boosting: every tree is fitted to what the sum so far leaves over.

Start with F_0. At each step t:
  compute the negative gradients r_i of the loss at F_{t−1}(x_i): for squares the residuals,
    for |y − F| their signs, for Huber's loss the residuals cut off at ±δ
  fit a regression tree to them, and choose the answer of each leaf
  add it in part: F_t(x) = F_{t−1}(x) + ν · h_t(x)
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import numpy as np

from ensemble_viz.engine.data import LARGEST_VALUE, Dataset, FloatArray, Refusal, ties
from ensemble_viz.engine.ensembles import Method, Round, Start, Steps, Stop, boosting, losses, votes
from ensemble_viz.engine.settings import Params, Setting, shared
from ensemble_viz.engine.trees import Limits, TreeRules, fit, forbidding


@dataclass(frozen=True)
class GradientBoostingParams(Params):
    rounds: shared.Rounds = 50
    learning_rate: shared.LearningRate = 0.1
    max_depth: shared.MaxDepth = 2
    loss: Annotated[
        Literal["default", "squared", "absolute", "huber", "log-loss", "exponential"],
        Setting(
            "loss",
            "What is lowered. Values: squared, the default; absolute or huber, which outliers pull "
            "less at. Classes: log-loss, the default; exponential, AdaBoost's, for two of them.",
            "L",
            aliases=(
                ("squared_error", "squared"),
                ("absolute_error", "absolute"),
                ("log_loss", "log-loss"),
            ),
            titles=(("default", "squared / log-loss"),),
        ),
    ] = "default"
    huber_quantile: Annotated[
        float | None,
        Setting(
            "quantile for δ",
            "Huber's loss: δ is this quantile of |y − F|, taken anew every round, so that this "
            "share of the residuals counts in full. None where δ itself is given.",
            r"q_\delta",
            low=0.0,
            high=1.0,
            above=True,
            only=("loss", "huber"),
        ),
    ] = losses.QUANTILE
    huber_delta: Annotated[
        float | None,
        Setting(
            "δ of Huber's loss",
            "Residuals beyond ±δ count as ±δ; none: δ is a quantile of them.",
            r"\delta",
            low=0.0,
            above=True,
            only=("loss", "huber"),
        ),
    ] = None
    max_leaf_nodes: shared.MaxLeafNodes = None
    min_samples_leaf: shared.MinSamplesLeaf = 1
    subsample: shared.Subsample = 1.0
    init: Annotated[
        Literal["prior", "mean", "median", "zero"],
        Setting(
            "start",
            "Where the sum begins. Prior: the mean for squares, the median for the absolute loss "
            "and Huber's, for classes the log-odds of the shares (half of them: exponential).",
            "F_0",
        ),
    ] = "prior"
    leaf: Annotated[
        Literal["line-search", "gradient"],
        Setting(
            "leaf answers",
            "Line search: the step that lowers the loss most: the mean residual, the median one, "
            "Huber's between them, for classes Newton's. Gradient: the mean of the negative "
            "gradients, as in the lecture notes.",
            r"\gamma",
        ),
    ] = "line-search"

    @classmethod
    def settled(cls, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """Let a δ that was given take the place of the quantile."""
        alone = given.get("huber_delta") is not None and "huber_quantile" not in given
        return {**given, "huber_quantile": None} if alone else given

    def changed(self, name: str, value: Any) -> "GradientBoostingParams":
        """Change one setting; of δ and the quantile only one can be given."""
        others = {"huber_delta": "huber_quantile", "huber_quantile": "huber_delta"}
        gone = {others[name]: None} if name in others and value is not None else {}
        return self.from_values(self.values() | gone | {name: value})

    def check(self) -> None:
        """Refuse δ and the quantile that it would be, together; one of them there is always."""
        if self.huber_delta is None and self.huber_quantile is None:
            object.__setattr__(self, "huber_quantile", losses.QUANTILE)
        elif self.huber_delta is not None and self.huber_quantile is not None:
            raise Refusal(
                f"huber_delta={self.huber_delta}: δ is given or a quantile, not both; "
                f"take huber_quantile={self.huber_quantile} away"
            )


def rules(_data: Dataset, params: GradientBoostingParams) -> TreeRules:
    """Say how the trees are grown: they are fitted to numbers even where classes are learned."""
    limits = Limits(params.max_depth, params.min_samples_leaf, params.max_leaf_nodes)
    return TreeRules("squared", limits)


def chosen_loss(data: Dataset, params: GradientBoostingParams) -> losses.Loss:
    searches = params.leaf == "line-search"
    quantile = params.huber_quantile or losses.QUANTILE
    return losses.loss_of(
        data, losses.LossChoice(params.loss, searches, params.huber_delta, quantile)
    )


def gradient_boosting(data: Dataset, params: GradientBoostingParams, seed: int) -> Steps:
    """Fit each tree to the negative gradients, and add a part of it."""
    loss, trees = chosen_loss(data, params), fit.ValueFitter(data, rules(data, params))
    noise, counted = boosting.noise_of(data), boosting.counted_rows(data)
    bags, searches = boosting.Subsamples(data, params.subsample, seed), params.leaf == "line-search"
    start = loss.initial(params.init)
    F = boosting.everywhere(data, start)
    total = votes.Sum(F, data.classes is not None)
    r = loss.negative_gradient(F)
    yield Start(start, r)
    if boosting.has_one_class(data):
        return Stop("nothing-to-split", 0, why="one-class")
    t = 0
    while True:
        t += 1
        if ties.largest(loss.rest(F, r)[counted]) <= noise:
            return Stop("residuals-zero", t - 1)
        if total.largest() > LARGEST_VALUE:
            return Stop("nothing-to-split", t - 1, why="runs-away")
        in_bag = bags.of(t)
        fitted = [trees.fit(r_k, in_bag, noise) for r_k in boosting.apart(r)]
        h = [h_k.answering(loss.leaves(h_k, F, k, searches)) for k, h_k in enumerate(fitted)]
        if in_bag is None and boosting.change_nothing(h, noise):
            return nothing_to_split(data, params, t, r)
        step = boosting.side_by_side([h_k.answer(data.points) for h_k in h])
        before, F = F, loss.settled(total.add(params.learning_rate * step), noise)
        total.score = F
        yield Round(
            number=t,
            learners=tuple(h_k.learner for h_k in h),
            learner_weight=params.learning_rate,
            score=F,
            target=r,
            sample_weight=data.given_distribution,
            in_bag=in_bag,
            one_a_class=len(h) > 1,
            figures=loss.figures(before, F),
        )
        r = loss.negative_gradient(F)


def nothing_to_split(data: Dataset, params: GradientBoostingParams, t: int, r: FloatArray) -> Stop:
    """Say why no tree changes anything any more."""
    counted = boosting.counted_rows(data)
    places = data.points[counted]
    if (places == places[0]).all():
        return Stop("nothing-to-split", t - 1, why="same-place")
    if np.ptp(r[counted]) == 0.0:
        return Stop("nothing-to-split", t - 1, why="same-target")
    name = forbidding.forbids_cut(places, 0, rules(data, params).limits)
    forbids = () if name is None else (name,)
    return Stop("nothing-to-split", t - 1, why="limits" if forbids else "no-gain", forbids=forbids)


def mean_loss(data: Dataset, params: GradientBoostingParams) -> Callable[[FloatArray], float]:
    return chosen_loss(data, params).mean


METHOD = Method(
    name="gradient-boosting",
    title="Gradient boosting",
    summary="Each tree is fitted to what the sum so far leaves over.",
    params=GradientBoostingParams,
    train=gradient_boosting,
    combine="sum",
    say=lambda _data, _params: votes.as_is,
    rules=rules,
    story="gradients",
    goes_downhill=True,
    figures=("loss",),
    loss=mean_loss,
    uses_chance=lambda params: params.subsample < 1.0,
)
