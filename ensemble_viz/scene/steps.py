"""The steps inside a round, and the words on the button that takes them.

A method tells one of a few stories: weights of points, bags, gradients, second order, splits,
votes, folds. A method that tells none trains and joins, in two steps.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ensemble_viz.document.where import Moment
from ensemble_viz.engine.runs import Run
from ensemble_viz.engine.trees import Tree
from ensemble_viz.scene.folds import fold_names, held_out, parts_named
from ensemble_viz.scene.numbers import rate_text


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
    return whole(run, moment.round - 1)


def whole(run: Run, t: int) -> Moment:
    """Stand behind the last step of a round."""
    return Moment(t, last_step(run, t))


def nearest(run: Run, moment: Moment) -> Moment:
    """Find the nearest moment that a run has."""
    t = min(moment.round, run.upto(moment.round))
    if t < moment.round:
        return whole(run, t)
    return Moment(t, min(max(moment.step, 1), last_step(run, t)) if t else 0)


def is_joined(run: Run, moment: Moment) -> bool:
    """Say whether the learner of the moment's round is part of the score."""
    return moment.round == 0 or steps(run, moment.round)[moment.step - 1].joined


def joined_rounds(run: Run, moment: Moment) -> int:
    """Count the rounds whose learners are part of the score."""
    return moment.round - (not is_joined(run, moment))


def noun(run: Run) -> str:
    """Call the learners stumps or trees; members, or by no name, where they are something else."""
    if run.method.story in ("votes", "folds"):
        return "member"
    if getattr(run.params, "base", "tree") != "tree":
        return "learner"
    return "stump" if getattr(run.params, "max_depth", None) == 1 else "tree"


def one_of(run: Run) -> str:
    """Call a learner among others: a tree, also where it is a stump; a member, a learner."""
    name = noun(run)
    return "tree" if name == "stump" else name


def many_of(run: Run) -> str:
    """Call several of them."""
    return f"{one_of(run)}s"


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


def _bags(run: Run, t: int) -> tuple[Step, ...]:
    drawn = _drawn(run, t)
    listed = (
        (drawn != "", Step("draw", "Draw", drawn)),
        (throws_cuts(run), Step("throw", "Draw cuts", "Draw random cuts")),
        (True, Step("train", *_bagged(run, t))),
        (True, Step("vote", "Vote", "Let it vote", joined=True)),
        (has_bags(run), Step("oob", "Out of bag", "Ask who never saw it", joined=True)),
    )
    return tuple(step for is_taken, step in listed if is_taken)


def has_bags(run: Run) -> bool:
    """Say whether points are drawn for the learners; every round of a run does as the first."""
    if len(run):
        return run.rounds[0].in_bag is not None
    all_seen = run.method.name == "random-subspaces" or not getattr(run.params, "bootstrap", True)
    return run.method.story == "bags" and not all_seen


def has_axes(run: Run) -> bool:
    """Say whether axes are drawn for the learners."""
    if len(run):
        return run.rounds[0].features is not None
    drawn = run.method.name in ("random-subspaces", "random-patches")
    return drawn and run.params.max_features < run.data.dimension


def throws_cuts(run: Run) -> bool:
    """Say whether the nodes of the trees throw random cuts, and keep the best."""
    return run.method.name == "extra-trees"


def _drawn(run: Run, t: int) -> str:
    """Say what is drawn for a tree: points, axes, both; nothing where it sees all of both."""
    axes = has_axes(run)
    if not has_bags(run):
        return f"Draw the axis of {one_of(run)} {t}" if axes else ""
    if (bag := bag_name(run)) == "portion":
        return f"Deal portion {t}"
    return f"Draw {bag} {t} and its axis" if axes else f"Draw {bag} {t}"


def bag_name(run: Run) -> str:
    """Call what is drawn with replacement a bag; without it is a sample, or a portion."""
    if run.method.name != "pasting":
        return "bag"
    return "portion" if run.params.disjoint else "sample"


def _bagged(run: Run, t: int) -> tuple[str, str]:
    """Grow a tree; train anything else."""
    if throws_cuts(run):
        return "Keep the best", "Keep the best"
    chip = "Grow" if one_of(run) == "tree" else "Train"
    return chip, f"{chip} {one_of(run)} {t}"


def _votes(run: Run, _t: int) -> tuple[Step, ...]:
    values = run.data.classes is None
    return (
        Step("train", "Train", "Train the next member"),
        Step(
            "collect",
            "Answer" if values else "Vote",
            f"Collect its {'answer' if values else 'vote'}",
        ),
        Step("vote", *(("Mean", "Average") if values else ("Count", "Count")), joined=True),
    )


def _folds(run: Run, t: int) -> tuple[Step, ...]:
    if run.round(t).score is not None:
        return BLENDER_STEPS
    parts = held_out(run, t)
    if run.params.split == "hold-out":
        names = parts_named(parts[0])
        return (
            Step("hold-1", "Hold out", f"Hold out {names}"),
            Step("train-1", "Train", "Train on its own part"),
            Step("predict-1", "Predict", f"Predict {names}", joined=True),
        )
    told = [
        Step(f"{key}-{k}", chip, words.format(name))
        for k, name in enumerate(fold_names(run, parts), start=1)
        for key, chip, words in FOLD_STEPS
    ]
    return (*told, Step("refit", "Train on all", "Train on all points", joined=True))


BLENDER_STEPS = (
    Step("train", "Train", "Train the final model"),
    Step("vote", "Predict", "Predict", joined=True),
)
FOLD_STEPS = (
    ("hold", "Hold out", "Hold out {}"),
    ("train", "Train", "Train on the rest"),
    ("predict", "Predict", "Predict {}"),
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
    middle = Step("shrink", "Shrink", f"Shrink it by {rate_text(rate)}")
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
    "votes": _votes,
    "folds": _folds,
}
