"""The learners so far as thumbnails, and what one that is no tree has learned, in numbers."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ensemble_viz.scene.field import Tints
from ensemble_viz.scene.learners.card import NOTE, ROW, FactRow, LearnerCard
from ensemble_viz.scene.learners.gallery import Gallery, GalleryItem, picture
from ensemble_viz.scene.learners.thumbnails import SIZE, Thumbnail
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.palette import packed
from ensemble_viz.scene.picture.labels import glyph, outline_of
from ensemble_viz.scene.picture.primitives import Item, Layer, Picture, Polylines, Raster, Rects
from ensemble_viz.scene.picture.sheet import Sheet, wider
from ensemble_viz.scene.picture.tags import Box, Part, Tag, Tags, Type, Word

BETWEEN = 18.0  # for the operator between two thumbnails
CAPTION, ROW_GAP = 17.0, 7.0
LARGER, FLATTER = 80.0 / SIZE[0], 0.95  # thumbnails in a strip
BORDER, STEPS = 1.4, 1.8  # widths of borders and lines of steps
NOW, HOVERED, PLAIN, BOTH = 2.0, 2.0, 1.0, 3.0  # widths of edges
SENTENCE = 24
MOST_KEPT = 128


@dataclass(frozen=True, slots=True, eq=False)
class PlacedLearner:
    item: GalleryItem
    room: Box


class GalleryPlan:
    """Which learners have a place on a sheet, and where."""

    def __init__(
        self, gallery: Gallery, sheet: Sheet, rows: int, is_strip: bool, columns: int = 0
    ) -> None:
        """Place as many as there is room for; `columns`: so many in a row, 0: as many as fit."""
        self.gallery, self.sheet, self.rows, self.is_strip = gallery, sheet, rows, is_strip
        wide, high = SIZE
        self.size = (wide * LARGER, round(high * LARGER * FLATTER)) if is_strip else (wide, high)
        px = sheet.px
        fitting = int((sheet.width + px(BETWEEN)) // (px(self.size[0]) + px(BETWEEN)))
        self.columns = columns or max(2, fitting)
        items, self.left_out = gallery.fitted(self.columns * rows)
        spots = (self._spot(k, len(items), item.kind == "next") for k, item in enumerate(items))
        self.placed = [
            PlacedLearner(item, self._room(*spot)) for item, spot in zip(items, spots, strict=True)
        ]

    @property
    def height(self) -> float:
        """Say how high all rows are, for a plain size of type."""
        return self.rows * (self.size[1] + CAPTION) + (self.rows - 1) * ROW_GAP + 2.0

    def index_at(self, x: float, y: float) -> int | None:
        """Find the thumbnail at a place, its caption included."""
        below = self.sheet.px(CAPTION)
        for k, placed in enumerate(self.placed):
            left, top, right, bottom = placed.room
            if left <= x < right and top <= y < bottom + below:
                return k
        return None

    def _spot(self, k: int, count: int, is_next: bool) -> tuple[int, int]:
        """Choose row and column; the next learner stands apart, behind the others."""
        row, column = divmod(k, self.columns)
        if not is_next:
            return row, column
        last = self.columns - 1
        return (count - 1) // self.columns, min(count, last) if self.is_strip else last

    def _room(self, row: int, column: int) -> Box:
        px, (wide, high) = self.sheet.px, self.size
        left = 1.0 + column * (px(wide) + px(BETWEEN))
        top = 1.0 + row * px(high + CAPTION + ROW_GAP)
        return left, top, left + px(wide), top + px(high)


def whole(gallery: Gallery, sheet: Sheet) -> GalleryPlan:
    """Place all learners, as long as they fit into the height, each row with its operators."""
    px, (wide, high) = sheet.px, SIZE
    every = len(gallery.fitted(len(gallery.terms) + 2)[0])
    plain = GalleryPlan(gallery, sheet, 1, is_strip=False)
    if every <= plain.columns:
        return plain
    columns = max(1, int((sheet.width + 2.0) // (px(wide) + px(BETWEEN))))
    most = int((sheet.height + px(ROW_GAP)) // px(high + CAPTION + ROW_GAP))
    rows = min(-(-every // columns), max(most, 1))
    return GalleryPlan(gallery, sheet, rows, is_strip=False, columns=columns)


def gallery(plan: GalleryPlan, stage: Stage, hovered: int | None = None) -> Picture:
    sheet = plan.sheet
    size, ground = (sheet.width, float(sheet.px(plan.height))), sheet.colour("panel")
    if not plan.placed:
        kind, high = sheet.type("text"), float(sheet.px(SENTENCE))
        words = sheet.cut(plan.gallery.sentence, kind, sheet.width)
        tag = Tag.of(words, kind, (0.0, 0.0, sheet.width, high), sheet.colour("ink3"), 0.0)
        return Picture(*size, ground, (Layer("words", (Tags((tag,), "words"),)),))
    layers = []
    for k, placed in enumerate(plan.placed):
        shown = picture(stage, placed.item)
        items = tuple(_thumbnail(shown, placed, sheet))
        layers.append(Layer(f"learner {k}", items, placed.room))
        edge = _edge(k == hovered, placed, sheet)
        written = (*_operator(plan, k), _caption(placed, sheet))
        layers.append(Layer(f"words {k}", (edge, Tags(written, "words"))))
    return Picture(*size, ground, tuple(layers))


def _thumbnail(shown: Thumbnail, placed: PlacedLearner, sheet: Sheet) -> Iterator[Item]:
    left, top, right, bottom = placed.room
    wide, high, key = right - left, bottom - top, f"learner {placed.item.round}"
    if shown.rgb is None:
        yield Rects(np.array([placed.room]), sheet.colour("canvas"), key)
    else:
        tints = _tints(shown)
        rows, columns = tints.number.shape
        x, y = np.linspace(left, right, columns + 1), np.linspace(bottom, top, rows + 1)
        yield Raster(x, y, tints, placed.room, key=key)
        curves = tuple((left, bottom) + curve * (wide, -high) for curve in shown.curves)
        if curves:
            yield Polylines(curves, BORDER * sheet.scale, sheet.colour("boundary"))
    if shown.line is not None:
        line = (left, bottom) + shown.line * (wide, -high)
        ink = sheet.colour("accent" if placed.item.kind == "next" else "ink")
        yield Polylines((line,), STEPS, ink, key=key)


@lru_cache(MOST_KEPT)
def _tints(shown: Thumbnail) -> Tints:
    """Number the colours of a thumbnail."""
    assert shown.rgb is not None
    colours, number = np.unique(packed(shown.rgb), return_inverse=True)
    return Tints(number.reshape(shown.rgb.shape[:2])[::-1].astype(np.uint16), colours)


def _edge(is_hovered: bool, placed: PlacedLearner, sheet: Sheet) -> Polylines:
    name, width = "border", PLAIN
    if placed.item.is_now:
        name, width = "accent", BOTH if is_hovered else NOW
    elif is_hovered:
        name, width = "ink", HOVERED
    return outline_of(wider(placed.room, -width / 2.0), width, sheet.colour(name))


def _operator(plan: GalleryPlan, k: int) -> Iterator[Tag]:
    """Write + or = before a thumbnail, at the end of the row above where it begins one."""
    placed, sheet = plan.placed[k], plan.sheet
    before, wide = plan.placed[k - 1].room if k else placed.room, sheet.px(BETWEEN)
    left = before[2] if k else placed.room[0] - wide
    if placed.item.operator and left + wide <= sheet.width + 2.0:
        box = (left, before[1], left + wide, before[3])
        yield Tag.of(placed.item.operator, sheet.type("body"), box, sheet.colour("ink2"))


def _caption(placed: PlacedLearner, sheet: Sheet) -> Tag:
    """Write the caption, with the name where there is room for it."""
    item, (left, _, right, bottom) = placed.item, placed.room
    kind = sheet.type("tick", weight=600 if item.is_now else 0)
    wide, high = right - left + sheet.px(BETWEEN) - 4.0, sheet.px(CAPTION) - 2.0
    full = f"{item.title} {item.name}".strip()
    fit = (text for text in (full, item.title) if sheet.wide(text, kind) <= wide)
    text = sheet.cut(next(fit, item.caption), kind, wide)
    wide = sheet.wide(text, kind)
    start = max(min((left + right - wide) / 2, sheet.width - wide), 0.0)
    box = (start, bottom + 1.0, start + wide, bottom + 1.0 + high)
    ink = sheet.colour("accent" if item.is_now else "ink2")
    return Tag.of(text, kind, box, ink, key=f"learner {item.round}")


GLYPH, BEFORE_NAME, APART = 5.0, 18.0, 14.0  # pixels: a sign, its room, and between columns
WIDEST_NAME = 96.0


def learner(card: LearnerCard, sheet: Sheet) -> Picture:
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
        top = sheet.px(card.height - NOTE * len(card.below))
    for note in card.below:
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
