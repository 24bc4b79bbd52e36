"""Formulas of demonstrations with their digits: general form, numbers put in, the result."""

from collections.abc import Sequence

from ensemble_viz.scene.formulary.maths import FormulaLine, Maths, as_shown, digits, write
from ensemble_viz.scene.words.numbers import shortest

Value = float | str | Maths


def part(latex: str, text: str, *values: Value) -> Maths:
    """Put numbers where two templates have %s: whole ones as they are, words as they stand."""
    return write(latex, text, *map(_piece, values))


def line(*parts: Maths) -> FormulaLine:
    """Make a line that may break between its parts."""
    return FormulaLine(parts)


def listed(values: Sequence[Value], latex: str = ", ", text: str = ", ") -> Maths:
    """Write several numbers with something between them."""
    pieces = list(map(_piece, values))
    return Maths(latex.join(one.latex for one in pieces), text.join(one.text for one in pieces))


def _piece(value: Value) -> Maths:
    if isinstance(value, Maths):
        return value
    if isinstance(value, str):
        return Maths(value, value)
    return as_shown(shortest(value)) if float(value).is_integer() else digits(value)
