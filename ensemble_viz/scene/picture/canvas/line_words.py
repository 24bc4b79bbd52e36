"""The words on a line plot: ticks, names of the axes, the title of the lower panel, regions."""

from collections.abc import Iterator, Sequence

import numpy as np

from ensemble_viz.scene.frame import Ticks
from ensemble_viz.scene.line_plot import LinePlot, Region
from ensemble_viz.scene.picture.primitives import Bars, Layer
from ensemble_viz.scene.picture.sheet import Sheet, is_clear, within
from ensemble_viz.scene.picture.tags import Box, Plate, Tag, Tags, Type, Word
from ensemble_viz.scene.words import signed

LABELS = 54  # pixels at the left edge, where the heights are written, if they need no more
BESIDE = 8  # pixels between the heights and the lines
INSIDE = 4  # pixels between the edge and the heights, however large the words are
STRIP = 26  # pixels at the foot, where the places on the line are written
BEFORE = 6  # pixels to the left of the first point
HEAD = 30  # pixels below the upper edge of the lower panel, where its title stands
EDGE = 16
PROJECTED = 1.6  # by what words and their room are larger on the projector
BIN, BIN_INK = 8, 0.45  # the border of a bin: its length, and how much of the ink is in it
PLATE = 0.85  # of the canvas's colour, behind words that stand on lines
LIT = 0.045  # of ink, over the words of a region that is looked at
TALL = 20  # the row of the places on the line
NAME_SHARE = 0.4  # of the sheet: the name of the axis is no wider


class LinePanels:
    """Where the panels of a line plot are on a sheet, and how large its words."""

    def __init__(self, plot: LinePlot, sheet: Sheet) -> None:
        self.plot, self.sheet = plot, sheet
        left, top, right, bottom = sheet.box
        between = bottom
        if plot.lower is not None:
            between = float(sheet.down(np.array(plot.upper.bottom)))
        self.upper: Box = (left, top, right, between)
        self.lower: Box = (left, between, right, bottom)
        self.foot = bottom - self.px(STRIP)
        self.head = float(self.px(HEAD))

    def type(self, role: str) -> Type:
        """Give the type of a role; on the projector all words are as large."""
        return self.sheet.type("caption" if self.sheet.projected else role)

    def px(self, size: float) -> int:
        """Scale a length with the words."""
        return self.sheet.px(size * PROJECTED if self.sheet.projected else size)

    @property
    def labels(self) -> float:
        """Say how wide the column of the heights is."""
        plot, kind = self.plot, self.type("tick")
        axes = (plot.y_ticks, *([plot.r_ticks] if plot.r_ticks else []))
        texts = (text for axis in axes for text in axis.labels)
        widest = max((self.sheet.wide(text, kind) for text in texts), default=0.0)
        return max(float(self.px(LABELS)), INSIDE + widest + 1.0 + self.px(BESIDE))

    def inside(self, part: Box) -> Box:
        """Take from a panel what is neither for labels of heights, nor for those of the foot.

        Points that are farther left than the labels are not cut off from their curves.
        """
        sheet = self.sheet
        start = sheet.left + self.labels
        if self.plot.first_x is not None:
            first = float(sheet.across(np.array(self.plot.first_x)))
            start = max(sheet.left, min(start, first - self.px(BEFORE)))
        return max(start, part[0]), part[1], part[2], min(self.foot, part[3])


def line_words(plot: LinePlot, room: LinePanels, covered: tuple[Box, ...]) -> Iterator[Layer]:
    """Describe every word on a line plot: what matters most is written first."""
    if len(plot.bins):
        yield Layer("bins", (_bins(plot, room),))
    words = _Words(room, covered)
    words.write_x_name(plot.x_name)
    head = room.lower[1]
    if plot.r_ticks is not None:
        head = words.write_title(plot.lower_title, plot.lower_brief)
    words.write_regions(plot.regions)
    if plot.cut_off is not None:
        words.write_limits(plot.cut_off, plot.offset)
    top, bottom = room.upper[1] + room.px(8), min(room.upper[3], room.foot)
    words.write_heights("y", plot.y_ticks, 0.0, (top, bottom))
    if plot.r_ticks is not None:
        words.write_heights(plot.r_name, plot.r_ticks, plot.offset, (head, room.foot))
    words.write_places(plot.x_ticks)
    yield Layer("words", (Tags(tuple(words.tags), "words"),))


def _bins(plot: LinePlot, room: LinePanels) -> Bars:
    """Mark the borders of bins at the foot: cuts fall only there."""
    sheet = room.sheet
    at, foot = sheet.across(plot.bins), np.full(len(plot.bins), sheet.bottom)
    lines = np.column_stack((at, foot - room.px(BIN), at, foot))
    return Bars(lines, 1.0, sheet.colour("ink", BIN_INK), square=False, key="bins")


class _Words:
    """Words that were written, and the places they take."""

    def __init__(self, room: LinePanels, covered: tuple[Box, ...]) -> None:
        self.room, self.sheet = room, room.sheet
        self.covered = covered
        self.tags: list[Tag] = []

    def is_free(self, box: Box) -> bool:
        """True if nothing is written there, no card lies there, and it is inside."""
        taken = (*self.covered, *(tag.box for tag in self.tags))
        return within(box, self.sheet.box) and is_clear(box, taken)

    def write_x_name(self, name: str) -> None:
        """Write the name of the axis at the right end."""
        kind = self.room.type("strong")
        shown = self.sheet.cut(name, kind, NAME_SHARE * self.sheet.width)
        end, high = self.sheet.right - self.room.px(EDGE), self.room.px(TALL)
        left = end - self.sheet.wide(shown, kind)
        self._rimmed((left, self.room.foot, end, self.room.foot + high), shown, kind, "ink")

    def write_places(self, ticks: Ticks) -> None:
        """Write the ticks of the x axis at the foot, as far as its name."""
        kind, top, high = self.room.type("tick"), self.room.foot, self.room.px(TALL)
        for x, label in zip(self.sheet.across(ticks.at).tolist(), ticks.labels, strict=True):
            half = self.sheet.wide(label, kind) / 2 + 1
            box = (x - half, top, x + half, top + high)
            if x - half >= self.sheet.left + 4 and self.is_free(_aside(box, self.room.px(4))):
                self._rimmed(box, label, kind, "ink2")

    def write_title(self, title: str, brief: str) -> float:
        """Write the title of the lower panel, if need be in brief; give the height below it."""
        edge = self.room.px(EDGE)
        room = self.sheet.width - 2 * edge
        kinds = [self.room.type(role) for role in ("strong", "hint", "tick")]
        known = [(words, kind) for words in (title, brief) if words for kind in kinds]
        fitting = (each for each in known if self.sheet.wide(*each) <= room)
        words, kind = next(fitting, (brief or title, kinds[-1]))
        shown = self.sheet.cut(words, kind, room)
        left, top = self.sheet.left + edge, self.room.lower[1] + self.room.px(8)
        bottom = top + self.sheet.high(kind)
        box = (left - 3, top, left + self.sheet.wide(shown, kind) + 3, bottom)
        self._on_plate(box, [(shown, kind)])
        return bottom

    def write_heights(
        self, name: str, ticks: Ticks, offset: float, ends: tuple[float, float]
    ) -> None:
        """Write the ticks of an upright axis, its name beside the highest below the cards.

        Those that are too long for the column reach beyond it, towards the lines.
        """
        room, kind = self.room, self.room.type("tick")
        high = self.sheet.high(room.type("strong"))
        left, right = self.sheet.left + INSIDE, self.sheet.left + room.px(LABELS - BESIDE)
        named: tuple[Box, str] | None = None
        reaches_up = True
        at = self.sheet.down(ticks.at + offset).tolist()
        for y, label in zip(at, ticks.labels, strict=True):
            wide = self.sheet.wide(label, kind)
            column = (left, y - high / 2, left + max(right - left, wide), y + high / 2)
            free = self.is_free(column) and ends[0] <= column[1] and column[3] <= ends[1]
            if free:
                self._rimmed((column[2] - wide, *column[1:]), label, kind, "ink2")
                named = (column, label) if reaches_up else named
            reaches_up = reaches_up and (named is None or free)
        if named is not None:
            self._write_name(name, *named)

    def _write_name(self, name: str, column: Box, label: str) -> None:
        """Write the name of an upright axis beside a tick, or above it where it is too wide."""
        room, kind = self.room, self.room.type("strong")
        left = column[0] + room.px(EDGE) - INSIDE
        wide = self.sheet.wide(name, kind)
        free = column[2] - self.sheet.wide(label, room.type("tick")) - left
        lift = 0.0 if wide + 4 <= free else column[3] - column[1]
        box = (left, column[1] - lift, left + wide, column[3] - lift)
        if self.is_free(box):
            self._rimmed(box, name, kind, "ink")

    def write_limits(self, cut_off: float, offset: float) -> None:
        """Write where residuals are cut off, at the right end of the lines."""
        room, kind = self.room, self.room.type("text")
        high, end = self.sheet.high(kind), self.sheet.right - room.px(EDGE)
        for sign, name in ((1.0, "+δ"), (-1.0, "−δ")):
            text = f"{name} {signed(sign * cut_off)}"
            y = float(self.sheet.down(np.array(sign * cut_off + offset)))
            below = sign < 0 and y + 1 + high <= room.foot - high - room.px(8)  # off the regions
            top = y + 1 if below else y - high - 1
            box = (end - self.sheet.wide(text, kind) - 3, top, end + 3, top + high)
            if self.is_free(box) and box[3] < room.foot:
                self._on_plate(box, [(text, kind)])

    def write_regions(self, regions: Sequence[Region]) -> None:
        """Write the name of each region, and what the tree says there, as far as it has room."""
        room, named, valued = self.room, self.room.type("strong"), self.room.type("text")
        high, gap = self.sheet.high(named), room.px(6)
        top = room.foot - high - gap
        for region in regions:
            ends = self.sheet.across(np.array([region.left, region.right]))
            left, right = np.clip(ends, self.sheet.left, self.sheet.right).tolist()
            left = max(left, self.sheet.left + room.labels)
            name, value = (region.name, named), (region.value_text, valued)
            for words in ([name, value], [name]):
                wide = sum(self.sheet.wide(*each) for each in words) + gap * (len(words) - 1)
                start = (left + right - wide) / 2
                box = (start - 3, top, start + wide + 3, top + high)
                if wide + gap <= right - left and self.is_free(box):
                    self._on_plate(box, words, region.lit, f"node {region.node}")
                    break

    def _rimmed(self, box: Box, text: str, kind: Type, ink: str) -> None:
        """Write into the middle of a box, with a rim: over anything it can be read."""
        wide, high = box[2] - box[0], box[3] - box[1]
        rim = self.sheet.colour("canvas")
        word = Word(text, kind, wide / 2, high / 2, self.sheet.colour(ink), rim=rim)
        self.tags.append(Tag(box, None, (word,), f"tick {text}"))

    def _on_plate(
        self, box: Box, words: list[tuple[str, Type]], lit: bool = False, key: str = ""
    ) -> None:
        """Write in ink, on a plate of the canvas's colour, as lines may run below."""
        x, middle, parts = 3.0, (box[3] - box[1]) / 2, []
        for text, kind in words:
            parts.append(Word(text, kind, x, middle, self.sheet.colour("ink"), 0.0))
            x += self.sheet.wide(text, kind) + self.room.px(6)
        plate = Plate(self.sheet.colour("canvas", PLATE), radius=0.0)
        if lit:
            self.tags.append(Tag(box, plate, ()))
            plate = Plate(self.sheet.colour("ink", LIT), radius=0.0)
        self.tags.append(Tag(box, plate, tuple(parts), key))


def _aside(box: Box, by: float) -> Box:
    """Give a box with room to its right, and none beyond the foot."""
    return box[0], box[1], box[2] + by, box[3]
