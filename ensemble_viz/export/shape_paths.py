"""Shapes as paths of matplotlib: those of the classes, and those of words."""

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from ensemble_viz.export.paper import font, printable
from ensemble_viz.scene.shapes import outline

if TYPE_CHECKING:
    from matplotlib.path import Path


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
    ahead = np.roll(corners, -1, axis=0) - corners
    ahead /= np.hypot(*ahead.T)[:, None]
    normal = np.column_stack((-ahead[:, 1], ahead[:, 0]))  # inwards, where corners go to the left
    if (normal * corners).sum() > 0.0:
        normal = -normal
    before = np.roll(normal, 1, axis=0)
    meeting = 1.0 + (normal * before).sum(axis=1, keepdims=True)
    moved = corners + rim * (normal + before) / meeting
    return Path(np.concatenate((moved, moved[:1])), closed=True)


def word_path(words: str, size: float, weight: int, place: tuple[float, float]) -> "Path":
    """Outline words of a size in pixels, from the left end of their base line, downwards."""
    from matplotlib.path import Path
    from matplotlib.textpath import text_to_path
    from matplotlib.transforms import Affine2D

    corners, codes = text_to_path.get_text_path(font(size, weight), printable(words), ismath=False)
    share = size / text_to_path.FONT_SCALE
    moved: Path = (
        Affine2D().scale(share, -share).translate(*place).transform_path(Path(corners, codes))
    )
    return moved
