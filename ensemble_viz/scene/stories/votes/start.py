"""What is said before the first round."""

from ensemble_viz.scene.members import texts
from ensemble_viz.scene.numbers import counted
from ensemble_viz.scene.stage import Stage
from ensemble_viz.scene.stories.said import Said


def said(stage: Stage) -> Said:
    """Say where the run begins."""
    names = ", ".join(texts(stage.run))
    headline = f"{counted(len(stage.data), 'point')} and no member yet"
    what = "vote" if stage.data.n_classes else "are averaged"
    return Said(headline, f"These learn from all points, one a round, and {what}: {names}.")
