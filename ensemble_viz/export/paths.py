"""Shapes and words as paths: of matplotlib, and as the macros of a PGF file have them."""

import itertools
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from ensemble_viz.engine.data import FloatArray
from ensemble_viz.export.paper_type import MIDDLE, POINT, Family, font, printable
from ensemble_viz.scene.picture import Type, primitives
from ensemble_viz.scene.shapes import outline

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.path import Path


Rgba = tuple[float, float, float, float]
MarkShape = tuple["Path", float, FloatArray, Rgba, Rgba, float]
"""A path of radius 1, its radius, its place, fill, edge and width of the edge."""
RIM = 4.0  # pixels around words, on both sides together
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


def rim(word: primitives.Word, base: float, point: float, family: Family) -> "Artist":
    """Outline a word thickly, for what will be written over it."""
    from matplotlib.patches import PathPatch

    path = word_path(word.text, word.type, word.align, (word.x, base), family)
    return PathPatch(path, facecolor="none", edgecolor=rgba(word.rim), joinstyle="round",
                     linewidth=RIM * point)  # fmt: skip


def letters(item: primitives.Glyphs) -> "Artist":
    """Fill the letters of a formula."""
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    path = Path(item.corners * item.scale + (item.x, item.y), item.verbs)
    return PathPatch(path, facecolor=rgba(item.colour), linewidth=0.0)


def plate(box: primitives.Box, plate: primitives.Plate, point: float) -> "Artist":
    """Lay the ground of a card."""
    from matplotlib.patches import FancyBboxPatch

    inset, (left, top, right, bottom) = plate.width / 2.0, box
    style = f"round,pad=0,rounding_size={plate.radius}" if plate.radius else "square,pad=0"
    drawn = FancyBboxPatch(
        (left + inset, top + inset), right - left - plate.width, bottom - top - plate.width,
        boxstyle=style, linewidth=plate.width * point, facecolor=rgba(plate.fill),
        edgecolor=rgba(plate.edge) if plate.width else "none",
    )  # fmt: skip
    if plate.dash:
        drawn.set_linestyle((0.0, [length / plate.width for length in plate.dash]))
    return drawn


STEPS = (r"\evX", r"\evY")
Place = tuple[int, int]
"""Hundredths of a point, from the lower left corner."""


def stepped(places: list[Place]) -> str:
    """Go through places: each says how far it is from the one before.

    As long as it can be done by turns level and upright, what changes is written alone.
    """
    steps, due = [rf"\evM{places[0][0]} {places[0][1]};"], -1  # the axis whose turn it is
    for before, place in itertools.pairwise(places):
        step = place[0] - before[0], place[1] - before[1]
        moved = [k for k in (0, 1) if step[k]] or [0] * (len(places) == 2)
        if due >= 0 and moved and moved != [due]:
            steps.append("; ")
            due = -1
        if len(moved) == 2:
            steps.append(rf"\evL{step[0]} {step[1]};")
        elif moved:
            (axis,) = moved
            steps.append(("" if due == axis else STEPS[axis]) + f"{step[axis]} ")
            due = 1 - axis
    return "".join(steps) + "; " * (due >= 0)


def curved(places: list[Place], verbs: list[int]) -> str:
    """Go through places, some of which are no more than the way to the next."""
    steps, control, now = list[str](), "", (0, 0)
    for (x, y), verb in zip(places, verbs, strict=True):
        step = f"{x - now[0]} {y - now[1]}"
        if verb == primitives.Glyphs.BEGIN:
            steps.append(rf"\evM{x} {y};")
        elif verb != primitives.Glyphs.CURVE:
            steps.append(rf"\evL{step};")
        elif not control:
            control = step
            continue
        else:
            steps.append(rf"\evQ{control} {step};")
            control = ""
        now = x, y
    return "".join(steps)


def number(x: float) -> str:
    """Write hundredths of a point, briefly."""
    return f"{x:.2f}".rstrip("0").rstrip(".").replace("-0.", "-.") or "0"
