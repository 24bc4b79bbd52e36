"""The columns of the table of points."""

from collections.abc import Iterator

from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.stories.columns import said_column
from ensemble_viz.scene.tables import Column
from ensemble_viz.scene.words.numbers import subscript


def columns(stage: Stage) -> Iterator[Column]:
    """List what this round computes at each point."""
    if stage.record is not None:
        yield said_column(stage, f"h{subscript(stage.round)}", "What this round's learner says.")
