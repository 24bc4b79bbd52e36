"""What the tool in hand will do: a brush as large as it is, the point that a click would place."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ensemble_viz.engine.data import FloatArray
from ensemble_viz.scene.appearance.palette import RAMP_STEPS
from ensemble_viz.scene.markers import plain_radius, value_fills
from ensemble_viz.scene.moment.view import BRUSHES
from ensemble_viz.scene.picture.canvas.points import body_style, thinned
from ensemble_viz.scene.picture.canvas.selection import thick
from ensemble_viz.scene.picture.primitives import (
    Colour,
    Item,
    Layer,
    Marks,
    Plate,
    Polygons,
    Polylines,
    Tag,
    Tags,
    Word,
)
from ensemble_viz.scene.picture.sheet import Sheet
from ensemble_viz.scene.scene import Scene
from ensemble_viz.scene.shades import value_range

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
    kind, (x, y) = sheet.type("strong"), held.at
    wide, high = sheet.wide(held.words, kind) + sheet.px(14), float(sheet.px(24))
    away = 0.72 * radius + BESIDE
    left, top = x + away, y + away
    if left + wide > sheet.right - 4:
        left = x - away - wide
    if top + high > sheet.bottom - 4:
        top = y - away - high
    word = Word(held.words, kind, wide / 2, high / 2, sheet.colour("ink"))
    plate = Plate(sheet.colour("card", 0.94), sheet.colour("border"), 1.0)
    return Tag((left, top, left + wide, top + high), plate, (word,), "in hand")
