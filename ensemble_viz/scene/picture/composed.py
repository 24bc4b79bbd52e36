"""Figures for paper: one plot, or several with shared axes, one scale, one key, one caption."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from ensemble_viz.document.where import Frame
from ensemble_viz.scene.legend import Legend
from ensemble_viz.scene.line_frame import SHARE, has_residuals
from ensemble_viz.scene.picture.around import BORDER, Edges, Margins, Parts, margins
from ensemble_viz.scene.picture.figure import lay
from ensemble_viz.scene.picture.framed import frame_of, framed, framed_at, shrunk
from ensemble_viz.scene.picture.key import KeyCard, KeyRoom, key_card
from ensemble_viz.scene.picture.primitives import (
    Box,
    Layer,
    Picture,
    Plate,
    Tag,
    Tags,
    Word,
)
from ensemble_viz.scene.picture.scales import BOTH, FOOT, LEFT, Scales, scales
from ensemble_viz.scene.picture.sheet import LINE, USUAL, Ruler, Sheet
from ensemble_viz.scene.scene import Scene

SHAPE, SHAPE_OF_MANY, SHAPE_OF_LINE = 0.72, 0.9, 1.15  # the height of a plot by its width
HIGH_LINE = 430.0  # pixels that are enough for two panels of a line
LEAST_PLOT = 96.0  # pixels: narrower plots go into a further row
GUTTER = 8.0  # between two plots, and around keys and captions
MOST_LINES = 3  # of a caption
HIGHEST = 1.4  # a plot is no higher than so many of its widths
WIDE = 1.75  # a plot that would be wider than that, by its height, has its key at the side
SIDE_SHARE, LEAST_SIDE = 0.27, 96.0
OF_MANY = {  # what lines are in every plot of a strip
    "sum": "ensemble so far",
    "to come": "ensemble to come",
    "learner": "this round's learner",
    "earlier": "earlier learners",
}
Range = tuple[float, float]
Report = Callable[[int, int], None]
"""Hears how many plots are described, of how many; it may raise to end it."""


@dataclass(frozen=True, slots=True)
class Layout:
    """How large a figure is, and what belongs to it."""

    width: float
    ruler: Ruler
    height: float | None = None
    """None: as high as its shape asks for."""
    parts: Parts = field(default_factory=Parts)
    ranges: dict[int, Range] = field(default_factory=dict)
    """What is seen of an axis, where that is asked for."""


def plots(
    scenes: Sequence[Scene],
    layout: Layout,
    titles: Sequence[str] = (),
    report: Report | None = None,
) -> Picture:
    """Describe one scene, or several moments of a run side by side; `report` hears of each."""
    return _Plots(scenes, layout, titles, report).picture()


class _Plots:
    """Puts plots, key and caption onto a sheet."""

    def __init__(
        self,
        scenes: Sequence[Scene],
        layout: Layout,
        titles: Sequence[str],
        report: Report | None,
    ) -> None:
        self.scenes, self.layout, self.titles, self.report = scenes, layout, titles, report
        self.parts, palette = layout.parts, scenes[0].stage.palette
        self.is_strip = bool(titles)
        width, height = layout.width, layout.height or 2 * layout.width
        self.sheet = Sheet((0.0, 0.0, width, height), layout.ruler, scenes[0].frame, palette, USUAL)
        self.columns = _columns(len(scenes), width, layout.height)
        self.rows = -(-len(scenes) // self.columns)
        self.head = self._caption_lines()
        self.title = self.sheet.high(self.sheet.type("strong")) + 4.0 if self.is_strip else 0.0

    def picture(self) -> Picture:
        """Describe everything."""
        around = self._margins(self.sheet)
        top = len(self.head) * self._line + GUTTER * bool(self.head)
        width = self._plot_size(around, top, 0.0, 0.0)[0]
        self.sheet = replace(self.sheet, measures=shrunk(USUAL, width))
        key, beside, foot = self._key(around, top)
        size = self._plot_size(around, top, foot, beside)
        frame = self._ranged(frame_of(self.scenes, size, self.sheet))
        again = self._margins(self.sheet.part((0.0, 0.0, *size), frame))
        if again != around:
            around = again
            size = self._plot_size(around, top, foot, beside)
            frame = self._ranged(frame_of(self.scenes, size, self.sheet))
        layers = list(self._plots(around, top, size, frame))
        bottom = top + self._high(around, size)
        height = self.layout.height or bottom + foot
        layers += self._key_layers(key, around, bottom, beside)
        layers += self._caption_layer()
        ground = self.sheet.colour("canvas")
        return Picture(self.layout.width, height, ground, tuple(layers))

    # --- room -------------------------------------------------------------------------------------

    @property
    def _line(self) -> float:
        return LINE * self.sheet.type("text")[0]

    def _margins(self, sheet: Sheet) -> Margins:
        """Say how much room the words around each plot need; of several the outer ones have it."""
        found = margins(self.scenes[-1], sheet, self.parts, learners=not self.is_strip)
        names = self.is_strip and self.parts.labels
        return replace(found, top=found.top * (not names) or BORDER)

    @property
    def _gaps(self) -> tuple[float, float]:
        """Say how far plots are from one another: across, and down."""
        return GUTTER, GUTTER + self.title

    def _plot_size(
        self, around: Margins, top: float, foot: float, beside: float
    ) -> tuple[float, float]:
        across, down = self._gaps
        spare = self.layout.width - around.left - around.right - beside
        width = (spare - across * (self.columns - 1)) / self.columns
        if self.layout.height is None:
            share = SHAPE_OF_MANY if self.is_strip else SHAPE
            scene = self.scenes[0]
            if scene.is_line and has_residuals(scene.stage.run):
                share = min(SHAPE_OF_LINE, max(share, HIGH_LINE / width))
            return width, share * width
        outside = top + foot + self.title + around.top + around.bottom
        high = (self.layout.height - outside - down * (self.rows - 1)) / self.rows
        return width, min(high, HIGHEST * width)

    def _high(self, around: Margins, size: tuple[float, float]) -> float:
        down = self._gaps[1]
        inner = self.rows * size[1] + (self.rows - 1) * down
        return self.title + around.top + inner + around.bottom

    def _ranged(self, frame: Frame) -> Frame:
        """Take the ranges that were asked for."""
        left, right = self.layout.ranges.get(0, (frame.left, frame.right))
        if 1 not in self.layout.ranges:
            return replace(frame, left=left, right=right)
        bottom, top = self.layout.ranges[1]
        if has_residuals(self.scenes[0].stage.run):
            bottom -= SHARE / (1.0 - SHARE) * (top - bottom)  # residuals are below the values
        return Frame(left, bottom, right, top)

    # --- plots ------------------------------------------------------------------------------------

    def _plots(
        self, around: Margins, top: float, size: tuple[float, float], frame: Frame
    ) -> list[Layer]:
        layers, (across, down) = list[Layer](), self._gaps
        for k, scene in enumerate(self.scenes):
            if self.report is not None:
                self.report(k, len(self.scenes))
            row, column = divmod(k, self.columns)
            left = around.left + column * (size[0] + across)
            upper = top + self.title + around.top + row * (size[1] + down)
            box = (left, upper, left + size[0], upper + size[1])
            edges = Edges(not column, k + self.columns >= len(self.scenes), self.is_strip)
            sheet, shown = self.sheet.part(box, frame), framed_at(scene, frame)
            layers += framed(shown, sheet, self.parts, self._outer(box, around, edges), edges)
            if self.is_strip:
                layers.append(self._titled(self.titles[k], box))
        return layers

    def _outer(self, box: Box, around: Margins, edges: Edges) -> Box:
        """Say how far words may reach; between two plots of a strip there are none."""
        if not self.is_strip:
            return (box[0] - around.left, box[1] - around.top,
                    box[2] + around.right, box[3] + around.bottom)  # fmt: skip
        left = box[0] - around.left * edges.upright
        return left, box[1] - self.title, box[2] + GUTTER, box[3] + around.bottom * edges.level

    def _titled(self, title: str, box: Box) -> Layer:
        kind = self.sheet.type("strong")
        words = self.sheet.cut(title, kind, box[2] - box[0])
        high = self.sheet.high(kind)
        place = (box[0], box[1] - high - 3.0, box[2], box[1] - 3.0)
        ink = self.sheet.colour("ink")
        word = Word(words, kind, 0.0, high / 2, ink, 0.0)
        return Layer("title", (Tags((Tag(place, None, (word,), f"title {title}"),), "title"),))

    # --- key and caption --------------------------------------------------------------------------

    def _key(self, around: Margins, top: float) -> tuple[KeyCard | None, float, float]:
        """Describe the key; say how much room it takes at the side, and below with the scales."""
        if not self.parts.key:
            return None, 0.0, 0.0
        foot = self._scales_high()
        wide = self.layout.width - around.left
        flat = key_card(self._legend(), self.sheet, KeyRoom(wide, True, not self.is_strip))
        height = self.layout.height
        if height is not None and not self.is_strip and flat.tags:
            rest = height - top - foot - flat.height - around.top - around.bottom
            side = max(SIDE_SHARE * self.layout.width, LEAST_SIDE)
            if (wide - around.right) / max(rest, 1.0) > WIDE:
                card = key_card(self._legend(), self.sheet, KeyRoom(side))
                return card, card.width, foot
        if not flat.tags:
            return flat, 0.0, foot
        return flat, 0.0, max(flat.height, foot) if self._in_line(flat) else flat.height + foot

    def _legend(self) -> Legend:
        """Give the key; of several moments, what any of them shows, and nothing of one alone."""
        known = [scene.legend for scene in self.scenes]
        if not self.is_strip:
            return known[-1]
        ring = next((each.ring for each in known if each.ring), "")
        draws = next((each.draws for each in reversed(known) if each.draws), ())
        lines = tuple((style, OF_MANY.get(style, words)) for style, words in known[-1].lines)
        return replace(known[-1], ring=ring, draws=draws, draws_title="", lines=lines)

    def _key_layers(
        self, card: KeyCard | None, around: Margins, bottom: float, beside: float
    ) -> list[Layer]:
        if card is None:
            return []
        found, left = list[Layer](), around.left
        if card.tags:
            x, y = (self.layout.width - beside, self._first(around)) if beside else (left, bottom)
            box = (x, y, x + card.width, y + card.height)
            found.append(lay(card, box, Plate(0, radius=0.0)))
            if not beside and self._in_line(card):
                left += card.width + GUTTER
                bottom += (card.height - self._scales_high()) / 2
            elif not beside:
                bottom += card.height
        return found + [row.layer for row in self._scales(left, bottom)]

    def _in_line(self, card: KeyCard) -> bool:
        """Say whether the scales have room beside the key."""
        rows = self._scales(0.0, 0.0)
        wide = max((row.boxes[0][2] for row in rows), default=0.0)
        room = self.layout.width - self._margins(self.sheet).left
        return 0.0 < wide + card.width + 2 * GUTTER <= room and len(rows) == 1

    def _first(self, around: Margins) -> float:
        return len(self.head) * self._line + GUTTER * bool(self.head) + around.top

    def _scales(self, left: float, top: float) -> list[Scales]:
        """Describe the scales of weights and values, in a row or one below the other."""
        together = self._row(BOTH, left, top)
        apart = [self._row((which,), left, top) for which in BOTH]
        wanted = [row for row in apart if row.boxes]
        if sum(row.boxes[0][2] - left for row in wanted) <= self.layout.width - left:
            return [together] if wanted else []
        high = wanted[0].boxes[0][3] - top
        return [wanted[0], self._row(BOTH[1:], left, top + high)]

    def _row(self, which: tuple[str, ...], left: float, top: float) -> Scales:
        """Describe scales in a row of their own, from the upper left corner."""
        box = (left - LEFT + 6.0, top - 200.0, self.layout.width, top + FOOT)
        for _ in range(2):  # how high it is, is known when it is described
            row = scales(self.scenes[-1], self.sheet.part(box, self.sheet.frame), (), which)
            drop = top - row.boxes[0][1] if row.boxes else 0.0
            box = (*box[:3], box[3] + drop)
        return row

    def _scales_high(self) -> float:
        return max((row.boxes[0][3] for row in self._scales(0.0, 0.0)), default=0.0)

    def _caption_lines(self) -> tuple[str, ...]:
        if not self.parts.caption:
            return ()
        words = self.scenes[-1].caption.headline
        room = self.layout.width - 2 * GUTTER
        return self.sheet.broken(words, self.sheet.type("text"), room, MOST_LINES)

    def _caption_layer(self) -> list[Layer]:
        kind, ink = self.sheet.type("text"), self.sheet.colour("ink")
        parts = tuple(
            Word(words, kind, GUTTER, (k + 0.5) * self._line, ink, 0.0)
            for k, words in enumerate(self.head)
        )
        box = (0.0, 0.0, self.layout.width, len(parts) * self._line)
        return [Layer("caption", (Tags((Tag(box, None, parts, "caption"),), "caption"),))]


def _columns(count: int, width: float, height: float | None) -> int:
    """Say how many plots stand side by side, in rows of about the same length."""
    most = max(1, int(width / (LEAST_PLOT + GUTTER)))
    if height is None:
        return -(-count // -(-count // most))
    sides = {
        columns: min(width / columns, height / -(-count // columns) / SHAPE_OF_MANY)
        for columns in range(1, min(count, most) + 1)
    }
    return max(sides, key=lambda columns: (sides[columns], columns), default=1)
