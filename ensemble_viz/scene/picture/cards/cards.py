"""What all cards on the canvas are made of: a size, words that fit, rows with numbers."""

import re
from dataclasses import dataclass

from ensemble_viz.scene.picture.primitives import Colour, Part, Tag, Type, Word
from ensemble_viz.scene.picture.sheet import Sheet

PADDING = (16, 12)
SMALL = 700  # pixels of the canvas below which cards say less
POWER = re.compile(r"e\^(?:\(([^()]*)\)|([+−]?[0-9.·⁻⁰¹²³⁴-⁹]+))")
SMALLER, HIGHER = 0.8, 0.3  # the size of an exponent, and how far up it stands, by the type


@dataclass(frozen=True, slots=True)
class CardPicture:
    """What stands on a card, from its corner."""

    width: float
    height: float
    tags: tuple[Tag, ...] = ()
    words: str = ""


@dataclass(frozen=True, slots=True)
class CardRoom:
    """How much room there is for a card."""

    width: float
    height: float = 1 << 14
    wide: bool = False
    """There is room for larger words."""
    flat: bool = False
    """It leaves the height to the plot."""


@dataclass(frozen=True, slots=True)
class Block:
    """Lines of words below one another, some with a number at their right ends."""

    lines: tuple[tuple[str, str], ...]
    type: Type
    colour: Colour
    line: float
    """The height of each."""

    @property
    def height(self) -> float:
        return self.line * len(self.lines)

    def parts(self, left: float, top: float, width: float) -> list[Part]:
        """Write them below a corner."""
        found: list[Part] = []
        for k, (words, number) in enumerate(self.lines):
            y = top + (k + 0.5) * self.line
            found.append(Word(words, self.type, left, y, self.colour, 0.0))
            if number:
                found.append(Word(number, self.type, left + width, y, self.colour, 1.0))
        return found


def paragraph(
    sheet: Sheet, text: str, kind: Type, ink: str, room: tuple[float, int], usual: Type = (0, 0)
) -> Block:
    """Break words into so many lines of a width, no lower than those of the usual type."""
    lines = sheet.broken(text, kind, *room)
    high = max(sheet.line(kind), sheet.line(usual) if usual[0] else 0.0)
    return Block(tuple((line, "") for line in lines), kind, sheet.colour(ink), high)


def rows(
    sheet: Sheet, pairs: tuple[tuple[str, str], ...], kind: Type, ink: str, width: float
) -> Block:
    """Write short rows, each with a number at its right end."""
    cut = tuple(
        (sheet.cut(words, kind, width - sheet.wide(number, kind)), number)
        for words, number in pairs
    )
    return Block(cut, kind, sheet.colour(ink), sheet.line(kind))


def split_power(text: str) -> tuple[str, str, str]:
    """Take words apart: up to the e, its exponent, and the rest; without a power all is first."""
    found = POWER.search(text)
    if found is None:
        return text, "", ""
    return text[: found.start() + 1], found[1] or found[2], text[found.end() :]


def raised_width(sheet: Sheet, text: str, kind: Type) -> float:
    """Measure words, an exponent as it is written."""
    base, power, rest = split_power(text)
    return sheet.wide(base, kind) + sheet.wide(power, _small(kind)) + sheet.wide(rest, kind)


def raised(
    sheet: Sheet, text: str, kind: Type, at: tuple[float, float], room: float, ink: Colour
) -> list[Part]:
    """Write one line of words, an exponent raised; cut where it is too long."""
    (x, y), found, pieces = at, list[Part](), split_power(text)
    for words, own, up in zip(pieces, (kind, _small(kind), kind), (0.0, HIGHER, 0.0), strict=True):
        if shown := sheet.cut(words, own, max(at[0] + room - x, 0.0)) if words else "":
            found.append(Word(shown, own, x, y - up * kind[0], ink, 0.0))
        x += sheet.wide(words, own)
    return found


def _small(kind: Type) -> Type:
    return round(kind[0] * SMALLER), kind[1]
