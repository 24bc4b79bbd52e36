"""Rows of words in columns beside the canvas; a row can stand for something that is pressed."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ensemble_viz.scene.picture.primitives import Layer, Part, Picture, Rects, Tag, Tags, Word
from ensemble_viz.scene.picture.sheet import Sheet

ROW, GAP, LEAST_GAP = 21, 12, 7  # pixels
LIT = 0.1  # of the accent, under the row that is looked at


@dataclass(frozen=True, slots=True)
class TextRow:
    """A row of words."""

    cells: tuple[str, ...]
    key: str = ""
    lit: bool = False


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows under a head."""

    head: tuple[str, ...]
    rows: tuple[TextRow, ...]
    is_number: tuple[bool, ...]
    """Which columns stand at the right."""

    @property
    def text(self) -> str:
        """All of it, a row a line, a tab between two columns."""
        return "\n".join("\t".join(cells) for cells in (self.head, *(r.cells for r in self.rows)))


def rows_height(shown: Rows) -> float:
    """Say how high they are, in a plain size of type."""
    return float(ROW * (len(shown.rows) + 1))


def rows_picture(shown: Rows, sheet: Sheet, ground: str = "panel") -> Picture:
    """Set rows below a head; columns share the width by what stands in them."""
    ends = _columns(shown, sheet)
    high = float(sheet.px(ROW))
    tags = [_row(shown.head, 0, "", shown, ends, sheet)]
    lit = []
    for k, row in enumerate(shown.rows, start=1):
        tags.append(_row(row.cells, k, row.key, shown, ends, sheet))
        if row.lit:
            lit.append([sheet.left, k * high, sheet.right, (k + 1) * high])
    line = np.array([[sheet.left, high - 1.0, sheet.right, high]])
    items = [Rects(line, sheet.colour("hairline"))]
    if lit:
        items.append(Rects(np.array(lit), sheet.colour("accent", LIT), "lit"))
    layers = (Layer("ground", tuple(items)), Layer("words", (Tags(tuple(tags), "rows"),)))
    return Picture(sheet.right, (len(shown.rows) + 1) * high, sheet.colour(ground), layers)


def _columns(shown: Rows, sheet: Sheet) -> list[tuple[float, float]]:
    """Find from where to where each column goes; the widest gives way where there is no room."""
    strong, text, gap = sheet.type("hint"), sheet.type("text"), float(sheet.px(GAP))
    wide = [
        max(sheet.wide(title, strong), *(sheet.wide(row.cells[k], text) for row in shown.rows), 0.0)
        for k, title in enumerate(shown.head)
    ]
    count = max(len(wide) - 1, 1)
    gap = min(gap, max((sheet.width - sum(wide)) / count, float(sheet.px(LEAST_GAP))))
    room = sheet.width - gap * count
    while wide and sum(wide) > room and max(wide) > 1.0:
        k = int(np.argmax(wide))
        second = max([each for j, each in enumerate(wide) if j != k], default=0.0)
        wide[k] = max(room - (sum(wide) - wide[k]), min(second, wide[k] - 1.0), 0.0)
    ends, x = [], sheet.left
    for each in wide:
        ends.append((x, x + each))
        x += each + gap
    return ends


def _row(
    cells: Sequence[str],
    k: int,
    key: str,
    shown: Rows,
    ends: list[tuple[float, float]],
    sheet: Sheet,
) -> Tag:
    high = float(sheet.px(ROW))
    kind, ink = (sheet.type("text"), "ink") if k else (sheet.type("hint"), "ink3")
    parts: list[Part] = []
    for text, (left, right), is_right in zip(cells, ends, shown.is_number, strict=True):
        words = sheet.cut(text, kind, right - left + 0.5)
        x, align = (right, 1.0) if is_right else (left, 0.0)
        parts.append(Word(words, kind, x - sheet.left, high / 2, sheet.colour(ink), align))
    box = (sheet.left, k * high, sheet.right, (k + 1) * high)
    return Tag(box, None, tuple(parts), key)
