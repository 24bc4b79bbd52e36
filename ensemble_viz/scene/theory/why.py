"""Where a question arises: which demonstrations answer it."""

from functools import cache

from ensemble_viz.engine import theory
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.stories import story_of
from ensemble_viz.scene.theory.shown import words_of

STEPS = {
    # what a step computes, by the names of the trace and of settings
    "draw": ("in_bag", "features"),
    "throw": ("tried", "threshold"),
    "search": ("criterion", "threshold"),
    "split": ("nodes", "criterion"),
    "train": ("threshold", "criterion"),
    "mistakes": ("error", "train_error"),
    "alpha": ("learner_weight", "exp_loss"),
    "weights": ("next_weight",),
    "residuals": ("target", "loss"),
    "gradients": ("loss",),
    "leaves": ("target",),
    "shrink": ("learning_rate",),
    "prune": ("prune",),
    "oob": ("oob_error", "in_bag"),
    "hold": ("fold",),
    "predict": ("fold",),
    "refit": ("fold",),
}
AT_THE_START = ("train_error", "test_error")


@cache
def _beside() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for name in theory.names():
        words = words_of(name)
        for place in words.beside if words is not None else ():
            found[place] = (*found.get(place, ()), name)
    return found


def beside(place: str) -> tuple[str, ...]:
    """Name the demonstrations that belong beside a name of the trace, a figure or a setting."""
    return _beside().get(place, ())


def of_step(stage: Stage) -> tuple[str, ...]:
    """Name those that answer the question of a moment, the first the nearest."""
    found = [name for place in _places(stage) for name in beside(place)]
    return tuple(dict.fromkeys(found))


def _places(stage: Stage) -> tuple[str, ...]:
    if stage.step is None:
        return AT_THE_START
    key = stage.step.key.partition("-")[0]
    return STEPS[key] if key in STEPS else _of_votes(stage)


def _of_votes(stage: Stage) -> tuple[str, ...]:
    """Say what is asked when a learner joins the others."""
    story = story_of(stage.run)
    if story.weighs_points:
        return "min_margin", "score", "exp_loss"
    if stage.run.method.goes_downhill:
        return "learning_rate", "train_error"
    if story.draws_bags:
        return "vote", "disagreement", "correlation", "importance", "test_error"
    return "vote", "disagreement"
