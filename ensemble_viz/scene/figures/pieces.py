"""What a figure is made from, piece by piece, so that it can be computed again by hand."""

from collections.abc import Iterable, Iterator

import numpy as np

from ensemble_viz.engine.data import FloatArray, IntArray
from ensemble_viz.engine.ensembles import decide
from ensemble_viz.engine.runs.figures import impurity_saved, shuffle
from ensemble_viz.engine.runs.studies import rows_redrawn
from ensemble_viz.engine.trees import Tree
from ensemble_viz.scene.figures.studies import SETS, studies
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.steps import one_of
from ensemble_viz.scene.stories import story_of
from ensemble_viz.scene.words.names import axis_name
from ensemble_viz.scene.words.numbers import fixed

MOST_LISTED = 200  # points: more numbers than that nobody works with


def pieces(stage: Stage, symbol: str) -> tuple[str, ...]:
    """List what the figure with a symbol is made from, a line each; none where that is not listed.

    The folds of CV with what is wrong in each; what each learner's splits save along the axes; the
    points out of bag of each learner, and whose coordinates they get when an axis is shuffled; the
    training sets of σ² and ρ.
    """
    if not stage.joined or len(stage.data) > MOST_LISTED:
        return ()
    made = {"CV": _folds(stage), "σ²": _training_sets(stage), "ρ": _training_sets(stage)}
    for axis in range(stage.data.dimension):
        name = axis_name(stage.data, axis)
        made |= {f"I({name})": _saved(stage, axis), f"I*({name})": _shuffled(stage, axis)}
    return tuple(made.get(symbol, ()))


def _folds(stage: Stage) -> Iterator[str]:
    """Name the points of each fold, and how many of them are missed, or their squares."""
    known = studies(stage.lens).folds(stage.joined)
    if known is None:
        return
    for k, wrong in enumerate(known[1]):
        rows = np.flatnonzero(known[0] == k)
        yield f"fold {k + 1}: {_points(rows)}: {_wrong(stage, wrong, rows)}"


def _wrong(stage: Stage, wrong: float | None, rows: IntArray) -> str:
    """Write what is wrong in a fold: a count, a weight, or squares that add up."""
    if wrong is None:
        return "nobody has a say yet"
    weighted, n = stage.data.weight is not None, len(stage.data)
    if stage.data.classes is None:
        words = "squares by weight add up to" if weighted else "squares add up to"
        return f"{words} {fixed(wrong * (1 if weighted else n))}"
    if weighted:
        return f"{fixed(wrong)} of the weight missed"
    return f"{round(wrong * n)} of {len(rows)} missed"


def _saved(stage: Stage, axis: int) -> Iterator[str]:
    """Say what the splits of each learner save along an axis, and of how much."""
    method, data = stage.run.method, stage.data
    weighs = story_of(stage.run).weighs_learners
    first = stage.joined if method.combine == "latest" else 1
    for t in range(first, stage.joined + 1):
        record = stage.run.round(t)
        for k, learner in enumerate(record.learners):
            if isinstance(learner, Tree):
                saved = impurity_saved(learner, data.dimension)
                whole = float(saved.sum())
                one = f"{fixed(float(saved[axis]))} of {fixed(whole)}"
                share = f", share {fixed(float(saved[axis]) / whole if whole > 0.0 else 0.0)}"
                weight = f", weight {fixed(record.learner_weight or 0.0)}" if weighs else ""
                yield f"{_learner(stage, t, k)}: {one}{share}{weight}"


def _learner(stage: Stage, t: int, k: int) -> str:
    """Name a learner; where there is one a class, of which."""
    name = f"{one_of(stage.run)} {t}"
    record = stage.run.round(t)
    classes = stage.data.classes
    return f"{name} of {classes[k]}" if record.one_a_class and classes else name


def _shuffled(stage: Stage, axis: int) -> Iterator[str]:
    """Say whose coordinate each point gets that a learner never saw, and what that does."""
    for t in range(1, stage.joined + 1):
        record = stage.run.round(t)
        assert record.in_bag is not None
        out = np.flatnonzero(record.in_bag == 0)
        if not len(out):
            continue
        given = out[shuffle(stage.run, t, axis, len(out))]
        moved = stage.data.points[out]
        before = _error(stage, record.learners[0].answer(moved), out)
        moved[:, axis] = stage.data.points[given, axis]
        after = _error(stage, record.learners[0].answer(moved), out)
        name = f"{one_of(stage.run)} {t}"
        who = f"{_points(out)} get {axis_name(stage.data, axis)} of {_list(given)}"
        yield f"{name}: {who}: error {fixed(before)}, then {fixed(after)}"


def _error(stage: Stage, answer: FloatArray, rows: IntArray) -> float:
    """Measure answers at some points: the share missed, or the mean squared error."""
    target, weight = stage.data.target[rows], stage.data.distribution[rows]
    said = decide(answer, stage.data.n_classes)
    rest = (said - target) ** 2 if stage.data.classes is None else (said != target).astype(float)
    return float(weight @ rest / weight.sum()) if weight.sum() > 0.0 else float(rest.mean())


def _training_sets(stage: Stage) -> Iterator[str]:
    """Name the points of each training set, as often as it has them."""
    for k in range(1, SETS + 1):
        rows = np.sort(rows_redrawn(stage.data, stage.run.seed, k))
        yield f"training set {k}: {_points(rows)}"


def _points(rows: IntArray) -> str:
    return f"{'point' if len(rows) == 1 else 'points'} {_list(rows)}"


def _list(rows: Iterable[int]) -> str:
    """Write the numbers of points: 3, 7, 7, 12."""
    return ", ".join(str(int(row) + 1) for row in rows)
