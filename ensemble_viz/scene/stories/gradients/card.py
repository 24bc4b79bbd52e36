"""Gradient boosting at a point: the sum so far, what is left over, the step, the next sum."""

from collections.abc import Callable

from ensemble_viz.engine.ensembles import softmax
from ensemble_viz.scene.descent import logistic
from ensemble_viz.scene.lowered import leaves_plain_residuals, loss_of
from ensemble_viz.scene.names import class_name, leaf_name
from ensemble_viz.scene.numbers import (
    agreed,
    difference,
    fixed,
    float_of,
    rate_text,
    shown,
    signed,
    subscript,
    value_of,
)
from ensemble_viz.scene.steps import noun
from ensemble_viz.scene.stories.content import CardRow, Content
from ensemble_viz.scene.stories.spot import Spot

Rest = Callable[[Spot, int, float, str], list[CardRow]]
"""What the sum after a round leaves over at a spot: given the sum as it is shown, and when."""


def content(spot: Spot) -> Content:
    """List the numbers in the order in which they are computed."""
    plain = leaves_plain_residuals(spot.stage.run)
    return sum_by_sum(spot, _rest_rows if plain else _gradient_rows)


def sum_by_sum(spot: Spot, rest: Rest) -> Content:
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


def _rest_rows(spot: Spot, t: int, seen: float, when: str) -> list[CardRow]:
    """Give what a sum leaves over; `seen` is the sum as it is shown."""
    data = spot.stage.data
    now = not when and spot.stage.key in ("start", "residuals")
    if not data.n_classes:
        if spot.row is None:
            return []
        rest = agreed(difference(spot.y, sum_at(spot, t)), shown(spot.y) - seen, sign=True)
        label = f"residual{when}" if when else f"residual, r = y − F{subscript(t)}"
        return [CardRow(label, rest, now)]
    if data.n_classes == 1:
        return []
    chance = chance_row(spot, t, seen, when)
    rows, p = [chance], probability_at(spot, t)
    if spot.row is not None:
        y = label_of(spot)
        rest = agreed(y - p, y - value_of(chance.value), sign=True)
        rows.append(CardRow(f"residual{when or f', r = {y:.0f} − p'}", rest, now))
    return rows


def _gradient_rows(spot: Spot, t: int, _seen: float, when: str) -> list[CardRow]:
    """Give what the next learner is fitted to, where that is neither y − F nor y − p."""
    run = spot.stage.run
    now = not when and spot.stage.key in ("start", "residuals")
    if spot.row is None or run.upto(t + 1) <= t:
        return []
    target = float(run.round(t + 1).target[spot.row])
    return [CardRow(f"r after F{subscript(t)}, {loss_of(run).gradient}", signed(target), now)]


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
    return float(softmax(score[None])[0, spot.stage.which])


def sum_at(spot: Spot, t: int) -> float:
    """Give the sum after round t here, of the shown class where there is one a class."""
    score = spot.score(t)
    assert score is not None
    return float(score[spot.stage.which if len(score) > 1 else 0])


def _sum_name(spot: Spot, t: int) -> str:
    """Call the sum after round t."""
    data = spot.stage.data
    of = f" of {class_name(data, spot.stage.which)}" if data.n_classes > 2 else ""
    return f"F{subscript(t)}{of}"
