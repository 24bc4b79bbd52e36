"""Learners upon learners, in symbols: what the others say is put in for z."""

from ensemble_viz.engine.ensembles import Above
from ensemble_viz.scene.formulary.maths import FormulaLine, Maths, digits, write
from ensemble_viz.scene.learners.neighbours import in_focus
from ensemble_viz.scene.moment.stage import Stage

MOST_INPUTS = 4  # that are written out: the table has the numbers of more


def argument(stage: Stage, worked: bool = False) -> Maths:
    """Write what a learner sees: x; or z, and ẑ where it is asked at a place."""
    if not isinstance(stage.learner, Above):
        return Maths("x", "x")
    seen = in_focus(stage) if worked else None
    return Maths(r"\hat{z}", "ẑ") if seen is not None and not seen.held_out else Maths("z", "z")


def put_in(stage: Stage, inputs: list[Maths]) -> tuple[FormulaLine, ...]:
    """List what the others say at the place, which is put in for z."""
    seen = in_focus(stage)
    if seen is None or not isinstance(stage.learner, Above) or len(inputs) > MOST_INPUTS:
        return ()
    pieces = []
    for k, (x, value) in enumerate(zip(inputs, seen.inputs[0].tolist(), strict=True)):
        name = Maths(rf"\hat{{z}}{x.latex[1:]}", f"ẑ{x.text[1:]}") if not seen.held_out else x
        comma = "," if k + 1 < len(inputs) else ""
        pieces.append(write(f"%s = %s{comma}", f"%s = %s{comma}", name, digits(value)))
    point = stage.focus.point
    side = ("here",) if point is None else (f"at point {point + 1}",)
    return (FormulaLine(tuple(pieces), side=side),)
