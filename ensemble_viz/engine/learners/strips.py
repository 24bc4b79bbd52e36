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
MEASURED = 240  # points, or fewer, are all measured …
FEW_SQUARES = 1 << 16  # … so many distances at a time
MOST_NEIGHBOURS = 64
NUMBERS = (1 << 16) - 1  # of points: they are written into the last digits of their distances
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

    def nearest(self, points: FloatArray, size: int, k: int) -> tuple[IntArray, FloatArray]:
        """Find the k + 1 nearest of the points in the windows of places, as `_least` does.

        Gives for each place a distance, too: no point beyond its windows is nearer.
        """
        start, beyond = self.windows(points, size)
        found = np.empty((len(points), k + 1), dtype=np.int64)
        x, y = (sliding_window_view(each, size) for each in (self.x, self.y))
        number = sliding_window_view(self.number, size)
        for some in _parts(len(points), AT_ONCE):
            square = x[start[some]].reshape(-1, 3 * size)
            square -= points[some, :1]
            square *= square
            rise = y[start[some]].reshape(-1, 3 * size)
            rise -= points[some, 1:]
            rise *= rise
            square += rise
            found[some] = _least(square, number[start[some]].reshape(-1, 3 * size), k)
        return found, beyond


def surely_nearest(
    places: FloatArray, points: FloatArray, k: int, in_order: bool
) -> Iterator[tuple[IntArray, IntArray]]:
    """Find the k nearest points of places: rows of places, and theirs, (rows, k), nearest first.

    Places that are in no row have to be asked in another way. Points that are about equally far are
    in any order, unless the order has to be sure as well.
    """
    rows, reach = np.arange(len(places)), sqrt(k + 1)
    strips, size = int(sqrt(len(points)) / (WIDTH * reach)), ceil(HEIGHT * reach)
    if k > MOST_NEIGHBOURS or len(points) > NUMBERS:
        return
    first = 0 if in_order else k - 1
    if k < len(points) <= MEASURED:
        found = _of_all(places, points, k)
        sure = _are_sure(found, np.array(np.inf), first)
        yield sure.nonzero()[0], found[sure, :k] & NUMBERS
        return
    if points.shape[1] != 2:
        return
    order = points[:, 0].argsort()
    while len(rows) > FEW and strips >= LEAST_STRIPS and size <= len(points) // strips:
        with np.errstate(all="ignore"):
            parted = Strips.of(points, order, strips)
            if len(rows) == len(places):  # side by side: looking them up is quicker then
                rows = np.add(*parted.places(places)).argsort()
            found, beyond = parted.nearest(places.take(rows, axis=0), size, k)
            sure = _are_sure(found, beyond, first)
        yield rows[sure], found[sure, :k] & NUMBERS
        rows, strips, size = rows[~sure], strips // 2, 2 * size


def squares(points: FloatArray, others: FloatArray) -> FloatArray:
    found = np.zeros((len(points), len(others)))
    for x, mine in zip(points.T, others.T, strict=True):
        away = x[:, None] - mine
        away *= away
        found += away
    return found


def _of_all(places: FloatArray, points: FloatArray, k: int) -> IntArray:
    """Find the k + 1 nearest of a few points, all of which are measured."""
    number = np.arange(len(points))
    found = np.empty((len(places), k + 1), dtype=np.int64)
    for some in _parts(len(places), FEW_SQUARES // len(points)):
        found[some] = _least(squares(places[some], points), number, k)
    return found


def _parts(count: int, size: int) -> Iterator[slice]:
    for first in range(0, count, size):
        yield slice(first, first + size)


def _least(square: FloatArray, number: IntArray, k: int) -> IntArray:
    """Sort squares along each row, the least k + 1 of them, with their numbers as last digits."""
    digits = square.view(np.int64)
    digits &= ~NUMBERS
    digits |= number
    digits.sort(axis=1)  # as the squares themselves: they are not negative
    return digits[:, : k + 1]


def _are_sure(found: IntArray, beyond: FloatArray, first: int) -> NDArray[np.bool_]:
    """Say where each square from the first on is clearly less than the next, and none is missed."""
    square = found.view(np.float64)
    own, following = square[:, first:-1], square[:, first + 1 :]
    clear = (following - own > DOUBT * following) & (following > LEAST)
    sure = own[:, -1] < beyond * beyond * (1.0 - DOUBT)
    return np.asarray(clear.all(axis=1) & sure & (beyond > 0.0))
