"""What is said before the first round."""

from ensemble_viz.scene.numbers import counted
from ensemble_viz.scene.stage import Stage
from ensemble_viz.scene.steps import noun
from ensemble_viz.scene.stories.said import Said


def said(stage: Stage) -> Said:
    """Say where the run begins."""
    return Said(f"{counted(len(stage.data), 'point')} and no {noun(stage.run)} yet")
