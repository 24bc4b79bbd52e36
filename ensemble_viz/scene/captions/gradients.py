"""Gradient boosting, step by step: residuals, tree, leaf values or shrinking, sum."""

import numpy as np

from ensemble_viz.scene.captions.said import Said, joined
from ensemble_viz.scene.descent import largest_leaf, leaf_rows, seen
from ensemble_viz.scene.lowered import leaves_plain_residuals, loss_of, lowered
from ensemble_viz.scene.names import class_name, leaf_name, learner_letter
from ensemble_viz.scene.numbers import agreed, counted, fixed, rate_text, shown, signed, subscript
from ensemble_viz.scene.stage import Stage
from ensemble_viz.scene.steps import noun
from ensemble_viz.scene.together import (
    change,
    loss,
    missed_together,
    of_all,
    squared_error,
    ties_sentence,
)


def said(stage: Stage) -> Said:
    """Say what the step did."""
    return _STEPS[stage.key](stage)


def _residuals(stage: Stage) -> Said:
    r, before = stage.residual, f"F{subscript(stage.round - 1)}"
    assert r is not None
    largest = signed(float(r[np.abs(r).argmax()]))
    k = stage.data.n_classes
    if not leaves_plain_residuals(stage.run):
        return _steepest(stage, largest)
    if not k:
        squares = fixed(squared_error(stage, stage.round - 1))
        left = counted(len(r), "residual")
        return Said(
            f"The largest of {left} is {largest}",
            f"r = y − {before}(x); their squares average {squares}.",
        )
    many = counted(len(r), "residual")
    if k <= 2:
        second = class_name(stage.data, 1)
        how = f"r = y − p: y is 1 for {second}, else 0; p is its probability by {before}."
    else:
        many = f"{k} columns of {many}"
        how = f"One column a class: r = 1 or 0 for the class, less its probability by {before}."
    return Said(f"{many}, the largest {largest}", how)


def _steepest(stage: Stage, largest: str) -> Said:
    """Say what is fitted where that is neither y − F nor y − p: the negative gradient."""
    before, loss = f"F{subscript(stage.round - 1)}", lowered(stage.run)
    many = counted(len(stage.data), "residual")
    if loss == "exponential":
        how = f"r = y e^(−y {before}(x)), with y = +1 for {class_name(stage.data, 1)}, else −1."
        return Said(f"{many}, the largest {largest}", how)
    if loss == "absolute":
        how = f"r is the sign of y − {before}(x): how far it is does not matter."
        return Said(f"Of {many} only the signs count", how)
    delta = stage.record.figures.get("delta") if stage.record else None
    if delta is None:
        how = f"r = −∂L/∂F at {before}(x): the way in which the {loss_of(stage.run).figure} falls."
        return Said(f"{many}, the largest {largest}", how)
    assert stage.score is not None
    far = int(np.count_nonzero(np.abs(stage.data.target - stage.score) > delta))
    are = "is" if far == 1 else "are"
    headline = f"{far} of {many} {are} cut off at ±δ = ±{fixed(float(delta))}"
    return Said(headline, f"r = y − {before}(x) where that is within ±δ, else ±δ.")


def _train(stage: Stage) -> Said:
    tree, t, name = stage.tree, stage.round, noun(stage.run)
    assert tree is not None
    sees = seen(stage)
    of = "the" if sees == len(stage.data) else f"{sees} of the"
    fitted = f"fitted to {of} {counted(len(stage.data), 'residual')}"
    leaves = counted(tree.n_leaves, "leaf", "leaves")
    k = stage.data.n_classes
    if k > 2:
        shown_class = class_name(stage.data, stage.which)
        return Said(
            f"{k} {name}s, one a class, are {fitted}",
            f"The one for {shown_class} has {leaves}; what they answer is set next.",
        )
    headline = f"{name.capitalize()} {t} is {fitted}"
    if k:
        return Said(headline, f"{leaves}; what {_they(tree.n_leaves)} is set next.")
    value = _leaf_value(stage)
    means = f"each answers with its {value}" if tree.n_leaves > 1 else f"the {value}"
    return Said(headline, f"{leaves}; {means}.")


def _leaf_value(stage: Stage) -> str:
    """Name what the leaves answer of values."""
    fitted = stage.run.params.leaf == "gradient" and lowered(stage.run) != "squared"
    return "mean gradient" if fitted else loss_of(stage.run).leaf


def _they(leaves: int) -> str:
    return "it answers" if leaves == 1 else "they answer"


def _leaves(stage: Stage) -> Said:
    if stage.run.params.leaf == "gradient":
        plain = leaves_plain_residuals(stage.run)
        mean = "mean residual" if plain else "mean gradient"
        return leaf_values(stage, f"each leaf answers with its {mean}")
    return leaf_values(stage, "each leaf takes a Newton step downhill")


def leaf_values(stage: Stage, how: str) -> Said:
    """Say which leaf answers with the largest value, and how the leaves come to theirs."""
    tree = stage.tree
    assert tree is not None
    node = largest_leaf(tree)
    value = signed(float(tree.value[node]))
    where = leaf_name(tree, node)
    points = counted(len(leaf_rows(stage, node)), "point")
    one = f" of class {class_name(stage.data, stage.which)}" if stage.data.n_classes > 2 else ""
    headline = f"The largest leaf value{one} is {value}"
    return Said(headline, f"{where} has it, with {points}; {how}.")


def _shrink(stage: Stage) -> Said:
    tree, rate, name = stage.tree, stage.run.params.learning_rate, noun(stage.run)
    assert tree is not None
    node = largest_leaf(tree)
    value = float(tree.value[node])
    step = agreed(value * rate, shown(value) * rate, sign=True)
    headline = f"Every answer of {name} {stage.round} counts × {rate_text(rate)}"
    product = f"{signed(value)} × {rate_text(rate)} = {step}"
    return Said(headline, f"The largest step is {product}, in {leaf_name(tree, node)}.")


def vote(stage: Stage) -> Said:
    """Say what became of the loss when the tree was added."""
    t, name = stage.round, noun(stage.run)
    if not stage.data.n_classes:
        what, before, after = _lowered(stage)
        rate = rate_text(stage.run.params.learning_rate)
        letter = learner_letter(stage.run.method)
        sums = f"F{subscript(t)} = F{subscript(t - 1)} + {rate} · {letter}{subscript(t)}."
        added = f"{name.capitalize()} {t} is added: {sums}"
        return Said(f"{what} {change(before, after)}", added)
    added = f"{name.capitalize()} {t} is added"
    if stage.data.n_classes > 2:
        added = f"{stage.data.n_classes} {name}s are added"
    missed = missed_together(stage, t)
    log_loss = f"The {loss_of(stage.run).figure} {change(loss(stage, t - 1), loss(stage, t))}."
    headline = f"{added}: {of_all(stage, missed)} {'is' if missed == 1 else 'are'} missed"
    return Said(headline, joined(log_loss, ties_sentence(stage, t)))


def _lowered(stage: Stage) -> tuple[str, float, float]:
    """Name what the round lowered of values, before and after it; δ is that of the round."""
    t, data = stage.round, stage.data
    if lowered(stage.run) == "squared":
        return "Squared error", squared_error(stage, t - 1), squared_error(stage, t)
    name, method = loss_of(stage.run).figure, stage.run.method
    delta = float(stage.record.figures.get("delta", 0.0)) if stage.record else 0.0
    measure = None if method.loss is None else method.loss(data, stage.run.params)
    found = []
    for k in (t - 1, t):
        score = stage.run.score(k)
        assert score is not None
        assert measure is not None
        size = np.abs(data.target - score)
        near = np.minimum(size, delta)
        huber = float(data.distribution @ (near * (size - near / 2.0)))
        found.append(huber if delta else measure(score))
    return name[0].upper() + name[1:].replace(" of ", " ", 1), found[0], found[1]


_STEPS = {
    "residuals": _residuals,
    "train": _train,
    "leaves": _leaves,
    "shrink": _shrink,
    "vote": vote,
}
