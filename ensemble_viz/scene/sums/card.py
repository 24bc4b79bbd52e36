"""A sum at a point: so far, the step, the next one; and the probability that it stands for."""

from collections.abc import Callable

from ensemble_viz.engine.ensembles import softmax
from ensemble_viz.scene.moment.steps import noun
from ensemble_viz.scene.sums.descent import logistic
from ensemble_viz.scene.telling import CardRow, Content, Spot
from ensemble_viz.scene.words.names import class_name, leaf_name
from ensemble_viz.scene.words.numbers import (
    agreed,
    fixed,
    float_of,
    rate_text,
    shown,
    signed,
    subscript,
)

Rest = Callable[[Spot, int, float, str], list[CardRow]]
"""What the sum after a round leaves over at a spot: given the sum as it is shown, and when."""


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
