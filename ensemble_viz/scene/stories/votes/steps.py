"""The steps of a round, and the words on the button that takes them."""

from ensemble_viz.engine.runs import Run
from ensemble_viz.scene.moment.steps import Step


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
