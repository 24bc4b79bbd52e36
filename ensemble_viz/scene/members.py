"""The members of a vote or a stack: how they are written, and what each is called."""

import numpy as np

from ensemble_viz.engine.dataset import FloatArray, IntArray
from ensemble_viz.engine.run import Run
from ensemble_viz.engine.votes import decide
from ensemble_viz.scene.names import class_name
from ensemble_viz.scene.numbers import counted, fixed
from ensemble_viz.scene.stage import Stage


def texts(run: Run) -> tuple[str, ...]:
    """List the members as they are written, round by round; of a stack the blender is the last."""
    params = run.params
    if run.method.story == "votes":
        return tuple(params.members or ())
    layers = [params.layer(number) for number in range(params.layers)]
    return (*(text for layer in layers for text in layer), *(params.final or ())[-1:])


def member_text(run: Run, t: int) -> str:
    """Write the member of round t: knn(k=5)."""
    return texts(run)[t - 1]


def is_blender(run: Run, t: int) -> bool:
    """Say whether round t trains the blender of a stack."""
    return run.method.story == "folds" and t == len(texts(run))


def is_reversed(stage: Stage, t: int) -> bool:
    """Say whether the learner of round t answers the opposite of what was drawn or trained."""
    if not 1 <= t <= len(stage.run) or stage.run.method.story != "weights":
        return False
    return bool(stage.run.round(t).learners[0].describe(stage.data).get("reversed", False))


def weighs(run: Run) -> bool:
    """Say whether some members of a vote count more than others."""
    return len(set(run.params.weights or ())) > 1


def held_rows(stage: Stage) -> IntArray:
    """List the points that the round's learners predict without having seen them.

    While one fold is told by itself, those of that fold; else all of them.
    """
    record = stage.record
    assert record is not None
    assert record.out_rows is not None
    assert record.seen is not None
    if stage.key == "refit" or not stage.key.startswith(("hold", "train", "predict")):
        return record.out_rows
    return record.out_rows[~record.seen[stage.which][record.out_rows]]


def held_answer(stage: Stage, rows: IntArray) -> FloatArray:
    """Give what was said at points that were held out."""
    record = stage.record
    assert record is not None
    assert record.out_rows is not None
    assert record.out_of_fold is not None
    return record.out_of_fold[np.searchsorted(record.out_rows, rows)]


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
    return f"{of} {'is' if missed == 1 else 'are'} missed"


def said_at(stage: Stage, answer: FloatArray) -> str:
    """Write what a learner says at one point: a class, by its share; or a value."""
    if not stage.data.n_classes:
        return fixed(float(answer))
    k = int(decide(answer[None], stage.data.n_classes)[0])
    return f"{class_name(stage.data, k)}, share {fixed(float(answer[k]))}"
