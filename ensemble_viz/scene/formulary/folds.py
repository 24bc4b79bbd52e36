"""Stacking in symbols: predictions out of fold, their error, and the blender upon the members."""

from ensemble_viz.scene.formulary.errors import training_error
from ensemble_viz.scene.formulary.maths import FormulaLine, Maths, digits, equals
from ensemble_viz.scene.members import is_blender
from ensemble_viz.scene.numbers import subscript
from ensemble_viz.scene.stage import Stage

BLENDED = Maths(r"F(x) = b\left(h_1(x), h_2(x), \ldots\right)", "F(x) = b(h₁(x), h₂(x), …)")


def start(stage: Stage) -> tuple[FormulaLine, ...]:  # noqa: ARG001 - it is the same for all
    """What the stack will answer."""
    return (FormulaLine((BLENDED,), now=True),)


def lines(stage: Stage) -> tuple[FormulaLine, ...]:
    """Write the round's formulas; what a later step computes has no digits yet."""
    t = stage.round
    if is_blender(stage.run, t):
        blended = FormulaLine((BLENDED,), now=stage.key == "train")
        return blended, training_error(stage, t, stage.reached("vote"), stage.key == "vote")
    return _out_of_fold(stage), _error(stage), FormulaLine((BLENDED,), to_come=True)


def _out_of_fold(stage: Stage) -> FormulaLine:
    """z: what a learner says about a point that it has not seen."""
    t = stage.round
    rule = Maths(
        rf"z_{{i,{t}}} = h_{{{t}}}^{{-\text{{fold}}(i)}}(x_i)",
        f"z(i, {t}) = h{subscript(t)}(xᵢ), trained without the fold of i",
    )
    if stage.run.params.split == "hold-out":
        rule = Maths(
            rf"z_{{i,{t}}} = h_{{{t}}}(x_i), \ i \ \text{{held out}}",
            f"z(i, {t}) = h{subscript(t)}(xᵢ), i held out",
        )
    return FormulaLine((rule,), now=stage.key.startswith(("hold", "train", "predict")))


def _error(stage: Stage) -> FormulaLine:
    """The error of these predictions, once all are there."""
    t, record = stage.round, stage.record
    kind = "error" if stage.data.n_classes else "MSE"
    words = f"{kind} of the held-out predictions of member {t}"
    name = Maths(rf"\text{{{words}}}", words)
    found = None if record is None else record.figures.get("fold_error")
    if not stage.is_joined or found is None:
        return FormulaLine((name,), to_come=not stage.is_joined)
    return FormulaLine((name, equals(digits(float(found)))), now=True)
