"""Trees on bootstrap bags, many at once.

What tree t draws depends on the seed and t alone, never on how many trees are grown together.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from ensemble_viz.engine import draws
from ensemble_viz.engine.bases import TREE, Fitted, train_bagged
from ensemble_viz.engine.dataset import Dataset, IntArray
from ensemble_viz.engine.fit import statistics
from ensemble_viz.engine.growth import Grower, Grown
from ensemble_viz.engine.limits import NO_LIMITS, TreeRules
from ensemble_viz.engine.method import Say
from ensemble_viz.engine.votes import as_is, one_vote

BATCH_ENTRIES = 60_000  # points of all bags grown together: well under 50 ms a batch
DEFAULT_RULES = TreeRules("gini", NO_LIMITS)


@dataclass(frozen=True, slots=True)
class Recipe:
    """How the trees of a forest are drawn and grown."""

    max_samples: float = 1.0
    rules: TreeRules = DEFAULT_RULES
    one_axis: bool = False
    """Each node looks at one axis, drawn for it, instead of at both."""
    base: str = TREE
    """What is trained on the bags."""


def bag_size(n: int, share: float) -> int:
    """Count the draws of one bag: at least one."""
    return max(1, round(share * n))


def draw_bags(data: Dataset, seed: int, rounds: IntArray, size: int) -> IntArray:
    """Draw with replacement: (rounds, n), how often each point is in the bag of each round.

    Points of weight 0 are never drawn.
    """
    able = np.flatnonzero(data.distribution > 0)
    word = draws.words(seed, rounds[:, None], draws.BAG, np.arange(size))
    drawn = able[draws.below(len(able), word)]
    place = drawn + len(data) * np.arange(len(rounds))[:, None]
    return np.bincount(place.ravel(), minlength=len(rounds) * len(data)).reshape(-1, len(data))


def grow_bagged(
    data: Dataset, recipe: Recipe, seed: int, rounds: IntArray
) -> list[tuple[IntArray, Grown | Fitted]]:
    """Draw a bag and grow a tree on it, for each of the rounds; or train another base learner."""
    bags = draw_bags(data, seed, rounds, bag_size(len(data), recipe.max_samples))
    if recipe.base != TREE:
        return [(bag, train_bagged(recipe.base, data, bag)) for bag in bags]
    weight = bags if data.weight is None else bags * data.distribution
    keys = draws.words(seed, rounds, draws.NODE) if recipe.one_axis else None
    judge = statistics(data, weight, recipe.rules)
    grown = Grower(data, judge, recipe.rules.limits, keys).grow(weight > 0)
    return list(zip(bags, grown, strict=True))


def bagged_trees(
    data: Dataset, recipe: Recipe, seed: int
) -> Iterator[tuple[int, IntArray, Grown | Fitted]]:
    """Grow tree after tree, for ever: the number of the round, its bag, its tree.

    They are grown ahead in batches that double, so that the first is there at once; other base
    learners are trained one by one.
    """
    most = max(1, BATCH_ENTRIES // len(data)) if recipe.base == TREE else 1
    first, size = 1, 1
    while True:
        rounds = np.arange(first, first + size)
        for t, (bag, grown) in zip(rounds, grow_bagged(data, recipe, seed, rounds), strict=True):
            yield int(t), bag, grown
        first += size
        size = min(2 * size, most)


class Voting(Protocol):
    """Settings that say how trees vote."""

    @property
    def vote(self) -> str:
        """Hard or soft."""


def part_of_vote(data: Dataset, params: Voting) -> Say:
    """Choose what a tree contributes: one vote, its class shares, or its value."""
    return one_vote if data.classes is not None and params.vote == "hard" else as_is
