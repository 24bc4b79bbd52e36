"""Random patches: trees on bags of points and on some axes only, and a vote.

For b = 1 … B: draw m of the axes without replacement and n points with replacement, and train a
tree on these points along these axes.
Answer with the majority of the trees, or with the mean of their values.
Another learner may stand for the tree: it knows only these axes.
"""

from dataclasses import dataclass

from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.ensembles import Method, Steps, forest, votes
from ensemble_viz.engine.settings import shared


@dataclass(frozen=True)
class RandomPatchesParams(forest.ForestParams):
    rounds: shared.Rounds = 50
    base: shared.Base = "tree"
    max_features: shared.TreeFeatures = 1
    max_samples: shared.MaxSamples = 1.0
    max_depth: shared.MaxDepth = None
    min_samples_leaf: shared.MinSamplesLeaf = 1
    criterion: shared.Criterion = "gini"
    vote: shared.Vote = "hard"


def random_patches(data: Dataset, params: RandomPatchesParams, seed: int) -> Steps:
    """Train every tree on a bag and axes of its own, and let the trees vote."""
    recipe = forest.Recipe(
        params.max_samples,
        forest.tree_rules(data, params),
        tree_axes=params.max_features,
        base=params.base,
    )
    return forest.voted(data, recipe, params, seed)


METHOD = Method(
    name="random-patches",
    title="Random patches",
    summary="Every tree is trained on a bag of points, along axes that are drawn for it; then "
    "they vote.",
    params=RandomPatchesParams,
    train=random_patches,
    combine="mean",
    say=votes.part_of_vote,
    rules=forest.tree_rules,
    story="bags",
    figures=("bags",),
)
