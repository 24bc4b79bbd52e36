"""What small trees are fitted to, and how their cuts are judged: classes, values, slopes."""

from math import inf
from typing import NamedTuple

import numpy as np

from ensemble_viz.engine.data import TIE, Dataset, FloatArray, IntArray, Numbers
from ensemble_viz.engine.trees.criteria import STUMP_ERROR, ClassCriterion
from ensemble_viz.engine.trees.limits import SecondOrder
from ensemble_viz.engine.trees.small import Scored
from ensemble_viz.engine.trees.whole import FLOAT_BITS, LEAST, scale_of, whole, whole_weights

LEAST_GAIN = 1e-6  # as in xgboost: a cut that gains less is none


Beside = tuple[list[float], list[float], float]


class ClassSides(NamedTuple):
    """The weights of the classes in a node, in whole units."""

    left: IntArray
    """(K, axes, m): up to every place."""
    total: list[int]
    unit: float
    places: IntArray


class ClassSums:
    """Judges cuts by the weights of the classes on either side."""

    def __init__(self, data: Dataset, criterion: ClassCriterion) -> None:
        """Sort what stays the same from tree to tree."""
        self.criterion = criterion
        self.axes, self.n = data.order.shape
        self.order, self.classes = data.order.ravel(), data.n_classes
        self.every, self.target = np.arange(len(self.order)), data.target
        along = data.target.take(self.order)
        self.is_class = np.equal(along, np.arange(self.classes)[:, None]).astype(np.int64)
        """(K, axes · n): 1 at the places of each class."""

    def load(self, weight: Numbers) -> "ClassSums":
        """Take the weights of the points; whole numbers are counts."""
        self.counts = np.issubdtype(weight.dtype, np.integer)
        scale = 1.0 if self.counts else scale_of(float(weight.sum()))
        self.weight, self.unit = weight, 1.0 / scale
        number = weight if self.counts else whole_weights(weight, scale)
        self.along = number.take(self.order) * self.is_class
        return self

    def root(self, places: IntArray | None) -> list[float]:
        """Weigh the classes at the root."""
        own = self.along if places is None else self.along.take(places, axis=1)
        self._first = self._sides(own, self.unit, self.every if places is None else places)
        self._known = [number * self.unit for number in self._first.total]
        return self._known

    def scores(self, places: IntArray | None, m: int, known: list[float]) -> Scored | None:
        """Judge the cuts of a node; None where it has one class only."""
        if sum(weight > 0.0 for weight in known) < 2:
            return None
        sides = self._first if known is self._known else self._node(places, m)
        total = np.array(sides.total)[:, None, None]
        left, right = sides.left.astype(np.float64), (total - sides.left).astype(np.float64)
        score = self.criterion.score(left, right).ravel()
        weight = float(sum(sides.total))
        return Scored(score, TIE * self._largest(weight), sides)

    def _node(self, places: IntArray | None, m: int) -> ClassSides:
        assert places is not None
        sides = self._sides(self.along.take(places, axis=1), self.unit, places)
        if self.counts or sum(sides.total) >= LEAST:
            return sides
        weight = self.weight.take(self.order.take(places))
        scale = scale_of(float(weight[:m].sum()))
        own = whole_weights(weight, scale) * self.is_class.take(places, axis=1)
        return self._sides(own, 1.0 / scale, places)

    def _sides(self, own: IntArray, unit: float, places: IntArray) -> ClassSides:
        left = np.add.accumulate(own.reshape(self.classes, self.axes, -1), 2)
        return ClassSides(left, left[:, 0, -1].tolist(), unit, places)

    def _weigh(self, sums: list[int], unit: float, places: IntArray) -> list[float]:
        """Say what the classes weigh at some places; where that is little, without rounding."""
        if self.counts or sum(sums) >= LEAST:
            return [number * unit for number in sums]
        points = self.order.take(places)
        weight = np.bincount(self.target.take(points), self.weight.take(points), self.classes)
        return list(map(float, weight))

    def _largest(self, weight: float) -> float:
        return float(self.criterion.largest(np.array(weight), self.classes))

    def tie(self, scored: Scored) -> float:
        """The most that a node can score is known at once."""
        return scored.nearly

    def is_worth(self, scored: Scored, best: float) -> bool:
        """Trees cut wherever they can; of a constant it depends."""
        if self.criterion is not STUMP_ERROR:
            return True
        return best >= max(scored.sums.total) - scored.nearly

    def most(self, scored: Scored) -> float:
        """Splits save no more than all the impurity."""
        total = np.array(scored.sums.total) * scored.sums.unit
        return float(total.sum() * self.criterion.impurity(total / total.sum()))

    def saved(self, scored: Scored, best: float, at: int) -> float:
        """Weigh the impurity that a cut saves."""
        total = np.array(scored.sums.total) * scored.sums.unit
        left, _, _ = self.beside(scored, at, best)
        weight = total.sum()
        shares = total / weight
        score = np.array(best if self.criterion.weighs_sides else best * scored.sums.unit)
        gain = self.criterion.gain(score, weight, self.criterion.impurity(shares))
        return float(weight * self.criterion.saved(np.maximum(gain, 0.0), sum(left) / weight))

    def beside(self, scored: Scored, at: int, _best: float) -> Beside:
        """Weigh the classes on either side of a cut; what it gains is measured with the nodes."""
        sums: ClassSides = scored.sums
        m = sums.left.shape[2]
        axis, place = divmod(at, m)
        left = sums.left[:, axis, place].tolist()
        right = [whole - part for whole, part in zip(sums.total, left, strict=True)]
        below, above = sums.places[at - place : at + 1], sums.places[at + 1 : at - place + m]
        return self._weigh(left, sums.unit, below), self._weigh(right, sums.unit, above), 0.0


class StumpSums(ClassSums):
    """Finds the stump of two classes with the least error, by one signed sum along each axis.

    With l₀ − l₁ to the left of a cut and d in all, it answers rightly (W + |2 (l₀ − l₁) − d|)/2.
    """

    def __init__(self, data: Dataset) -> None:
        """Sort what stays the same from stump to stump."""
        super().__init__(data, STUMP_ERROR)
        self.sign = 1 - 2 * data.target

    def load(self, weight: Numbers) -> "StumpSums":
        """Take the weights of the points."""
        self.counts = np.issubdtype(weight.dtype, np.integer)
        scale = 1.0 if self.counts else scale_of(float(weight.sum()))
        self.weight, self.unit = weight, 1.0 / scale
        self.number = weight if self.counts else whole_weights(weight, scale)
        self.along = (self.number * self.sign).take(self.order)
        return self

    def root(self, places: IntArray | None) -> list[float]:
        """Weigh the classes at the root."""
        own = self.along if places is None else self.along.take(places)
        self.places = self.every if places is None else places
        self.lead = np.add.accumulate(own.reshape(self.axes, -1), 1).ravel()
        self.difference = self.lead.item(-1)
        points = self.order.take(self.places[: len(own) // self.axes])
        total = int(self.number.take(points).sum())
        self.total = [(total + self.difference) // 2, (total - self.difference) // 2]
        return [number * self.unit for number in self.total]

    def scores(self, _places: IntArray | None, m: int, _known: list[float]) -> Scored | None:
        """Judge the cuts by |2 (l₀ − l₁) − d|."""
        if not min(self.total) > 0:
            return None
        score = np.abs(2 * self.lead - self.difference).astype(np.float64)
        return Scored(score, 2.0 * TIE * sum(self.total), m)

    def most(self, _scored: Scored) -> float:
        """A stump has one split only: nothing ties with it."""
        return 0.0

    def saved(self, _scored: Scored, best: float, _at: int) -> float:
        """Nor does it have to be compared."""
        return best

    def is_worth(self, scored: Scored, best: float) -> bool:
        """A constant answers (W + |d|)/2 rightly."""
        return best >= abs(self.difference) - scored.nearly

    def beside(self, scored: Scored, at: int, _best: float) -> Beside:
        """Weigh the classes on either side of a cut."""
        m = scored.sums
        start = at // m * m
        below, above = self.places[start : at + 1], self.places[at + 1 : start + m]
        both, lead = int(self.number.take(self.order.take(below)).sum()), self.lead.item(at)
        left = [(both + lead) // 2, (both - lead) // 2]
        right = [whole - part for whole, part in zip(self.total, left, strict=True)]
        return self._weigh(left, self.unit, below), self._weigh(right, self.unit, above), 0.0


class ValueSides(NamedTuple):
    """The values in a node, measured from its lowest."""

    rest: Numbers
    """(m,): along the first axis, in units."""
    weight: FloatArray | None
    unit: float


class ValueSums:
    """Judges cuts by how far they lower the squared error: s² (1/W_l + 1/W_r).

    s is the sum to the left, measured from the mean of the node.
    """

    def __init__(self, data: Dataset, weight: FloatArray | None) -> None:
        """Sort what stays the same from tree to tree; no weights: all points count once."""
        self.axes, self.n = data.order.shape
        self.order = data.order.ravel()
        self.steps = np.arange(1.0, self.n + 1.0)
        self.weight = None
        if weight is not None:
            self.given, self.heaviness = weight, scale_of(float(weight.sum()), FLOAT_BITS)
            self.weight = np.maximum(np.rint(weight * self.heaviness), 1.0).take(self.order)
        self._factors: dict[int, FloatArray] = {}

    def load(self, values: FloatArray, noise: float = 0.0) -> "ValueSums":
        """Take the values of the points; differences up to `noise` are none."""
        low, high = values.item(values.argmin()), values.item(values.argmax())
        top = max(high, -low)
        self.noise = noise if top > noise else 0.0  # cut off: no rounding
        self.values, self.at, self.whole_at = values, None, None
        if self.weight is not None:
            self.at = values.take(self.order)
        else:
            self.scale = scale_of(top * self.n)
            self.whole_at = whole(values, self.scale).take(self.order)
        return self

    def root(self, _places: IntArray | None) -> None:
        """Nothing has to be known of nodes before they are searched."""

    def scores(self, places: IntArray | None, m: int, _known: None) -> Scored | None:
        """Judge the cuts of a node; None where all values are the same."""
        if self.whole_at is not None:
            own = self.whole_at if places is None else self.whole_at.take(places)
            first = own[:m]
            low, high = first.item(first.argmin()), first.item(first.argmax())
            if high - low >= LEAST and high - low > self.noise * self.scale:
                return self._once(own - low, m, high - low, 1.0 / self.scale)
        if self.at is None:
            self.at = self.values.take(self.order)
        values = self.at if places is None else self.at.take(places)
        first_values = values[:m]
        least = first_values.item(first_values.argmin())
        spread = first_values.item(first_values.argmax()) - least
        if not spread > self.noise:
            return None
        if self.weight is not None:
            weight, heaviness = self._weights(places, m)
            first_weight = weight[:m]
            mean = least + float(first_weight @ (first_values - least)) / float(first_weight.sum())
            return self._weighted(values - mean, weight, heaviness, spread)
        scale = scale_of(spread * m)
        return self._once(whole(values - least, scale), m, int(spread * scale) + 1, 1.0 / scale)

    def _once(self, own: IntArray, m: int, spread: int, unit: float) -> Scored:
        """Judge the cuts where all points count once; `own` is measured from the lowest."""
        left = np.add.accumulate(own.reshape(self.axes, m), 1)
        steps = self.steps[:m]
        score = left - steps * (left.item(m - 1) / m)
        score *= score
        factors = self._factors.get(m)
        if factors is None:
            factors = self._factors[m] = 1.0 / steps
            factors[:-1] += 1.0 / (m - steps[:-1])
        score *= factors
        nearly = 0.25 * TIE * m * spread * spread
        return Scored(score.ravel(), nearly, ValueSides(own[:m], None, unit))

    def _weights(self, places: IntArray | None, m: int) -> tuple[FloatArray, float]:
        """Weigh places in whole units, and say by what weights were multiplied."""
        assert self.weight is not None
        weight = self.weight if places is None else self.weight.take(places)
        if float(weight[:m].sum()) >= LEAST:
            return weight, self.heaviness
        given = self.given.take(self.order if places is None else self.order.take(places))
        heaviness = scale_of(float(given[:m].sum()), FLOAT_BITS)
        return np.maximum(np.rint(given * heaviness), 1.0), heaviness

    def _weighted(
        self, rest: FloatArray, weight: FloatArray, heaviness: float, spread: float
    ) -> Scored:
        """Judge the cuts by weighted sums, in units of the node's own: floats without fractions."""
        m = len(rest) // self.axes
        left_weight = weight.reshape(self.axes, m).cumsum(axis=1)
        total = left_weight.item(m - 1)
        entries = weight * rest
        scale = scale_of(float(np.abs(entries[:m]).sum()), FLOAT_BITS)
        score = np.rint(entries * scale).reshape(self.axes, m).cumsum(axis=1)
        score -= left_weight * (score.item(m - 1) / total)
        score *= score
        left_weight *= total - left_weight
        left_weight[:, -1] = 1.0
        score /= left_weight
        score *= total / heaviness / scale / scale
        nearly = TIE * total / heaviness * spread * spread
        return Scored(score.ravel(), nearly, ValueSides(rest[:m], weight[:m] / heaviness, 1.0))

    def tie(self, scored: Scored) -> float:
        """A perfect cut leaves no squared error."""
        return TIE * self._error(scored)

    def _error(self, scored: Scored) -> float:
        """The squared error of the node, as scores have it."""
        rest, weight, *_ = scored.sums
        once = np.ones(len(rest)) if weight is None else weight
        around = rest - float(once @ rest) / float(once.sum())
        return float(once @ (around * around))

    def is_worth(self, _scored: Scored, _best: float) -> bool:
        """Trees cut wherever they can."""
        return True

    def most(self, scored: Scored) -> float:
        """Splits save no more than the squared error."""
        unit = scored.sums.unit
        return self._error(scored) * unit * unit

    def saved(self, scored: Scored, best: float, _at: int) -> float:
        """Weigh the squared error that a cut saves."""
        unit = scored.sums.unit
        return best * unit * unit

    def beside(self, scored: Scored, _at: int, best: float) -> tuple[None, None, float]:
        """Nodes are measured later; what a cut gains is known."""
        return None, None, self.saved(scored, best, 0)


class SlopeSides(NamedTuple):
    """The sums of slopes and curvatures in a node."""

    left: IntArray
    """(channels, axes, m): gradients, hessians and maybe weights, up to every place."""
    units: list[float]
    as_leaf: float
    """What the node reaches as a leaf: G²/(H + λ)."""
    places: IntArray | None


class Slope(NamedTuple):
    """What is known of a node of second order."""

    grad: float
    hess: float
    weight: float | None
    """What its points weigh; None: 1 each."""


class SlopeSums:
    """Judges cuts by G_l²/(H_l + λ) + G_r²/(H_r + λ)."""

    def __init__(self, data: Dataset, rules: SecondOrder) -> None:
        """Sort what stays the same from tree to tree; a point that weighs 2 is two points."""
        self.axes, self.n = data.order.shape
        self.order, self.rules = data.order.ravel(), rules
        self.every = np.arange(self.axes * self.n)
        self.times = data.weight
        self.enough = rules.min_child_weight * (1.0 - TIE)
        self.least = rules.reg_lambda + rules.min_child_weight
        self.weight = None if data.weight is None else data.distribution

    def load(self, gradient: FloatArray, hessian: FloatArray) -> "SlopeSums":
        """Take the derivatives of the loss."""
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
        small = np.abs(numbers[0])
        self.careful = bool(((small < LEAST) & (small > 0)).any())
        return self

    def _rounded(
        self, channels: list[FloatArray], totals: list[float]
    ) -> tuple[IntArray, list[float]]:
        scales = [scale_of(total) for total in totals]
        numbers = [whole(each, scale) for each, scale in zip(channels, scales, strict=True)]
        return np.array(numbers), [1.0 / scale for scale in scales]

    def root(self, places: IntArray | None) -> Slope:
        """Sum up the root."""
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
        """No cut can score more: by Cauchy and Schwarz, and by the sum of all |g|."""
        points = self._points(places)
        size, alone = float(self.size[points].sum()), float(self.alone[points].sum())
        return min(alone, size * (size / self.least)) if self.least > 0.0 else alone

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
        score = self._reached(grad_left, hess_left)
        score += self._reached(grad_right, hess_right)
        score[few] = -inf
        below = known.hess + self.rules.reg_lambda
        as_leaf = known.grad * (known.grad / below) if below > 0.0 else 0.0
        sums = SlopeSides(left, units, as_leaf, places)
        return Scored(score.ravel(), TIE * self.bound, sums)

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

    def _reached(self, grad: FloatArray, hess: FloatArray) -> FloatArray:
        """G²/(H + λ), 0 where there is nothing to divide by; what is large is never squared."""
        if self.rules.reg_lambda > 0.0:
            reached = grad / (hess + self.rules.reg_lambda)
        else:
            reached = np.divide(grad, hess, out=np.zeros(hess.shape), where=hess > 0.0)
        reached *= grad
        return reached

    def tie(self, scored: Scored) -> float:
        """Bound what the node can score."""
        return TIE * self._largest(scored.sums.places)

    def is_worth(self, scored: Scored, best: float) -> bool:
        """A cut must gain something, and more than rounding could pretend."""
        gain = best - scored.sums.as_leaf - LEAST_GAIN
        return gain > scored.nearly or gain >= self.tie(scored)

    def most(self, _scored: Scored) -> float:
        """No split can gain more than its cut can score."""
        return self.bound

    def saved(self, scored: Scored, best: float, _at: int) -> float:
        """Take off what the node reaches as a leaf."""
        return best - scored.sums.as_leaf

    def beside(self, scored: Scored, at: int, best: float) -> tuple[Slope, Slope, float]:
        """Sum up either side of a cut."""
        sums: SlopeSides = scored.sums
        m = sums.left.shape[2]
        axis, place = divmod(at, m)
        places = self.every if sums.places is None else sums.places
        left = sums.left[:, axis, place].tolist()
        right = [a - b for a, b in zip(sums.left[:, 0, -1].tolist(), left, strict=True)]
        return (
            self._slope(left, sums.units, places[at - place : at + 1]),
            self._slope(right, sums.units, places[at + 1 : at - place + m]),
            best - sums.as_leaf,
        )
