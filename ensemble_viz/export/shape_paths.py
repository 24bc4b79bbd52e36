"""The shapes of the classes as paths of matplotlib."""

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from ensemble_viz.scene.shapes import DISC_AREA, outline

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
def inset(shape: str) -> float:
    """Say by what share of its radius a shape shrinks when its edge moves in by 1 / radius."""
    corners = outline(shape)
    if not len(corners):
        return 1.0
    sides = np.hypot(*(np.roll(corners, -1, axis=0) - corners).T)
    return float(sides.sum()) / (2.0 * DISC_AREA)
