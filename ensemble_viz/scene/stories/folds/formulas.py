"""Stacking in symbols: predictions out of fold, their error, and the blender upon the members."""

from dataclasses import replace

import numpy as np

from ensemble_viz.engine.ensembles import decide
from ensemble_viz.scene.formulary.maths import (
    FormulaLine,
    Maths,
    digits,
    equals,
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
from ensemble_viz.scene.words import subscript

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
        at = Maths("x", "x") if not len(sees) else _listed(r"\hat{z}", "ẑ", sees)
        which = ", ".join(map(str, layer))
        if len(layer) > MOST_NAMED:
            which = f"{layer[0]}, …, {layer[-1]}"
        latex = which.replace("…", r"\ldots")
        rule = write(r"\hat{z}_t = h_t(%s), \ ", "ẑₜ = hₜ(%s),", at)
        found.append(FormulaLine((rule, Maths(f"t = {latex}", f"t = {which}"))))
        t = layer.stop
    b = write("F(x) = b(%s)", "F(x) = b(%s)", _listed(r"\hat{z}", "ẑ", below(run, last)))
    return *found, FormulaLine((b,), now=now)


def _listed(latex: str, text: str, which: range, first: str = "") -> Maths:
    """List what some members say: ẑ₁, ẑ₂, ẑ₃; ẑ₁, …, ẑ₈."""
    named = [which[0], None, which[-1]] if len(which) > MOST_NAMED else list(which)
    pieces = [
        Maths(r"\ldots", "…") if k is None else Maths(
            f"{latex}_{{{first}{',' if first else ''}{k}}}",
            f"{text}({first}, {k})" if first else f"{text}{subscript(k)}",
        )
        for k in named
    ]  # fmt: skip
    return Maths(", ".join(one.latex for one in pieces), ", ".join(one.text for one in pieces))


def _out_of_fold(stage: Stage) -> FormulaLine:
    """z: what is said about a point by a learner that has not seen it; in digits of one point."""
    t, point, sees = stage.round, stage.focus.point, below(stage.run, stage.round)
    i, at = "i", Maths("x_i", "xᵢ")
    if point is not None:
        i, at = f"{point + 1}", Maths(f"x_{{{point + 1}}}", f"x{subscript(point + 1)}")
    if len(sees):
        at = _listed("z", "z", sees, i)
    rule = write(
        rf"z_{{{i},{t}}} = h_{{{t}}}^{{-\text{{fold}}({i})}}(%s)",
        f"z({i}, {t}) = h{subscript(t)}^(−fold({i}))(%s)",
        at,
    )
    if stage.run.params.split == "hold-out":
        rule = write(
            rf"z_{{{i},{t}}} = h_{{{t}}}(%s), \ {i} \ \text{{held out}}",
            f"z({i}, {t}) = h{subscript(t)}(%s), {i} held out",
            at,
        )
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
    return Maths(rf"\text{{{what} {kind} of }} h_{{{t}}}", f"{what} {kind} of h{subscript(t)}")


def _worked(stage: Stage, error: float, count: int) -> tuple[Maths, ...]:
    """Write an error as a share of so many points, where each counts the same."""
    if stage.data.n_classes and stage.data.weight is None:
        return share(round(error * count), count)
    return (equals(digits(error)),)


# --- learners upon learners ----------------------------------------------------------------------
