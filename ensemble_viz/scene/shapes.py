"""The shapes of the classes, all of the same area, and the sizes of marks.

Each has the area of a disc of radius 1. A class is told by its shape where its colour cannot be
seen; area is weight, so no shape may be larger than another.
"""

from dataclasses import dataclass, replace
from functools import cache
from typing import Self

import numpy as np

from ensemble_viz.engine.data import FloatArray
from ensemble_viz.scene.palette import PALETTES

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


NARROW, WIDE = 1280.0, 1920.0  # between these widths of the window sizes are interpolated
ALONE, LEAST_AMONG = (720.0, 520.0), 0.6  # pixels that are enough for the usual size; a share
LEAST_PROJECTED, MOST_PROJECTED = 0.65, 2.0
PER_SCALE = (600.0, 400.0)  # pixels of a canvas that words of the usual size can lie on


@dataclass(frozen=True, slots=True)
class Measures:
    growth: float = 1.0
    """By what the radii of markers are multiplied: 1 in a window 1280 wide."""
    outline: float = 1.1
    halo: float = 1.5
    hollow: float = 1.9
    """The edge of a marker that is not filled: all there is of its colour."""
    ring: float = 1.6
    """The width of the ring around a miss."""
    ring_gap: float = 3.2
    boundary: float = 2.5
    earlier: float = 0.75
    """The thinnest of the earlier learners; the strongest has 1.5 more."""
    learner: float = 4.0
    strip: float = 6.0
    region: float = 3.2
    """The outline of a tree's regions."""
    sum: float = 3.2
    """The curve of the sum on a line."""
    to_come: float = 2.5
    stem: float = 2.0

    def times(self, share: float) -> Self:
        """Give all of them larger, or smaller, by a share."""
        return replace(self, **{name: share * getattr(self, name) for name in self.__slots__})


WIDER = Measures(
    growth=8.5 / 6.0, hollow=2.3, boundary=3.0, learner=5.0, strip=8.0, region=3.8, sum=3.6
)
PROJECTOR = Measures(
    growth=10.5 / 6.0,
    outline=1.8,
    halo=2.2,
    hollow=4.2,
    ring=2.8,
    ring_gap=5.5,
    boundary=5.0,
    earlier=1.25,
    learner=8.0,
    strip=10.0,
    region=5.5,
    sum=6.0,
    to_come=4.5,
    stem=3.5,
)


def projected(width: float) -> float:
    """Say by how much all grows on a projector of a width: on the wall it is as large on each."""
    return min(max(width / WIDE, LEAST_PROJECTED), MOST_PROJECTED)


def among(sizes: Measures, width: float, height: float) -> Measures:
    """Make marks smaller on one canvas of several."""
    share = min(width / ALONE[0], height / ALONE[1]) ** 0.5
    return sizes.times(min(max(share, LEAST_AMONG), 1.0))


def word_scale(scale: float, width: float, height: float) -> float:
    """Let words on a canvas grow with the type only as far as they leave points their room."""
    return min(scale, max(min(width / PER_SCALE[0], height / PER_SCALE[1]), 1.0))


def measures(width: float, palette: str) -> Measures:
    """Choose the sizes for a window of a width."""
    if PALETTES[palette].is_projected:
        return PROJECTOR.times(projected(width))
    share = min(max((width - NARROW) / (WIDE - NARROW), 0.0), 1.0)
    near, far = Measures().times(1.0 - share), WIDER.times(share)
    return Measures(*(getattr(near, name) + getattr(far, name) for name in Measures.__slots__))
