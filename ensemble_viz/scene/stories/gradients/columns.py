"""The columns of the table of points."""

from collections.abc import Iterator

from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.stories.columns import sum_by_sum
from ensemble_viz.scene.tables import Column, known
from ensemble_viz.scene.words.numbers import signed


def columns(stage: Stage) -> Iterator[Column]:
    """List what this round computes at each point."""
    rest = Column(
        "residual", "r", "What the tree is fitted to.", "number", known(stage, stage.residual),
        signed, now=stage.key == "residuals",
    )  # fmt: skip
    yield from sum_by_sum(stage, (rest,), "γ")
