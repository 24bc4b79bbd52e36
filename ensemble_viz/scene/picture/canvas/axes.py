"""Along the edges: ticks and names; and what is looked at, with ties to it."""

from collections.abc import Iterable
from functools import lru_cache

import numpy as np

from ensemble_viz.scene.frame import Ticks, ticks
from ensemble_viz.scene.picture.canvas.points import radius_of
from ensemble_viz.scene.picture.primitives import Bars, Item, Layer, Marks, Polylines, Rects
from ensemble_viz.scene.picture.sheet import TICK_BOLD, Sheet, is_clear, moved, wider, within
from ensemble_viz.scene.picture.tags import Box, Plate, Style, Tag, Tags, Type, Word, holds
from ensemble_viz.scene.scene import Scene
from ensemble_viz.scene.words import axis_name

LENGTH, GAP = 6.0, 6.0  # of a tick, and between it and its label
ALLOWED = 4.0  # the width of the bar along an axis that was drawn
BIN, FAINT = 14.0, 0.45  # the length of a border of bins, and how much of the ink is in it
APART, ABOVE = 118.0, 76.0  # pixels between two ticks, at least: along x, and along y
CORNER = 12.0  # between the names of the axes and the edges
NAME_SHARE = 0.4  # of the sheet: a name is no wider
AIR = 4.0  # around words
NOTE_ABOVE, NOTE_STEP = 10.0, 20.0  # between the note and the name; to the next place that is tried
VEIL = 0.7  # of the ground's colour, behind the note
Labels = tuple[tuple[float, Tag], ...]
"""Where each tick is along its edge, and its label."""
Names = tuple[str, str]


def axes(scene: Scene, sheet: Sheet, covered: tuple[Box, ...]) -> Layer:
    """Describe the edges; `covered`: where nothing is written."""
    names = axis_names(scene, sheet)
    named = name_tags(sheet, names, scene.allowed, covered)
    every = _every_label(sheet)
    kept = tuple(_with_room(labels, (*covered, *(tag.box for tag in named))) for labels in every)
    items: list[Item] = []
    if not len(scene.stage.data):
        items.append(_grid(sheet))
    for axis, borders in enumerate(scene.bins):
        at = sheet.across(borders) if axis == 0 else sheet.down(borders)
        ends = _strokes(at, axis, BIN, sheet)
        items.append(Bars(ends, 1.0, sheet.colour("ink", FAINT), square=False, key="bins"))
    return _edges(sheet, named, kept, scene.allowed, tuple(items))


def note(words: str, sheet: Sheet, covered: Iterable[Box]) -> list[Tag]:
    """Say quietly that the surface was read at places of a grid: above the foot at the right."""
    if not words:
        return []
    kind, boxes = _kind(sheet), list(covered)
    lines = sheet.broken(words, kind, sheet.width - 2 * CORNER - 2 * AIR, 2)
    wide, line = max(sheet.wide(each, kind) for each in lines) + 1.0, sheet.high(kind)
    high = line * len(lines)
    right, foot = sheet.right - CORNER, sheet.bottom - LENGTH - GAP / 2 - high - NOTE_ABOVE
    first = wider((right - wide, foot - high, right, foot), AIR)
    steps = np.arange(0.0, sheet.height / 2, NOTE_STEP).tolist()
    tried = (moved(first, 0.0, -step) for step in steps)
    free = (box for box in tried if within(box, sheet.box) and is_clear(box, boxes))
    box = next(free, None)
    if box is None:
        return []
    said = tuple(
        Word(each, kind, AIR + wide, AIR + (k + 0.5) * line, sheet.colour("ink2"), 1.0)
        for k, each in enumerate(lines)
    )
    return [Tag(box, Plate(sheet.colour("canvas", VEIL), radius=4.0), said, "note")]


def axis_names(scene: Scene, sheet: Sheet) -> Names:
    """Call both axes, as long as they may be."""
    data, kind = scene.stage.data, _kind(sheet, TICK_BOLD)
    names = axis_name(data, 0), axis_name(data, 1) if data.dimension == 2 else "y"
    first, second = (sheet.cut(name, kind, NAME_SHARE * sheet.width) for name in names)
    return first, second


def name_tags(
    sheet: Sheet, names: Names, allowed: tuple[int, ...] | None, covered: Iterable[Box]
) -> tuple[Tag, Tag]:
    """Write what the axes are called: at the right end, and at the top below the cards."""
    kind = _kind(sheet, TICK_BOLD)
    high, (first, second) = sheet.high(kind), (sheet.wide(name, kind) for name in names)
    top = sheet.top + CORNER
    for card in covered:
        if card[0] <= sheet.left + CORNER + second and card[1] <= top + high:
            top = max(top, card[3] + CORNER)
    spots = (
        (sheet.right - CORNER - first, sheet.bottom - LENGTH - GAP / 2 - high),
        (sheet.left + CORNER, top),
    )
    inks = [
        "ink" if allowed is None else "accent" if axis in allowed else "ink3" for axis in (0, 1)
    ]
    below, aside = (
        _rimmed(x, y, name, ink, kind, sheet)
        for (x, y), name, ink in zip(spots, names, inks, strict=True)
    )
    return below, aside


@lru_cache(16)
def _edges(
    sheet: Sheet,
    named: tuple[Tag, Tag],
    kept: tuple[Labels, ...],
    allowed: tuple[int, ...] | None,
    under: tuple[Item, ...],
) -> Layer:
    """Put the layer together; the same again is the same object."""
    items, (left, top, right, bottom) = list(under), sheet.box
    strips = {0: (left, bottom - ALLOWED, right, bottom), 1: (left, top, left + ALLOWED, bottom)}
    if allowed:
        boxes = np.array([strips[axis] for axis in allowed])
        items.append(Rects(boxes, sheet.colour("accent"), "allowed"))
    for axis, labels in enumerate(kept):
        if labels:
            at = np.array([where for where, _ in labels])
            strokes = _strokes(at, axis, LENGTH, sheet)
            items.append(Bars(strokes, 1.0, sheet.colour("ink2"), square=False, key="ticks"))
    written = tuple(tag for labels in kept for _, tag in labels)
    return Layer("axes", (*items, Tags((*named, *written), "axes")))


def _kind(sheet: Sheet, weight: int = 0) -> Type:
    return sheet.type("projector tick" if sheet.projected else "tick", weight=weight)


def _both(sheet: Sheet) -> tuple[Ticks, Ticks]:
    frame = sheet.frame
    across = ticks(frame.left, frame.right, most=max(2, int(sheet.width / APART)))
    return across, ticks(frame.bottom, frame.top, most=max(2, int(sheet.height / ABOVE)))


def _strokes(at: np.ndarray, axis: int, long: float, sheet: Sheet) -> np.ndarray:
    if axis == 0:
        foot = np.full(len(at), sheet.bottom)
        return np.column_stack((at, foot - long, at, foot))
    side = np.full(len(at), sheet.left)
    return np.column_stack((side, at, side + long, at))


def _grid(sheet: Sheet) -> Bars:
    """Describe a faint grid for an empty plane."""
    across, up = _both(sheet)
    left, top, right, bottom = sheet.box
    upright = [(x, top, x, bottom) for x in sheet.across(across.at).tolist()]
    level = [(left, y, right, y) for y in sheet.down(up.at).tolist()]
    return Bars(np.array(upright + level).reshape(-1, 4), 1.0, sheet.colour("hairline"), key="grid")


def _rimmed(left: float, top: float, text: str, ink: str, kind: Type, sheet: Sheet) -> Tag:
    """Write with a rim: over points and lines it can be read."""
    wide, high = sheet.wide(text, kind), sheet.high(kind)
    rim = sheet.colour("canvas")
    word = Word(text, kind, AIR + wide / 2, AIR + high / 2, sheet.colour(ink), rim=rim)
    return Tag(wider((left, top, left + wide, top + high), AIR), None, (word,), f"tick {text}")


@lru_cache(16)
def _every_label(sheet: Sheet) -> tuple[Labels, Labels]:
    """Place the labels of both axes that are inside, whatever lies on them."""
    kind, (across, up) = _kind(sheet), _both(sheet)
    high, below, aside = sheet.high(kind), [], []
    foot = sheet.bottom - LENGTH - GAP / 2 - high
    for at, text in zip(sheet.across(across.at).tolist(), across.labels, strict=True):
        left = at - sheet.wide(text, kind) / 2
        below.append((at, _rimmed(left, foot, text, "ink2", kind, sheet)))
    for at, text in zip(sheet.down(up.at).tolist(), up.labels, strict=True):
        left = sheet.left + LENGTH + GAP
        aside.append((at, _rimmed(left, at - high / 2, text, "ink2", kind, sheet)))
    inner = wider(sheet.box, AIR - 2.0)
    first, second = (
        tuple((at, tag) for at, tag in found if within(tag.box, inner)) for found in (below, aside)
    )
    return first, second


def _with_room(labels: Labels, taken: tuple[Box, ...]) -> Labels:
    """Keep the labels that are on no card, on no name, and not on the one before."""
    kept: list[tuple[float, Tag]] = []
    for at, tag in labels:
        before = [other.box for _, other in kept[-1:]]  # long numbers reach into their neighbours
        if is_clear(tag.box, (*taken, *before)):
            kept.append((at, tag))
    return tuple(kept)


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
