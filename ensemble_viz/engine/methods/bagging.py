"""Bagging: trees on bootstrap samples of the points, and a vote.

For b = 1 … B: draw n points with replacement, and train a tree on them.
Answer with the majority of the trees, or with the mean of their values.
Bagging can be combined with any approach to learning: another learner may stand for the tree.
"""

from dataclasses import dataclass

from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.ensembles import Method, Steps, forest, votes
from ensemble_viz.engine.settings import shared


@dataclass(frozen=True)
class BaggingParams(forest.ForestParams):
    rounds: shared.Rounds = 50
    base: shared.Base = "tree"
    max_samples: shared.MaxSamples = 1.0
    max_depth: shared.MaxDepth = None
    min_samples_leaf: shared.MinSamplesLeaf = 1
    criterion: shared.Criterion = "gini"
    vote: shared.Vote = "hard"


def bagging(data: Dataset, params: BaggingParams, seed: int) -> Steps:
    """Train every tree on a bag of its own, and let the trees vote."""
    recipe = forest.Recipe(params.max_samples, forest.tree_rules(data, params), base=params.base)
    return forest.voted(data, recipe, params, seed)


METHOD = Method(
    name="bagging",
    title="Bagging",
    summary="Every tree is trained on a bag of points drawn with replacement; then they vote.",
    params=BaggingParams,
    train=bagging,
    combine="mean",
    say=votes.part_of_vote,
    rules=forest.tree_rules,
    story="bags",
    figures=("bags",),
)
