"""Gradient boosting at a point: the sum so far, what is left over, the step, the next sum."""

from collections.abc import Iterator

from ensemble_viz.scene.losses import leaves_plain_residuals, loss_of
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.sums import chance_row, label_of, probability_at, rows_by_sum, sum_at
from ensemble_viz.scene.table import Column, known, sum_by_sum
from ensemble_viz.scene.telling import CardRow, Content, Spot
from ensemble_viz.scene.words import agreed, difference, shown, signed, subscript, value_of


def content(spot: Spot) -> Content:
    plain = leaves_plain_residuals(spot.stage.run)
    return rows_by_sum(spot, _rest_rows if plain else _gradient_rows)


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


def columns(stage: Stage) -> Iterator[Column]:
    rest = Column(
        "residual", "r", "What the tree is fitted to.", "number", known(stage, stage.residual),
        signed, now=stage.key == "residuals",
    )  # fmt: skip
    yield from sum_by_sum(stage, (rest,), "γ")
