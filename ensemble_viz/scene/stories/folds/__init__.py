"""Stacking: what members say of points held out, and who learns from it."""

from ensemble_viz.scene.stories.story import Story

STORY = Story(
    taught=7,
    holds_out=True,
    mixes_learners=True,
)
