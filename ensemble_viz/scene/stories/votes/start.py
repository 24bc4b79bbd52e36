"""What is said before the first round."""

from ensemble_viz.scene.learners.members import texts
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.telling import Said
from ensemble_viz.scene.words.numbers import counted


def said(stage: Stage) -> Said:
    """Say where the run begins."""
    names = ", ".join(texts(stage.run))
    headline = f"{counted(len(stage.data), 'point')} and no member yet"
    what = "vote" if stage.data.n_classes else "are averaged"
    return Said(headline, f"These learn from all points, one a round, and {what}: {names}.")
