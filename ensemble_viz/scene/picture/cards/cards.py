"""What all cards on the canvas are made of; the card of a point or a place."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ensemble_viz.scene.cards import Card
from ensemble_viz.scene.palette import readable_on
from ensemble_viz.scene.picture.labels import glyph
from ensemble_viz.scene.picture.sheet import Sheet
from ensemble_viz.scene.picture.tags import Colour, Part, Plate, Stroke, Tag, Type, Word
from ensemble_viz.scene.telling import CardRow, Vote
from ensemble_viz.scene.words import counted

PADDING = (16, 12)
SMALL = 700  # pixels of the canvas below which cards say less
POWER = re.compile(r"e\^(?:\(([^()]*)\)|([+−]?[0-9.·⁻⁰¹²³⁴-⁹]+))")
SMALLER, HIGHER = 0.8, 0.3  # the size of an exponent, and how far up it stands, by the type


@dataclass(frozen=True, slots=True)
class CardPicture:
    width: float
    height: float
    tags: tuple[Tag, ...] = ()
    words: str = ""


@dataclass(frozen=True, slots=True)
class CardRoom:
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


LEAST_WIDTH, MOST_WIDTH = 248, 400  # the longest words need so much in the widest type
BUTTON = 28  # at the right of the title: two of them
BLOCK_GAP = 8
GLYPH, GLYPH_ROOM = 7.0, 1.35  # half the width of the widest shape, by the radius of the disc
ROW_GAP, RULE_GAP, COLUMN_GAP = 2, 5, 16
VOTE, VOTE_GAP, VOTE_RADIUS = 22, 3.0, 2.0
LEAST_VOTE = 8.0  # narrower blocks have no gaps between them and no words
DASHED = (4.0, 3.0)


def point_card(card: Card, sheet: Sheet, room: float, least: float = 0.0) -> CardPicture:
    """Describe the card, as wide as its rows need, and at least as wide as it has been."""
    made = _Point(card, sheet)
    most = min(float(sheet.px(MOST_WIDTH)), room)
    width = round(min(max(made.needed, least, sheet.px(LEAST_WIDTH)), most))
    tags = made.tags(width)
    return CardPicture(width, round(made.bottom + made.above), tags, card.text)


class _Point:
    """Lays the card out from its top to its bottom."""

    def __init__(self, card: Card, sheet: Sheet) -> None:
        self.card, self.sheet = card, sheet
        self.aside, self.above = (float(sheet.px(side)) for side in PADDING)
        self.text, self.title = sheet.type("text"), sheet.type("title")
        self.row = sheet.line(self.text) + sheet.px(ROW_GAP)
        self.bottom = self.above

    @property
    def needed(self) -> float:
        """Measure the widest row, and the title with its buttons."""
        card, sheet = self.card, self.sheet
        title = sheet.wide(card.title, self.title) + sheet.px(2 * BUTTON + 28)
        rows = [
            raised_width(sheet, row.label, self.text)
            + sheet.px(COLUMN_GAP)
            + sheet.wide(row.value, self.text)
            for row in (*card.rows, *card.after_votes)
        ]
        return max([*rows, title, sheet.wide(card.subtitle, self.text)]) + 2 * self.aside

    def tags(self, width: float) -> tuple[Tag, ...]:
        inner, gap, card = width - 2.0 * self.aside, self.sheet.px(BLOCK_GAP), self.card
        parts, blocks = self._heading(inner), list[Tag]()
        if card.rows:
            self.bottom += gap / 2
            parts += self._rows(card.rows, inner)
        if card.votes:
            self.bottom += gap
            parts += self._earlier()
            shown, high = votes(card.votes, self.sheet, (self.aside, self.bottom), inner)
            blocks += shown
            self.bottom += high
        if card.after_votes:
            self.bottom += gap / 2
            parts += self._rows(card.after_votes, inner)
        whole = (0.0, 0.0, width, self.bottom + self.above)
        return Tag(whole, None, tuple(parts), "point"), *blocks

    def _word(self, text: str, kind: Type, x: float, y: float, ink: str) -> Word:
        return Word(text, kind, x, y, self.sheet.colour(ink), 0.0)

    def _heading(self, inner: float) -> list[Part]:
        """Write mark and title, and the line below."""
        card, sheet = self.card, self.sheet
        high = max(sheet.line(self.title), sheet.px(BUTTON))
        x, y, parts = self.aside, self.bottom + high / 2, list[Part]()
        room = inner - (sheet.px(2 * BUTTON) if card.pinned else 0.0)
        if card.k is not None:
            radius = float(sheet.px(GLYPH))
            half = GLYPH_ROOM * radius
            parts.append(glyph(sheet.palette.classes[card.k], sheet, radius, x + half, y))
            x, room = x + 2.0 * half + sheet.px(7), room - 2.0 * half - sheet.px(7)
        parts.append(self._word(sheet.cut(card.title, self.title, room), self.title, x, y, "ink"))
        self.bottom += high
        if card.subtitle:
            words, y = sheet.cut(card.subtitle, self.text, inner), self.bottom + self.row / 2
            parts.append(self._word(words, self.text, self.aside, y, "ink2"))
            self.bottom += self.row
        return parts

    def _rows(self, rows: Sequence[CardRow], inner: float) -> list[Part]:
        """Write words at the left, numbers at the right; a rule above a result."""
        sheet, left, parts = self.sheet, self.aside, list[Part]()
        for row in rows:
            if row.rule:
                room = sheet.px(RULE_GAP)
                y = self.bottom + room / 2
                parts.append(Stroke((left, y, left + inner, y), 1.0, sheet.colour("ink3")))
                self.bottom += room
            y, value = self.bottom + self.row / 2, sheet.cut(row.value, self.text, inner)
            words, ink = ("accent", "accent") if row.now else ("ink2", "ink")
            free = inner - sheet.wide(value, self.text) - sheet.px(4)
            parts += raised(sheet, row.label, self.text, (left, y), free, sheet.colour(words))
            parts.append(Word(value, self.text, left + inner, y, sheet.colour(ink), 1.0))
            self.bottom += self.row
        return parts

    def _earlier(self) -> list[Part]:
        if not self.card.earlier:
            return []
        kind = self.sheet.type("tick")
        high, words = self.sheet.line(kind), f"‹ {counted(self.card.earlier, 'earlier vote')}"
        self.bottom += high
        return [self._word(words, kind, self.aside, self.bottom - high / 2, "ink3")]


def votes(
    said: Sequence[Vote], sheet: Sheet, corner: tuple[float, float], width: float
) -> tuple[list[Tag], float]:
    """Describe what each learner says as a row of blocks as wide as its weight, and their height.

    Below each stands the number of its round, where all of them have room.
    """
    total = sum(vote.width for vote in said)
    gap = VOTE_GAP if len(said) * (LEAST_VOTE + VOTE_GAP) <= width else 0.0
    free = width - gap * (len(said) - 1)
    widths = [free * (vote.width / total if total > 0 else 1.0 / len(said)) for vote in said]
    tick, high = sheet.type("tick"), float(sheet.px(VOTE))
    is_numbered = gap > 0 and all(
        vote.round and sheet.wide(f"{vote.round}", tick) <= wide + gap - 1
        for vote, wide in zip(said, widths, strict=True)
    )
    below = sheet.line(tick) if is_numbered else 0.0
    found, (left, top) = list[Tag](), corner
    for vote, wide in zip(said, widths, strict=True):
        parts = _vote_words(vote, sheet, wide, high)
        found.append(Tag((left, top, left + wide, top + high), _plate(vote, sheet, gap), parts))
        if is_numbered:
            last = vote is said[-1]
            kind, ink = (tick[0], 600 if last else tick[1]), "accent" if last else "ink3"
            number = Word(f"{vote.round}", kind, wide / 2, below / 2, sheet.colour(ink))
            place = (left, top + high, left + wide, top + high + below)
            found.append(Tag(place, None, (number,)))
        left += wide + gap
    return found, high + below


def _vote_words(vote: Vote, sheet: Sheet, wide: float, high: float) -> tuple[Part, ...]:
    kind = sheet.type("hint", weight=700)
    if not vote.text or sheet.wide(vote.text, kind) > wide - 2.0:
        return ()
    ink = readable_on(sheet.palette.classes[vote.k].fill)
    if not vote.counts or not vote.joined:
        ink = "ink" if vote.counts else "ink3"
    return (Word(vote.text, kind, wide / 2, high / 2, sheet.colour(ink)),)


def _plate(vote: Vote, sheet: Sheet, gap: float) -> Plate:
    """Fill a block with the colour of its class; paler, or not, where the vote does not count."""
    look, radius = sheet.palette.classes[vote.k], VOTE_RADIUS if gap else 0.0
    fill = sheet.colour(look.fill if vote.joined else look.pale)
    if not vote.counts:
        fill = sheet.colour("field")
    if not vote.joined and gap:
        return Plate(fill, sheet.colour("accent"), 2.0, radius, DASHED)
    if not vote.counts and gap:
        return Plate(fill, sheet.colour("border"), 1.0, radius)
    return Plate(fill, radius=radius)
