"""A table as a picture, with the rules of a book: above, below the head, at the foot."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ensemble_viz.scene.appearance.palette import Palette
from ensemble_viz.scene.picture.layout import Layout
from ensemble_viz.scene.picture.primitives import Layer, Part, Picture, Rects, Tag, Tags, Word
from ensemble_viz.scene.picture.sheet import Sheet

ROW = 1.5  # of the size of type
APART, LEAST_APART = 16.0, 7.0  # pixels between two columns
STRONG, THIN = 1.2, 0.7  # the rules
EDGE = 2.0
WIDEST = 0.35  # of the sheet: no column is wider


@dataclass(frozen=True, slots=True)
class Cells:
    """What stands in a table."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    is_number: Sequence[bool]
    """Which columns stand at the right."""


def table_picture(cells: Cells, layout: Layout, palette: Palette) -> Picture:
    """Set a table; what has no room is left out, and that is said below it."""
    return _Table(cells, layout, palette).picture()


class _Table:
    """A table with its columns measured."""

    def __init__(self, cells: Cells, layout: Layout, palette: Palette) -> None:
        box = (0.0, 0.0, layout.width, layout.height or 0.0)
        self.sheet = sheet = Sheet(box, layout.ruler, palette=palette)
        self.layout = layout
        self.kind, self.bold = sheet.type("text"), sheet.type("strong")
        self.high = ROW * self.kind[0]
        most = len(cells.rows)
        if layout.height is not None:
            most = max(1, min(most, int((layout.height - 2 * EDGE) / self.high) - 2))
        self.widths = self._measured(cells, most)
        self.apart, count = self._fitting()
        self.note = _note(len(cells.rows) - most, len(cells.head) - count)
        self.cells = Cells(cells.head[:count], cells.rows[:most], cells.is_number[:count])
        self.ends = np.cumsum([w + self.apart for w in self.widths[:count]]) - self.apart + EDGE

    def picture(self) -> Picture:
        """Describe it."""
        rows = [self.cells.head, *self.cells.rows]
        foot, end = EDGE + len(rows) * self.high, float(self.ends[-1]) + EDGE
        rules = ((EDGE, STRONG), (EDGE + self.high, THIN), (foot, STRONG))
        boxes = np.array([[0.0, y - wide / 2, end, y + wide / 2] for y, wide in rules])
        tags = [self._row(row, k) for k, row in enumerate(rows)]
        if self.note:
            ink = self.sheet.colour("ink2")
            word = Word(self.note, self.sheet.type("tick"), EDGE, self.high / 2, ink, 0.0)
            tags.append(Tag((0.0, foot, end, foot + self.high), None, (word,), "note"))
        height = self.layout.height or foot + EDGE + bool(self.note) * self.high
        layers = (
            Layer("rules", (Rects(boxes, self.sheet.colour("ink"), "rules"),)),
            Layer("words", (Tags(tuple(tags), "table"),)),
        )
        return Picture(self.layout.width, height, self.sheet.colour("canvas"), layers)

    def _measured(self, cells: Cells, most: int) -> list[float]:
        widest, sheet = WIDEST * self.layout.width, self.sheet
        columns = zip(*cells.rows[:most], strict=True) if most else [()] * len(cells.head)
        return [
            min(widest, max(sheet.wide(title, self.bold),
                            *(sheet.wide(cell, self.kind) for cell in set(column)), 0.0))
            for title, column in zip(cells.head, columns, strict=True)
        ]  # fmt: skip

    def _fitting(self) -> tuple[float, int]:
        """Put columns closer together, then leave out the last ones."""
        count = len(self.widths)
        while count > 1:
            spare = self.layout.width - 2 * EDGE - sum(self.widths[:count])
            if spare >= LEAST_APART * (count - 1):
                return min(APART, spare / (count - 1)), count
            count -= 1
        return APART, 1

    def _row(self, row: Sequence[str], k: int) -> Tag:
        kind, parts = self.kind if k else self.bold, list[Part]()
        for text, wide, end, right in zip(
            row, self.widths, self.ends.tolist(), self.cells.is_number, strict=False
        ):
            words, x = self.sheet.cut(text, kind, wide), end if right else end - wide
            ink, align = self.sheet.colour("ink"), 1.0 if right else 0.0
            parts.append(Word(words, kind, x, self.high / 2, ink, align))
        top = EDGE + k * self.high
        box = (0.0, top, float(self.ends[-1]) + EDGE, top + self.high)
        return Tag(box, None, tuple(parts), f"row {k}" if k else "head")


def _note(rows: int, columns: int) -> str:
    """Say what was left out."""
    gone = [f"{count} more {what}{'s' * (count > 1)}"
            for count, what in ((rows, "row"), (columns, "column")) if count]  # fmt: skip
    return f"{' and '.join(gone)} not shown" if gone else ""
