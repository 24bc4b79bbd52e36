"""AdaBoost in symbols: ε_t, α_t, Z_t, D_{t+1}, F_t."""

import math

from ensemble_viz.scene.formulary.maths import (
    FormulaLine,
    Maths,
    as_shown,
    digits,
    enough,
    equals,
    exact,
    ratio,
    results,
    share,
    write,
)
from ensemble_viz.scene.formulary.sums import added_up
from ensemble_viz.scene.joined import loss
from ensemble_viz.scene.losses import loss_name, loss_power
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.stories.weights.captions import made, seeks_least_error
from ensemble_viz.scene.stories.weights.weighing import (
    Weighing,
    error_decimals,
    terms,
    update_decimals,
    weighing,
    z_decimals,
)
from ensemble_viz.scene.words import as_vote, fixed, rate_text

ONLY_MISSED = r" \, [\text{missed}]"
CAP = Maths("10^{-10}")


def start(stage: Stage) -> tuple[FormulaLine, ...]:
    """Every point begins with the same weight, and the sum with zero."""
    n = len(stage.data)
    if stage.data.weight is None:
        general, *worked = Maths(r"D_{1}(i) = \frac{1}{n}"), *share(1, n)
    else:
        general, *worked = (Maths(r"D_{1}(i) = \frac{w_i}{\sum w}"),)
    k = ",k" if stage.data.n_classes > 2 else ""
    zero = Maths(f"F_{{0{k}}}(x) = 0")
    return FormulaLine((general, *worked), now=True), FormulaLine((zero,), side=_signs(stage))


def _signs(stage: Stage) -> tuple[str, ...]:
    """Say what number each of two classes is, in h, y and F."""
    two = stage.data.n_classes == 2
    return (f"{as_vote(stage.data, 1)}, {as_vote(stage.data, 0)}",) if two else ()


def lines(stage: Stage) -> tuple[FormulaLine, ...]:
    its = weighing(stage)
    return (
        *_training(stage),
        _error(stage, its),
        _alpha(stage, its),
        _z(stage, its) if its.halved else _s(stage, its),
        _update(stage, its),
        *_sum(stage, its),
        *_loss(stage),
    )


def _line(
    stage: Stage, key: str, general: Maths, worked: tuple[Maths, ...], side: tuple[str, ...] = ()
) -> FormulaLine:
    """Put a general form and its digits in one line, without the digits until their step."""
    if not stage.reached(key):
        return FormulaLine((general,), to_come=True)
    return FormulaLine((general, *worked), now=stage.key == key, side=side)


def _training(stage: Stage) -> tuple[FormulaLine, ...]:
    """While it is trained: the learner is the one with the least weighted error."""
    if stage.key != "train":
        return ()
    t = stage.round
    if not seeks_least_error(stage):
        how = made(stage)
        drawn = stage.run.params.learner == "random"
        of = "" if drawn else rf"\text{{ on }} D_{{{t}}}"
        fitted = Maths(rf"h_{{{t}}} \ \text{{is {how}}} {of}")
        return (FormulaLine((fitted,), now=True),)
    least = Maths(rf"h_{{{t}}} = \arg\min_{{h}} \sum_{{h(x_i) \neq y_i}} D_{{{t}}}(i)")
    return (FormulaLine((least,), now=True),)


def _error(stage: Stage, its: Weighing) -> FormulaLine:
    """ε: the weight of the misses, leaf by leaf."""
    t = stage.round
    general = Maths(rf"\varepsilon_{{{t}}} = \sum_{{\text{{missed}}}} D_{{{t}}}")
    result = results(its.error, stage.look.fractions, error_decimals(its))
    worked = (*terms(stage, its), *result) if its.error else (Maths("= 0"),)
    return _line(stage, "mistakes", general, worked)


def _alpha(stage: Stage, its: Weighing) -> FormulaLine:
    """α: half the logarithm of the odds of being right, times the learning rate."""
    t = stage.round
    half = Maths(r"\frac{1}{2} ") if its.halved else Maths("")
    rate = Maths("") if its.rate == 1.0 else Maths(r"\nu \cdot ")
    general = write(
        rf"\alpha_{{{t}}} = %s%s%s\ln \frac{{1 - \varepsilon_{{{t}}}}}{{\varepsilon_{{{t}}}}}%s",
        rate,
        half,
        *_of_classes(its, r"\ln (K - 1)"),
    )
    shown_rate = rate_text(its.rate)
    if its.rate != 1.0:
        rate = Maths(rf"{shown_rate} \cdot ")
    opened, ended = _of_classes(its, rf"\ln {its.others}")
    pieces = (rate, half, opened, _odds(stage, its), ended)
    odds = write(r"= %s%s%s\ln %s%s", *pieces)
    side = ("ε = 0 is taken as 10⁻¹⁰",) if its.capped else ()
    return _line(stage, "alpha", general, (odds, equals(digits(its.alpha))), side)


def _of_classes(its: Weighing, latex: str) -> tuple[Maths, Maths]:
    """Write what SAMME adds to the logarithm, and the bracket before both."""
    if its.others == 1:
        return Maths(""), Maths("")
    return Maths("("), Maths(f" + {latex})")


def _odds(stage: Stage, its: Weighing) -> Maths:
    if its.capped:
        return ratio(Maths("1 - 10^{-10}"), CAP)
    whole = exact((1.0 - its.error) / its.error) if stage.look.fractions else None
    if whole is not None and exact(its.error) is not None:
        return whole
    decimals = error_decimals(its)
    return ratio(digits(1.0 - its.error, decimals), digits(its.error, decimals))


def _z(stage: Stage, its: Weighing) -> FormulaLine:
    """Z: what makes the new weights add up to 1."""
    t, decimals = stage.round, error_decimals(its)
    right, wrong = digits(1.0 - its.error, decimals), digits(its.error, decimals)
    if its.is_plain:
        general = Maths(rf"Z_{{{t}}} = 2 \sqrt{{\varepsilon_{{{t}}} (1 - \varepsilon_{{{t}}})}}")
        worked = write(r"= 2 \sqrt{%s \cdot %s}", wrong, right)
    else:
        general = Maths(rf"Z_{{{t}}} = \sum_i D_{{{t}}}(i) \, e^{{\pm \alpha_{{{t}}}}}")
        up, down = digits(its.exponent), digits(-its.exponent)
        form = write(r"= %s \cdot e^{%s}", right, down)
        more = write(r" + %s \cdot e^{%s}", wrong, up)
        worked = write("%s%s", form, more) if its.error else form
    if not stage.reached("weights"):
        return FormulaLine((general,), to_come=True)
    return FormulaLine((general, worked, equals(digits(its.z, z_decimals(its)))))


def _s(stage: Stage, its: Weighing) -> FormulaLine:
    """S: what the weights add up to once the missed are multiplied by e^α."""
    t = stage.round
    general = Maths(rf"S_{{{t}}} = \sum_i D_{{{t}}}(i) \, e^{{\alpha_{{{t}}}{ONLY_MISSED}}}")
    if not stage.reached("weights"):
        return FormulaLine((general,), to_come=True)
    three = (1.0 - its.error, its.error, its.alpha)
    more = enough(lambda right, wrong, a: right + wrong * math.exp(a), three, its.total)
    worked = write(r"= %s + %s \cdot e^{%s}", *(digits(x, more) for x in three))
    result = equals(digits(its.total, z_decimals(its)))
    return FormulaLine((general, worked, result) if its.error else (general, result))


def _update(stage: Stage, its: Weighing) -> FormulaLine:
    """D_{t+1}: missed points grow, the others shrink."""
    t, more = stage.round, update_decimals(its)
    by, total = fixed(its.missed_power, more), digits(its.total, more)
    divisor = "Z" if its.halved else "S"
    sign, only = (r"\pm ", "") if its.halved else ("", ONLY_MISSED)
    before = f"D_{{{t}}}"
    general = Maths(
        rf"D_{{{t + 1}}} = {before} \cdot "
        rf"\frac{{e^{{{sign}\alpha_{{{t}}}{only}}}}}{{{divisor}_{{{t}}}}}"
    )
    power = Maths(rf"e^{{{sign}{as_shown(by).latex}{only}}}")
    step = write(rf"= {before} \cdot %s", ratio(power, total))
    return _line(stage, "weights", general, (step,), _factors(stage, its))


def _factors(stage: Stage, its: Weighing) -> tuple[str, ...]:
    """Say by what the missed points and the others are multiplied."""
    sides = []
    for who, factor in (("missed", its.missed_factor), ("right", its.right_factor)):
        as_fraction = exact(factor) if stage.look.fractions else None
        sides.append(f"{who} × {as_fraction.text if as_fraction else fixed(factor)}")
    return tuple(sides if its.n_missed else sides[1:])


def _sum(stage: Stage, its: Weighing) -> tuple[FormulaLine, ...]:
    """F: what all learners say, weighted; worked out at the pinned point."""
    t, point = stage.round, stage.where.pinned.point
    k = ",k" if stage.data.n_classes > 2 else ""
    said = f"[h_{{{t}}}(x) = k]" if k else f"h_{{{t}}}(x)"
    before = f"F_{{{t - 1}{k}}}(x)"
    general = Maths(rf"F_{{{t}{k}}}(x) = {before} + \alpha_{{{t}}} {said}")
    worked = write(rf"= {before} + %s \, {said}", digits(its.alpha))
    line = _line(stage, "vote", general, (worked,), _signs(stage))
    if point is None or point >= len(stage.data) or not stage.reached("vote"):
        return (line,)
    return line, _sum_at(stage, its, point)


def _sum_at(stage: Stage, its: Weighing, point: int) -> FormulaLine:
    """Work the sum out at a point; of more classes that of its own."""
    before, after = (stage.run.score(t) for t in (stage.round - 1, stage.round))
    assert before is not None
    assert after is not None
    k = int(stage.data.target[point]) if after.ndim == 2 else None
    if k is not None:
        before, after = before[:, k], after[:, k]
    old, new = float(before[point]), float(after[point])
    step = its.alpha if new >= old else -its.alpha
    return added_up(stage, point, k, (old, 0.0 if k is not None and new == old else step, new))


def _loss(stage: Stage) -> tuple[FormulaLine, ...]:
    """What AdaBoost lowers, of more classes than two, where its name alone does not say it."""
    if stage.data.n_classes <= 2 or not stage.reached("vote"):
        return ()
    own, power = r"F_{\text{own}}", loss_power(stage.run)[0]
    samme = stage.run.params.multiclass == "samme"
    rest = r"\bar{F}" if samme else r"\sum F_{\text{other}}"
    name = Maths(rf"\text{{mean of }} e^{{-{power}({own} - {rest})}}", loss_name(stage.run))
    found = equals(digits(loss(stage, stage.round)))
    return (FormulaLine((name, found), side=("own: the class of the point",)),)
