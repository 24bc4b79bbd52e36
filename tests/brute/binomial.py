"""The vote calculator: majorities of independent learners, and bootstrap draws, as fractions."""

from fractions import Fraction
from math import comb

from tests.brute.exact import DIGITS, decimal


def probability(wrong: int, n: int, error: Fraction) -> Fraction:
    """That just so many of n independent learners are wrong."""
    return comb(n, wrong) * error**wrong * (1 - error) ** (n - wrong)


def at_most(wrong: int, n: int, error: Fraction) -> Fraction:
    return sum((probability(k, n, error) for k in range(wrong + 1)), Fraction(0))


def strict_majority_wrong(n: int, error: Fraction) -> Fraction:
    return sum((probability(k, n, error) for k in range(n // 2 + 1, n + 1)), Fraction(0))


def tie(n: int, error: Fraction) -> Fraction:
    """That just half of them are wrong: never with an odd number."""
    return Fraction(0) if n % 2 else probability(n // 2, n, error)


def majority_error(n: int, error: Fraction, tie_wrong: Fraction = Fraction(1, 2)) -> Fraction:
    """The error of the vote; of the ties the share `tie_wrong` goes to the wrong class."""
    return strict_majority_wrong(n, error) + tie_wrong * tie(n, error)


def not_chosen(n: int, draws: int | None = None) -> Fraction:
    """That a point is in none of the draws; to sixty digits when n is large."""
    share, draws = 1 - Fraction(1, n), n if draws is None else draws
    return share**draws if n <= 1000 else Fraction(DIGITS.power(decimal(share), draws))


def distinct_mean(n: int) -> Fraction:
    """How many different points a bootstrap sample of n holds."""
    return n * (1 - not_chosen(n))


def distinct_variance(n: int) -> Fraction:
    """Of the number left out: single points, pairs of points, less the squared mean."""
    out, both_share = not_chosen(n), 1 - Fraction(2, n)
    both_out = both_share**n if n <= 1000 else Fraction(DIGITS.power(decimal(both_share), n))
    return n * out + n * (n - 1) * both_out - (n * out) ** 2
