"""What small trees of second order are judged by: the sums of slopes and curvatures."""

from math import inf
from typing import NamedTuple

import numpy as np

from ensemble_viz.engine.data import TIE, Dataset, FloatArray, IntArray
from ensemble_viz.engine.trees.limits import SecondOrder
from ensemble_viz.engine.trees.small.search import Judge, Scored
from ensemble_viz.engine.trees.whole import LEAST, scale_of, whole

LEAST_GAIN = 1e-6  # as in xgboost: a cut that gains less is none


SlopeSides = tuple[IntArray, list[float], float, IntArray | None]
"""(channels, axes, m): gradients, hessians and maybe weights, up to every place, in whole units;
the units; what the node reaches as a leaf, G²/(H + λ); the places."""


class Slope(NamedTuple):
    """What is known of a node of second order."""

    grad: float
    hess: float
    weight: float | None
    """What its points weigh; None: 1 each."""


class SlopeSums(Judge):
    """Judges cuts by G_l²/(H_l + λ) + G_r²/(H_r + λ)."""

    def __init__(self, data: Dataset, rules: SecondOrder) -> None:
        """Sort what stays the same from tree to tree; a point that weighs 2 is two points."""
        super().__init__(data)
        self.rules, self.times = rules, data.weight
        self.enough = rules.enough
        self.weight = None if data.weight is None else data.distribution

    def load(self, gradient: FloatArray, hessian: FloatArray) -> "SlopeSums":
        times = 1.0 if self.times is None else self.times
        self.channels = [gradient * times, hessian * times]
        if self.weight is not None:
            self.channels.append(self.weight)
        self.size = np.abs(self.channels[0])
        self.alone = self.size * np.abs(gradient / hessian)
        self.all_size = float(self.size.sum())
        totals = [self.all_size, *(float(channel.sum()) for channel in self.channels[1:])]
        numbers, self.units = self._rounded(self.channels, totals)
        self.along = numbers.take(self.order, axis=1)
        if self.size.item(self.size.argmin()) >= LEAST * self.units[0]:
            self.careful = False
        else:
            self.careful = bool(((self.size < LEAST * self.units[0]) & (self.size > 0.0)).any())
        return self

    def _rounded(
        self, channels: list[FloatArray], totals: list[float]
    ) -> tuple[IntArray, list[float]]:
        scales = [scale_of(total) for total in totals]
        numbers = [whole(each, scale) for each, scale in zip(channels, scales, strict=True)]
        return np.array(numbers), [1.0 / scale for scale in scales]

    def root(self, places: IntArray | None) -> Slope:
        self.bound = self._largest(places)
        self._first = self._node(places)
        left, units = self._first
        first = self.every[: self.n] if places is None else places[: len(places) // self.axes]
        self._known = self._slope(left[:, 0, -1].tolist(), units, first)
        return self._known

    def _points(self, places: IntArray | None) -> IntArray | slice:
        return (
            slice(None) if places is None else self.order.take(places[: len(places) // self.axes])
        )

    def _largest(self, places: IntArray | None) -> float:
        """No cut can score more."""
        points = self._points(places)
        return float(self.rules.most_reached(self.size[points].sum(), self.alone[points].sum()))

    def _sums(self, own: IntArray) -> IntArray:
        return np.asarray(np.add.accumulate(own.reshape(len(own), self.axes, -1), 2))

    def _slope(self, sums: list[int], units: list[float], places: IntArray) -> Slope:
        """Say what is known of some places; a sum that is zero but for rounding is zero."""
        known = [number * unit for number, unit in zip(sums, units, strict=True)]
        points = None
        if self.careful or min(sums[1:]) < LEAST:
            points = self.order.take(places)
            known = [float(channel.take(points).sum()) for channel in self.channels]
        if abs(known[0]) <= TIE * self.all_size:
            points = self.order.take(places) if points is None else points
            if abs(known[0]) <= TIE * float(self.size.take(points).sum()):
                known[0] = 0.0
        return Slope(known[0], known[1], known[2] if len(known) > 2 else None)

    def scores(self, places: IntArray | None, _m: int, known: Slope) -> Scored | None:
        """Judge the cuts of a node; None where no cut could leave both sides enough."""
        if known.hess < 2.0 * self.enough:
            return None
        left, units = self._first if known is self._known else self._node(places)
        grad_left, hess_left = left[0] * units[0], left[1] * units[1]
        grad_right, hess_right = grad_left[0, -1] - grad_left, hess_left[0, -1] - hess_left
        few = np.minimum(hess_left, hess_right) < self.enough
        score = self.rules.reached(grad_left, hess_left)
        score += self.rules.reached(grad_right, hess_right)
        score[few] = -inf
        below = known.hess + self.rules.reg_lambda
        as_leaf = known.grad * (known.grad / below) if below > 0.0 else 0.0
        return score.ravel(), TIE * self.bound, (left, units, as_leaf, places)

    def _node(self, places: IntArray | None) -> tuple[IntArray, list[float]]:
        """Sum up a node; in units of its own where it holds little."""
        if places is None:
            return self._sums(self.along), self.units
        own, m = self.along.take(places, axis=1), len(places) // self.axes
        left = self._sums(own)
        if not self.careful and min(left[1:, 0, -1].tolist()) >= LEAST:
            return left, self.units
        points = self.order.take(places)
        channels = [channel.take(points) for channel in self.channels]
        totals = [float(np.abs(each[:m]).sum()) for each in channels]
        numbers, units = self._rounded(channels, totals)
        return self._sums(numbers), units

    def tie(self, scored: Scored) -> float:
        """Bound what the node can score."""
        return TIE * self._largest(scored[2][3])

    def is_worth(self, scored: Scored, best: float) -> bool:
        """A cut must gain something, and more than rounding could pretend."""
        gain = best - scored[2][2] - LEAST_GAIN
        return gain > scored[1] or gain >= self.tie(scored)

    def most(self, _scored: Scored) -> float:
        """No split can gain more than its cut can score."""
        return self.bound

    def gain(self, scored: Scored, best: float) -> float:
        """Take off what the node reaches as a leaf."""
        return float(best - scored[2][2])

    def beside(self, scored: Scored, at: int) -> tuple[Slope, Slope]:
        """Sum up either side of a cut."""
        sides: SlopeSides = scored[2]
        whole, units, _, places = sides
        m = whole.shape[2]
        axis, place = divmod(at, m)
        places = self.every if places is None else places
        left = whole[:, axis, place].tolist()
        right = [a - b for a, b in zip(whole[:, 0, -1].tolist(), left, strict=True)]
        below, above = places[at - place : at + 1], places[at + 1 : at - place + m]
        return self._slope(left, units, below), self._slope(right, units, above)
