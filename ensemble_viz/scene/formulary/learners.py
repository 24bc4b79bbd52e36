"""Learners that are no trees, in symbols: the formula, this learner's digits, a place's result."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ensemble_viz.engine.data import FloatArray
from ensemble_viz.engine.ensembles import Above
from ensemble_viz.engine.trees import Tree
from ensemble_viz.scene.formulary.maths import (
    MOST_INPUTS,
    FormulaLine,
    Maths,
    argument,
    as_shown,
    bracketed,
    digits,
    equals,
    joined,
    named,
    plus,
    put_in,
    ratio,
    share,
    write,
)
from ensemble_viz.scene.learners.card import described
from ensemble_viz.scene.learners.members import asked_there, in_focus, is_blender
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.words import agreed, class_name, powered, shown, subscript, value_of

MOST_CLASSES = 3  # that have a line of their own
SMALL = 0.1  # from here on a density has four digits behind the point
NOTHING = 1e-9  # a smaller one changes no digit that is shown
MOST_TERMS = 5  # neighbours whose values are added up one by one


def of_learner(stage: Stage) -> tuple[FormulaLine, ...]:
    """Write what the round's learner answers; nothing while it is not known, or of a tree."""
    if stage.learner is None or isinstance(stage.learner, Tree):
        return ()
    about = described(stage)
    if about["kind"] == "tree":
        return ()
    write_out = _KINDS.get(about["kind"])
    if write_out is None:
        return ()
    return (*put_in(stage, _inputs(stage, about)), *write_out(stage, about))


def _now(stage: Stage) -> bool:
    return stage.key.startswith(("train", "refit"))


def _h(stage: Stage, worked: bool = False) -> Maths:
    """Write h₁(x); of a learner upon others h₃(z), or h₃(ẑ) where digits are put in."""
    name = Maths("b") if is_blender(stage.run, stage.round) else Maths(f"h_{{{stage.round}}}")
    return write("%s(%s)", name, argument(stage, worked))


def _s(stage: Stage) -> Maths:
    """Write s where digits are put in."""
    upon = isinstance(stage.learner, Above)
    return write("s(%s)", argument(stage, worked=True)) if upon else Maths("s")


def _inputs(stage: Stage, about: dict[str, Any]) -> list[Maths]:
    """Write what the learner sees: coordinates, or z where it stands upon others."""
    upon = isinstance(stage.learner, Above)
    return [_variable(name, upon) for name in about.get("columns", stage.data.columns)]


def _variable(name: str, upon: bool) -> Maths:
    stem, _, of = name.partition("(")
    head, number = stem.rstrip("0123456789"), stem[len(stem.rstrip("0123456789")) :]
    letter = "z" if upon else head
    if not letter.isalpha() or len(letter) > 1:
        return named(name)
    if of:
        below = ", ".join(filter(None, (number, rf"\text{{{of[:-1]}}}")))
        text = f"{letter}{subscript(int(number)) if number else ''}({of}"
        return Maths(f"{letter}_{{{below}}}", text)
    return Maths(f"{letter}_{{{number}}}" if number else letter)


def _place(stage: Stage) -> FloatArray | None:
    """Give the place that is looked at, as the learner sees it."""
    seen = in_focus(stage)
    return None if seen is None else seen.inputs[0]


# --- linear functions ---------------------------------------------------------------------------


def _sum(start: float, coef: Sequence[float], inputs: Sequence[Maths]) -> tuple[Maths, ...]:
    """w₀ + w₁ x₁ + …, each term a piece of its own."""
    terms = [write("%s %s", digits(w), x) for w, x in zip(coef, inputs, strict=True)]
    return digits(start), *(plus(term) for term in terms)


def _worked(
    start: float, coef: Sequence[float], place: FloatArray
) -> tuple[tuple[Maths, ...], float]:
    """Put the digits of a place in; give the result that one gets from what is shown."""
    terms = [
        write(r"%s \cdot %s", digits(w), bracketed(digits(float(x))))
        for w, x in zip(coef, place, strict=True)
    ]
    seen = shown(start) + sum(shown(w) * shown(float(x)) for w, x in zip(coef, place, strict=True))
    exact = start + sum(w * float(x) for w, x in zip(coef, place, strict=True))
    result = equals(as_shown(agreed(exact, seen)))
    return (equals(digits(start)), *(plus(term) for term in terms), result), exact


def _plane(stage: Stage, about: dict[str, Any]) -> list[FormulaLine]:
    start, coef = about["intercept"], about["coef"]
    if len(coef) > MOST_INPUTS:
        return [_several(stage, (_h(stage),))]
    found = [_h(stage), *_first_equals(_sum(start, coef, _inputs(stage, about)))]
    lines = [FormulaLine(tuple(found), now=_now(stage))]
    place = _place(stage)
    if place is not None:
        lines.append(FormulaLine((_h(stage, True), *_worked(start, coef, place)[0])))
    return lines


def _several(stage: Stage, parts: tuple[Maths, ...]) -> FormulaLine:
    rule = Maths(r"= \beta_0 + \sum_j \beta_j \, z_j")
    return FormulaLine((*parts, rule), now=_now(stage))


def _first_equals(parts: tuple[Maths, ...]) -> tuple[Maths, ...]:
    return equals(parts[0]), *parts[1:]


def _logistic(stage: Stage, about: dict[str, Any]) -> list[FormulaLine]:
    present = about["classes"]
    if len(present) > 2:
        return _softmax(stage, about)
    rule = Maths(rf"p(\text{{{present[1]}}}) = \frac{{1}}{{1 + e^{{-s}}}}")
    s = Maths("s")
    start, coef = about["intercept"][0], about["coef"][0]
    if len(coef) > MOST_INPUTS:
        return [FormulaLine((rule,), now=_now(stage)), _several(stage, (s,))]
    digits_of = (s, *_first_equals(_sum(start, coef, _inputs(stage, about))))
    lines = [FormulaLine((rule,), now=_now(stage)), FormulaLine(digits_of, now=_now(stage))]
    place = _place(stage)
    if place is None:
        return lines
    parts, exact = _worked(start, coef, place)
    share = 1.0 / (1.0 + np.exp(-np.clip(exact, -700.0, 700.0)))
    seen = 1.0 / (1.0 + np.exp(-np.clip(shown(exact), -700.0, 700.0)))
    name = Maths(rf"p(\text{{{present[1]}}})")
    result = equals(as_shown(agreed(float(share), float(seen))))
    return [*lines, FormulaLine((_s(stage), *parts)), FormulaLine((name, result))]


def _softmax(stage: Stage, about: dict[str, Any]) -> list[FormulaLine]:
    rule = Maths(r"p(k) = \frac{e^{s_k}}{\sum_l e^{s_l}}")
    lines = [FormulaLine((rule,), now=_now(stage))]
    inputs, place = _inputs(stage, about), _place(stage)
    if len(inputs) > MOST_INPUTS:
        several = Maths(r"s_k = \beta_{k0} + \sum_j \beta_{kj} \, z_j")
        return [*lines, FormulaLine((several,), now=_now(stage))]
    shown_classes = list(zip(about["classes"], about["intercept"], about["coef"], strict=True))
    for name, start, coef in shown_classes[:MOST_CLASSES]:
        s = Maths(rf"s_{{\text{{{name}}}}}")
        if place is None:
            parts = _first_equals(_sum(start, coef, inputs))
        else:
            parts = _worked(start, coef, place)[0]
        lines.append(FormulaLine((s, *parts), now=_now(stage)))
    return lines


# --- densities ----------------------------------------------------------------------------------


def _bayes(stage: Stage, about: dict[str, Any]) -> list[FormulaLine]:
    rule = Maths(r"p(k) \propto \pi_k \prod_j \phi(x_j; \, \mu_{kj}, v_{kj})")
    lines = [FormulaLine((rule,), now=_now(stage))]
    inputs, place = _inputs(stage, about), _place(stage)
    if len(inputs) > MOST_INPUTS:
        return lines
    there = [k for k, mean in enumerate(about["mean"]) if mean is not None]
    products = {k: _product(about, k, place) for k in there} if place is not None else {}
    for k in there[:MOST_CLASSES]:
        name = class_name(stage.data, k)
        factors = [
            write(r"\, \phi(%s; \, %s, %s)", x, digits(mean), digits(variance))
            for x, mean, variance in zip(
                inputs, about["mean"][k], about["variance"][k], strict=True
            )
        ]
        p = Maths(rf"p(\text{{{name}}}) \propto")
        parts = (p, digits(about["prior"][k]), *factors)
        if products:
            parts = (*parts, equals(_small(products[k])))
        lines.append(FormulaLine(parts, now=_now(stage)))
    if products and len(there) <= MOST_CLASSES:
        lines.append(_share(stage, products))
    return lines


def _product(about: dict[str, Any], k: int, place: FloatArray) -> float:
    mean, variance = np.array(about["mean"][k]), np.array(about["variance"][k])
    with np.errstate(over="ignore", under="ignore"):
        density = np.exp(-0.5 * (place - mean) ** 2 / variance) / np.sqrt(2.0 * np.pi * variance)
    return float(about["prior"][k] * density.prod())


def _share(stage: Stage, products: dict[int, float]) -> FormulaLine:
    """Divide the largest of some products by all of them."""
    k = max(products, key=lambda one: products[one])
    name = class_name(stage.data, k)
    p = Maths(rf"p(\text{{{name}}})")
    total = sum(products.values())
    seen = {k: value_of(_small(each).text) for k, each in products.items()}
    if total == 0.0 or sum(seen.values()) == 0.0:
        return FormulaLine((p,))
    total_shown = joined([_small(each) for each in products.values()], " + ")
    divided = equals(ratio(_small(products[k]), total_shown))
    result = agreed(products[k] / total, seen[k] / sum(seen.values()))
    return FormulaLine((p, divided, equals(as_shown(result))))


def _small(x: float) -> Maths:
    """Write a density, which may be very small: with as many digits as larger ones have."""
    if x < NOTHING:
        return Maths("0")
    return digits(x) if x >= SMALL else as_shown(powered(x))


# --- neighbours ---------------------------------------------------------------------------------


def _neighbours(stage: Stage, about: dict[str, Any]) -> list[FormulaLine]:
    k = int(about["params"]["k"])
    if stage.data.n_classes:
        rule = Maths(rf"p(k) = \frac{{1}}{{{k}}} \sum_{{i \in N_{{{k}}}(x)}} [y_i = k]")
    else:
        rule = write(
            rf"%s = \frac{{1}}{{{k}}} \sum_{{i \in N_{{{k}}}(x)}} y_i", _h(stage)
        )  # fmt: skip
    lines, found = [FormulaLine((rule,), now=_now(stage))], asked_there(stage)
    if found is None:
        return lines
    answers = found.answers.tolist()
    if stage.data.n_classes:
        present = sorted(set(answers))
        lines += [FormulaLine(_counted(stage, c, answers.count(c), k)) for c in present]
    elif k <= MOST_TERMS:
        lines.append(FormulaLine((_h(stage, True), *_mean_of(answers))))
    else:
        lines.append(FormulaLine((_h(stage, True), equals(digits(sum(answers) / k)))))
    return lines


def _counted(stage: Stage, c: int, count: int, k: int) -> tuple[Maths, ...]:
    name = class_name(stage.data, int(c))
    p = Maths(rf"p(\text{{{name}}})")
    return p, *share(count, k)


def _mean_of(answers: list[float]) -> tuple[Maths, ...]:
    """Add values up, and divide them by how many they are."""
    k = len(answers)
    first = write(rf"= \frac{{1}}{{{k}}} \, (%s", digits(answers[0]))
    *before, last = first, *(plus(digits(each)) for each in answers[1:])
    seen = sum(shown(each) for each in answers) / k
    result = as_shown(agreed(sum(answers) / k, seen))
    return *before, write("%s)", last), equals(result)


_KINDS = {
    "naive-bayes": _bayes,
    "logistic": _logistic,
    "linear": _plane,
    "ridge": _plane,
    "knn": _neighbours,
}
