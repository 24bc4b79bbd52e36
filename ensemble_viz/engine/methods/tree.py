"""A decision tree, grown one split a round: always at the leaf where it helps most.

Start with one leaf for all points. At each step:
  split the leaf whose best cut lowers the impurity, times the weight there, most
until nothing is left to split; then prune, if asked to, one subtree a round.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import Annotated, Any, Literal

from ensemble_viz.engine.data import Dataset, FloatArray, Refusal
from ensemble_viz.engine.ensembles import Method, Round, Start, Steps, Stop, method, votes
from ensemble_viz.engine.settings import Params, Setting, shared
from ensemble_viz.engine.trees import Limits, Tree, TreeRules, fit, forbidding, pruning


@dataclass(frozen=True)
class TreeParams(Params):
    rounds: shared.Rounds = 50
    max_depth: shared.MaxDepth = None
    min_samples_leaf: shared.MinSamplesLeaf = 1
    max_leaf_nodes: shared.MaxLeafNodes = None
    min_gain: shared.MinGain = 0.0
    criterion: shared.Criterion = "gini"
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
    growing = fit.grow_best_first(data, how)
    t = 0
    for t, (grown, score) in enumerate(islice(growing.splits(), most_splits(params)), start=1):
        yield whole_tree(data, t, grown, score)
    full = growing.tree()
    last, cut = full, 0
    for cut, (last, figures) in enumerate(pruned(full, data, params), start=1):
        yield whole_tree(data, t + cut, last, last.answer(data.points), figures=figures)
    end = stop(full, last, data, params, more=len(full) < len(growing.whole))
    return replace(end, round=t + cut, pruned=cut)


def most_splits(params: TreeParams) -> int | None:
    """Count the splits a tree may have; without pruning the run itself counts the rounds."""
    most = [] if params.prune == "none" else [params.rounds]
    if params.max_leaf_nodes is not None:
        most.append(params.max_leaf_nodes - 1)
    return min(most, default=None)


def whole_tree(data: Dataset, t: int, grown: Tree, score: FloatArray, **figures: Any) -> Round:
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
    if params.prune == "cost-complexity":
        for smaller, price in pruning.cost_complexity(full, params.ccp_alpha):
            yield smaller, {"ccp_alpha": price}
    elif params.prune == "error":
        for smaller in pruning.error_pruning(full, data):
            yield smaller, {}


def stop(full: Tree, last: Tree, data: Dataset, params: TreeParams, more: bool) -> Stop:
    """Say why the full tree was split no more, and why the last one was pruned no more."""
    end = partial(Stop, count=full.n_leaves, pruning=pruning_end(full, last, params))
    if more and params.prune != "none" and len(full) // 2 >= params.rounds:
        return end("all-rounds", 0)
    if more:
        return end("nothing-to-split", 0, why="enough-leaves", forbids=("max_leaf_nodes",))
    if (full.impurity[full.is_leaf] == 0.0).all():
        return end("nothing-to-split", 0, why="one-answer")
    forbids, coincide = forbidding.in_leaves(full, data, rules(data, params).limits)
    why: method.Why = "limits" if forbids else "same-place" if coincide else "no-gain"
    return end("nothing-to-split", 0, why=why, forbids=forbids)


def pruning_end(full: Tree, last: Tree, params: TreeParams) -> method.Pruning:
    """Say what ended the pruning; nothing where there was nothing to prune."""
    if params.prune == "none" or len(full) == 1:
        return ""
    if len(last) == 1:
        return "root"
    return "price" if params.prune == "cost-complexity" else "errors"


METHOD = Method(
    name="tree",
    title="Decision tree",
    summary="A tree grows split by split, always where it helps most.",
    params=TreeParams,
    train=tree,
    combine="latest",
    say=lambda _data, _params: votes.as_is,
    rules=rules,
    story="splits",
    uses_chance=lambda _params: False,
    stops_itself=lambda params: params.prune != "none",
)
