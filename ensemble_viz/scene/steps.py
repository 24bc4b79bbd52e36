"""The steps inside a round, and the words on the button that takes them.

A method tells one of a few stories: weights of points, bags, gradients, second order, splits. A
method that tells none trains and joins, in two steps.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ensemble_viz.engine.run import Run
from ensemble_viz.engine.tree import Tree


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a round."""

    key: str
    """Names the step for the captions and layers."""
    chip: str
    """What the row of steps calls it."""
    action: str
    """What the button says that takes it."""
    joined: bool = False
    """The round's learner is part of the score from here on."""


@dataclass(frozen=True, slots=True, order=True)
class Moment:
    """A place in a run: after step `step` of round `round`; round 0 is before any learner."""

    round: int = 0
    step: int = 0


START = Moment()
Stepper = Callable[[Run, Moment, bool], Moment | None]


def steps(run: Run, t: int) -> tuple[Step, ...]:
    """List the steps of round t."""
    return _STORIES[run.method.story](run, t)


def last_step(run: Run, t: int) -> int:
    """Count the steps of a round."""
    return len(steps(run, t)) if t else 0


def forward(run: Run, moment: Moment, small: bool) -> Moment | None:
    """Go one step on, or one round; None at the end of the run."""
    if small and moment.step < last_step(run, moment.round):
        return Moment(moment.round, moment.step + 1)
    t = moment.round + 1
    if run.upto(t) < t:
        return None
    return Moment(t, 1 if small else last_step(run, t))


def back(run: Run, moment: Moment, small: bool) -> Moment | None:
    """Go one step back, or one round; None at the start."""
    if moment.round == 0:
        return None
    if small and moment.step > 1:
        return Moment(moment.round, moment.step - 1)
    t = moment.round - 1
    if not small and moment.step < last_step(run, moment.round):
        return Moment(t, last_step(run, t))
    return Moment(t, last_step(run, t))


def whole(run: Run, t: int) -> Moment:
    """Stand behind the last step of a round."""
    return Moment(t, last_step(run, t))


def is_joined(run: Run, moment: Moment) -> bool:
    """Say whether the learner of the moment's round is part of the score."""
    return moment.round == 0 or steps(run, moment.round)[moment.step - 1].joined


def joined_rounds(run: Run, moment: Moment) -> int:
    """Count the rounds whose learners are part of the score."""
    return moment.round if is_joined(run, moment) else moment.round - 1


def noun(run: Run) -> str:
    """Call the learners stumps or trees."""
    return "stump" if getattr(run.params, "max_depth", None) == 1 else "tree"


def _plain(run: Run, t: int) -> tuple[Step, ...]:
    return (
        Step("train", "Train", f"Train {noun(run)} {t}"),
        Step("vote", "Join", "Let it join", joined=True),
    )


def _weights(run: Run, t: int) -> tuple[Step, ...]:
    return (
        Step("train", "Train", f"Train {noun(run)} {t}"),
        Step("mistakes", "Mistakes", "Find its mistakes"),
        Step("alpha", "Learner weight", "Weigh the learner"),
        Step("weights", "New weights", "Weigh the mistakes"),
        Step("vote", "Vote", "Let it vote", joined=True),
    )


def _bags(_run: Run, t: int) -> tuple[Step, ...]:
    return (
        Step("draw", "Draw", f"Draw bag {t}"),
        Step("train", "Grow", f"Grow tree {t}"),
        Step("vote", "Vote", "Let it vote", joined=True),
        Step("oob", "Out of bag", "Ask who never saw it", joined=True),
    )


def _gradients(run: Run, t: int) -> tuple[Step, ...]:
    rate = run.params.learning_rate
    if run.data.n_classes > 2:
        k = run.data.n_classes
        return (
            Step("residuals", "Residuals", f"Take the residuals ({k} columns)"),
            Step("train", "Trees", f"Fit {k} {noun(run)}s"),
            Step("leaves", "Leaf values", "Set the leaf values"),
            Step("vote", "Add", "Add them", joined=True),
        )
    middle = Step("shrink", "Shrink", f"Shrink it by {rate:.2f}")
    if run.data.n_classes:
        middle = Step("leaves", "Leaf values", "Set the leaf values")
    return (
        Step("residuals", "Residuals", "Take the residuals"),
        Step("train", noun(run).capitalize(), f"Fit {noun(run)} {t}"),
        middle,
        Step("vote", "Add", "Add it", joined=True),
    )


def _second_order(run: Run, _t: int) -> tuple[Step, ...]:
    add = "Add them" if run.data.n_classes > 2 else "Add it"
    return (
        Step("gradients", "g and h", "Compute g and h"),
        Step("train", "Gain", "Search the gain"),
        Step("prune", "Prune", "Prune by γ"),
        Step("leaves", "Leaf values", "Set the leaf values"),
        Step("vote", "Add", add, joined=True),
    )


def _splits(run: Run, t: int) -> tuple[Step, ...]:
    node = changed_node(run, t)
    if _is_pruned(run, t):
        return (Step("prune", "Prune", f"Cut below node {node}", joined=True),)
    return (
        Step("search", "Search", "Search the splits"),
        Step("split", "Split", f"Split node {node}", joined=True),
    )


def changed_node(run: Run, t: int) -> int:
    """Find the node that round t of a growing tree split, or of a shrinking one cut below."""
    now = run.round(t).learners[0]
    assert isinstance(now, Tree)
    if t == 1:
        return 0
    before = run.round(t - 1).learners[0]
    assert isinstance(before, Tree)
    larger, smaller = (now, before) if len(now) > len(before) else (before, now)
    shared = min(len(now), len(before))
    return int(np.flatnonzero(larger.feature[:shared] != smaller.feature[:shared])[0])


def _is_pruned(run: Run, t: int) -> bool:
    if t == 1:
        return False
    before, now = run.round(t - 1).learners[0], run.round(t).learners[0]
    return isinstance(before, Tree) and isinstance(now, Tree) and len(now) < len(before)


_STORIES: dict[str, Callable[[Run, int], tuple[Step, ...]]] = {
    "plain": _plain,
    "weights": _weights,
    "bags": _bags,
    "gradients": _gradients,
    "second-order": _second_order,
    "splits": _splits,
}
