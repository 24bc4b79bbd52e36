"""The steps of a round, and the words on the button that takes them."""

from ensemble_viz.engine.runs import Run
from ensemble_viz.scene.moment.steps import Step, noun


def steps(run: Run, t: int) -> tuple[Step, ...]:
    """List the steps of round t."""
    return (
        Step("train", "Train", f"Train {noun(run)} {t}"),
        Step("vote", "Join", "Let it join", joined=True),
    )
