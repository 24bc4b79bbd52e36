"""Which points lie where: in a rectangle, in a lasso, under a brush. All answer in sorted rows.

Places are those of the canvas: on a line the second number is the value. Test points are found as
the others are.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ensemble_viz.document.edits.edit import places_of
from ensemble_viz.engine.data import Dataset, FloatArray, IntArray, Refusal

BEYOND = 1.000001  # radii: what is farther away is outside, however distances are rounded


@dataclass(frozen=True, slots=True)
class Disc:
    """A brush: round on the screen, so that each axis has its own radius."""

    centre: tuple[float, float]
    radius: tuple[float, float]
    start: tuple[float, float] | None = None
    """Where it was drawn from, straight to the middle; None: it was only put down."""

    def __post_init__(self) -> None:
        """Refuse a brush that is nowhere, or has no size."""
        if not (np.isfinite([*self.centre, *self.radius]).all() and min(self.radius) > 0):
            raise Refusal("a brush needs a place and a radius greater than 0")

    def around(self, places: FloatArray) -> IntArray:
        """Find the places in a box around the way it was drawn: all others are outside."""
        ways = np.array([self.centre, self.start or self.centre])
        reach = BEYOND * np.asarray(self.radius)
        with np.errstate(over="ignore"):
            return within(places, ways.min(axis=0) - reach, ways.max(axis=0) + reach)

    def distance(self, places: FloatArray) -> FloatArray:
        """Measure how far places are from the middle, in radii."""
        with np.errstate(over="ignore", invalid="ignore"):
            away = (places - self.centre) / self.radius
            if self.start is not None and self.start != self.centre:
                back = np.subtract(self.start, self.centre) / self.radius
                share = np.clip(away @ back / (back @ back), 0.0, 1.0)
                away = away - share[:, None] * back
            return np.hypot(*away.T)


def in_disc(data: Dataset, disc: Disc) -> IntArray:
    """Find the points under a brush."""
    return neighbourhood(data, disc)[0]


def neighbourhood(data: Dataset, disc: Disc) -> tuple[IntArray, FloatArray]:
    """Find the points under a brush, and how much each is in its hold: 1 in the middle, 0 outside.

    The share falls as a cosine does, so that a soft drag leaves no edge.
    """
    places = _places(data)
    rows = disc.around(places)
    far = disc.distance(places[rows])
    inside = far <= 1.0
    return rows[inside], 0.5 + 0.5 * np.cos(np.pi * far[inside])


def in_rectangle(data: Dataset, corner: ArrayLike, opposite: ArrayLike) -> IntArray:
    """Find the points within a rectangle, those on its edge among them."""
    low, high = np.minimum(corner, opposite), np.maximum(corner, opposite)
    return within(_places(data), low, high)


def within(places: FloatArray, low: FloatArray, high: FloatArray) -> IntArray:
    """Find the places in a box: axis by axis, which is several times as fast as row by row."""
    x, y = places.T
    inside = (x >= low[0]) & (x <= high[0]) & (y >= low[1]) & (y <= high[1])
    return np.flatnonzero(inside)


def in_lasso(data: Dataset, corners: ArrayLike) -> IntArray:
    """Find the points within a polygon: those from which a ray crosses its edges an odd time.

    An edge looks only at the points between its ends, which a sorted axis gives at once.
    """
    x, y = _places(data).T
    order = np.argsort(y)
    x, y = x[order], y[order]
    inside = np.zeros(len(x), dtype=bool)
    polygon = np.asarray(corners, dtype=np.float64)
    first, last = np.sort(np.searchsorted(y, [polygon[:, 1], np.roll(polygon[:, 1], -1)]), axis=0)
    for (x0, y0), (x1, y1), i, j in zip(
        polygon, np.roll(polygon, -1, axis=0), first, last, strict=True
    ):
        if i == j or y0 == y1:
            continue
        with np.errstate(over="ignore", invalid="ignore"):
            turn = (x[i:j] - x0) * (y1 - y0) - (y[i:j] - y0) * (x1 - x0)
        inside[i:j] ^= (turn < 0) == (y1 > y0)
    return np.sort(order[inside])


def _places(data: Dataset) -> FloatArray:
    """Find where the points stand, and behind them the test points."""
    own = [places_of(part) for part in (data, data.test) if part is not None]
    return own[0] if len(own) == 1 else np.concatenate(own)
