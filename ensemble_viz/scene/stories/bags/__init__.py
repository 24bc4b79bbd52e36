"""Bags, samples and drawn axes: many learners, and a vote."""

from ensemble_viz.scene.stories.story import Story
from ensemble_viz.scene.trees.hints import along

STORY = Story(
    taught=2,
    has_marks=True,
    draws_bags=True,
    tree_hint=along,
)
