"""The columns of the table of points: who, what this round computes, where."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import FloatArray
from ensemble_viz.engine.ensembles import decide
from ensemble_viz.scene.column import (
    Column,
    known,
    number_column,
    number_columns,
    region_name,
    signed_sum,
    times,
    whole,
)
from ensemble_viz.scene.members import (
    below,
    beside,
    is_blender,
    said_out_of_fold,
    said_when_asked,
)
from ensemble_viz.scene.names import axis_name, leaf_numbers
from ensemble_viz.scene.numbers import fixed, shortest, signed, subscript
from ensemble_viz.scene.stage import Stage
from ensemble_viz.scene.steps import bag_name, many_of, one_of
from ensemble_viz.scene.together import out_of_bag_shares

MOST_BAG_VOTES = 5_000_000  # votes of unseen trees are counted only for fewer points times rounds


def columns(stage: Stage) -> tuple[Column, ...]:
    """List the columns of the moment: who, what this round computes, where."""
    stories = {
        "weights": _weights,
        "bags": _bags,
        "gradients": _gradients,
        "second-order": _second_order,
        "splits": _splits,
        "votes": _votes,
        "folds": _folds,
    }
    made = [_point(stage), _answer(stage)]
    if stage.run.method.story != "weights" and stage.data.weight is not None:
        words = "The weight given to the point, as a share of all."
        made.append(number_column(stage, "weight", "weight", words, stage.data.distribution))
    made += stories.get(stage.run.method.story, _plain)(stage)
    return (*made, *_places(stage))


# --- who and where ----------------------------------------------------------------------------


def _point(stage: Stage) -> Column:
    rows = np.arange(1, len(stage.data) + 1)
    words = "The number of the point."
    return Column("point", "point", words, "point", rows, whole, given=True)


def _answer(stage: Stage) -> Column:
    if stage.data.classes is None:
        words = "The value that is to be learned."
        value = stage.data.target.astype(np.float64)
        return Column("target", "y", words, "number", value, fixed, given=True)
    words, names = "The class that is to be learned.", stage.data.classes
    return Column("target", "class", words, "class", stage.data.target, whole, names, given=True)


def _places(stage: Stage) -> Iterator[Column]:
    for axis in range(stage.data.dimension):
        name = axis_name(stage.data, axis)
        key, words, x = f"x{axis + 1}", f"The coordinate {name}.", stage.data.points[:, axis]
        yield Column(key, name, words, "number", x, fixed, given=True)


# --- stories ----------------------------------------------------------------------------------


def _weights(stage: Stage) -> Iterator[Column]:
    t = max(stage.round, 1)
    now, later = subscript(t), subscript(t + 1)
    weight = stage.record.sample_weight if stage.record else stage.weight
    yield number_column(stage, "weight", f"D{now}", f"The weight in round {t}.", weight)
    if stage.record is None:
        return
    after = stage.record.next_weight if stage.reached("weights") else None
    key, words = "next weight", f"The weight in round {t + 1}."
    yield number_column(stage, key, f"D{later}", words, after, now=stage.key == "weights")
    found = stage.reached("mistakes")
    yield _vote(
        stage, "learner", f"h{now}", f"What learner {t} says; a ring where it is wrong.",
        None if stage.answer is None else decide(stage.answer, stage.data.n_classes),
        missed=stage.missed_by_learner if found else None,
    )  # fmt: skip
    yield from _sums_of_votes(stage)


def _sums_of_votes(stage: Stage) -> Iterator[Column]:
    """List the weighted votes; of more than two classes in a column each."""
    name, now, score = f"F{subscript(stage.joined)}", stage.key == "vote", stage.score
    if score is None or score.ndim == 1:
        wins = (stage.data.classes or ("",))[-1]
        words = f"The weighted votes so far, added up: above 0 for {wins}."
        value = known(stage, score)
        yield Column("score", name, words, "number", value, signed_sum, now=now)
        return
    for k, label in enumerate(stage.data.classes or ()):
        words = f"The sum of the weighted votes for {label} so far."
        title = f"{name} {label}"
        yield Column(f"score {k + 1}", title, words, "number", score[:, k], signed_sum, now=now)


def _bags(stage: Stage) -> Iterator[Column]:
    if stage.record is None:
        return
    t = stage.round
    if stage.draws is not None:
        bag = f"{bag_name(stage.run)} {t}"
        words, now = f"How often {bag} has the point.", stage.key == "draw"
        yield Column("draws", bag, words, "draws", stage.draws, times, now=now)
    yield _said(stage, f"{one_of(stage.run)} {t}", f"What {one_of(stage.run)} {t} says.")
    if stage.joined:
        yield _together(stage)
        if stage.joined * len(stage.data) <= MOST_BAG_VOTES and stage.draws is not None:
            yield _unseen(stage)


def _gradients(stage: Stage) -> Iterator[Column]:
    rest = Column(
        "residual", "r", "What the tree is fitted to.", "number", known(stage, stage.residual),
        signed, now=stage.key == "residuals",
    )  # fmt: skip
    yield from _sum_by_sum(stage, (rest,), "γ")


def _second_order(stage: Stage) -> Iterator[Column]:
    now = stage.key == "gradients"
    slope = None if stage.residual is None else 0.0 - stage.residual
    words = "The slope of the loss at the sum so far."
    columns = (
        Column("gradient", "g", words, "number", known(stage, slope), signed, now=now),
        number_column(stage, "hessian", "h", "Its curvature there.", stage.hessian, now=now),
    )
    yield from _sum_by_sum(stage, columns, "w")


def _sum_by_sum(stage: Stage, rest: tuple[Column, ...], letter: str) -> Iterator[Column]:
    """List the sum so far, what it leaves over, the step and the next sum."""
    if stage.record is None:
        return
    t, which = stage.round, stage.which
    before, after = (
        score if score is None or score.ndim == 1 else score[:, which]
        for score in (stage.run.score(t - 1), stage.run.score(t) if stage.is_joined else None)
    )
    yield number_column(stage, "before", f"F{subscript(t - 1)}", "The sum so far.", before)
    yield from rest
    yield _leaf(stage)
    value = stage.answer if stage.values_are_known else None
    yield Column(
        "leaf value", letter, "What the leaf answers.", "number", known(stage, value), signed,
        now=stage.key in ("train", "leaves") and value is not None,
    )  # fmt: skip
    words, now = "The sum with this round's tree.", stage.key == "vote"
    yield number_column(stage, "after", f"F{subscript(t)}", words, after, now=now)


def _splits(stage: Stage) -> Iterator[Column]:
    if stage.record is None:
        return
    yield _leaf(stage.standing)
    yield _said(stage.standing, "tree", "What the tree says.")


def _votes(stage: Stage) -> Iterator[Column]:
    if stage.record is None:
        return
    t = stage.round
    yield _said(stage, f"member {t}", f"What member {t} says.")
    if stage.joined and stage.score is not None:
        title, now = f"all {stage.joined}", stage.key == "vote"
        if stage.data.classes is None:
            words = "The mean of the members so far, by their weights."
            yield number_column(stage, "all", title, words, stage.score, now=now)
            return
        voted = decide(stage.score, stage.data.n_classes)
        words, wrong = "What the members say together.", voted != stage.data.target
        yield _vote(stage, "all", title, words, voted, missed=wrong, now=now)


def _folds(stage: Stage) -> Iterator[Column]:
    record, t = stage.record, stage.round
    if record is None:
        return
    if record.fold is not None:
        part = np.where(record.fold >= 0, record.fold, np.nan)
        now = stage.key.startswith("hold")
        yield Column("fold", "fold", "The part the point is in.", "number", part, shortest, now=now)
    blends = is_blender(stage.run, t)
    who = "blender" if blends else f"member {t}"
    yield _said(stage, who, f"What the {who} of this step says.")
    for k in below(stage.run, t):
        yield from _out_of_fold(stage, k)
    for k in below(stage.run, t):
        yield from _when_asked(stage, k)
    for k in range(beside(stage.run, t)[0], t + (not blends)):
        yield from _out_of_fold(stage, k)


def _out_of_fold(stage: Stage, t: int) -> Iterator[Column]:
    """List z, what a member said of points it had not seen: what the next layer learns from."""
    found = said_out_of_fold(stage, t)
    if found is not None:
        words = f"What member {t} said of the point without having seen it"
        now = t == stage.round and stage.key.startswith(("predict", "refit"))
        yield from number_columns(stage, (f"z{t}", f"z{subscript(t)}", words), found, now)


def _when_asked(stage: Stage, t: int) -> Iterator[Column]:
    """List ẑ, what a member says when the stack is asked: what the next layer answers to."""
    words = f"What member {t} says when the stack is asked"
    if stage.run.params.split != "hold-out":
        words = f"{words}, trained on all points"
    said = said_when_asked(stage, t)
    yield from number_columns(stage, (f"asked z{t}", f"ẑ{subscript(t)}", words), said, False)


def _plain(stage: Stage) -> Iterator[Column]:
    if stage.record is not None:
        yield _said(stage, f"h{subscript(stage.round)}", "What this round's learner says.")


# --- columns of some kinds --------------------------------------------------------------------


def _leaf(stage: Stage) -> Column:
    """Say in which leaf each point is."""
    tree = stage.tree
    region = None if tree is None else leaf_numbers(tree)[tree.apply(stage.data.points)]
    words = "The leaf the point falls into, counted from the left."
    return Column("leaf", "leaf", words, "leaf", known(stage, region), region_name)


def _said(stage: Stage, title: str, words: str) -> Column:
    """Say what this round's learner answers: a class or a value."""
    if stage.data.classes is None:
        return number_column(stage, "learner", title, words, stage.answer, now=stage.key == "train")
    voted = None if stage.answer is None else decide(stage.answer, stage.data.n_classes)
    return _vote(stage, "learner", title, words, voted, missed=stage.missed_by_learner)


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
    return _vote(stage, key, title, words, winner, missed=wrong, count=count, now=now)


def _vote(
    stage: Stage, key: str, title: str, words: str, voted: NDArray[Any] | None, **parts: Any
) -> Column:
    value = np.full(len(stage.data), -1) if voted is None else voted
    names = stage.data.classes or ()
    return Column(key, title, words, "vote", value, whole, names, **parts)
