"""What a learner that is no tree has learned: its numbers in columns, and a line or two below."""

from collections.abc import Iterator

from ensemble_viz.scene.learners.card import NOTE, ROW, FactRow, LearnerCard
from ensemble_viz.scene.picture.labels import glyph
from ensemble_viz.scene.picture.primitives import Layer, Part, Picture, Tag, Tags, Type, Word
from ensemble_viz.scene.picture.sheet import Sheet

GLYPH, BEFORE_NAME, APART = 5.0, 18.0, 14.0  # pixels: a sign, its room, and between columns
WIDEST_NAME = 96.0


def learner(card: LearnerCard, sheet: Sheet) -> Picture:
    """Describe the card of a learner for the width of a sheet."""
    high = float(sheet.px(card.height))
    tags = Tags(tuple(_rows(card, sheet)), "learner")
    return Picture(sheet.width, high, sheet.colour("panel"), (Layer("learner", (tags,)),))


def _rows(card: LearnerCard, sheet: Sheet) -> Iterator[Tag]:
    ends, row, top = _ends(card, sheet), sheet.px(ROW), 0.0
    if any(card.heads):
        name, *heads = card.heads
        kind = sheet.type("hint")
        parts = [_word(name, kind, 0.0, row, sheet.colour("ink3"))]
        parts += [
            _word(head, kind, end, row, sheet.colour("ink3"), 1.0)
            for end, head in zip(ends, heads, strict=True)
        ]
        yield _tag(parts, top, row, sheet)
        top += row
    for fact in card.rows:
        yield _tag(list(_facts(fact, ends, row, sheet)), top, row, sheet)
        top += row
    if card.rows:
        top = sheet.px(card.height - NOTE * len(card.notes))
    for note in card.notes:
        high, kind = sheet.px(NOTE), sheet.type("hint")
        text = sheet.cut(note, kind, sheet.width)
        yield _tag([_word(text, kind, 0.0, high, sheet.colour("ink2"))], top, high, sheet)
        top += high


def _tag(parts: list[Part], top: float, high: float, sheet: Sheet) -> Tag:
    shown = tuple(part for part in parts if not isinstance(part, Word) or part.text)
    return Tag((0.0, top, sheet.width, top + high), None, shown)


def _word(text: str, kind: Type, x: float, high: float, ink: int, align: float = 0.0) -> Part:
    return Word(text, kind, x, high / 2, ink, align)


def _facts(fact: FactRow, ends: list[float], row: float, sheet: Sheet) -> Iterator[Part]:
    left, strong, text = 0.0, sheet.type("strong"), sheet.type("text")
    if fact.k is not None:
        left, radius = float(sheet.px(BEFORE_NAME)), float(sheet.px(GLYPH))
        look = sheet.palette.classes[fact.k]
        yield glyph(look, sheet, radius, sheet.px(GLYPH + 1.0), row / 2.0)
    room = float(sheet.px(WIDEST_NAME))
    if not any(fact.cells):
        room = sheet.width - left
    elif fact.cells[0]:
        taken = ends[0] - sheet.wide(fact.cells[0], text)
        room = max(min(room, taken - left - sheet.px(4)), 0.0)
    yield _word(sheet.cut(fact.name, strong, room), strong, left, row, sheet.colour("ink"))
    for end, cell in zip(ends, fact.cells, strict=True):
        yield _word(cell, text, end, row, sheet.colour("ink"), 1.0)


def _ends(card: LearnerCard, sheet: Sheet) -> list[float]:
    """Find the right edges of the columns: as wide as they need, or as there is room for."""
    text, hint = sheet.type("text"), sheet.type("hint")
    count = max((len(row.cells) for row in card.rows), default=0)
    widths = [
        max(
            sheet.wide(card.heads[k + 1], hint) if card.heads else 0.0,
            *(sheet.wide(row.cells[k], text) for row in card.rows),
        )
        for k in range(count)
    ]
    apart = sheet.px(APART)
    left = sheet.width - sum(widths) - apart * max(count - 1, 0)
    ends = []
    for width in widths:
        ends.append(left + width)
        left += width + apart
    return ends
