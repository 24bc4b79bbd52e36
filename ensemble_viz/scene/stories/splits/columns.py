"""The columns of the table of points."""

from collections.abc import Iterator

from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.stories.columns import leaf_column, said_column
from ensemble_viz.scene.tables import Column


def columns(stage: Stage) -> Iterator[Column]:
    """List what this round computes at each point."""
    if stage.record is None:
        return
    yield leaf_column(stage.standing)
    yield said_column(stage.standing, "tree", "What the tree says.")
