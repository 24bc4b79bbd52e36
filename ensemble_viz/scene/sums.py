"""A sum that goes downhill learner by learner, told alike whatever sets the way down."""

from collections.abc import Callable

import numpy as np

from ensemble_viz.engine.data import FloatArray, probabilities
from ensemble_viz.scene.joined import (
    change,
    loss,
    missed_together,
    of_all,
    squared_error,
    ties_sentence,
)
from ensemble_viz.scene.losses import largest_leaf, leaf_rows, logistic, loss_of, lowered, start_of
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.steps import noun
from ensemble_viz.scene.stories import story_of
from ensemble_viz.scene.telling import CardRow, Content, Spot, StepText, joined
from ensemble_viz.scene.words import (
    agreed,
    capital,
    class_name,
    counted,
    fixed,
    float_of,
    leaf_name,
    rate_text,
    shortest,
    shown,
    signed,
    subscript,
    verb,
)

MOST_NAMED = 2  # leaves of the same value


def leaf_values(stage: Stage, how: str) -> StepText:
    """Say which leaf answers with the largest value, and how the leaves come to theirs."""
    tree = stage.tree
    assert tree is not None
    node = largest_leaf(tree)
    size, leaves = fixed(abs(float(tree.value[node]))), np.flatnonzero(tree.is_leaf)
    value = largest_in_size(tree.value[leaves])
    alike = [one for one in leaves.tolist() if fixed(abs(float(tree.value[one]))) == size]
    *named, last = [_with_points(stage, one) for one in alike[: MOST_NAMED + 1]]
    if len(alike) > MOST_NAMED:
        last = f"{len(alike) - MOST_NAMED} more"
    points = f"{', '.join(named)} and {last}" if named else last
    who = f"Leaf {points} has" if len(alike) == 1 else f"Leaves {points} have"
    one = f" of class {class_name(stage.data, stage.which)}" if stage.data.n_classes > 2 else ""
    largest = "leaf value" if value.startswith("+") else "leaf value in size"
    headline = f"The largest {largest}{one} is {value}"
    return StepText(headline, f"{who} it: {how}.")


def largest_in_size(values: FloatArray) -> str:
    """Write the number farthest from 0, with its sign; with both signs where both are as far."""
    high, low = fixed(float(values.max())), fixed(-float(values.min()))
    return f"±{high}" if high == low else signed(float(values[np.abs(values).argmax()]))


def _with_points(stage: Stage, node: int) -> str:
    assert stage.tree is not None
    points = counted(len(leaf_rows(stage, node)), "point")
    return f"{leaf_name(stage.tree, node)} ({points})"


def vote(stage: Stage) -> StepText:
    """Say what became of the loss when the tree was added."""
    t, name = stage.round, noun(stage.run)
    if not stage.data.n_classes:
        what, before, after, was = _lowered(stage)
        rate = rate_text(stage.run.params.learning_rate)
        letter = story_of(stage.run).letter
        sums = f"F{subscript(t)} = F{subscript(t - 1)} + {rate} · {letter}{subscript(t)}."
        added = f"{capital(name)} {t} is added: {sums}"
        return StepText(f"{what} {change(before, after)}", joined(added, was))
    rate = rate_text(stage.run.params.learning_rate)
    added = f"{capital(name)} {t} × {rate} is added"
    if stage.data.n_classes > 2:
        added = f"{stage.data.n_classes} {name}s × {rate} are added"
    missed = missed_together(stage, t)
    figure = loss_of(stage.run).figure
    if t == 1 and figure == "log-loss":
        figure = f"{figure}, the mean of −ln p of the own class,"
    fell = f"The {figure} {change(loss(stage, t - 1), loss(stage, t))}."
    headline = f"{added}: {of_all(stage, missed)} {verb(missed)} missed"
    return StepText(headline, joined(fell, ties_sentence(stage, t)))


def _lowered(stage: Stage) -> tuple[str, float, float, str]:
    """Name what the round lowered of values, before and after it, and say where δ moved it."""
    t = stage.round
    if lowered(stage.run) == "squared":
        return "Mean squared error", squared_error(stage, t - 1), squared_error(stage, t), ""
    name, delta, was = loss_of(stage.run).figure, _delta(stage, t), ""
    before, after = (_mean_loss(stage, k, delta) for k in (t - 1, t))
    old = _delta(stage, t - 1)
    if old not in (0.0, delta):
        by_old, now = f"By δ{subscript(t - 1)} = {fixed(old)}", f"δ{subscript(t)} = {fixed(delta)}"
        anew = f"δ is new each round, so it is measured anew with {now}."
        was = f"{by_old} it stood at {fixed(_mean_loss(stage, t - 1, old))}; {anew}"
    return capital(name).replace(" of ", " ", 1), before, after, was


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


Rest = Callable[[Spot, int, float, str], list[CardRow]]
"""What the sum after a round leaves over at a spot: given the sum as it is shown, and when."""


def rows_by_sum(spot: Spot, rest: Rest) -> Content:
    """List the sum so far, what it leaves over, the step, and the next sum."""
    stage = spot.stage
    t = max(0, stage.round - 1)
    total = sum_at(spot, t)
    rows = [CardRow(f"so far, {_sum_name(spot, t)}", fixed(total))]
    rows += rest(spot, t, shown(total), "")
    if stage.learner_is_known:
        rows += _step_rows(spot, rest)
    return Content(tuple(rows))


def _step_rows(spot: Spot, rest: Rest) -> list[CardRow]:
    """Give the tree's answer, its part, and the sum that it makes."""
    stage, t = spot.stage, spot.stage.round
    tree = stage.tree
    assert tree is not None
    leaf = spot.leaf(tree)
    of = f" for {class_name(stage.data, stage.which)}" if stage.data.n_classes > 2 else ""
    name = f"{noun(stage.run)} {t}{of}"
    if not stage.values_are_known:
        return [CardRow(f"{name} puts it in leaf", leaf_name(tree, leaf), now=True)]
    value, rate = float(tree.value[leaf]), stage.run.params.learning_rate
    step = agreed(value * rate, shown(value) * rate, sign=True)
    after = sum_at(spot, t)
    total = agreed(after, shown(sum_at(spot, t - 1)) + float_of(step))
    rows = [
        CardRow(
            f"{name} says, leaf {leaf_name(tree, leaf)}",
            signed(value),
            stage.key in ("train", "leaves"),
        ),
        CardRow(f"× ν = {rate_text(rate)}", step, stage.key == "shrink"),
        CardRow(f"next, {_sum_name(spot, t)}", total, stage.key == "vote", rule=True),
    ]
    return rows + rest(spot, t, float_of(total), " then")


def chance_row(spot: Spot, t: int, seen: float, when: str) -> CardRow:
    """Give the probability of the shown class, or of the second of two."""
    data = spot.stage.data
    k = spot.stage.which if data.n_classes > 2 else 1
    p = probability_at(spot, t)
    written = agreed(p, logistic(seen) if data.n_classes == 2 else p)
    return CardRow(f"p of {class_name(data, k)}{when}", written)


def label_of(spot: Spot) -> float:
    """Give 1 for a point of that class, else 0."""
    return float(spot.y == (spot.stage.which if spot.stage.data.n_classes > 2 else 1))


def probability_at(spot: Spot, t: int) -> float:
    """Give the probability of the shown class, or of the second of two."""
    score = spot.score(t)
    assert score is not None
    if len(score) == 1:
        return logistic(float(score[0]))
    return float(probabilities.softmax(score[None])[0, spot.stage.which])


def sum_at(spot: Spot, t: int) -> float:
    """Give the sum after round t here, of the shown class where there is one a class."""
    score = spot.score(t)
    assert score is not None
    return float(score[spot.stage.which if len(score) > 1 else 0])


def _sum_name(spot: Spot, t: int) -> str:
    data = spot.stage.data
    of = f" of {class_name(data, spot.stage.which)}" if data.n_classes > 2 else ""
    return f"F{subscript(t)}{of}"


LEAST = "No other start has a smaller loss."
CLASS_STARTS = {
    "prior": "That is ln(p / (1 − p)), the log-odds of p = {share}.",
    "least": LEAST,
    "zero": "Both classes are equally likely: p = ½ everywhere.",
}
VALUE_STARTS = {
    "prior": "That is the mean of the values: no other number has a smaller squared error.",
    "mean": "That is the mean of the values: no other number has a smaller squared error.",
    "median": "That is the median of the values{middle}: no other number has a smaller mean of "
    "|y − F|.",
    "zero": "It begins with nothing: the first residuals are the values themselves.",
    "least": LEAST,
}


def start_text(stage: Stage) -> StepText:
    initial = stage.run.start.initial_score
    assert initial is not None
    if len(initial) > 1:
        classes = counted(len(initial), "class", "classes")
        likely = "F is no probability: p = e^F / Σ e^F"
        adds = f"Each round adds a {noun(stage.run)} to every sum."
        if (initial == initial[0]).all():
            same = f"F₀ = {fixed(float(initial[0]))} for all, so each has p = 1/{len(initial)}"
            return StepText(f"Each of {classes} has a sum F", f"{likely}. {same}. {adds}")
        scores = ", ".join(
            f"{name} {fixed(score)}"
            for name, score in zip(stage.data.classes or (), initial.tolist(), strict=True)
        )
        return StepText(f"Each of {classes} has a sum F", f"{likely}. F₀: {scores}. {adds}")
    headline = f"The sum starts at F₀ = {fixed(float(initial[0]))}"
    adds = f"Each round adds a {noun(stage.run)} to the sum."
    return StepText(headline, joined(_why_there(stage, start_of(stage.run)), adds))


def _why_there(stage: Stage, asked: str | float) -> str:
    """Say where the start comes from: it is learned from y, or given."""
    if isinstance(asked, float):
        if not stage.data.n_classes:
            return "It is a setting, not learned from y."
        first_guess = f"p = {shortest(asked)} everywhere, the probability set as the start"
        return f"That is ln(p / (1 − p)): {first_guess}."
    if asked == "prior" and lowered(stage.run) == "exponential":
        return f"That is ½ ln(p / (1 − p)), with p = {_share(stage)}."
    what, initial = CLASS_STARTS if stage.data.n_classes else VALUE_STARTS, stage.run.start
    assert initial.initial_score is not None
    is_a_value = initial.initial_score[0] in stage.data.target
    middle = "" if is_a_value else ", the mean of the middle two"
    return what[asked].format(share=_share(stage), middle=middle)


def _share(stage: Stage) -> str:
    """Name the share of the second class, with its number."""
    data = stage.data
    if data.n_classes != 2:
        return ""
    share = float(data.distribution[data.target == 1].sum())
    return f"{fixed(share)}, the share of {data.classes[1] if data.classes else ''}"
