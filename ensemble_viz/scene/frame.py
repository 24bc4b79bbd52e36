"""The part of the plane that is seen, ticks along its edges, and room for cards over no point.

The fit that leaves room: no point lies below the cards, as far as that can be. Cards lie along the
upper and lower edges, each over a part of the width. A point has to keep below the cards over it
and above those under it; all points together are then drawn as large as that allows. Where a card
is so high that little would be left, everything moves aside of it.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.document.where import Frame
from ensemble_viz.engine.data import Dataset, FloatArray, distinct
from ensemble_viz.scene.words import MINUS, powered

MARGIN = (0.07, 0.07, 0.16, 0.22)  # left, right, below, above: the cards stand above and below
LARGEST_FIXED, MOST_DECIMALS, MOST_DIGITS = 1e7, 6, 15  # other ticks are written by powers
LEAST_SIZE = 1e-9  # of the largest coordinate: closer points could not be told apart


@dataclass(frozen=True, slots=True, eq=False)
class Ticks:
    """Places along an axis with their labels."""

    at: FloatArray
    labels: tuple[str, ...]


EMPTY = Frame(0.0, 0.0, 10.0, 10.0)


def fit(data: Dataset) -> Frame:
    """Frame all points, with room around them; on a line the values go upwards."""
    if not len(data):
        return EMPTY
    up = data.points[:, 1] if data.dimension == 2 else data.target
    (left, right), (bottom, top) = span(data.points[:, 0]), span(up)
    width, height = right - left, top - bottom
    return Frame.within_numbers(
        left - MARGIN[0] * width,
        bottom - MARGIN[2] * height,
        right + MARGIN[1] * width,
        top + MARGIN[3] * height,
    )


def ticks(low: float, high: float, most: int = 7) -> Ticks:
    """Choose round numbers between two ends, at most so many."""
    span = high - low
    if not np.isfinite(span):  # a tenth of it is a number
        at = 10.0 * ticks(low / 10.0, high / 10.0, most).at
        return Ticks(at, tuple(_by_power(x, at[1] - at[0]) for x in at))
    step = 10.0 ** np.floor(np.log10(span / most))
    step *= next(factor for factor in (1, 2, 5, 10) if span / (step * factor) <= most)
    at = np.arange(np.ceil(low / step - 1e-9), np.floor(high / step + 1e-9) + 1) * step
    at[np.abs(at) < step * 1e-6] = 0.0
    decimals = max(0, -int(np.floor(np.log10(step) + 1e-9)))
    if decimals <= MOST_DECIMALS and np.abs(at).max(initial=0.0) < LARGEST_FIXED:
        return Ticks(at, tuple(f"{x:.{decimals}f}".replace("-", MINUS) for x in at))
    return Ticks(at, tuple(_by_power(x, step) for x in at))


def _by_power(x: float, step: float) -> str:
    """Write a very large or small tick with as many digits as tell it from its neighbours."""
    if x == 0.0:
        return "0"
    digits = round(np.floor(np.log10(abs(x))) - np.floor(np.log10(step) + 1e-9))
    return powered(x, max(digits, 0), MOST_DIGITS)


def span(x: FloatArray) -> tuple[float, float]:
    """Find the ends of some numbers, never the same."""
    low, high = float(x.min()), float(x.max())
    if high - low <= LEAST_SIZE * max(abs(low), abs(high), 1e-300):
        room = max(abs(low) * 0.1, 1.0)
        return low - room, high + room
    return low, high


def ends_around(x: float) -> tuple[float, float]:
    """Give a range to a single number, however large it is."""
    room = max(0.5, LEAST_SIZE * abs(x))
    return x - room, x + room


Box = tuple[float, float, float, float]
EDGE = 1.5  # times as far as from cards, points keep from the upper and lower edges
SIDE = 0.06  # of the width, kept free at the left and at the right
LEAST = 0.2  # of the height is used at least, if need be below the cards
WORTH = 1.25  # so much larger everything has to become, that it moves aside


@dataclass(frozen=True, slots=True)
class Room:
    """What lies on the canvas, as shares of its width and height from the upper left corner."""

    covered: tuple[Box, ...] = ()
    """Left, top, right, bottom of each card."""
    aside: float = 0.02
    """How far points keep from cards and edges: a share of the width …"""
    above: float = 0.03
    """… and of the height."""


@dataclass(frozen=True, slots=True)
class Spread:
    """Where the lowest and highest of some numbers are drawn: shares from the left, or below."""

    low: float
    high: float

    @property
    def size(self) -> float:
        return self.high - self.low


def roomy_fit(data: Dataset, room: Room) -> Frame:
    """Frame all points beside what lies on the canvas; on a line the values go upwards."""
    if not len(data):
        return EMPTY
    x, y = data.points[:, 0], data.points[:, 1] if data.dimension == 2 else data.target
    (left, right), (bottom, top) = span(x), span(y)
    across, up = spreads(x, y, room)
    width, height = (right / across.size - left / across.size, top / up.size - bottom / up.size)
    return Frame.within_numbers(
        left - across.low * width,
        bottom - up.low * height,
        right + (1.0 - across.high) * width,
        top + (1.0 - up.high) * height,
    )


def spreads(x: FloatArray, y: FloatArray, room: Room) -> tuple[Spread, Spread]:
    """Find how wide and how high points can be drawn: below the cards, or aside of them."""
    across = widths(room)
    up = [_height(each.low + shares(x) * each.size, shares(y), room) for each in across]
    k = worthy([one.size * other.size for one, other in zip(across, up, strict=True)])
    return across[k], up[k]


def worthy(areas: list[float]) -> int:
    """Choose the first of some areas, or one that is much larger."""
    return next(k for k, area in enumerate(areas) if area * WORTH >= max(areas))


def widths(room: Room) -> list[Spread]:
    """List from where to where points can be, the widest first."""
    low = [SIDE, *(box[2] + room.aside for box in room.covered if box[0] <= SIDE and box[2] < 0.5)]
    return [Spread(each, 1.0 - SIDE) for each in sorted(set(low))]


def clearance(x: FloatArray, room: Room) -> tuple[FloatArray, FloatArray]:
    """Say how far from the upper and from the lower edge a point at each place has to keep."""
    over, under = np.full(len(x), EDGE * room.above), np.full(len(x), EDGE * room.above)
    for left, top, right, bottom in room.covered:
        near = (x > left - room.aside) & (x < right + room.aside)
        if top + bottom < 1.0:
            over[near] = np.maximum(over[near], bottom + room.above)
        else:
            under[near] = np.maximum(under[near], 1.0 - top + room.above)
    return over, under


def _height(x: FloatArray, y: FloatArray, room: Room) -> Spread:
    """Spread points upwards as far as the cards over and under each of them let them."""
    over, under = clearance(x, room)
    size = _largest(y, over, under)
    lowest = max(low - size * y[under == low].min() for low in distinct(under))
    highest = min(1.0 - low - size * y[over == low].max() for low in distinct(over))
    edge = EDGE * room.above
    start = float(min(max((lowest + highest) / 2.0, edge), 1.0 - edge - size))
    return Spread(start, start + size)


def _largest(y: FloatArray, over: FloatArray, under: FloatArray) -> float:
    """Find the largest spread: of any two points, one must keep below and the other above."""
    size = 1.0 - float(over.min() + under.min())
    for low in distinct(under):
        bottom = y[under == low].min()
        for high in distinct(over):
            apart = y[over == high].max() - bottom
            if apart > 0.0:
                size = min(size, float((1.0 - low - high) / apart))
    return max(size, LEAST)


def shares(x: FloatArray) -> FloatArray:
    """Say how far each number is on the way from the lowest to the highest."""
    low, high = span(x)
    found: NDArray[np.float64] = (x / 2.0 - low / 2.0) / (high / 2.0 - low / 2.0)
    return found
