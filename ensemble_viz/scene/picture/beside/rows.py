"""Rows of words in columns: as a table on paper, and beside the canvas."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ensemble_viz.scene.palette import Palette
from ensemble_viz.scene.picture.primitives import Layer, Picture, Rects
from ensemble_viz.scene.picture.sheet import Layout, Sheet
from ensemble_viz.scene.picture.tags import Box, Part, Tag, Tags, Type, Word


@dataclass(frozen=True, slots=True)
class Rows:
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    is_number: Sequence[bool]
    """Which columns stand at the right."""
    keys: Sequence[str] = ()
    """What each row stands for, where that can be pressed."""
    lit: int | None = None
    """The row that is looked at."""

    @property
    def text(self) -> str:
        """All of it, a row a line, a tab between two columns."""
        return "\n".join("\t".join(cells) for cells in (self.head, *self.rows))


Ends = list[tuple[float, float]]
"""From where to where each column goes."""


def _widths(shown: Rows, sheet: Sheet, kinds: tuple[Type, Type], most: float) -> list[float]:
    """Measure the widest cell of each column, its title in a type of its own."""
    head, kind = kinds
    columns = zip(*shown.rows, strict=True) if shown.rows else [()] * len(shown.head)
    return [
        min(most, max(sheet.wide(title, head), *(sheet.wide(cell, kind) for cell in set(column)),
                      0.0))
        for title, column in zip(shown.head, columns, strict=True)
    ]  # fmt: skip


def _side_by_side(widths: Sequence[float], left: float, gap: float) -> Ends:
    starts = left + np.cumsum([0.0, *(wide + gap for wide in widths)])
    return [(start, start + wide) for start, wide in zip(starts.tolist(), widths, strict=False)]


def _row(
    cells: Sequence[str], ends: Ends, shown: Rows, look: tuple[Type, str], box: Box, sheet: Sheet
) -> tuple[Part, ...]:
    """Write a row in a box; what is too long is cut."""
    parts, (kind, ink), middle = list[Part](), look, (box[3] - box[1]) / 2
    for text, (left, right), is_right in zip(cells, ends, shown.is_number, strict=False):
        words = sheet.cut(text, kind, right - left + 0.5)
        x, align = (right, 1.0) if is_right else (left, 0.0)
        parts.append(Word(words, kind, x - box[0], middle, sheet.colour(ink), align))
    return tuple(parts)


# --- beside the canvas ----------------------------------------------------------------------------

HIGH, ROWS_GAP, LEAST_GAP = 21, 12, 7  # pixels
LIT = 0.1  # of the accent, under the row that is looked at


def rows_height(shown: Rows) -> float:
    return float(HIGH * (len(shown.rows) + 1))


def rows_picture(shown: Rows, sheet: Sheet, ground: str = "panel") -> Picture:
    """Set rows below a head; columns share the width by what stands in them."""
    head, kind, high = sheet.type("hint"), sheet.type("text"), float(sheet.px(HIGH))
    ends = _sharing(_widths(shown, sheet, (head, kind), np.inf), sheet)
    tags = []
    for k, cells in enumerate((shown.head, *shown.rows)):
        box = (sheet.left, k * high, sheet.right, (k + 1) * high)
        look = (kind, "ink") if k else (head, "ink3")
        key = shown.keys[k - 1] if k and shown.keys else ""
        tags.append(Tag(box, None, _row(cells, ends, shown, look, box, sheet), key))
    line = np.array([[sheet.left, high - 1.0, sheet.right, high]])
    items = [Rects(line, sheet.colour("hairline"))]
    if shown.lit is not None:
        lit = np.array([tags[shown.lit + 1].box])
        items.append(Rects(lit, sheet.colour("accent", LIT), "lit"))
    layers = (Layer("ground", tuple(items)), Layer("words", (Tags(tuple(tags), "rows"),)))
    return Picture(sheet.right, len(tags) * high, sheet.colour(ground), layers)


def _sharing(wide: list[float], sheet: Sheet) -> Ends:
    """Put columns as far apart as there is room; the widest gives way where there is none."""
    gap, count = float(sheet.px(ROWS_GAP)), max(len(wide) - 1, 1)
    gap = min(gap, max((sheet.width - sum(wide)) / count, float(sheet.px(LEAST_GAP))))
    room = sheet.width - gap * count
    while wide and sum(wide) > room and max(wide) > 1.0:
        k = int(np.argmax(wide))
        second = max([each for j, each in enumerate(wide) if j != k], default=0.0)
        wide[k] = max(room - (sum(wide) - wide[k]), min(second, wide[k] - 1.0), 0.0)
    return _side_by_side(wide, sheet.left, gap)


# --- on paper -------------------------------------------------------------------------------------

ROW = 1.5  # of the size of type
APART, LEAST_APART = 16.0, 7.0  # pixels between two columns
STRONG, THIN = 1.2, 0.7  # the rules
EDGE = 2.0
WIDEST = 0.35  # of the sheet: no column is wider


def table_picture(table: Rows, layout: Layout, palette: Palette) -> Picture:
    """Set a table; what has no room is left out, and that is said below it."""
    whole = (0.0, 0.0, layout.width, layout.height or 0.0)
    sheet = Sheet(whole, layout.ruler, palette=palette)
    head, kind = sheet.type("strong"), sheet.type("text")
    high, most = ROW * kind[0], len(table.rows)
    if layout.height is not None:
        most = max(1, min(most, int((layout.height - 2 * EDGE) / high) - 2))
    shown = replace(table, rows=table.rows[:most])
    ends = _fitting(_widths(shown, sheet, (head, kind), WIDEST * layout.width), layout.width)
    end, foot, tags = ends[-1][1] + EDGE, EDGE + (len(shown.rows) + 1) * high, []
    for k, cells in enumerate((shown.head, *shown.rows)):
        box = (0.0, EDGE + k * high, end, EDGE + (k + 1) * high)
        parts = _row(cells, ends, shown, (kind if k else head, "ink"), box, sheet)
        tags.append(Tag(box, None, parts, f"row {k}" if k else "head"))
    note = _note(len(table.rows) - most, len(table.head) - len(ends))
    if note:
        box = (EDGE, foot, end, foot + high)
        tags.append(Tag.of(note, sheet.type("tick"), box, sheet.colour("ink2"), 0.0, key="note"))
    rules = ((EDGE, STRONG), (EDGE + high, THIN), (foot, STRONG))
    boxes = np.array([[0.0, y - wide / 2, end, y + wide / 2] for y, wide in rules])
    layers = (
        Layer("rules", (Rects(boxes, sheet.colour("ink"), "rules"),)),
        Layer("words", (Tags(tuple(tags), "table"),)),
    )
    height = layout.height or foot + EDGE + bool(note) * high
    return Picture(layout.width, height, sheet.colour("canvas"), layers)


def _fitting(wide: list[float], width: float) -> Ends:
    """Put columns closer together, then leave out the last ones."""
    for count in range(len(wide), 1, -1):
        spare = width - 2 * EDGE - sum(wide[:count])
        if spare >= LEAST_APART * (count - 1):
            return _side_by_side(wide[:count], EDGE, min(APART, spare / (count - 1)))
    return _side_by_side(wide[:1], EDGE, APART)


def _note(rows: int, columns: int) -> str:
    gone = [f"{count} more {what}{'s' * (count > 1)}"
            for count, what in ((rows, "row"), (columns, "column")) if count]  # fmt: skip
    return f"{' and '.join(gone)} not shown" if gone else ""
