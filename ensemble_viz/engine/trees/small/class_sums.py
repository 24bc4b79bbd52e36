"""What small trees of classes are judged by: the weights of the classes on either side."""

import numpy as np

from ensemble_viz.engine.data import TIE, Dataset, FloatArray, IntArray, Numbers
from ensemble_viz.engine.trees.criteria import ClassCriterion
from ensemble_viz.engine.trees.small.search import Judge, Scored
from ensemble_viz.engine.trees.whole import FLOAT_BITS, LEAST, scale_of, whole_weights

ClassSides = tuple[FloatArray, list[float], float, IntArray]
"""(K, axes, m): what the classes weigh up to every place, in all, in which unit; the places."""


class ClassSums(Judge):
    """Judges cuts by the weights of the classes on either side, in whole units."""

    def __init__(self, data: Dataset, criterion: ClassCriterion) -> None:
        super().__init__(data)
        self.criterion = criterion
        self.nearly = TIE * criterion.largest(data.n_classes)
        """By how much scores differ at most that tie."""
        self.classes, self.target = data.n_classes, data.target
        along = data.target.take(self.order)
        self.is_class = np.equal(along, np.arange(self.classes)[:, None]).astype(np.int64)
        """(K, axes · n): 1 at the places of each class."""

    def load(self, weight: Numbers) -> "ClassSums":
        """Take the weights of the points; whole numbers are counts."""
        self.counts = weight.dtype.kind == "i"
        scale = 1.0 if self.counts else scale_of(float(np.add.reduce(weight)), FLOAT_BITS)
        self.weight, self.unit = weight, 1.0 / scale
        self.along = whole_weights(weight, scale).take(self.order) * self.is_class
        return self

    def root(self, places: IntArray | None) -> list[float]:
        self._first = self.sides(places, self.n if places is None else len(places) // self.axes)
        _, total, unit, _ = self._first
        self._known = [whole * unit for whole in total]
        return self._known

    def scores(self, places: IntArray | None, m: int, known: list[float]) -> Scored | None:
        """Judge the cuts of a node; None where it has one class only."""
        if known.count(0.0) > len(known) - 2:
            return None
        sides = self._first if known is self._known else self.sides(places, m)
        left, total, *_ = sides
        return self.criterion.score(left, np.array(total), spread).ravel(), self.nearly, sides

    def sides(self, places: IntArray | None, m: int) -> ClassSides:
        """Sum up a node of m points; in units of its own where it holds little."""
        own = self.along if places is None else self.along.take(places, axis=1)
        places, unit = self.every if places is None else places, self.unit
        left, total = self._sides(own)
        if not self.counts and sum(total) < LEAST:
            weight = self.weight.take(self.order.take(places))
            scale = scale_of(float(np.add.reduce(weight[:m])), FLOAT_BITS)
            own = whole_weights(weight, scale) * self.is_class.take(places, axis=1)
            (left, total), unit = self._sides(own), 1.0 / scale
        return left, total, unit, places

    def _sides(self, own: IntArray) -> tuple[FloatArray, list[float]]:
        left = np.add.accumulate(own.reshape(self.classes, self.axes, -1), 2)
        return left.astype(np.float64), left[:, 0, -1].tolist()

    def is_worth(self, scored: Scored, best: float) -> bool:
        """Trees cut wherever they can; of a constant it depends."""
        constant = self.criterion.constant(np.array(scored[2][1]))
        return constant is None or best >= constant.item() - scored[1]

    def most(self, scored: Scored) -> float:
        """Splits save no more than all the impurity."""
        total = np.array(scored[2][1]) * scored[2][2]
        return float(total.sum() * self.criterion.impurity(total / total.sum()))

    def gain(self, _scored: Scored, _best: float) -> float:
        return 0.0

    def saved(self, scored: Scored, best: float, at: int) -> float:
        sides: ClassSides = scored[2]
        left, total, unit, _ = sides
        axis, place = divmod(at, left.shape[2])
        whole = np.array(total)
        weight = whole.sum()
        gain = self.criterion.gain(np.array(best), whole)
        share = left[:, axis, place].sum() / weight
        return float(weight * unit * self.criterion.saved(np.maximum(gain, 0.0), share))

    def beside(self, scored: Scored, at: int) -> tuple[list[float], list[float]]:
        """Weigh the classes on either side of a cut."""
        sides: ClassSides = scored[2]
        whole, total, unit, places = sides
        m = whole.shape[2]
        axis, place = divmod(at, m)
        left: list[float] = whole[:, axis, place].tolist()
        right = [both - part for both, part in zip(total, left, strict=True)]
        below, above = places[at - place : at + 1], places[at + 1 : at - place + m]
        return self._weigh(left, unit, below), self._weigh(right, unit, above)

    def _weigh(self, sums: list[float], unit: float, places: IntArray) -> list[float]:
        """Say what the classes weigh at some places; where that is little, without rounding."""
        if self.counts or sum(sums) >= LEAST:
            return [number * unit for number in sums]
        points = self.order.take(places)
        weight = np.bincount(self.target.take(points), self.weight.take(points), self.classes)
        return list(map(float, weight))


def spread(of_node: FloatArray) -> FloatArray:
    """Let what is known of the classes in a node stand beside that at all places."""
    return of_node[:, None, None] if of_node.ndim else of_node
