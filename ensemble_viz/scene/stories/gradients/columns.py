"""The columns of the table of points."""

from collections.abc import Iterator

from ensemble_viz.scene.column import Column, known
from ensemble_viz.scene.numbers import signed
from ensemble_viz.scene.stage import Stage
from ensemble_viz.scene.stories.columns import sum_by_sum


def columns(stage: Stage) -> Iterator[Column]:
    """List what this round computes at each point."""
    rest = Column(
        "residual", "r", "What the tree is fitted to.", "number", known(stage, stage.residual),
        signed, now=stage.key == "residuals",
    )  # fmt: skip
    yield from sum_by_sum(stage, (rest,), "γ")
