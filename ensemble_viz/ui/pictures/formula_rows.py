"""The formulas of a step, broken into rows: each piece typeset, or the whole line as plain text."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from ensemble_viz.scene.formulas import FormulaLine, Maths
from ensemble_viz.ui.look.formula import Formula, Typesetter
from ensemble_viz.ui.look.lettering import Align, Paragraph, line_height, width_of, write
from ensemble_viz.ui.look.theme import Theme

GAP = 1.0  # between two pieces, which have some room of their own
INDENT = 22.0
BETWEEN_ROWS = 4.0
NOTE_GAP = 12.0
PLAIN_LINES = 4


@dataclass(frozen=True, slots=True)
class Piece:
    """A typeset piece and where it begins in its row."""

    maths: Maths
    formula: Formula
    x: float
    size: int
    """Of its type: smaller than of the others where it would not fit into a row."""


@dataclass(frozen=True, slots=True)
class Row:
    """Pieces on one baseline."""

    pieces: tuple[Piece, ...]

    @property
    def ascent(self) -> float:
        """Say how far the highest rises."""
        return max(piece.formula.ascent for piece in self.pieces)

    @property
    def height(self) -> float:
        """Say how high the row is."""
        return self.ascent + max(piece.formula.descent for piece in self.pieces)

    @property
    def right(self) -> float:
        """Say where the row ends."""
        return max(piece.x + piece.formula.width for piece in self.pieces)


class LinePicture:
    """One formula, laid out for a width."""

    def __init__(
        self, line: FormulaLine, setter: Typesetter, size: int, theme: Theme, width: float
    ) -> None:
        """Break the line into rows; in plain text until every piece has been set."""
        self.line = line
        self.setter = setter
        self.size = size
        self.theme = theme
        self.width = width
        self.note_font = theme.font("strong" if line.now else "hint")
        self.rows = self._rows()
        self.plain = None if self.rows else self._plain()
        self.notes, self.notes_below = self._place_notes()

    @property
    def is_set(self) -> bool:
        """Say whether it is typeset."""
        return self.plain is None

    @property
    def height(self) -> float:
        """Say how high the line is, its notes included."""
        body, notes = self._body_height, self._notes_height
        return body + notes if self.notes_below else max(body, notes)

    def draw(self, painter: QPainter, top: float, left: float) -> None:
        """Draw the line below a height."""
        ink = self.theme.colour("ink3" if self.line.to_come else "ink")
        room = self._notes_height if self.notes_below else 0.0
        y = top + (self.height - room - self._body_height) / 2.0
        if self.plain is not None:
            self.plain.draw(painter, QPointF(left, y), ink)
        for row in self.rows:
            for piece in row.pieces:
                place = QPointF(left + piece.x, y + row.ascent)
                self.setter.draw(painter, piece.maths.latex, piece.size, place, ink)
            y += row.height + BETWEEN_ROWS
        self._draw_notes(painter, top, left)

    def _draw_notes(self, painter: QPainter, top: float, left: float) -> None:
        colour = self.theme.colour("accent" if self.line.now else "ink3")
        share = 1.0 if self.notes_below else 0.5
        y = top + (self.height - self._notes_height) * share
        for note in self.notes:
            room = QRectF(left, y, self.width, line_height(self.note_font))
            write(painter, room, note, self.note_font, colour, Align.AlignRight)
            y += line_height(self.note_font)

    def _rows(self) -> tuple[Row, ...]:
        """Put the pieces one behind the other, into the next row where the width ends."""
        rows: list[list[Piece]] = [[]]
        x = 0.0
        for maths in self.line.parts:
            formula = self.setter.known(maths.latex, self.size)
            if formula is None:
                return ()
            if rows[-1] and x + formula.width > self.width:
                rows.append([])
                x = INDENT
            size = self._fitting(formula, self.width - x)
            formula = self.setter.known(maths.latex, size) or formula
            rows[-1].append(Piece(maths, formula, x, size))
            x += formula.width + GAP
        return tuple(Row(tuple(row)) for row in rows)

    def _fitting(self, formula: Formula, room: float) -> int:
        """Choose the size of a piece: as small as it takes to fit where it cannot be broken."""
        if formula.width <= room:
            return self.size
        return max(1, int(self.size * room / formula.width))

    def _plain(self) -> Paragraph:
        text = " ".join(part.text for part in self.line.parts)
        return Paragraph(text, self.theme.font("text"), self.width, PLAIN_LINES)

    def _place_notes(self) -> tuple[tuple[str, ...], bool]:
        """Put the notes beside the formula; in one line below it where there is no room."""
        side = self.line.side
        widest = max((width_of(note, self.note_font) for note in side), default=0.0)
        if not side or self._body_right + NOTE_GAP + widest <= self.width:
            return side, False
        return ("    ".join(side),), True

    @property
    def _body_height(self) -> float:
        if self.plain is not None:
            return self.plain.height
        return sum(row.height for row in self.rows) + BETWEEN_ROWS * (len(self.rows) - 1)

    @property
    def _body_right(self) -> float:
        if self.plain is not None:
            return self.plain.widest
        return max(row.right for row in self.rows)

    @property
    def _notes_height(self) -> float:
        return line_height(self.note_font) * len(self.notes)


def pieces_to_set(lines: Sequence[FormulaLine], setter: Typesetter) -> list[Maths]:
    """List what has not been set yet, the line of the step first."""
    ordered = sorted(lines, key=lambda line: not line.now)
    return [part for line in ordered for part in line.parts if not setter.knows(part.latex)]
