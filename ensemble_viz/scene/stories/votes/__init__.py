"""Voting: members of many kinds, and what they say together."""

from ensemble_viz.engine.runs import Run
from ensemble_viz.scene.moment.steps import Step
from ensemble_viz.scene.stories.story import Story

STORY = Story(
    taught=6,
    mixes_learners=True,
    weighs_learners=True,
    counts_votes=True,
    importance="then their mean by weight",
    first_action="Train the next member",
)


def steps(run: Run, _t: int) -> tuple[Step, ...]:
    """List the steps of round t."""
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
