"""A surface as few shapes: for each colour the outline of where it, or one that follows, is.

What is finer than a tenth of a point nobody sees on paper: very many cells and lines are put on a
grid as fine as that, so that a place counts once.
"""

import binascii
import zlib

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import FloatArray, IntArray
from ensemble_viz.scene.picture import Picture, primitives

MOST_CORNERS = 60_000  # of a file; more would make it too large: surfaces become pictures
FEW_COLOURS = 8  # of a hard surface: pictures are a last resort
SPARED = 4.0  # by what it may have more corners
MOST_STEPS = 20_000_000  # colours times cells; with more it takes seconds
COARSE = 2.0  # pixels of a picture within a stream, a pixel of the sheet
FINEST = 0.1  # of a point: half of it is less than a tenth of a pixel of a screen
MANY_CELLS, MANY_LINES = 10_000, 1_000
Areas = list[tuple[int, list[FloatArray]]]
"""A colour, and the rings round all that has it: (k, 2) corners, holes the other way round."""


def nested(item: primitives.Raster, most: float, point: float) -> Areas | None:
    """Outline for each colour what has it or one that follows: each covers the one before.

    What is smoothed at a border is then mixed of the two colours that meet there, and nothing of
    the ground shows through. None where there are too many corners. `point`: points a pixel.
    """
    colours, x, y = fitted(item, FINEST / point)
    kinds = sorted(np.unique(colours).tolist(), key=_from_cold_to_warm)
    if len(kinds) > FEW_COLOURS and len(kinds) * colours.size > MOST_STEPS:
        return None
    rank = np.searchsorted(order := np.sort(kinds), colours)
    place = np.array([kinds.index(kind) for kind in order.tolist()])[rank]
    most *= SPARED if len(kinds) <= FEW_COLOURS else 1.0
    found, count = Areas(), 0
    for k, kind in enumerate(kinds):
        rings = outlined(place >= k)
        count += sum(ring.shape[1] for ring in rings)
        if count > most:
            return None
        corners = (np.column_stack((x[across], y[down])) for down, across in rings)
        found.append((0xFF << 24 | kind, list(corners)))
    return found


def fitted(item: primitives.Raster, unit: float) -> tuple[IntArray, FloatArray, FloatArray]:
    """Give the colours of the cells and the edges between them, of many no nearer than a unit."""
    colours = (item.tints.colours() & 0xFFFFFF).astype(np.int64)
    if colours.size < MANY_CELLS:
        return colours, item.x, item.y
    x, y = (np.unique(np.rint(edges / unit)) * unit for edges in (item.x, item.y))
    across = np.searchsorted(item.x[1:-1], (x[1:] + x[:-1]) / 2.0)
    up = np.searchsorted(-item.y[1:-1], -(y[1:] + y[:-1])[::-1] / 2.0)
    return colours[np.ix_(up, across)], x, y[::-1]


def merged(lines: FloatArray, point: float) -> FloatArray:
    """Draw what upright and level lines have in common once, where there are many."""
    if len(lines) < MANY_LINES:
        return lines
    unit, found = FINEST / point, []
    grid = np.rint(lines / unit).astype(np.int64)
    for axis in (0, 1):
        at, start, end = np.column_stack(
            (grid[:, axis], np.sort(grid[:, 1 - axis :: 2], axis=1))
        )[grid[:, axis] == grid[:, 2 + axis]].T  # fmt: skip
        order = np.lexsort((start, at))
        row = (at - at.min(initial=0)) * (np.ptp(grid) + 1)  # one line of the grid after the other
        start, end = (row + start)[order], np.maximum.accumulate((row + end)[order])
        first = np.append(True, start[1:] > end[:-1])[: len(start)]
        last = np.append(first[1:], True)[: len(start)]
        at, row = at[order][first], row[order][first]
        ends = [at, start[first] - row, at, end[last] - row]
        joined = np.column_stack(ends if axis == 0 else [ends[k] for k in (1, 0, 3, 2)])
        found.append(joined[(joined[:, :2] != joined[:, 2:]).any(axis=1)])
    return np.concatenate(found) * unit


def outlined(inside: NDArray[np.bool_]) -> list[IntArray]:
    """Go round all that is inside of a grid: rings of corners, (2, k) as row and column.

    A corner is where one or three of four cells are inside, or two across from each other: there
    two rings meet. In each row, as in each column, the first corner is joined to the second, the
    third to the fourth.
    """
    framed = np.pad(inside, 1)
    a, b, c, d = framed[:-1, :-1], framed[:-1, 1:], framed[1:, :-1], framed[1:, 1:]
    crossed = (a == d) & (b == c) & (a != b)
    corner = (a ^ b ^ c ^ d) | crossed
    places = np.argwhere(corner).repeat(1 + crossed[corner], axis=0).T
    order = np.lexsort(places)  # by columns
    below = np.empty(len(order), dtype=np.int64)
    below[order[0::2]], below[order[1::2]] = order[1::2], order[0::2]
    rings, free, joined = [], [True] * len(order), below.tolist()
    for first in range(0, len(order), 2):
        ring, k = list[int](), first
        while free[k]:
            free[k] = free[k ^ 1] = False
            ring += k, k ^ 1
            k = joined[k ^ 1]
        if ring:
            is_hole = not d[tuple(places[:, first])]
            rings.append(places[:, ring[::-1] if is_hole else ring])
    return rings


def inline(item: primitives.Raster) -> str:
    """Write the pixels of a surface as a picture within the stream of a PDF."""
    packed = item.pixels(COARSE) & 0xFFFFFF
    colours, numbers = np.unique(packed, return_inverse=True)
    rows, columns = packed.shape
    if len(colours) <= 256:
        table = "".join(f"{colour:06x}" for colour in colours.tolist())
        kind, data = f"[/I /RGB {len(colours) - 1} <{table}>]", numbers.astype(np.uint8)
    else:
        kind = "/RGB"
        data = np.stack([packed >> shift & 255 for shift in (16, 8, 0)], -1).astype(np.uint8)
    hexed = binascii.hexlify(zlib.compress(data.tobytes(), 9), "\n", 64).decode()
    return f"BI /W {columns} /H {rows} /CS {kind} /BPC 8 /F [/AHx /Fl] ID\n{hexed}>\nEI"


def count_surfaces(picture: Picture) -> int:
    """Count the surfaces of a picture, at least one: they share the room that a file has."""
    items = (item for layer in picture.layers for item in layer.items)
    return max(sum(isinstance(item, primitives.Raster) for item in items), 1)


def _from_cold_to_warm(colour: int) -> tuple[int, int]:
    """Order colours as the ramps do, greys by their lightness."""
    red, green, blue = colour >> 16 & 255, colour >> 8 & 255, colour & 255
    return red - blue, red + green + blue
