"""XGBoost: every tree follows the slope and the curvature of the loss at the sum so far.

Start with F_0. At each step t:
  compute at every point the gradient g and the hessian h of the loss at F_{t−1}(x)
  grow a tree: with G = Σ g and H = Σ h in a node, cut where the gain
    G_L²/(H_L + λ) + G_R²/(H_R + λ) − G²/(H + λ) is largest
  take back, from the leaves up, the splits that gain less than γ
  let each leaf answer −G/(H + λ), and add it in part: F_t(x) = F_{t−1}(x) + ν · f_t(x)
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from math import fsum
from typing import Annotated, Literal

import numpy as np

from ensemble_viz.engine.data import (
    LARGEST_VALUE,
    Dataset,
    FloatArray,
    Refusal,
    probabilities,
    ties,
)
from ensemble_viz.engine.ensembles import Method, Round, Start, Steps, Stop, boosting, losses, votes
from ensemble_viz.engine.settings import Params, Setting, shared
from ensemble_viz.engine.trees import Limits, TreeRules, bins_of, limits, second_order
from ensemble_viz.engine.trees.levels.growth import Grown

LARGEST_SUM = 3e3 * LARGEST_VALUE  # the square of a larger sum of gradients might overflow
LEAST_SHARE = 1e-6  # as in xgboost: keeps the logarithm of the share of an absent class finite


@dataclass(frozen=True)
class XGBoostParams(Params):
    """Settings of second-order boosting, under the names of xgboost."""

    rounds: shared.Rounds = 50
    learning_rate: shared.LearningRate = 0.3
    max_depth: shared.MaxDepth = 6
    reg_lambda: Annotated[
        float,
        Setting(
            "leaf penalty",
            "Added to the hessians of every node: the larger, the less a leaf answers.",
            r"\lambda",
            low=0.0,
        ),
    ] = 1.0
    gamma: Annotated[
        float,
        Setting(
            "price of a split",
            "Splits that gain less are taken back once the tree is grown, from the leaves up. The "
            "gain is counted as xgboost does: without the half of the formula.",
            r"\gamma",
            low=0.0,
        ),
    ] = 0.0
    min_child_weight: Annotated[
        float,
        Setting(
            "hessian in a leaf",
            "The hessians in a leaf sum to at least so much; for values they count the points.",
            r"H_{\min}",
            low=0.0,
        ),
    ] = 1.0
    subsample: shared.Subsample = 1.0
    tree_method: Annotated[
        Literal["exact", "hist"],
        Setting(
            "cuts",
            "Exact: between all neighbours. Hist: only between bins of neighbours, chosen once.",
        ),
    ] = "exact"
    max_bin: Annotated[
        int,
        Setting(
            "bins",
            "With cuts = hist: at most so many bins along each axis. As many as there are "
            "different coordinates change nothing.",
            "b",
            low=2,
            high=65_536,
            only=("tree_method", "hist"),
        ),
    ] = 256
    base_score: Annotated[
        float | Literal["mean"],
        Setting(
            "start",
            "Where the sum begins: the probability of the second of two classes, a value, or the "
            "same score for each of more classes. Mean: the shares of the classes, or the mean.",
            "F_0",
        ),
    ] = 0.5
    grow: Annotated[
        Literal["depth-wise", "leaf-wise"],
        Setting(
            "growth",
            "Depth-wise: level by level. Leaf-wise: always the leaf whose split gains most; the "
            "same tree, made in another order.",
        ),
    ] = "depth-wise"


def rules(data: Dataset, params: XGBoostParams) -> TreeRules:
    leaves = len(data) + 1 if params.grow == "leaf-wise" else None  # no limit, but an order
    max_bin = params.max_bin if params.tree_method == "hist" else None
    return TreeRules(
        "second-order",
        Limits(params.max_depth, max_leaf_nodes=leaves),
        second_order=limits.SecondOrder(
            params.reg_lambda, params.gamma, params.min_child_weight, max_bin
        ),
    )


def xgboost(data: Dataset, params: XGBoostParams, seed: int) -> Steps:
    """Fit each tree to the derivatives of the loss, and add a part of it."""
    noise, limit, rows = boosting.noise_of(data), largest_score(data), boosting.counted_rows(data)
    bags = boosting.Subsamples(data, params.subsample, seed)
    bins = bins_of(data, params.max_bin) if params.tree_method == "hist" else None
    trees = second_order.SecondOrderFitter(data, rules(data, params), bins)
    start = initial(data, params)
    F = boosting.everywhere(data, start)
    total = votes.Sum(F, data.classes is not None)
    g, h = second_order.derivatives(data, F)
    yield Start(start, 0.0 - g)
    if boosting.has_one_class(data):
        return Stop("nothing-to-split", 0, why="one-class")
    t = 0
    while True:
        t += 1
        if ties.largest(g[rows]) <= noise:
            return Stop("residuals-zero", t - 1)
        if total.largest() > limit:
            return Stop("nothing-to-split", t - 1, why="runs-away")
        in_bag = bags.of(t)
        slopes = list(map(second_order.Slopes, boosting.apart(g), boosting.apart(h)))
        grown = [trees.fit(one, in_bag) for one in slopes]
        if in_bag is None and boosting.change_nothing(grown, noise):
            return nothing_to_split(data, params, t, slopes, grown)
        step = boosting.side_by_side([one.answer(data.points) for one in grown])
        F = total.add(params.learning_rate * step)
        yield Round(
            number=t,
            learners=tuple(one.tree for one in grown),
            learner_weight=params.learning_rate,
            score=F,
            target=0.0 - g,
            hessian=h,
            sample_weight=data.given_distribution,
            in_bag=in_bag,
            one_a_class=len(grown) > 1,
            figures={"pruned": sum(one.tree.n_pruned for one in grown)},
        )
        g, h = second_order.derivatives(data, F)


def initial(data: Dataset, params: XGBoostParams) -> FloatArray:
    """Start everywhere with the same score: (1,), or (K,) for K > 2 classes."""
    if params.base_score == "mean":
        return estimated(data)
    base = float(params.base_score)
    if data.classes is None or data.n_classes > 2:
        if abs(base) > LARGEST_VALUE:
            raise Refusal(f"base_score={base}: the start lies between ±{LARGEST_VALUE:g}")
        return np.full(max(data.n_classes, 1), base)
    if not 0.0 < base < 1.0:
        raise Refusal(
            f"base_score={base}: with two classes the start is a probability, above 0 and below 1"
        )
    return probabilities.log_odds(base) if data.n_classes == 2 else np.zeros(1)


def estimated(data: Dataset) -> FloatArray:
    """Estimate where to start: the mean, the log-odds, or the centred log shares."""
    if data.classes is None:
        return losses.loss_of(data).initial("mean")
    share = np.maximum(data.distribution @ data.one_hot, LEAST_SHARE)
    if data.n_classes <= 2:
        second = share[1] if data.n_classes == 2 else LEAST_SHARE
        return probabilities.log_odds(min(float(second), 1.0 - LEAST_SHARE))
    log = np.log(ties.settle_rows(share))
    return log - log.mean()


def largest_score(data: Dataset) -> float:
    """Name the score above which sums over the points, squared, might overflow."""
    weight = 1.0 if data.weight is None else max(1.0, float(data.weight.sum()))
    if data.classes is None and float(np.abs(data.target).max()) > LARGEST_SUM / weight:
        raise Refusal(
            "XGBoost counts a point that weighs 2 twice: the largest value times the sum of the "
            f"weights is above {LARGEST_SUM:g}; smaller weights can be learned"
        )
    return LARGEST_VALUE / weight


def nothing_to_split(
    data: Dataset,
    params: XGBoostParams,
    t: int,
    slopes: list[second_order.Slopes],
    grown: list[Grown],
) -> Stop:
    """Say why no tree changes anything any more."""
    stop = partial(Stop, "nothing-to-split", t - 1)
    if (data.points == data.points[0]).all():
        return stop(why="same-place")
    if any(one.tree.grown is not None for one in grown):
        return stop(why="gamma", forbids=("gamma",))
    least = params.min_child_weight
    hess = fsum(float(one.tree.hess[0]) for one in grown if one.tree.hess is not None)
    if hess < least:
        return stop(why="hessians", hess=hess)
    free = second_order.SecondOrderFitter(
        data, rules(data, replace(params, min_child_weight=0.0)), None
    )
    light = any(len(free.fit(one, None).tree) > 1 for one in slopes)
    return stop(why="limits", forbids=("min_child_weight",)) if light else stop(why="no-gain")


def mean_loss(data: Dataset, _params: XGBoostParams) -> Callable[[FloatArray], float]:
    return losses.loss_of(data).mean


METHOD = Method(
    name="xgboost",
    title="XGBoost",
    summary="Each tree follows the slope and the curvature of the loss, and pays for its leaves.",
    params=XGBoostParams,
    train=xgboost,
    combine="sum",
    say=lambda _data, _params: votes.as_is,
    rules=rules,
    story="second-order",
    goes_downhill=True,
    figures=("loss",),
    loss=mean_loss,
    uses_chance=lambda params: params.subsample < 1.0,
)
