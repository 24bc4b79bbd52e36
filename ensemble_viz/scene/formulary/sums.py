"""Sums that go downhill, in symbols: where they begin, their steps, the pinned point."""

import math

from ensemble_viz.scene.formulary.maths import (
    FormulaLine,
    Maths,
    as_shown,
    bracketed,
    digits,
    enough,
    equals,
    plus,
    ratio,
    results,
    write,
)
from ensemble_viz.scene.losses import logistic, lowered, probability_before, start_of
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.stories import story_of
from ensemble_viz.scene.words import MINUS, difference, fixed, rate_text

HALF_LOG_ODDS = Maths(r"F_{0}(x) = \frac{1}{2} \ln \frac{p}{1 - p}")
LOG_ODDS = Maths(r"F_{0}(x) = \ln \frac{p}{1 - p}")
LEAST = Maths(r"F_{0}(x) = \arg\min_c \sum_i L(y_i, c)")


def start(stage: Stage) -> tuple[FormulaLine, ...]:
    initial = stage.run.start.initial_score
    assert initial is not None
    init = start_of(stage.run)
    if len(initial) > 1:
        return _class_starts(stage, init == "prior")
    if init == "zero":
        parts: tuple[Maths, ...] = (Maths("F_{0}(x) = 0"),)
    elif isinstance(init, float):
        parts = _given(stage, init, float(initial[0]))
    elif init == "least":
        parts = (LEAST, *results(float(initial[0]), stage.look.fractions))
    elif stage.data.n_classes:
        parts = _log_odds(stage, float(initial[0]))
    else:
        parts = _middle(stage, init, float(initial[0]))
    return (FormulaLine(parts, now=True),)


def _given(stage: Stage, asked: float, value: float) -> tuple[Maths, ...]:
    """A value, or the log-odds of a probability."""
    if stage.data.n_classes != 2:
        return Maths("F_{0}(x)"), equals(digits(value))
    p = as_asked(asked)
    odds = write(r"= \ln %s", ratio(p, write("1 - %s", p)))
    return LOG_ODDS, odds, equals(digits(value))


def _middle(stage: Stage, init: str, value: float) -> tuple[Maths, ...]:
    """The mean of the values, or their median."""
    result = results(value, stage.look.fractions)
    if init == "median":
        return Maths(r"F_{0}(x) = \text{median of all } y_i"), *result
    if stage.data.weight is not None:
        return Maths(r"F_{0}(x) = \sum_i D(i) \, y_i"), *result
    general = Maths(r"F_{0}(x) = \frac{1}{n} \sum_i y_i")
    n = len(stage.data)
    return general, *mean(stage, value * n, float(n), value)


def _log_odds(stage: Stage, value: float) -> tuple[Maths, ...]:
    """ln p/(1 − p), with p the share of the second class."""
    second, half = stage.data.target == 1, lowered(stage.run) == "exponential"
    rule = HALF_LOG_ODDS if half else LOG_ODDS
    if len(stage.data.classes_present) < 2:
        return rule, equals(digits(value))  # the share is kept off 0 and 1
    by = r"\frac{1}{2} " if half else ""
    if stage.data.weight is None:
        above, below = int(second.sum()), int((~second).sum())
        fraction = rf"\frac{{{above}}}{{{below}}}"
        odds = Maths(rf"= {by}\ln {fraction}")
    else:
        share = float(stage.data.distribution[second].sum())
        part = 0.5 if half else 1.0
        more = enough(lambda p, q: part * math.log(p / q), (share, 1.0 - share), value)
        shares = ratio(digits(share, more), digits(1.0 - share, more))
        odds = write(rf"= {by}\ln %s", shares)
    return rule, odds, equals(digits(value))


def _class_starts(stage: Stage, prior: bool) -> tuple[FormulaLine, ...]:
    """One sum a class: the shown one in digits."""
    k, initial = stage.which, stage.run.start.initial_score
    assert initial is not None
    if not prior:
        every = as_asked(float(initial[k]))
        general = Maths("F_{0,k}(x)")
        return (FormulaLine((general, equals(every)), now=True),)
    general = Maths(r"F_{0,k}(x) = \ln p_k - \frac{1}{K} \sum_l \ln p_l")
    shown_class = Maths(rf"F_{{0,{k + 1}}}(x)")
    worked = (shown_class, equals(digits(float(initial[k]))))
    return FormulaLine((general,)), FormulaLine(worked, now=True)


def as_asked(x: float) -> Maths:
    """Write a setting with all its digits."""
    text = f"{x:.12g}"
    return digits(x) if "e" in text else as_shown(text.replace("-", MINUS))


def mean(stage: Stage, total: float, weight: float, value: float) -> tuple[Maths, ...]:
    """Divide a sum by a count or a weight."""
    whole = stage.data.weight is None
    more = enough(lambda a, b: a / b, (total, weight), value)
    below = Maths(str(round(weight))) if whole else digits(weight, more)
    return equals(ratio(digits(total, more), below)), *results(value, stage.look.fractions)


def pinned_point(stage: Stage) -> int | None:
    """Find the pinned point: what is general is worked out there, too."""
    point = stage.where.pinned.point
    return point if point is not None and point < len(stage.data) else None


def index_of(stage: Stage, point: int) -> str:
    """Write the number of a point, and that of the shown class."""
    return f"{point + 1},{stage.which + 1}" if stage.data.n_classes > 2 else str(point + 1)


def chance_rule(stage: Stage) -> Maths:
    """Turn the sum before this round into a probability."""
    before = stage.round - 1
    if stage.data.n_classes == 2:
        return Maths(rf"p_i = \frac{{1}}{{1 + e^{{-F_{{{before}}}(x_i)}}}}")
    return Maths(
        rf"p_{{ik}} = \frac{{e^{{F_{{{before},k}}(x_i)}}}}"
        rf"{{\sum_l e^{{F_{{{before},l}}(x_i)}}}}"
    )


def chance_at(stage: Stage) -> tuple[FormulaLine, ...]:
    point, score = pinned_point(stage), stage.run.score(stage.round - 1)
    if point is None or score is None:
        return ()
    p = float(probability_before(stage, stage.round - 1)[point])
    name, result = Maths(f"p_{{{index_of(stage, point)}}}"), equals(digits(p))
    if score.ndim == 2:
        return (FormulaLine((name, result)),)
    more = enough(logistic, (float(score[point]),), p)
    power = fixed(-float(score[point]), more)
    worked = Maths(rf"= \frac{{1}}{{1 + e^{{{as_shown(power).latex}}}}}")
    return (FormulaLine((name, worked, result)),)


def sum_lines(stage: Stage) -> tuple[FormulaLine, ...]:
    """F: the sum so far and a part of the tree; worked out at the pinned point."""
    t, rate = stage.round, rate_text(stage.run.params.learning_rate)
    letter = story_of(stage.run).letter
    k = ",k" if stage.data.n_classes > 2 else ""
    general = Maths(rf"F_{{{t}{k}}}(x) = F_{{{t - 1}{k}}}(x) + {rate} \, {letter}_{{{t}{k}}}(x)")
    if not stage.reached("vote"):
        return (FormulaLine((general,), to_come=True),)
    return FormulaLine((general,), now=True), *_sum_at(stage)


def _sum_at(stage: Stage) -> tuple[FormulaLine, ...]:
    point = pinned_point(stage)
    if point is None:
        return ()
    old, new = (sum_at_point(stage, t, point) for t in (stage.round - 1, stage.round))
    k = stage.which if stage.data.n_classes > 2 else None
    return (added_up(stage, point, k, (old, new - old, new)),)


def added_up(
    stage: Stage, point: int, k: int | None, numbers: tuple[float, float, float]
) -> FormulaLine:
    """Write the sum before, the step and the sum at a point, of class k where there are more."""
    (old, step, new), t = numbers, stage.round
    more = enough(lambda a, b: a + b, (old, step), new)
    of = "" if k is None else f",{k + 1}"
    name = Maths(rf"F_{{{t}{of}}}(x_{{{point + 1}}})")
    worked = write("= %s %s", digits(old, more), plus(digits(step, more)))
    return FormulaLine((name, worked, equals(digits(new))))


def rest_at(stage: Stage, letter: str) -> tuple[FormulaLine, ...]:
    """Work out at the pinned point what is left over, r = y − F or y − p; or its opposite, g."""
    point, residual = pinned_point(stage), stage.residual
    if point is None or residual is None:
        return ()
    rest = float(residual[point])
    if stage.data.n_classes:
        before = float(probability_before(stage, stage.round - 1)[point])
        value: float = round(rest + before)
    else:
        value, before = float(stage.data.target[point]), sum_at_point(stage, stage.round - 1, point)
        rest = difference(value, before)
    if letter == "g":
        return (_difference(stage, point, "g", (before, value), -rest + 0.0),)
    return (_difference(stage, point, letter, (value, before), rest),)


def _difference(
    stage: Stage, point: int, letter: str, parts: tuple[float, float], result: float
) -> FormulaLine:
    """Write a difference with its digits; labels of classes are whole numbers."""
    inexact = tuple(part for part in parts if not isinstance(part, int))

    def compute(*seen: float) -> float:
        given = iter(seen)
        a, b = (part if isinstance(part, int) else next(given) for part in parts)
        return a - b

    more = enough(compute, inexact, result)
    a, b = (Maths(f"{x}") if isinstance(x, int) else digits(x, more) for x in parts)
    name = Maths(f"{letter}_{{{index_of(stage, point)}}}")
    worked = write("= %s - %s", a, bracketed(b))
    return FormulaLine((name, worked, equals(digits(result))))


def sum_at_point(stage: Stage, t: int, point: int) -> float:
    """Read the sum after round t at a point, of the shown class where there is one a class."""
    score = stage.run.score(t)
    assert score is not None
    return float(score[point] if score.ndim == 1 else score[point, stage.which])
