"""What a stack holds out: the folds, or parts, that a learner of a round has not seen."""

import numpy as np

from ensemble_viz.engine.data import FloatArray, IntArray, distinct
from ensemble_viz.engine.methods import Round
from ensemble_viz.engine.runs import Run
from ensemble_viz.scene.words.numbers import counted

MOST_TOLD = 10  # folds that are told one by one
Parts = tuple[tuple[int, ...], ...]


def held_out(run: Run, t: int) -> Parts:
    """List the folds that the learners of a member's round have not seen, learner by learner."""
    record = run.round(t)
    assert record.fold is not None
    assert record.seen is not None
    assert record.out_rows is not None
    rows = record.out_rows
    parts = [record.fold[rows[~seen[rows]]] for seen in record.seen]
    return tuple(tuple(distinct(part).tolist()) for part in parts if len(part))


def fold_names(run: Run, parts: Parts) -> list[str]:
    """Name the folds that are told one by one; of many only that it goes on so."""
    if run.params.split == "leave-one-out":
        return ["each point in turn"]
    return (
        [f"fold {part[0]}" for part in parts] if len(parts) <= MOST_TOLD else ["each fold in turn"]
    )


def parts_named(parts: tuple[int, ...]) -> str:
    """Name the parts that are held out together: part 3, parts 2 and 3."""
    *first, last = map(str, parts)
    return f"parts {', '.join(first)} and {last}" if first else f"part {last}"


def told_learner(run: Run, t: int, key: str) -> int:
    """Find the learner of a stack's round that a step tells about; the last one was refitted."""
    last = len(run.round(t).learners) - 1
    return last if key in ("refit", "train", "vote") else int(key.rpartition("-")[2]) - 1


def held_rows(run: Run, t: int, key: str, which: int) -> IntArray:
    """List the points that a round's learners predict without having seen them.

    While one fold is told by itself, those of that fold; else all of them.
    """
    record = run.round(t)
    assert record.out_rows is not None
    assert record.seen is not None
    if not key.startswith(("hold", "train", "predict")) or not told_alone(run, t):
        return record.out_rows
    return record.out_rows[~record.seen[which][record.out_rows]]


def held_answer(record: Round, rows: IntArray) -> FloatArray:
    """Give what was said at points that were held out."""
    assert record.out_rows is not None
    assert record.out_of_fold is not None
    return record.out_of_fold[np.searchsorted(record.out_rows, rows)]


def told_alone(run: Run, t: int) -> bool:
    """Say whether folds are told one by one, not all in turn."""
    return run.params.split == "hold-out" or len(fold_names(run, held_out(run, t))) > 1


def trained_on(run: Run, t: int, which: int) -> str:
    """Count the points that a learner of a stack's round was trained on."""
    seen = run.round(t).seen
    assert seen is not None
    return counted(int(seen[which].sum()), "point")
