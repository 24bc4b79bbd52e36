"""A stack at a point: its fold, what was said while it was held out, and the blender's answer."""

from collections.abc import Iterator

import numpy as np

from ensemble_viz.engine.data import FloatArray
from ensemble_viz.scene.learners.members import (
    answers_out_of_fold,
    answers_when_asked,
    below,
    beside,
    in_focus,
    is_blender,
    member_text,
    passed_on,
)
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.table import Column, answer_column, number_columns
from ensemble_viz.scene.telling import CardRow, Content, Spot
from ensemble_viz.scene.words import class_name, fixed, shortest, subscript


def content(spot: Spot) -> Content:
    stage, rows = spot.stage, []
    if stage.record is None:
        return Content(())
    fold, run, t = stage.record.fold, stage.run, stage.round
    if spot.row is not None and fold is not None and fold[spot.row] >= 0:
        rows.append(CardRow(_part(spot), str(int(fold[spot.row])), stage.key.startswith("hold")))
    rows += _both(spot, below(run, t))
    for k in range(beside(run, t)[0], stage.joined + 1):
        if not is_blender(run, k):
            rows += _held(spot, k) or [_asked(spot, k)]
    if stage.learner is not None and not is_blender(run, t):
        rows.append(_asked(spot, t) if stage.is_joined else _now(spot))
    return Content((*rows, *_result(spot)))


def _part(spot: Spot) -> str:
    return "part" if spot.stage.run.params.split == "hold-out" else "fold"


def _both(spot: Spot, members: range) -> list[CardRow]:
    """Write what the layer below said, z, and says, ẑ: the one is learned from, the other asked."""
    if not members:
        return []
    stage, now = spot.stage, "when asked" if _part(spot) == "part" else "trained on all"
    what = f"p({class_name(stage.data, 1)})" if stage.data.n_classes == 2 else ""
    rows = [CardRow(f"z held out, ẑ {now}", what)]
    for k in members:
        held, said = _out_of_fold(spot, k), f"ẑ{subscript(k)} {_brief(spot, spot.answer(k, -1))}"
        z = "" if held is None else f"z{subscript(k)} {_brief(spot, held)} · "
        rows.append(CardRow(f"h{_short(spot, k)}", z + said))
    return rows


def _brief(spot: Spot, answer: FloatArray) -> str:
    """Write the number that the next layer sees; of many classes the one that is named."""
    data = spot.stage.data
    if data.n_classes == 2:
        return fixed(float(answer[1]))
    if not data.n_classes:
        return fixed(float(answer))
    k = int(answer.argmax())
    return f"{class_name(data, k)} {fixed(float(answer[k]))}"


def _out_of_fold(spot: Spot, t: int) -> FloatArray | None:
    """Find what a member said of the point while it was held out, where it was."""
    record = spot.stage.run.round(t)
    if spot.row is None or record.out_rows is None or record.out_of_fold is None:
        return None
    place = np.flatnonzero(record.out_rows == spot.row)
    return np.asarray(record.out_of_fold[place[0]]) if len(place) else None


def _held(spot: Spot, t: int) -> list[CardRow]:
    """Write z, what a member said of the point while it was held out, where it was."""
    held = _out_of_fold(spot, t)
    if held is None:
        return []
    said = passed_on(spot.stage, held)
    return [CardRow(f"z{_short(spot, t)}, held out", said, t == spot.stage.round)]


def _asked(spot: Spot, t: int) -> CardRow:
    """Write ẑ, what a member says when the stack is asked."""
    stage = spot.stage
    who = _short(spot, t)
    if stage.run.params.split != "hold-out":
        who += ", trained on all"
    return CardRow(f"ẑ{who}", passed_on(stage, spot.answer(t, -1)), t == stage.round)


def _now(spot: Spot) -> CardRow:
    stage = spot.stage
    seen, answer = in_focus(stage), spot.answer(stage.round, stage.which)
    if seen is not None and seen.held_out:
        answer = seen.learner.answer(seen.inputs)[0]
    return CardRow(f"h{_short(spot, stage.round)} now says", passed_on(stage, answer), now=True)


def _short(spot: Spot, t: int) -> str:
    """Call a member by its number and its kind: its settings stand elsewhere."""
    return f"{subscript(t)}, {member_text(spot.stage.run, t).partition('(')[0]}"


def _result(spot: Spot) -> tuple[CardRow, ...]:
    """Write what the whole stack answers, once it does."""
    stage, score = spot.stage, spot.score(spot.stage.joined)
    if score is None:
        return ()
    answer = score if stage.data.n_classes else score[0]
    return (CardRow("the blender says", passed_on(stage, answer), True, rule=True),)


def columns(stage: Stage) -> Iterator[Column]:
    record, t = stage.record, stage.round
    if record is None:
        return
    if record.fold is not None:
        part = np.where(record.fold >= 0, record.fold, np.nan)
        now = stage.key.startswith("hold")
        yield Column("fold", "fold", "The part the point is in.", "number", part, shortest, now=now)
    blends = is_blender(stage.run, t)
    who = "blender" if blends else f"member {t}"
    yield answer_column(stage, who, f"What the {who} of this step says.")
    for k in below(stage.run, t):
        yield from _column_out_of_fold(stage, k)
    for k in below(stage.run, t):
        yield from _when_asked(stage, k)
    for k in range(beside(stage.run, t)[0], t + (not blends)):
        yield from _column_out_of_fold(stage, k)


def _column_out_of_fold(stage: Stage, t: int) -> Iterator[Column]:
    """List z, what a member said of points it had not seen: what the next layer learns from."""
    found = answers_out_of_fold(stage, t)
    if found is not None:
        words = f"What member {t} said of the point without having seen it"
        now = t == stage.round and stage.key.startswith(("predict", "refit"))
        yield from number_columns(stage, (f"z{t}", f"z{subscript(t)}", words), found, now)


def _when_asked(stage: Stage, t: int) -> Iterator[Column]:
    """List ẑ, what a member says when the stack is asked: what the next layer answers to."""
    words = f"What member {t} says when the stack is asked"
    if stage.run.params.split != "hold-out":
        words = f"{words}, trained on all points"
    said = answers_when_asked(stage, t)
    yield from number_columns(stage, (f"asked z{t}", f"ẑ{subscript(t)}", words), said, False)
