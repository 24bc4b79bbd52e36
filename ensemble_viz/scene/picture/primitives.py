"""What pictures are made of: a few shapes as arrays, in logical pixels, y downwards, unrounded.

A key says what a shape stands for ("learner 3", "class 1"). Colours are numbers, 0xAARRGGBB; a type
is the size of words in pixels, and their weight. Data alone: painters decide nothing.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ensemble_viz.engine.data import FloatArray, IntArray
from ensemble_viz.scene.field import Tints
from ensemble_viz.scene.palette import Packed
from ensemble_viz.scene.picture.tags import Box as Box
from ensemble_viz.scene.picture.tags import Colour as Colour
from ensemble_viz.scene.picture.tags import Part as Part
from ensemble_viz.scene.picture.tags import Plate as Plate
from ensemble_viz.scene.picture.tags import Sign as Sign
from ensemble_viz.scene.picture.tags import Stroke as Stroke
from ensemble_viz.scene.picture.tags import Style as Style
from ensemble_viz.scene.picture.tags import Tag as Tag
from ensemble_viz.scene.picture.tags import Tags as Tags
from ensemble_viz.scene.picture.tags import Type as Type
from ensemble_viz.scene.picture.tags import Word as Word
from ensemble_viz.scene.picture.tags import holds as holds
from ensemble_viz.scene.picture.tags import shifted as shifted

TIE = 1e-7  # pixels: a centre so near to an edge is on it, and the edge is of the cell before


@dataclass(frozen=True, slots=True, eq=False)
class Raster:
    """Coloured cells between edges: a pixel has the colour of the cell that its centre is in."""

    x: FloatArray
    """(columns + 1,) ascending."""
    y: FloatArray
    """(rows + 1,) descending: the first row is the lowest."""
    tints: Tints
    box: Box
    """What is seen of the cells."""
    opacity: float = 1.0
    key: str = ""

    def pixels(self, ratio: float) -> Packed:
        """Colour the pixels of the box: (rows, columns)."""
        left, top, right, bottom = self.box
        wide, high = round((right - left) * ratio), round((bottom - top) * ratio)
        x = left + (np.arange(wide) + 0.5) * ((right - left) / max(wide, 1))
        y = top + (np.arange(high) + 0.5) * ((bottom - top) / max(high, 1))
        columns = self.x[1:-1].searchsorted(x - TIE)
        return self.tints.spread((-self.y[1:-1]).searchsorted(-y - TIE), columns)


@dataclass(frozen=True, slots=True, eq=False)
class Bars:
    """Upright and level lines whose edges are edges of pixels, where there are pixels."""

    lines: FloatArray
    """(m, 4): x1, y1, x2, y2."""
    width: float | FloatArray
    colour: Colour
    low: tuple[float, ...] = ()
    """Lengths added to the left of upright lines, above level ones; each is rounded by itself, so
    that what lies beside a line touches it at every ratio."""
    high: tuple[float, ...] = ()
    square: bool = True
    """The ends reach half a width farther."""
    key: str = ""

    def rects(self, ratio: float, snap: bool = True) -> FloatArray:
        """Turn the lines into left, top, width, height in pixels of a ratio: (m, 4)."""
        thick = np.asarray(self.width) * ratio
        if snap:
            thick = np.maximum(1.0, np.floor(thick + 0.5))
        rects = np.empty((len(self.lines), 4))
        x1, y1, x2, y2 = self.lines.T
        for k, (one, other) in enumerate(((x1, x2), (y1, y2))):
            start = np.minimum(one, other) * ratio - thick / 2.0
            end = np.maximum(one, other) * ratio - thick / 2.0
            if snap:
                start, end = np.rint(start), np.rint(end)
            rects[:, k], rects[:, 2 + k] = start, end + thick - start
            if not self.square:
                along = one != other
                ends = np.sort((one[along], other[along]), axis=0) * ratio
                start, end = np.rint(ends) if snap else ends
                rects[along, k], rects[along, 2 + k] = start, end - start
        if self.low or self.high:
            upright = self.lines[0, 0] == self.lines[0, 2]
            low, high = (_summed(part, ratio, snap) for part in (self.low, self.high))
            rects[:, 0 if upright else 1] -= low
            rects[:, 2 if upright else 3] += low + high
        return rects


def _summed(lengths: tuple[float, ...], ratio: float, snap: bool) -> float:
    return sum(round(each * ratio) if snap else each * ratio for each in lengths)


@dataclass(frozen=True, slots=True, eq=False)
class Rects:
    boxes: FloatArray
    """(m, 4): left, top, right, bottom."""
    colour: Colour
    key: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Polylines:
    """Lines through places, each (k, 2)."""

    curves: tuple[FloatArray, ...]
    width: float
    colour: Colour
    dash: tuple[float, float] | None = None
    """Pixels that are drawn, and that are not."""
    straight: bool = False
    """Upright and level all along: moved to whole pixels, with sharp corners."""
    key: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Polygons:
    """Filled areas, each (k, 2)."""

    areas: tuple[FloatArray, ...]
    colour: Colour
    key: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Marks:
    """Shapes of exact areas, painted one after the other."""

    place: FloatArray
    """(m, 2)."""
    style: IntArray
    """(m,): numbers in `styles`."""
    radius: FloatArray
    """(m,): that of the disc of the same area."""
    opacity: FloatArray
    rows: IntArray
    """(m,): which point each belongs to."""
    styles: tuple[Style, ...]
    key: str = "point"


@dataclass(frozen=True, slots=True, eq=False)
class Glyphs:
    """Letters of a formula: areas with curved edges, from a place on their baseline."""

    BEGIN: ClassVar[int] = 1
    LINE: ClassVar[int] = 2
    CURVE: ClassVar[int] = 3
    """Of second degree: of its two corners the first is not on it."""

    corners: FloatArray
    """(k, 2) from the baseline's start, before they are scaled."""
    verbs: IntArray
    """(k,): how each corner is gone to."""
    x: float
    y: float
    scale: float
    colour: Colour
    text: str = ""
    """The same as plain text."""
    key: str = ""


EVERYWHERE: Box = (-np.inf, -np.inf, np.inf, np.inf)
Item = Raster | Bars | Rects | Polylines | Polygons | Marks | Tags | Glyphs


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """A level of a picture. The same object again looks the same: painters may keep a copy."""

    level: str
    items: tuple[Item, ...] = ()
    clip: Box | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """All that is drawn, from the bottom to the top."""

    width: float
    height: float
    ground: Colour
    layers: tuple[Layer, ...]

    def items(self, key: str) -> list[Item]:
        return [item for layer in self.layers for item in layer.items if item.key == key]

    def words(self) -> list[str]:
        items = [item for layer in self.layers for item in layer.items]
        return [text for item in items for text in _written(item) if text]

    def key_at(self, x: float, y: float) -> str:
        """Say what the uppermost tag, box or mark at a place stands for; "" where there is none."""
        for layer in reversed(self.layers):
            for item in reversed(layer.items):
                if key := _key_at(item, x, y):
                    return key
        return ""


def _written(item: Item) -> list[str]:
    if isinstance(item, Glyphs):
        return [item.text]
    parts = [part for tag in item.tags for part in tag.parts] if isinstance(item, Tags) else []
    return [part.text for part in parts if isinstance(part, Word)]


def _key_at(item: Item, x: float, y: float) -> str:
    if isinstance(item, Tags):
        hit = (tag.key for tag in reversed(item.tags) if tag.key and holds(tag.box, x, y))
        return next(hit, "")
    if isinstance(item, Rects):
        left, top, right, bottom = item.boxes.T
        inside = (left <= x) & (x < right) & (top <= y) & (y < bottom)
        return item.key if inside.any() else ""
    if isinstance(item, Marks):
        near = np.flatnonzero(np.hypot(*(item.place - (x, y)).T) <= item.radius)
        return f"{item.key} {item.rows[near[-1]]}" if len(near) else ""
    return ""
