"""Words, signs and strokes in a box, which look the same wherever the box lies."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Self

import numpy as np

Colour = int
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
Type = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Style:
    """How marks look, but for their sizes."""

    shape: str = "disc"
    fill: Colour = 0
    edge: Colour = 0
    width: float = 0.0
    inside: bool = False
    """The edge lies inside of the area; else on its outline."""
    widest: float = np.inf
    """The edge is no wider than this share of the radius."""
    halo: Colour = 0
    halo_width: float = 0.0
    text: str = ""
    """Written instead of a shape; the radius says how far right and up its middle is."""
    type: Type = (0, 0)


@dataclass(frozen=True, slots=True)
class Word:
    """One line of words, around the middle of its height."""

    text: str
    type: Type
    x: float
    y: float
    colour: Colour
    align: float = 0.5
    """0 begins at x, 0.5 is centred there, 1 ends there."""
    rim: Colour = 0
    """Around the letters; they can be read on anything then."""


@dataclass(frozen=True, slots=True)
class Sign:
    style: Style
    radius: float
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Stroke:
    """A piece of a straight line among words."""

    ends: Box
    """x1, y1, x2, y2."""
    width: float
    colour: Colour
    dash: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Plate:
    """The ground of words, with round corners."""

    fill: Colour
    edge: Colour = 0
    width: float = 0.0
    radius: float = 5.0
    dash: tuple[float, float] | None = None


Part = Word | Sign | Stroke


@dataclass(frozen=True, slots=True)
class Tag:
    """Words and signs in a box, from its upper left corner: equal faces look the same anywhere."""

    box: Box
    plate: Plate | None
    parts: tuple[Part, ...]
    key: str = ""

    @classmethod
    def of(
        cls, text: str, kind: Type, box: Box, ink: Colour, align: float = 0.5, key: str = ""
    ) -> Self:
        """Write one line of words into a box, from its left, in its middle, or to its right."""
        wide, high = box[2] - box[0], box[3] - box[1]
        return cls(box, None, (Word(text, kind, align * wide, high / 2, ink, align),), key)


@dataclass(frozen=True, slots=True, eq=False)
class Tags:
    tags: tuple[Tag, ...]
    key: str = ""


def lines_of_words(
    lines: Iterable[str], kind: Type, ink: Colour, high: float, x: float = 0.0, y: float = 0.0
) -> tuple[Word, ...]:
    """Write lines below one another, each so high, from a corner."""
    return tuple(
        Word(line, kind, x, y + (k + 0.5) * high, ink, 0.0) for k, line in enumerate(lines)
    )


def shifted(part: Part, x: float, y: float) -> Part:
    if isinstance(part, Stroke):
        a, b, c, d = part.ends
        return replace(part, ends=(a + x, b + y, c + x, d + y))
    return replace(part, x=part.x + x, y=part.y + y)


def holds(box: Box, x: float, y: float) -> bool:
    return box[0] <= x < box[2] and box[1] <= y < box[3]
