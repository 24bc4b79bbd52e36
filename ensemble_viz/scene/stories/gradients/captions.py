"""Gradient boosting, step by step: residuals, tree, leaf values or shrinking, sum."""

import numpy as np

from ensemble_viz.engine.trees import Tree
from ensemble_viz.scene.descent import largest_leaf, leaf_rows, seen
from ensemble_viz.scene.lowered import leaves_plain_residuals, loss_of, lowered
from ensemble_viz.scene.names import class_name, leaf_name
from ensemble_viz.scene.numbers import (
    agreed,
    counted,
    fixed,
    rate_text,
    shortest,
    shown,
    signed,
    subscript,
)
from ensemble_viz.scene.stage import Stage
from ensemble_viz.scene.steps import many_of, noun
from ensemble_viz.scene.stories import story_of
from ensemble_viz.scene.stories.said import Said, joined
from ensemble_viz.scene.together import (
    change,
    loss,
    missed_together,
    of_all,
    squared_error,
    ties_sentence,
)

MOST_NAMED = 2  # leaves of the same value


def said(stage: Stage) -> Said:
    """Say what the step did."""
    return _STEPS[stage.key](stage)


def _residuals(stage: Stage) -> Said:
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
        return Said(f"{many}, in size at most {largest}", f"{slope} The mean of r² is {squares}.")
    slope = "r = y − p is minus the slope of the log-loss"
    if k <= 2:
        second = class_name(stage.data, 1)
        how = f"{slope}: y is 1 for {second}, else 0; p is its probability by {before}."
    else:
        many = f"{k} columns of {many}"
        how = f"{slope}: y is 1 for the point's own class, else 0; p is by {before}."
    return Said(f"{many}, in size at most {largest}", how)


def _steepest(stage: Stage, largest: str) -> Said:
    """Say what is fitted where that is neither y − F nor y − p: the negative gradient."""
    before, loss, n = f"F{subscript(stage.round - 1)}", lowered(stage.run), len(stage.data)
    if loss == "exponential":
        y = f"with y = +1 for {class_name(stage.data, 1)}, else −1"
        how = f"r = y e^(−y {before}(x)) is minus the slope of the loss e^(−yF), {y}."
        return Said(f"r at {counted(n, 'point')}, in size at most {largest}", how)
    if loss == "absolute":
        return _signs(stage)
    delta = stage.record.figures.get("delta") if stage.record else None
    if delta is not None:
        return _cut_off(stage, float(delta))
    how = f"r = −∂L/∂F at {before}(x): the way in which the {loss_of(stage.run).figure} falls."
    return Said(f"r at {counted(n, 'point')}, in size at most {largest}", how)


def _cut_off(stage: Stage, delta: float) -> Said:
    """Count the residuals beyond Huber's δ, and say where it comes from."""
    before, name = f"F{subscript(stage.round - 1)}", f"δ{subscript(stage.round)}"
    assert stage.score is not None
    far = int(np.count_nonzero(np.abs(stage.data.target - stage.score) > delta))
    of, are = counted(len(stage.data), "residual"), "is" if far == 1 else "are"
    headline = f"{far} of {of} {are} cut off at ±{name} = ±{fixed(delta)}"
    how = f"r = y − {before}(x), cut off at ±{name}"
    params = stage.run.params
    if params.huber_delta is not None:
        return Said(headline, f"{how}: δ is set to {shortest(params.huber_delta)}.")
    quantile = f"{shortest(100.0 * params.huber_quantile)} % quantile of |y − {before}(x)|"
    by = "" if stage.data.weight is None else " by weight"
    return Said(headline, f"{how}: the {quantile}{by}, a new one each round.")


def _signs(stage: Stage) -> Said:
    """Count on which side of the sum the values lie: under the absolute loss that is all."""
    r = stage.residual
    assert r is not None
    sides = ((1.0, "+1"), (-1.0, "−1"), (0.0, "0"))
    counts = [(int(np.count_nonzero(r == sign)), text) for sign, text in sides]
    (first, text), *others = [one for one in counts if one[0]]
    headline = f"r is {text} at {first} of {counted(len(r), 'point')}"
    headline += "".join(f", {text} at {count}" for count, text in others)
    residual = f"the residual y − F{subscript(stage.round - 1)}(x)"
    how = f"The loss |y − F| is as steep near as far: r is only the sign of {residual}."
    return Said(headline, how)


def _train(stage: Stage) -> Said:
    tree, t, name = stage.tree, stage.round, noun(stage.run)
    assert tree is not None
    sees = seen(stage)
    of = "the" if sees == len(stage.data) else f"{sees} of the"
    what = "residual" if leaves_plain_residuals(stage.run) else "value"
    rest = "" if what == "residual" else " of r"
    fitted = f"fitted to {of} {counted(len(stage.data), what)}{rest}"
    leaves = counted(tree.n_leaves, "leaf", "leaves")
    k = stage.data.n_classes
    if k > 2:
        shown_class = class_name(stage.data, stage.which)
        return Said(
            f"{k} {name}s, one a class, are {fitted}",
            f"The one for {shown_class} has {leaves}, each of points with a similar r; "
            f"what {_they(tree.n_leaves)} is set next.",
        )
    headline = f"{name.capitalize()} {t} is {fitted}"
    if k:
        alike = ", each of points with a similar r" if tree.n_leaves > 1 else ""
        drawn = "" if sees == len(stage.data) else "These points were drawn at random. "
        return Said(headline, f"{drawn}{leaves}{alike}; what {_they(tree.n_leaves)} is set next.")
    who = "each" if tree.n_leaves > 1 else "it"
    return Said(headline, f"{leaves}; {who} answers with {_leaf_value(stage)}.")


def _leaf_value(stage: Stage) -> str:
    """Name what the leaves answer of values."""
    if stage.run.params.leaf == "gradient" and lowered(stage.run) != "squared":
        return "the mean r of its points"
    return loss_of(stage.run).leaf.format(
        rest=f"y − F{subscript(stage.round - 1)}(x)", delta=f"δ{subscript(stage.round)}"
    )


def _they(leaves: int) -> str:
    return "it answers" if leaves == 1 else "they answer"


def _leaves(stage: Stage) -> Said:
    if stage.run.params.leaf == "gradient":
        return leaf_values(stage, "each leaf answers with the mean r of its points")
    bend = "Σ p (1 − p)" if leaves_plain_residuals(stage.run) else "Σ |r|"
    step, k = "slope ÷ curvature, Newton's step down the loss", stage.data.n_classes
    if k > 2:
        share = f"{k} trees move p together, so each goes (K − 1)/K"
        return leaf_values(stage, f"(K − 1)/K · Σ r / {bend}, {step}; {share}")
    return leaf_values(stage, f"Σ r / {bend}, {step}")


def leaf_values(stage: Stage, how: str) -> Said:
    """Say which leaf answers with the largest value, and how the leaves come to theirs."""
    tree = stage.tree
    assert tree is not None
    node = largest_leaf(tree)
    value = signed(float(tree.value[node]))
    alike = [one for one in np.flatnonzero(tree.is_leaf).tolist() if _is_as_large(tree, one, node)]
    points = " and ".join(_with_points(stage, one) for one in alike[:MOST_NAMED])
    points += f" and {len(alike) - MOST_NAMED} more" if len(alike) > MOST_NAMED else ""
    has = "has" if len(alike) == 1 else "have"
    one = f" of class {class_name(stage.data, stage.which)}" if stage.data.n_classes > 2 else ""
    largest = "leaf value" if value.startswith("+") else "leaf value in size"
    headline = f"The largest {largest}{one} is {value}"
    return Said(headline, f"{points} {has} it: {how}.")


def _is_as_large(tree: Tree, one: int, node: int) -> bool:
    """Say whether a leaf answers the same as the largest, as far as can be seen."""
    return fixed(float(tree.value[one])) == fixed(float(tree.value[node]))


def _with_points(stage: Stage, node: int) -> str:
    """Name a leaf, with its points."""
    assert stage.tree is not None
    points = counted(len(leaf_rows(stage, node)), "point")
    return f"{leaf_name(stage.tree, node)} ({points})"


def _shrink(stage: Stage) -> Said:
    tree, rate, name = stage.tree, stage.run.params.learning_rate, noun(stage.run)
    assert tree is not None
    node = largest_leaf(tree)
    value = float(tree.value[node])
    step = agreed(value * rate, shown(value) * rate, sign=True)
    headline = f"Every answer of {name} {stage.round} counts × {rate_text(rate)}"
    product = f"{signed(value)} × {rate_text(rate)} = {step}"
    largest = f"The largest step is {product}, in {leaf_name(tree, node)}."
    return Said(headline, f"{largest} Later {many_of(stage.run)} do the rest.")


def vote(stage: Stage) -> Said:
    """Say what became of the loss when the tree was added."""
    t, name = stage.round, noun(stage.run)
    if not stage.data.n_classes:
        what, before, after, was = _lowered(stage)
        rate = rate_text(stage.run.params.learning_rate)
        letter = story_of(stage.run).letter
        sums = f"F{subscript(t)} = F{subscript(t - 1)} + {rate} · {letter}{subscript(t)}."
        added = f"{name.capitalize()} {t} is added: {sums}"
        return Said(f"{what} {change(before, after)}", joined(added, was))
    rate = rate_text(stage.run.params.learning_rate)
    added = f"{name.capitalize()} {t} × {rate} is added"
    if stage.data.n_classes > 2:
        added = f"{stage.data.n_classes} {name}s × {rate} are added"
    missed = missed_together(stage, t)
    log_loss = f"The {loss_of(stage.run).figure} {change(loss(stage, t - 1), loss(stage, t))}."
    headline = f"{added}: {of_all(stage, missed)} {'is' if missed == 1 else 'are'} missed"
    return Said(headline, joined(log_loss, ties_sentence(stage, t)))


def _lowered(stage: Stage) -> tuple[str, float, float, str]:
    """Name what the round lowered of values, before and after it, and say where δ moved it."""
    t = stage.round
    if lowered(stage.run) == "squared":
        return "Squared error", squared_error(stage, t - 1), squared_error(stage, t), ""
    name, delta, was = loss_of(stage.run).figure, _delta(stage, t), ""
    before, after = (_mean_loss(stage, k, delta) for k in (t - 1, t))
    old = _delta(stage, t - 1)
    if old not in (0.0, delta):
        by_old, now = f"By δ{subscript(t - 1)} = {fixed(old)}", f"δ{subscript(t)} = {fixed(delta)}"
        anew = f"δ is new each round, so it is measured anew with {now}."
        was = f"{by_old} it stood at {fixed(_mean_loss(stage, t - 1, old))}; {anew}"
    return name[0].upper() + name[1:].replace(" of ", " ", 1), before, after, was


def _delta(stage: Stage, t: int) -> float:
    """Read Huber's δ of a round; 0 where there is none."""
    return float(stage.run.round(t).figures.get("delta", 0.0)) if t else 0.0


def _mean_loss(stage: Stage, t: int, delta: float) -> float:
    """Average Huber's loss with some δ, or the loss that has none, after round t."""
    if not delta:
        return loss(stage, t)
    score = stage.run.score(t)
    assert score is not None
    size = np.abs(stage.data.target - score)
    near = np.minimum(size, delta)
    return float(stage.data.distribution @ (near * (size - near / 2.0)))


_STEPS = {
    "residuals": _residuals,
    "train": _train,
    "leaves": _leaves,
    "shrink": _shrink,
    "vote": vote,
}
