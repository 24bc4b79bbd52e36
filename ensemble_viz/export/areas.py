"""A surface as few boxes, in two ways: side by side, or one over the other."""

import numpy as np

from ensemble_viz.engine.data import FloatArray
from ensemble_viz.engine.surface import Cells
from ensemble_viz.engine.surface.lines import rectangles
from ensemble_viz.scene.picture import Picture, primitives

MOST_RECTANGLES = 16_000  # of a file; more would make it too large: they become pictures
FEW_COLOURS = 8  # a hard surface: of these all are shapes
MOST_STEPS = 4_000_000  # colours times cells; with more it takes seconds
Areas = list[tuple[int, FloatArray]]
"""A colour, and the boxes that have it: (m, 4) as left, top, right, bottom."""


def apart(item: primitives.Raster, most: int) -> Areas | None:
    """List the boxes of each colour; None where they are too many."""
    colours = _colours(item)
    boxes, labels = _boxes(item, colours)
    kinds = np.unique(labels)
    if len(boxes) > most and len(kinds) > FEW_COLOURS:
        return None
    return [(0xFF << 24 | int(kind), boxes[labels == kind]) for kind in kinds.tolist()]


def nested(item: primitives.Raster, most: int) -> Areas | None:
    """List for each colour the boxes that have it or one that follows: each covers the one before.

    What is smoothed at a border is then mixed of the two colours that meet there, and nothing of
    the ground shows through.
    """
    colours = _colours(item)
    kinds = sorted(np.unique(colours).tolist(), key=_from_cold_to_warm)
    if len(kinds) > FEW_COLOURS and len(kinds) * colours.size > MOST_STEPS:
        return None
    rank = np.searchsorted(order := np.sort(kinds), colours)
    place = np.array([kinds.index(kind) for kind in order.tolist()])[rank]
    found, count = list[tuple[int, FloatArray]](), 0
    for k, kind in enumerate(kinds):
        boxes, labels = _boxes(item, (place >= k).astype(np.int64))
        found.append((0xFF << 24 | kind, boxes[labels == 1]))
        count += len(found[-1][1])
        if count > most and len(kinds) > FEW_COLOURS:
            return None
    return found


def count_surfaces(picture: Picture) -> int:
    """Count the surfaces of a picture, at least one: they share the room that a file has."""
    items = (item for layer in picture.layers for item in layer.items)
    return max(sum(isinstance(item, primitives.Raster) for item in items), 1)


def _colours(item: primitives.Raster) -> FloatArray:
    return (item.tints.colours() & 0xFFFFFF).astype(np.int64)


def _boxes(item: primitives.Raster, labels: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Merge neighbouring cells of a label, as far as they are seen."""
    up = -item.y  # ascending
    cells = Cells((item.x[1:-1], up[1:-1]), np.empty(0))
    low, high = np.array([item.x[0], up[0]]), np.array([item.x[-1], up[-1]])
    boxes, found = rectangles(cells, labels, low, high)
    return boxes[:, [0, 3, 2, 1]] * (1, -1, 1, -1), found


def _from_cold_to_warm(colour: int) -> tuple[int, int]:
    """Order colours as the ramps do, greys by their lightness."""
    red, green, blue = colour >> 16 & 255, colour >> 8 & 255, colour & 255
    return red - blue, red + green + blue
