"""Gradient boosting: residuals, a tree that is fitted to them, a step."""

from ensemble_viz.engine.runs import Run
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.steps import Step, noun
from ensemble_viz.scene.stories import Story
from ensemble_viz.scene.words import capital, rate_text


def _hint(_stage: Stage) -> str:
    return "fitted to r"


STORY = Story(
    taught=4,
    first_column=("residual", "largest r first"),
    first_action="Take the residuals",
    has_scale=True,
    tree_hint=_hint,
)


def steps(run: Run, t: int) -> tuple[Step, ...]:
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
    if rate >= 1.0:
        middle = Step("shrink", "Keep", "Keep it whole")
        if rate > 1.0:
            middle = Step("shrink", "Stretch", f"Stretch it by {rate_text(rate)}")
    if run.data.n_classes:
        middle = Step("leaves", "Leaf values", "Set the leaf values")
    return (
        Step("residuals", "Residuals", "Take the residuals"),
        Step("train", capital(noun(run)), f"Fit {noun(run)} {t}"),
        middle,
        Step("vote", "Add", "Add it", joined=True),
    )
