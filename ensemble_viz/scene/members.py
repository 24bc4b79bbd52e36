"""The members of a vote or a stack: how they are written, and what each is called."""

import numpy as np

from ensemble_viz.engine.bases import Opposite
from ensemble_viz.engine.dataset import FloatArray, IntArray
from ensemble_viz.engine.run import Run
from ensemble_viz.engine.stack import seen
from ensemble_viz.engine.tree import Tree
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


def layer_of(run: Run, t: int) -> int:
    """Say in which layer of a stack the member of round t stands, from 1; the blender above all."""
    counts = [len(run.params.layer(number)) for number in range(run.params.layers)]
    return int(np.searchsorted(np.cumsum(counts), t)) + 1


def called(stage: Stage) -> str:
    """Call the member of this round, with its layer where there are more."""
    t, run = stage.round, stage.run
    of = f" (layer {layer_of(run, t)})" if run.params.layers > 1 else ""
    return f"Member {t}{of}"


def is_blender(run: Run, t: int) -> bool:
    """Say whether round t trains the blender of a stack."""
    return run.method.story == "folds" and t == len(texts(run))


def is_reversed(stage: Stage, t: int) -> bool:
    """Say whether the learner of round t answers the opposite of what was drawn or trained."""
    if not 1 <= t <= len(stage.run) or stage.run.method.story != "weights":
        return False
    learner = stage.run.round(t).learners[0]
    return learner.reversed if isinstance(learner, Tree) else isinstance(learner, Opposite)


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


def said_out_of_fold(stage: Stage, t: int) -> FloatArray | None:
    """List z, what member t says of points it has not seen, as far as it has said it by now.

    (n, columns), as the next layer sees it: of two classes the share of the second. NaN elsewhere.
    """
    record = stage.run.round(t)
    if record.out_rows is None or record.out_of_fold is None or record.seen is None:
        return None
    z = seen(record.out_of_fold)
    found = np.full((len(stage.data), z.shape[1]), np.nan)
    found[record.out_rows] = z
    if t == stage.round and not stage.is_joined:
        told = stage.which + stage.key.startswith("predict")
        hidden = record.seen[:told].all(axis=0)  # those that every learner so far was trained on
        found[hidden] = np.nan
    return found


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
