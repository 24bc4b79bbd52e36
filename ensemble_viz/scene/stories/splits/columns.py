"""The columns of the table of points."""

from collections.abc import Iterator

from ensemble_viz.scene.column import Column
from ensemble_viz.scene.stage import Stage
from ensemble_viz.scene.stories.columns import leaf_column, said_column


def columns(stage: Stage) -> Iterator[Column]:
    """List what this round computes at each point."""
    if stage.record is None:
        return
    yield leaf_column(stage.standing)
    yield said_column(stage.standing, "tree", "What the tree says.")
