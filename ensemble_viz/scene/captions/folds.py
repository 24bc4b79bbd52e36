"""Stacking, step by step: hold out, train, predict; train on all; then the blender."""

import numpy as np

from ensemble_viz.engine.dataset import IntArray
from ensemble_viz.scene.captions.said import Said
from ensemble_viz.scene.folds import fold_names, held_out, parts_named, told_alone, trained_on
from ensemble_viz.scene.members import (
    called,
    held_answer,
    held_rows,
    is_blender,
    member_text,
    result,
)
from ensemble_viz.scene.numbers import counted
from ensemble_viz.scene.stage import Stage


def said(stage: Stage) -> Said:
    """Say what the step did."""
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


def _first(text: str) -> str:
    return text[0].upper() + text[1:]


def _hold(stage: Stage) -> Said:
    name, text = _first(_name(stage)), member_text(stage.run, stage.round)
    who = f"{called(stage)}: {text}."
    if not told_alone(stage.run, stage.round):
        return Said(f"{name} is held out", f"{who} Each time it is trained on all the others.")
    points = counted(len(held_rows(stage)), "point")
    are = "are" if name.startswith("Parts") else "is"
    return Said(f"{name} {are} held out: {points}", f"{who} It does not see them.")


def _train(stage: Stage) -> Said:
    points = trained_on(stage.run, stage.round, stage.which)
    if not told_alone(stage.run, stage.round):
        return Said(f"{called(stage)} is trained on {points}, again and again")
    text = member_text(stage.run, stage.round)
    return Said(f"{called(stage)}, {text}, is trained on {points}")


def _predict(stage: Stage) -> Said:
    rows = held_rows(stage) if told_alone(stage.run, stage.round) else _all_out(stage)
    found = result(stage, held_answer(stage, rows), rows)
    never = "Each is predicted by a learner that has never seen it."
    return Said(f"{_first(_name(stage))}: {found}", never)


def _refit(stage: Stage) -> Said:
    rows = _all_out(stage)
    found = result(stage, held_answer(stage, rows), rows)
    points = trained_on(stage.run, stage.round, stage.which)
    assert stage.record is not None
    assert stage.record.seen is not None
    assert stage.answer is not None
    mine = np.flatnonzero(stage.record.seen[stage.which])
    known = result(stage, stage.answer[mine], mine)
    sentence = f"Held out: {found}. Of what it has seen now: {known}."
    return Said(f"{called(stage)} is trained once more, on {points}", sentence)


def _all_out(stage: Stage) -> IntArray:
    assert stage.record is not None
    assert stage.record.out_rows is not None
    return stage.record.out_rows


def _blender(stage: Stage) -> Said:
    text = member_text(stage.run, stage.round)
    points = trained_on(stage.run, stage.round, 0)
    sentence = f"It learns from what the members said about {points} that they had not seen."
    return Said(f"The blender: {text}", sentence)


def _together(stage: Stage) -> Said:
    assert stage.score is not None
    found = result(stage, stage.score, np.arange(len(stage.data)))
    return Said(f"The stack answers: {found}", "The members answer first, then the blender.")


_STEPS = {"hold": _hold, "train": _train, "predict": _predict, "refit": _refit}
