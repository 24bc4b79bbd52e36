"""What pictures are made of: a few shapes as arrays, in logical pixels, y downwards, unrounded.

A key says what a shape stands for ("learner 3", "class 1"). Colours are numbers, 0xAARRGGBB; a type
is the size of words in pixels, and their weight. Data alone: painters decide nothing.
"""

from dataclasses import dataclass, replace

import numpy as np

from ensemble_viz.engine.data import FloatArray, IntArray
from ensemble_viz.scene.field import Tints
from ensemble_viz.scene.palette import Packed

TIE = 1e-7  # pixels: a centre so near to an edge is on it, and the edge is of the cell before
Colour = int
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
Type = tuple[int, int]


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
    """Filled boxes."""

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


@dataclass(frozen=True, slots=True)
class Style:
    """How marks look, but for their sizes."""

    shape: str = "disc"
    fill: Colour = 0
    edge: Colour = 0
    width: float = 0.0
    inside: bool = False
    """The edge lies inside of the area; else on its outline."""
    widest: float = np.inf
    """The edge is no wider than this share of the radius."""
    halo: Colour = 0
    halo_width: float = 0.0
    text: str = ""
    """Written instead of a shape; the radius says how far right and up its middle is."""
    type: Type = (0, 0)


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


@dataclass(frozen=True, slots=True)
class Word:
    """One line of words, around the middle of its height."""

    text: str
    type: Type
    x: float
    y: float
    colour: Colour
    align: float = 0.5
    """0 begins at x, 0.5 is centred there, 1 ends there."""
    rim: Colour = 0
    """Around the letters; they can be read on anything then."""


@dataclass(frozen=True, slots=True)
class Sign:
    """A mark among words."""

    style: Style
    radius: float
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Stroke:
    """A piece of a straight line among words."""

    ends: Box
    """x1, y1, x2, y2."""
    width: float
    colour: Colour
    dash: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Plate:
    """The ground of words, with round corners."""

    fill: Colour
    edge: Colour = 0
    width: float = 0.0
    radius: float = 5.0
    dash: tuple[float, float] | None = None


Part = Word | Sign | Stroke


@dataclass(frozen=True, slots=True)
class Tag:
    """Words and signs in a box, from its upper left corner: equal faces look the same anywhere."""

    box: Box
    plate: Plate | None
    parts: tuple[Part, ...]
    key: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Tags:
    """Tags that are painted together."""

    tags: tuple[Tag, ...]
    key: str = ""


EVERYWHERE: Box = (-np.inf, -np.inf, np.inf, np.inf)
Item = Raster | Bars | Rects | Polylines | Polygons | Marks | Tags


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """A level of a picture. The same object again looks the same: painters may keep a copy."""

    level: str
    items: tuple[Item, ...] = ()
    clip: Box | None = None
    stays: bool = False
    """It will be painted again as it is: a copy pays from the first time on."""


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """All that is drawn, from the bottom to the top."""

    width: float
    height: float
    ground: Colour
    layers: tuple[Layer, ...]

    def items(self, key: str) -> list[Item]:
        """Find what stands for something."""
        return [item for layer in self.layers for item in layer.items if item.key == key]

    def words(self) -> list[str]:
        """List what is written, in its order."""
        items = [item for layer in self.layers for item in layer.items if isinstance(item, Tags)]
        parts = [part for item in items for tag in item.tags for part in tag.parts]
        return [part.text for part in parts if isinstance(part, Word) and part.text]

    def key_at(self, x: float, y: float) -> str:
        """Say what the uppermost tag, box or mark at a place stands for; "" where there is none."""
        for layer in reversed(self.layers):
            for item in reversed(layer.items):
                if key := _key_at(item, x, y):
                    return key
        return ""


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


def shifted(part: Part, x: float, y: float) -> Part:
    """Move a part of a tag."""
    if isinstance(part, Stroke):
        a, b, c, d = part.ends
        return replace(part, ends=(a + x, b + y, c + x, d + y))
    return replace(part, x=part.x + x, y=part.y + y)


def holds(box: Box, x: float, y: float) -> bool:
    """True if a place is inside a box."""
    return box[0] <= x < box[2] and box[1] <= y < box[3]
