"""One tree, split by split."""

from ensemble_viz.scene.stories.story import Story

STORY = Story(
    taught=1,
    grows_one_tree=True,
    first_action="Search the splits",
)
