"""Extra-trees, extremely randomized trees: cuts are drawn at random, the best is kept.

For b = 1 … B: grow a tree on all points (or on n of them, drawn with replacement);
  at each node draw m of the axes, throw one random cut on each, between the lowest and the highest
  point, and split at the best of these m cuts.
Answer with the majority of the trees, or with the mean of their values.
"""

from dataclasses import dataclass
from typing import Annotated, Literal

from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.ensembles import Method, Steps, forest, votes
from ensemble_viz.engine.settings import Setting, shared


@dataclass(frozen=True)
class ExtraTreesParams(forest.ForestParams):
    rounds: shared.Rounds = 50
    max_features: Annotated[
        Literal[1, 2],
        Setting(
            "random cuts",
            "How many random cuts a node draws, each on another axis: 1 splits wholly at random, "
            "2 keeps the better of two. Where the drawn axis has one value only, the other is "
            "tried.",
            "c",
            aliases=(("sqrt", 1), ("log2", 2)),
        ),
    ] = 1
    bootstrap: Annotated[
        bool,
        Setting(
            "bootstrap",
            "No: every tree sees all points. Yes: as many points are drawn with replacement.",
        ),
    ] = False
    max_depth: shared.MaxDepth = None
    min_samples_leaf: shared.MinSamplesLeaf = 1
    criterion: shared.Criterion = "gini"
    vote: shared.Vote = "hard"


def extra_trees(data: Dataset, params: ExtraTreesParams, seed: int) -> Steps:
    """Grow every tree by the best of a few random cuts, and let the trees vote."""
    recipe = forest.Recipe(
        rules=forest.tree_rules(data, params),
        one_axis=params.max_features < data.dimension,
        rows="bag" if params.bootstrap else "all",
        random_cuts=True,
    )
    return forest.voted(data, recipe, params, seed)


METHOD = Method(
    name="extra-trees",
    title="Extra-trees",
    summary="Every node of a tree draws a few random cuts and keeps the best; the trees vote.",
    params=ExtraTreesParams,
    train=extra_trees,
    combine="mean",
    say=votes.part_of_vote,
    rules=forest.tree_rules,
    story="bags",
    figures=("bags",),
)
