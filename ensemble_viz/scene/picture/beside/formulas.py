"""The formulas of a step, one below the other, the one that is computed now on a tint.

Each is broken into rows of typeset pieces; what is not set yet, or cannot be, is plain text.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ensemble_viz.scene.formulary.maths import FormulaLine, Maths
from ensemble_viz.scene.picture.primitives import Item, Layer, Picture
from ensemble_viz.scene.picture.sheet import Sheet
from ensemble_viz.scene.picture.tags import Plate, Tag, Tags, Word
from ensemble_viz.scene.picture.typesetting import SetFormula, Typesetter

GAP = 1.0  # between two pieces, which have some room of their own
INDENT = 22.0
BETWEEN_ROWS = 4.0
NOTE_GAP = 12.0
PLAIN_LINES = 4
ROOM, INSET, BLEED = 1.0, 3.0, 8.0  # between lines; inside the tint; beside it
TINT_RADIUS = 6.0
PRINTED, LEAST_PRINTED = 16, 11  # pixels: the type of formulas where nobody chooses it


@dataclass(frozen=True, slots=True)
class Piece:
    """A typeset piece and where it begins in its row."""

    maths: Maths
    formula: SetFormula
    x: float


@dataclass(frozen=True, slots=True)
class FormulaRow:
    pieces: tuple[Piece, ...]
    ascent: float
    """How far the highest rises."""
    height: float
    right: float
    """Where the row ends."""


def _row(pieces: Sequence[Piece]) -> FormulaRow:
    ascent = max(piece.formula.ascent for piece in pieces)
    descent = max(piece.formula.descent for piece in pieces)
    last = pieces[-1]
    return FormulaRow(tuple(pieces), ascent, ascent + descent, last.x + last.formula.width)


class LineLayout:
    """One formula, laid out for a width."""

    def __init__(
        self, line: FormulaLine, setter: Typesetter, size: int, sheet: Sheet, width: float
    ) -> None:
        """Break the line into rows; in plain text until every piece has been set."""
        self.line, self.sheet, self.size, self.width = line, sheet, size, width
        self.note_type = sheet.type("strong" if line.now else "hint")
        self.rows = self._rows(setter)
        self.plain = () if self.rows else self._plain()
        self._body = self._body_height
        self.notes, self.notes_below = self._place_notes()
        noted = self._notes_height
        self.height = self._body + noted if self.notes_below else max(self._body, noted)
        """How high the line is, its notes included."""

    @property
    def is_set(self) -> bool:
        return bool(self.rows)

    def items(self, left: float, top: float) -> list[Item]:
        """Draw the line below a corner."""
        sheet, found = self.sheet, list[Item]()
        ink = sheet.colour("ink3" if self.line.to_come else "ink")
        room = self._notes_height if self.notes_below else 0.0
        y = top + (self.height - room - self._body) / 2.0
        words, kind = list[Word](), sheet.type("text")
        for k, text in enumerate(self.plain):
            middle = y + (k + 0.5) * sheet.line(kind)
            words.append(Word(text, kind, left, middle, ink, 0.0))
        for row in self.rows:
            for piece in row.pieces:
                start = left + piece.x, y + row.ascent
                found.append(piece.formula.glyphs(*start, ink, piece.maths.text))
            y += row.height + BETWEEN_ROWS
        words += self._noted(left, top)
        box = (left, top, left + self.width, top + self.height)
        moved = tuple(Word(w.text, w.type, w.x - left, w.y - top, w.colour, w.align) for w in words)
        return [*found, Tags((Tag(box, None, moved),))] if words else found

    def _noted(self, left: float, top: float) -> list[Word]:
        colour = self.sheet.colour("accent" if self.line.now else "ink3")
        share, high = 1.0 if self.notes_below else 0.5, self.sheet.line(self.note_type)
        y = top + (self.height - self._notes_height) * share
        right = left + self.width
        return [
            Word(note, self.note_type, right, y + (k + 0.5) * high, colour, 1.0)
            for k, note in enumerate(self.notes)
        ]

    def _rows(self, setter: Typesetter) -> tuple[FormulaRow, ...]:
        """Put the pieces one behind the other, into the next row where the width ends."""
        rows: list[list[Piece]] = [[]]
        x = 0.0
        for maths in self.line.parts:
            formula = setter.known(maths.latex, self.size)
            if formula is None:
                return ()
            if rows[-1] and x + formula.width > self.width:
                rows.append([])
                x = INDENT
            if formula.width > self.width - x:  # it cannot be broken: it shrinks
                size = max(1, int(self.size * (self.width - x) / formula.width))
                formula = setter.known(maths.latex, size) or formula
            rows[-1].append(Piece(maths, formula, x))
            x += formula.width + GAP
        return tuple(_row(row) for row in rows)

    def _plain(self) -> tuple[str, ...]:
        text = " ".join(part.text for part in self.line.parts)
        return self.sheet.broken(text, self.sheet.type("text"), self.width, PLAIN_LINES)

    def _place_notes(self) -> tuple[tuple[str, ...], bool]:
        """Put the notes beside the formula; in one line below it where there is no room."""
        side, sheet = self.line.side, self.sheet
        widest = max((sheet.wide(note, self.note_type) for note in side), default=0.0)
        if not side or self._body_right + NOTE_GAP + widest <= self.width:
            return side, False
        return (sheet.cut("    ".join(side), self.note_type, self.width),), True

    @property
    def _body_height(self) -> float:
        if self.rows:
            return sum(row.height for row in self.rows) + BETWEEN_ROWS * (len(self.rows) - 1)
        return self.sheet.line(self.sheet.type("text")) * len(self.plain)

    @property
    def _body_right(self) -> float:
        if self.rows:
            return max(row.right for row in self.rows)
        kind = self.sheet.type("text")
        return max((self.sheet.wide(text, kind) for text in self.plain), default=0.0)

    @property
    def _notes_height(self) -> float:
        return self.sheet.line(self.note_type) * len(self.notes)


def bottom(heights: Sequence[float], count: int, sheet: Sheet) -> float:
    """Say where so many lines of these heights end."""
    return sum(heights[:count]) + count * (sheet.px(ROOM) + 2 * sheet.px(INSET))


def laid_out(
    lines: Sequence[FormulaLine], setter: Typesetter, size: int, sheet: Sheet
) -> list[LineLayout]:
    """Break lines for the width of a sheet, but for the margins of the tint."""
    width = sheet.width - 2 * sheet.px(BLEED)
    return [LineLayout(line, setter, size, sheet, width) for line in lines]


def typeset(lines: Sequence[FormulaLine], sheet: Sheet, room: float = np.inf) -> list[LineLayout]:
    """Set all of some lines in the largest type in which they have room.

    Where there is none, the first of those that this step does not compute are left out.
    """
    setter, kept = Typesetter(), list(lines)
    for piece in pieces_to_set(lines, setter):
        setter.set(piece.latex, PRINTED)
    while True:
        for size in range(sheet.px(PRINTED), sheet.px(LEAST_PRINTED) - 1, -1):
            found = laid_out(kept, setter, size, sheet)
            if bottom([line.height for line in found], len(found), sheet) <= room:
                return found
        others = [line for line in kept if not line.now]
        if not others:
            return []
        kept.remove(others[0])


def formulas(
    lines: Sequence[LineLayout], sheet: Sheet, heights: Sequence[float] | None = None
) -> Picture:
    """Describe lines; heights may leave more room than they need now."""
    high = [line.height for line in lines] if heights is None else heights
    items, inset = list[Item](), sheet.px(INSET)
    for k, line in enumerate(lines):
        top = sheet.top + bottom(high, k, sheet)
        if line.line.now:
            box = (sheet.left, top, sheet.right, top + high[k] + 2 * inset)
            plate = Plate(sheet.colour("accent_tint"), radius=TINT_RADIUS)
            items.append(Tags((Tag(box, plate, (), "now"),)))
        at = top + inset + (high[k] - line.height) / 2.0
        items += line.items(sheet.left + sheet.px(BLEED), at)
    whole = bottom(high, len(lines), sheet)
    layers = (Layer("formulas", tuple(items)),)
    return Picture(sheet.width, whole, sheet.colour("panel"), layers)


def pieces_to_set(lines: Sequence[FormulaLine], setter: Typesetter) -> list[Maths]:
    """List what has not been set yet, the line of the step first."""
    ordered = sorted(lines, key=lambda line: not line.now)
    return [part for line in ordered for part in line.parts if not setter.knows(part.latex)]
