"""A decision tree, grown one split a round: always at the leaf where it helps most.

Start with one leaf for all points. At each step:
  split the leaf whose best cut lowers the impurity, times the weight there, most
until nothing is left to split; then prune, if asked to, one subtree a round.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Annotated, Any, Literal

from ensemble_viz.engine.data import Dataset, FloatArray, Refusal
from ensemble_viz.engine.ensembles.method import Method, Round, Start, Steps, Stop
from ensemble_viz.engine.ensembles.votes import as_is
from ensemble_viz.engine.settings import Params, Setting
from ensemble_viz.engine.settings.shared import (
    Criterion,
    MaxDepth,
    MaxLeafNodes,
    MinGain,
    MinSamplesLeaf,
    Rounds,
)
from ensemble_viz.engine.trees import Tree, TreeRules
from ensemble_viz.engine.trees.fit import grow_best_first
from ensemble_viz.engine.trees.limits import Limits
from ensemble_viz.engine.trees.pruning import cost_complexity, error_pruning


@dataclass(frozen=True)
class TreeParams(Params):
    """Settings of a single tree."""

    rounds: Rounds = 50
    max_depth: MaxDepth = None
    min_samples_leaf: MinSamplesLeaf = 1
    max_leaf_nodes: MaxLeafNodes = None
    min_gain: MinGain = 0.0
    criterion: Criterion = "gini"
    prune: Annotated[
        Literal["none", "cost-complexity", "error"],
        Setting(
            "pruning",
            "What happens after the last split: nothing; the weakest links are cut one by one; or "
            "a subtree becomes a leaf where the leaf makes no more errors, counted on the test "
            "points if there are any, else estimated as C4.5 does.",
        ),
    ] = "none"
    ccp_alpha: Annotated[
        float | None,
        Setting(
            "price of a leaf",
            "Links are cut while they save at most so much impurity a leaf; none: to the root.",
            r"\alpha",
            low=0.0,
        ),
    ] = None


def rules(data: Dataset, params: TreeParams) -> TreeRules:
    """Say how the tree is grown; its leaves are counted round by round."""
    limits = Limits(params.max_depth, params.min_samples_leaf, None, params.min_gain)
    return TreeRules(params.criterion if data.classes else "squared", limits)


def tree(data: Dataset, params: TreeParams, _seed: int) -> Steps:
    """Split the most useful leaf, again and again; then prune."""
    if params.prune == "error" and data.classes is None and data.test is None:
        raise Refusal("prune=error needs test points where values are learned; there are none")
    how = rules(data, params)
    yield Start(None, data.target)
    growing = grow_best_first(data, how)
    t = 0
    for t, (grown, score) in enumerate(islice(growing.splits(), most_splits(params)), start=1):
        yield whole_tree(data, t, grown, score)
    full = growing.after(t)
    for k, (smaller, figures) in enumerate(pruned(full, data, params), start=t + 1):
        yield whole_tree(data, k, smaller, smaller.answer(data.points), figures=figures)
        t = k
    return stop(full, t, len(full) < len(growing.tree), params)


def most_splits(params: TreeParams) -> int | None:
    """Count the splits a tree may have; without pruning the run itself counts the rounds."""
    most = [] if params.prune == "none" else [params.rounds]
    if params.max_leaf_nodes is not None:
        most.append(params.max_leaf_nodes - 1)
    return min(most, default=None)


def whole_tree(data: Dataset, t: int, grown: Tree, score: FloatArray, **figures: Any) -> Round:
    """Record the tree as it stands after t rounds."""
    return Round(
        number=t,
        learners=(grown,),
        learner_weight=1.0,
        score=score,
        target=data.target,
        sample_weight=data.given_distribution,
        **figures,
    )


def pruned(full: Tree, data: Dataset, params: TreeParams) -> Iterator[tuple[Tree, dict[str, Any]]]:
    """Prune the full tree as asked: smaller and smaller ones."""
    if params.prune == "cost-complexity":
        for smaller, price in cost_complexity(full, params.ccp_alpha):
            yield smaller, {"ccp_alpha": price}
    elif params.prune == "error":
        for smaller in error_pruning(full, data):
            yield smaller, {}


def stop(full: Tree, t: int, more: bool, params: TreeParams) -> Stop:
    """Say why the tree is done."""
    splits = len(full) // 2
    if more and params.prune != "none" and splits >= params.rounds:
        text = f"All {params.rounds} rounds of splitting are done: {full.n_leaves} leaves."
        return Stop("all-rounds", text + _pruning_text(t - splits), t)
    if more:
        text = f"The tree has the {full.n_leaves} leaves it may have."
    else:
        text = _nothing_left(full, t > splits)
    return Stop("nothing-to-split", text + _pruning_text(t - splits), t)


def _nothing_left(full: Tree, cut: bool) -> str:
    """Say why no leaf was split; of a tree that was cut back since, what it was like."""
    leaves = "the only leaf" if full.n_leaves == 1 else f"the {full.n_leaves} leaves"
    if (full.impurity[full.is_leaf] == 0).all():
        each = leaves if full.n_leaves == 1 else f"each of {leaves}"
        return f"Nothing to split: {each} {'held' if cut else 'holds'} one answer only."
    return f"Nothing to split: no cut {'was' if cut else 'is'} possible or allowed in {leaves}."


def _pruning_text(cut: int) -> str:
    if not cut:
        return ""
    return f" Then {cut} {'subtree was' if cut == 1 else 'subtrees were'} pruned."


METHOD = Method(
    name="tree",
    title="Decision tree",
    summary="A tree grows split by split, always where it helps most.",
    params=TreeParams,
    train=tree,
    combine="latest",
    say=lambda _data, _params: as_is,
    rules=rules,
    story="splits",
    uses_chance=lambda _params: False,
    stops_itself=lambda params: params.prune != "none",
)
