"""The shapes of the classes, all of the same area: that of a disc of radius 1.

A class is told by its shape where its colour cannot be seen; area is weight, so no shape may be
larger than another.
"""

from functools import cache

import numpy as np

from ensemble_viz.engine.data import FloatArray

DISC_AREA = float(np.pi)
STAR_WAIST = 0.48  # the inner radius of a star as a share of the outer one
CROSS_ARM = 0.36  # the width of a cross's arms as a share of its length


@cache
def outline(shape: str) -> FloatArray:
    """Give the corners of a shape around its centre, y upwards: (corners, 2); none for a disc."""
    if shape == "disc":
        return _frozen(np.empty((0, 2)))
    corners = _CORNERS[shape]
    return _frozen(corners * np.sqrt(DISC_AREA / area(corners)))


@cache
def reach(shape: str) -> float:
    """Say how far the shape's farthest corner is from its centre."""
    corners = outline(shape)
    return float(np.hypot(*corners.T).max()) if len(corners) else 1.0


def area(corners: FloatArray) -> float:
    """Measure a polygon."""
    (x, y), (next_x, next_y) = corners.T, np.roll(corners, -1, axis=0).T
    return float(abs(x @ next_y - next_x @ y) / 2.0)


def _regular(corners: int, first: float) -> FloatArray:
    """Put corners on a circle, the first at an angle in degrees."""
    angle = np.radians(first) + np.arange(corners) * 2.0 * np.pi / corners
    return np.column_stack((np.cos(angle), np.sin(angle)))


def _star() -> FloatArray:
    corners = _regular(10, 90.0)
    corners[1::2] *= STAR_WAIST
    return corners


def _cross() -> FloatArray:
    """Cross two bars, standing on its feet: ×."""
    arm = CROSS_ARM
    quarter = np.array([[arm, arm], [arm, 1.0], [-arm, 1.0]])
    turn = np.array([[0.0, 1.0], [-1.0, 0.0]])
    upright = np.concatenate([quarter @ np.linalg.matrix_power(turn, k) for k in range(4)])
    return upright @ (np.array([[1.0, 1.0], [-1.0, 1.0]]) / np.sqrt(2.0))


def _frozen(corners: FloatArray) -> FloatArray:
    corners.flags.writeable = False
    return corners


_CORNERS = {
    "triangle": _regular(3, 90.0),
    "square": _regular(4, 45.0),
    "diamond": _regular(4, 90.0) * (0.86, 1.14),
    "pentagon": _regular(5, 90.0),
    "inverted": _regular(3, 270.0),
    "cross": _cross(),
    "star": _star(),
}
