"""Gradient boosting: squared loss in exact fractions, log-loss to sixty digits.

`limits` are those of `trees.grow`: max_depth, max_leaf_nodes, min_samples_leaf.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tests.brute.cuts import Points
from tests.brute.exact import TINY, Number, exp, fractions, log, mean, median, rounded
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
