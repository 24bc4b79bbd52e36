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
from ensemble_viz.scene.formulary.plain_text import plain
from ensemble_viz.scene.formulary.sums import index_of, pinned_point, sum_at_point
from ensemble_viz.scene.losses import leaf_middle, leaves_plain_residuals, lowered
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.words import difference, shortest


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
        name = Maths(f"r_{{{index_of(stage, point)}}}")
        value = equals(digits(float(residual[point])))
        lines.append(FormulaLine((name, *_worked(stage, point), value)))
    return tuple(lines)


def _huber_loss(stage: Stage) -> FormulaLine:
    """Write Huber's loss: squares up to δ, straight beyond."""
    delta, rest = _delta_name(stage), _left_over(stage)
    near = Maths(rf"L = \frac{{1}}{{2}} u^2 \ \text{{to}} \ |u| = {delta},")
    far = Maths(rf"{delta} \, (|u| - \frac{{1}}{{2}} {delta}) \ \text{{beyond}},")
    return FormulaLine((near, far, Maths(rf"u = {rest}")))


def _delta(stage: Stage, delta: float, now: bool) -> FormulaLine:
    """Say where δ comes from: it is set, or a quantile of the residuals."""
    name, result = Maths(_delta_name(stage)), equals(digits(delta))
    quantile = stage.run.params.huber_quantile
    if quantile is None:
        return FormulaLine((name, result), now=now, side=("as set",))
    rest, share = _left_over(stage), shortest(quantile)
    words = Maths(rf"= \text{{{share} quantile of }} |{rest}|")
    return FormulaLine((name, words, result), now=now)


def _delta_name(stage: Stage) -> str:
    return rf"\delta_{{{stage.round}}}"


def _worked(stage: Stage, point: int) -> tuple[Maths, ...]:
    """Put the digits of a point into the rule of its residual."""
    assert stage.residual is not None
    r, before = float(stage.residual[point]), sum_at_point(stage, stage.round - 1, point)
    if lowered(stage.run) == "exponential":
        y = 1.0 if stage.data.target[point] else -1.0
        more = enough(lambda f: y * float(np.exp(-y * f)), (before,), r)
        power = digits(-y * before, more)
        return (write("= e^{%s}" if y > 0.0 else "= {-}e^{%s}", power),)
    if lowered(stage.run) not in ("absolute", "huber"):
        return ()
    value = float(stage.data.target[point])
    left = difference(value, before)
    more = enough(lambda a, b: a - b, (value, before), left)
    pieces = digits(value, more), bracketed(digits(before, more))
    delta, form, words = _delta_name(stage), "= %s - %s", ""
    if lowered(stage.run) == "absolute":
        form = r"= \operatorname{sgn}(%s - %s)"
    elif difference(left, r):
        form, words = rf"= [{form[2:]}]_{{\pm {delta}}}", f"= [%s − %s] cut off at ±{plain(delta)}"
    return (write(form, *pieces, text=words),)


def has_own_leaves(stage: Stage) -> bool:
    """Say whether the leaves answer with neither a mean nor a Newton step of log-loss."""
    return stage.run.params.leaf == "line-search" and not leaves_plain_residuals(stage.run)


def leaf(stage: Stage, node: int, j: int) -> tuple[tuple[FormulaLine, ...], tuple[Maths, ...]]:
    """Give the digits of a leaf's value; of Huber's step the median first, from which it goes."""
    assert stage.tree is not None
    assert stage.record is not None
    value = float(stage.tree.value[node])
    if lowered(stage.run) != "huber":
        return (), (equals(digits(value)),)
    its = leaf_middle(stage, node, float(stage.record.figures["delta"]))
    middle = write("%s = %s", Maths(f"m_{{{j}}}"), _median(stage, str(j)))
    more = enough(lambda a, b: a + b, (its.median, its.around), value)
    pieces = digits(its.median, more), plus(digits(its.around, more))
    worked = write("= %s %s", *pieces)
    median = FormulaLine((middle, equals(digits(its.median))))
    return (median,), (worked, equals(digits(value)))


def _left_over(stage: Stage) -> str:
    return f"y_i - {_before(stage)}"


def _before(stage: Stage) -> str:
    return f"F_{{{stage.round - 1}}}(x_i)"


def _median(stage: Stage, j: str) -> Maths:
    rest, leaf = _left_over(stage), f"R_{{{j}}}"
    words = f"lower median of {plain(rest)} over {plain(leaf)}"
    return Maths(rf"\text{{lower median}}_{{{leaf}}}({rest})", words)


def _rule(stage: Stage) -> Maths:
    f = _before(stage)
    loss = lowered(stage.run)
    if loss == "exponential":
        return Maths(rf"r_i = y_i \, e^{{-y_i {f}}}", f"rᵢ = yᵢ e^(−yᵢ {plain(f)}), yᵢ = ±1")
    if loss == "absolute":
        return Maths(rf"r_i = \operatorname{{sgn}}(y_i - {f})")
    if loss != "huber":
        return Maths(rf"r_i = -\frac{{\partial L}}{{\partial F}}(y_i, {f})")
    delta = _delta_name(stage)
    return Maths(
        rf"r_i = \max(-{delta}, \min({delta}, y_i - {f}))",
        f"rᵢ = yᵢ − {plain(f)}, cut off at ±{plain(delta)}",
    )


def leaf_rule(stage: Stage, j: str) -> Maths:
    """Write how a leaf's value is computed in general."""
    loss = lowered(stage.run)
    if loss == "exponential":
        w = r"D(i) \, " if stage.data.weight is not None else ""
        return Maths(
            rf"\gamma_{{{j}}} = \frac{{\sum_{{R_{{{j}}}}} {w}r_i}}{{\sum_{{R_{{{j}}}}} {w}|r_i|}}"
        )
    if loss == "absolute":
        return write("%s = %s", Maths(rf"\gamma_{{{j}}}"), _median(stage, j))
    if loss != "huber":
        total = rf"\sum_{{R_{{{j}}}}} L(y_i, {_before(stage)} + c)"
        return Maths(rf"\gamma_{{{j}}} = \arg\min_c {total}")
    delta, rest, below = _delta_name(stage), _left_over(stage), plain(f"_{{{j}}}")
    return Maths(
        rf"\gamma_{{{j}}} = m_{{{j}}} + \text{{mean}}_{{R_{{{j}}}}}"
        rf"\left([{rest} - m_{{{j}}}]_{{\pm {delta}}}\right)",
        f"γ{below} = m{below} + mean over R{below} of {plain(rest)} − m{below}, "
        f"cut off at ±{plain(delta)}",
    )
