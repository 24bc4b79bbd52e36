"""The steps of a round, and the words on the button that takes them."""

from ensemble_viz.engine.runs import Run
from ensemble_viz.scene.moment.steps import Step


def steps(run: Run, _t: int) -> tuple[Step, ...]:
    """List the steps of round t."""
    add = "Add them" if run.data.n_classes > 2 else "Add it"
    return (
        Step("gradients", "g and h", "Compute g and h"),
        Step("train", "Gain", "Search the gain"),
        Step("prune", "Prune", "Prune by γ"),
        Step("leaves", "Leaf values", "Set the leaf values"),
        Step("vote", "Add", add, joined=True),
    )
