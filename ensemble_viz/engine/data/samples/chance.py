"""How a sample is drawn: point by point, and then spoiled as asked."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from string import ascii_uppercase
from typing import Any

import numpy as np

from ensemble_viz.engine.data import draws
from ensemble_viz.engine.data.dataset import NOT_FLIPPED, Dataset, FloatArray, IntArray

BEFORE = 0  # rounds count from 1: what is drawn for points never meets what rounds draw
NOISE_ON = (10, 11)  # the draws of the noise; shapes and functions use lower numbers
DECIMALS = 4  # what a student reads off the screen is exactly what is learned from


@dataclass(frozen=True, slots=True)
class Chance:
    """The draws of n points: each depends on seed, purpose and the point's number alone."""

    seed: int
    purpose: int
    n: int

    def words(self, which: int) -> draws.Words:
        """Draw 64 bits a point; a point has as many different draws as there are numbers."""
        return draws.words(self.seed, BEFORE, self.purpose, np.arange(self.n), which)

    def uniform(self, which: int, low: float = 0.0, high: float = 1.0) -> FloatArray:
        return low + (high - low) * draws.uniform(self.words(which))

    def normal(self, which: int) -> FloatArray:
        return draws.normal(self.words(which))

    def below(self, limit: int, which: int) -> IntArray:
        return draws.below(limit, self.words(which))


Shape = Callable[..., tuple[FloatArray, IntArray]]
"""Places n points: (chance, own options) to coordinates (n, 2) and classes (n,)."""
Function = Callable[[Chance], tuple[FloatArray, FloatArray]]
"""Places n points: chance to coordinates (n, 1 or 2) and values (n,)."""


def draw_classes(
    shape: Shape, *, n: int, noise: float, seed: int, flip: float, test: int, **own: Any
) -> Dataset:
    """Draw a shape, blur it by noise, and flip a share of the labels to be learned."""

    def drawn(purpose: int, n: int) -> tuple[FloatArray, IntArray]:
        chance = Chance(seed, purpose, n)
        points, label = shape(chance, **own)
        blur = np.column_stack([chance.normal(which) for which in NOISE_ON])
        return rounded(points + noise * blur), label

    classes = tuple(ascii_uppercase[: own.get("classes", 2)])
    points, label = drawn(draws.SAMPLE, n)
    fresh = Dataset(*drawn(draws.TEST, test), classes) if test else None
    return flipped(Dataset(points, label, classes, test=fresh), flip, seed)


def draw_values(
    function: Function, *, n: int, noise: float, seed: int, test: int, outliers: int = 0
) -> Dataset:
    """Draw values of a function with noise, and throw the first to be learned across zero."""

    def drawn(purpose: int, n: int) -> tuple[FloatArray, FloatArray]:
        chance = Chance(seed, purpose, n)
        points, value = function(chance)
        return rounded(points), value + noise * chance.normal(NOISE_ON[0])

    points, value = drawn(draws.SAMPLE, n)
    columns = ("x1", "x2") if points.shape[1] == 2 else ("x",)
    far = value[:outliers]
    far -= np.copysign(Chance(seed, draws.NOISE, len(far)).uniform(0, 1.5, 2.5), far)
    fresh = None
    if test:
        places, answers = drawn(draws.TEST, test)
        fresh = Dataset(places, rounded(answers), columns=columns)
    return Dataset(points, rounded(value), columns=columns, test=fresh)


def flipped(data: Dataset, share: float, seed: int) -> Dataset:
    """Give exactly round(share · n) points another class; a larger share flips these and more."""
    chosen, answer = flip_labels(data.target, data.n_classes, share, seed)
    if not len(chosen):
        return data
    flipped_from = np.full(len(data), NOT_FLIPPED)
    flipped_from[chosen] = data.target[chosen]
    target = data.target.copy()
    target[chosen] = answer
    return replace(data, target=target, flipped_from=flipped_from)


def flip_labels(
    label: IntArray, classes: int, share: float, seed: int
) -> tuple[IntArray, IntArray]:
    """Choose a share of some labels, and another class for each of these: (places, classes)."""
    chance = Chance(seed, draws.NOISE, len(label))
    chosen = np.argsort(chance.words(0))[: round(share * len(label))]
    return chosen, (label[chosen] + 1 + chance.below(classes - 1, 1)[chosen]) % classes


def rounded(numbers: FloatArray) -> FloatArray:
    """Round to the decimals that are shown; zero has no sign."""
    return np.round(numbers, DECIMALS) + 0.0
