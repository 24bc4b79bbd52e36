"""What is said before the first round."""

from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.search.impurities import impurity_name
from ensemble_viz.scene.telling import Said
from ensemble_viz.scene.words.numbers import counted


def said(stage: Stage) -> Said:
    """Say where the run begins."""
    return Said(
        f"{counted(len(stage.data), 'point')} in a single leaf",
        "Each split is the cut with the highest gain ratio."
        if stage.criterion == "gain-ratio"
        else f"Each split is the one that lowers the {impurity_name(stage)} most.",
    )
