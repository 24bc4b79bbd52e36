"""Names on learners: on this round's line, at the ends of earlier ones, on random cuts."""

from collections.abc import Iterable, Sequence

import numpy as np

from ensemble_viz.engine.data import FloatArray
from ensemble_viz.scene.learners.earlier_lines import Chip
from ensemble_viz.scene.learners.marks import StumpLine
from ensemble_viz.scene.palette import ClassColour
from ensemble_viz.scene.picture.primitives import Marks, Polylines
from ensemble_viz.scene.picture.sheet import Sheet, is_clear, moved, wider, within
from ensemble_viz.scene.picture.tags import Box, Colour, Part, Plate, Sign, Style, Tag, Type, Word
from ensemble_viz.scene.shapes import outline
from ensemble_viz.scene.trees.reasons import ThrownLine

EDGE = 8.0  # between names and the edges of the sheet
FOOT, SIDE = 56.0, 84.0  # from the foot to the label of an upright line; from the right side
STEP = 24.0  # to the next place on the line that is tried
KEPT = 9.0  # pixels between a label and the middle of a point
WIDEST = 110.0  # of the words of an answer
PROJECTED = 1.6
ROWS = 3  # of chips at an edge, one behind the other
CUT_STEP, CUT_FOOT = 18.0, 40.0  # along a random cut; above the lower edge, where the ticks are
GLYPH_EDGE = 1.1


def chips(named: Sequence[Chip], sheet: Sheet, taken: Iterable[Box]) -> list[Tag]:
    """Name earlier learners at the edge, inwards where something else stands already."""
    kind, placed, boxes = sheet.type("hint"), [], list(taken)
    high = sheet.high(kind) + sheet.px(4)
    plate = Plate(sheet.colour("card"), sheet.colour("border"), 1.0)
    for chip in named:
        wide = sheet.wide(chip.text, kind) + sheet.px(12)
        if chip.axis == 0:
            middle = float(sheet.across(np.array(chip.at)))
            left, top, step = middle - wide / 2, sheet.bottom - EDGE - high, (0.0, -high - 2)
        else:
            middle = float(sheet.down(np.array(chip.at)))
            left, top, step = sheet.right - EDGE - wide, middle - high / 2, (-wide - 2, 0.0)
        first = (left, top, left + wide, top + high)
        tried = (moved(first, k * step[0], k * step[1]) for k in range(ROWS))
        box = next((each for each in tried if _is_free(each, boxes, sheet)), None)
        if box is not None:
            word = Word(chip.text, kind, wide / 2, high / 2, sheet.colour("ink2"))
            placed.append(Tag(box, plate, (word,), f"chip {chip.text}"))
            boxes.append(box)
    return placed


def _is_free(box: Box, taken: Iterable[Box], sheet: Sheet) -> bool:
    return within(box, sheet.box) and is_clear(box, taken)


def stump_label(
    stump: StumpLine, is_class: bool, points: FloatArray, sheet: Sheet, taken: Iterable[Box]
) -> list[Tag]:
    """Write "▲B h₇ A●" on an upright line, or the same as three rows on a level one.

    It moves along its line to where nothing else stands and the fewest points are covered.
    """
    label = _StumpLabel(stump, is_class, sheet)
    inside, boxes = wider(sheet.box, -EDGE), list(taken)
    at = label.first_box()
    if stump.axis == 0:
        steps = np.arange(0.0, (inside[3] - inside[1]) / 2, STEP)
        tried = [moved(at, 0.0, -step) for step in steps.tolist()]
    else:
        steps = np.arange(0.0, max(inside[2] - inside[0] - (at[2] - at[0]), 1.0), STEP)
        tried = [moved(at, -step, 0.0) for step in steps.tolist()]
    free = [box for box in tried if within(box, inside) and is_clear(box, boxes)]
    if not free:
        return []
    box = free[int(np.argmin(_covered(points, free, sheet)))]
    return [label.tag(box)]


def _covered(points: FloatArray, boxes: Sequence[Box], sheet: Sheet) -> FloatArray:
    """Count the points that a label would cover at each place."""
    x, y = sheet.across(points[:, 0]), sheet.down(points[:, 1])
    left, top, right, bottom = np.array([wider(box, KEPT) for box in boxes]).T[..., None]
    inside = (x > left) & (x < right) & (y > top) & (y < bottom)
    return np.asarray(inside.sum(axis=1))


class _StumpLabel:
    """The words of a stump, measured."""

    def __init__(self, stump: StumpLine, is_class: bool, sheet: Sheet) -> None:
        self.stump, self.is_class, self.sheet = stump, is_class, sheet
        self.share = share = PROJECTED if sheet.projected else 1.0
        self.kind = sheet.type("strong", share)
        self.sign = sheet.px(20) * share if is_class else 0.0
        around = sheet.px(28) * share
        self.middle = sheet.wide(stump.name, self.kind) + around
        spare = sheet.width - 2 * EDGE - 2 * (self.sign + sheet.px(12))
        room = (spare - self.middle) / 2 if stump.axis == 0 else spare
        widest = min(WIDEST, max(room, 0.0))
        texts = stump.low_text, stump.high_text
        self.texts = [sheet.cut(text, self.kind, widest) for text in texts]
        self.widths = [sheet.wide(text, self.kind) for text in self.texts]
        self.side = max(self.widths) + self.sign + sheet.px(12)
        self.row = sheet.px(26) * share

    def first_box(self) -> Box:
        """Find the place at the foot, or at the right end."""
        sheet, at = self.sheet, np.array(self.stump.threshold)
        if self.stump.axis == 0:
            wide, high = 2 * self.side + self.middle, self.row
            left = float(sheet.across(at)) - wide / 2
            top = sheet.bottom - FOOT * self.share - high / 2
        else:
            wide, high = max(self.side, self.middle), 3 * self.row - sheet.px(6)
            left = sheet.right - sheet.px(SIDE) - wide
            top = float(sheet.down(at)) - high / 2
        left = min(max(left, sheet.left + EDGE), sheet.right - EDGE - wide)
        top = min(max(top, sheet.top + EDGE), sheet.bottom - EDGE - high)
        return left, top, left + wide, top + high

    def tag(self, box: Box) -> Tag:
        sheet, stump = self.sheet, self.stump
        wide, high = box[2] - box[0], box[3] - box[1]
        if stump.axis == 0:
            spots = ((self.side / 2, high / 2), (wide - self.side / 2, high / 2))
        else:
            spots = ((wide / 2, high * 5 / 6), (wide / 2, high / 6))
        parts: list[Part] = [
            Word(stump.name, self.kind, wide / 2, high / 2, sheet.colour("accent"))
        ]
        parts += self._answer(stump.low, 0, spots[0], mirrored=False)
        parts += self._answer(stump.high, 1, spots[1], mirrored=stump.axis == 0)
        plate = Plate(sheet.colour("card"), sheet.colour("accent"), 1.5 * self.share)
        return Tag(box, plate, tuple(parts), f"learner {stump.name}")

    def _answer(self, k: int, which: int, spot: tuple[float, float], mirrored: bool) -> list[Part]:
        """Write an answer with its sign, the sign before it or, mirrored, behind it."""
        sheet, (x, y) = self.sheet, spot
        look, text, width = sheet.palette.of_answer(k), self.texts[which], self.widths[which]
        strong = look.fill if sheet.palette.name == "dark" else look.outline
        ink = sheet.colour("ink" if self.is_class else strong)
        start = x - (width + self.sign) / 2
        word = Word(text, self.kind, start + (0.0 if mirrored else self.sign), y, ink, 0.0)
        if not self.is_class:
            return [word]
        at = start + width + 0.7 * self.sign if mirrored else start + 0.3 * self.sign
        return [word, glyph(look, sheet, sheet.px(5) * self.share, at, y)]


def written(
    text: str, kind: Type, place: tuple[float, float], align: float, ink: Colour, sheet: Sheet
) -> Tag:
    """Write a line of words around a place."""
    wide, high = sheet.wide(text, kind), sheet.high(kind)
    left, top = place[0] - align * wide, place[1] - high / 2
    box = (left, top, left + wide, top + high)
    return Tag.of(text, kind, box, ink, 0.0, key=text)


def dots(places: FloatArray, radius: float, style: Style, key: str) -> Marks:
    """Draw discs of one size that are no points."""
    many = len(places)
    first = np.zeros(many, dtype=np.int64)
    return Marks(places, first, np.full(many, radius), np.ones(many), np.arange(many), (style,),
                 key)  # fmt: skip


def outline_of(box: Box, width: float, ink: Colour, key: str = "") -> Polylines:
    left, top, right, bottom = box
    corners = ((left, top), (right, top), (right, bottom), (left, bottom), (left, top))
    return Polylines((np.array(corners),), width, ink, straight=True, key=key)


def glyph(look: ClassColour, sheet: Sheet, radius: float, x: float, y: float) -> Sign:
    """Put the mark of a class among words: the middle of its height in that of the line."""
    corners = outline(look.shape)
    drop = radius * float((corners[:, 1].min() + corners[:, 1].max()) / 2.0) if len(corners) else 0
    style = Style(look.shape, sheet.colour(look.fill), sheet.colour(look.outline), GLYPH_EDGE)
    return Sign(style, radius, x, y + drop)


def sentence(text: str, sheet: Sheet, taken: Iterable[Box]) -> list[Tag]:
    """Say what a learner answers that asks nothing: above the foot, or higher up."""
    share, boxes = PROJECTED if sheet.projected else 1.0, list(taken)
    kind = sheet.type("strong", share)
    words = sheet.cut(text, kind, sheet.width - 4 * EDGE)
    wide, high = sheet.wide(words, kind) + sheet.px(28), sheet.px(30) * share
    wide = min(wide, sheet.width)
    left, top = sheet.left + (sheet.width - wide) / 2, sheet.bottom - FOOT * share - high / 2
    first = (left, top, left + wide, top + high)
    tried = (moved(first, 0.0, -step) for step in np.arange(0.0, sheet.height / 2, STEP).tolist())
    box = next((each for each in tried if _is_free(each, boxes, sheet)), None)
    if box is None:
        return []
    plate = Plate(sheet.colour("card"), sheet.colour("accent"), 1.5 * share)
    word = Word(words, kind, wide / 2, high / 2, sheet.colour("accent"))
    return [Tag(box, plate, (word,), "learner")]


def cut_labels(cuts: Sequence[ThrownLine], sheet: Sheet, taken: Iterable[Box]) -> list[Tag]:
    """Write at every random cut what it asks and gains: on its line, where nothing else stands."""
    found, boxes = [], list(taken)
    choosing = not any(one.kept for one in cuts)
    share = PROJECTED if sheet.projected else 1.0
    for one in cuts:
        kind = sheet.type("hint", share, weight=600 if one.kept else 0)
        wide = sheet.wide(one.text, kind) + sheet.px(14)
        high = sheet.high(kind) + sheet.px(5)
        tried = _along(one, wide, high, sheet)
        box = next((each for each in tried if _is_free(each, boxes, sheet)), None)
        if box is not None:
            boxes.append(box)
            edge = sheet.colour("accent" if one.kept or choosing else "border")
            plate = Plate(sheet.colour("card"), edge, 1.5 if one.kept else 1.0)
            ink = sheet.colour("accent" if one.kept else "ink2")
            word = Word(one.text, kind, wide / 2, high / 2, ink)
            found.append(Tag(box, plate, (word,), f"random cut {one.text}"))
    return found


def _along(one: ThrownLine, wide: float, high: float, sheet: Sheet) -> list[Box]:
    """List places on the line of a cut, from its foot or from its right end."""
    inside = wider(sheet.box, -EDGE)
    (x1, x2), (y1, y2) = (
        sheet.across(np.array(one.line[0::2])),
        sheet.down(np.array(one.line[1::2])),
    )
    if one.axis == 0:
        low = min(max(y1, y2), inside[3] - CUT_FOOT) - high / 2
        spots = [(float(x1), float(end)) for end in np.arange(low, min(y1, y2), -CUT_STEP)]
    else:
        right = min(max(x1, x2), inside[2]) - wide / 2
        spots = [(float(end), float(y1)) for end in np.arange(right, min(x1, x2), -CUT_STEP)]
    found = []
    for x, y in spots:
        left = min(max(x - wide / 2, inside[0]), inside[2] - wide)
        found.append((left, y - high / 2, left + wide, y + high / 2))
    return found
