"""The columns of the table of points: numbers as arrays, texts made for the cells that are seen."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.dataset import FloatArray, IntArray
from ensemble_viz.engine.votes import decide
from ensemble_viz.scene.names import axis_name, leaf_numbers
from ensemble_viz.scene.numbers import fixed, number, shortest, signed, subscript
from ensemble_viz.scene.stage import Stage
from ensemble_viz.scene.together import out_of_bag_shares

Kind = Literal["point", "class", "number", "vote", "draws", "leaf"]
MISSING = "–"
SAMPLED = 32
MOST_BAG_VOTES = 5_000_000  # votes of unseen trees are counted only for fewer points times rounds


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """One column: values to sort by, and how they are written."""

    key: str
    """Names the column, the same in every round."""
    title: str
    """D₇."""
    words: str
    """What it is, in a sentence."""
    kind: Kind
    value: NDArray[Any]
    """(n,): numbers, or class numbers; NaN or −1 where there is none."""
    write: Callable[[float], str]
    names: tuple[str, ...] = ()
    """The classes, where the values are their numbers."""
    count: IntArray | None = None
    """(n,): how many votes the class has, written behind it."""
    missed: NDArray[np.bool_] | None = None
    """(n,): a ring says that the vote is wrong."""
    now: bool = False
    """It is computed in this step."""

    def text(self, row: int) -> str:
        """Write one cell."""
        value = self.value[row]
        if self.is_missing(row):
            return MISSING
        if not self.names:
            return self.write(float(value))
        name = self.names[int(value)]
        return name if self.count is None else f"{name} {self.count[row]}"

    def plain(self, row: int) -> str:
        """Write one cell for other programs: all digits, no signs of ours."""
        value = self.value[row]
        if self.is_missing(row):
            return ""
        if self.names:
            return self.names[int(value)]
        return str(int(value)) if self.kind in ("point", "draws", "leaf") else repr(float(value))

    def is_missing(self, row: int) -> bool:
        """Say whether there is nothing in this row, or nothing yet."""
        value = self.value[row]
        return bool(value < 0) if self.names else bool(np.isnan(value))

    def is_missed(self, row: int) -> bool:
        """Say whether the vote in this row is ringed."""
        return self.missed is not None and bool(self.missed[row])

    def samples(self) -> tuple[str, ...]:
        """Write some of the cells: as wide as these, the column has room for all."""
        if self.names:
            most = "" if self.count is None else f" {self.count.max(initial=0)}"
            return tuple(f"{name}{most}" for name in self.names)
        known = np.unique(self.value[~np.isnan(self.value)])
        if not len(known):
            return (self.write(0.5 if "weight" in self.key else -0.5),)
        some = known[np.linspace(0, len(known) - 1, min(len(known), SAMPLED)).astype(np.int64)]
        return tuple(self.write(x) for x in some.tolist())

    def order(self, descending: bool) -> IntArray:
        """Sort the rows; equals stay in their order, and what is missing comes last."""
        sortable = self.value.astype(np.float64)
        sortable[np.isnan(sortable)] = np.inf if not descending else -np.inf
        return np.argsort(-sortable if descending else sortable, kind="stable")


def columns(stage: Stage) -> tuple[Column, ...]:
    """List the columns of the moment: who, what this round computes, where."""
    stories = {"weights": _weights, "bags": _bags, "gradients": _gradients, "splits": _splits}
    made = [_point(stage), _answer(stage)]
    if stage.run.method.story != "weights" and stage.data.weight is not None:
        words = "The weight given to the point, as a share of all."
        made.append(_number(stage, "weight", "weight", words, stage.data.distribution))
    made += stories.get(stage.run.method.story, _plain)(stage)
    return (*made, *_places(stage))


# --- who and where ----------------------------------------------------------------------------


def _point(stage: Stage) -> Column:
    rows = np.arange(1, len(stage.data) + 1)
    return Column("point", "point", "The number of the point.", "point", rows, _whole)


def _answer(stage: Stage) -> Column:
    if stage.data.classes is None:
        words = "The value that is to be learned."
        return _number(stage, "target", "y", words, stage.data.target.astype(np.float64))
    words, names = "The class that is to be learned.", stage.data.classes
    return Column("target", "class", words, "class", stage.data.target, _whole, names)


def _places(stage: Stage) -> Iterator[Column]:
    for axis in range(stage.data.dimension):
        name = axis_name(stage.data, axis)
        x = stage.data.points[:, axis]
        yield Column(f"x{axis + 1}", name, f"The coordinate {name}.", "number", x, fixed)


# --- stories ----------------------------------------------------------------------------------


def _weights(stage: Stage) -> Iterator[Column]:
    t = max(stage.round, 1)
    now, later = subscript(t), subscript(t + 1)
    weight = stage.record.sample_weight if stage.record else stage.weight
    yield _number(stage, "weight", f"D{now}", f"The weight in round {t}.", weight)
    if stage.record is None:
        return
    after = stage.record.next_weight if stage.reached("weights") else None
    key, words = "next weight", f"The weight in round {t + 1}."
    yield _number(stage, key, f"D{later}", words, after, now=stage.key == "weights")
    found = stage.reached("mistakes")
    yield _vote(
        stage, "learner", f"h{now}", f"What learner {t} says; a ring where it is wrong.",
        None if stage.answer is None else decide(stage.answer, stage.data.n_classes),
        missed=stage.missed_by_learner if found else None,
    )  # fmt: skip
    yield Column(
        "score", f"F{subscript(stage.joined)}", "The sum of the weighted votes so far.",
        "number", _known(stage, stage.score), _signed_sum, now=stage.key == "vote",
    )  # fmt: skip


def _bags(stage: Stage) -> Iterator[Column]:
    if stage.record is None:
        return
    t = stage.round
    if stage.draws is not None:
        words = f"How often bag {t} has the point."
        yield Column(
            "draws", f"bag {t}", words, "draws", stage.draws, _times, now=stage.key == "draw"
        )
    yield _said(stage, f"tree {t}", f"What tree {t} says.")
    if stage.joined:
        yield _together(stage)
        if stage.joined * len(stage.data) <= MOST_BAG_VOTES and stage.draws is not None:
            yield _unseen(stage)


def _gradients(stage: Stage) -> Iterator[Column]:
    if stage.record is None:
        return
    t, which = stage.round, stage.which
    before, after = (
        score if score is None or score.ndim == 1 else score[:, which]
        for score in (stage.run.score(t - 1), stage.run.score(t) if stage.is_joined else None)
    )
    yield _number(stage, "before", f"F{subscript(t - 1)}", "The sum so far.", before)
    yield Column(
        "residual", "r", "What the tree is fitted to.", "number", _known(stage, stage.residual),
        signed, now=stage.key == "residuals",
    )  # fmt: skip
    yield _leaf(stage)
    waits = any(step.key == "leaves" for step in stage.steps) and not stage.reached("leaves")
    value = None if waits else stage.answer
    yield Column(
        "leaf value", "γ", "What the leaf answers.", "number", _known(stage, value), signed,
        now=stage.key in ("train", "leaves") and value is not None,
    )  # fmt: skip
    words, now = "The sum with this round's tree.", stage.key == "vote"
    yield _number(stage, "after", f"F{subscript(t)}", words, after, now=now)


def _splits(stage: Stage) -> Iterator[Column]:
    if stage.record is None:
        return
    yield _leaf(stage.standing)
    yield _said(stage.standing, "tree", "What the tree says.")


def _plain(stage: Stage) -> Iterator[Column]:
    if stage.record is not None:
        yield _said(stage, f"h{subscript(stage.round)}", "What this round's learner says.")


# --- columns of some kinds --------------------------------------------------------------------


def _leaf(stage: Stage) -> Column:
    """Say in which leaf each point is."""
    tree = stage.tree
    region = None if tree is None else leaf_numbers(tree)[tree.apply(stage.data.points)]
    words = "The leaf the point falls into, counted from the left."
    return Column("leaf", "leaf", words, "leaf", _known(stage, region), _region)


def _said(stage: Stage, title: str, words: str) -> Column:
    """Say what this round's learner answers: a class or a value."""
    if stage.data.classes is None:
        return _number(stage, "learner", title, words, stage.answer, now=stage.key == "train")
    voted = None if stage.answer is None else decide(stage.answer, stage.data.n_classes)
    return _vote(stage, "learner", title, words, voted, missed=stage.missed_by_learner)


def _together(stage: Stage) -> Column:
    title, score = f"all {stage.joined}", stage.score
    assert score is not None
    now = stage.key == "vote"
    if stage.data.classes is None:
        words = "The mean of all trees so far."
        return _number(stage, "all", title, words, score, now=now)
    words = "The class with most votes so far, and how many; a ring where it is wrong."
    return _counted_vote(stage, ("all", title, words), score, np.full(len(score), stage.joined))


def _unseen(stage: Stage) -> Column:
    """Say what the trees answer together that never saw a point."""
    shares, voters = out_of_bag_shares(stage, stage.joined)
    now = stage.key == "oob"
    if stage.data.classes is None:
        mean = np.where(voters > 0, shares[:, 0], np.nan)
        words = "The mean of the trees that never saw the point."
        return _number(stage, "unseen", "unseen", words, mean, now=now)
    words = "What the trees say that never saw the point, and how many; a ring where it is wrong."
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
    return Column(key, title, words, "vote", value, _whole, names, **parts)


def _number(
    stage: Stage, key: str, title: str, words: str, value: FloatArray | None, now: bool = False
) -> Column:
    is_weight = key in ("weight", "next weight")
    write = _fraction if stage.view.fractions and is_weight else fixed
    return Column(key, title, words, "number", _known(stage, value), write, now=now)


def _known(stage: Stage, value: NDArray[Any] | None) -> NDArray[Any]:
    return np.full(len(stage.data), np.nan) if value is None else value


# --- texts ------------------------------------------------------------------------------------


def _whole(x: float) -> str:
    return f"{x:.0f}"


def _times(x: float) -> str:
    return f"×{x:.0f}"


def _region(x: float) -> str:
    return f"R{subscript(int(x))}"


def _signed_sum(x: float) -> str:
    return signed(x, 3)


def _fraction(x: float) -> str:
    return number(x, fractions=True) if x != round(x) else shortest(x)
