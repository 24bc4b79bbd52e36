"""Where a sum that goes downhill begins, in symbols."""

import math

from ensemble_viz.scene.formulary.maths import (
    FormulaLine,
    Maths,
    as_shown,
    digits,
    enough,
    equals,
    ratio,
    results,
    write,
)
from ensemble_viz.scene.learners.starts import start_of
from ensemble_viz.scene.lowered import lowered
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.words.numbers import MINUS, subscript

HALF_LOG_ODDS = Maths(r"F_{0}(x) = \frac{1}{2} \ln \frac{p}{1 - p}", "F₀(x) = ½ ln(p / (1 − p))")
LOG_ODDS = Maths(r"F_{0}(x) = \ln \frac{p}{1 - p}", "F₀(x) = ln(p / (1 − p))")
LEAST = Maths(r"F_{0}(x) = \arg\min_c \sum_i L(y_i, c)", "F₀(x) = arg min over c of Σ L(yᵢ, c)")


def start(stage: Stage) -> tuple[FormulaLine, ...]:
    """Where the sum begins."""
    initial = stage.run.start.initial_score
    assert initial is not None
    init = start_of(stage.run)
    if len(initial) > 1:
        return _class_starts(stage, init == "prior")
    if init == "zero":
        parts: tuple[Maths, ...] = (Maths("F_{0}(x) = 0", "F₀(x) = 0"),)
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
        return Maths("F_{0}(x)", "F₀(x)"), equals(digits(value))
    p = as_asked(asked)
    odds = write(r"= \ln %s", "= ln(%s)", ratio(p, write("1 - %s", "1 − %s", p)))
    return LOG_ODDS, odds, equals(digits(value))


def _middle(stage: Stage, init: str, value: float) -> tuple[Maths, ...]:
    """The mean of the values, or their median."""
    result = results(value, stage.look.fractions)
    if init == "median":
        return Maths(r"F_{0}(x) = \text{median of all } y_i", "F₀(x) = median of all yᵢ"), *result
    if stage.data.weight is not None:
        return Maths(r"F_{0}(x) = \sum_i D(i) \, y_i", "F₀(x) = Σ D(i) yᵢ"), *result
    general = Maths(r"F_{0}(x) = \frac{1}{n} \sum_i y_i", "F₀(x) = 1/n Σ yᵢ")
    n = len(stage.data)
    return general, *mean(stage, value * n, float(n), value)


def _log_odds(stage: Stage, value: float) -> tuple[Maths, ...]:
    """ln p/(1 − p), with p the share of the second class."""
    second, half = stage.data.target == 1, lowered(stage.run) == "exponential"
    rule = HALF_LOG_ODDS if half else LOG_ODDS
    if len(stage.data.classes_present) < 2:
        return rule, equals(digits(value))  # the share is kept off 0 and 1
    by, by_text = (r"\frac{1}{2} ", "½ ") if half else ("", "")
    if stage.data.weight is None:
        above, below = int(second.sum()), int((~second).sum())
        fraction = rf"\frac{{{above}}}{{{below}}}"
        odds = Maths(rf"= {by}\ln {fraction}", f"= {by_text}ln({above} / {below})")
    else:
        share = float(stage.data.distribution[second].sum())
        part = 0.5 if half else 1.0
        more = enough(lambda p, q: part * math.log(p / q), (share, 1.0 - share), value)
        shares = ratio(digits(share, more), digits(1.0 - share, more))
        odds = write(rf"= {by}\ln %s", f"= {by_text}ln(%s)", shares)
    return rule, odds, equals(digits(value))


def _class_starts(stage: Stage, prior: bool) -> tuple[FormulaLine, ...]:
    """One sum a class: the shown one in digits."""
    k, initial = stage.which, stage.run.start.initial_score
    assert initial is not None
    if not prior:
        every = as_asked(float(initial[k]))
        general = Maths("F_{0,k}(x)", "F₀,ₖ(x)")
        return (FormulaLine((general, equals(every)), now=True),)
    general = Maths(
        r"F_{0,k}(x) = \ln p_k - \frac{1}{K} \sum_l \ln p_l", "F₀,ₖ(x) = ln pₖ − 1/K Σ ln pₗ"
    )
    shown_class = Maths(rf"F_{{0,{k + 1}}}(x)", f"F₀,{subscript(k + 1)}(x)")
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
    below = Maths(str(round(weight)), str(round(weight))) if whole else digits(weight, more)
    return equals(ratio(digits(total, more), below)), *results(value, stage.look.fractions)
