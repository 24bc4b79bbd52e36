"""Gradient boosting: every tree is fitted to what the sum so far leaves over.

Start with F_0. At each step t:
  compute the negative gradients r_i of the loss at F_{t−1}(x_i): for squares the residuals
  fit a regression tree to them, and choose the answer of each leaf
  add it in part: F_t(x) = F_{t−1}(x) + ν · h_t(x)
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Annotated, Literal

import numpy as np

from ensemble_viz.engine.boosting import columns, draw_subsample, noise_of, only_class, run_away
from ensemble_viz.engine.dataset import LARGEST_VALUE, Dataset, FloatArray, IntArray
from ensemble_viz.engine.fit import counts, fit_values
from ensemble_viz.engine.growth import Grown
from ensemble_viz.engine.limits import Limits, TreeRules
from ensemble_viz.engine.losses import LEAST_CURVATURE, Loss, loss_of
from ensemble_viz.engine.method import Method, Round, Start, Steps, Stop
from ensemble_viz.engine.params import Params, Setting
from ensemble_viz.engine.settings import (
    LearningRate,
    MaxDepth,
    MaxLeafNodes,
    MinSamplesLeaf,
    Rounds,
    Subsample,
)
from ensemble_viz.engine.ties import settle_zero
from ensemble_viz.engine.tree import Tree
from ensemble_viz.engine.votes import Sum, as_is


@dataclass(frozen=True)
class GradientBoostingParams(Params):
    """Settings of gradient boosting."""

    rounds: Rounds = 50
    learning_rate: LearningRate = 0.1
    max_depth: MaxDepth = 2
    max_leaf_nodes: MaxLeafNodes = None
    min_samples_leaf: MinSamplesLeaf = 1
    subsample: Subsample = 1.0
    init: Annotated[
        Literal["prior", "mean", "median", "zero"],
        Setting(
            "start",
            "Where the sum begins. Prior: the mean for values, the log-odds of the shares for "
            "classes.",
            "F_0",
        ),
    ] = "prior"
    leaf: Annotated[
        Literal["line-search", "gradient"],
        Setting(
            "leaf answers",
            "Line search: the step that lowers the loss most (Newton's for classes). Gradient: "
            "the mean of the negative gradients, as in the lecture notes.",
            r"\gamma",
        ),
    ] = "line-search"


def rules(_data: Dataset, params: GradientBoostingParams) -> TreeRules:
    """Say how the trees are grown: they are fitted to numbers even where classes are learned."""
    limits = Limits(params.max_depth, params.min_samples_leaf, params.max_leaf_nodes)
    return TreeRules("squared", limits)


def gradient_boosting(data: Dataset, params: GradientBoostingParams, seed: int) -> Steps:
    """Fit each tree to the negative gradients, and add a part of it."""
    loss = loss_of(data)
    counted, noise = data.distribution > 0, noise_of(data)
    start = loss.initial(params.init)
    F = np.tile(start, (len(data), 1)) if len(start) > 1 else np.repeat(start, len(data))
    total = Sum(F, data.classes is not None)
    r = loss.negative_gradient(F)
    yield Start(start, r)
    if (only := only_class(data)) is not None:
        return Stop("nothing-to-split", f"All points are of class {only}: nothing to learn.", 0)
    t = 0
    while True:
        t += 1
        if np.abs(r[counted]).max() <= noise:
            return Stop("residuals-zero", f"After round {t - 1} every residual is zero.", t - 1)
        if np.abs(F).max() > LARGEST_VALUE:
            return run_away(t)
        in_bag = draw_subsample(data, params.subsample, seed, t)
        grown = tuple(fit(column, loss, F, in_bag, (data, params, noise)) for column in columns(r))
        if in_bag is None and all(changes_nothing(one.tree, noise) for one in grown):
            return nothing_to_split(data, t)
        step = np.column_stack([one.answer(data.points) for one in grown])
        F = total.add(params.learning_rate * step.reshape(F.shape))
        yield Round(
            number=t,
            learners=tuple(one.tree for one in grown),
            learner_weight=params.learning_rate,
            score=F,
            target=r,
            sample_weight=data.given_distribution,
            in_bag=in_bag,
            one_a_class=len(grown) > 1,
        )
        r = loss.negative_gradient(F)


def fit(
    target: tuple[int | None, FloatArray],
    loss: Loss,
    score: FloatArray,
    in_bag: IntArray | None,
    task: tuple[Dataset, GradientBoostingParams, float],
) -> Grown:
    """Fit a tree to the negative gradients, and choose what its leaves answer."""
    data, params, noise = task
    k, r = target
    weight = counts(data) if in_bag is None else counts(data) * in_bag
    grown = fit_values(data, r, weight, rules(data, params), noise)
    curvature = loss.curvature(score)
    if curvature is None:
        return grown
    curvature = curvature if k is None else curvature[:, k]
    if params.leaf == "gradient":
        curvature = np.ones(len(data))
    inside = grown.leaf >= 0
    slope, size, bend = (
        grown.tree.up_from_leaves(
            np.bincount(grown.leaf[inside], (weight * per_point)[inside], len(grown.tree))
        )
        for per_point in (r, np.abs(r), curvature)
    )
    step = newton_step(settle_zero(slope, size), bend)
    return replace(grown, tree=grown.tree.with_value(step))


def changes_nothing(tree: Tree, noise: float) -> bool:
    """Say whether a tree is a single leaf that answers zero."""
    return len(tree) == 1 and abs(float(tree.value[0])) <= noise


def newton_step(slope: FloatArray, bend: FloatArray) -> FloatArray:
    """Σ r / Σ curvature for every node; 0 where the loss is flat."""
    flat = np.abs(bend) < LEAST_CURVATURE
    return np.where(flat, 0.0, slope / np.where(flat, 1.0, bend))


def nothing_to_split(data: Dataset, t: int) -> Stop:
    """Say that no tree changes anything any more."""
    same = (data.points == data.points[0]).all()
    why = "all points have the same place" if same else "no split is allowed"
    return Stop("nothing-to-split", f"Round {t} would change nothing: {why}.", t - 1)


def mean_loss(data: Dataset, _params: GradientBoostingParams) -> Callable[[FloatArray], float]:
    """Average the loss that is being lowered."""
    return loss_of(data).mean


METHOD = Method(
    name="gradient-boosting",
    title="Gradient boosting",
    summary="Each tree is fitted to what the sum so far leaves over.",
    params=GradientBoostingParams,
    train=gradient_boosting,
    combine="sum",
    say=lambda _data, _params: as_is,
    rules=rules,
    story="gradients",
    figures=("loss",),
    loss=mean_loss,
    uses_chance=lambda params: params.subsample < 1.0,
)
