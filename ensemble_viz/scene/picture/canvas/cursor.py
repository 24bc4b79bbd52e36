"""What the tool in hand will do, and what is selected."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import dist

import numpy as np

from ensemble_viz.engine.data import FloatArray, IntArray
from ensemble_viz.scene.markers import places, plain_radius, value_fills
from ensemble_viz.scene.moment.view import BRUSHES
from ensemble_viz.scene.palette import RAMP_STEPS
from ensemble_viz.scene.picture.canvas.points import TEST_RADIUS, body_style, thinned
from ensemble_viz.scene.picture.primitives import Item, Layer, Marks, Polygons, Polylines
from ensemble_viz.scene.picture.sheet import Sheet
from ensemble_viz.scene.picture.tags import Box, Colour, Plate, Style, Tag, Tags, Word
from ensemble_viz.scene.scene import Scene
from ensemble_viz.scene.shades import value_range
from ensemble_viz.scene.words import counted

AROUND = 18.0  # pixels from the outermost points to the box
ABOVE = 26.0  # from the box to the handle that turns it
HANDLE, REACH = 5.0, 11.0  # radius of a handle; from how far it is taken
SELECTED, FAR = 1.4, 3.0  # width of the ring of a selected point; from its marker
SELECTED_HALO, EDGE = 3.2, 1.2
PROJECTED = 1.8  # by what it is thicker on the projector
AIR, VEIL = 5.0, 0.85  # around the count; of the ground's colour behind it
MOST_RINGS = 5000  # of more points only the box is drawn: rings would cover one another

Place = tuple[float, float]


@dataclass(frozen=True, slots=True)
class SelectionBox:
    """The box around what is selected, in pixels."""

    box: Box
    turns: bool
    """It can be turned."""

    @property
    def corners(self) -> dict[str, Place]:
        """Name the corners: each scales."""
        left, top, right, bottom = self.box
        return {
            "upper left": (left, top),
            "upper right": (right, top),
            "lower right": (right, bottom),
            "lower left": (left, bottom),
        }

    @property
    def middle(self) -> Place:
        """The middle, around which is turned."""
        left, top, right, bottom = self.box
        return (left + right) / 2, (top + bottom) / 2

    @property
    def turn(self) -> Place:
        """Where the handle is that turns."""
        return self.middle[0], self.box[1] - ABOVE

    def opposite(self, corner: str) -> Place:
        """Find the corner that stays while one is dragged."""
        names = list(self.corners)
        return self.corners[names[(names.index(corner) + 2) % 4]]

    def handle_at(self, x: float, y: float) -> str | None:
        """Name what would be taken here: a corner, "turn", or "move" inside; None outside."""
        found = self.corners | ({"turn": self.turn} if self.turns else {})
        near = min(found, key=lambda name: dist(found[name], (x, y)))
        if dist(found[near], (x, y)) <= REACH:
            return near
        left, top, right, bottom = self.box
        return "move" if left <= x <= right and top <= y <= bottom else None


def selection_box(pixels: FloatArray, turns: bool) -> SelectionBox:
    (left, top), (right, bottom) = pixels.min(axis=0), pixels.max(axis=0)
    box = left - AROUND, top - AROUND, right + AROUND, bottom + AROUND
    return SelectionBox((float(box[0]), float(box[1]), float(box[2]), float(box[3])), turns)


def selection(scene: Scene, sheet: Sheet, has_handles: bool) -> Layer:
    """Describe what is selected; handles are there while a tool is in hand that uses them."""
    data = scene.stage.data
    rows = np.array(scene.view.where.selection, dtype=np.int64)
    learned = rows[rows < len(data)]
    parts = [places(data)[learned]]
    if data.test is not None and scene.view.look.layers.test:
        tested = rows[rows >= len(data)] - len(data)
        parts.append(places(data.test)[tested[tested < len(data.test)]])
    every = sheet.places(np.concatenate(parts))
    if not len(every):
        return Layer("selection")
    items: list[Item] = []
    if len(every) <= MOST_RINGS:
        items += _rings(scene, sheet, learned, every)
    if has_handles:
        box = selection_box(every, turns=data.dimension == 2)
        items += [*_handles(box, sheet), Tags((_count(len(every), box.box, sheet),), "selection")]
    return Layer("selection", tuple(items))


def _rings(scene: Scene, sheet: Sheet, learned: IntArray, every: FloatArray) -> Iterator[Item]:
    """Describe a ring around each selected point, whatever its size."""
    markers = scene.markers
    sizes = np.zeros(len(markers.row))
    sizes[markers.row] = markers.radius(sheet.measures.growth)
    usual = TEST_RADIUS * sheet.measures.growth
    own = np.concatenate((sizes[learned], np.full(len(every) - len(learned), usual)))
    count = len(every)
    still, solid = np.zeros(count, dtype=np.int64), np.ones(count)
    for name, width in (("halo", SELECTED_HALO), ("accent", SELECTED)):
        style = (Style(edge=sheet.colour(name), width=thick(sheet, width)),)
        yield Marks(every, still, own + FAR, solid, np.arange(count), style, "selected")


def _count(count: int, box: Box, sheet: Sheet) -> Tag:
    """Say how many are selected: below the box, or in it where that reaches the foot."""
    kind = sheet.type("projector small" if sheet.projected else "hint", weight=600)
    text = counted(count, "point")
    wide, high = sheet.wide(text, kind) + 2 * AIR, sheet.high(kind) + AIR
    right = min(max(box[2], sheet.left + wide), sheet.right)
    top = box[3] + HANDLE + 1.0
    if top + high > sheet.bottom:
        top = min(box[3], sheet.bottom) - high - HANDLE
    word = Word(text, kind, wide / 2, high / 2, sheet.colour("accent"))
    plate = Plate(sheet.colour("canvas", VEIL), radius=4.0)
    return Tag((right - wide, top, right, top + high), plate, (word,), "selected")


def _handles(box: SelectionBox, sheet: Sheet) -> Iterator[Item]:
    accent, halo, canvas = (sheet.colour(name) for name in ("accent", "halo", "canvas"))
    edge = np.array([*box.corners.values(), box.corners["upper left"]])
    lines = [edge]
    spots = list(box.corners.values())
    if box.turns:
        lines.append(np.array([(box.middle[0], box.box[1]), box.turn]))
        spots.append(box.turn)
    yield Polylines(tuple(lines), thick(sheet, SELECTED_HALO), halo)
    yield Polylines(tuple(lines), thick(sheet, EDGE), accent, DASH, key="selection")
    shapes = tuple(
        Style(shape, canvas, accent, EDGE + 0.4, True, halo=halo, halo_width=1.0)
        for shape in ("square", "disc")
    )
    style = np.array([0] * 4 + [1] * (len(spots) - 4))
    solid, rows = np.ones(len(spots)), np.arange(len(spots))
    yield Marks(
        np.array(spots),
        style,
        np.full(len(spots), thick(sheet, HANDLE)),
        solid,
        rows,
        shapes,
        "handle",
    )


def thick(sheet: Sheet, width: float) -> float:
    """Draw what is of the tools so that the back row sees it, too."""
    return width * (PROJECTED if sheet.projected else 1.0)


RING, HALO = 1.6, 3.6
CORNERS = 72
GHOST = 0.55  # opacity of a point that is not there yet
CROSS, DOT = 5.0, 2.0
INSIDE = 0.07  # of the accent, in a rectangle or lasso
DASH = (5.0, 4.0)
BESIDE = 14.0  # pixels from the mouse to what is written


@dataclass(frozen=True, slots=True)
class InHand:
    """Where the mouse is with a tool, and what it says there, in pixels."""

    at: tuple[float, float]
    answer: float = 0.0
    """The class by its number, or the value, that is given here."""
    words: str = ""
    outline: tuple[tuple[float, float], ...] = ()
    """What is drawn with it: a rectangle or a lasso."""


def cursor(scene: Scene, sheet: Sheet, held: InHand | None) -> Layer:
    """Describe what the tool in hand would do where the mouse is."""
    if held is None:
        return Layer("cursor")
    tool = scene.view.hand.tool
    items = list(_outline(held, sheet))
    if tool in BRUSHES:
        items += _brush(scene, sheet, held)
    elif tool == "place":
        items += _ghost(scene, sheet, held)
    if held.words:
        items.append(Tags((_tag(held, sheet, scene.view.hand.radius if tool in BRUSHES else 0.0),)))
    return Layer("cursor", tuple(items))


def _outline(held: InHand, sheet: Sheet) -> Iterator[Item]:
    if len(held.outline) < 2:
        return
    area = np.array(held.outline)
    closed = np.concatenate((area, area[:1]))
    yield Polygons((area,), sheet.colour("accent", INSIDE))
    yield Polylines((closed,), thick(sheet, HALO), sheet.colour("halo"))
    yield Polylines((closed,), thick(sheet, RING), sheet.colour("accent"), DASH, key="outline")


def _brush(scene: Scene, sheet: Sheet, held: InHand) -> Iterator[Item]:
    """Describe a ring of the size of the brush, and in its middle what it does."""
    hand, ink, halo = scene.view.hand, sheet.colour("ink"), sheet.colour("halo")
    (x, y), angle = held.at, np.linspace(0.0, 2.0 * np.pi, CORNERS)
    ring = np.column_stack((x + hand.radius * np.cos(angle), y + hand.radius * np.sin(angle)))
    dash = DASH if hand.tool in ("soft", "magnet", "jitter") else None
    yield Polylines((ring,), thick(sheet, HALO), halo)
    yield Polylines((ring,), thick(sheet, RING), ink, dash, key="brush")
    if hand.tool in ("spray", "relabel"):
        yield from _ghost(scene, sheet, held)
        return
    lines = tuple(each + held.at for each in _signs(hand.tool, hand.radius))
    yield Polylines(lines, thick(sheet, HALO), halo)
    yield Polylines(lines, thick(sheet, RING), ink, key=f"sign {hand.tool}")


def _signs(tool: str, radius: float) -> list[FloatArray]:
    """Draw what a brush does: strike out, pull inwards, shake, hold out for testing."""
    if tool in _STILL:
        return [CROSS * np.array(line, dtype=np.float64) for line in _STILL[tool]]
    if tool == "test":
        angle = np.linspace(0.0, 2.0 * np.pi, 24)
        return [CROSS * np.column_stack((np.cos(angle), np.sin(angle)))]
    arrow = CROSS * np.array([(1.6, -1.0), (0.4, 0.0), (1.6, 1.0)])
    away = np.array([max(radius * 0.45 - CROSS, 0.0), 0.0])
    turns = [np.array([[a, b], [-b, a]], dtype=np.float64) for a, b in _QUARTERS]
    return [(arrow + away) @ turn for turn in turns]


_QUARTERS = ((1, 0), (0, 1), (-1, 0), (0, -1))
_STILL: dict[str, tuple[tuple[tuple[int, int], ...], ...]] = {
    "erase": (((-1, -1), (1, 1)), ((-1, 1), (1, -1))),
    "jitter": (((-2, 0), (-1, -1), (0, 1), (1, -1), (2, 0)),),
    "soft": (((-1, 0), (1, 0)), ((0, -1), (0, 1))),
}


def _ghost(scene: Scene, sheet: Sheet, held: InHand) -> Iterator[Item]:
    """Describe the point that would be placed: its class, or the colour of its value."""
    data, look = scene.stage.data, sheet.palette
    plain = sheet.measures.growth * plain_radius(len(data))
    k = int(held.answer) if data.classes is not None else 0
    own = look.classes[min(max(k, 0), len(look.classes) - 1)]
    fill, edge = sheet.colour(own.fill), sheet.colour(own.outline)
    if data.classes is None:
        fill, edge = _of_value(scene, sheet, held.answer), sheet.colour("ink")
    sizes = thinned(sheet.measures, plain)
    style = body_style(look, sizes, own.shape, fill, edge, hollow=0)
    one = np.zeros(1, dtype=np.int64)
    place, radius = np.array([held.at]), np.array([max(plain, DOT)])
    yield Marks(place, one, radius, np.array([GHOST]), one, (style,), "ghost")


def _of_value(scene: Scene, sheet: Sheet, value: float) -> Colour:
    data = scene.stage.data
    if data.dimension == 1 or not len(data):
        return sheet.colour("ink2")
    low, high = value_range(data)
    share = min(max((value - low) / (high - low), 0.0), 1.0)
    red, green, blue = value_fills(sheet.palette)[round(share * (RAMP_STEPS - 1))].tolist()
    return sheet.colour(f"#{red:02X}{green:02X}{blue:02X}")


def _tag(held: InHand, sheet: Sheet, radius: float) -> Tag:
    """Write beside the mouse, or beside its brush, on the side where there is room."""
    kind, (x, y) = sheet.type("projector small" if sheet.projected else "strong"), held.at
    wide = sheet.wide(held.words, kind) + sheet.px(14)
    high = max(float(sheet.px(24)), sheet.high(kind) + AIR)
    away = 0.72 * radius + BESIDE
    left, top = x + away, y + away
    if left + wide > sheet.right - 4:
        left = x - away - wide
    if top + high > sheet.bottom - 4:
        top = y - away - high
    word = Word(held.words, kind, wide / 2, high / 2, sheet.colour("ink"))
    plate = Plate(sheet.colour("card", 0.94), sheet.colour("border"), 1.0)
    return Tag((left, top, left + wide, top + high), plate, (word,), "in hand")
