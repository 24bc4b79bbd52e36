"""Stacking in symbols: predictions out of fold, their error, and the blender upon the members."""

import numpy as np

from ensemble_viz.engine.votes import decide
from ensemble_viz.scene.formulary.errors import share, training_error
from ensemble_viz.scene.formulary.maths import FormulaLine, Maths, digits, equals
from ensemble_viz.scene.members import is_blender, said_out_of_fold
from ensemble_viz.scene.numbers import subscript
from ensemble_viz.scene.stage import Stage

BLENDED = Maths(r"F(x) = b\left(h_1(x), h_2(x), \ldots\right)", "F(x) = b(h₁(x), h₂(x), …)")


def start(_stage: Stage) -> tuple[FormulaLine, ...]:
    """What the stack will answer."""
    return (FormulaLine((BLENDED,), now=True),)


def lines(stage: Stage) -> tuple[FormulaLine, ...]:
    """Write the round's formulas; what a later step computes has no digits yet."""
    t = stage.round
    if is_blender(stage.run, t):
        blended = FormulaLine((BLENDED,), now=stage.key == "train")
        return blended, training_error(stage, t, stage.reached("vote"), stage.key == "vote")
    blended = FormulaLine((BLENDED,), to_come=True)
    return _out_of_fold(stage), _held_out(stage), _on_own(stage), blended


def _out_of_fold(stage: Stage) -> FormulaLine:
    """z: what is said about a point by a learner that has not seen it; in digits of one point."""
    t, point = stage.round, stage.view.focus.point
    i, at, text = "i", "x_i", "xᵢ"
    if point is not None:
        i, at, text = f"{point + 1}", f"x_{{{point + 1}}}", f"x{subscript(point + 1)}"
    rule = Maths(
        rf"z_{{{i},{t}}} = h_{{{t}}}^{{-\text{{fold}}({i})}}({at})",
        f"z({i}, {t}) = h{subscript(t)}^(−fold({i}))({text})",
    )
    if stage.run.params.split == "hold-out":
        rule = Maths(
            rf"z_{{{i},{t}}} = h_{{{t}}}({at}), \ {i} \ \text{{held out}}",
            f"z({i}, {t}) = h{subscript(t)}({text}), {i} held out",
        )
    now = stage.key.startswith(("hold", "train", "predict"))
    found = None if point is None else said_out_of_fold(stage, t)
    if found is None or found.shape[1] > 1 or np.isnan(found[point, 0]):
        return FormulaLine((rule,), now=now)
    return FormulaLine((rule, equals(digits(float(found[point, 0])))), now=now)


def _held_out(stage: Stage) -> FormulaLine:
    """The error of these predictions, once all are there."""
    record = stage.record
    name = _named(stage, "held-out")
    found = None if record is None else record.figures.get("fold_error")
    if not stage.is_joined or found is None:
        return FormulaLine((name,), to_come=not stage.is_joined)
    assert record is not None
    assert record.out_rows is not None
    return FormulaLine((name, *_worked(stage, float(found), len(record.out_rows))), now=True)


def _on_own(stage: Stage) -> FormulaLine:
    """The error of the last learner on the points that it was trained on: it promises too much."""
    name = _named(stage, "training")
    if not stage.is_joined or stage.answer is None:
        return FormulaLine((name,), to_come=True)
    assert stage.record is not None
    assert stage.record.seen is not None
    mine = np.flatnonzero(stage.record.seen[stage.which])
    target, answer = stage.data.target[mine], stage.answer[mine]
    rest = (
        (decide(answer, stage.data.n_classes) != target) * 1.0
        if stage.data.n_classes
        else (answer - target) ** 2
    )
    weight = stage.data.distribution[mine]
    found = float(weight @ rest / weight.sum())
    return FormulaLine((name, *_worked(stage, found, len(mine))))


def _named(stage: Stage, what: str) -> Maths:
    kind = "error" if stage.data.n_classes else "MSE"
    t = stage.round
    return Maths(rf"\text{{{what} {kind} of }} h_{{{t}}}", f"{what} {kind} of h{subscript(t)}")


def _worked(stage: Stage, error: float, count: int) -> tuple[Maths, ...]:
    """Write an error as a share of so many points, where each counts the same."""
    if stage.data.n_classes and stage.data.weight is None:
        return share(round(error * count), count)
    return (equals(digits(error)),)
