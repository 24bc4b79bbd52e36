"""The columns of the table of points."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import FloatArray
from ensemble_viz.engine.ensembles import decide
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.steps import bag_name, many_of, one_of
from ensemble_viz.scene.stories.columns import said_column, vote_column
from ensemble_viz.scene.tables import Column, number_column, times
from ensemble_viz.scene.together import out_of_bag_shares

MOST_BAG_VOTES = 5_000_000  # votes of unseen trees are counted only for fewer points times rounds


def columns(stage: Stage) -> Iterator[Column]:
    """List what this round computes at each point."""
    if stage.record is None:
        return
    t = stage.round
    if stage.draws is not None:
        bag = f"{bag_name(stage.run)} {t}"
        words, now = f"How often {bag} has the point.", stage.key == "draw"
        yield Column("draws", bag, words, "draws", stage.draws, times, now=now)
    yield said_column(stage, f"{one_of(stage.run)} {t}", f"What {one_of(stage.run)} {t} says.")
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
    winner = np.where(voters > 0, decide(shares, stage.data.n_classes), -1)
    whole = getattr(stage.run.params, "vote", "soft") == "hard"
    count = np.rint(shares.max(axis=1) * voters).astype(np.int64) if whole else None
    wrong = (winner >= 0) & (winner != stage.data.target)
    now = stage.key == ("oob" if key == "unseen" else "vote")
    return vote_column(stage, key, title, words, winner, missed=wrong, count=count, now=now)
