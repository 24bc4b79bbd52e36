"""What small trees of values are judged by: the sums to the left of cuts, from the mean."""

import numpy as np

from ensemble_viz.engine.data import TIE, Dataset, FloatArray, IntArray, Numbers
from ensemble_viz.engine.trees.small.search import Scored
from ensemble_viz.engine.trees.whole import FLOAT_BITS, LEAST, scale_of, whole

MANY = 1 << 13  # points; with more of them the shapes of arrays do not matter
MOST_SIZES = 1 << 19  # numbers that are kept, for each axis

ValueSides = tuple[Numbers, FloatArray | None, float]
"""(m,): the values in a node along the first axis, from its lowest, in units; weights; the unit."""


class ValueSums:
    """Judges cuts by how far they lower the squared error: s² (1/W_l + 1/W_r).

    s is the sum to the left, measured from the mean of the node.
    """

    def __init__(self, data: Dataset, weight: FloatArray | None) -> None:
        """Sort what stays the same from tree to tree; no weights: all points count once."""
        self.axes, self.n = data.order.shape
        self.order = data.order.ravel()
        self.weight = None
        if weight is not None:
            self.given, self.heaviness = weight, scale_of(float(weight.sum()), FLOAT_BITS)
            self.weight = np.maximum(np.rint(weight * self.heaviness), 1.0).take(self.order)
        self.steps = np.arange(1.0, self.n + 1.0)
        self.inverse = 1.0 / self.steps
        self._sizes: dict[int, tuple[FloatArray, FloatArray]] = {}

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
                # measured from the lowest where the others are far from zero
                far = max(high, -low) > 256 * (high - low)
                return self._once(own - low if far else own, m, high - low, 1.0 / self.scale)
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
        """Judge the cuts where all points count once; none is far from zero by their spread."""
        left = np.add.accumulate(own.reshape(self.axes, m), 1)
        steps, factors = self._sizes.get(m) or self._sizes_of(m)
        score = left.astype(np.float64)
        score -= steps * (left.item(m - 1) / m)
        score *= score
        score *= factors
        nearly = 0.25 * TIE * m * spread * spread
        return score.ravel(), nearly, (own[:m], None, unit)

    def _sizes_of(self, m: int) -> tuple[FloatArray, FloatArray]:
        """List k and 1/k + 1/(m − k) for the places of a node.

        Where points are few numpy is slow at arrays of different shapes: they stand there along
        each axis, and are kept.
        """
        steps, factors = self.steps[:m], self.inverse[:m].copy()
        factors[:-1] += factors[-2::-1]
        if m <= MANY:
            both = (steps, factors)
            steps, factors = (np.concatenate([one] * self.axes).reshape(-1, m) for one in both)
        if m <= MANY or m == self.n:
            if len(self._sizes) * min(self.n, MANY) > MOST_SIZES:
                self._sizes.clear()
            self._sizes[m] = steps, factors
        return steps, factors

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
        return score.ravel(), nearly, (rest[:m], weight[:m] / heaviness, 1.0)

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

    def is_worth(self, _scored: Scored, _best: float) -> bool:
        """Trees cut wherever they can."""
        return True

    def most(self, scored: Scored) -> float:
        """Splits save no more than the squared error."""
        unit: float = scored[2][2]
        return self._error(scored) * unit * unit

    def saved(self, scored: Scored, best: float, _at: int) -> float:
        """Weigh the squared error that a cut saves."""
        unit: float = scored[2][2]
        return best * unit * unit

    def beside(self, scored: Scored, _at: int, best: float) -> tuple[None, None, float]:
        """Nodes are measured later; what a cut gains is known."""
        unit: float = scored[2][2]
        return None, None, best * unit * unit
