"""Pasting: trees on samples drawn without replacement, and a vote.

For b = 1 … B: draw some of the points, none of them twice, and train a tree on them.
Answer with the majority of the trees, or with the mean of their values.
Another learner may stand for the tree.

Disjoint: deal all points out into portions, like cards; tree b is trained on portion b, and the
run ends when every portion has had its tree.
"""

from dataclasses import dataclass
from typing import Annotated

from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.ensembles import Method, Steps, forest, votes
from ensemble_viz.engine.settings import Setting, shared


@dataclass(frozen=True)
class PastingParams(forest.ForestParams):
    rounds: shared.Rounds = 50
    base: shared.Base = "tree"
    max_samples: Annotated[
        float,
        Setting(
            "sample size",
            "The share of the points that is drawn for each tree, none of them twice; 1 is the "
            "same tree every round.",
            "a",
            low=0.0,
            high=1.0,
            above=True,
        ),
    ] = 0.6
    disjoint: Annotated[
        bool,
        Setting(
            "disjoint",
            "No: every tree draws from all points. Yes: the points are dealt out into K portions "
            "of about this size, one a tree; K is 1 / sample size, rounded.",
        ),
    ] = False
    max_depth: shared.MaxDepth = None
    min_samples_leaf: shared.MinSamplesLeaf = 1
    criterion: shared.Criterion = "gini"
    vote: shared.Vote = "hard"


def pasting(data: Dataset, params: PastingParams, seed: int) -> Steps:
    """Train every tree on points of its own draw, and let the trees vote."""
    rows: forest.Rows = "portion" if params.disjoint else "paste"
    recipe = forest.Recipe(
        params.max_samples, forest.tree_rules(data, params), rows=rows, base=params.base
    )
    return forest.voted(data, recipe, params, seed)


METHOD = Method(
    name="pasting",
    title="Pasting",
    summary="Every tree is trained on points drawn without replacement; then they vote.",
    params=PastingParams,
    train=pasting,
    combine="mean",
    say=votes.part_of_vote,
    rules=forest.tree_rules,
    story="bags",
    figures=("bags",),
    uses_chance=lambda params: params.max_samples < 1.0,
)
