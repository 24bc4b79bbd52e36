"""Bagging: trees on bootstrap samples of the points, and a vote.

For b = 1 … B: draw n points with replacement, and train a tree on them.
Answer with the majority of the trees, or with the mean of their values.
Bagging can be combined with any approach to learning: another learner may stand for the tree.
"""

from dataclasses import dataclass
from typing import Self

from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.ensembles.bases import refuse_base
from ensemble_viz.engine.ensembles.forest import Recipe, tree_rules, voted
from ensemble_viz.engine.ensembles.method import Method, Steps
from ensemble_viz.engine.ensembles.votes import part_of_vote
from ensemble_viz.engine.settings import Params
from ensemble_viz.engine.settings.shared import (
    Base,
    Criterion,
    MaxDepth,
    MaxSamples,
    MinSamplesLeaf,
    Rounds,
    Vote,
)


@dataclass(frozen=True)
class BaggingParams(Params):
    """Settings of bagging."""

    rounds: Rounds = 50
    base: Base = "tree"
    max_samples: MaxSamples = 1.0
    max_depth: MaxDepth = None
    min_samples_leaf: MinSamplesLeaf = 1
    criterion: Criterion = "gini"
    vote: Vote = "hard"

    def resolved(self, data: Dataset) -> Self:
        """Refuse a base learner that cannot learn from these points."""
        refuse_base(data, self.base, self.field("base"))
        return self


def bagging(data: Dataset, params: BaggingParams, seed: int) -> Steps:
    """Train every tree on a bag of its own, and let the trees vote."""
    recipe = Recipe(params.max_samples, tree_rules(data, params), base=params.base)
    return voted(data, recipe, params, seed)


METHOD = Method(
    name="bagging",
    title="Bagging",
    summary="Every tree is trained on a bag of points drawn with replacement; then they vote.",
    params=BaggingParams,
    train=bagging,
    combine="mean",
    say=part_of_vote,
    rules=tree_rules,
    story="bags",
    figures=("bags",),
)
