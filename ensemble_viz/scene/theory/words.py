"""What is said and drawn beside a demonstration: words, formulas with their digits, columns."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ensemble_viz.scene.formulary.maths import FormulaLine, Maths, as_shown, digits, joined, write
from ensemble_viz.scene.picture.charts import Columns, Dots
from ensemble_viz.scene.words import fixed, shortest

Facts = Mapping[str, Any]
"""Settings, or figures, by their names."""


@dataclass(frozen=True, slots=True)
class Words:
    question: str
    """What somebody asks who needs it."""
    headline: str
    explanation: tuple[str, ...]
    """For who missed the lecture: a paragraph each."""
    figures: Mapping[str, str]
    """What each figure is."""
    beside: tuple[str, ...] = ()
    """Where the question arises: names of the trace, of its figures and nodes, and of settings."""
    slip: str = ""
    """Where a slide has a slip: the right figure, and a kind word."""
    notes: str = ""
    """Where the notes disagree: what each says, and what this program does."""


Value = float | str | Maths


def part(latex: str, *values: Value, text: str = "") -> Maths:
    """Put numbers where a template has %s: whole ones as they are, words as they stand."""
    return write(latex, *map(_piece, values), text=text)


def result(value: Value) -> Maths:
    return part("= %s", value)


def line(*parts: Maths) -> FormulaLine:
    """Make a line that may break between its parts."""
    return FormulaLine(parts)


def listed(values: Sequence[Value], sign: str = ", ") -> Maths:
    """Write several numbers with something between them."""
    return joined(list(map(_piece, values)), sign)


def _piece(value: Value) -> Maths:
    if isinstance(value, Maths):
        return value
    if isinstance(value, str):
        return Maths(value)
    return as_shown(shortest(value)) if float(value).is_integer() else digits(value)


def along(values: Mapping[Any, float]) -> tuple[list[float], list[float]]:
    """Put what is known by numbers, perhaps as text, in the order of these: x and y."""
    known = {float(x): y for x, y in values.items()}
    return sorted(known), [known[x] for x in sorted(known)]


def here(x: float, y: float) -> Dots:
    """Mark the setting of now on a curve."""
    return Dots("", (x,), (y,), texts=(fixed(y),))


def one_each(
    values: Sequence[float],
    looks: Sequence[str],
    about: Sequence[float | None] | None = None,
    write: Callable[[float], str] = fixed,
) -> tuple[Columns, ...]:
    """Draw a column each, in a look of its own, with how exactly it is known."""
    return tuple(
        Columns("", (k,), (value,), look=look, about=about and (about[k],), texts=(write(value),))
        for k, (value, look) in enumerate(zip(values, looks, strict=True))
    )


def grouped(
    *rows: tuple[str, Sequence[float], str], write: Callable[[float], str] | None = None
) -> tuple[Columns, ...]:
    """Set two or three columns side by side at each place: their names, values and looks."""
    apart, wide = (0.4, 0.36) if len(rows) == 2 else (0.27, 0.25)
    middle = (len(rows) - 1) / 2
    return tuple(
        Columns(name, [k + apart * (j - middle) for k in range(len(values))], values, look=look,
                wide=wide, texts=tuple(map(write, values)) if write else ())
        for j, (name, values, look) in enumerate(rows)
    )  # fmt: skip
