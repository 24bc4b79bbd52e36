"""Gradient boosting: losses of values in exact fractions, those of classes to sixty digits.

`limits` are those of `trees.grow`: max_depth, max_leaf_nodes, min_samples_leaf.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tests.brute.cuts import Points
from tests.brute.exact import TINY, Number, exp, fractions, log, mean, median, rounded, shares
from tests.brute.trees import Node, grow

SMALLEST_CURVATURE = Fraction(1, 10**150)  # below it a Newton leaf answers 0

INITIAL_VALUE: dict[str, Callable[[Sequence[Fraction]], Fraction]] = {
    "prior": mean,
    "mean": mean,
    "median": median,
    "zero": lambda _: Fraction(0),
}


@dataclass(frozen=True, slots=True)
class SquaredRound:
    """One round: what its tree was fitted to, the tree, and the score F after it."""

    round: int
    residuals: list[Fraction]
    tree: Node
    F: list[Fraction]

    def at(self, point: Sequence[float]) -> Fraction:
        """What this round's tree answers, before the learning rate."""
        return self.tree.leaf(point).value


def run_squared(
    points: Points,
    values: Sequence[Number],
    rounds: int,
    learning_rate: Number,
    *,
    init: str = "prior",
    **limits: int | None,
) -> list[SquaredRound]:
    """Fit each tree to the residuals of all before it; its leaves answer their mean."""
    values, rate = fractions(values), Fraction(learning_rate)
    F = [INITIAL_VALUE[init](values)] * len(values)
    kept = []
    for t in range(1, rounds + 1):
        residuals = [value - score for value, score in zip(values, F, strict=True)]
        tree = grow(points, residuals, None, "squared", **limits)
        F = [score + rate * tree.leaf(x).value for score, x in zip(F, points, strict=True)]
        kept.append(SquaredRound(t, residuals, tree, F))
    return kept


@dataclass(frozen=True, slots=True)
class RobustRound:
    """One round of the absolute loss or Huber's; every node answers for itself."""

    round: int
    residuals: list[Fraction]
    targets: list[Fraction]
    delta: Fraction | None
    tree: Node
    F: list[Fraction]


@dataclass(frozen=True, slots=True)
class Robust:
    """What is boosted: absolute or huber, with a line search or as the notes have it."""

    loss: str
    leaf: str = "line-search"
    delta: Fraction | None = None
    quantile: Fraction = Fraction(9, 10)

    def reach(self, residuals: list[Fraction], weights: Sequence[Fraction]) -> Fraction | None:
        """Huber's delta: given, or the lower quantile of the sizes of the residuals."""
        if self.loss == "absolute" or self.delta is not None:
            return self.delta
        return lower_quantile([abs(r) for r in residuals], weights, self.quantile)

    def target(self, r: Fraction, delta: Fraction | None) -> Fraction:
        if self.loss == "huber":
            return max(-delta, min(delta, r))
        zero = 1 if self.leaf == "line-search" else 0
        return Fraction((r > 0) - (r < 0) or zero)

    def answer(self, rows: Sequence[int], round_: tuple, weights: Sequence[Fraction]) -> Fraction:
        residuals, targets, delta = round_
        w = [weights[i] for i in rows]
        if self.leaf == "gradient":
            return weighted_mean([targets[i] for i in rows], w)
        own = [residuals[i] for i in rows]
        middle = lower_quantile(own, w, Fraction(1, 2))
        if self.loss == "absolute":
            return middle
        return middle + weighted_mean([max(-delta, min(delta, r - middle)) for r in own], w)


def weighted_mean(numbers: Sequence[Fraction], weights: Sequence[Fraction]) -> Fraction:
    return sum(w * x for w, x in zip(weights, numbers, strict=True)) / sum(weights)


def lower_quantile(
    numbers: Sequence[Fraction], weights: Sequence[Fraction], share: Fraction
) -> Fraction:
    """The least number that, with all below it, holds the share of the weight."""
    total = sum(weights)
    for number in sorted(set(numbers)):
        below = sum(w for w, x in zip(weights, numbers, strict=True) if x <= number)
        if below >= share * total and below > 0:
            return number
    raise AssertionError("no number holds all")


def middle_of(numbers: Sequence[Fraction], weights: Sequence[Fraction]) -> Fraction:
    """The lower median, or the average of it and the next where halves are equal."""
    lower = lower_quantile(numbers, weights, Fraction(1, 2))
    below = sum(w for w, x in zip(weights, numbers, strict=True) if x <= lower)
    if 2 * below > sum(weights):
        return lower
    upper = min(x for w, x in zip(weights, numbers, strict=True) if x > lower and w > 0)
    return (lower + upper) / 2


def run_robust(
    points: Points,
    values: Sequence[Number],
    rounds: int,
    learning_rate: Number,
    how: Robust,
    *,
    weights: Sequence[Number] | None = None,
    init: str = "prior",
    **limits: int | None,
) -> list[RobustRound]:
    """Fit each tree to the cut off residuals of all before it, and let its nodes answer."""
    values, rate = fractions(values), Fraction(learning_rate)
    weight = shares([1] * len(values) if weights is None else weights)
    start = weighted_mean(values, weight) if init == "mean" else middle_of(values, weight)
    F = [Fraction(0) if init == "zero" else start] * len(values)
    kept = []
    for t in range(1, rounds + 1):
        residuals = [value - score for value, score in zip(values, F, strict=True)]
        delta = how.reach(residuals, weight)
        targets = [how.target(r, delta) for r in residuals]
        tree = grow(points, targets, None if weights is None else weight, "squared", **limits)
        for node in tree.nodes():
            node.value = how.answer(node.rows, (residuals, targets, delta), weight)
        F = [score + rate * tree.leaf(x).value for score, x in zip(F, points, strict=True)]
        kept.append(RobustRound(t, residuals, targets, delta, tree, F))
    return kept


@dataclass(frozen=True, slots=True)
class ExponentialRound:
    """One round of the exponential loss of two classes."""

    round: int
    targets: list[Fraction]
    tree: Node
    F: list[Fraction]


def run_exponential(
    points: Points,
    labels: Sequence[int],
    rounds: int,
    learning_rate: Number,
    *,
    weights: Sequence[Number] | None = None,
    leaf: str = "line-search",
    **limits: int | None,
) -> list[ExponentialRound]:
    """Fit each tree to y e^(−yF), its nodes taking Newton's step, or answering the mean."""
    rate, y = Fraction(learning_rate), [2 * label - 1 for label in labels]
    weight = shares([1] * len(y) if weights is None else weights)
    second = sum(w for w, sign in zip(weight, y, strict=True) if sign > 0)
    F = [rounded(log(second / (1 - second)) / 2)] * len(y)
    kept = []
    for t in range(1, rounds + 1):
        sizes = [rounded(exp(-sign * score)) for sign, score in zip(y, F, strict=True)]
        targets = [sign * size for sign, size in zip(y, sizes, strict=True)]
        counts = None if weights is None else weight
        tree = grow(points, targets, counts, "squared", slack=TINY, **limits)
        for node in tree.nodes():
            by = [weight[i] * (sizes[i] if leaf == "line-search" else 1) for i in node.rows]
            slope = sum(weight[i] * targets[i] for i in node.rows)
            node.value = rounded(slope / sum(by))
        F = [rounded(s + rate * tree.leaf(x).value) for s, x in zip(F, points, strict=True)]
        kept.append(ExponentialRound(t, targets, tree, F))
    return kept


@dataclass(frozen=True, slots=True)
class LogLossRound:
    """One round; every point has one score for two classes, else one a class.

    `shares` are the probabilities of the classes after the round, `loss` is −mean ln p.
    """

    round: int
    residuals: list[list[Fraction]]
    trees: list[Node]
    F: list[list[Fraction]]
    shares: list[list[Fraction]]
    loss: float

    def at(self, point: Sequence[float]) -> list[Fraction]:
        return [tree.leaf(point).value for tree in self.trees]


def run_log_loss(
    points: Points,
    labels: Sequence[int],
    K: int,
    rounds: int,
    learning_rate: Number,
    *,
    init: str = "prior",
    leaf: str = "line-search",
    newton_factor: Number | None = None,
    **limits: int | None,
) -> list[LogLossRound]:
    """Fit one tree (K of them for K > 2) a round to 1[y = k] − p_k.

    With `leaf="line-search"` the leaves take Newton's step, times (K − 1) / K for K > 2 unless
    `newton_factor` says otherwise; with `leaf="gradient"` they answer the plain mean.
    """
    rate = Fraction(learning_rate)
    factor = default_factor(K) if newton_factor is None else Fraction(newton_factor)
    F = [initial_scores(labels, K, init) for _ in labels]
    kept = []
    for t in range(1, rounds + 1):
        before = [probabilities(scores) for scores in F]
        residuals = [residual(shares, y) for shares, y in zip(before, labels, strict=True)]
        columns = list(zip(*residuals, strict=True))
        trees = [grow(points, column, None, "squared", slack=TINY, **limits) for column in columns]
        if leaf == "line-search":
            for k, tree in enumerate(trees):
                p = [shares[1 if K == 2 else k] for shares in before]
                take_newton_steps(tree, columns[k], p, factor)
        F = [moved(scores, rate, trees, x) for scores, x in zip(F, points, strict=True)]
        after = [probabilities(scores) for scores in F]
        kept.append(LogLossRound(t, residuals, trees, F, after, log_loss(after, labels)))
    return kept


def moved(
    scores: list[Fraction], rate: Fraction, trees: list[Node], point: Sequence[float]
) -> list[Fraction]:
    """The scores of a point after a step of every tree."""
    return [
        rounded(score + rate * tree.leaf(point).value)
        for score, tree in zip(scores, trees, strict=True)
    ]


def default_factor(K: int) -> Fraction:
    return Fraction(1) if K == 2 else Fraction(K - 1, K)


def initial_scores(labels: Sequence[int], K: int, init: str) -> list[Fraction]:
    """The log-odds of the second class for two, else the centred logs of the class shares."""
    if init == "zero":
        return [Fraction(0)] * (1 if K == 2 else K)
    logs = [log(Fraction(labels.count(k), len(labels))) for k in range(K)]
    if K == 2:
        return [logs[1] - logs[0]]
    return [part - mean(logs) for part in logs]


def probabilities(scores: Sequence[Fraction]) -> list[Fraction]:
    """Of all classes: from the log-odds of the second, or by softmax."""
    powers = [exp(score) for score in ([Fraction(0), *scores] if len(scores) == 1 else scores)]
    return [power / sum(powers) for power in powers]


def residual(shares: list[Fraction], label: int) -> list[Fraction]:
    """What is missing to certainty; of two classes the second only."""
    missing = [rounded((k == label) - share) for k, share in enumerate(shares)]
    return missing[1:] if len(shares) == 2 else missing


def take_newton_steps(
    tree: Node, residuals: Sequence[Fraction], shares: Sequence[Fraction], factor: Fraction
) -> None:
    """Let every node answer sum r / sum p(1 − p) over its rows instead of the mean of r."""
    for node in tree.nodes():
        curvature = sum(rounded(shares[i] * (1 - shares[i])) for i in node.rows)
        step = sum(residuals[i] for i in node.rows) / curvature if curvature else Fraction(0)
        node.value = rounded(factor * step) if curvature >= SMALLEST_CURVATURE else Fraction(0)


def log_loss(shares: list[list[Fraction]], labels: Sequence[int]) -> float:
    losses = [-math.log(parts[y]) for parts, y in zip(shares, labels, strict=True)]
    return math.fsum(losses) / len(losses)
