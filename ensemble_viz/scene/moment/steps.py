"""The steps inside a round, and the words on the button that takes them.

A method tells one of a few stories: weights of points, bags, gradients, second order, splits,
votes, folds. A method that tells none trains and joins, in two steps.
"""

from dataclasses import dataclass

from ensemble_viz.document.where import Moment
from ensemble_viz.engine.runs import Run
from ensemble_viz.engine.trees import Tree, changed_between
from ensemble_viz.scene.stories import part_of, story_of


@dataclass(frozen=True, slots=True)
class Step:
    key: str
    """Names the step for the captions and layers.

    With "train", "split" or "prune" the round's tree is known, with "weights" the next weights are;
    before "leaves" it is not known what the tree's leaves answer, where there is such a step.
    """
    chip: str
    """What the row of steps calls it."""
    action: str
    """What the button says that takes it."""
    joined: bool = False
    """The round's learner is part of the score from here on."""


def steps(run: Run, t: int) -> tuple[Step, ...]:
    told: tuple[Step, ...] = part_of(run).steps(run, t)
    return told


def last_step(run: Run, t: int) -> int:
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
    t = min(moment.round, run.upto(moment.round))
    if t < moment.round:
        return whole(run, t)
    return Moment(t, min(max(moment.step, 1), last_step(run, t)) if t else 0)


def is_joined(run: Run, moment: Moment) -> bool:
    """Say whether the learner of the moment's round is part of the score."""
    return moment.round == 0 or steps(run, moment.round)[moment.step - 1].joined


def noun(run: Run) -> str:
    """Call the learners stumps or trees; members, or by no name, where they are something else."""
    if story_of(run).mixes_learners:
        return "member"
    if getattr(run.params, "base", "tree") != "tree":
        return "learner"
    return "stump" if getattr(run.params, "max_depth", None) == 1 else "tree"


def one_of(run: Run) -> str:
    """Call a learner among others: a tree, also where it is a stump; a member, a learner."""
    name = noun(run)
    return "tree" if name == "stump" else name


def many_of(run: Run) -> str:
    return f"{one_of(run)}s"


def has_bags(run: Run) -> bool:
    """Say whether points are drawn for the learners; every round of a run does as the first."""
    if len(run):
        return run.rounds[0].in_bag is not None
    drawn: bool = getattr(run.params, "bootstrap", hasattr(run.params, "max_samples"))
    return story_of(run).draws_bags and drawn


def has_axes(run: Run) -> bool:
    """Say whether axes are drawn for the learners, of which any kind knows only these."""
    if len(run):
        return run.rounds[0].features is not None
    axes: int = getattr(run.params, "max_features", run.data.dimension)
    return hasattr(run.params, "base") and axes < run.data.dimension


def bag_name(run: Run) -> str:
    """Call what is drawn with replacement a bag; without it is a sample, or a portion."""
    disjoint = getattr(run.params, "disjoint", None)
    return "bag" if disjoint is None else "portion" if disjoint else "sample"


def changed_node(run: Run, t: int) -> int:
    """Find the node that round t of a growing tree split, or of a shrinking one cut below."""
    if t == 1:
        return 0
    before, now = run.round(t - 1).learners[0], run.round(t).learners[0]
    assert isinstance(before, Tree)
    assert isinstance(now, Tree)
    return changed_between(before, now)


def has_residuals(run: Run) -> bool:
    """Say whether a run on a line shows what is left over in a panel of its own."""
    return run.data.dimension == 1 and run.method.goes_downhill
