"""Stacking: what members say of points held out, and who learns from it."""

from ensemble_viz.scene.stories.folds.steps import BLENDER_STEPS, FOLD_STEPS
from ensemble_viz.scene.stories.story import Story

STORY = Story(
    taught=7,
    holds_out=True,
    mixes_learners=True,
    steps_of_part=len(FOLD_STEPS),
    last_actions=tuple(step.action for step in BLENDER_STEPS),
)
