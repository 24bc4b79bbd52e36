"""Stacking in symbols: predictions out of fold, their error, and the blender upon the members."""

from dataclasses import replace

import numpy as np

from ensemble_viz.engine.ensembles import decide
from ensemble_viz.scene.formulary.maths import (
    FormulaLine,
    Maths,
    digits,
    equals,
    joined,
    share,
    training_error,
    write,
)
from ensemble_viz.scene.learners.members import (
    answers_out_of_fold,
    below,
    beside,
    is_blender,
    own_answer,
    texts,
)
from ensemble_viz.scene.moment.stage import Stage

MOST_NAMED = 3  # members that are listed one by one


def start(stage: Stage) -> tuple[FormulaLine, ...]:
    return _blended(stage, now=True)


def lines(stage: Stage) -> tuple[FormulaLine, ...]:
    t = stage.round
    if is_blender(stage.run, t):
        error = training_error(stage, t, stage.reached("vote"), stage.key == "vote")
        return *_blended(stage, now=stage.key == "train"), error
    blended = replace(_blended(stage)[-1], to_come=True)
    return _out_of_fold(stage), _held_out(stage), _on_own(stage), blended


def _blended(stage: Stage, now: bool = False) -> tuple[FormulaLine, ...]:
    """Layer by layer, the blender at the end: each layer is asked what the one below says."""
    run, found, t = stage.run, [], 1
    last = len(texts(run))
    while t < last:
        sees, layer = below(run, t), beside(run, t)
        at = Maths("x") if not len(sees) else _asked(sees)
        which = ", ".join(map(str, layer))
        if len(layer) > MOST_NAMED:
            which = rf"{layer[0]}, \ldots, {layer[-1]}"
        rule = write(r"\hat{z}_t = h_t(%s), \ ", at)
        found.append(FormulaLine((rule, Maths(f"t = {which}"))))
        t = layer.stop
    b = write("F(x) = b(%s)", _asked(below(run, last)))
    return *found, FormulaLine((b,), now=now)


def _listed(names: list[Maths]) -> Maths:
    """List what some members say: ẑ₁, ẑ₂, ẑ₃; ẑ₁, …, ẑ₈."""
    return joined([names[0], Maths(r"\ldots"), names[-1]] if len(names) > MOST_NAMED else names)


def _asked(which: range) -> Maths:
    return _listed([Maths(rf"\hat{{z}}_{{{k}}}") for k in which])


def _said(point: str, t: int) -> Maths:
    return Maths(f"z_{{{point},{t}}}", f"z({point}, {t})")


def _out_of_fold(stage: Stage) -> FormulaLine:
    """z: what is said about a point by a learner that has not seen it; in digits of one point."""
    t, point, sees = stage.round, stage.focus.point, below(stage.run, stage.round)
    i, at = "i", Maths("x_i")
    if point is not None:
        i, at = f"{point + 1}", Maths(f"x_{{{point + 1}}}")
    if len(sees):
        at = _listed([_said(i, k) for k in sees])
    answer = rf"h_{{{t}}}^{{-\text{{fold}}({i})}}(%s)"
    if stage.run.params.split == "hold-out":
        answer = rf"h_{{{t}}}(%s), \ {i} \ \text{{held out}}"
    rule = write(f"%s = {answer}", _said(i, t), at)
    now = stage.key.startswith(("hold", "train", "predict"))
    found = None if point is None else answers_out_of_fold(stage, t)
    if found is None or found.shape[1] > 1 or np.isnan(found[point, 0]):
        return FormulaLine((rule,), now=now)
    return FormulaLine((rule, equals(digits(float(found[point, 0])))), now=now)


def _held_out(stage: Stage) -> FormulaLine:
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
    target, answer = stage.data.target[mine], own_answer(stage)[mine]
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
    return Maths(rf"\text{{{what} {kind} of }} h_{{{t}}}")


def _worked(stage: Stage, error: float, count: int) -> tuple[Maths, ...]:
    """Write an error as a share of so many points, where each counts the same."""
    if stage.data.n_classes and stage.data.weight is None:
        return share(round(error * count), count)
    return (equals(digits(error)),)


# --- learners upon learners ----------------------------------------------------------------------
