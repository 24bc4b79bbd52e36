"""Shapes and areas as paths on paper."""

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from ensemble_viz.engine.data import FloatArray
from ensemble_viz.engine.surface import Cells
from ensemble_viz.engine.surface.lines import rectangles
from ensemble_viz.export.paper_type import MIDDLE, POINT, Family, font, printable
from ensemble_viz.scene.picture import Picture, Type, primitives
from ensemble_viz.scene.shapes import outline

if TYPE_CHECKING:
    from matplotlib.path import Path


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


Rgba = tuple[float, float, float, float]
MarkShape = tuple["Path", float, FloatArray, Rgba, Rgba, float]
"""A path of radius 1, its radius, its place, fill, edge and width of the edge."""
NO_COLOUR = (0.0, 0.0, 0.0, 0.0)


@cache
def shape_path(shape: str) -> "Path":
    """Outline a shape whose area is that of a disc of radius 1; heights go upwards."""
    from matplotlib.path import Path

    corners = outline(shape)
    if not len(corners):
        return Path.unit_circle()
    return Path(np.concatenate((corners, corners[:1])), closed=True)


@cache
def inner_path(shape: str, rim: float) -> "Path":
    """Outline what a rim leaves of a shape of radius 1: its edges move in by the width of the rim.

    Drawn over the whole shape it leaves an outline that is inside, so that areas stay true: a
    stroke would lose its sharp corners where it is thin.
    """
    from matplotlib.path import Path

    corners = outline(shape)
    if not len(corners):
        circle = Path.unit_circle()
        return Path(np.asarray(circle.vertices) * (1.0 - rim), circle.codes)
    moved = inset(corners, rim)
    return Path(np.concatenate((moved, moved[:1])), closed=True)


def inset(corners: FloatArray, rim: float) -> FloatArray:
    """Move the edges of a shape inwards."""
    ahead = np.roll(corners, -1, axis=0) - corners
    ahead /= np.hypot(*ahead.T)[:, None]
    normal = np.column_stack((-ahead[:, 1], ahead[:, 0]))  # inwards, where corners go to the left
    if (normal * corners).sum() > 0.0:
        normal = -normal
    before = np.roll(normal, 1, axis=0)
    meeting = 1.0 + (normal * before).sum(axis=1, keepdims=True)
    return corners + rim * (normal + before) / meeting


def word_path(
    words: str, kind: Type, align: float, place: tuple[float, float], family: Family = "sans"
) -> "Path":
    """Outline words of a size in pixels, aligned at a place on their base line, downwards."""
    from matplotlib.path import Path
    from matplotlib.textpath import text_to_path
    from matplotlib.transforms import Affine2D

    face, shown = font(*kind, family), printable(words)
    corners, codes = text_to_path.get_text_path(face, shown, ismath=False)
    wide, _, _ = text_to_path.get_text_width_height_descent(shown, face, False)
    share, left = kind[0] / text_to_path.FONT_SCALE, place[0] - align * wide / POINT
    moved: Path = (
        Affine2D()
        .scale(share, -share)
        .translate(left, place[1])
        .transform_path(Path(corners, codes))
    )
    return moved


def letters_path(words: str, kind: Type, middle: tuple[float, float], family: Family) -> "Path":
    """Outline words around a place, upwards."""
    from matplotlib.path import Path

    path = word_path(words, kind, 0.5, (middle[0], MIDDLE * kind[0] - middle[1]), family)
    return Path(np.asarray(path.vertices) * (1.0, -1.0), path.codes)


def mark_shapes(
    style: primitives.Style,
    radius: float,
    place: FloatArray,
    opacity: float,
    family: Family = "sans",
) -> list[MarkShape]:
    """Turn a mark into shapes, from the bottom to the top; areas stay true."""
    if style.text:
        path = letters_path(style.text, style.type, (radius, radius), family)
        return [(path, 1.0, place, rgba(style.fill, opacity), NO_COLOUR, 0.0)]
    path, width = shape_path(style.shape), min(style.width, style.widest * radius)
    fill, edge, halo = (
        rgba(colour, opacity) if colour else NO_COLOUR
        for colour in (style.fill, style.edge, style.halo)
    )
    if not style.inside:
        return [(path, radius, place, fill, edge, width)]
    shapes = [(path, radius, place, halo, halo, 2.0 * style.halo_width)]
    if width:
        shapes.append((path, radius, place, edge, NO_COLOUR, 0.0))
    inner = inner_path(style.shape, round(width / radius, 4))
    return [*shapes, (inner, radius, place, fill, NO_COLOUR, 0.0)]


def rgba(colour: int, opacity: float = 1.0) -> Rgba:
    """Take 0xAARRGGBB apart."""
    red, green, blue, alpha = ((colour >> shift & 255) / 255.0 for shift in (16, 8, 0, 24))
    return red, green, blue, opacity * alpha
