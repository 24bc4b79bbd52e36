"""The scales in the lower left corner: of weights as areas, and of values as colours."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

import numpy as np

from ensemble_viz.engine.data import FloatArray
from ensemble_viz.scene.field import Tints, ValueScale, value_scale
from ensemble_viz.scene.free_space import has_cards
from ensemble_viz.scene.learners.marks import is_read
from ensemble_viz.scene.legend import AreaSample
from ensemble_viz.scene.palette import packed, ramp
from ensemble_viz.scene.picture.labels import outline_of
from ensemble_viz.scene.picture.primitives import Item, Layer, Raster
from ensemble_viz.scene.picture.sheet import Sheet, is_clear, wider
from ensemble_viz.scene.picture.tags import Box, Part, Plate, Sign, Style, Tag, Tags, Word
from ensemble_viz.scene.scene import Scene
from ensemble_viz.scene.words import shortest

LEFT, FOOT = 16.0, 56.0
BAR, LEAST_BAR = (132.0, 10.0), 40.0
VEIL = 0.88  # of the ground's colour, so that lines below do not run through the words
AROUND = (6.0, 4.0)  # pixels of the veil beside and above the row
DISC = 1.2  # the width of a sample's outline
VALUE = "value"
NO_POINTS = np.empty((0, 2))
BOTH = AREAS, VALUES = "areas", "values"


@dataclass(frozen=True, slots=True, eq=False)
class Scales:
    layer: Layer
    boxes: tuple[Box, ...] = ()


NONE = Scales(Layer("scales"))


def scales(
    scene: Scene,
    sheet: Sheet,
    covered: Collection[Box],
    which: Collection[str] = BOTH,
    points: FloatArray = NO_POINTS,
) -> Scales:
    """Describe the scales that are needed; the projector shows none, nor a sheet without room.

    Where `points` lie at the left, in pixels, they stand at the right, if that is free.
    """
    if sheet.projected or not has_cards(scene.stage, (sheet.width, sheet.height)):
        return NONE
    legend, values, layers = scene.legend, None, scene.view.look.layers
    scale = value_scale(scene.stage) if VALUES in which and not scene.is_line else None
    if scale is not None and (layers.surface != "off" or is_read(scene.stage)):
        values = scale.low, scale.high
    areas = legend.areas if layers.points and AREAS in which else ()
    plain = sheet.measures.growth * scene.markers.plain_radius
    row = _Row(sheet, plain)
    if areas:
        row.add_areas(legend.area_words, areas)
    if values is not None:
        row.add_values(ValueScale(*values, ramp(sheet.palette)))
    if not row.parts or not is_clear(row.box, covered):
        return NONE
    if row.hides(points):
        left, row.left = row.left, sheet.left + sheet.right - row.left - row.end
        if row.hides(points) or not is_clear(row.box, covered):
            row.left = left
    return Scales(Layer("scales", tuple(row.items())), (row.box,))


class _Row:
    """Scales side by side, from the left."""

    def __init__(self, sheet: Sheet, plain: float) -> None:
        self.sheet, self.plain = sheet, plain
        self.kind, self.gap = sheet.type("text"), sheet.px(8)
        self.parts: list[Part] = []
        self.end, self.high = AROUND[0], float(sheet.px(18))
        self.left, self.middle = sheet.left + LEFT - AROUND[0], sheet.bottom - FOOT
        self.bar: tuple[ValueScale, float, float] | None = None
        """The colours of values, from where on, and how long."""

    @property
    def room(self) -> float:
        return self.sheet.width - LEFT - self.end

    @property
    def box(self) -> Box:
        """Say where the row lies, with the veil around it."""
        half = self.high / 2 + AROUND[1]
        return self.left, self.middle - half, self.left + self.end, self.middle + half

    def hides(self, points: FloatArray) -> bool:
        """Say whether points lie below the row, or reach below it."""
        left, top, right, bottom = wider(self.box, self.plain)
        x, y = points.T
        return bool(((left < x) & (x < right) & (top < y) & (y < bottom)).any())

    def items(self) -> Iterable[Item]:
        plate = Plate(self.sheet.colour("canvas", VEIL))
        yield Tags((Tag(self.box, plate, self._centred(), "scales"),), "scales")
        if self.bar is not None:
            yield from self._bar(*self.bar)

    def _bar(self, scale: ValueScale, start: float, long: float) -> Iterable[Item]:
        """Describe the colours from low to high, side by side."""
        half, left = self.sheet.px(BAR[1]) / 2, self.left + start
        box = (left, self.middle - half, left + long, self.middle + half)
        count = len(scale.colours)
        x, y = np.linspace(box[0], box[2], count + 1), np.array([box[3], box[1]])
        tints = Tints(np.arange(count)[None].astype(np.uint16), packed(scale.colours))
        yield Raster(x, y, tints, box, key="scale of values")
        yield outline_of(box, 1.0, self.sheet.colour("ink3"))

    def add_areas(self, words: str, samples: tuple[AreaSample, ...]) -> None:
        """Draw the scale of areas, like that of a map; too large samples are left out."""
        widths = [self._wide(sample) for sample in samples]
        start = self.sheet.wide(words, self.kind) + self.gap
        while widths and start + sum(widths) > self.room:
            widths.pop()
        if not widths:
            return
        self._write(words)
        for sample in samples[: len(widths)]:
            radius = self._radius(sample)
            style = Style(edge=self.sheet.colour("ink2"), width=DISC)
            self.parts.append(Sign(style, radius - DISC / 2, self.end + radius, 0.0))
            self.end += 2.0 * radius + self.gap
            self.high = max(self.high, 2.0 * radius)
            self._write(sample.text)

    def add_values(self, scale: ValueScale) -> None:
        low, high = shortest(scale.low, 2), shortest(scale.high, 2)
        long = float(self.sheet.px(BAR[0]))
        texts = sum(self.sheet.wide(text, self.kind) + self.gap for text in (VALUE, low, high))
        long = min(long, self.room - texts - 3 * self.gap)
        if long < self.sheet.px(LEAST_BAR):
            return
        self.end += 2.0 * self.gap * bool(self.parts)
        self._write(VALUE)
        self._write(low)
        self.bar = scale, self.end, long
        self.end += long + self.gap
        self._write(high)

    def _centred(self) -> tuple[Part, ...]:
        """Move the parts to the middle of the height, which is known last."""
        y = self.high / 2 + AROUND[1]
        return tuple(replace(part, y=y) for part in self.parts if isinstance(part, Word | Sign))

    def _write(self, text: str) -> None:
        ink = self.sheet.colour("ink2")
        self.parts.append(Word(text, self.kind, self.end, 0.0, ink, 0.0))
        self.end += self.sheet.wide(text, self.kind) + self.gap

    def _radius(self, sample: AreaSample) -> float:
        return float(self.plain * sample.area**0.5)

    def _wide(self, sample: AreaSample) -> float:
        texts = self.sheet.wide(sample.text, self.kind)
        return 2.0 * self._radius(sample) + texts + 2.0 * self.gap
