"""Second-order boosting at a point: the sum so far, p, g and h, the step, the next sum."""

from collections.abc import Iterator

from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.sums import chance_row, label_of, probability_at, rows_by_sum, sum_at
from ensemble_viz.scene.table import Column, known, number_column, sum_by_sum
from ensemble_viz.scene.telling import CardRow, Content, Spot
from ensemble_viz.scene.words import agreed, difference, fixed, shown, signed, subscript, value_of


def content(spot: Spot) -> Content:
    return rows_by_sum(spot, _derivatives)


def _derivatives(spot: Spot, t: int, seen: float, when: str) -> list[CardRow]:
    """Give slope and curvature of the loss at a sum; `seen` is the sum as it is shown."""
    data = spot.stage.data
    now = not when and spot.stage.key in ("start", "gradients")
    if not data.n_classes:
        if spot.row is None:
            return []
        slope = agreed(difference(sum_at(spot, t), spot.y), seen - shown(spot.y), sign=True)
        rows = [CardRow(f"slope g{when or f' = F{subscript(t)} − y'}", slope, now)]
        return rows if when else [*rows, CardRow("curvature h", "1", now)]
    if data.n_classes == 1:
        return []
    chance = chance_row(spot, t, seen, when)
    return [chance, *_of_class(spot, probability_at(spot, t), value_of(chance.value), when, now)]


def _of_class(spot: Spot, p: float, read: float, when: str, now: bool) -> list[CardRow]:
    """Give g where the class is known, and h; `read` is p as it is shown."""
    rows = []
    if spot.row is not None:
        y = label_of(spot)
        slope = agreed(p - y, read - y, sign=True)
        rows.append(CardRow(f"slope g{when or f' = p − {y:.0f}'}", slope, now))
    if when:
        return rows
    times, name = (2.0, "2p (1 − p)") if spot.stage.data.n_classes > 2 else (1.0, "p (1 − p)")
    bend, again = times * p * (1.0 - p), times * read * (1.0 - read)
    written = agreed(bend, again) if again else fixed(bend)
    return [*rows, CardRow(f"curvature h = {name}", written, now)]


def columns(stage: Stage) -> Iterator[Column]:
    now = stage.key == "gradients"
    slope = None if stage.residual is None else 0.0 - stage.residual
    words = "The slope of the loss at the sum so far."
    columns = (
        Column("gradient", "g", words, "number", known(stage, slope), signed, now=now),
        number_column(stage, "hessian", "h", "Its curvature there.", stage.hessian, now=now),
    )
    yield from sum_by_sum(stage, columns, "w")
