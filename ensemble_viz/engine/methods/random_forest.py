"""Random forest: bagging whose trees look at a few axes only, drawn anew for every node.

For b = 1 … B: draw n points with replacement, and grow a tree on them;
  at each node draw m of the axes, and split at the best cut among these.
Answer with the majority of the trees, or with the mean of their values.
"""

from dataclasses import dataclass
from typing import Annotated, Literal

from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.ensembles import Method, Steps, forest, votes
from ensemble_viz.engine.settings import Setting, shared


@dataclass(frozen=True)
class RandomForestParams(forest.ForestParams):
    rounds: shared.Rounds = 50
    max_features: Annotated[
        Literal[1, 2],
        Setting(
            "axes per split",
            "How many axes a node may look at, drawn for each node; 2 is plain bagging here, for "
            "there are only 2. Where the drawn axis has one value only, the other is tried.",
            "m",
            aliases=(("sqrt", 1), ("log2", 2)),
        ),
    ] = 1
    max_samples: shared.MaxSamples = 1.0
    max_depth: shared.MaxDepth = None
    min_samples_leaf: shared.MinSamplesLeaf = 1
    criterion: shared.Criterion = "gini"
    vote: shared.Vote = "hard"


def random_forest(data: Dataset, params: RandomForestParams, seed: int) -> Steps:
    """Grow every tree on a bag of its own with axes drawn at each node, and let the trees vote."""
    one_axis = params.max_features < data.dimension
    recipe = forest.Recipe(params.max_samples, forest.tree_rules(data, params), one_axis)
    return forest.voted(data, recipe, params, seed)


METHOD = Method(
    name="random-forest",
    title="Random forest",
    summary="Bagging whose trees look at one axis per split, drawn anew for every node.",
    params=RandomForestParams,
    train=random_forest,
    combine="mean",
    say=votes.part_of_vote,
    rules=forest.tree_rules,
    story="bags",
    figures=("bags",),
)
