"""Gradient boosting: residuals, a tree that is fitted to them, a step."""

from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.stories.story import Story


def _hint(_stage: Stage) -> str:
    return "fitted to r"


STORY = Story(
    taught=4,
    first_column=("residual", "largest r first"),
    first_action="Take the residuals",
    has_scale=True,
    tree_hint=_hint,
)
