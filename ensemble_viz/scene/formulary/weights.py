"""AdaBoost in symbols: ε_t, α_t, Z_t, D_{t+1}, F_t."""

import numpy as np

from ensemble_viz.engine.dataset import FloatArray
from ensemble_viz.scene.captions.weights import made, seeks_least_error
from ensemble_viz.scene.formulary.maths import (
    FormulaLine,
    Maths,
    as_shown,
    digits,
    enough,
    equals,
    exact,
    plus,
    ratio,
    results,
    write,
)
from ensemble_viz.scene.formulary.weight_digits import error_decimals, update_decimals, z_decimals
from ensemble_viz.scene.numbers import fixed, rate_text, subscript
from ensemble_viz.scene.stage import Stage
from ensemble_viz.scene.weighing import Weighing, weighing

MOST_TERMS = 4
CAP = Maths("10^{-10}", "10⁻¹⁰")


def start(stage: Stage) -> tuple[FormulaLine, ...]:
    """Every point begins with the same weight, and the sum with zero."""
    n = len(stage.data)
    if stage.data.weight is None:
        share = Maths(rf"\frac{{1}}{{{n}}}", f"1/{n}")
        first: tuple[Maths, ...] = (
            Maths(r"D_{1}(i) = \frac{1}{n}", "D₁(i) = 1/n"),
            equals(share),
            equals(digits(1.0 / n)),
        )
    else:
        first = (Maths(r"D_{1}(i) = \frac{w_i}{\sum w}", "D₁(i) = wᵢ / Σ w"),)
    k, k_text = (",k", ",ₖ") if stage.data.n_classes > 2 else ("", "")
    return (
        FormulaLine(first, now=True),
        FormulaLine((Maths(f"F_{{0{k}}}(x) = 0", f"F₀{k_text}(x) = 0"),)),
    )


def lines(stage: Stage) -> tuple[FormulaLine, ...]:
    """Write the round's formulas; what a later step computes has no digits yet."""
    its = weighing(stage)
    return (
        *_training(stage),
        _error(stage, its),
        _alpha(stage, its),
        _z(stage, its),
        _update(stage, its),
        *_sum(stage, its),
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
        of, of_text = ("", "") if drawn else (rf"\text{{ on }} D_{{{t}}}", f" on D{subscript(t)}")
        fitted = Maths(rf"h_{{{t}}} \ \text{{is {how}}} {of}", f"h{subscript(t)} is {how}{of_text}")
        return (FormulaLine((fitted,), now=True),)
    least = Maths(
        rf"h_{{{t}}} = \arg\min_{{h}} \sum_{{h(x_i) \neq y_i}} D_{{{t}}}(i)",
        f"h{subscript(t)} = arg min over h of Σ D{subscript(t)}(i) where h(xᵢ) ≠ yᵢ",
    )
    return (FormulaLine((least,), now=True),)


def _error(stage: Stage, its: Weighing) -> FormulaLine:
    """ε: the weight of the misses, leaf by leaf."""
    t = stage.round
    general = Maths(
        rf"\varepsilon_{{{t}}} = \sum_{{\text{{missed}}}} D_{{{t}}}",
        f"ε{subscript(t)} = Σ D{subscript(t)} over the missed",
    )
    result = results(its.error, stage.view.fractions, error_decimals(its))
    worked = (*_terms(stage, its), *result) if its.error else (Maths("= 0", "= 0"),)
    return _line(stage, "mistakes", general, worked)


def _terms(stage: Stage, its: Weighing) -> tuple[Maths, ...]:
    """Add up the misses: leaf by leaf, or point by point where one leaf has them all."""
    weights = its.before[its.missed]
    if len(weights) < 2 or stage.tree is None:
        return ()
    if np.ptp(weights) <= 1e-12 * weights.max():
        return _equal_terms(stage, its, weights)
    leaf = stage.tree.apply(stage.data.points[its.missed])
    by_leaf = np.bincount(leaf, weights).astype(np.float64)
    terms = by_leaf[by_leaf > 0]
    if len(terms) == 1:
        terms = weights
    if len(terms) > MOST_TERMS:
        return ()
    more = enough(lambda *x: sum(x), tuple(terms), its.error, error_decimals(its))
    fractions = stage.view.fractions
    written = [exact(x) if fractions else None for x in terms]
    each = [piece or digits(x, more) for piece, x in zip(written, terms.tolist(), strict=True)]
    first, rest = each[0], [plus(piece) for piece in each[1:]]
    latex = " ".join(piece.latex for piece in (first, *rest))
    return (equals(Maths(latex, " ".join(piece.text for piece in (first, *rest)))),)


def _equal_terms(stage: Stage, its: Weighing, weights: FloatArray) -> tuple[Maths, ...]:
    """Multiply, where all misses weigh the same: 3 · 1/14."""
    count, each = len(weights), float(weights[0])
    written = exact(each) if stage.view.fractions else None
    if written is None:
        more = enough(lambda x: count * x, (each,), its.error, error_decimals(its))
        written = digits(each, more)
    return (equals(write(rf"{count} \cdot %s", f"{count} · %s", written)),)


def _alpha(stage: Stage, its: Weighing) -> FormulaLine:
    """α: half the logarithm of the odds of being right, times the learning rate."""
    t = stage.round
    half = Maths(r"\frac{1}{2} ", "½ ") if its.halved else Maths("", "")
    rate = Maths("", "") if its.rate == 1.0 else Maths(r"\nu \cdot ", "ν · ")
    general = write(
        rf"\alpha_{{{t}}} = %s%s%s\ln \frac{{1 - \varepsilon_{{{t}}}}}{{\varepsilon_{{{t}}}}}%s",
        f"α{subscript(t)} = %s%s%sln((1 − ε{subscript(t)}) / ε{subscript(t)})%s",
        rate,
        half,
        *_of_classes(its, r"\ln (K - 1)", "ln(K − 1)"),
    )
    shown_rate = rate_text(its.rate)
    if its.rate != 1.0:
        rate = Maths(rf"{shown_rate} \cdot ", f"{shown_rate} · ")
    opened, ended = _of_classes(its, rf"\ln {its.others}", f"ln({its.others})")
    pieces = (rate, half, opened, _odds(stage, its), ended)
    odds = write(r"= %s%s%s\ln %s%s", "= %s%s%sln(%s)%s", *pieces)
    side = ("ε = 0 is taken as 10⁻¹⁰",) if its.capped else ()
    return _line(stage, "alpha", general, (odds, equals(digits(its.alpha))), side)


def _of_classes(its: Weighing, latex: str, text: str) -> tuple[Maths, Maths]:
    """Write what SAMME adds to the logarithm, and the bracket before both."""
    if its.others == 1:
        return Maths("", ""), Maths("", "")
    return Maths("(", "("), Maths(f" + {latex})", f" + {text})")


def _odds(stage: Stage, its: Weighing) -> Maths:
    """Write (1 − ε)/ε."""
    if its.capped:
        return ratio(Maths("1 - 10^{-10}", "1 − 10⁻¹⁰"), CAP)
    whole = exact((1.0 - its.error) / its.error) if stage.view.fractions else None
    if whole is not None and exact(its.error) is not None:
        return whole
    decimals = error_decimals(its)
    return ratio(digits(1.0 - its.error, decimals), digits(its.error, decimals))


def _z(stage: Stage, its: Weighing) -> FormulaLine:
    """Z: what makes the new weights add up to 1."""
    t, decimals = stage.round, error_decimals(its)
    right, wrong = digits(1.0 - its.error, decimals), digits(its.error, decimals)
    if its.is_plain:
        general = Maths(
            rf"Z_{{{t}}} = 2 \sqrt{{\varepsilon_{{{t}}} (1 - \varepsilon_{{{t}}})}}",
            f"Z{subscript(t)} = 2 √(ε{subscript(t)} (1 − ε{subscript(t)}))",
        )
        worked = write(r"= 2 \sqrt{%s \cdot %s}", "= 2 √(%s · %s)", wrong, right)
    else:
        half = "" if its.halved else r"\frac{1}{2}"
        general = Maths(
            rf"Z_{{{t}}} = \sum_i D_{{{t}}}(i) \, e^{{\pm {half} \alpha_{{{t}}}}}",
            f"Z{subscript(t)} = Σ D{subscript(t)}(i) e^±{'' if its.halved else '½'}α{subscript(t)}",
        )
        up, down = digits(its.exponent), digits(-its.exponent)
        form = write(r"= %s \cdot e^{%s}", "= %s · e^%s", right, down)
        more = write(r" + %s \cdot e^{%s}", " + %s · e^%s", wrong, up)
        worked = write("%s%s", "%s%s", form, more) if its.error else form
    if not stage.reached("weights"):
        return FormulaLine((general,), to_come=True)
    return FormulaLine((general, worked, equals(digits(its.z, z_decimals(its)))))


def _update(stage: Stage, its: Weighing) -> FormulaLine:
    """D_{t+1}: missed points grow, the others shrink."""
    t = stage.round
    half_latex, half_text = ("", "") if its.halved else (r"\frac{1}{2}", "½")
    general = Maths(
        rf"D_{{{t + 1}}} = D_{{{t}}} \cdot "
        rf"\frac{{e^{{\pm {half_latex} \alpha_{{{t}}}}}}}{{Z_{{{t}}}}}",
        f"D{subscript(t + 1)} = D{subscript(t)} · e^±{half_text}α{subscript(t)} / Z{subscript(t)}",
    )
    more = update_decimals(its)
    power = fixed(its.exponent, more)
    worked = ratio(Maths(rf"e^{{\pm {as_shown(power).latex}}}", f"e^±{power}"), digits(its.z, more))
    step = write(rf"= D_{{{t}}} \cdot %s", f"= D{subscript(t)} · %s", worked)
    return _line(stage, "weights", general, (step,), _factors(stage, its))


def _factors(stage: Stage, its: Weighing) -> tuple[str, ...]:
    """Say by what the missed points and the others are multiplied."""
    sides = []
    for who, factor in (("missed", its.missed_factor), ("right", its.right_factor)):
        as_fraction = exact(factor) if stage.view.fractions else None
        sides.append(f"{who} × {as_fraction.text if as_fraction else fixed(factor)}")
    return tuple(sides if its.n_missed else sides[1:])


def _sum(stage: Stage, its: Weighing) -> tuple[FormulaLine, ...]:
    """F: what all learners say, weighted; worked out at the pinned point."""
    t, point = stage.round, stage.view.pinned.point
    k, k_text = (",k", ",ₖ") if stage.data.n_classes > 2 else ("", "")
    said = (rf"h_{{{t}}}(x)", f"h{subscript(t)}(x)")
    if k:
        said = (rf"[h_{{{t}}}(x) = k]", f"[h{subscript(t)}(x) = k]")
    before = (rf"F_{{{t - 1}{k}}}(x)", f"F{subscript(t - 1)}{k_text}(x)")
    general = Maths(
        rf"F_{{{t}{k}}}(x) = {before[0]} + \alpha_{{{t}}} {said[0]}",
        f"F{subscript(t)}{k_text}(x) = {before[1]} + α{subscript(t)} {said[1]}",
    )
    worked = write(
        rf"= {before[0]} + %s \, {said[0]}",
        f"= {before[1]} + %s {said[1]}",
        digits(its.alpha),
    )
    line = _line(stage, "vote", general, (worked,))
    if point is None or point >= len(stage.data) or not stage.reached("vote"):
        return (line,)
    return line, FormulaLine(_sum_at(stage, its, point))


def _sum_at(stage: Stage, its: Weighing, point: int) -> tuple[Maths, ...]:
    """Work the sum out at a point; of more classes that of its own."""
    t = stage.round
    before, after = (stage.run.score(k) for k in (t - 1, t))
    assert before is not None
    assert after is not None
    of = ""
    if after.ndim == 2:
        k = int(stage.data.target[point])
        before, after, of = before[:, k], after[:, k], str(k + 1)
    old, new = float(before[point]), float(after[point])
    step = its.alpha if new >= old else -its.alpha
    if of and new == old:
        step = 0.0
    more = enough(lambda a, b: a + b, (old, step), new)
    left = Maths(
        rf"F_{{{t}{',' if of else ''}{of}}}(x_{{{point + 1}}})",
        f"F{subscript(t)}{',' + subscript(int(of)) if of else ''}(x{subscript(point + 1)})",
    )
    worked = write("= %s %s", "= %s %s", digits(old, more), plus(digits(step, more)))
    return left, worked, equals(digits(new))
