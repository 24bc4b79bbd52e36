"""A method without a story of its own, at a point: what the learner says, and the score."""

from collections.abc import Iterator

from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.steps import noun
from ensemble_viz.scene.numbers import fixed, subscript
from ensemble_viz.scene.stories.columns import said_column
from ensemble_viz.scene.table import Column
from ensemble_viz.scene.telling import CardRow, Content, Spot


def content(spot: Spot) -> Content:
    """List the answer of this round's learner and the score."""
    stage, rows = spot.stage, []
    if stage.learner_is_known and stage.data.n_classes:
        says = (stage.data.classes or ())[spot.says(stage.round)]
        rows.append(CardRow(f"{noun(stage.run)} {stage.round} says", says, stage.key == "train"))
    score = spot.score(stage.joined)
    if score is not None and stage.joined:
        written = ", ".join(fixed(value) for value in score.tolist())
        rows.append(CardRow("score", written, stage.key == "vote"))
    return Content(tuple(rows))


def columns(stage: Stage) -> Iterator[Column]:
    """List what this round computes at each point."""
    if stage.record is not None:
        yield said_column(stage, f"h{subscript(stage.round)}", "What this round's learner says.")
