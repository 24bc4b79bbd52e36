"""A bag at a point: how often it was drawn, who votes for what; and its cuts in the plane."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import FloatArray
from ensemble_viz.engine.ensembles import decide
from ensemble_viz.scene.joined import out_of_bag_shares
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.steps import bag_name, many_of, one_of
from ensemble_viz.scene.picture import Sheet, primitives
from ensemble_viz.scene.scene import Scene
from ensemble_viz.scene.table import Column, answer_column, number_column, times, vote_column
from ensemble_viz.scene.telling import CardRow, Content, Spot, Vote, winner
from ensemble_viz.scene.words import class_name, counted, fixed


def content(spot: Spot) -> Content:
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
    votes: tuple[Vote, ...] = ()
    if stage.data.n_classes:
        asked = stage.key == "oob"  # who saw the point does not count
        votes = spot.latest_votes(lambda _t: 1.0, counts=lambda t: not asked or not _saw(spot, t))
    earlier = votes[0].round - 1 if votes else 0
    return Content(tuple(rows), votes, _result_rows(spot), earlier)


def _answer(spot: Spot, t: int) -> str:
    """Write what the tree of a round says: a class, or a value."""
    if spot.stage.data.n_classes:
        return class_name(spot.stage.data, spot.says(t))
    return fixed(float(spot.answer(t)))


def _saw(spot: Spot, t: int) -> bool:
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
    return *rows, *spot.rest_rows(mean)


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
    return f"{' · '.join(parts)} → {winner(data, share)}"


MOST_BAG_VOTES = 5_000_000  # votes of unseen trees are counted only for fewer points times rounds


def columns(stage: Stage) -> Iterator[Column]:
    if stage.record is None:
        return
    t = stage.round
    if stage.draws is not None:
        bag = f"{bag_name(stage.run)} {t}"
        words, now = f"How often {bag} has the point.", stage.key == "draw"
        yield Column("draws", bag, words, "draws", stage.draws, times, now=now)
    yield answer_column(stage, f"{one_of(stage.run)} {t}", f"What {one_of(stage.run)} {t} says.")
    if stage.joined:
        yield _together(stage)
        if stage.joined * len(stage.data) <= MOST_BAG_VOTES and stage.draws is not None:
            yield _unseen(stage)


def _together(stage: Stage) -> Column:
    title, score = f"all {stage.joined}", stage.score
    assert score is not None
    now = stage.key == "vote"
    if stage.data.classes is None:
        words = f"The mean of all {many_of(stage.run)} so far."
        return number_column(stage, "all", title, words, score, now=now)
    words = "The class with most votes so far, and how many; a ring where it is wrong."
    return _counted_vote(stage, ("all", title, words), score, np.full(len(score), stage.joined))


def _unseen(stage: Stage) -> Column:
    """Say what the trees answer together that never saw a point."""
    shares, voters = out_of_bag_shares(stage, stage.joined)
    now = stage.key == "oob"
    if stage.data.classes is None:
        mean = np.where(voters > 0, shares[:, 0], np.nan)
        words = f"The mean of the {many_of(stage.run)} that never saw the point."
        return number_column(stage, "unseen", "unseen", words, mean, now=now)
    who = f"What the {many_of(stage.run)} say that never saw the point"
    words = f"{who}, and how many; a ring where it is wrong."
    return _counted_vote(stage, ("unseen", "unseen", words), shares, voters)


def _counted_vote(
    stage: Stage, called: tuple[str, str, str], shares: FloatArray, voters: NDArray[Any]
) -> Column:
    """Decide by shares, and count the votes of the winner where they are whole votes."""
    key, title, words = called
    voted = np.where(voters > 0, decide(shares, stage.data.n_classes), -1)
    whole = getattr(stage.run.params, "vote", "soft") == "hard"
    count = np.rint(shares.max(axis=1) * voters).astype(np.int64) if whole else None
    wrong = (voted >= 0) & (voted != stage.data.target)
    now = stage.key == ("oob" if key == "unseen" else "vote")
    return vote_column(stage, key, title, words, voted, missed=wrong, count=count, now=now)


HALO, THIN = 1.5, 0.5  # pixels; of the line of the cut that is kept: the others


def marks(scene: Scene, sheet: Sheet) -> Iterator[primitives.Bars]:
    """Describe random cuts, the one that is kept over the others."""
    cuts = scene.thrown
    choosing = not any(one.kept for one in cuts)
    for one in sorted(cuts, key=lambda each: each.kept):
        wide = sheet.measures.learner * (1.0 if one.kept else THIN)
        line = sheet.lines(np.array([one.line]))
        yield primitives.Bars(line, wide + 2.0 * HALO, sheet.colour("halo"), key="random cut")
        ink = sheet.colour("accent" if one.kept or choosing else "ink2")
        yield primitives.Bars(line, wide, ink, key="random cut")
