"""The columns of the table of points."""

from collections.abc import Iterator

from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.stories.columns import sum_by_sum
from ensemble_viz.scene.tables import Column, known, number_column
from ensemble_viz.scene.words.numbers import signed


def columns(stage: Stage) -> Iterator[Column]:
    """List what this round computes at each point."""
    now = stage.key == "gradients"
    slope = None if stage.residual is None else 0.0 - stage.residual
    words = "The slope of the loss at the sum so far."
    columns = (
        Column("gradient", "g", words, "number", known(stage, slope), signed, now=now),
        number_column(stage, "hessian", "h", "Its curvature there.", stage.hessian, now=now),
    )
    yield from sum_by_sum(stage, columns, "w")
