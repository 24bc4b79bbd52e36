"""A method without a story of its own: it trains, and the learner joins."""

from ensemble_viz.scene.stories.story import Story

STORY = Story(taught=8)
