"""Second order: slopes and curvatures, gains, values of leaves."""

from ensemble_viz.scene.stories.story import Story
from ensemble_viz.scene.trees.hints import grown

STORY = Story(
    taught=5,
    has_curvature=True,
    letter="f",
    residual="−g",
    first_column=("gradient", "steepest first"),
    first_action="Compute g and h",
    tree_hint=grown,
)
