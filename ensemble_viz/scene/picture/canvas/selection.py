"""What is selected: a ring around each point, a box around all with handles to take it by."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import dist

import numpy as np

from ensemble_viz.engine.data import FloatArray, IntArray
from ensemble_viz.scene.markers import places
from ensemble_viz.scene.picture.canvas.points import TEST_RADIUS, radii
from ensemble_viz.scene.picture.primitives import (
    Box,
    Item,
    Layer,
    Marks,
    Plate,
    Polylines,
    Style,
    Tag,
    Tags,
    Word,
)
from ensemble_viz.scene.picture.sheet import Sheet
from ensemble_viz.scene.scene import Scene
from ensemble_viz.scene.words.numbers import counted

AROUND = 18.0  # pixels from the outermost points to the box
ABOVE = 26.0  # from the box to the handle that turns it
HANDLE, REACH = 5.0, 11.0  # radius of a handle; from how far it is taken
RING, FAR = 1.4, 3.0  # width of the ring of a selected point; from its marker
HALO, EDGE = 3.2, 1.2
DASH = (5.0, 4.0)
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
    """Put a box around some places."""
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
    sizes[markers.row] = radii(markers, sheet.measures.growth * markers.plain_radius)
    usual = TEST_RADIUS * sheet.measures.growth
    own = np.concatenate((sizes[learned], np.full(len(every) - len(learned), usual)))
    count = len(every)
    still, solid = np.zeros(count, dtype=np.int64), np.ones(count)
    for name, width in (("halo", HALO), ("accent", RING)):
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
    yield Polylines(tuple(lines), thick(sheet, HALO), halo)
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
