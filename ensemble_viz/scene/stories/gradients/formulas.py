"""Gradient boosting in symbols: residuals r, leaf values γ, learning rate ν, sums F."""

from ensemble_viz.scene.formulary import other_losses
from ensemble_viz.scene.formulary.maths import (
    FormulaLine,
    Maths,
    bracketed,
    digits,
    enough,
    equals,
    ratio,
    results,
    write,
)
from ensemble_viz.scene.formulary.sums import chance_at, chance_rule, mean, rest_at, sum_lines
from ensemble_viz.scene.formulary.sums import start as start  # it begins as any sum does
from ensemble_viz.scene.losses import LeafSum, leaf_sum, leaves_plain_residuals, shown_leaf
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.words import leaf_numbers, rate_text


def lines(stage: Stage) -> tuple[FormulaLine, ...]:
    written = [*_residuals(stage)]
    if stage.data.n_classes and not stage.reached("leaves"):
        written.append(_fit(stage))
    written += _leaf(stage)
    if not stage.data.n_classes:
        written.append(_shrunk(stage))
    return (*written, *sum_lines(stage))


def _residuals(stage: Stage) -> tuple[FormulaLine, ...]:
    """r: what the sum so far leaves over."""
    before, now = stage.round - 1, stage.key == "residuals"
    if not leaves_plain_residuals(stage.run):
        return other_losses.residuals(stage)
    if not stage.data.n_classes:
        general = Maths(rf"r_i = y_i - F_{{{before}}}(x_i)")
        return FormulaLine((general,), now=now), *(rest_at(stage, "r") if now else ())
    if stage.data.n_classes == 2:
        rest = Maths("r_i = y_i - p_i")
    else:
        rest = Maths(r"r_{ik} = [y_i = k] - p_{ik}")
    return (
        FormulaLine((chance_rule(stage),)),
        FormulaLine((rest,), now=now),
        *((*chance_at(stage), *rest_at(stage, "r")) if now else ()),
    )


def _fit(stage: Stage) -> FormulaLine:
    """The tree is the one that comes nearest to the residuals."""
    t, k = stage.round, stage.data.n_classes > 2
    r = "r_{ik}" if k else "r_i"
    best = Maths(rf"h_{{{t}{',k' if k else ''}}} \approx \arg\min_{{h}} \sum_i ({r} - h(x_i))^2")
    return FormulaLine((best,), now=stage.key == "train", to_come=not stage.reached("train"))


def _leaf(stage: Stage) -> tuple[FormulaLine, ...]:
    """γ of the leaf that is looked at: the mean residual, a Newton step, or as the loss has it."""
    key = "leaves" if stage.data.n_classes else "train"
    if not stage.reached("train"):
        return (FormulaLine((_leaf_rule(stage, "j", None),), to_come=True),)
    node = shown_leaf(stage)
    assert stage.tree is not None
    j = int(leaf_numbers(stage.tree)[node])
    its = leaf_sum(stage, node)
    general = _leaf_rule(stage, str(j), its)
    if not stage.reached(key):
        return (FormulaLine((general,), to_come=True),)
    before: tuple[FormulaLine, ...] = ()
    worked = mean(stage, its.slope, its.weight, its.value)
    if stage.data.n_classes and stage.run.params.leaf == "line-search":
        worked = _newton(stage, its)
    elif other_losses.has_own_leaves(stage):
        before, worked = other_losses.leaf(stage, node, j)
    return *before, FormulaLine((general, *worked), now=stage.key == key)


def _leaf_rule(stage: Stage, j: str, its: LeafSum | None) -> Maths:
    if other_losses.has_own_leaves(stage):
        return other_losses.leaf_rule(stage, j)
    k, weighted = stage.data.n_classes, stage.data.weight is not None
    of = "ik" if k > 2 else "i"
    w = r"D(i) \, " if weighted else ""
    total = rf"\sum_{{R_{{{j}}}}} {w}r_{{{of}}}"
    if k and stage.run.params.leaf == "line-search":
        factor = r"\frac{K - 1}{K} \cdot " if k > 2 else ""
        bend = rf"\sum_{{R_{{{j}}}}} {w}p_{{{of}}} (1 - p_{{{of}}})"
        return Maths(rf"\gamma_{{{j}}} = {factor}\frac{{{total}}}{{{bend}}}")
    if weighted:
        return Maths(rf"\gamma_{{{j}}} = \frac{{{total}}}{{\sum_{{R_{{{j}}}}} D(i)}}")
    count = "n_{j}" if its is None else str(its.n)
    return Maths(rf"\gamma_{{{j}}} = \frac{{1}}{{{count}}} {total}")


def _newton(stage: Stage, its: LeafSum) -> tuple[Maths, ...]:
    if its.bend <= 0.0 or its.value == 0.0:
        return (equals(digits(its.value)),)
    k = stage.data.n_classes
    factor = (k - 1) / k if k > 2 else 1.0
    more = enough(lambda a, b: factor * a / b, (its.slope, its.bend), its.value)
    division = ratio(digits(its.slope, more), digits(its.bend, more))
    if k > 2:
        division = write(rf"\frac{{{k - 1}}}{{{k}}} \cdot %s", division)
    return equals(division), *results(its.value, stage.look.fractions)


def _shrunk(stage: Stage) -> FormulaLine:
    """ν γ: the part of the leaf's value that is added."""
    if not stage.reached("train"):
        return FormulaLine((Maths(r"\nu \gamma_{j}"),), to_come=True)
    assert stage.tree is not None
    node = shown_leaf(stage)
    j = int(leaf_numbers(stage.tree)[node])
    general = Maths(rf"\nu \gamma_{{{j}}}")
    if not stage.reached("shrink"):
        rate = rate_text(stage.run.params.learning_rate)
        product = Maths(rf"= {rate} \, \gamma_{{{j}}}")
        return FormulaLine((general, product), to_come=True)
    value, rate = float(stage.tree.value[node]), stage.run.params.learning_rate
    more = enough(lambda x: rate * x, (value,), rate * value)
    worked = write(rf"= {rate_text(rate)} \cdot %s", bracketed(digits(value, more)))
    return FormulaLine((general, worked, equals(digits(rate * value))), now=stage.key == "shrink")
