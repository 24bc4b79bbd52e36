"""Every node of trees on awkward numbers, beside all its cuts in fractions.

Weights over fifteen decades, values of ±1e150 beside 1e-6, lattices: a node is cut at the first of
the cuts that are as good as the best, to a millionth of a millionth of the most there could be.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
import pytest

from ensemble_viz.engine.data import TIE, Dataset
from ensemble_viz.engine.ensembles.boosting import noise_of
from ensemble_viz.engine.runs import run
from ensemble_viz.engine.trees import LEAF, Tree
from tests.brute import scores
from tests.brute.cuts import Cut, candidates
from tests.datasets import NAMES

WEIGHTS = ("once", "eighths", "15 decades", "some nothing")
ANSWERS = ("any", "huge beside tiny", "far from zero", "few")
SETS = 12


@dataclass
class Tally:
    """What was compared, and what was found."""

    nodes: int = 0
    ties: int = 0
    """Nodes with several best cuts in fractions."""
    nearly: int = 0
    """Nodes whose cut is less than the best one by no more than counts as equal."""
    edges: int = 0
    """Nodes where a cut lies at the very edge of that: it may tie or not."""
    mismatches: list[str] = field(default_factory=list)


def drawn(rng: np.random.Generator, lattice: bool, weighing: str, answers: str) -> Dataset:
    """Draw points with classes, or with values where their kind is named."""
    n = int(rng.integers(2, 36))
    points = (
        rng.integers(0, rng.integers(2, 9), (n, 2)) / 8.0 if lattice else rng.normal(size=(n, 2))
    )
    weight = {
        "once": None,
        "eighths": rng.integers(1, 33, n) / 8,
        "15 decades": 10.0 ** rng.uniform(-15.0, 0.0, n),
        "some nothing": rng.integers(0, 3, n) + (np.arange(n) == 0),
    }[weighing]
    if not answers:
        count = int(rng.integers(2, 5))
        return Dataset(points, rng.integers(0, count, n), NAMES[:count], weight=weight)
    y = rng.normal(size=n)
    target = {
        "any": y,
        "huge beside tiny": np.where(rng.random(n) < 0.2, np.sign(y) * 1e150, 1e-6 * y),
        "far from zero": y + 1e7,
        "few": rng.integers(0, 4, n) / 4,
    }[answers]
    return Dataset(points, target, weight=weight)


def nodes(tree: Tree, data: Dataset) -> Iterator[tuple[int, list[int]]]:
    """List the nodes, each with the points in it that count."""
    waiting = [(0, [i for i in range(len(data)) if data.distribution[i] > 0])]
    while waiting:
        k, rows = waiting.pop()
        yield k, rows
        if tree.feature[k] != LEAF:
            x = data.points[:, tree.feature[k]]
            for child, goes in ((tree.left[k], True), (tree.right[k], False)):
                waiting.append((child, [i for i in rows if (x[i] <= tree.threshold[k]) == goes]))


def compare(tree: Tree, data: Dataset, criterion: str, tally: Tally, limits: tuple) -> None:
    """Compare every node of a tree with all cuts that it could have had.

    The limits are a depth, and the differences between values that are nothing but rounding.
    """
    depth, noise = limits
    weight = [1] * len(data) if data.weight is None else data.distribution.tolist()
    target, points = data.target.tolist(), data.points.tolist()
    columns, deep = scores.ledger(target, weight, criterion), tree.node_depth()
    for k, rows in nodes(tree, data):
        tally.nodes += 1
        cuts = candidates(points, target, weight, rows, criterion)
        if tree.feature[k] == LEAF:
            if cuts and np.ptp(data.target[rows]) > noise and deep[k] != depth:
                tally.mismatches.append(f"node {k} of {len(rows)} points was not cut")
            continue
        own = scores.tally(rows, columns)
        most = {"entropy": Fraction(2), "squared": None}.get(criterion, Fraction(1))
        if most is None:
            most = scores.variance(own)
        count(
            cuts, (tree.feature[k], tree.threshold[k]), most * scores.total(own, criterion), tally
        )


def count(cuts: list[Cut], own: tuple[int, float], most: Fraction, tally: Tally) -> None:
    """See which of the cuts was taken; `most` is the greatest score there could be."""
    best = max(cut.score for cut in cuts)
    behind = [(best - cut.score) / most / Fraction(TIE) for cut in cuts]
    taken = [(cut.feature, cut.threshold) for cut in cuts].index(own)
    tally.ties += behind.count(0) > 1
    if taken == next(i for i, less in enumerate(behind) if less <= 1):
        tally.nearly += behind[taken] > 0
    elif behind[taken] < 1.5 and any(0.5 < less < 1.5 for less in behind[: taken + 1]):
        tally.edges += 1
    else:
        tally.mismatches.append(f"cut {taken} of {[float(less) for less in behind]}")


GROWN = {
    "gini": ("tree", {"criterion": "gini"}, 3),
    "entropy": ("tree", {"criterion": "entropy"}, 3),
    "error": ("tree", {"criterion": "error"}, 3),
    "gini by levels": ("tree", {"criterion": "gini", "min_gain": 1e-300}, 3),
    "boosted gini": ("adaboost", {"criterion": "gini", "max_depth": 3, "rounds": 1}, 3),
    "values": ("tree", {}, 0),
    "boosted values": ("gradient-boosting", {"init": "zero", "max_depth": 3, "rounds": 1}, 0),
}


@pytest.mark.parametrize("weighing", WEIGHTS)
@pytest.mark.parametrize("how", GROWN)
def test_every_node_is_cut_at_the_first_of_its_best_cuts(how, weighing):
    method, settings, classes = GROWN[how]
    tally = tally_of(method, settings, classes, weighing, SETS)
    assert tally.mismatches == []
    assert tally.nodes > 100
    assert tally.ties > 0
    assert tally.edges <= tally.nodes / 500


def tally_of(method: str, settings: dict, classes: int, weighing: str, sets: int) -> Tally:
    rng, tally = np.random.default_rng([len(method), len(settings), len(weighing)]), Tally()
    criterion = settings.get("criterion", "gini") if classes else "squared"
    for turn in range(sets):
        for answers in ANSWERS if not classes else ("",):
            data = drawn(rng, turn % 2 == 0, weighing, answers)
            if answers == "huge beside tiny" and weighing == "15 decades":
                continue  # 165 decades are more than sums can tell apart
            learning = run(data, method, {"rounds": 100} | settings)
            learning.finish()
            if len(learning):
                tree = learning.rounds[-1].learners[0]
                noise = noise_of(data) if method == "gradient-boosting" else 0.0
                compare(tree, data, criterion, tally, (settings.get("max_depth"), noise))
    return tally
