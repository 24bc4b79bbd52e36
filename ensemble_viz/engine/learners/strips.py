"""A quick search for the nearest points of the plane: it finds those that are beyond doubt.

The points are parted into upright strips of as many points each, and sorted along each. A place
is compared with those of its strip and of the two beside it that are next to its own height. They
are the nearest of all where no other point can be as near, and where the last of them is clearly
nearer than the next one. Where they are not, strips twice as wide, with twice as many of each,
are asked; and for the few places that are left somebody more careful.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, sqrt

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from ensemble_viz.engine.data import FloatArray, IntArray

BESIDE = np.array([-1, 0, 1])
LEAST_STRIPS = 3
WIDTH = 0.5  # of a strip, where points are strewn evenly: in roots of their area by neighbour …
HEIGHT = 8.0  # … and how many points of it are measured, so that most places are sure of theirs
FEW = 8  # places are not worth another search
AT_ONCE = 1024  # places
MOST_NEIGHBOURS = 40
MOST_BITS = 16  # of the number of a point: it is written into the last digits of its distance
DOUBT = 1e-10  # of a square of a distance: more than is lost there
LEAST = 1e-290  # squares below have lost digits


@dataclass(frozen=True, slots=True, eq=False)
class Strips:
    """Points in strips, one behind the other; the last is filled up with points at infinity."""

    x: FloatArray
    y: FloatArray
    number: IntArray
    """What the points are numbered."""
    first: FloatArray
    """(strips,): the least coordinate of each; …"""
    last: FloatArray
    """… the greatest one."""
    heights: FloatArray
    """The points strip behind strip: the number of the strip, and how high up they are in it."""
    low: float
    span: float

    @classmethod
    def of(cls, points: FloatArray, order: IntArray, strips: int) -> "Strips":
        """Put points, which have this order from left to right, in so many strips."""
        n, each = len(points), -(-len(points) // strips)
        filled = np.full((2, strips * each), np.inf)
        number = np.zeros(strips * each, dtype=np.int64)
        filled[:, :n], number[:n] = points.take(order, axis=0).T, order
        x, y = filled
        begin = np.arange(0, strips * each, each)
        along = (y.reshape(strips, each).argsort(axis=1) + begin[:, None]).ravel()
        low, high = float(points[:, 1].min()), float(points[:, 1].max())
        span = 2.0 * max(high - low, LEAST)
        y = y.take(along)
        heights = np.minimum((y - low) / span, 0.5) + np.arange(float(strips)).repeat(each)
        ends = np.minimum(begin + each, n) - 1
        return cls(
            x.take(along), y, number.take(along), x.take(begin), x.take(ends), heights, low, span
        )

    def places(self, points: FloatArray) -> tuple[IntArray, FloatArray]:
        """Find the strip of each place, and how high up it is."""
        own = self.first.searchsorted(points[:, 0], side="right") - 1
        return own, np.minimum(np.maximum((points[:, 1] - self.low) / self.span, 0.0), 0.5)

    def windows(self, points: FloatArray, size: int) -> tuple[IntArray, FloatArray]:
        """Choose the points that places are compared with: so many in each of three strips.

        Gives where they begin, (places, 3), and a distance: no other point is nearer.
        """
        strips, each = len(self.first), len(self.y) // len(self.first)
        x, y = points.T
        own, height = self.places(points)
        middle = np.minimum(np.maximum(own, 1), strips - 2)
        left, right = np.append(-np.inf, self.last), np.append(self.first, (np.inf, np.inf))
        beyond = np.minimum(x - left.take(middle - 1), right.take(middle + 2) - x)
        asked = middle[:, None] + BESIDE
        start = self.heights.searchsorted((asked + height[:, None]).T).T - size // 2
        begin = asked * each
        start = np.minimum(np.maximum(start, begin), begin + (each - size))
        framed = np.full((strips, each + 2), np.inf)
        framed[:, 0], framed[:, 1:-1] = -np.inf, self.y.reshape(strips, each)
        below = start + 2 * asked
        away = y[:, None]
        gaps = np.minimum(away - framed.take(below), framed.take(below + (size + 1)) - away)
        return start, np.minimum(beyond, gaps.min(axis=1))

    def nearest(self, points: FloatArray, size: int, k: int) -> tuple[IntArray, NDArray[np.bool_]]:
        """Find the k nearest of the points in the windows of places, and say where that is sure."""
        start, beyond = self.windows(points, size)
        bits = len(self.number).bit_length()
        found = np.empty((len(points), k + 1), dtype=np.int64)
        x, y = (sliding_window_view(each, size) for each in (self.x, self.y))
        number = sliding_window_view(self.number, size)
        for first in range(0, len(points), AT_ONCE):
            some = slice(first, first + AT_ONCE)
            square = x[start[some]].reshape(-1, 3 * size)
            square -= points[some, :1]
            square *= square
            rise = y[start[some]].reshape(-1, 3 * size)
            rise -= points[some, 1:]
            rise *= rise
            square += rise
            digits = square.view(np.int64)
            digits &= -1 << bits
            digits |= number[start[some]].reshape(-1, 3 * size)
            digits.sort(axis=1)  # as the squares themselves: they are not negative
            found[some] = digits[:, : k + 1]
        square = found.view(np.float64)
        last, following = square[:, k - 1], square[:, k]
        sure = (following - last > DOUBT * following) & (following > LEAST)
        sure &= last < beyond * beyond * (1.0 - DOUBT)
        sure &= beyond > 0.0
        return found[:, :k] & ((1 << bits) - 1), sure


def surely_nearest(
    places: FloatArray, points: FloatArray, k: int
) -> Iterator[tuple[IntArray, IntArray]]:
    """Find the k nearest points of places: rows of places, and theirs, (rows, k), in any order.

    Places that are in no row have to be asked in another way.
    """
    rows, reach = np.arange(len(places)), sqrt(k + 1)
    strips, size = int(sqrt(len(points)) / (WIDTH * reach)), ceil(HEIGHT * reach)
    if points.shape[1] != 2 or k > MOST_NEIGHBOURS or len(points).bit_length() > MOST_BITS:
        return
    order = points[:, 0].argsort()
    while len(rows) > FEW and strips >= LEAST_STRIPS and size <= len(points) // strips:
        with np.errstate(all="ignore"):
            found = Strips.of(points, order, strips)
            if len(rows) == len(places):  # side by side: looking them up is quicker then
                rows = np.add(*found.places(places)).argsort()
            near, sure = found.nearest(places.take(rows, axis=0), size, k)
        yield rows[sure], near[sure]
        rows, strips, size = rows[~sure], strips // 2, 2 * size
