"""Second-order boosting, step by step: g and h, the gain, pruning, leaf values, sum."""

import numpy as np

from ensemble_viz.engine.trees import Tree
from ensemble_viz.scene.losses import seen
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.steps import noun
from ensemble_viz.scene.sums import largest_in_size, leaf_values, vote
from ensemble_viz.scene.sums import start_text as start_text
from ensemble_viz.scene.telling import StepText, joined
from ensemble_viz.scene.trees.cuts import count_tied
from ensemble_viz.scene.trees.facts import bin_borders, last_splits, taken_back
from ensemble_viz.scene.words import (
    capital,
    class_name,
    counted,
    fixed,
    question,
    shortest,
    subscript,
    verb,
)

SLOPES = {
    0: "g = {} − y is the slope of the loss ½ (y − F)², h = 1 its curvature.",
    2: "g = p − y is the slope of the log-loss, h = p (1 − p) its curvature; "
    "y is 1 for {}, else 0; p = 1/(1 + e^(−{})) is its probability.",
}
OF_CLASSES = (
    "g = p − y is the slope of the log-loss; h = 2p (1 − p) is twice its curvature, for smaller, "
    "safer steps. y is 1 for the point's own class; p comes from {}."
)
SUMS = "G = Σ g, H = Σ h."
GAIN = f"The gain: G²/(H + λ), left + right − their parent; {SUMS}"


def step_text(stage: Stage) -> StepText:
    return _STEPS[stage.key](stage)


def _gradients(stage: Stage) -> StepText:
    rest, k, before = stage.residual, stage.data.n_classes, f"F{subscript(stage.round - 1)}"
    assert rest is not None
    steepest = largest_in_size(-rest)
    largest = f"largest g {'' if steepest.startswith('+') else 'in size '}is {steepest}"
    points = counted(len(rest), "point")
    if k > 2:
        of = class_name(stage.data, stage.which)
        headline = f"{k} columns of g and h at {points}; for {of} the {largest}"
        return StepText(headline, OF_CLASSES.format(before))
    if k:
        how = SLOPES[2].format(class_name(stage.data, 1), before)
    else:
        how = SLOPES[0].format(f"{before}(x)")
    return StepText(f"g and h at {points}, the {largest}", how)


def _train(stage: Stage) -> StepText:
    tree, name = stage.tree, noun(stage.run)
    assert tree is not None
    leaves = counted(tree.n_leaves, "leaf", "leaves")
    which = f"{capital(name)} {stage.round}"
    if stage.data.n_classes > 2:
        which = f"The {name} for {class_name(stage.data, stage.which)}"
    sees = seen(stage)
    drawn = f"{sees} of the {counted(len(stage.data), 'point')}, drawn at random"
    drawn = "" if sees == len(stage.data) else f"It is fitted to {drawn}."
    if len(tree) == 1:
        return StepText(f"{which} is a single leaf", joined(drawn, _no_gain(stage), GAIN))
    cut = f"Its first cut, {question(stage.data, tree, 0)}, gains {fixed(float(tree.gain[0]))}"
    grown = f"{which} is cut where the gain is largest: {leaves}"
    others = _how_searched(stage) or GAIN
    return StepText(grown, joined(drawn, f"{cut}; {_beside(stage, tree)}.", others))


def _no_gain(stage: Stage) -> str:
    price = stage.run.params.reg_lambda
    cost = f": λ = {shortest(price)} counts in both new leaves" if price else ""
    return f"No allowed cut has a gain above 0{cost}."


def _beside(stage: Stage, tree: Tree) -> str:
    """Say how many cuts gain as much as the first."""
    tied = count_tied(stage, tree, 0)
    return f"{tied} cuts tie, the first is taken" if tied > 1 else "no other gains as much"


def _how_searched(stage: Stage) -> str:
    """Say in what order cuts are made, and where, unless every cut is tried level by level."""
    return joined(_order(stage), _bins(stage))


def _order(stage: Stage) -> str:
    leaf_wise = stage.run.params.grow == "leaf-wise"
    return "The leaf with the most gain is cut next; numbers give the order." if leaf_wise else ""


def _bins(stage: Stage) -> str:
    """Say how many bins there are, where cuts fall between bins only."""
    borders = bin_borders(stage)
    if not borders:
        return ""
    counts = [len(each) + 1 for each in borders]
    bins = f"Each axis has {counts[0]} bins"
    if len(set(counts)) > 1:
        bins = f"The axes have {' and '.join(map(str, counts))} bins"
    return f"{bins}; cuts fall only between bins."


def _prune(stage: Stage) -> StepText:
    tree, gamma = stage.numbered, stage.run.params.gamma
    assert tree is not None
    price = f"γ = {shortest(gamma)}"
    if len(tree) == 1:
        return StepText("Nothing to prune: the tree is a single leaf", "It asks no question.")
    gone = taken_back(stage)
    if not gone.any():
        return _nothing_pruned(tree, gamma)
    count = int(np.count_nonzero(gone))
    one = count == 1
    assert stage.tree is not None
    leaves = stage.tree.n_leaves
    left = f"{counted(leaves, 'leaf', 'leaves')} {verb(leaves, 'stays', 'stay')}"
    largest = fixed(float(tree.gain[gone].max()))
    what = f"It gains {largest}" if one else f"They gain at most {largest}"
    splits = f"{counted(count, 'split')} {verb(count, 'gains', 'gain')} less than {price}"
    return StepText(f"{splits} and {verb(count)} pruned", f"{what}; {left}.")


def _nothing_pruned(tree: Tree, gamma: float) -> StepText:
    if gamma == 0.0:
        every = "A split has a price, γ; what gains less is taken back. Here it costs nothing."
        return StepText("γ = 0: every split stays", every)
    least = fixed(float(tree.gain[last_splits(tree)].min()))
    sentence = f"The weakest split above two leaves gains {least}."
    return StepText(f"No split is pruned by γ = {shortest(gamma)}", sentence)


def _leaves(stage: Stage) -> StepText:
    penalty = stage.run.params.reg_lambda
    sums = f", {SUMS.removesuffix('.')}" if _how_searched(stage) else ""
    shrinks = " shrinks it" if penalty else ""
    lowest = "There the loss as a parabola, G·w + ½ (H + λ) w², is lowest"
    how = f"w = −G/(H + λ){sums}; λ = {shortest(penalty)}{shrinks}. {lowest}"
    return leaf_values(stage, how)


_STEPS = {
    "gradients": _gradients,
    "train": _train,
    "prune": _prune,
    "leaves": _leaves,
    "vote": vote,
}
