"""AdaBoost in exact fractions: with the learning rate 1 every weight stays rational.

The update multiplies the weight of the missed points by ((1 - error) / error), times K - 1 with
SAMME, and normalises; both forms of the learner weight come to that. With another learning rate
the factor is raised to it, and the weights are kept to sixty digits.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tests.brute.cuts import Cut, Points, Stump
from tests.brute.exact import TINY, Number, power, rounded, shares
from tests.brute.trees import Node, grow

PERFECT = Fraction(1, 10**10)  # an error so small counts as 0, one so close to chance as chance
FORMS = {"half-log": Fraction(1, 2), "log": Fraction(1)}


@dataclass(frozen=True, slots=True)
class Stop:
    """Why a run ended, as the trace says it."""

    rule: str
    round: int
    error: Fraction | None


@dataclass(frozen=True, slots=True)
class Round:
    """One round under the names of the trace; F is its score."""

    round: int
    sample_weight: list[Fraction]
    tree: Node
    error: Fraction
    missed: list[int]
    capped: bool
    learner_weight: float
    next_weight: list[Fraction]
    F: list[float] | list[list[float]]

    @property
    def ties(self) -> list[Cut | Stump]:
        """List all that were exactly as good at the root, the one taken first."""
        return self.tree.ties

    @property
    def tied(self) -> bool:
        return any(node.tied for node in self.tree.nodes())


@dataclass(frozen=True, slots=True)
class Run:
    """All rounds kept, and why there are no more."""

    rounds: list[Round]
    stop: Stop

    def predictions(self, round_number: int) -> list[int]:
        """The class with the greatest score, the first among equals."""
        return [winner(score) for score in self.rounds[round_number - 1].F]


def winner(score: float | list[float]) -> int:
    return score.index(max(score)) if isinstance(score, list) else int(score > 0)


@dataclass(frozen=True, slots=True)
class Rules:
    """What the settings make of an error."""

    eta: Fraction
    form: str
    classes: int
    samme: bool
    exact: bool

    @property
    def chance(self) -> Fraction:
        return 1 - Fraction(1, self.classes) if self.samme else Fraction(1, 2)

    @property
    def slack(self) -> Fraction:
        return Fraction(0) if self.exact else TINY

    def odds(self, error: Fraction) -> Fraction:
        """Of success, as far as they count: capped, and with SAMME times K − 1."""
        error = max(error, PERFECT)
        return (1 - error) / error * (self.classes - 1 if self.samme else 1)

    def learner_weight(self, error: Fraction) -> float:
        return float(FORMS[self.form] * self.eta) * math.log(self.odds(error))

    def next_weight(
        self, weight: list[Fraction], missed: list[int], error: Fraction
    ) -> list[Fraction]:
        following = updated(weight, missed, power(self.odds(error), self.eta))
        return following if self.exact else [rounded(part) for part in following]


def run(
    points: Points,
    labels: Sequence[int],
    weights: Sequence[Number] | None = None,
    rounds: int = 50,
    criterion: str = "error",
    max_depth: int | None = 1,
    *,
    learning_rate: Number = 1,
    alpha: str = "half-log",
    samme: bool = False,
    exact: bool = True,
) -> Run:
    """Run the rounds until one of the rules of the trace stops them.

    `exact=False` keeps sixty digits of each weight, for runs so long that fractions grow unwieldy.
    """
    eta, classes = Fraction(learning_rate), max(labels) + 1
    rules = Rules(eta, alpha, classes, samme, exact and eta.denominator == 1)
    weight = shares([1] * len(points) if weights is None else weights)
    kept: list[Round] = []
    for t in range(1, rounds + 1):
        tree = grow(points, labels, weight, criterion, max_depth=max_depth, slack=rules.slack)
        answers = [tree.leaf(point).answer for point in points]
        missed = [i for i, answer in enumerate(answers) if answer != labels[i]]
        error = sum((weight[i] for i in missed), Fraction(0))
        if error >= rules.chance - PERFECT:
            return Run(kept, Stop("no-better-than-chance", t, error))
        following = rules.next_weight(weight, missed, error)
        vote, capped = rules.learner_weight(error), error <= PERFECT
        F = added(kept[-1].F if kept else None, vote, answers, classes)
        kept.append(Round(t, weight, tree, error, missed, capped, vote, following, F))
        if capped:
            return Run(kept, Stop("perfect-learner", t, error))
        weight = following
    return Run(kept, Stop("all-rounds", rounds, None))


def updated(weight: list[Fraction], missed: list[int], factor: Fraction) -> list[Fraction]:
    return shares([part * factor if i in missed else part for i, part in enumerate(weight)])


def added(
    before: list | None, learner_weight: float, answers: list[int], classes: int
) -> list[float] | list[list[float]]:
    if classes == 2:
        before = before or [0.0] * len(answers)
        return [
            F + learner_weight * (2 * answer - 1) for F, answer in zip(before, answers, strict=True)
        ]
    before = before or [[0.0] * classes for _ in answers]
    return [
        [F + learner_weight * (answer == k) for k, F in enumerate(votes)]
        for votes, answer in zip(before, answers, strict=True)
    ]


def normaliser(error: Fraction) -> float:
    """Z of a round with two classes and the learning rate 1."""
    return 2 * math.sqrt(error * (1 - error))


def margins(F: list[float], labels: Sequence[int], learner_weights: Sequence[float]) -> list[float]:
    reach = math.fsum(abs(weight) for weight in learner_weights)
    return [(2 * label - 1) * score / reach for score, label in zip(F, labels, strict=True)]
