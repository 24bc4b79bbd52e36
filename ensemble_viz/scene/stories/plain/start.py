"""What is said before the first round."""

from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.steps import noun
from ensemble_viz.scene.telling import Said
from ensemble_viz.scene.words.numbers import counted


def said(stage: Stage) -> Said:
    """Say where the run begins."""
    return Said(f"{counted(len(stage.data), 'point')} and no {noun(stage.run)} yet")
