"""What makes a split good: the impurity of a node, and the score of a cut.

A criterion sees what the classes weigh to the left of every possible cut and in the whole node, in
any unit: scores are of one unit of weight. The greatest score wins.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

import numpy as np

from ensemble_viz.engine.data import TIE, FloatArray

SMALLEST = 1e-300  # keeps 0/0 on the side of a cut whose weights are lost in rounding at 0

Spread = Callable[[Any], Any]
"""Repeats what is known of nodes for each of their cuts."""


class ClassCriterion(ABC):
    """How class shares are judged; arrays are (K, …), one channel a class."""

    @abstractmethod
    def impurity(self, shares: FloatArray) -> FloatArray:
        """Measure how mixed a node is, from its class shares."""

    @abstractmethod
    def score(self, left: FloatArray, total: FloatArray, spread: Spread) -> FloatArray:
        """Judge cuts by what the classes weigh to their left, (K, cuts), and in all, (K, nodes)."""

    def largest(self, classes: int) -> float:
        """Name the greatest score that a node could reach, against which ties are judged."""
        return 1.0

    def gain(self, score: FloatArray, total: FloatArray) -> FloatArray:
        """Turn a winning score into the impurity it saves."""
        return score

    def constant(self, total: FloatArray) -> FloatArray | None:
        """Score of not cutting at all; None where that is no candidate: trees cut if they can."""
        return None

    def saved(self, gain: FloatArray, left_share: FloatArray) -> FloatArray:
        """Turn a gain back into impurity, knowing the share of the weight that goes left."""
        return gain

    def answers(self, weight: FloatArray, shares: FloatArray) -> FloatArray:
        """Settle what the nodes of a tree answer: (nodes,) weights, (nodes, K) shares."""
        return shares


class Gini(ClassCriterion):
    """The chance that two points drawn from the node differ in class: 1 − Σ p²."""

    def impurity(self, shares: FloatArray) -> FloatArray:
        return 1.0 - class_total(shares * shares)

    def score(self, left: FloatArray, total: FloatArray, spread: Spread) -> FloatArray:
        """The impurity saved: Σ (l − p W_l)² / (W_l W_r), p being the shares in the node."""
        weight, below = class_total(total), class_total(left)
        rest = spread(weight) - below
        rest *= below
        np.maximum(rest, SMALLEST, out=rest)
        if len(left) == 2:  # one is as far off as the other
            off: FloatArray = below * spread(total[1] / weight)
            off -= left[1]
            off *= off
            off += off
        else:
            apart = below * spread(total / weight)
            apart -= left
            apart *= apart
            off = class_total(apart)
        off /= rest
        return off


class Entropy(ClassCriterion):
    """The bits it takes to name a point's class: −Σ p log₂ p."""

    def impurity(self, shares: FloatArray) -> FloatArray:
        return np.maximum(-class_total(_x_log_x(shares)), 0.0)

    def score(self, left: FloatArray, total: FloatArray, spread: Spread) -> FloatArray:
        """Minus the bits left over."""
        bits = _minus_bits(left)
        bits += _minus_bits(spread(total) - left)
        bits /= spread(class_total(total))
        return bits

    def largest(self, classes: int) -> float:
        """Scores lie between minus so many bits and 0."""
        return max(float(np.log2(classes)), 1.0)

    def gain(self, score: FloatArray, total: FloatArray) -> FloatArray:
        """Information gain in bits."""
        return self.impurity(total / class_total(total)) + score


class GainRatio(Entropy):
    """Quinlan's C4.5: the information gain divided by the entropy of the cut itself."""

    def score(self, left: FloatArray, total: FloatArray, spread: Spread) -> FloatArray:
        """IG / H(cut), 0 where both are 0."""
        right = spread(total) - left
        sizes = _x_log_x(class_total(left))
        sizes += _x_log_x(class_total(right))
        whole = _x_log_x(class_total(total))
        gain = class_total(_x_log_x(left))
        gain += class_total(_x_log_x(right))
        gain -= sizes
        gain -= spread(class_total(_x_log_x(total)) - whole)
        cut = spread(whole) - sizes
        np.maximum(gain, 0.0, out=gain)
        gain /= np.maximum(cut, SMALLEST, out=cut)
        return gain

    def largest(self, classes: int) -> float:
        """A cut cannot tell more than its own entropy."""
        return 1.0

    def gain(self, score: FloatArray, total: FloatArray) -> FloatArray:
        return score

    def saved(self, gain: FloatArray, left_share: FloatArray) -> FloatArray:
        """Multiply the entropy of the cut back in."""
        return gain * -_x_log_x(np.array([left_share, 1.0 - left_share])).sum(axis=0)


class WeightedError(ClassCriterion):
    """The share of the weight that the majority class does not hold."""

    def impurity(self, shares: FloatArray) -> FloatArray:
        return 1.0 - shares.max(axis=0)

    def score(self, left: FloatArray, total: FloatArray, spread: Spread) -> FloatArray:
        """The share answered rightly when each side answers its majority class."""
        right = spread(total) - left
        return (left.max(axis=0) + right.max(axis=0)) / spread(class_total(total))

    def gain(self, score: FloatArray, total: FloatArray) -> FloatArray:
        """The share that one class everywhere would miss."""
        return score - total.max(axis=0) / class_total(total)


class StumpError(WeightedError):
    """The weighted error of a stump whose sides answer different classes, or of a constant."""

    def score(self, left: FloatArray, total: FloatArray, spread: Spread) -> FloatArray:
        """The share answered rightly by the best two different answers."""
        return self._right(left, spread(total) - left) / spread(class_total(total))

    def _right(self, left: FloatArray, right: FloatArray) -> FloatArray:
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

    def constant(self, total: FloatArray) -> FloatArray:
        """The share answered rightly by one class everywhere."""
        return np.asarray(total.max(axis=0) / class_total(total))

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


def as_it_is(per_node: Any) -> Any:
    """Every node has one cut."""
    return per_node


def class_total(side: FloatArray) -> FloatArray:
    """Add up the classes in their order; numpy's own sum is slower where there are few."""
    if len(side) == 1:
        return side[0].copy()
    total: FloatArray = side[0] + side[1]
    for k in range(2, len(side)):
        total += side[k]
    return total


def _x_log_x(x: FloatArray) -> FloatArray:
    power = np.asarray(np.maximum(x, SMALLEST))
    np.log2(power, out=power)
    power *= x
    return power


def _minus_bits(side: FloatArray) -> FloatArray:
    """−W·H of the classes on one side of a cut."""
    return class_total(_x_log_x(side)) - _x_log_x(class_total(side))
