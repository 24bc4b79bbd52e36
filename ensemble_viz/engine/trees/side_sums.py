"""The weights of the classes on either side of every cut, summed again and again.

Weights are summed in fixed point, as `running_sums` does it and to the same bits. A weight w that
is added to a power of two above it, 2^e, has its fixed-point digits in the low bits of the result:
those of 2^e + w are round(w · 2^(52 − e)). Read as whole numbers, they are masked class by class
and added up; with the bits of 2^e in front the sums are floating-point numbers again.
"""

from dataclasses import dataclass
from math import frexp, inf, ldexp

import numpy as np

from ensemble_viz.engine.data import Dataset, FloatArray, IntArray
from ensemble_viz.engine.trees.frontier import FIXED_POINT_BITS, LARGEST_EXPONENT

DIGITS = (1 << FIXED_POINT_BITS) - 1
NEAR = 1e-9  # by so little of itself a total may be on the other side of a power of two
FAR = 900  # exponents of two up to this take no care
MOST_UNITS = 8  # so many pairs of units are remembered
ORIGIN = np.zeros(1, dtype=np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class ClassSums:
    """Room for the sums of one class."""

    digits: IntArray
    """(axes · n,): ones where the bits of its points are, 0 at the places of others."""
    whole: IntArray
    """(axes · n,): the bits of the sums, those of the power of two in front."""
    number: FloatArray
    """The same, read as floating-point numbers."""
    left: FloatArray
    total: FloatArray
    """(): the last of those on the left."""
    right: FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class Units:
    """What the weights of each class are rounded to."""

    power: list[FloatArray]
    """2^e, (), for each class; the unit is that by 2^52."""
    bits: IntArray
    """The bits of it, once an axis."""
    shift: FloatArray
    """(n,): that of the class of each point."""
    greatest: float
    """The greatest unit."""


class SideSums:
    """Sums the weights of points with classes along all axes; only the latest sums are kept."""

    def __init__(self, data: Dataset) -> None:
        """Sort what stays the same, and make room."""
        axes, n = data.order.shape
        count = data.n_classes
        self.target, self.order = data.target, data.order.ravel()
        self.of_class = np.array([data.target == k for k in range(count)], dtype=np.float64)
        self.sides = np.empty((count, 2, axes * n))
        """(classes, left and right, axes · n): the sums up to every place, and behind it."""
        self.behind_last = self.sides.reshape(-1, axes, n)[1, :, -1]
        """(axes,): what the first class has behind the last place."""
        whole = np.empty((count, axes * n), dtype=np.int64)
        self._by_axis = whole.reshape(-1, n)
        self._first = self._by_axis[:, 0]
        along = data.target.take(self.order)
        self._classes = [
            ClassSums(
                np.where(along == k, DIGITS, 0), whole[k], whole[k].view(np.float64),
                self.sides[k, 0], self.sides[k, 0, -1, ...], self.sides[k, 1],
            )
            for k in range(count)
        ]  # fmt: skip
        self._shifted, self._along = np.empty(n), np.empty(axes * n, dtype=np.int64)
        self._known: dict[tuple[int, ...], Units] = {}
        self._units: Units | None = None

    def add_up(self, weight: FloatArray) -> list[float]:
        """Find the sums for these weights, and the totals of the classes."""
        totals = np.dot(self.of_class, weight).tolist()
        exponents, near, far = [], False, False
        for total in totals:
            part, exponent = frexp(total)
            near = near or not (0.5 + NEAR < part < 1.0 - NEAR or part == 0.0)
            far = far or not -FAR < exponent < FAR
            exponents.append(exponent)
        if near:
            exponents = [frexp(total)[1] for total in self._careful_totals(weight).tolist()]
        if not far:
            self._add_quickly(weight, tuple(exponents))
        if far or (near and not self._fits(totals)):
            self._add_carefully(weight)
        return totals

    @property
    def least(self) -> float:
        """If all weights are above this, only nothing weighs 0, and `sides` is free to be used."""
        return inf if self._units is None else self._units.greatest

    def beside(self, place: int) -> list[list[float]]:
        """List what each class has left and right of a place."""
        if self._units is None:
            return self.sides[:, :, place].tolist()
        found = []
        for own, power in zip(self._classes, self._units.power, strict=True):
            one = power.item()
            left = own.number.item(place) - one
            found.append([left, own.number.item(-1) - one - left])
        return found

    def _add_quickly(self, weight: FloatArray, exponents: tuple[int, ...]) -> None:
        """Find the sums of weights that are below these powers of two, and whose sums are."""
        units = self._units = self._known.get(exponents) or self._change_units(exponents)
        np.add(weight, units.shift, self._shifted)
        self._shifted.view(np.int64).take(self.order, None, self._along, "clip")
        for own in self._classes:
            np.bitwise_and(own.digits, self._along, own.whole)
        np.add(self._first, units.bits, self._first)
        np.add.accumulate(self._by_axis, -1, None, self._by_axis)
        for own, power in zip(self._classes, units.power, strict=True):
            np.subtract(own.number, power, own.left)
            np.subtract(own.total, own.left, own.right)

    def _fits(self, totals: list[float]) -> bool:
        """Say whether nothing was rounded beyond a power of two, a weight or a sum of them."""
        assert self._units is not None
        for total, own, power in zip(totals, self._classes, self._units.power, strict=True):
            if total and not 1.25 < own.number.item(-1) / power.item() <= 2.0:
                return False
        return True

    def _change_units(self, exponents: tuple[int, ...]) -> Units:
        """Choose units so that the totals are below these powers of two."""
        power = np.ldexp(1.0, np.array(exponents))
        units = Units(
            [power[k, ...] for k in range(len(power))],
            power.view(np.int64).repeat(len(self._first) // len(power)),
            power.take(self.target),
            ldexp(1.0, max(exponents) - FIXED_POINT_BITS),
        )
        if len(self._known) >= MOST_UNITS:
            self._known.clear()
        self._known[exponents] = units
        return units

    def _careful_totals(self, weight: FloatArray) -> FloatArray:
        """Weigh the classes in the order of the first axis."""
        first = self.order[: len(weight)]
        sums = self.of_class.take(first, axis=1) * weight.take(first)
        return np.add.reduceat(sums, ORIGIN, axis=-1)[:, 0]

    def _add_carefully(self, weight: FloatArray) -> None:
        """Find the sums as `running_sums` does, number by number."""
        totals = self._careful_totals(weight)
        exponent = np.minimum(FIXED_POINT_BITS - np.frexp(totals)[1], LARGEST_EXPONENT)
        scale = np.ldexp(1.0, exponent)
        fixed = np.rint(weight * scale.take(self.target)).astype(np.int64).take(self.order)
        whole = np.array([fixed * (own.digits > 0) for own in self._classes])
        by_axis = whole.reshape(-1, len(weight)).cumsum(axis=-1)
        left = by_axis.reshape(whole.shape)
        unit = 1.0 / scale[:, None]
        self.sides[:, 0], self.sides[:, 1] = left * unit, (left[:, -1:] - left) * unit
        self._units = None
