"""What small trees of values are judged by: the sums to the left of cuts, from the mean."""

import numpy as np

from ensemble_viz.engine.data import TIE, Dataset, FloatArray, IntArray, Numbers, ties
from ensemble_viz.engine.trees.small.search import Judge, Scored
from ensemble_viz.engine.trees.whole import LEAST, scale_of, whole, whole_weights

MOST_KEPT = 1 << 10  # points: lists for larger nodes would fill memory
FAR, FAR_WITH_WEIGHTS = 256, 8
"""Values may be so many times their spread from zero before they are measured from elsewhere."""

ValueSides = tuple[Numbers, FloatArray | None, float]
"""(m,): the values in a node along the first axis, in units; their weights; the unit."""


class ValueSums(Judge):
    """Judges cuts by how far they lower the squared error: s² (1/W_l + 1/W_r).

    s is the sum to the left, measured from the mean of the node. The axes, one or two of them, are
    summed in one go: behind the first the sums go on from the total, and s is the same.
    """

    def __init__(self, data: Dataset, weight: FloatArray | None) -> None:
        """Sort what stays the same from tree to tree; no weights: all points count once."""
        super().__init__(data)
        self.steps = np.arange(1.0, self.axes * self.n + 1.0)
        self._factors: dict[int, FloatArray] = {}
        self.weight = weight
        if weight is not None:
            self.heaviness, lightest = scale_of(float(weight.sum())), weight[weight > 0].min()
            self.whole_weight = whole(weight, self.heaviness).take(self.order)
            self.lightest = lightest if lightest * self.heaviness >= LEAST else 0.0
            """The least weight, if none loses digits beside the others."""

    def load(self, values: FloatArray, noise: float = 0.0) -> "ValueSums":
        """Take the values of the points; differences up to `noise` are none."""
        top = ties.largest(values)
        self.noise = noise if top > noise else 0.0  # cut off: no rounding
        self.values = values
        self.at: FloatArray | None = None
        if self.weight is None:
            self.scale = scale_of(top * self.n)
            self.along = whole(values, self.scale).take(self.order)
        else:
            self.scale = scale_of(top)
            entries = whole(values * self.weight, self.scale).take(self.order)
            self.along = np.array((self.whole_weight, entries))
        return self

    def scores(self, places: IntArray | None, m: int, _known: None) -> Scored | None:
        """Judge the cuts of a node; None where all values are the same."""
        if self.weight is not None:
            return self._weighted(places, m)
        own = self.along if places is None else self.along.take(places)
        low, high = ties.extremes(own[:m])
        if high - low >= LEAST and high - low > self.noise * self.scale:
            far = max(high, -low) > FAR * (high - low)
            return self._once(own - low if far else own, m, high - low, 1.0 / self.scale)
        values, least, spread = self._values(places, m)
        if not spread > self.noise:
            return None
        scale = scale_of(spread * m)
        return self._once(whole(values - least, scale), m, spread * scale + 1.0, 1.0 / scale)

    def _values(self, places: IntArray | None, m: int) -> tuple[FloatArray, float, float]:
        """Look at the values in a node, their least one, and their spread."""
        if self.at is None:
            self.at = self.values.take(self.order)
        values = self.at if places is None else self.at.take(places)
        low, high = ties.extremes(values[:m])
        return values, low, high - low

    def _once(self, own: IntArray, m: int, spread: float, unit: float) -> Scored:
        """Judge the cuts where all points count once; none is far from zero by their spread."""
        left = np.add.accumulate(own)
        score = left.astype(np.float64)
        score -= self.steps[: len(own)] * (left.item(m - 1) / m)
        score *= score
        factors = self._factors.get(m)
        score *= self._factors_of(m) if factors is None else factors
        return score, 0.25 * TIE * m * spread * spread, (own[:m], None, unit)

    def _factors_of(self, m: int) -> FloatArray:
        """List 1/k + 1/(m − k) for the places of a node, along all axes; short lists are kept."""
        one = 1.0 / self.steps[:m]
        one[:-1] += one[-2::-1].copy()
        factors = np.concatenate([one] * self.axes)
        if m <= MOST_KEPT:
            self._factors[m] = factors
        return factors

    def _weighted(self, places: IntArray | None, m: int) -> Scored | None:
        """Judge the cuts by weighted sums."""
        assert self.weight is not None
        values, least, spread = self._values(places, m)
        if not spread > self.noise:
            return None
        far = max(least + spread, -least) > FAR_WITH_WEIGHTS * spread
        if far or self.lightest * spread * self.scale < LEAST:
            given = self.weight.take(self.order if places is None else self.order.take(places))
            own, heaviness, scale = around_the_mean(values - least, given, m)
        else:
            own = self.along if places is None else self.along.take(places, axis=1)
            heaviness, scale = self.heaviness, self.scale
        left = np.add.accumulate(own, 1)
        total, summed = left.item(0, m - 1), left.item(1, m - 1)
        below, score = left.astype(np.float64)
        score -= below * (summed / total)
        score *= score
        left[0, m:] -= total
        below = left[0].astype(np.float64)
        below *= total - left[0]
        below[m - 1 :: m] = 1.0
        score /= below
        score *= total * heaviness / scale / scale
        nearly = 0.25 * TIE * total / heaviness * spread * spread
        return score, nearly, (values[:m], own[0, :m] / heaviness, 1.0)

    def tie(self, scored: Scored) -> float:
        """A perfect cut leaves no squared error."""
        return TIE * self._error(scored)

    def _error(self, scored: Scored) -> float:
        """The squared error of the node, as scores have it."""
        sides: ValueSides = scored[2]
        rest, weight, _ = sides
        once = np.ones(len(rest)) if weight is None else weight
        around = rest - float(once @ rest) / float(once.sum())
        return float(once @ (around * around))

    def most(self, scored: Scored) -> float:
        """Splits save no more than the squared error."""
        unit: float = scored[2][2]
        return self._error(scored) * unit * unit

    def gain(self, scored: Scored, best: float) -> float:
        unit: float = scored[2][2]
        return best * unit * unit


def around_the_mean(
    values: FloatArray, weight: FloatArray, m: int
) -> tuple[IntArray, float, float]:
    """Round weights, and weighted values from the mean of a node of m points, to its own units.

    Returns both as whole numbers, and by what each was multiplied.
    """
    total = float(weight[:m].sum())
    entries = weight * (values - float(weight[:m] @ values[:m]) / total)
    heaviness = scale_of(total)
    scale = scale_of(float(np.abs(entries[:m]).sum()))
    return np.array((whole_weights(weight, heaviness), whole(entries, scale))), heaviness, scale
