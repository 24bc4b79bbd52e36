"""What is said before the first round."""

from ensemble_viz.scene.numbers import counted
from ensemble_viz.scene.stage import Stage
from ensemble_viz.scene.stories.said import Said
from ensemble_viz.scene.stories.splits.captions import impurity_name


def said(stage: Stage) -> Said:
    """Say where the run begins."""
    return Said(
        f"{counted(len(stage.data), 'point')} in a single leaf",
        "Each split is the cut with the highest gain ratio."
        if stage.criterion == "gain-ratio"
        else f"Each split is the one that lowers the {impurity_name(stage)} most.",
    )
