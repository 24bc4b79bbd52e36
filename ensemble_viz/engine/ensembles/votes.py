"""From what learners answer to what the ensemble says."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import TIE, Dataset, FloatArray, IntArray, Numbers, ties, winner
from ensemble_viz.engine.ensembles.method import Say
from ensemble_viz.engine.learners import Learner
from ensemble_viz.engine.trees import Tree, lazy

SIGNS = np.array((-1.0, 1.0))
"""The votes of two classes, by their number."""


def as_is(answer: FloatArray) -> FloatArray:
    """Count values, and class shares (a soft vote), as they are."""
    return answer


def one_vote(shares: FloatArray) -> FloatArray:
    """Give the whole vote to the class with the largest share: (m, K) zeros with a single one."""
    chosen, votes = winner(shares), np.empty_like(shares)
    for k, column in enumerate(votes.T):  # numpy is slow along short rows
        np.equal(chosen, k, column, casting="unsafe")
    return votes


def voted_for(said: FloatArray) -> NDArray[np.uint8] | None:
    """Find the class with the one vote of each row; None where a row is no single vote."""
    chosen, votes = np.zeros(len(said), dtype=np.uint8), np.zeros(len(said))
    for k, column in enumerate(said.T):  # numpy is slow along short rows
        has = column == 1.0
        if not (has | (column == 0.0)).all():
            return None
        chosen += np.uint8(k) * has
        votes += column
    return chosen if (votes == 1.0).all() else None


def leaves_say(
    trees: Sequence[Tree], leaf: Sequence[Numbers], say: Say
) -> tuple[FloatArray, IntArray]:
    """Say what the nodes of all trees contribute, and where each point's leaf is among them.

    `leaf` has the leaves of the same points in each tree; the places are (trees, n).
    """
    size = np.array([len(tree) for tree in trees])
    places = np.stack(leaf) + (size.cumsum() - size)[:, None]
    return say(np.concatenate([tree.leaf_value for tree in trees])), places


def at_home(
    learners: Sequence[Learner], points: FloatArray, say: Say
) -> tuple[FloatArray, IntArray] | None:
    """Do the same at the points trees were grown among; None where one knows no leaves of them."""
    trees = [one for one in learners if isinstance(one, lazy.LazyTree)]
    leaves = [leaf for tree in trees if (leaf := tree.leaf_at(points)) is not None]
    if not leaves or len(leaves) < len(learners):
        return None
    return leaves_say(trees, leaves, say)


def choices_at_home(
    learners: Sequence[Learner], points: FloatArray, say: Say
) -> NDArray[np.uint8] | None:
    """Say for which class trees vote at the points they were grown among, (trees, n).

    None where that is not known, or a tree has something else than one vote.
    """
    said = at_home(learners, points, say)
    chosen = None if said is None or said[0].ndim == 1 else voted_for(said[0])
    return None if chosen is None or said is None else chosen.take(said[1])


def parts_at_home(learners: Sequence[Learner], points: FloatArray, say: Say) -> FloatArray | None:
    """Say what trees contribute at the points they were grown among, (trees, n, …).

    None where a learner is no tree that knows the leaves of these points.
    """
    said = at_home(learners, points, say)
    return None if said is None else said[0].take(said[1], axis=0)


class Voting(Protocol):
    """Settings that say how learners vote."""

    @property
    def vote(self) -> str:
        """Hard or soft."""


def part_of_vote(data: Dataset, params: Voting) -> Say:
    """Choose what a learner contributes: one vote, its class shares, or its value."""
    return one_vote if data.classes is not None and params.vote == "hard" else as_is


def sign(shares: FloatArray) -> FloatArray:
    """Vote +1 for the second of two classes, −1 for the first."""
    return np.where(winner(shares) == 1, 1.0, -1.0)


def decide(score: FloatArray, n_classes: int) -> NDArray[np.float64] | IntArray:
    """Turn scores into predictions: values as they are, else class numbers; ties to the first."""
    if n_classes == 0:
        return score
    if score.ndim == 1:
        return (score > 0).astype(np.int64)
    return winner(score)


def amiss(said: Numbers, target: Numbers, classes: bool) -> FloatArray:
    """Measure how wrong each prediction is: 0 or 1 where it names a class, else its square."""
    return np.not_equal(said, target).astype(np.float64) if classes else (said - target) ** 2


class Sum:
    """A score that learners add to; what cancels but for rounding is exactly zero, or equal."""

    def __init__(self, start: FloatArray, classes: bool) -> None:
        """Begin with a score, (n,) or (n, K), of classes or of values."""
        self.score = start
        self._classes = classes
        self._size = np.abs(start)
        """What has been added, whatever its sign."""

    def add(self, part: FloatArray) -> FloatArray:
        """Add what a learner contributes, its weight included, and give the new score."""
        self.score = score = self.score + part
        if self._classes:
            self._size = size = self._size + np.abs(part)
            if part.ndim == 1:
                self.score = ties.settle_zero(score, size)
            else:
                self.score = ties.settle_rows(score, size.max(axis=1, keepdims=True))
        return self.score

    def largest(self) -> float:
        return ties.largest(self.score)


class VoteSum:
    """The score of learners that vote for classes, each by its weight; it is a `Sum`.

    Of two classes one has the vote −1, the other +1: a learner moves all scores equally far.
    """

    def __init__(self, count: int, classes: int) -> None:
        self._classes = np.arange(classes)
        self._sum = Sum(np.zeros((count, classes)), classes=True) if classes > 2 else None
        self._score = np.zeros(count)
        self._size = 0.0

    def add(self, weight: float, winner: Numbers) -> FloatArray:
        """Vote at each point for the class with this number, and give the new score."""
        if self._sum is not None:
            return self._sum.add(weight * np.equal(winner[:, None], self._classes))
        self._score = score = self._score + weight * SIGNS.take(winner)
        self._size += abs(weight)
        distance = np.abs(score)
        if distance.item(distance.argmin()) <= TIE * self._size:
            self._score = ties.settle_zero(score, self._size)
        return self._score


class Mean:
    """A score that is the mean of what learners contribute."""

    def __init__(self, classes: bool) -> None:
        self._sum: FloatArray = np.zeros(())
        self._weight = 0.0
        self._classes = classes

    def add(self, part: FloatArray, weight: float = 1.0) -> FloatArray:
        """Take what a learner contributes, and give the new score; equal shares are equal."""
        self.take(part, weight)
        return self.score()

    def take(self, part: FloatArray, weight: float = 1.0) -> None:
        self._sum = self._sum + weight * part
        self._weight += weight

    def score(self) -> FloatArray:
        score: FloatArray = self._sum / self._weight
        if self._classes:
            ties.settle_shares(score)
        return score

    def add_each(self, parts: FloatArray) -> FloatArray:
        """Take in what learners contribute, (learners, n) or (learners, n, K), one by one.

        The answer has the score after each of them, as `add` would have given it.
        """
        sums = 1.0 * parts
        sums[0] += self._sum
        _add_up(sums)
        weight = self._weight + np.arange(1.0, len(parts) + 1.0)
        self._sum, self._weight = sums[-1], float(weight[-1])
        score = sums / weight.reshape(-1, *(1,) * (parts.ndim - 1))
        if self._classes:
            ties.settle_shares(score)
        return score

    def add_votes(self, chosen: NDArray[np.uint8], classes: int) -> FloatArray:
        """Take in learners that vote, (learners, n) classes, where all before them did, too.

        These are counted: shares that are not equal are clearly not.
        """
        weight = self._weight + np.arange(1.0, len(chosen) + 1.0)
        scores = np.empty((*chosen.shape, classes))
        total, rest = np.zeros((chosen.shape[1], classes)), weight[:, None]
        for k in range(1, classes):
            votes = np.equal(chosen, k).astype(np.float64)
            if self._weight:
                votes[0] += self._sum[:, k]
            _add_up(votes)
            total[:, k], rest = votes[-1], rest - votes
            np.divide(votes, weight[:, None], scores[..., k])
        total[:, 0] = rest[-1]
        np.divide(rest, weight[:, None], scores[..., 0])
        self._sum, self._weight = total, float(weight[-1])
        return scores


def _add_up(rows: FloatArray) -> None:
    """Turn rows into running sums; numpy is slow at that."""
    for before, row in pairwise(rows):
        np.add(before, row, row)
