"""What all learners that have joined say together: misses, ties, errors, before and after."""

import numpy as np

from ensemble_viz.engine.data import FloatArray, IntArray
from ensemble_viz.engine.ensembles import decide
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.stories import story_of
from ensemble_viz.scene.words.names import class_name
from ensemble_viz.scene.words.numbers import counted, fixed
from ensemble_viz.scene.words.rounding import settled

MOST_NAMED = 5  # points


def missed_together(stage: Stage, t: int) -> int:
    """Count the points that the score after round t answers wrongly."""
    score = stage.run.score(t)
    assert score is not None
    return int(np.count_nonzero(decide(score, stage.data.n_classes) != stage.data.target))


def tied_together(stage: Stage, t: int) -> int:
    """Count the points at which the score after round t is a tie."""
    return len(tied_rows(stage, t))


def tied_rows(stage: Stage, t: int) -> IntArray:
    """List the points at which the score after round t is a tie."""
    score = stage.run.score(t)
    assert score is not None
    if score.ndim == 1:
        return np.flatnonzero(score == 0.0)
    return np.flatnonzero((score == score.max(axis=1, keepdims=True)).sum(axis=1) > 1)


def _named(rows: IntArray) -> str:
    """Name a few points; many are only counted."""
    if len(rows) > MOST_NAMED:
        return ""
    *names, last = [str(row + 1) for row in rows.tolist()]
    return f" (points {', '.join(names)} and {last})" if names else f" (point {last})"


def ties_sentence(stage: Stage, t: int) -> str:
    """Say who wins the ties, where there are any."""
    ties = tied_together(stage, t)
    if not ties:
        return ""
    winner = first(stage) if stage.data.n_classes == 2 else "the first of the tied"
    where = _named(tied_rows(stage, t)) if story_of(stage.run).counts_votes else ""
    return f"At {counted(ties, 'point')}{where} classes tie: {winner} wins."


def first(stage: Stage) -> str:
    """Name the class that wins ties."""
    return class_name(stage.data, 0)


def squared_error(stage: Stage, t: int) -> float:
    """Average the squares of what the score after round t leaves over."""
    score = stage.run.score(t)
    assert score is not None
    error = float(stage.data.distribution @ (stage.data.target - score) ** 2)
    return settled(error, stage.run)


def loss(stage: Stage, t: int) -> float:
    """Average the loss that the method lowers after round t."""
    score, make = stage.run.score(t), stage.run.method.loss
    assert score is not None
    assert make is not None
    return make(stage.data, stage.run.params)(score)


def of_all(stage: Stage, count: int) -> str:
    """Write a count as a part of all points: 4 of 60 points."""
    return f"{count} of {counted(len(stage.data), 'point')}"


def change(before: float, after: float, decimals: int = 4) -> str:
    """Say how a figure moves: falls from 0.1400 to 0.1209."""
    old, new = fixed(before, decimals), fixed(after, decimals)
    if old == new:
        return f"stays at {new}"
    return f"{'falls' if after < before else 'rises'} from {old} to {new}"


def out_of_bag_shares(stage: Stage, t: int) -> tuple[FloatArray, FloatArray]:
    """Average what the trees of rounds 1 … t say to points they never saw, and count these trees.

    (n, columns) and (n,); rows that every tree saw are 0.
    """
    return stage.unseen_votes.shares(t)
