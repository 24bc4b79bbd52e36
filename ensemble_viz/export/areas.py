"""A surface as few shapes: for each colour the outline of where it, or one that follows, is."""

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import FloatArray, IntArray
from ensemble_viz.scene.picture import Picture, primitives

MOST_CORNERS = 60_000  # of a file; more would make it too large: surfaces become pictures
FEW_COLOURS = 8  # of a hard surface: pictures are a last resort
SPARED = 2.5  # by what it may have more corners
MOST_STEPS = 20_000_000  # colours times cells; with more it takes seconds
Areas = list[tuple[int, list[FloatArray]]]
"""A colour, and the rings round all that has it: (k, 2) corners, holes the other way round."""


def nested(item: primitives.Raster, most: float) -> Areas | None:
    """Outline for each colour what has it or one that follows: each covers the one before.

    What is smoothed at a border is then mixed of the two colours that meet there, and nothing of
    the ground shows through. None where there are too many corners.
    """
    colours = (item.tints.colours() & 0xFFFFFF).astype(np.int64)
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
        corners = (np.column_stack((item.x[across], item.y[down])) for down, across in rings)
        found.append((0xFF << 24 | kind, list(corners)))
    return found


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


def count_surfaces(picture: Picture) -> int:
    """Count the surfaces of a picture, at least one: they share the room that a file has."""
    items = (item for layer in picture.layers for item in layer.items)
    return max(sum(isinstance(item, primitives.Raster) for item in items), 1)


def _from_cold_to_warm(colour: int) -> tuple[int, int]:
    """Order colours as the ramps do, greys by their lightness."""
    red, green, blue = colour >> 16 & 255, colour >> 8 & 255, colour & 255
    return red - blue, red + green + blue
