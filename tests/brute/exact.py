"""Numbers without rounding: fractions, and logarithms to sixty digits where fractions end."""

from collections.abc import Sequence
from decimal import Context, Decimal
from fractions import Fraction

Number = int | float | Fraction | Decimal

DIGITS = Context(prec=60)
TINY = Fraction(1, 10**40)  # numbers of sixty digits that are closer than this count as equal


def decimal(x: Fraction) -> Decimal:
    return DIGITS.divide(Decimal(x.numerator), Decimal(x.denominator))


def rounded(x: Fraction) -> Fraction:
    """Cut a fraction down to sixty digits."""
    return Fraction(decimal(x))


def log(x: Fraction) -> Fraction:
    return Fraction(DIGITS.ln(decimal(x)))


def exp(x: Fraction) -> Fraction:
    return Fraction(DIGITS.exp(decimal(x)))


LOG_2 = log(Fraction(2))


def bits(x: Fraction) -> Fraction:
    return log(x) / LOG_2


def power(x: Fraction, exponent: Fraction) -> Fraction:
    """Raise to a power: exactly when it is whole, else to sixty digits."""
    if exponent.denominator == 1:
        return x**exponent.numerator
    return exp(exponent * log(x))


def fractions(numbers: Sequence[Number]) -> list[Fraction]:
    return [Fraction(number) for number in numbers]


def shares(weights: Sequence[Number]) -> list[Fraction]:
    """Scale weights to the sum 1."""
    exact = fractions(weights)
    total = sum(exact)
    return [weight / total for weight in exact]


def mean(numbers: Sequence[Fraction]) -> Fraction:
    return sum(numbers, Fraction(0)) / len(numbers)


def median(numbers: Sequence[Fraction]) -> Fraction:
    """The middle one, or the average of the two middle ones."""
    ordered = sorted(numbers)
    middle = len(ordered) // 2
    if len(ordered) % 2:
        return ordered[middle]
    return (ordered[middle - 1] + ordered[middle]) / 2
