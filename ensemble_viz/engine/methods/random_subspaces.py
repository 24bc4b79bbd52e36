"""Random subspaces: trees on all points, but on some axes only, and a vote.

For b = 1 … B: draw m of the axes without replacement, and train a tree on all points along them.
Answer with the majority of the trees, or with the mean of their values.
Another learner may stand for the tree: it knows only these axes.
"""

from dataclasses import dataclass

from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.ensembles import Method, Steps, forest, votes
from ensemble_viz.engine.settings import shared


@dataclass(frozen=True)
class RandomSubspacesParams(forest.ForestParams):
    rounds: shared.Rounds = 50
    base: shared.Base = "tree"
    max_features: shared.TreeFeatures = 1
    max_depth: shared.MaxDepth = None
    min_samples_leaf: shared.MinSamplesLeaf = 1
    criterion: shared.Criterion = "gini"
    vote: shared.Vote = "hard"


def random_subspaces(data: Dataset, params: RandomSubspacesParams, seed: int) -> Steps:
    """Train every tree on all points along axes of its own, and let the trees vote."""
    recipe = forest.Recipe(
        rules=forest.tree_rules(data, params),
        rows="all",
        tree_axes=params.max_features,
        base=params.base,
    )
    return forest.voted(data, recipe, params, seed)


METHOD = Method(
    name="random-subspaces",
    title="Random subspaces",
    summary="Every tree sees all points, but only along axes that are drawn for it; then they "
    "vote.",
    params=RandomSubspacesParams,
    train=random_subspaces,
    combine="mean",
    say=votes.part_of_vote,
    rules=forest.tree_rules,
    story="bags",
    figures=("bags",),
    uses_chance=lambda params: params.max_features < 2,
)
