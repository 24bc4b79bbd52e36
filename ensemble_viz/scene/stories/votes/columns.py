"""The columns of the table of points."""

from collections.abc import Iterator

from ensemble_viz.engine.ensembles import decide
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.stories.columns import said_column, vote_column
from ensemble_viz.scene.tables import Column, number_column


def columns(stage: Stage) -> Iterator[Column]:
    """List what this round computes at each point."""
    if stage.record is None:
        return
    t = stage.round
    yield said_column(stage, f"member {t}", f"What member {t} says.")
    if stage.joined and stage.score is not None:
        title, now = f"all {stage.joined}", stage.key == "vote"
        if stage.data.classes is None:
            words = "The mean of the members so far, by their weights."
            yield number_column(stage, "all", title, words, stage.score, now=now)
            return
        voted = decide(stage.score, stage.data.n_classes)
        words, wrong = "What the members say together.", voted != stage.data.target
        yield vote_column(stage, "all", title, words, voted, missed=wrong, now=now)
