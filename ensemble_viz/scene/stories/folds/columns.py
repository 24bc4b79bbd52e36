"""The columns of the table of points."""

from collections.abc import Iterator

import numpy as np

from ensemble_viz.scene.learners.members import (
    below,
    beside,
    is_blender,
    said_out_of_fold,
    said_when_asked,
)
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.stories.columns import said_column
from ensemble_viz.scene.tables import Column, number_columns
from ensemble_viz.scene.words.numbers import shortest, subscript


def columns(stage: Stage) -> Iterator[Column]:
    """List what this round computes at each point."""
    record, t = stage.record, stage.round
    if record is None:
        return
    if record.fold is not None:
        part = np.where(record.fold >= 0, record.fold, np.nan)
        now = stage.key.startswith("hold")
        yield Column("fold", "fold", "The part the point is in.", "number", part, shortest, now=now)
    blends = is_blender(stage.run, t)
    who = "blender" if blends else f"member {t}"
    yield said_column(stage, who, f"What the {who} of this step says.")
    for k in below(stage.run, t):
        yield from _out_of_fold(stage, k)
    for k in below(stage.run, t):
        yield from _when_asked(stage, k)
    for k in range(beside(stage.run, t)[0], t + (not blends)):
        yield from _out_of_fold(stage, k)


def _out_of_fold(stage: Stage, t: int) -> Iterator[Column]:
    """List z, what a member said of points it had not seen: what the next layer learns from."""
    found = said_out_of_fold(stage, t)
    if found is not None:
        words = f"What member {t} said of the point without having seen it"
        now = t == stage.round and stage.key.startswith(("predict", "refit"))
        yield from number_columns(stage, (f"z{t}", f"z{subscript(t)}", words), found, now)


def _when_asked(stage: Stage, t: int) -> Iterator[Column]:
    """List ẑ, what a member says when the stack is asked: what the next layer answers to."""
    words = f"What member {t} says when the stack is asked"
    if stage.run.params.split != "hold-out":
        words = f"{words}, trained on all points"
    said = said_when_asked(stage, t)
    yield from number_columns(stage, (f"asked z{t}", f"ẑ{subscript(t)}", words), said, False)
