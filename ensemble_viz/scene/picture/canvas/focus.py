"""What is looked at: a cross at a place, lines to neighbours that are asked, the tie to a card."""

import numpy as np

from ensemble_viz.scene.picture.canvas.points import radius_of
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
    holds,
)
from ensemble_viz.scene.picture.sheet import Sheet
from ensemble_viz.scene.scene import Scene

NEAR = 200.0  # pixels: cards nearer than that have a line to their point
CROSS, LINE = 7.0, 1.6
AROUND, HALO, RING = 12.0, 3.6, 1.8  # from a neighbour to its ring; how wide that is


def focus(scene: Scene, sheet: Sheet, card: Box | None) -> Layer:
    """Describe what the card is about; `card`: where it lies, if it is shown."""
    about = scene.card
    if about is None:
        return Layer("focus")
    x, y = sheet.point(*about.place)
    items = _asked(scene, sheet, (x, y))
    ink = sheet.colour("ink")
    if about.point is None:
        level, upright = ((x - CROSS, y), (x + CROSS, y)), ((x, y - CROSS), (x, y + CROSS))
        items.append(Polylines((np.array(level), np.array(upright)), LINE, ink, key="place"))
    if card is None or holds(card, x, y):
        return Layer("focus", tuple(items))
    radius = CROSS
    if about.point is not None:
        radius = radius_of(scene.markers, about.point, sheet.measures)
    end = min(max(x, card[0]), card[2]), min(max(y, card[1]), card[3])
    far = float(np.hypot(end[0] - x, end[1] - y))
    if far < NEAR:
        if far > radius:
            share = radius / far
            start = x + share * (end[0] - x), y + share * (end[1] - y)
            items.append(Polylines((np.array((start, end)),), LINE, ink, key="tie"))
    elif about.pinned and about.point is not None:
        items.append(Tags((_tag(about.tag, sheet, (x, y), radius),), "tag"))
    return Layer("focus", tuple(items))


def _asked(scene: Scene, sheet: Sheet, spot: tuple[float, float]) -> list[Item]:
    """Describe a line to every neighbour that is asked, and a ring around it."""
    if not len(scene.asked):
        return []
    ends, count = sheet.places(scene.asked), len(scene.asked)
    lines, every = tuple(np.array((spot, end)) for end in ends.tolist()), np.arange(count)
    items: list[Item] = []
    for name, width in (("halo", HALO), ("accent", RING)):
        ink = sheet.colour(name)
        items.append(Polylines(lines, width, ink, key="neighbours"))
        ring, radius = (Style(edge=ink, width=width),), np.full(count, AROUND)
        style, opacity = np.zeros(count, dtype=np.int64), np.ones(count)
        items.append(Marks(ends, style, radius, opacity, every, ring, "neighbour"))
    return items


def _tag(words: str, sheet: Sheet, spot: tuple[float, float], radius: float) -> Tag:
    """Write the point's number beside it, on the side where there is room."""
    kind, (x, y) = sheet.type("strong"), spot
    wide, high = sheet.wide(words, kind) + sheet.px(14), float(sheet.px(24))
    left = x - radius - sheet.px(6) - wide
    if left < sheet.left + 4:
        left = x + radius + sheet.px(6)
    word = Word(words, kind, wide / 2, high / 2, sheet.colour("on_accent"))
    box = (left, y - high / 2, left + wide, y + high / 2)
    return Tag(box, Plate(sheet.colour("accent")), (word,), "point")
