"""A vote at a point: what the members say, how much each counts, and who wins."""

from collections.abc import Iterator

import numpy as np

from ensemble_viz.engine.ensembles import decide
from ensemble_viz.scene.learners.members import member_text, said_at, weighs
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.names import class_name
from ensemble_viz.scene.numbers import agreed, difference, fixed, shortest, shown
from ensemble_viz.scene.stories.columns import said_column, vote_column
from ensemble_viz.scene.table import Column, number_column
from ensemble_viz.scene.telling import CardRow, Content, Spot, Vote


def content(spot: Spot) -> Content:
    """List the members' answers, then what they say together."""
    stage = spot.stage
    last = stage.round if stage.learner_is_known else stage.joined
    rows = [_says(spot, t) for t in range(1, last + 1)]
    return Content(tuple(rows), _votes(spot, last), _result_rows(spot))


def _says(spot: Spot, t: int) -> CardRow:
    """Write what a member says, and how much it counts."""
    stage = spot.stage
    weight = stage.run.round(t).learner_weight
    counts = f", counts {shortest(weight)}" if weighs(stage.run) and weight is not None else ""
    now = t == stage.round and not stage.is_joined
    label = f"{member_text(stage.run, t)} says{counts}"
    return CardRow(label, said_at(stage, spot.answer(t)), now)


def _votes(spot: Spot, last: int) -> tuple[Vote, ...]:
    """Show the votes as blocks, as wide as they count."""
    stage = spot.stage
    if not stage.data.n_classes:
        return ()
    weights = [stage.run.round(t).learner_weight or 0.0 for t in range(1, last + 1)]
    widest = max(weights, default=0.0) or 1.0
    return tuple(
        Vote(class_name(stage.data, k), k, weight / widest, joined=t <= stage.joined, round=t)
        for t, weight in enumerate(weights, start=1)
        for k in (spot.says(t),)
    )


def _result_rows(spot: Spot) -> tuple[CardRow, ...]:
    """Give the shares of the votes, or the mean of the values."""
    stage, score = spot.stage, spot.score(spot.stage.joined)
    if score is None or not stage.joined:
        return ()
    data, now = stage.data, stage.key == "vote"
    if not data.n_classes:
        mean = float(score[0])
        rows = [CardRow("together", fixed(mean), now)]
        if spot.row is not None:
            rest = agreed(difference(spot.y, mean), shown(spot.y) - shown(mean), sign=True)
            rows.append(CardRow("residual, y − mean", rest))
        return tuple(rows)
    what = "mean share" if stage.run.params.vote == "soft" else "share of the votes"
    present = np.flatnonzero(score)
    rows = [CardRow(f"{what}, {class_name(data, int(k))}", fixed(float(score[k]))) for k in present]
    tied = np.count_nonzero(score == score.max()) > 1
    wins = class_name(data, int(score.argmax()))
    return (*rows, CardRow("together they say", f"{wins}, by a tie" if tied else wins, now))


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
