"""Learners that have joined: the bag of each, and what all of them say together."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import FloatArray, IntArray
from ensemble_viz.engine.ensembles import decide
from ensemble_viz.engine.runs import Run
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.steps import bag_name
from ensemble_viz.scene.stories import story_of
from ensemble_viz.scene.words import axis_name, class_name, clean_error, counted, fixed

MOST_NAMED = 5  # points


def missed_together(stage: Stage, t: int) -> int:
    score = stage.run.score(t)
    assert score is not None
    return int(np.count_nonzero(decide(score, stage.data.n_classes) != stage.data.target))


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
    rows = tied_rows(stage, t)
    if not len(rows):
        return ""
    winner = first(stage) if stage.data.n_classes == 2 else "the first of the tied"
    where = _named(rows) if story_of(stage.run).counts_votes else ""
    return f"At {counted(len(rows), 'point')}{where} classes tie: {winner} wins."


def first(stage: Stage) -> str:
    return class_name(stage.data, 0)


def squared_error(stage: Stage, t: int) -> float:
    """Average the squares of what the score after round t leaves over."""
    score = stage.run.score(t)
    assert score is not None
    error = float(stage.data.distribution @ (stage.data.target - score) ** 2)
    return clean_error(error, stage.run)


def loss(stage: Stage, t: int) -> float:
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


@dataclass(frozen=True, slots=True, eq=False)
class Bag:
    drawn: IntArray
    """(n,): how often each point."""

    @property
    def draws(self) -> int:
        return int(self.drawn.sum())

    @property
    def distinct(self) -> int:
        return int(np.count_nonzero(self.drawn))

    @property
    def left_out(self) -> NDArray[np.bool_]:
        return np.equal(self.drawn, 0)

    @property
    def n_left_out(self) -> int:
        return int(self.left_out.sum())

    @property
    def most(self) -> tuple[int, int]:
        """Give the greatest number of draws, and of how many points."""
        times = int(self.drawn.max())
        return times, int(np.count_nonzero(self.drawn == times))


@dataclass(frozen=True, slots=True, eq=False)
class OutOfBag:
    """What is known of the points from trees that never saw them."""

    covered: NDArray[np.bool_]
    """(n,): at least one tree never saw the point."""
    wrong: int
    """The covered points that these trees answer wrongly together; 0 for values."""
    error: float | None
    """Their weighted share, or the mean squared error; None where nobody is covered."""


def bag(stage: Stage) -> Bag | None:
    """Read the bag of the stage's round; None where its learner sees every point once."""
    return None if stage.draws is None else Bag(stage.draws)


def shown_draws(stage: Stage) -> IntArray | None:
    """How often each point was drawn, as far as the canvas shows it; None where it shows nothing.

    Every count is shown until the learner has joined a vote. Then the canvas belongs to the vote,
    and in the step that asks who never saw a point it is only told whether it was drawn: 0 or 1.
    """
    if not stage.look.layers.draws or stage.draws is None:
        return None
    if not story_of(stage.run).draws_bags or not stage.is_joined:
        return stage.draws
    return np.minimum(stage.draws, 1) if stage.key == "oob" else None


def allowed_axes(stage: Stage) -> tuple[int, ...] | None:
    """List the axes that were drawn for the round's learner; None where it knows all."""
    record = stage.record
    if record is None or record.features is None:
        return None
    axes = record.features[stage.which]
    return axes if len(axes) < stage.data.dimension else None


def axes_in_words(stage: Stage) -> str:
    """Name these axes; empty where it knows all."""
    axes = allowed_axes(stage)
    return " and ".join(axis_name(stage.data, axis) for axis in axes or ())


def draws_again(run: Run) -> bool:
    """Say whether a point can be drawn more than once for a learner."""
    return story_of(run).draws_bags and bag_name(run) == "bag"


def bag_draws(stage: Stage) -> int:
    """Count the draws of a bag that is drawn with replacement."""
    return max(1, round(getattr(stage.run.params, "max_samples", 1.0) * len(stage.data)))


def right_out_of_bag(stage: Stage) -> int:
    """Count the points left out of this bag that this tree alone gets right."""
    assert stage.record is not None
    assert stage.draws is not None
    out = Bag(stage.draws).left_out
    answer = stage.run.answer(stage.round)[out]
    hit = decide(answer, stage.data.n_classes) == stage.data.target[out]
    return int(np.count_nonzero(hit))


def out_of_bag(stage: Stage, t: int) -> OutOfBag:
    """Let each point ask only the trees of rounds 1 … t that never saw it."""
    shares, voters = out_of_bag_shares(stage, t)
    covered = voters > 0
    data = stage.data
    answer = decide(shares if data.n_classes else shares[:, 0], data.n_classes)
    rest = answer != data.target if data.n_classes else (answer - data.target) ** 2
    weight = data.distribution[covered]
    if not covered.any():
        return OutOfBag(covered, 0, None)
    if weight.sum() == 0.0:
        weight = np.ones(len(weight))
    error = float(weight @ rest[covered] / weight.sum())
    wrong = int(np.count_nonzero(rest[covered])) if data.n_classes else 0
    return OutOfBag(covered, wrong, error)
