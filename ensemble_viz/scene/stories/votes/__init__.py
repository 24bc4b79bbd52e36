"""Voting: members of many kinds, and what they say together."""

from ensemble_viz.scene.stories.story import Story

STORY = Story(
    taught=6,
    mixes_learners=True,
    weighs_learners=True,
    counts_votes=True,
    importance="then their mean by weight",
    first_action="Train the next member",
)
