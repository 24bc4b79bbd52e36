"""A stack at a point: its fold, what was said while it was held out, and the blender's answer."""

import numpy as np

from ensemble_viz.scene.cards.content import CardRow, Content
from ensemble_viz.scene.cards.spot import Spot
from ensemble_viz.scene.members import is_blender, member_text, said_at
from ensemble_viz.scene.numbers import subscript


def content(spot: Spot) -> Content:
    """List the fold of the point, then member by member what it says."""
    stage, rows = spot.stage, []
    if stage.record is None:
        return Content(())
    fold = stage.record.fold
    if spot.row is not None and fold is not None and fold[spot.row] >= 0:
        rows.append(CardRow(_part(spot), str(int(fold[spot.row])), stage.key.startswith("hold")))
    for t in range(1, stage.joined + 1):
        if not is_blender(stage.run, t):
            rows.append(_member(spot, t))
    if stage.learner is not None and not stage.is_joined:
        rows.append(_now(spot))
    return Content((*rows, *_result(spot)))


def _part(spot: Spot) -> str:
    return "part" if spot.stage.run.params.split == "hold-out" else "fold"


def _member(spot: Spot, t: int) -> CardRow:
    """Write what a member said of the point while it was held out; elsewhere what it says now."""
    stage, record = spot.stage, spot.stage.run.round(t)
    text = _short(spot, t)
    now = t == stage.round
    if spot.row is not None and record.out_rows is not None and record.out_of_fold is not None:
        place = np.flatnonzero(record.out_rows == spot.row)
        if len(place):
            said = said_at(stage, record.out_of_fold[place[0]])
            return CardRow(f"{text}, held out", said, now)
    return CardRow(f"{text} says", said_at(stage, spot.answer(t, -1)), now)


def _now(spot: Spot) -> CardRow:
    """Write what the learner of this step says."""
    stage = spot.stage
    said = said_at(stage, spot.answer(stage.round, stage.which))
    blends = is_blender(stage.run, stage.round)
    who = "the blender" if blends else f"{_short(spot, stage.round)} now"
    return CardRow(f"{who} says", said, now=True)


def _short(spot: Spot, t: int) -> str:
    """Call a member by its number and its kind: its settings stand elsewhere."""
    return f"h{subscript(t)}, {member_text(spot.stage.run, t).partition('(')[0]}"


def _result(spot: Spot) -> tuple[CardRow, ...]:
    """Write what the whole stack answers, once it does."""
    stage, score = spot.stage, spot.score(spot.stage.joined)
    if score is None:
        return ()
    answer = score if stage.data.n_classes else score[0]
    return (CardRow("the blender says", said_at(stage, answer), True, rule=True),)
