"""Second-order boosting from its definition, to sixty digits, node by node and cut by cut."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from tests.brute.boosting import probabilities
from tests.brute.cuts import Points, midpoint
from tests.brute.exact import TINY, Number, fractions, log, mean, rounded

LEAST_GAIN = Fraction(1, 10**6)
TIE = Fraction(1, 10**12)


class Rules(NamedTuple):
    """The settings, under their names in the trace."""

    learning_rate: Number = 0.3
    max_depth: int | None = 6
    reg_lambda: Number = 1
    gamma: Number = 0
    min_child_weight: Number = 1
    base_score: Number | str = 0.5


@dataclass(slots=True, eq=False)
class Node:
    """A node under the names of the trace; children stay although the split is taken back."""

    rows: list[int]
    depth: int
    grad: Fraction
    hess: Fraction
    value: Fraction
    feature: int | None = None
    threshold: float | None = None
    gain: Fraction | None = None
    left: "Node | None" = None
    right: "Node | None" = None
    pruned: bool = False

    @property
    def splits(self) -> bool:
        return self.left is not None and not self.pruned

    def leaf(self, point: Sequence[float]) -> "Node":
        if not self.splits:
            return self
        return (self.left if point[self.feature] <= self.threshold else self.right).leaf(point)


@dataclass(frozen=True, slots=True)
class Round:
    """Derivatives by class, the trees, and the scores after the round: (n, K) or (n, 1)."""

    gradients: list[list[Fraction]]
    hessians: list[list[Fraction]]
    trees: list[Node]
    F: list[list[Fraction]]


def worth(grad: Fraction, hess: Fraction, rules: Rules) -> Fraction:
    """G²/(H + λ); nothing where there is nothing to divide by."""
    below = hess + Fraction(rules.reg_lambda)
    return grad * grad / below if below else Fraction(0)


class Grower:
    """Grows a tree on the derivatives at the points."""

    def __init__(self, points: Points, gradient, hessian, weight, rules: Rules) -> None:
        self.points, self.rules = points, rules
        self.g = [g * w for g, w in zip(gradient, weight, strict=True)]
        self.h = [h * w for h, w in zip(hessian, weight, strict=True)]
        self.rows = [i for i, w in enumerate(weight) if w > 0]
        self.least = Fraction(rules.min_child_weight) * (1 - TIE)  # 0.21 ten times is 2.1

    def sums(self, rows: Sequence[int]) -> tuple[Fraction, Fraction]:
        return sum((self.g[i] for i in rows), Fraction(0)), sum(self.h[i] for i in rows)

    def node(self, rows: list[int], depth: int) -> Node:
        grad, hess = self.sums(rows)
        below = hess + Fraction(self.rules.reg_lambda)
        return Node(rows, depth, grad, hess, -grad / below if below else Fraction(0))

    def cuts(self, rows: Sequence[int]) -> Iterator[tuple[Fraction, int, float, list, list]]:
        """Every allowed cut with its score, lowest feature and threshold first."""
        for feature in range(len(self.points[0])):
            for low, high in pairwise(sorted({self.points[i][feature] for i in rows})):
                left = [i for i in rows if self.points[i][feature] <= low]
                right = [i for i in rows if self.points[i][feature] >= high]
                sides = self.sums(left), self.sums(right)
                if min(hess for _, hess in sides) < self.least:
                    continue
                score = sum(worth(*side, self.rules) for side in sides)
                yield score, feature, midpoint(low, high), left, right

    def grow(self, rows: list[int] | None = None, depth: int = 0) -> Node:
        node = self.node(self.rows if rows is None else rows, depth)
        found = [] if depth == self.rules.max_depth else list(self.cuts(node.rows))
        best = max((cut[0] for cut in found), default=Fraction(0))
        gain = best - worth(node.grad, node.hess, self.rules)
        if found and gain > LEAST_GAIN:
            _, node.feature, node.threshold, left, right = next(
                cut for cut in found if cut[0] >= best - TINY
            )
            node.gain = gain
            node.left, node.right = self.grow(left, depth + 1), self.grow(right, depth + 1)
        elif depth == 0 and node.hess < self.least:
            node.value = Fraction(0)  # too little for a leaf: xgboost lets it answer nothing
        return node


def prune(node: Node, rules: Rules) -> None:
    """Take back, from the leaves up, splits between leaves that gain less than γ."""
    if node.left is None:
        return
    prune(node.left, rules)
    prune(node.right, rules)
    if not node.left.splits and not node.right.splits:
        node.pruned = node.gain < Fraction(rules.gamma) - TINY


def initial(y: Sequence, K: int, weight: Sequence[Fraction], rules: Rules) -> list[Fraction]:
    """A number for values and two classes, one for each of more classes."""
    base = rules.base_score
    if base != "mean":
        base = Fraction(base)
        return [log(base / (1 - base))] if K == 2 else [base] * max(K, 1)
    if K == 0:
        return [sum(w * value for w, value in zip(weight, y, strict=True)) / sum(weight)]
    shares = [sum(w for w, k in zip(weight, y, strict=True) if k == j) for j in range(K)]
    logs = [log(share / sum(weight)) for share in shares]
    return [logs[1] - logs[0]] if K == 2 else [part - mean(logs) for part in logs]


def derivatives(scores: list[Fraction], answer, K: int) -> tuple[list[Fraction], list[Fraction]]:
    """The gradients and hessians of a point, one a tree."""
    if K == 0:
        return [scores[0] - answer], [Fraction(1)]
    p = [rounded(part) for part in probabilities(scores)]
    if K == 2:
        return [p[1] - (answer == 1)], [rounded(p[1] * (1 - p[1]))]
    return [p[k] - (answer == k) for k in range(K)], [rounded(2 * q * (1 - q)) for q in p]


def run(
    points: Points, y: Sequence, K: int, rounds: int, rules: Rules, weight: Sequence | None = None
) -> Iterator[Round]:
    """Boost; K = 0 learns values."""
    weight = fractions([1] * len(y) if weight is None else weight)
    y = y if K else fractions(y)
    F = [initial(y, K, weight, rules)] * len(y)
    for _ in range(rounds):
        both = [derivatives(scores, answer, K) for scores, answer in zip(F, y, strict=True)]
        gradients, hessians = (
            list(map(list, zip(*side, strict=True))) for side in zip(*both, strict=True)
        )
        trees = []
        for g, h in zip(gradients, hessians, strict=True):
            trees.append(Grower(points, g, h, weight, rules).grow())
            prune(trees[-1], rules)
        rate = Fraction(rules.learning_rate)
        F = [
            [
                rounded(score + rate * tree.leaf(x).value)
                for score, tree in zip(scores, trees, strict=True)
            ]
            for scores, x in zip(F, points, strict=True)
        ]
        yield Round(gradients, hessians, trees, F)
