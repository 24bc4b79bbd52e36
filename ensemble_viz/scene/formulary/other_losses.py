"""Residuals and leaf values under the losses that are neither squares nor log-loss."""

from ensemble_viz.scene.descent import shown_leaf
from ensemble_viz.scene.formulary.downhill import index_of, pinned_point
from ensemble_viz.scene.formulary.maths import FormulaLine, Maths, digits, equals
from ensemble_viz.scene.lowered import leaves_plain_residuals, lowered
from ensemble_viz.scene.names import leaf_numbers
from ensemble_viz.scene.numbers import subscript
from ensemble_viz.scene.stage import Stage


def residuals(stage: Stage) -> tuple[FormulaLine, ...]:
    """r: which way the loss falls at each point."""
    now = stage.key == "residuals"
    lines = [FormulaLine((_rule(stage),), now=now)]
    delta = stage.record.figures.get("delta") if stage.record else None
    if delta is not None:
        name = Maths(rf"\delta_{{{stage.round}}}", f"δ{subscript(stage.round)}")
        lines.append(FormulaLine((name, equals(digits(float(delta)))), now=now))
    point, residual = pinned_point(stage), stage.residual
    if now and point is not None and residual is not None:
        latex, text = index_of(stage, point)
        value = equals(digits(float(residual[point])))
        lines.append(FormulaLine((Maths(f"r_{{{latex}}}", f"r{text}"), value)))
    return tuple(lines)


def has_own_leaves(stage: Stage) -> bool:
    """Say whether the leaves answer with neither a mean nor a Newton step of log-loss."""
    return stage.run.params.leaf == "line-search" and not leaves_plain_residuals(stage.run)


def leaf(stage: Stage) -> FormulaLine:
    """γ of the leaf that is looked at."""
    key = "leaves" if stage.data.n_classes else "train"
    if not stage.reached("train"):
        return FormulaLine((_leaf_rule(stage, "j", "ⱼ"),), to_come=True)
    assert stage.tree is not None
    node = shown_leaf(stage)
    j = int(leaf_numbers(stage.tree)[node])
    general = _leaf_rule(stage, str(j), subscript(j))
    if not stage.reached(key):
        return FormulaLine((general,), to_come=True)
    value = equals(digits(float(stage.tree.value[node])))
    return FormulaLine((general, value), now=stage.key == key)


def _rule(stage: Stage) -> Maths:
    before = stage.round - 1
    f, f_text = f"F_{{{before}}}(x_i)", f"F{subscript(before)}(xᵢ)"
    loss = lowered(stage.run)
    if loss == "exponential":
        return Maths(rf"r_i = y_i \, e^{{-y_i {f}}}", f"rᵢ = yᵢ e^(−yᵢ {f_text}), yᵢ = ±1")
    if loss == "absolute":
        return Maths(rf"r_i = \operatorname{{sgn}}(y_i - {f})", f"rᵢ = sgn(yᵢ − {f_text})")
    return Maths(
        rf"r_i = \max(-\delta, \min(\delta, y_i - {f}))",
        f"rᵢ = yᵢ − {f_text}, cut off at ±δ",
    )


def _leaf_rule(stage: Stage, j: str, below: str) -> Maths:
    before = stage.round - 1
    rest = rf"y_i - F_{{{before}}}(x_i)"
    rest_text = f"yᵢ − F{subscript(before)}(xᵢ)"
    loss = lowered(stage.run)
    if loss == "exponential":
        return Maths(
            rf"\gamma_{{{j}}} = \frac{{\sum_{{R_{{{j}}}}} r_i}}{{\sum_{{R_{{{j}}}}} |r_i|}}",
            f"γ{below} = (Σ rᵢ over R{below}) / (Σ |rᵢ|)",
        )
    median = rf"\text{{median}}_{{R_{{{j}}}}}({rest})"
    if loss == "absolute":
        return Maths(
            rf"\gamma_{{{j}}} = {median}", f"γ{below} = lower median of {rest_text} over R{below}"
        )
    return Maths(
        rf"\gamma_{{{j}}} = m_{{{j}}} + \text{{mean}}_{{R_{{{j}}}}}"
        rf"\left([{rest} - m_{{{j}}}]_{{\pm\delta}}\right), \ m_{{{j}}} = {median}",
        f"γ{below} = m + mean over R{below} of {rest_text} − m, cut off at ±δ; m: lower median",
    )
