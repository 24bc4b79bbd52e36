"""What is said beside a demonstration: questions, answers, and formulas with their digits."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ensemble_viz.scene.formulary.maths import FormulaLine, Maths, as_shown, digits, write
from ensemble_viz.scene.words import shortest

Reading = Callable[[Mapping[str, Any], Mapping[str, Any]], tuple[str, ...]]
"""From settings and figures to sentences with their digits."""


@dataclass(frozen=True, slots=True)
class Words:
    question: str
    """What somebody asks who needs it."""
    headline: str
    explanation: tuple[str, ...]
    """For who missed the lecture: a paragraph each."""
    figures: Mapping[str, str]
    """What each figure is."""
    read: Reading
    beside: tuple[str, ...] = ()
    """Where the question arises: names of the trace, of its figures and nodes, and of settings."""
    slip: str = ""
    """Where a slide has a slip: the right figure, and a kind word."""
    notes: str = ""
    """Where the notes disagree: what each says, and what this program does."""

    def sentences(self, settings: Mapping[str, Any], figures: Mapping[str, Any]) -> tuple[str, ...]:
        """Read the figures aloud, and add what is to be said about slides and notes."""
        return tuple(filter(None, (*self.read(settings, figures), self.slip, self.notes)))


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
