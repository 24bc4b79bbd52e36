"""Bags, samples and drawn axes: many learners, and a vote."""

from ensemble_viz.engine.runs import Run
from ensemble_viz.scene.joined import axes_in_words
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.steps import Step, bag_name, has_axes, has_bags, one_of
from ensemble_viz.scene.stories import Story

THROW = {False: ("Draw cuts", "Draw random cuts"), True: ("Draw a cut", "Draw a random cut")}
KEEP = {False: ("Keep the best", "Keep the best"), True: ("Keep it", "Keep the random cut")}
"""On the chip and on the button, by whether there is one cut only."""
JOIN = {False: ("Vote", "Let it vote"), True: ("Mean", "Let it answer")}
"""The same, by whether values are learned."""


def _along(stage: Stage) -> str:
    """Say along which axes the learner may look, where not along all."""
    axes = axes_in_words(stage)
    return f"along {axes} alone" if axes else ""


STORY = Story(taught=2, has_marks=True, draws_bags=True, tree_hint=_along)


def steps(run: Run, t: int) -> tuple[Step, ...]:
    drawn = _drawn(run, t)
    listed = (
        (drawn != "", Step("draw", "Draw", drawn)),
        (throws_cuts(run), Step("throw", *THROW[_throws_one(run)])),
        (True, Step("train", *_bagged(run, t))),
        (True, Step("vote", *JOIN[run.data.classes is None], joined=True)),
        (has_bags(run), Step("oob", "Out of bag", "Ask who never saw it", joined=True)),
    )
    return tuple(step for is_taken, step in listed if is_taken)


def _drawn(run: Run, t: int) -> str:
    """Say what is drawn for a tree: points, axes, both; nothing where it sees all of both."""
    axes = has_axes(run)
    if not has_bags(run):
        return f"Draw the axis of {one_of(run)} {t}" if axes else ""
    if (bag := bag_name(run)) == "portion":
        return f"Deal portion {t}"
    return f"Draw {bag} {t} and its axis" if axes else f"Draw {bag} {t}"


def _bagged(run: Run, t: int) -> tuple[str, str]:
    """Grow a tree; train anything else."""
    if throws_cuts(run):
        return KEEP[_throws_one(run)]
    chip = "Grow" if one_of(run) == "tree" else "Train"
    return chip, f"{chip} {one_of(run)} {t}"


def _throws_one(run: Run) -> bool:
    return min(getattr(run.params, "max_features", 2), run.data.dimension) == 1


def throws_cuts(run: Run) -> bool:
    """Say whether the nodes of the trees throw random cuts, and keep the best."""
    return run.method.name == "extra-trees"
