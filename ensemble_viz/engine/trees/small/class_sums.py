"""What small trees of classes are judged by: the weights of the classes on either side."""

from typing import NamedTuple

import numpy as np

from ensemble_viz.engine.data import TIE, Dataset, IntArray, Numbers
from ensemble_viz.engine.trees.criteria import STUMP_ERROR, ClassCriterion
from ensemble_viz.engine.trees.small.search import Scored
from ensemble_viz.engine.trees.whole import FLOAT_BITS, LEAST, scale_of, whole_weights

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
        scale = 1.0 if self.counts else scale_of(float(weight.sum()), FLOAT_BITS)
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
        total = np.array(sides.total, dtype=np.float64)[:, None, None]
        left = sides.left.astype(np.float64)
        right = total - left
        score = self.criterion.score(left, right).ravel()
        weight = float(sum(sides.total))
        return Scored(score, TIE * self._largest(weight), sides)

    def _node(self, places: IntArray | None, m: int) -> ClassSides:
        assert places is not None
        sides = self._sides(self.along.take(places, axis=1), self.unit, places)
        if self.counts or sum(sides.total) >= LEAST:
            return sides
        weight = self.weight.take(self.order.take(places))
        scale = scale_of(float(weight[:m].sum()), FLOAT_BITS)
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
        scale = 1.0 if self.counts else scale_of(float(weight.sum()), FLOAT_BITS)
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
        first = self.number
        if places is not None:
            first = first.take(self.order.take(places[: len(own) // self.axes]))
        total = int(np.add.reduce(first))
        self.total = [(total + self.difference) // 2, (total - self.difference) // 2]
        return [number * self.unit for number in self.total]

    def scores(self, _places: IntArray | None, m: int, _known: list[float]) -> Scored | None:
        """Judge the cuts by |2 (l₀ − l₁) − d|."""
        if not min(self.total) > 0:
            return None
        score = self.lead.astype(np.float64)
        score *= 2.0
        score -= self.difference
        np.abs(score, score)
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
        both = int(np.add.reduce(self.number.take(self.order.take(below))))
        lead = self.lead.item(at)
        left = [(both + lead) // 2, (both - lead) // 2]
        right = [whole - part for whole, part in zip(self.total, left, strict=True)]
        return self._weigh(left, self.unit, below), self._weigh(right, self.unit, above), 0.0
