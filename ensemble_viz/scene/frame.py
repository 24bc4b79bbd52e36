"""The part of the plane that is seen, and the ticks along its edges."""

from dataclasses import dataclass

import numpy as np

from ensemble_viz.document.where import Frame
from ensemble_viz.engine.data import Dataset, FloatArray
from ensemble_viz.scene.words.numbers import MINUS, powered

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
