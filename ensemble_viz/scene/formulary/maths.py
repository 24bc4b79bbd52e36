"""Formulas in two scripts at once: LaTeX, and plain text for eyes, ears and the clipboard.

The LaTeX keeps to what ziamath, matplotlib's mathtext and latex2mathml all take.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from ensemble_viz.scene.words.numbers import (
    MINUS,
    agrees,
    exponent_of,
    fixed,
    fraction,
    shown,
)

MOST_DECIMALS = 8


@dataclass(frozen=True, slots=True)
class Maths:
    """A piece of a formula."""

    latex: str
    text: str


@dataclass(frozen=True, slots=True)
class FormulaLine:
    """A formula: its general form, this round's digits, the result."""

    parts: tuple[Maths, ...]
    """Where a line is too long it may break between these."""
    now: bool = False
    """This is what the step computes."""
    to_come: bool = False
    """A later step of the round computes it: there are no digits yet."""
    side: tuple[str, ...] = ()
    """Short notes at the right: missed × 1.734."""

    @property
    def latex(self) -> str:
        """Write the whole line as LaTeX."""
        return " ".join(part.latex for part in self.parts)

    @property
    def text(self) -> str:
        """Write the whole line as plain text, with its notes."""
        return ", ".join((" ".join(part.text for part in self.parts), *self.side))


def write(latex: str, text: str, *pieces: Maths) -> Maths:
    """Put pieces where the two templates have %s."""
    return Maths(
        latex % tuple(piece.latex for piece in pieces),
        text % tuple(piece.text for piece in pieces),
    )


def equals(piece: Maths) -> Maths:
    """Go on with an equals sign."""
    return Maths(f"= {piece.latex}", f"= {piece.text}")


def digits(x: float, decimals: int = 4) -> Maths:
    """Write a number."""
    return as_shown(fixed(x, decimals))


def as_shown(text: str) -> Maths:
    """Take a number over that was written for people."""
    mantissa, _, power = text.partition("·10")
    latex = mantissa.replace(MINUS, "{-}")  # a sign, not a difference: no room behind it
    if power:
        latex = rf"{latex} \cdot 10^{{{exponent_of(text)}}}"
    return Maths(latex, text)


def ratio(above: Maths, below: Maths) -> Maths:
    """Write a fraction."""
    over = [f"({part.text})" if " " in part.text else part.text for part in (above, below)]
    return Maths(rf"\frac{{{above.latex}}}{{{below.latex}}}", " / ".join(over))


def exact(x: float) -> Maths | None:
    """Write a number as a fraction where it is one, and no whole number."""
    found = fraction(x)
    return None if found is None or found.denominator == 1 else as_ratio(found)


def as_ratio(x: Fraction) -> Maths:
    """Write a fraction of whole numbers."""
    sign = "{-}" if x < 0 else ""
    above, below = abs(x.numerator), x.denominator
    return Maths(rf"{sign}\frac{{{above}}}{{{below}}}", f"{MINUS if sign else ''}{above}/{below}")


def results(x: float, fractions: bool, decimals: int = 4) -> tuple[Maths, ...]:
    """Write a result: as a fraction first, where that is asked for and it is one."""
    as_fraction = exact(x) if fractions else None
    in_decimals = equals(digits(x, decimals))
    return (in_decimals,) if as_fraction is None else (equals(as_fraction), in_decimals)


def bracketed(x: Maths) -> Maths:
    """Put a negative number in brackets, to stand behind a sign."""
    return write("(%s)", "(%s)", x) if x.text.startswith(MINUS) else x


def plus(x: Maths) -> Maths:
    """Add a number: its own sign is the sign of the sum."""
    if x.text.startswith(MINUS):
        return Maths(f"- {x.latex.removeprefix('{-}')}", f"{MINUS} {x.text[1:]}")
    return Maths(f"+ {x.latex}", f"+ {x.text}")


def enough(
    compute: Callable[..., float], inputs: tuple[float, ...], result: float, decimals: int = 4
) -> int:
    """Find how many decimals the inputs need so that their result comes out to the last digit.

    Longer forms of a number are rounded to the shorter one that stands elsewhere.
    """
    for more in range(decimals, MOST_DECIMALS):
        seen = [shown(x, more) for x in inputs]
        rounded = all(
            fixed(short, decimals) == fixed(x, decimals)
            for short, x in zip(seen, inputs, strict=True)
        )
        if rounded and agrees(fixed(result, decimals), compute(*seen)):
            return more
    return MOST_DECIMALS
