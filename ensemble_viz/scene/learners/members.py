"""The members of a vote or a stack: how they are written, and how they see a place."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ensemble_viz.engine.data import FloatArray, IntArray
from ensemble_viz.engine.ensembles import Above, OnAxes, Opposite, decide, stack
from ensemble_viz.engine.learners import Learner, Neighbours, nearest
from ensemble_viz.engine.runs import Run
from ensemble_viz.engine.trees import Tree
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.stories import story_of
from ensemble_viz.scene.words import class_name, counted, fixed, verb


def texts(run: Run) -> tuple[str, ...]:
    """List the members as they are written, round by round; of a stack the blender is the last."""
    params = run.params
    if story_of(run).counts_votes:
        return tuple(params.members or ())
    layers = [params.layer(number) for number in range(params.layers)]
    return (*(text for layer in layers for text in layer), *(params.final or ())[-1:])


def member_text(run: Run, t: int) -> str:
    """Write the member of round t: knn(k=5)."""
    return texts(run)[t - 1]


def layer_of(run: Run, t: int) -> int:
    """Say in which layer of a stack the member of round t stands, from 1; the blender above all."""
    counts = [len(run.params.layer(number)) for number in range(run.params.layers)]
    return int(np.searchsorted(np.cumsum(counts), t)) + 1


def below(run: Run, t: int) -> range:
    """Number the members whose answers the learner of round t sees; none in the first layer."""
    layer = layer_of(run, t)
    return _layer(run, layer - 1) if layer > 1 else range(0)


def beside(run: Run, t: int) -> range:
    """Number the members of the layer in which that of round t stands; the blender is alone."""
    return range(t, t + 1) if is_blender(run, t) else _layer(run, layer_of(run, t))


def _layer(run: Run, layer: int) -> range:
    first = 1 + sum(len(run.params.layer(number)) for number in range(layer - 1))
    return range(first, first + len(run.params.layer(layer - 1)))


def called(stage: Stage) -> str:
    """Call the member of this round, with its layer where there are more."""
    t, run = stage.round, stage.run
    of = f" (layer {layer_of(run, t)})" if run.params.layers > 1 else ""
    return f"Member {t}{of}"


def is_blender(run: Run, t: int) -> bool:
    return story_of(run).holds_out and t == len(texts(run))


def is_reversed(stage: Stage, t: int) -> bool:
    """Say whether the learner of round t answers the opposite of what was drawn or trained."""
    if not 1 <= t <= len(stage.run) or not story_of(stage.run).weighs_points:
        return False
    learner = stage.run.round(t).learners[0]
    return learner.reversed if isinstance(learner, Tree) else isinstance(learner, Opposite)


def weighs(run: Run) -> bool:
    """Say whether some members of a vote count more than others."""
    return len(set(run.params.weights or ())) > 1


def answers_out_of_fold(stage: Stage, t: int) -> FloatArray | None:
    """List z, what member t says of points it has not seen, as far as it has said it by now.

    (n, columns), as the next layer sees it: of two classes the share of the second. NaN elsewhere.
    """
    record = stage.run.round(t)
    if record.out_rows is None or record.out_of_fold is None or record.seen is None:
        return None
    z = stack.seen(record.out_of_fold)
    found = np.full((len(stage.data), z.shape[1]), np.nan)
    found[record.out_rows] = z
    if t == stage.round and not stage.is_joined:
        told = stage.which + stage.key.startswith("predict")
        hidden = record.seen[:told].all(axis=0)  # those that every learner so far was trained on
        found[hidden] = np.nan
    return found


def answers_when_asked(stage: Stage, t: int) -> FloatArray:
    """List ẑ, what member t says wherever the stack is asked: (n, columns).

    Who has trained on all points by then, or on its own part, speaks; z is for learning alone.
    """
    return stack.seen(stage.run.answer(t, len(stage.run.round(t).learners) - 1))


def own_answer(stage: Stage) -> FloatArray:
    """Say what the round's learner answers to what it learned from: the points, or z."""
    assert stage.learner is not None
    found = [answers_out_of_fold(stage, t) for t in below(stage.run, stage.round)]
    if not isinstance(stage.learner, Above):
        assert stage.answer is not None
        return stage.answer
    z = np.column_stack([one for one in found if one is not None])
    known = ~np.isnan(z).any(axis=1)
    answer = stage.learner.learner.answer(z[known])
    everywhere = np.full((len(z), *answer.shape[1:]), np.nan)
    everywhere[known] = answer
    return everywhere


def result(stage: Stage, answer: FloatArray, rows: IntArray) -> str:
    """Measure answers at some points: 2 of 12 points are missed; a mean squared error."""
    data = stage.data
    if not data.n_classes:
        weight = data.distribution[rows]
        rest = (answer - data.target[rows]) ** 2
        share = weight / weight.sum() if weight.sum() > 0 else np.full(len(rows), 1.0 / len(rows))
        return f"the mean squared error is {fixed(float(share @ rest))}"
    missed = int(np.count_nonzero(decide(answer, data.n_classes) != data.target[rows]))
    of = f"{missed} of {counted(len(rows), 'point')}"
    return f"{of} {verb(1 if len(rows) == 1 else missed)} missed"


def answer_text(stage: Stage, answer: FloatArray) -> str:
    """Write what a learner says at one point: a class, by its share; or a value."""
    if not stage.data.n_classes:
        return fixed(float(answer))
    k = int(decide(answer[None], stage.data.n_classes)[0])
    return f"{class_name(stage.data, k)}, share {fixed(float(answer[k]))}"


def passed_on(stage: Stage, answer: FloatArray) -> str:
    """Write what a member says at one point, and the number that the next layer sees of it."""
    if stage.data.n_classes != 2:
        return answer_text(stage, answer)
    name, k = class_name(stage.data, 1), int(decide(answer[None], 2)[0])
    return f"{class_name(stage.data, k)}, p({name}) = {fixed(float(answer[1]))}"


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
    said = [answers_out_of_fold(stage, t) for t in below(stage.run, stage.round)]
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
    return Asked(rows, np.asarray(own.target[picked]), np.sort(away))


def _rows(stage: Stage, own: Neighbours, picked: IntArray) -> IntArray:
    """Find which points these are: those drawn for the learner, each as often as drawn."""
    draws: Any = stage.draws
    counts = stage.data.distribution > 0
    times = counts.astype(np.int64) if draws is None else np.where(counts, draws, 0)
    rows = np.repeat(np.arange(len(times)), times)
    assert len(rows) == len(own.points)
    return rows[picked]
