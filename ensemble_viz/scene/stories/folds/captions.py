"""Stacking, step by step: hold out, train, predict; train on all; then the blender."""

import numpy as np

from ensemble_viz.engine.data import IntArray
from ensemble_viz.engine.ensembles import Above
from ensemble_viz.scene.learners.members import (
    called,
    is_blender,
    layer_of,
    member_text,
    own_answer,
    result,
    texts,
)
from ensemble_viz.scene.moment.stage import (
    Stage,
    fold_names,
    held_answer,
    held_out,
    held_rows,
    parts_named,
    told_alone,
    trained_on,
)
from ensemble_viz.scene.telling import StepText, joined
from ensemble_viz.scene.words import capital, class_name, counted, subscript


def step_text(stage: Stage) -> StepText:
    if is_blender(stage.run, stage.round):
        return _blender(stage) if stage.key == "train" else _together(stage)
    key = stage.key.partition("-")[0]
    return _STEPS[key](stage)


def _name(stage: Stage) -> str:
    """Name what is held out: fold 2, parts 2 and 3, each fold in turn."""
    parts = held_out(stage.run, stage.round)
    if stage.run.params.split == "hold-out":
        return parts_named(parts[0])
    return fold_names(stage.run, parts)[stage.which]


def _hold(stage: Stage) -> StepText:
    name, text = capital(_name(stage)), member_text(stage.run, stage.round)
    if not told_alone(stage.run, stage.round):
        again = "It is trained anew each time, on all the others."
        return StepText(f"{name} is held out", f"{called(stage)}: {text}. {again}")
    points = counted(len(_rows(stage)), "point")
    are = "are" if name.startswith("Parts") else "is"
    shown = "is not shown them now, only asked about them"
    if stage.run.params.split == "hold-out":
        shown = "is never shown them, only asked about them"
    sentence = f"{called(stage)}, {text}, {shown}."
    return StepText(f"{name} {are} held out: {points}", sentence)


def _train(stage: Stage) -> StepText:
    sees = _sees(stage)
    if not told_alone(stage.run, stage.round):
        each = "Each of its copies is asked only about points that it has not seen."
        headline = f"{called(stage)} is trained again and again, each time on {_counts(stage)}"
        return StepText(headline, f"{sees}{each}")
    text = member_text(stage.run, stage.round)
    headline = f"{called(stage)}, {text}, is trained on {_counts(stage)}"
    return StepText(headline, f"{sees}What is held out stays unseen: it cannot just be remembered.")


def _counts(stage: Stage) -> str:
    """Count the points that this learner is trained on, or all that are told at once: 36 or 37."""
    assert stage.record is not None
    assert stage.record.seen is not None
    seen = stage.record.seen[:-1]
    if told_alone(stage.run, stage.round):
        seen = stage.record.seen[stage.which : stage.which + 1]
    sizes = sorted(set(seen.sum(axis=1).tolist()))
    if len(sizes) == 1:
        return counted(sizes[0], "point")
    return f"{sizes[0]} {'or' if len(sizes) == 2 else 'to'} {sizes[-1]} points"


def _sees(stage: Stage) -> str:
    """Say what a member of an upper layer sees instead of the points; nothing of the first."""
    layer = layer_of(stage.run, stage.round)
    return "" if layer == 1 else f"It sees no x, only what layer {layer - 1} said. "


def _predict(stage: Stage) -> StepText:
    found = _found(stage, _rows(stage))
    z = f"These answers, z{subscript(stage.round)}, are about points it has not seen"
    learns = f"{_next(stage)} will learn from them"
    if stage.run.params.split == "hold-out" and stage.run.params.layers > 1:
        part = layer_of(stage.run, stage.round) + 1
        learns = f"{_next(stage)} learns from those of part {part} only"
    sentence = f"{z}: {learns}."
    return StepText(f"{capital(_name(stage))}: {found}", sentence)


def _next(stage: Stage) -> str:
    """Name who learns from what the members of this round's layer say."""
    layer = layer_of(stage.run, stage.round)
    return "the blender" if layer == stage.run.params.layers else f"layer {layer + 1}"


def _refit(stage: Stage) -> StepText:
    points = trained_on(stage.run, stage.round, stage.which)
    assert stage.record is not None
    assert stage.record.seen is not None
    mine = np.flatnonzero(stage.record.seen[stage.which])
    known = result(stage, own_answer(stage)[mine], mine)
    errors = f"Held out, {_found(stage, _rows(stage))}; now that it has seen them, {known}."
    why = f"For a new point it now tells {_next(stage)} its answer, ẑ{subscript(stage.round)}."
    return StepText(f"{called(stage)} is trained once more, on {points}", f"{why} {errors}")


def _found(stage: Stage, rows: IntArray) -> str:
    """Measure what was said at points that were held out."""
    assert stage.record is not None
    return result(stage, held_answer(stage.record, rows), rows)


def _rows(stage: Stage) -> IntArray:
    return held_rows(stage.run, stage.round, stage.key, stage.which)


def _blender(stage: Stage) -> StepText:
    text = member_text(stage.run, stage.round)
    points = trained_on(stage.run, stage.round, 0)
    layers = stage.run.params.layers
    who = f"each member of layer {layers}" if layers > 1 else "each member"
    what = "the value"
    if stage.data.n_classes:
        what = "the probabilities of the classes"
    if stage.data.n_classes == 2:
        what = f"the probability of {class_name(stage.data, 1)}"
    sentence = f"Its inputs z: {what} that {who} gave for {points}, not having seen them."
    return StepText(f"The blender: {text}", sentence)


def _together(stage: Stage) -> StepText:
    assert stage.score is not None
    found = result(stage, stage.score, np.arange(len(stage.data)))
    whose, where = "trained on all points", "On its own training points"
    if stage.run.params.split == "hold-out":
        whose, where = "trained on part 1", "On all points, of all parts"
    each = ""
    if isinstance(stage.learner, Above) and stage.run.params.layers > 1:
        whose, each = "", ", layer by layer"
    members = joined("the members", whose)
    sentence = f"To answer, {members} say ẑ{each}, and the blender decides by that."
    return StepText(f"{where}: {found}", sentence)


_STEPS = {"hold": _hold, "train": _train, "predict": _predict, "refit": _refit}


def start_text(stage: Stage) -> StepText:
    params, (*_, blender) = stage.run.params, texts(stage.run)
    layers = [", ".join(params.layer(number)) for number in range(params.layers)]
    headline = f"{counted(len(stage.data), 'point')} and no member yet"
    if len(layers) == 1:
        learns = f"A blender, {blender}, learns from what they say about points they have not seen."
        return StepText(headline, f"These learn from the points: {layers[0]}. {learns}")
    listed = "; ".join(f"layer {k}: {layer}" for k, layer in enumerate(layers, start=1))
    learns = f"Each layer, and last the blender {blender}, learns from what the one below says."
    return StepText(headline, f"L{listed[1:]}. {learns}")
