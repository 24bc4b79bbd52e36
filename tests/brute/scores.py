"""What a cut is worth, from the tallies of its two sides, in exact fractions."""

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from tests.brute.exact import Number, bits, fractions

Tally = list[Fraction]  # the weight of each class; or weight, sum and sum of squares of the values


class Column(NamedTuple):
    """One number for each row, over a common denominator: whole numbers add up fast."""

    whole: list[int]
    unit: int

    def total(self, rows: Sequence[int]) -> Fraction:
        return Fraction(sum(self.whole[i] for i in rows), self.unit)


def column(numbers: Sequence[Fraction]) -> Column:
    unit = lcm(*(number.denominator for number in numbers))
    return Column([number.numerator * (unit // number.denominator) for number in numbers], unit)


def ledger(targets: Sequence[Number], weights: Sequence[Number], criterion: str) -> list[Column]:
    """Write down what the tally of any rows adds up."""
    w = fractions(weights)
    if criterion == "squared":
        y = fractions(targets)
        return [column([a * b**power for a, b in zip(w, y, strict=True)]) for power in range(3)]
    return [
        column([a * (target == k) for a, target in zip(w, targets, strict=True)])
        for k in range(max(targets) + 1)
    ]


def tally(rows: Sequence[int], columns: list[Column]) -> Tally:
    return [numbers.total(rows) for numbers in columns]


def total(sums: Tally, criterion: str) -> Fraction:
    return sums[0] if criterion == "squared" else sum(sums)


def value(sums: Tally, criterion: str) -> list[Fraction] | Fraction:
    """The mean, or the share of each class."""
    if criterion == "squared":
        return sums[1] / sums[0]
    return [count / sum(sums) for count in sums]


def gini(counts: Tally) -> Fraction:
    return 1 - sum((count / sum(counts)) ** 2 for count in counts)


def entropy(counts: Tally) -> Fraction:
    """In bits."""
    parts = [count / sum(counts) for count in counts if count]
    return -sum(part * bits(part) for part in parts)


def error_share(counts: Tally) -> Fraction:
    return 1 - max(counts) / sum(counts)


def variance(sums: Tally) -> Fraction:
    weight, linear, square = sums
    return square / weight - (linear / weight) ** 2


IMPURITY = {
    "gini": gini,
    "entropy": entropy,
    "gain-ratio": entropy,
    "error": error_share,
    "squared": variance,
}


def decrease(left: Tally, right: Tally, criterion: str) -> Fraction:
    """The impurity less that of the two sides, each by its share of the weight."""
    impurity = IMPURITY[criterion]
    both = [a + b for a, b in zip(left, right, strict=True)]
    sides = sum(total(side, criterion) * impurity(side) for side in (left, right))
    return impurity(both) - sides / total(both, criterion)


def gain(left: Tally, right: Tally, criterion: str) -> Fraction:
    """What the trace calls gain: the decrease, for gain-ratio divided by the entropy of the cut."""
    if criterion != "gain-ratio":
        return decrease(left, right, criterion)
    return decrease(left, right, "entropy") / entropy([sum(left), sum(right)])


def score(left: Tally, right: Tally, criterion: str) -> Fraction:
    """What is compared: the greatest score has the greatest gain."""
    if criterion == "gain-ratio":
        return gain(left, right, criterion)
    return SIDE_SCORE[criterion](left) + SIDE_SCORE[criterion](right)


SIDE_SCORE = {
    "gini": lambda counts: sum(count**2 for count in counts) / sum(counts),
    "entropy": lambda counts: -sum(counts) * entropy(counts),
    "error": max,
    "squared": lambda sums: sums[1] ** 2 / sums[0],
}
