"""The part of the plane that is seen, and the ticks along its edges."""

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from ensemble_viz.engine.data import Dataset, FloatArray
from ensemble_viz.scene.numbers import MINUS, powered

Shown = NDArray[np.bool_]
MARGIN = (0.07, 0.07, 0.16, 0.22)  # left, right, below, above: the cards stand above and below
FAR = 1e305  # frames end here: what is farther away is still a number of lengths away from it
LARGEST_FIXED, MOST_DECIMALS, MOST_DIGITS = 1e7, 6, 15  # other ticks are written by powers
LEAST_SIZE = 1e-9  # of the largest coordinate: closer points could not be told apart


@dataclass(frozen=True, slots=True)
class Frame:
    """A rectangle in coordinates of the data."""

    left: float
    bottom: float
    right: float
    top: float

    @classmethod
    def within_numbers(cls, left: float, bottom: float, right: float, top: float) -> Self:
        """Frame what is wanted, as far as there are numbers for it."""
        return cls(max(left, -FAR), max(bottom, -FAR), min(right, FAR), min(top, FAR))

    @property
    def low(self) -> FloatArray:
        """Give the lower left corner."""
        return np.array([self.left, self.bottom])

    @property
    def high(self) -> FloatArray:
        """Give the upper right corner."""
        return np.array([self.right, self.top])

    def clip_lines(self, lines: FloatArray) -> tuple[FloatArray, Shown]:
        """Clip upright and level lines, (lines, 4) as x1, y1, x2, y2; say which are seen at all."""
        return self._clipped(lines, strictly=False)

    def clip_boxes(self, boxes: FloatArray) -> tuple[FloatArray, Shown]:
        """Clip boxes, (boxes, 4) as x1, y1, x2, y2; say which are seen at all."""
        return self._clipped(boxes, strictly=True)

    def _clipped(self, boxes: FloatArray, strictly: bool) -> tuple[FloatArray, Shown]:
        """Keep what has an area, or a length, inside."""
        low, high = np.tile(self.low, 2), np.tile(self.high, 2)
        clipped = np.clip(boxes, low, high)
        size = clipped[:, 2:] - clipped[:, :2]
        outside = (boxes[:, 2:] <= self.low) | (boxes[:, :2] >= self.high)
        seen = ~outside.any(axis=1) & (size.min(axis=1) > 0 if strictly else size.max(axis=1) > 0)
        return clipped[seen], seen


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
