"""Residuals and leaf values under the losses that are neither squares nor log-loss."""

import numpy as np

from ensemble_viz.scene.formulary.maths import (
    FormulaLine,
    Maths,
    bracketed,
    digits,
    enough,
    equals,
    plus,
    write,
)
from ensemble_viz.scene.formulary.sums import index_of, pinned_point, sum_at_point
from ensemble_viz.scene.losses import leaf_middle, leaves_plain_residuals, lowered
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.words import difference, shortest, subscript


def residuals(stage: Stage) -> tuple[FormulaLine, ...]:
    """r: which way the loss falls at each point."""
    now = stage.key == "residuals"
    lines = [FormulaLine((_rule(stage),), now=now)]
    delta = stage.record.figures.get("delta") if stage.record else None
    if delta is not None:
        lines.insert(0, _huber_loss(stage))
        lines.append(_delta(stage, float(delta), now))
    point, residual = pinned_point(stage), stage.residual
    if now and point is not None and residual is not None:
        latex, text = index_of(stage, point)
        name, value = Maths(f"r_{{{latex}}}", f"r{text}"), equals(digits(float(residual[point])))
        lines.append(FormulaLine((name, *_worked(stage, point), value)))
    return tuple(lines)


def _huber_loss(stage: Stage) -> FormulaLine:
    """Write Huber's loss: squares up to δ, straight beyond."""
    delta, text = _delta_name(stage)
    rest, rest_text = _left_over(stage)
    near = Maths(
        rf"L = \frac{{1}}{{2}} u^2 \ \text{{to}} \ |u| = {delta},", f"L = ½ u² to |u| = {text},"
    )
    far = Maths(
        rf"{delta} \, (|u| - \frac{{1}}{{2}} {delta}) \ \text{{beyond}},",
        f"{text} (|u| − ½ {text}) beyond,",
    )
    return FormulaLine((near, far, Maths(rf"u = {rest}", f"u = {rest_text}")))


def _delta(stage: Stage, delta: float, now: bool) -> FormulaLine:
    """Say where δ comes from: it is set, or a quantile of the residuals."""
    name, result = Maths(*_delta_name(stage)), equals(digits(delta))
    quantile = stage.run.params.huber_quantile
    if quantile is None:
        return FormulaLine((name, result), now=now, side=("as set",))
    (rest, rest_text), share = _left_over(stage), shortest(quantile)
    words = Maths(
        rf"= \text{{{share} quantile of }} |{rest}|", f"= {share} quantile of |{rest_text}|"
    )
    return FormulaLine((name, words, result), now=now)


def _delta_name(stage: Stage) -> tuple[str, str]:
    return rf"\delta_{{{stage.round}}}", f"δ{subscript(stage.round)}"


def _worked(stage: Stage, point: int) -> tuple[Maths, ...]:
    """Put the digits of a point into the rule of its residual."""
    assert stage.residual is not None
    r, before = float(stage.residual[point]), sum_at_point(stage, stage.round - 1, point)
    if lowered(stage.run) == "exponential":
        y = 1.0 if stage.data.target[point] else -1.0
        more = enough(lambda f: y * float(np.exp(-y * f)), (before,), r)
        power = digits(-y * before, more)
        sign, text = ("", "") if y > 0.0 else ("{-}", "−")
        return (Maths(rf"= {sign}e^{{{power.latex}}}", f"= {text}e^{power.text}"),)
    if lowered(stage.run) not in ("absolute", "huber"):
        return ()
    value = float(stage.data.target[point])
    left = difference(value, before)
    more = enough(lambda a, b: a - b, (value, before), left)
    pieces = digits(value, more), bracketed(digits(before, more))
    if lowered(stage.run) == "absolute":
        return (write(r"= \operatorname{sgn}(%s - %s)", "= sgn(%s − %s)", *pieces),)
    delta, text = _delta_name(stage)
    form = rf"= [%s - %s]_{{\pm {delta}}}", f"= [%s − %s] cut off at ±{text}"
    if difference(left, r) == 0.0:
        form = "= %s - %s", "= %s − %s"
    return (write(*form, *pieces),)


def has_own_leaves(stage: Stage) -> bool:
    """Say whether the leaves answer with neither a mean nor a Newton step of log-loss."""
    return stage.run.params.leaf == "line-search" and not leaves_plain_residuals(stage.run)


def leaf(stage: Stage, node: int, j: int) -> tuple[tuple[FormulaLine, ...], tuple[Maths, ...]]:
    """Give the digits of a leaf's value; of Huber's step the median first, from which it goes."""
    assert stage.tree is not None
    assert stage.record is not None
    value, below = float(stage.tree.value[node]), subscript(j)
    if lowered(stage.run) != "huber":
        return (), (equals(digits(value)),)
    its = leaf_middle(stage, node, float(stage.record.figures["delta"]))
    rest, rest_text = _left_over(stage)
    middle = Maths(
        rf"m_{{{j}}} = \text{{lower median}}_{{R_{{{j}}}}}({rest})",
        f"m{below} = lower median of {rest_text} over R{below}",
    )
    more = enough(lambda a, b: a + b, (its.median, its.around), value)
    pieces = digits(its.median, more), plus(digits(its.around, more))
    worked = write("= %s %s", "= %s %s", *pieces)
    median = FormulaLine((middle, equals(digits(its.median))))
    return (median,), (worked, equals(digits(value)))


def _left_over(stage: Stage) -> tuple[str, str]:
    before = stage.round - 1
    return rf"y_i - F_{{{before}}}(x_i)", f"yᵢ − F{subscript(before)}(xᵢ)"


def _rule(stage: Stage) -> Maths:
    before = stage.round - 1
    f, f_text = f"F_{{{before}}}(x_i)", f"F{subscript(before)}(xᵢ)"
    loss = lowered(stage.run)
    if loss == "exponential":
        return Maths(rf"r_i = y_i \, e^{{-y_i {f}}}", f"rᵢ = yᵢ e^(−yᵢ {f_text}), yᵢ = ±1")
    if loss == "absolute":
        return Maths(rf"r_i = \operatorname{{sgn}}(y_i - {f})", f"rᵢ = sgn(yᵢ − {f_text})")
    if loss != "huber":
        return Maths(
            rf"r_i = -\frac{{\partial L}}{{\partial F}}(y_i, {f})", f"rᵢ = −∂L/∂F(yᵢ, {f_text})"
        )
    delta, text = _delta_name(stage)
    return Maths(
        rf"r_i = \max(-{delta}, \min({delta}, y_i - {f}))",
        f"rᵢ = yᵢ − {f_text}, cut off at ±{text}",
    )


def leaf_rule(stage: Stage, j: str, below: str) -> Maths:
    """Write how a leaf's value is computed in general."""
    rest, rest_text = _left_over(stage)
    loss = lowered(stage.run)
    if loss == "exponential":
        w, w_text = (r"D(i) \, ", "D(i) ") if stage.data.weight is not None else ("", "")
        return Maths(
            rf"\gamma_{{{j}}} = \frac{{\sum_{{R_{{{j}}}}} {w}r_i}}{{\sum_{{R_{{{j}}}}} {w}|r_i|}}",
            f"γ{below} = (Σ {w_text}rᵢ over R{below}) / (Σ {w_text}|rᵢ|)",
        )
    if loss == "absolute":
        return Maths(
            rf"\gamma_{{{j}}} = \text{{lower median}}_{{R_{{{j}}}}}({rest})",
            f"γ{below} = lower median of {rest_text} over R{below}",
        )
    if loss != "huber":
        before, before_text = f"F_{{{stage.round - 1}}}(x_i)", f"F{subscript(stage.round - 1)}(xᵢ)"
        return Maths(
            rf"\gamma_{{{j}}} = \arg\min_c \sum_{{R_{{{j}}}}} L(y_i, {before} + c)",
            f"γ{below} = arg min over c of Σ L(yᵢ, {before_text} + c) over R{below}",
        )
    delta, text = _delta_name(stage)
    return Maths(
        rf"\gamma_{{{j}}} = m_{{{j}}} + \text{{mean}}_{{R_{{{j}}}}}"
        rf"\left([{rest} - m_{{{j}}}]_{{\pm {delta}}}\right)",
        f"γ{below} = m{below} + mean over R{below} of {rest_text} − m{below}, cut off at ±{text}",
    )
