"""The scales in the lower left corner: of weights as areas, and of values as colours."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

import numpy as np

from ensemble_viz.scene.field import Tints, ValueScale
from ensemble_viz.scene.free_space import has_cards
from ensemble_viz.scene.legend import AreaSample
from ensemble_viz.scene.palette import packed, ramp
from ensemble_viz.scene.picture.labels import outline_of
from ensemble_viz.scene.picture.primitives import Item, Layer, Raster
from ensemble_viz.scene.picture.sheet import Sheet, is_clear
from ensemble_viz.scene.picture.tags import Box, Part, Plate, Sign, Style, Tag, Tags, Word
from ensemble_viz.scene.scene import Scene
from ensemble_viz.scene.words import shortest

LEFT, FOOT = 16.0, 56.0
BAR, LEAST_BAR = (132.0, 10.0), 40.0
VEIL = 0.88  # of the ground's colour, so that lines below do not run through the words
AROUND = (6.0, 4.0)  # pixels of the veil beside and above the row
DISC = 1.2  # the width of a sample's outline
VALUE = "value"
BOTH = AREAS, VALUES = "areas", "values"


@dataclass(frozen=True, slots=True, eq=False)
class Scales:
    layer: Layer
    boxes: tuple[Box, ...] = ()


NONE = Scales(Layer("scales"))


def scales(
    scene: Scene, sheet: Sheet, covered: Iterable[Box], which: Collection[str] = BOTH
) -> Scales:
    """Describe the scales that are needed; the projector shows none, nor a sheet without room."""
    if sheet.projected or not has_cards(scene.stage, (sheet.width, sheet.height)):
        return NONE
    legend, values, layers = scene.legend, None, scene.view.look.layers
    scale = scene.field.scale if scene.field is not None and VALUES in which else None
    if scale is not None and layers.surface != "off":
        values = scale.low, scale.high
    areas = legend.areas if layers.points and AREAS in which else ()
    plain = sheet.measures.growth * scene.markers.plain_radius
    made = _row(sheet, plain, legend.area_words, areas, values)
    is_seen = all(is_clear(box, covered) for box in made.boxes)
    return made if is_seen else NONE


def _row(
    sheet: Sheet,
    plain: float,
    words: str,
    areas: tuple[AreaSample, ...],
    values: tuple[float, float] | None,
) -> Scales:
    row = _Row(sheet, plain)
    if areas:
        row.add_areas(words, areas)
    if values is not None:
        row.add_values(ValueScale(*values, ramp(sheet.palette)))
    return Scales(Layer("scales", tuple(row.items())), (row.box,)) if row.parts else NONE


class _Row:
    """Scales side by side, from the left."""

    def __init__(self, sheet: Sheet, plain: float) -> None:
        self.sheet, self.plain = sheet, plain
        self.kind, self.gap = sheet.type("text"), sheet.px(8)
        self.parts: list[Part] = []
        self.end, self.high = AROUND[0], float(sheet.px(18))
        self.middle = sheet.bottom - FOOT
        self.bar: tuple[Item, ...] = ()

    @property
    def room(self) -> float:
        return self.sheet.width - LEFT - self.end

    @property
    def box(self) -> Box:
        """Say where the row lies, with the veil around it."""
        half, left = self.high / 2 + AROUND[1], self.sheet.left + LEFT - AROUND[0]
        return left, self.middle - half, left + self.end, self.middle + half

    def items(self) -> Iterable[Item]:
        plate = Plate(self.sheet.colour("canvas", VEIL))
        yield Tags((Tag(self.box, plate, self._centred(), "scales"),), "scales")
        yield from self.bar

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
        long, tall = (float(self.sheet.px(side)) for side in BAR)
        texts = sum(self.sheet.wide(text, self.kind) + self.gap for text in (VALUE, low, high))
        long = min(long, self.room - texts - 3 * self.gap)
        if long < self.sheet.px(LEAST_BAR):
            return
        self.end += 2.0 * self.gap * bool(self.parts)
        self._write(VALUE)
        self._write(low)
        left = self.sheet.left + LEFT - AROUND[0] + self.end
        top, bottom = self.middle - tall / 2, self.middle + tall / 2
        box = (left, top, left + long, bottom)
        self.bar = (_bar(scale, box), outline_of(box, 1.0, self.sheet.colour("ink3")))
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


def _bar(scale: ValueScale, box: Box) -> Raster:
    """Describe the colours from low to high, side by side."""
    count = len(scale.colours)
    x, y = np.linspace(box[0], box[2], count + 1), np.array([box[3], box[1]])
    numbers = np.arange(count)[None].astype(np.uint16)
    return Raster(x, y, Tints(numbers, packed(scale.colours)), box, key="scale of values")
