"""Gradient boosting, step by step: residuals, tree, leaf values or shrinking, sum."""

import numpy as np

from ensemble_viz.scene.joined import squared_error
from ensemble_viz.scene.losses import largest_leaf, leaves_plain_residuals, loss_of, lowered, seen
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.steps import many_of, noun
from ensemble_viz.scene.sums import leaf_values, vote
from ensemble_viz.scene.sums import start_text as start_text
from ensemble_viz.scene.telling import StepText, joined
from ensemble_viz.scene.words import (
    agreed,
    capital,
    class_name,
    counted,
    fixed,
    leaf_name,
    rate_text,
    shortest,
    shown,
    signed,
    subscript,
    verb,
)


def step_text(stage: Stage) -> StepText:
    return _STEPS[stage.key](stage)


def _residuals(stage: Stage) -> StepText:
    r, before = stage.residual, f"F{subscript(stage.round - 1)}"
    assert r is not None
    largest = fixed(float(np.abs(r).max()))
    k = stage.data.n_classes
    if not leaves_plain_residuals(stage.run):
        return _steepest(stage, largest)
    many = counted(len(r), "residual")
    if not k:
        squares = fixed(squared_error(stage, stage.round - 1))
        slope = f"r = y − {before}(x) is minus the slope of the loss ½ (y − F)²: the way down."
        return StepText(
            f"{many}, at most {largest} in size", f"{slope} The mean of r² is {squares}."
        )
    slope = "r = y − p is minus the slope of the log-loss"
    if k <= 2:
        second = class_name(stage.data, 1)
        how = f"{slope}: y is 1 for {second}, else 0; p = 1/(1 + e^(−{before})) is its probability."
    else:
        many = f"{k} columns of {many}"
        how = f"{slope}: y is 1 for the point's own class, else 0; p comes from {before}."
    return StepText(f"{many}, at most {largest} in size", how)


def _steepest(stage: Stage, largest: str) -> StepText:
    """Say what is fitted where that is neither y − F nor y − p: the negative gradient."""
    before, loss, n = f"F{subscript(stage.round - 1)}", lowered(stage.run), len(stage.data)
    if loss == "exponential":
        y = f"with y = +1 for {class_name(stage.data, 1)}, else −1"
        how = f"r = y e^(−y {before}(x)) is minus the slope of the loss e^(−yF), {y}."
        return StepText(f"r at {counted(n, 'point')}, at most {largest} in size", how)
    if loss == "absolute":
        return _signs(stage)
    delta = stage.record.figures.get("delta") if stage.record else None
    if delta is not None:
        return _cut_off(stage, float(delta))
    how = f"r = −∂L/∂F at {before}(x): the way in which the {loss_of(stage.run).figure} falls."
    return StepText(f"r at {counted(n, 'point')}, at most {largest} in size", how)


def _cut_off(stage: Stage, delta: float) -> StepText:
    """Count the residuals beyond Huber's δ, and say where it comes from."""
    before, name = f"F{subscript(stage.round - 1)}", f"δ{subscript(stage.round)}"
    assert stage.score is not None
    far = int(np.count_nonzero(np.abs(stage.data.target - stage.score) > delta))
    of, are = counted(len(stage.data), "residual"), verb(far)
    headline = f"{far} of {of} {are} cut off at ±{name} = ±{fixed(delta)}"
    how = f"r = y − {before}(x), cut off at ±{name}"
    params = stage.run.params
    if params.huber_delta is not None:
        return StepText(headline, f"{how}: δ is set to {shortest(params.huber_delta)}.")
    quantile = f"{shortest(100.0 * params.huber_quantile)} % quantile of |y − {before}(x)|"
    by = "" if stage.data.weight is None else " by weight"
    return StepText(headline, f"{how}: the {quantile}{by}, a new one each round.")


def _signs(stage: Stage) -> StepText:
    """Count on which side of the sum the values lie: under the absolute loss that is all."""
    r = stage.residual
    assert r is not None
    sides = ((1.0, "+1"), (-1.0, "−1"), (0.0, "0"))
    counts = [(int(np.count_nonzero(r == sign)), text) for sign, text in sides]
    (first, text), *others = [one for one in counts if one[0]]
    headline = f"r is {text} at {first} of {counted(len(r), 'point')}"
    headline += "".join(f", {text} at {count}" for count, text in others)
    residual = f"the residual y − F{subscript(stage.round - 1)}(x)"
    how = f"The loss |y − F| is as steep near as far: r is only the sign of {residual}"
    assert stage.score is not None
    zeros = int(np.count_nonzero((stage.data.target == stage.score) & (r > 0.0)))
    taken = f"; where that is 0 (at {counted(zeros, 'point')}) r is taken as +1" if zeros else ""
    return StepText(headline, f"{how}{taken}.")


def _train(stage: Stage) -> StepText:
    tree, t, name = stage.tree, stage.round, noun(stage.run)
    assert tree is not None
    sees = seen(stage)
    of = "the" if sees == len(stage.data) else f"{sees} of the"
    what = "residual" if leaves_plain_residuals(stage.run) else "value"
    rest = "" if what == "residual" else " of r"
    fitted = f"fitted to {of} {counted(len(stage.data), what)}{rest}"
    leaves = counted(tree.n_leaves, "leaf", "leaves")
    drawn = "" if sees == len(stage.data) else "These points were drawn at random."
    alike = ", each of points with a similar r" if tree.n_leaves > 1 else ""
    later, k = f"{leaves}{alike}; what {_they(tree.n_leaves)} is set next.", stage.data.n_classes
    if k > 2:
        headline = f"{k} {name}s, one per class, are {fitted}"
        own = f"The one for {class_name(stage.data, stage.which)} has {later}"
        return StepText(headline, joined(drawn, own))
    headline = f"{capital(name)} {t} is {fitted}"
    if k:
        return StepText(headline, joined(drawn, later))
    who = "each" if tree.n_leaves > 1 else "it"
    return StepText(headline, joined(drawn, f"{leaves}; {who} answers with {_leaf_value(stage)}."))


def _leaf_value(stage: Stage) -> str:
    if stage.run.params.leaf == "gradient" and lowered(stage.run) != "squared":
        return "the mean r of its points"
    return loss_of(stage.run).leaf.format(
        rest=f"y − F{subscript(stage.round - 1)}(x)", delta=f"δ{subscript(stage.round)}"
    )


def _they(leaves: int) -> str:
    return verb(leaves, "it answers", "they answer")


def _leaves(stage: Stage) -> StepText:
    if stage.run.params.leaf == "gradient":
        return leaf_values(stage, "each leaf answers with the mean r of its points")
    bend = "Σ p (1 − p)" if leaves_plain_residuals(stage.run) else "Σ |r|"
    step, k = "slope ÷ curvature, Newton's step down the loss", stage.data.n_classes
    if k > 2:
        share = f"{k} trees move p together, so each goes only (K − 1)/K of it"
        return leaf_values(stage, f"(K − 1)/K · Σ r / {bend}, {step}; {share}")
    return leaf_values(stage, f"Σ r / {bend}, {step}")


def _shrink(stage: Stage) -> StepText:
    tree, rate, name = stage.tree, stage.run.params.learning_rate, noun(stage.run)
    assert tree is not None
    node = largest_leaf(tree)
    value = float(tree.value[node])
    step = agreed(value * rate, shown(value) * rate, sign=True)
    answers, where = f"Every answer of {name} {stage.round}", f"leaf {leaf_name(tree, node)}"
    if rate == 1.0:
        whole = f"The learning rate is 1: the largest step is {signed(value)}, in {where}."
        return StepText(f"{answers} counts in full", whole)
    product = f"{signed(value)} × {rate_text(rate)} = {step}"
    rest = f"Later {many_of(stage.run)} do the rest."
    if rate > 1.0:
        rest = f"That is farther than the {name} says."
    largest = f"The largest step is {product}, in {where}."
    return StepText(f"{answers} counts × {rate_text(rate)}", f"{largest} {rest}")


_STEPS = {
    "residuals": _residuals,
    "train": _train,
    "leaves": _leaves,
    "shrink": _shrink,
    "vote": vote,
}
