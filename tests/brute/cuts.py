"""Every cut of a node with its exact score, in the order that decides ties.

Points are floats and are compared as such; weights and targets become fractions. Scores that are
exactly equal tie (with a `slack`: scores that close); then the lowest feature wins, then the
lowest threshold, and constants come last. Rows of weight zero take no part.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise, permutations
from typing import NamedTuple

from tests.brute import scores
from tests.brute.exact import TINY, Number

Points = Sequence[Sequence[float]]


class Cut(NamedTuple):
    """One way to part the rows of a node."""

    score: Fraction
    feature: int
    threshold: float
    left: list[int]
    right: list[int]

    @property
    def rows(self) -> tuple[list[int], list[int]]:
        return self.left, self.right


class Stump(NamedTuple):
    """One cut with the classes that its sides answer; a constant has no feature."""

    score: Fraction
    feature: int | None
    threshold: float | None
    left: int
    right: int

    def answer(self, point: Sequence[float]) -> int:
        if self.feature is None or point[self.feature] <= self.threshold:
            return self.left
        return self.right


def midpoint(low: float, high: float) -> float:
    middle = low / 2 + high / 2
    return middle if middle < high else low


def slack_of(criterion: str, slack: Number) -> Fraction:
    """Logarithms are known to sixty digits only."""
    return max(TINY, Fraction(slack)) if criterion in {"entropy", "gain-ratio"} else Fraction(slack)


def candidates(
    points: Points,
    targets: Sequence,
    weights: Sequence[Number],
    rows: Sequence[int],
    criterion: str,
) -> list[Cut]:
    """Score every cut, in the order that decides ties."""
    columns = scores.ledger(targets, weights, criterion)
    rows = [i for i in rows if weights[i] > 0]
    cuts = []
    for feature in range(len(points[0])):
        for low, high in pairwise(sorted({points[i][feature] for i in rows})):
            left = [i for i in rows if points[i][feature] <= low]
            right = [i for i in rows if points[i][feature] >= high]
            sides = scores.tally(left, columns), scores.tally(right, columns)
            score = scores.score(*sides, criterion)
            cuts.append(Cut(score, feature, midpoint(low, high), left, right))
    return cuts


def tied_best(found: list, slack: Fraction) -> list:
    """Keep those with the greatest score, in their order."""
    greatest = max((candidate.score for candidate in found), default=None)
    return [candidate for candidate in found if candidate.score >= greatest - slack]


def best(
    points: Points,
    targets: Sequence,
    weights: Sequence[Number],
    rows: Sequence[int],
    criterion: str,
    *,
    min_samples_leaf: int = 1,
    slack: Number = 0,
) -> tuple[Cut | None, list[Cut]]:
    """Find the winner, and all that tie with it, itself first; None when nothing can be cut."""
    large_enough = [
        cut
        for cut in candidates(points, targets, weights, rows, criterion)
        if min(len(cut.left), len(cut.right)) >= min_samples_leaf
    ]
    tied = tied_best(large_enough, slack_of(criterion, slack))
    return (tied[0] if tied else None), tied


def stumps(
    points: Points, targets: Sequence[int], weights: Sequence[Number], rows: Sequence[int]
) -> list[Stump]:
    """Score every cut with every pair of different answers, then the constants."""
    columns = scores.ledger(targets, weights, "error")
    found = []
    for cut in candidates(points, targets, weights, rows, "error"):
        left, right = scores.tally(cut.left, columns), scores.tally(cut.right, columns)
        for a, b in permutations(range(len(columns)), 2):
            found.append(Stump(left[a] + right[b], cut.feature, cut.threshold, a, b))
    for k, weight in enumerate(scores.tally(rows, columns)):
        found.append(Stump(weight, None, None, k, k))
    return found
