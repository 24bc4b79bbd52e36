"""AdaBoost: weights of points, raised where a learner misses."""

from ensemble_viz.scene.stories.story import Story
from ensemble_viz.scene.trees.hints import weighted

STORY = Story(
    taught=3,
    weighs_points=True,
    weighs_learners=True,
    first_column=("weight", "heaviest first"),
    importance="each counted by its α",
    has_scale=True,
    tree_hint=weighted,
)
