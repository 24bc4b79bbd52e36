"""A method without a story of its own, at a point: what the learner says, and the score."""

from ensemble_viz.scene.moment.steps import noun
from ensemble_viz.scene.telling import CardRow, Content, Spot
from ensemble_viz.scene.words.numbers import fixed


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
