"""Figures for paper: one plot, or several with shared axes, one scale, one key, one caption."""

from collections.abc import Sequence
from dataclasses import replace

from ensemble_viz.document.where import Frame
from ensemble_viz.scene.line import SHARE
from ensemble_viz.scene.moment.lens import Lens
from ensemble_viz.scene.moment.sampler import Sampler
from ensemble_viz.scene.moment.steps import has_residuals
from ensemble_viz.scene.picture.page.around import BORDER, Edges, Margins, margins
from ensemble_viz.scene.picture.page.figure import Foot
from ensemble_viz.scene.picture.page.framed import frame_of, framed, framed_at, shrunk
from ensemble_viz.scene.picture.primitives import Layer, Picture
from ensemble_viz.scene.picture.sheet import LINE, USUAL, Layout, Report, Sheet, strong
from ensemble_viz.scene.picture.tags import Box, Tag, Tags, lines_of_words
from ensemble_viz.scene.scene import Scene
from ensemble_viz.scene.shapes import PROJECTOR, Measures

SHAPE, SHAPE_OF_MANY, SHAPE_OF_LINE = 0.72, 0.9, 1.15  # the height of a plot by its width
HIGH_LINE, HIGH_SHARE = 430.0, 1.6  # pixels, or widths, that are enough for two panels of a line
LEAST_PLOT, LEAST_LINE = 96.0, 136.0  # pixels: narrower plots go into a further row
GUTTER = 8.0  # between two plots, and around keys and captions
MOST_LINES = 3  # of a caption
PLACES = 2.0  # a pixel: surfaces without cells are read no finer
HIGHEST, HIGHEST_LINE = 1.4, 2.4  # a plot is no higher than so many of its widths


def plots(
    scenes: Sequence[Scene],
    layout: Layout,
    titles: Sequence[str] = (),
    report: Report | None = None,
    columns: int = 0,
) -> Picture:
    """Describe one scene, or several moments of a run side by side; `report` hears of each.

    `columns`: so many stand in a row; 0: as many as look well.
    """
    made = _Plots(scenes, layout, titles, report)
    if columns:
        made.stand(columns)
    return made.picture()


class _Plots:
    """Puts plots, key and caption onto a sheet."""

    def __init__(
        self, scenes: Sequence[Scene], layout: Layout, titles: Sequence[str], report: Report | None
    ) -> None:
        self.scenes, self.layout, self.titles, self.report = scenes, layout, titles, report
        self.parts, palette = layout.parts, scenes[0].stage.palette
        self.is_strip = bool(titles)
        width, height = layout.width, layout.height or 2 * layout.width
        self.sheet = Sheet((0.0, 0.0, width, height), layout.ruler, scenes[0].frame, palette, USUAL)
        least = LEAST_LINE if scenes[0].is_line else LEAST_PLOT  # words stand inside of these
        shape = HIGH_SHARE if self._has_panels else SHAPE_OF_MANY
        self.stand(_columns(len(scenes), width, layout.height, least, shape))
        self.head = self._caption_lines()
        self.title = self.sheet.high(strong(self.sheet)) + 4.0 if self.is_strip else 0.0

    def stand(self, columns: int) -> None:
        self.columns, self.rows = columns, -(-len(self.scenes) // columns)

    def picture(self) -> Picture:
        around = self._margins(self.sheet)
        top = len(self.head) * self._line + GUTTER * bool(self.head)
        width = self._plot_size(around, top, 0.0, 0.0)[0]
        self.sheet = replace(self.sheet, measures=shrunk(self._usual, width))
        foot = Foot(self.scenes, self.sheet, self.layout, self.is_strip)
        foot.take_room(around, top + self.title)
        size = self._plot_size(around, top, foot.height, foot.beside)
        frame = self._ranged(frame_of(self.scenes, size, self.sheet))
        again = self._margins(self.sheet.part((0.0, 0.0, *size), frame))
        if again != around:
            around = again
            size = self._plot_size(around, top, foot.height, foot.beside)
            frame = self._ranged(frame_of(self.scenes, size, self.sheet))
        layers = list(self._plots(around, top, size, frame))
        bottom = top + self._high(around, size)
        height = self.layout.height or bottom + foot.height
        layers += foot.layers(around.left, top + around.top, bottom)
        layers += self._caption_layer()
        ground = self.sheet.colour("canvas")
        return Picture(self.layout.width, height, ground, tuple(layers))

    @property
    def _usual(self) -> Measures:
        """Give the sizes of marks before they shrink; on the projector they are larger."""
        return PROJECTOR if self.sheet.projected else USUAL

    @property
    def _has_panels(self) -> bool:
        """Say whether residuals stand below the values."""
        return has_residuals(self.scenes[0].stage.run)

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
            if self._has_panels:
                most = HIGH_SHARE if self.is_strip else SHAPE_OF_LINE
                share = min(most, max(share, HIGH_LINE / width))
            return width, share * width
        outside = top + foot + self.title + around.top + around.bottom
        high = (self.layout.height - outside - down * (self.rows - 1)) / self.rows
        return width, min(high, (HIGHEST_LINE if self._has_panels else HIGHEST) * width)

    def _high(self, around: Margins, size: tuple[float, float]) -> float:
        down = self._gaps[1]
        inner = self.rows * size[1] + (self.rows - 1) * down
        return self.title + around.top + inner + around.bottom

    def _ranged(self, frame: Frame) -> Frame:
        left, right = self.layout.ranges.get(0, (frame.left, frame.right))
        if 1 not in self.layout.ranges:
            return replace(frame, left=left, right=right)
        bottom, top = self.layout.ranges[1]
        if self._has_panels:
            bottom -= SHARE / (1.0 - SHARE) * (top - bottom)  # residuals are below the values
        return Frame(left, bottom, right, top)

    # --- plots ------------------------------------------------------------------------------------

    def _plots(
        self, around: Margins, top: float, size: tuple[float, float], frame: Frame
    ) -> list[Layer]:
        layers, (across, down) = list[Layer](), self._gaps
        samplers: dict[Lens, Sampler] = {}
        for k, scene in enumerate(self.scenes):
            if self.report is not None:
                self.report(k, len(self.scenes))
            row, column = divmod(k, self.columns)
            left = around.left + column * (size[0] + across)
            upper = top + self.title + around.top + row * (size[1] + down)
            box = (left, upper, left + size[0], upper + size[1])
            is_lowest = k + self.columns >= len(self.scenes)
            note = self.layout.width if self.is_strip else None
            edges = Edges(not column, is_lowest, self.is_strip, note)
            lens = scene.stage.lens
            if lens not in samplers:
                samplers[lens] = lens.sampler.apart(PLACES * max(size))
            sheet, shown = self.sheet.part(box, frame), framed_at(scene, frame, samplers[lens])
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
        kind = strong(self.sheet)
        words = self.sheet.cut(title, kind, box[2] - box[0])
        high = self.sheet.high(kind)
        place = (box[0], box[1] - high - 3.0, box[2], box[1] - 3.0)
        tag = Tag.of(words, kind, place, self.sheet.colour("ink"), 0.0, key=f"title {title}")
        return Layer("title", (Tags((tag,), "title"),))

    # --- key and caption --------------------------------------------------------------------------

    def _caption_lines(self) -> tuple[str, ...]:
        if not self.parts.caption:
            return ()
        words = self.scenes[-1].caption.headline
        room = self.layout.width - 2 * GUTTER
        return self.sheet.broken(words, self.sheet.type("text"), room, MOST_LINES)

    def _caption_layer(self) -> list[Layer]:
        kind, ink = self.sheet.type("text"), self.sheet.colour("ink")
        parts = lines_of_words(self.head, kind, ink, self._line, GUTTER)
        box = (0.0, 0.0, self.layout.width, len(parts) * self._line)
        return [Layer("caption", (Tags((Tag(box, None, parts, "caption"),), "caption"),))]


def _columns(count: int, width: float, height: float | None, least: float, shape: float) -> int:
    """Say how many plots stand side by side, in rows of about the same length."""
    most = max(1, int(width / (least + GUTTER)))
    if height is None:
        return -(-count // -(-count // most))
    sides = {
        columns: min(width / columns, height / -(-count // columns) / shape)
        for columns in range(1, min(count, most) + 1)
    }
    return max(sides, key=lambda columns: (sides[columns], -columns), default=1)  # in even rows
