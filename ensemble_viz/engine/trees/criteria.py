"""What makes a split good: the impurity of a node, and the score of a cut.

A criterion sees the sums of a node's points on either side of every possible cut, as arrays of
channels: the weight of each class, or the weight and the centred sum of the values. The greatest
score wins; `largest` is the greatest score a node could reach, against which ties are judged.
"""

from typing import Protocol

import numpy as np

from ensemble_viz.engine.data import TIE, FloatArray

SMALLEST = 1e-300  # keeps 0/0 on the side of a cut whose weights are lost in rounding at 0


class ClassCriterion(Protocol):
    """How class shares are judged; arrays are (K, …), one channel a class."""

    weighs_sides: bool
    """`saved` asks for the share of the weight that goes left."""

    def impurity(self, shares: FloatArray) -> FloatArray:
        """Measure how mixed a node is, from its class shares."""

    def score(self, left: FloatArray, right: FloatArray) -> FloatArray:
        """Judge cuts by the weights of the classes on either side."""

    def largest(self, weight: FloatArray, classes: int) -> FloatArray:
        """Name the greatest score that a node of this weight could reach."""

    def gain(self, score: FloatArray, weight: FloatArray, impurity: FloatArray) -> FloatArray:
        """Turn a winning score into the impurity it saves."""

    def constant(self, totals: FloatArray) -> FloatArray | None:
        """Score of not cutting at all; None where that is no candidate."""

    def saved(self, gain: FloatArray, left_share: FloatArray) -> FloatArray:
        """Turn a gain back into impurity, knowing the share of the weight that goes left."""

    def answers(self, weight: FloatArray, shares: FloatArray) -> FloatArray:
        """Settle what the nodes of a tree answer: (nodes,) weights, (nodes, K) shares."""


class Gini:
    """The chance that two points drawn from the node differ in class: 1 − Σ p²."""

    weighs_sides = False

    def impurity(self, shares: FloatArray) -> FloatArray:
        """1 − Σ p²."""
        return 1.0 - class_total(shares * shares)

    def score(self, left: FloatArray, right: FloatArray) -> FloatArray:
        """W · (1 − impurity left over), which is Σ l²/W_l + Σ r²/W_r."""
        score = _squares_over_sum(left)
        score += _squares_over_sum(right)
        return score

    def largest(self, weight: FloatArray, classes: int) -> FloatArray:
        """A perfect cut scores the whole weight."""
        return weight

    def gain(self, score: FloatArray, weight: FloatArray, impurity: FloatArray) -> FloatArray:
        """Impurity of the node less what is left over."""
        return impurity - (1.0 - score / weight)

    def constant(self, totals: FloatArray) -> FloatArray | None:
        """Trees cut wherever they can."""
        return None

    def saved(self, gain: FloatArray, left_share: FloatArray) -> FloatArray:
        """The gain is the impurity saved."""
        return gain

    def answers(self, weight: FloatArray, shares: FloatArray) -> FloatArray:
        """Nodes answer by their shares."""
        return shares


class Entropy(Gini):
    """The bits it takes to name a point's class: −Σ p log₂ p."""

    def impurity(self, shares: FloatArray) -> FloatArray:
        """−Σ p log₂ p."""
        return np.maximum(-class_total(_x_log_x(shares)), 0.0)

    def score(self, left: FloatArray, right: FloatArray) -> FloatArray:
        """Minus the bits left over, times the weight."""
        return _minus_bits(left) + _minus_bits(right)

    def largest(self, weight: FloatArray, classes: int) -> FloatArray:
        """Scores lie between minus so many bits and 0."""
        return weight * max(np.log2(classes), 1.0)

    def gain(self, score: FloatArray, weight: FloatArray, impurity: FloatArray) -> FloatArray:
        """Information gain in bits."""
        return impurity + score / weight


class GainRatio(Entropy):
    """Quinlan's C4.5: the information gain divided by the entropy of the cut itself."""

    weighs_sides = True

    def score(self, left: FloatArray, right: FloatArray) -> FloatArray:
        """IG / H(cut), 0 where both are 0."""
        both = left + right
        sizes, whole = (
            [_x_log_x(class_total(side)) for side in (left, right)],
            _x_log_x(class_total(both)),
        )
        gain = class_total(_x_log_x(left)) - sizes[0]
        gain += class_total(_x_log_x(right)) - sizes[1]
        gain -= class_total(_x_log_x(both)) - whole
        cut = whole - (sizes[0] + sizes[1])
        return np.asarray(np.maximum(gain, 0.0) / np.maximum(cut, SMALLEST))

    def largest(self, weight: FloatArray, classes: int) -> FloatArray:
        """A cut cannot tell more than its own entropy."""
        return np.ones_like(weight)

    def gain(self, score: FloatArray, weight: FloatArray, impurity: FloatArray) -> FloatArray:
        """The ratio itself."""
        return score

    def saved(self, gain: FloatArray, left_share: FloatArray) -> FloatArray:
        """Multiply the entropy of the cut back in."""
        return gain * -_x_log_x(np.array([left_share, 1.0 - left_share])).sum(axis=0)


class WeightedError(Gini):
    """The share of the weight that the majority class does not hold."""

    def impurity(self, shares: FloatArray) -> FloatArray:
        """1 − the largest share."""
        return 1.0 - shares.max(axis=0)

    def score(self, left: FloatArray, right: FloatArray) -> FloatArray:
        """The weight answered rightly when each side answers its majority class."""
        return left.max(axis=0) + right.max(axis=0)


class StumpError(WeightedError):
    """The weighted error of a stump whose sides answer different classes, or of a constant."""

    def score(self, left: FloatArray, right: FloatArray) -> FloatArray:
        """The weight answered rightly by the best two different answers."""
        if len(left) == 1:
            return np.full(left.shape[1:], -np.inf)
        if len(left) == 2:
            return np.maximum(left[0] + right[1], left[1] + right[0])
        # with the two best classes of either side there is always a best pair that differs
        left_two = -np.partition(-left, 1, axis=0)[:2]
        right_two = -np.partition(-right, 1, axis=0)[:2]
        same = left.argmax(axis=0) == right.argmax(axis=0)
        apart = np.maximum(left_two[0] + right_two[1], left_two[1] + right_two[0])
        return np.where(same, apart, left_two[0] + right_two[0])

    def constant(self, totals: FloatArray) -> FloatArray:
        """The weight answered rightly by one class everywhere."""
        return totals.max(axis=0)

    def answers(self, weight: FloatArray, shares: FloatArray) -> FloatArray:
        """Let the sides answer different classes, where a side is divided equally.

        The class it answers gets the greatest share, by the last place of the number.
        """
        if len(shares) == 1 or shares[1].argmax() != shares[2].argmax():
            return shares
        left, right = weight[1:, None] * shares[1:]
        pairs = left[:, None] + right
        np.fill_diagonal(pairs, -np.inf)
        best = int((pairs >= pairs.max() - TIE * weight[0]).argmax())
        settled = shares.copy()
        for node, k in zip((1, 2), np.unravel_index(best, pairs.shape), strict=True):
            if shares[node].argmax() != k:
                settled[node, k] = np.nextafter(shares[node].max(), 1.0)
        return settled


CLASS_CRITERIA: dict[str, ClassCriterion] = {
    "gini": Gini(),
    "entropy": Entropy(),
    "gain-ratio": GainRatio(),
    "error": WeightedError(),
}
STUMP_ERROR = StumpError()


def _squares_over_sum(side: FloatArray) -> FloatArray:
    squares = class_total(side * side)
    weight = class_total(side)
    squares /= np.maximum(weight, SMALLEST, out=weight)
    return squares


def class_total(side: FloatArray) -> FloatArray:
    """Add up the classes in their order; numpy's own sum is slower where there are few."""
    if len(side) == 1:
        return side[0].copy()
    total: FloatArray = side[0] + side[1]
    for k in range(2, len(side)):
        total += side[k]
    return total


def _x_log_x(x: FloatArray) -> FloatArray:
    return x * np.log2(np.maximum(x, SMALLEST))


def _minus_bits(side: FloatArray) -> FloatArray:
    """−W·H of the classes on one side of a cut."""
    return class_total(_x_log_x(side)) - _x_log_x(class_total(side))


Sides = tuple[FloatArray, FloatArray]
"""What is to the left of some cuts, and to the right."""


def squares_over_weight(sums: Sides, weights: Sides) -> FloatArray:
    """L²/W_l + R²/W_r of a single channel."""
    (left, right), (weight_left, weight_right) = sums, weights
    score = left * left * _inverse(weight_left) + right * right * _inverse(weight_right)
    return score[0]


def _inverse(weight: FloatArray) -> FloatArray:
    """1/W; 0 behind a node's last entry and where a weight is lost in rounding."""
    return np.divide(1.0, weight, out=np.zeros_like(weight), where=weight > 0.0)
