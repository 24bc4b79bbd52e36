"""A method without a story of its own: it trains, and the learner joins."""

from ensemble_viz.engine.runs import Run
from ensemble_viz.scene.moment.steps import Step, noun
from ensemble_viz.scene.stories.story import Story

STORY = Story(taught=8)


def steps(run: Run, t: int) -> tuple[Step, ...]:
    """List the steps of round t."""
    return (
        Step("train", "Train", f"Train {noun(run)} {t}"),
        Step("vote", "Join", "Let it join", joined=True),
    )
