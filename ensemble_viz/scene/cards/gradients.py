"""Gradient boosting at a point: the sum so far, what is left over, the step, the next sum."""

from ensemble_viz.engine.losses import softmax
from ensemble_viz.engine.tree import Tree
from ensemble_viz.scene.captions.gradients import rate_text
from ensemble_viz.scene.cards.content import CardRow, Content
from ensemble_viz.scene.cards.spot import Spot
from ensemble_viz.scene.descent import logistic
from ensemble_viz.scene.names import class_name, leaf_name
from ensemble_viz.scene.numbers import agreed, difference, fixed, float_of, shown, signed, subscript
from ensemble_viz.scene.steps import noun


def content(spot: Spot) -> Content:
    """List the numbers in the order in which they are computed."""
    stage = spot.stage
    before = max(0, stage.round - 1)
    rows = _standing_rows(spot, before)
    if stage.learner_is_known:
        rows += _step_rows(spot)
    return Content(tuple(rows))


def _standing_rows(spot: Spot, t: int) -> list[CardRow]:
    """Give the sum before this round, and what it leaves over here."""
    total = _sum(spot, t)
    rows = [CardRow(f"so far, {_sum_name(spot, t)}", fixed(total))]
    return rows + _rest_rows(spot, t, shown(total), spot.stage.key in ("start", "residuals"), "")


def _step_rows(spot: Spot) -> list[CardRow]:
    """Give the tree's answer, its part, and the sum that it makes."""
    stage, t = spot.stage, spot.stage.round
    record = stage.record
    assert record is not None
    tree = record.learners[stage.which]
    assert isinstance(tree, Tree)
    leaf = spot.leaf(tree)
    of = f" for {class_name(stage.data, stage.which)}" if stage.data.n_classes > 2 else ""
    name = f"{noun(stage.run)} {t}{of}"
    if stage.key == "train" and stage.data.n_classes:
        return [CardRow(f"{name} puts it in leaf", leaf_name(tree, leaf), now=True)]
    value, rate = float(tree.value[leaf]), stage.run.params.learning_rate
    step = agreed(value * rate, shown(value) * rate, sign=True)
    after = _sum(spot, t)
    total = agreed(after, shown(_sum(spot, t - 1)) + float_of(step))
    rows = [
        CardRow(
            f"{name} says, leaf {leaf_name(tree, leaf)}",
            signed(value),
            stage.key in ("train", "leaves"),
        ),
        CardRow(f"× ν = {rate_text(rate)}", step, stage.key == "shrink"),
        CardRow(f"next, {_sum_name(spot, t)}", total, stage.key == "vote", rule=True),
    ]
    return rows + _rest_rows(spot, t, float_of(total), False, " then")


def _rest_rows(spot: Spot, t: int, seen: float, now: bool, when: str) -> list[CardRow]:
    """Give what a sum leaves over; `seen` is the sum as it is shown."""
    data = spot.stage.data
    if not data.n_classes:
        if spot.row is None:
            return []
        rest = agreed(difference(spot.y, _sum(spot, t)), shown(spot.y) - seen, sign=True)
        label = f"residual{when}" if when else f"residual, r = y − F{subscript(t)}"
        return [CardRow(label, rest, now)]
    if data.n_classes == 1:
        return []
    k = spot.stage.which if data.n_classes > 2 else 1
    p = _probability(spot, t)
    written = agreed(p, logistic(seen) if data.n_classes == 2 else p)
    rows = [CardRow(f"p of {class_name(data, k)}{when}", written)]
    if spot.row is not None:
        y = float(spot.y == k)
        rest = agreed(y - p, y - float_of(written), sign=True)
        rows.append(CardRow(f"residual{when or f', r = {y:.0f} − p'}", rest, now))
    return rows


def _probability(spot: Spot, t: int) -> float:
    """Give the probability of the shown class, or of the second of two."""
    score = spot.score(t)
    assert score is not None
    if len(score) == 1:
        return logistic(float(score[0]))
    return float(softmax(score[None])[0, spot.stage.which])


def _sum(spot: Spot, t: int) -> float:
    """Give the sum after round t here, of the shown class where there is one a class."""
    score = spot.score(t)
    assert score is not None
    return float(score[spot.stage.which if len(score) > 1 else 0])


def _sum_name(spot: Spot, t: int) -> str:
    """Call the sum after round t."""
    data = spot.stage.data
    of = f" of {class_name(data, spot.stage.which)}" if data.n_classes > 2 else ""
    return f"F{subscript(t)}{of}"
