"""Learners that are no trees, as they see a place: through the axes, or the layer, below them."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ensemble_viz.engine.data import FloatArray, IntArray
from ensemble_viz.engine.ensembles import Above, OnAxes, Opposite
from ensemble_viz.engine.learners import Learner, Neighbours, nearest
from ensemble_viz.scene.learners.members import below, said_out_of_fold
from ensemble_viz.scene.moment.stage import Stage


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """A learner without what stands between it and the points, and a place as it sees it."""

    learner: Learner
    inputs: FloatArray
    """(1, columns)."""
    in_plane: bool
    """It sees the points themselves, not what others say about them."""
    held_out: bool = False
    """It is asked about a fold: it sees what the others said without having seen that either."""


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    """The neighbours that are asked at a place, the nearest first."""

    rows: IntArray
    """(k,): the rows of the points; −1 where they are not to be found among them."""
    answers: IntArray | FloatArray
    """(k,): class numbers, or values."""
    distance: FloatArray
    at: FloatArray
    """(k, axes): where they are, as the learner sees them."""


def seen_by(learner: Learner, at: FloatArray) -> Seen:
    """Look at a place, (1, axes), with the eyes of a learner."""
    inputs, in_plane = at, True
    while True:
        if isinstance(learner, Above):
            inputs, learner, in_plane = learner.below.outputs(inputs), learner.learner, False
        elif isinstance(learner, OnAxes):
            inputs, learner = inputs[:, learner.axes], learner.learner
        elif isinstance(learner, Opposite):
            learner = learner.learner
        else:
            return Seen(learner, inputs, in_plane)


def place_in_focus(stage: Stage) -> FloatArray | None:
    """Find the point or place that is looked at: (1, axes)."""
    data = stage.data
    for focus in (stage.hand.hovered, stage.where.pinned):
        if focus.point is not None and focus.point < len(data):
            return data.points[focus.point][None]
        if focus.place is not None and len(data):
            return np.array([focus.place[: data.dimension]], dtype=np.float64)
    return None


def in_focus(stage: Stage) -> Seen | None:
    """See the place that is looked at with the eyes of the round's learner, where there is one."""
    at = place_in_focus(stage)
    if stage.learner is None or at is None:
        return None
    found, row = seen_by(stage.learner, at), _row_in_focus(stage)
    if found.in_plane or row is None or not stage.key.startswith(("train-", "predict-")):
        return found
    said = [said_out_of_fold(stage, t) for t in below(stage.run, stage.round)]
    z = np.column_stack([one[row : row + 1] for one in said if one is not None])
    return found if np.isnan(z).any() else replace(found, inputs=z, held_out=True)


def _row_in_focus(stage: Stage) -> int | None:
    for focus in (stage.hand.hovered, stage.where.pinned):
        if focus.point is not None and focus.point < len(stage.data):
            return focus.point
        if focus.place is not None:
            return None
    return None


def asked_there(stage: Stage) -> Asked | None:
    """Find whom the round's learner asks at the place that is looked at, where it asks anybody."""
    seen = in_focus(stage)
    if seen is None or not isinstance(seen.learner, Neighbours):
        return None
    own = seen.learner
    picked = np.flatnonzero(nearest(seen.inputs, own.points, own.settings.k)[0])
    away = np.sqrt(((own.points[picked] - seen.inputs) ** 2).sum(axis=1))
    picked = picked[np.argsort(away, kind="stable")]
    rows = _rows(stage, own, picked) if seen.in_plane else np.full(len(picked), -1)
    places = stage.data.points[rows] if seen.in_plane else own.points[picked]
    return Asked(rows, np.asarray(own.target[picked]), np.sort(away), places)


def _rows(stage: Stage, own: Neighbours, picked: IntArray) -> IntArray:
    """Find which points these are: those drawn for the learner, each as often as drawn."""
    draws: Any = stage.draws
    counts = stage.data.distribution > 0
    times = counts.astype(np.int64) if draws is None else np.where(counts, draws, 0)
    rows = np.repeat(np.arange(len(times)), times)
    assert len(rows) == len(own.points)
    return rows[picked]
