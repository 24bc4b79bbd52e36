"""A bag at a point: how often it was drawn, and the votes of all trees or of those out of bag."""

import numpy as np

from ensemble_viz.engine.data import FloatArray
from ensemble_viz.scene.moment.steps import bag_name, many_of, one_of
from ensemble_viz.scene.telling import MOST_VOTES, CardRow, Content, Spot, Vote
from ensemble_viz.scene.together import out_of_bag_shares
from ensemble_viz.scene.words.names import class_name
from ensemble_viz.scene.words.numbers import agreed, counted, difference, fixed, shown


def content(spot: Spot) -> Content:
    """List the draws, the tree's answer, and the vote."""
    stage, rows = spot.stage, []
    if spot.row is not None and stage.draws is not None:
        times = int(stage.draws[spot.row])
        name = bag_name(stage.run)
        label = f"{'dealt to' if name == 'portion' else 'drawn for'} {name} {stage.round}"
        rows.append(CardRow(label, f"×{times}" if times else "never", stage.key == "draw"))
    if stage.learner_is_known:
        now = stage.key == "train"
        rows.append(
            CardRow(f"{one_of(stage.run)} {stage.round} says", _answer(spot, stage.round), now)
        )
    votes = _votes(spot) if stage.data.n_classes else ()
    earlier = votes[0].round - 1 if votes else 0
    return Content(tuple(rows), votes, _result_rows(spot), earlier)


def _answer(spot: Spot, t: int) -> str:
    """Write what the tree of a round says: a class, or a value."""
    if spot.stage.data.n_classes:
        return class_name(spot.stage.data, spot.says(t))
    return fixed(float(spot.answer(t)))


def _votes(spot: Spot) -> tuple[Vote, ...]:
    """Show what the latest trees say here; out of bag those that saw the point do not count."""
    stage = spot.stage
    last = stage.round if stage.learner_is_known else stage.joined
    rounds = range(max(1, last - MOST_VOTES + 1), last + 1)
    return tuple(
        Vote(
            text=class_name(stage.data, k),
            k=k,
            width=1.0,
            counts=not (stage.key == "oob" and _saw(spot, t)),
            joined=t <= stage.joined,
            round=t,
        )
        for t in rounds
        for k in (spot.says(t),)
    )


def _saw(spot: Spot, t: int) -> bool:
    """Say whether the point was in the bag of a round."""
    drawn = spot.stage.run.round(t).in_bag
    return spot.row is not None and drawn is not None and bool(drawn[spot.row])


def _result_rows(spot: Spot) -> tuple[CardRow, ...]:
    """Count the votes of all trees; out of bag those of the trees that never saw the point."""
    stage, t = spot.stage, spot.stage.joined
    score = spot.score(t)
    if t == 0 or score is None:
        return ()
    rows = []
    if stage.key == "oob" and spot.row is not None:
        shares, voters = out_of_bag_shares(stage, t)
        rows.append(_out_of_bag_row(spot, shares[spot.row], int(voters[spot.row])))
    trees = {1: f"{one_of(stage.run)} 1 alone", 2: f"both {many_of(stage.run)}"}.get(
        t, f"all {t} {many_of(stage.run)}"
    )
    now = stage.key == "vote"
    if stage.data.n_classes:
        rows.append(CardRow(trees, tally(spot, score, t), now))
        return tuple(rows)
    mean = float(score[0])
    rows.append(CardRow(f"mean of {trees}" if t > 1 else trees, fixed(mean), now))
    if spot.row is not None:
        rest = agreed(difference(spot.y, mean), shown(spot.y) - shown(mean), sign=True)
        rows.append(CardRow("residual, y − mean", rest))
    return tuple(rows)


def _out_of_bag_row(spot: Spot, share: FloatArray, voters: int) -> CardRow:
    """Say what the trees that never saw the point say."""
    if not voters:
        return CardRow("never saw it", "–", now=True)
    who = f"never saw it: {counted(voters, one_of(spot.stage.run))}"
    if spot.stage.data.n_classes:
        return CardRow(who, tally(spot, share, voters), now=True)
    return CardRow(who, fixed(float(share[0])), now=True)


def tally(spot: Spot, share: FloatArray, trees: int) -> str:
    """Count the votes, or write the mean shares, and name the winner: 6 A · 5 B → A."""
    data, soft = spot.stage.data, spot.stage.run.params.vote == "soft"
    parts = []
    for k in np.flatnonzero(share):
        name = class_name(data, int(k))
        votes = f"{fixed(float(share[k]))} {name}" if soft else f"{round(share[k] * trees)} {name}"
        parts.append(votes)
    tied = np.count_nonzero(share == share.max()) > 1
    wins = class_name(data, int(share.argmax()))
    return f"{' · '.join(parts)} → {wins}{', by a tie' if tied else ''}"
