"""The words around a plot of the plane: ticks, names of axes and of learners, in its margins."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ensemble_viz.scene.frame import Ticks
from ensemble_viz.scene.learners.marks import StumpLine
from ensemble_viz.scene.picture.canvas import axis_names
from ensemble_viz.scene.picture.labels import glyph, outline_of
from ensemble_viz.scene.picture.primitives import Bars, Item, Layer, Polylines
from ensemble_viz.scene.picture.sheet import (
    GAP,
    TICK,
    TICK_BOLD,
    Parts,
    Sheet,
    axis_ticks,
    is_clear,
    meet,
    small,
    strong,
    wider,
    within,
)
from ensemble_viz.scene.picture.tags import Box, Part, Tag, Tags, Type, Word, shifted
from ensemble_viz.scene.scene import Scene

BORDER = 1.0
WIDEST_NAME = "h₁₀₀"  # for which there is room at the right
EDGE = 10.0  # at the right, where half a number may stand
SIGN, SIGN_ROOM, USUAL_TICK = 5.0, 8.0, 11  # half of the mark of a class and of its room, by type


@dataclass(frozen=True, slots=True)
class Edges:
    """Which axes have their numbers and names at this plot."""

    upright: bool = True
    level: bool = True
    titled: bool = False
    """A title stands above the plot: what the upright axis is called stands left of it."""
    note: float | None = None
    """How far to the right a note may reach, where others stand side by side; None: the plot."""


@dataclass(frozen=True, slots=True)
class Margins:
    """Room around a plot, in pixels."""

    left: float = BORDER
    top: float = BORDER
    right: float = BORDER
    bottom: float = BORDER


def margins(scene: Scene, sheet: Sheet, parts: Parts, learners: bool = True) -> Margins:
    """Say how much room words need around a plot that shows about the frame of a sheet."""
    if scene.is_line:
        return Margins()
    kind = small(sheet)
    high = sheet.high(kind)
    numbers = _numbers(scene, sheet)[1].labels
    wide = max((sheet.wide(text, kind) for text in numbers), default=0.0)
    left = wide + TICK + 2 * GAP if parts.ticks else BORDER
    right = EDGE if parts.ticks else BORDER
    mark = scene.learner_mark if scene.stage.tree is not None else None  # others would be sampled
    stump = None if mark is None else mark.stump
    has_chips = scene.has_chips and scene.earlier is not None and bool(scene.earlier.chips)
    if parts.labels and learners and (has_chips or stump is not None):
        right = sheet.wide(WIDEST_NAME, strong(sheet)) + 4 * GAP
        if stump is not None and scene.stage.data.classes is None:
            texts = stump.low_text, stump.high_text
            right = max(right, *(sheet.wide(text, kind) + 4 * GAP for text in texts))
    rows = (parts.ticks or parts.labels) + bool(parts.labels and scene.expects_note)
    top = (
        sheet.high(strong(sheet)) + 2 * GAP if parts.labels else high / 2 if parts.ticks else BORDER
    )
    return Margins(left, top, right, BORDER + rows * (high + GAP) + TICK * bool(rows))


def _numbers(scene: Scene, sheet: Sheet) -> tuple[Ticks, Ticks]:
    """Choose the numbers along the axes, beside the names at their ends."""
    kind = small(sheet, TICK_BOLD)
    name = axis_names(scene, sheet)[0]
    return axis_ticks(sheet, (sheet.wide(name, kind) + 3 * GAP, sheet.high(kind)))


def border_of(sheet: Sheet) -> Polylines:
    return outline_of(sheet.box, BORDER, sheet.colour("border"), "frame")


def around(scene: Scene, sheet: Sheet, parts: Parts, outer: Box, edges: Edges) -> Layer:
    """Write around a plot, up to an outer box; what comes first keeps its place."""
    words = _Around(scene, sheet, outer)
    items: list[Item] = [border_of(sheet)]
    if parts.labels:
        words.write_names(edges)
        if not edges.titled:
            words.write_learners()
    if parts.ticks:
        items.append(words.write_ticks(edges))
    return Layer("axes", (*items, Tags(tuple(words.tags), "words")))


@dataclass
class _Around:
    """Words that were written, each where nothing else stands."""

    scene: Scene
    sheet: Sheet
    outer: Box

    def __post_init__(self) -> None:
        self.tags: list[Tag] = []
        self.small = small(self.sheet)
        self.high = self.sheet.high(self.small)

    @cached_property
    def foot(self) -> float:
        """The middle of the row below the plot."""
        return self.sheet.bottom + TICK + GAP / 2 + self.high / 2

    @cached_property
    def head(self) -> float:
        """The middle of the row above it."""
        return self.sheet.top - self.high / 2 - GAP

    def write_names(self, edges: Edges) -> None:
        """Name the axes: above the upright one, at the end of the level one; and the note."""
        sheet, kind = self.sheet, small(self.sheet, TICK_BOLD)
        names, allowed = axis_names(self.scene, sheet), self.scene.allowed or ()
        first, second = ("accent" if axis in allowed else "ink" for axis in (0, 1))
        if edges.level:
            self._write(names[0], kind, (sheet.right, self.foot), 1.0, first)
        if edges.upright and not edges.titled:
            self._write(names[1], kind, (sheet.left, self.head), 0.0, second)
        elif edges.upright and sheet.wide(names[1], kind) <= sheet.left - self.outer[0]:
            place = sheet.left - TICK - GAP, sheet.top + self.high / 2
            self._write(names[1], kind, place, 1.0, second)
        if self.scene.note and edges.upright:  # side by side all are read alike
            self._write_note(edges)

    def _write_note(self, edges: Edges) -> None:
        sheet, outer = self.sheet, self.outer
        room = (edges.note or sheet.right) - sheet.left
        full = self.scene.trust
        fit = (each for each in (full.text, *full.shorter) if sheet.wide(each, self.small) <= room)
        words = next(fit, None) or sheet.cut(full.text, self.small, room)
        self.outer = (*outer[:2], max(outer[2], edges.note or 0.0), outer[3])
        self._write(words, self.small, (sheet.left, self.foot + self.high + GAP), 0.0, "ink2")
        self.outer = outer

    def write_learners(self) -> None:
        """Name this round's learner and earlier ones beside their lines."""
        mark, sheet = self.scene.learner_mark, self.sheet
        kind = strong(sheet)
        if mark is not None and mark.stump is not None:
            self._write_learner(mark.stump.name, kind, mark.stump.axis, mark.stump.threshold,
                                mark.stump)  # fmt: skip
        elif mark is not None and mark.sentence:
            left = max((tag.box[2] for tag in self.tags if tag.box[1] < sheet.top),
                       default=sheet.left)  # fmt: skip
            words = sheet.cut(mark.sentence, self.small, sheet.right - left - 4 * GAP)
            self._write(words, self.small, (sheet.right, self.head), 1.0, "accent")
        if self.scene.has_chips and self.scene.earlier is not None:
            for chip in self.scene.earlier.chips:
                self._write_learner(chip.text, self.small, chip.axis, chip.at)

    def write_ticks(self, edges: Edges) -> Bars:
        """Write numbers along the edges, and give the ticks."""
        sheet, (across, up) = self.sheet, _numbers(self.scene, self.sheet)
        x, y = sheet.across(across.at), sheet.down(up.at)
        foot, side = np.full(len(x), sheet.bottom), np.full(len(y), sheet.left)
        below = np.column_stack((x, foot, x, foot + TICK))
        beside = np.column_stack((side - TICK, y, side, y))
        for at, text in zip(x.tolist(), across.labels, strict=True) if edges.level else ():
            self._write(text, self.small, (at, self.foot), 0.5, "ink2")
        for at, text in zip(y.tolist(), up.labels, strict=True) if edges.upright else ():
            self._write(text, self.small, (sheet.left - TICK - GAP, at), 1.0, "ink2")
        strokes = np.concatenate((below, beside))
        return Bars(strokes, BORDER, sheet.colour("ink2"), square=False, key="ticks")

    def _write_learner(
        self, name: str, kind: Type, axis: int, at: float, stump: StumpLine | None = None
    ) -> None:
        """Write over an upright line, or at the right of a level one; and its answers aside."""
        sheet = self.sheet
        wide, high = sheet.wide(name, kind), sheet.high(kind)
        ink = sheet.colour("ink2" if stump is None else "accent")
        if axis == 0:
            x, y = float(sheet.across(np.array(at))), sheet.top - high / 2 - GAP / 2
        else:
            x, y = sheet.right + 2 * GAP + wide / 2, float(sheet.down(np.array(at)))
        parts: list[Part] = [Word(name, kind, x, y, ink)]
        box = (x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
        for which, way in ((0, -1.0), (1, 1.0)) if stump is not None else ():
            place = (x + way * (wide / 2 + 2 * GAP), y) if axis == 0 else (x, y - way * high)
            part, (left, top, right, bottom) = self._answer(
                stump, which, place, way if axis == 0 else 0.0
            )
            parts.append(part)
            box = min(box[0], left), min(box[1], top), max(box[2], right), max(box[3], bottom)
        self._place(name, box, parts)

    def _answer(
        self, stump: StumpLine | None, which: int, place: tuple[float, float], way: float
    ) -> tuple[Part, Box]:
        """Draw the mark of a class, or write a value, from a place on or around it."""
        assert stump is not None
        sheet, (x, y) = self.sheet, place
        share = self.small[0] / USUAL_TICK
        if self.scene.stage.data.classes is None:
            text = (stump.low_text, stump.high_text)[which]
            half = sheet.wide(text, self.small) / 2
            part: Part = Word(text, self.small, x + way * half, y, sheet.colour("ink"))
        else:
            half, look = SIGN_ROOM * share, (stump.low, stump.high)[which]
            part = glyph(sheet.palette.of_answer(look), sheet, SIGN * share, x + way * half, y)
        middle = x + way * half
        return part, (middle - half, y - self.high / 2, middle + half, y + self.high / 2)

    def _write(
        self, text: str, kind: Type, place: tuple[float, float], align: float, ink: str
    ) -> None:
        (x, y), high = place, self.sheet.high(kind)
        wide = self.sheet.wide(text, kind)
        left = x - align * wide
        word = Word(text, kind, x, y, self.sheet.colour(ink), align)
        self._place(text, (left, y - high / 2, left + wide, y + high / 2), [word])

    def _place(self, name: str, box: Box, parts: list[Part]) -> None:
        """Put words where nothing else stands, moved inside of the outer box; or nowhere."""
        left, top, right, bottom = self.outer
        aside = max(left - box[0], 0.0) - max(box[2] - right, 0.0)
        down = max(top - box[1], 0.0) - max(box[3] - bottom, 0.0)
        box = (box[0] + aside, box[1] + down, box[2] + aside, box[3] + down)
        stays_out = not meet(box, self.sheet.box) and within(box, self.outer)
        if stays_out and is_clear(wider(box, GAP / 2), (tag.box for tag in self.tags)):
            inner = tuple(shifted(part, aside - box[0], down - box[1]) for part in parts)
            self.tags.append(Tag(box, None, inner, name))
