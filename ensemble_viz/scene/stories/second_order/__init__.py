"""Second order: slopes and curvatures, gains, values of leaves."""

from ensemble_viz.engine.runs import Run
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.steps import Step
from ensemble_viz.scene.stories import Story


def _grown(stage: Stage) -> str:
    """Say how a tree of second order is grown."""
    leaf_wise = getattr(stage.run.params, "grow", "") == "leaf-wise"
    return "by the gain, leaf by leaf" if leaf_wise else "grown by the gain"


STORY = Story(
    taught=5,
    has_curvature=True,
    letter="f",
    residual="−g",
    first_column=("gradient", "steepest first"),
    first_action="Compute g and h",
    tree_hint=_grown,
)


def steps(run: Run, _t: int) -> tuple[Step, ...]:
    add = "Add them" if run.data.n_classes > 2 else "Add it"
    return (
        Step("gradients", "g and h", "Compute g and h"),
        Step("train", "Gain", "Search the gain"),
        Step("prune", "Prune", "Prune by γ"),
        Step("leaves", "Leaf values", "Set the leaf values"),
        Step("vote", "Add", add, joined=True),
    )
