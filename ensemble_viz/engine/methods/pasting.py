"""Pasting: trees on samples drawn without replacement, and a vote.

For b = 1 … B: draw some of the points, none of them twice, and train a tree on them.
Answer with the majority of the trees, or with the mean of their values.
Another learner may stand for the tree.

Disjoint: deal all points out into portions, like cards; tree b is trained on portion b, and the
run ends when every portion has had its tree.
"""

from dataclasses import dataclass
from typing import Annotated, Self

from ensemble_viz.engine.bases import refuse_base
from ensemble_viz.engine.dataset import Dataset
from ensemble_viz.engine.forest import Recipe, Rows, drawn_members, part_of_vote, portions
from ensemble_viz.engine.limits import Limits, TreeRules
from ensemble_viz.engine.method import Method, Start, Steps, Stop
from ensemble_viz.engine.params import Params, Setting
from ensemble_viz.engine.settings import Base, Criterion, MaxDepth, MinSamplesLeaf, Rounds, Vote
from ensemble_viz.engine.votes import Mean


@dataclass(frozen=True)
class PastingParams(Params):
    """Settings of pasting."""

    rounds: Rounds = 50
    base: Base = "tree"
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
    max_depth: MaxDepth = None
    min_samples_leaf: MinSamplesLeaf = 1
    criterion: Criterion = "gini"
    vote: Vote = "hard"

    def resolved(self, data: Dataset) -> Self:
        """Refuse a base learner that cannot learn from these points."""
        refuse_base(data, self.base, self.field("base"))
        return self


def rules(data: Dataset, params: PastingParams) -> TreeRules:
    """Say how the trees are grown."""
    limits = Limits(params.max_depth, params.min_samples_leaf)
    return TreeRules(params.criterion if data.classes else "squared", limits)


def pasting(data: Dataset, params: PastingParams, seed: int) -> Steps:
    """Train every tree on points of its own draw, and let the trees vote."""
    rows: Rows = "portion" if params.disjoint else "paste"
    recipe = Recipe(params.max_samples, rules(data, params), rows=rows, base=params.base)
    vote = part_of_vote(data, params)
    votes = Mean(data.classes is not None)
    yield Start(None, data.target)
    for member in drawn_members(data, recipe, seed):
        yield member.record(data, votes.add(vote(member.answer(data.points))))
    return all_dealt_out(portions(data, params.max_samples))


def all_dealt_out(count: int) -> Stop:
    """Say that no point is left for another tree."""
    have = "The only portion has had its tree" if count == 1 else f"All {count} portions have had"
    text = f"{have}{'' if count == 1 else ' their trees'}: no point is left for another one."
    return Stop("nothing-to-split", text, count, hint="A smaller sample size makes more portions.")


METHOD = Method(
    name="pasting",
    title="Pasting",
    summary="Every tree is trained on points drawn without replacement; then they vote.",
    params=PastingParams,
    train=pasting,
    combine="mean",
    say=part_of_vote,
    rules=rules,
    story="bags",
    figures=("bags",),
    uses_chance=lambda params: params.max_samples < 1.0,
)
