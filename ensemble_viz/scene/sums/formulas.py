"""What all write that go downhill by a sum: probabilities, the next sum, the pinned point."""

from ensemble_viz.scene.formulary.maths import (
    FormulaLine,
    Maths,
    as_shown,
    bracketed,
    digits,
    enough,
    equals,
    plus,
    write,
)
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.stories import story_of
from ensemble_viz.scene.sums.descent import logistic, probability_before
from ensemble_viz.scene.words.numbers import fixed, rate_text, subscript


def pinned_point(stage: Stage) -> int | None:
    """Find the pinned point: what is general is worked out there, too."""
    point = stage.where.pinned.point
    return point if point is not None and point < len(stage.data) else None


def index_of(stage: Stage, point: int) -> tuple[str, str]:
    """Write the number of a point below the line, and that of the shown class."""
    if stage.data.n_classes <= 2:
        return str(point + 1), subscript(point + 1)
    k = stage.which + 1
    return f"{point + 1},{k}", f"{subscript(point + 1)},{subscript(k)}"


def chance_rule(stage: Stage) -> Maths:
    """Turn the sum before this round into a probability."""
    before = stage.round - 1
    if stage.data.n_classes == 2:
        return Maths(
            rf"p_i = \frac{{1}}{{1 + e^{{-F_{{{before}}}(x_i)}}}}",
            f"pᵢ = 1 / (1 + e^−F{subscript(before)}(xᵢ))",
        )
    return Maths(
        rf"p_{{ik}} = \frac{{e^{{F_{{{before},k}}(x_i)}}}}"
        rf"{{\sum_l e^{{F_{{{before},l}}(x_i)}}}}",
        f"pᵢₖ = e^F{subscript(before)},ₖ(xᵢ) / Σ e^F{subscript(before)},ₗ(xᵢ)",
    )


def chance_at(stage: Stage) -> tuple[FormulaLine, ...]:
    """Work the probability out at the pinned point."""
    point, score = pinned_point(stage), stage.run.score(stage.round - 1)
    if point is None or score is None:
        return ()
    latex, text = index_of(stage, point)
    p = float(probability_before(stage, stage.round - 1)[point])
    name, result = Maths(f"p_{{{latex}}}", f"p{text}"), equals(digits(p))
    if score.ndim == 2:
        return (FormulaLine((name, result)),)
    more = enough(logistic, (float(score[point]),), p)
    power = fixed(-float(score[point]), more)
    worked = Maths(rf"= \frac{{1}}{{1 + e^{{{as_shown(power).latex}}}}}", f"= 1 / (1 + e^{power})")
    return (FormulaLine((name, worked, result)),)


def sum_lines(stage: Stage) -> tuple[FormulaLine, ...]:
    """F: the sum so far and a part of the tree; worked out at the pinned point."""
    t, rate = stage.round, rate_text(stage.run.params.learning_rate)
    letter = story_of(stage.run).letter
    k, k_text = (",k", ",ₖ") if stage.data.n_classes > 2 else ("", "")
    general = Maths(
        rf"F_{{{t}{k}}}(x) = F_{{{t - 1}{k}}}(x) + {rate} \, {letter}_{{{t}{k}}}(x)",
        f"F{subscript(t)}{k_text}(x) = F{subscript(t - 1)}{k_text}(x)"
        f" + {rate} {letter}{subscript(t)}{k_text}(x)",
    )
    if not stage.reached("vote"):
        return (FormulaLine((general,), to_come=True),)
    return FormulaLine((general,), now=True), *_sum_at(stage)


def _sum_at(stage: Stage) -> tuple[FormulaLine, ...]:
    """Work the sum out at the pinned point."""
    point = pinned_point(stage)
    if point is None:
        return ()
    t = stage.round
    old, new = (sum_at_point(stage, k, point) for k in (t - 1, t))
    more = enough(lambda a, b: a + b, (old, new - old), new)
    k = str(stage.which + 1) if stage.data.n_classes > 2 else ""
    name = Maths(
        rf"F_{{{t}{',' if k else ''}{k}}}(x_{{{point + 1}}})",
        f"F{subscript(t)}{',' + subscript(int(k)) if k else ''}(x{subscript(point + 1)})",
    )
    worked = write("= %s %s", "= %s %s", digits(old, more), plus(digits(new - old, more)))
    return (FormulaLine((name, worked, equals(digits(new)))),)


def difference_line(
    stage: Stage, letter: str, one: float, other: float, result: float
) -> FormulaLine:
    """Work a difference out at the pinned point; labels of classes are whole numbers."""
    point, parts = pinned_point(stage), (one, other)
    assert point is not None
    inexact = tuple(part for part in parts if not isinstance(part, int))

    def compute(*seen: float) -> float:
        given = iter(seen)
        a, b = (part if isinstance(part, int) else next(given) for part in parts)
        return a - b

    more = enough(compute, inexact, result)
    a, b = (Maths(f"{x}", f"{x}") if isinstance(x, int) else digits(x, more) for x in parts)
    latex, text = index_of(stage, point)
    name = Maths(f"{letter}_{{{latex}}}", f"{letter}{text}")
    worked = write("= %s - %s", "= %s − %s", a, bracketed(b))
    return FormulaLine((name, worked, equals(digits(result))))


def sum_at_point(stage: Stage, t: int, point: int) -> float:
    """Read the sum after round t at a point, of the shown class where there is one a class."""
    score = stage.run.score(t)
    assert score is not None
    return float(score[point] if score.ndim == 1 else score[point, stage.which])
