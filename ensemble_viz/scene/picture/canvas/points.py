"""The points as marks: what is looked at, bodies, old sizes, rings, badges."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import NOT_FLIPPED, Dataset, FloatArray, IntArray
from ensemble_viz.scene.markers import LEAST_SEEN, Markers, TestMarkers
from ensemble_viz.scene.palette import Palette
from ensemble_viz.scene.picture.primitives import Item, Marks
from ensemble_viz.scene.picture.sheet import Sheet, colour
from ensemble_viz.scene.picture.tags import Colour, Style
from ensemble_viz.scene.shapes import Measures, reach

CROWDED = 5.0  # pixels: plain markers that are smaller have thinner edges
STEPS = 16  # from no edge to a whole one
LEAST_RING = 0.7
DIMMED = 0.3
HOLLOW_SHARE = 0.5  # of the radius: edges of hollow markers are at most so wide
SHRUNK, GROWN = 1.0, 2.0  # pixels of radius from which the old size is worth an outline
OLD, OLD_INK, OLD_WHITE = 1.1, 0.38, 0.75  # its width; how much of ink, of white is in it
BADGE, BADGE_WEIGHT = 10.0, 600
INSIDE = 1.75  # of the radius: a badge as wide as this stands on its marker
DARKER = 1.65  # by what the outline of a colour that no class has is darker than its fill
TEST_RADIUS, TEST_WIDTH, TEST_OPACITY = 3.4, 1.2, 0.85
SHAPES = 8
RINGED, LIT, OLD_SIZES = 16, 17, 18  # numbers of styles; bodies come first


def marks(markers: Markers, sheet: Sheet) -> Marks:
    """Describe the training points, in the order they are painted."""
    plain = sheet.measures.growth * markers.plain_radius
    sizes = thinned(sheet.measures, plain)
    radius, styles = markers.radius(sheet.measures.growth), _styles(sheet.palette, sizes)
    hollow = markers.hollow | (plain * np.sqrt(np.maximum(markers.area, 0.0)) < LEAST_SEEN)
    body = 2 * markers.shape + hollow
    if markers.fill is not None:
        body, styles = _filled(markers, hollow, styles, sheet, sizes)
    parts = _Parts()
    lit, ringed = np.flatnonzero(markers.lit), np.flatnonzero(markers.ringed)
    if len(lit):
        around = _around(markers, radius, lit, sizes, sheet)
        parts.add(lit, LIT, around + (sizes.ring + 0.6) / 2.0)
    parts.add(np.arange(len(radius)), body, radius)
    _add_old_sizes(parts, markers, plain, radius)
    if len(ringed):
        parts.add(ringed, RINGED, _rings(markers, radius, ringed, sizes, sheet))
    badges = _badges(markers, radius, [style.fill for style in styles], body, sheet)
    styles = (*styles, *parts.add_badges(badges, len(styles)))
    which, style, size = parts.in_order(len(radius))
    opacity = np.ones(len(which))
    if len(lit) > 1:  # a single point is marked, and the others stay
        opacity[~markers.lit.take(which)] = DIMMED
    place = sheet.places(markers.place).take(which, axis=0)
    return Marks(place, style, size, opacity, markers.row.take(which), styles)


def test_marks(markers: TestMarkers, sheet: Sheet) -> Marks:
    """Describe the points that are never learned from: outlines, ringed where they are missed."""
    classes, growth = sheet.palette.classes, sheet.measures.growth
    radius, width = TEST_RADIUS * growth, TEST_WIDTH * growth
    around = radius * max(reach(look.shape) for look in classes[:3]) + 1.5
    outlines = tuple(Style(look.shape, edge=colour(look.fill), width=width) for look in classes)
    styles = (*outlines, Style(edge=sheet.colour("ink"), width=growth))
    missed, every = np.flatnonzero(markers.missed), np.arange(len(markers.place))
    rows = np.concatenate((every, missed))
    style = np.concatenate((markers.shape, np.full(len(missed), len(outlines))))
    size = np.concatenate((np.full(len(every), radius), np.full(len(missed), around)))
    place = sheet.places(markers.place)[rows]
    return Marks(place, style, size, np.full(len(rows), TEST_OPACITY), rows, styles, "test point")


def radius_of(markers: Markers, row: int, measures: Measures) -> float:
    own = markers.radius(measures.growth)[markers.row == row]
    return float(own.sum())


class _Parts:
    """Parts of marks, kind by kind."""

    def __init__(self) -> None:
        self.which: list[IntArray] = []
        self.style: list[IntArray] = []
        self.size: list[FloatArray] = []

    def add(self, which: IntArray, style: int | IntArray, size: FloatArray) -> None:
        if len(which):
            self.which.append(which)
            self.style.append(np.broadcast_to(np.asarray(style), which.shape))
            self.size.append(size)

    def add_badges(
        self, badges: Sequence[tuple[int, Style, float]], before: int
    ) -> tuple[Style, ...]:
        if not badges:
            return ()
        rows, styles, beside = zip(*badges, strict=True)
        number = {style: before + k for k, style in enumerate(dict.fromkeys(styles))}
        kinds = np.array([number[style] for style in styles])
        self.add(np.array(rows), kinds, np.array(beside))
        return tuple(number)

    def in_order(self, count: int) -> tuple[IntArray, IntArray, FloatArray]:
        """Put them together, marker by marker."""
        which, style = np.concatenate(self.which), np.concatenate(self.style)
        size = np.concatenate(self.size)
        if len(which) == count:
            return which, style, size
        order = np.argsort(which, kind="stable")
        return which[order], style[order], size[order]


def _around(
    markers: Markers, radius: FloatArray, rows: IntArray, sizes: Measures, sheet: Sheet
) -> FloatArray:
    """Say how far some markers go, their rings or halos with them."""
    rings = _rings(markers, radius, rows, sizes, sheet) + sizes.ring / 2.0
    far = _far(markers, radius, rows, sheet) + sizes.halo
    return np.where(markers.ringed[rows], rings, far)


def _far(markers: Markers, radius: FloatArray, rows: IntArray, sheet: Sheet) -> FloatArray:
    """Say how far the corners of some markers are from their middles."""
    return radius[rows] * _reaches(sheet.palette)[markers.shape[rows]]


def _rings(
    markers: Markers, radius: FloatArray, rows: IntArray, sizes: Measures, sheet: Sheet
) -> FloatArray:
    """Say how large rings are: around discs, and around the corners of other shapes."""
    far, gap = _far(markers, radius, rows, sheet), sizes.ring_gap
    return np.maximum(radius[rows] + gap + sizes.ring / 2.0, far + gap / 2.0)


def _add_old_sizes(parts: _Parts, markers: Markers, plain: float, radius: FloatArray) -> None:
    if markers.old_area is None:
        return
    old = np.maximum(plain * np.sqrt(np.maximum(markers.old_area, 0.0)), LEAST_SEEN)
    grown = radius - old >= GROWN
    rows = np.flatnonzero(grown | (old - radius >= SHRUNK))
    parts.add(rows, OLD_SIZES + 2 * markers.shape[rows] + grown[rows], old[rows])


def _badges(
    markers: Markers, radius: FloatArray, fills: list[Colour], body: IntArray, sheet: Sheet
) -> list[tuple[int, Style, float]]:
    """Write on the markers, or beside them where it does not fit."""
    found: list[tuple[int, Style, float]] = []
    if not any(markers.badges):
        return found
    size = round(BADGE * sheet.measures.growth)  # as markers are: they grow with no type
    for k, text in enumerate(markers.badges):
        if not text:
            continue
        kind, r = (size, BADGE_WEIGHT), float(radius[k])
        width = sheet.wide(text, kind)
        if width <= INSIDE * r and not markers.hollow[k]:
            found.append((k, Style(fill=readable_on(fills[body[k]]), text=text, type=kind), 0.0))
        else:
            beside = r + sheet.measures.halo + width / 2.0
            found.append((k, Style(fill=sheet.colour("ink"), text=text, type=kind), beside))
    return found


@lru_cache(8)
def _reaches(palette: Palette) -> FloatArray:
    return np.array([reach(look.shape) for look in palette.classes])


@lru_cache(64)
def thinned(sizes: Measures, plain: float) -> Measures:
    """Make edges and rings of small markers thinner, so that their colours are still seen.

    In steps: a point more or less does not give all the others another look.
    """
    share = min(1.0, round(STEPS * plain / CROWDED) / STEPS)
    return replace(
        sizes,
        outline=share * sizes.outline,
        halo=share * sizes.halo,
        ring=max(share * sizes.ring, min(LEAST_RING, sizes.ring)),
        ring_gap=share * sizes.ring_gap,
    )


@lru_cache(64)
def _styles(look: Palette, sizes: Measures) -> tuple[Style, ...]:
    """List bodies, filled and hollow, of each class; rings; old sizes of each class."""
    found = []
    for each in look.classes:
        fill, edge = colour(each.fill), colour(each.outline)
        found += [body_style(look, sizes, each.shape, fill, edge, hollow) for hollow in (0, 1)]
    found += [
        Style(edge=colour(look.ink), width=sizes.ring),
        Style(edge=colour(look.accent), width=sizes.ring + 0.6),
    ]
    old = colour(look.ink, OLD_INK), colour("#FFFFFF", OLD_WHITE)
    found += [Style(each.shape, edge=ink, width=OLD) for each in look.classes for ink in old]
    return tuple(found)


def body_style(
    look: Palette, sizes: Measures, shape: str, fill: Colour, edge: Colour, hollow: int
) -> Style:
    """Describe a body: its outline is inside of its area, its halo outside."""
    halo, far = colour(look.halo), sizes.halo
    if hollow:
        return Style(shape, colour(look.canvas), fill, sizes.hollow, True, HOLLOW_SHARE, halo, far)
    return Style(shape, fill, edge, sizes.outline, True, halo=halo, halo_width=far)


def _filled(
    markers: Markers,
    hollow: NDArray[np.bool_],
    styles: tuple[Style, ...],
    sheet: Sheet,
    sizes: Measures,
) -> tuple[IntArray, tuple[Style, ...]]:
    """Add bodies in colours that are no class's."""
    assert markers.fill is not None
    fills = markers.fill.astype(np.int64) @ np.array([1 << 16, 1 << 8, 1])
    keys, number = np.unique((fills * 2 + hollow) * SHAPES + markers.shape, return_inverse=True)
    more, look = [], sheet.palette
    for key in keys.tolist():
        (plain, is_hollow), k = divmod(key // SHAPES, 2), key % SHAPES
        dark = sum(int((plain >> shift & 255) / DARKER) << shift for shift in (16, 8, 0))
        shape, opaque = look.classes[k].shape, 0xFF << 24
        more.append(body_style(look, sizes, shape, opaque | plain, opaque | dark, is_hollow))
    return len(styles) + number, (*styles, *more)


def readable_on(fill: Colour) -> Colour:
    """Choose black or white words by which of them stands out more."""
    parts = [(fill >> shift & 255) / 255 for shift in (16, 8, 0)]
    r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    light = 0.2126 * r + 0.7152 * g + 0.0722 * b
    return 0xFF101214 if (light + 0.05) / 0.055 > 1.05 / (light + 0.05) else 0xFFFFFFFF


SIZE, FLIPS_LEAST, MOST = 0.45, 2.2, 5.0  # of the marker's radius; pixels
HALO = 1.1


def flips(markers: Markers | None, data: Dataset, sheet: Sheet) -> Iterator[Item]:
    """Describe which class each flipped label was of."""
    if markers is None or data.flipped_from is None:
        return
    which = np.flatnonzero(data.flipped_from[markers.row] != NOT_FLIPPED)
    if not len(which):
        return
    growth = sheet.measures.growth
    radius = markers.radius(growth)[which]
    size = np.clip(SIZE * radius, FLIPS_LEAST * growth, MOST * growth)
    place = sheet.places(markers.place)[which]
    styles = tuple(
        Style(look.shape, colour(look.fill), halo=sheet.colour("halo"), halo_width=HALO)
        for look in sheet.palette.classes
    )
    was = data.flipped_from[markers.row][which]
    yield Marks(place, was, size, np.ones(len(which)), markers.row[which], styles, "flipped")
