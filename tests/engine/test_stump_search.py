"""The repeated search for stumps: what `Grower` grows, to the last bit, and what fractions say."""

from fractions import Fraction
from itertools import pairwise, permutations

import numpy as np
import pytest

from ensemble_viz.engine.data import Dataset, winner
from ensemble_viz.engine.trees import CLASS_CRITERIA, TreeRules, promised_stumps
from ensemble_viz.engine.trees.criteria import STUMP_ERROR
from ensemble_viz.engine.trees.fit import fit_classes
from ensemble_viz.engine.trees.limits import Limits
from ensemble_viz.engine.trees.promised_stumps import StumpOffice
from ensemble_viz.engine.trees.stump_search import StumpSearch, stump_search

CRITERIA = ("error", "gini", "entropy")
FIELDS = (
    "feature", "threshold", "left", "right", "n", "weight", "impurity", "gain", "value",
)  # fmt: skip


def drawn(rng: np.random.Generator, lattice: bool) -> Dataset:
    """Draw up to 60 points of up to eight classes, on a coarse lattice or anywhere."""
    n, classes = int(rng.integers(2, 60)), int(rng.integers(1, 9))
    points = rng.normal(size=(n, 2))
    if lattice:
        points = rng.integers(0, rng.integers(2, 12), (n, 2)) / 8.0
    return Dataset(points, rng.integers(0, classes, n), tuple("ABCDEFGH"[:classes]))


def drawn_weight(rng: np.random.Generator, n: int, kind: int) -> np.ndarray:
    """Draw weights: all alike, of whole numbers, of any size, or over 15 decades."""
    weight = (
        np.ones(n),
        rng.integers(1, 5, n).astype(float),
        rng.random(n) + 1e-9,
        10.0 ** rng.uniform(-15.0, 0.0, n),
    )[kind]
    return weight / weight.sum()


def rules_of(criterion: str) -> TreeRules:
    return TreeRules(criterion, Limits(max_depth=1))


@pytest.mark.parametrize("criterion", CRITERIA)
@pytest.mark.parametrize("kind", range(4))
def test_a_stump_is_the_tree_that_grows_to_depth_one(criterion, kind):
    """A hundred sets a case, half of them with many equal coordinates."""
    rng = np.random.default_rng(100 * kind + CRITERIA.index(criterion))
    found = 0
    for turn in range(100):
        data = drawn(rng, lattice=turn % 2 == 0)
        weight = drawn_weight(rng, len(data), kind)
        stump = stump_search(data, rules_of(criterion)).best(weight)
        if stump is None:
            continue
        found += 1
        grown = fit_classes(data, weight, rules_of(criterion))
        for name in FIELDS:
            ours, theirs = getattr(stump.tree, name), getattr(grown.tree, name)
            assert ours.dtype == theirs.dtype, name
            assert ours.shape == theirs.shape, name
            assert ours.tobytes() == theirs.tobytes(), (turn, name)
        assert stump.leaf.dtype == grown.leaf.dtype
        assert stump.leaf.tolist() == grown.leaf.tolist()
    assert found > 50


@pytest.mark.parametrize("criterion", CRITERIA)
def test_stumps_measured_together_are_those_measured_alone(monkeypatch, criterion):
    rng = np.random.default_rng(7)
    measured = []
    work = StumpOffice._measure  # noqa: SLF001 - how many at once

    def counting(office, promises):
        measured.append(len(promises))
        work(office, promises)

    monkeypatch.setattr(StumpOffice, "_measure", counting)
    found = 0
    for turn in range(40):
        data = drawn(rng, lattice=turn % 2 == 0)
        monkeypatch.setattr(promised_stumps, "MOST_VALUES", 3 * data.n_classes * len(data))
        search = stump_search(data, rules_of(criterion))
        weights = [drawn_weight(rng, len(data), kind) for kind in (0, 1, 2, 3, 2)]
        stumps = [search.best(weight) for weight in weights]
        known = [stump for stump in stumps if stump is not None]
        assert not any(stump.tree.is_measured for stump in known)
        for stump, weight in zip(stumps, weights, strict=True):
            if stump is None:
                continue
            found += 1
            grown = fit_classes(data, weight, rules_of(criterion))
            assert [getattr(stump.tree, name).tobytes() for name in FIELDS] == [
                getattr(grown.tree, name).tobytes() for name in FIELDS
            ]
            said = winner(grown.answer(data.points))
            assert stump.decision is None or stump.decision.tolist() == said.tolist()
            assert all(each.tree.is_measured for each in known)
    assert found > 100
    assert max(measured) == 3


@pytest.mark.parametrize("criterion", CRITERIA)
def test_the_search_finds_something_wherever_a_clear_cut_can_be_found(criterion):
    data = Dataset(np.array([[0.0, 1.0], [1.0, 1.0], [2.0, 1.0]]), np.array([0, 0, 1]), ("A", "B"))
    stump = stump_search(data, rules_of(criterion)).best(np.full(3, 1.0 / 3.0))
    assert stump is not None
    assert (stump.tree.feature[0], stump.tree.threshold[0]) == (0, 1.5)
    assert stump.leaf.tolist() == [1, 1, 2]


@pytest.mark.parametrize("criterion", ["error", "gini"])
def test_the_cut_is_the_one_that_fractions_find(criterion):
    """Weights in 64ths are exact: the greatest score wins, then the lowest axis and threshold."""
    rng = np.random.default_rng(5)
    found = 0
    for turn in range(150):
        data = drawn(rng, lattice=turn % 3 != 0)
        weight = rng.integers(1, 9, len(data)) / 64.0
        stump = stump_search(data, rules_of(criterion)).best(weight)
        if stump is None:
            continue
        found += 1
        best = max(exact_cuts(data, weight, criterion), key=lambda cut: cut[0])  # the first of them
        assert (stump.tree.feature[0], stump.tree.threshold[0]) == best[1:], turn
    assert found > 75


def exact_cuts(data, weight, criterion):
    """Score every cut in fractions, axis by axis from the lowest threshold."""
    for axis, x in enumerate(data.points.T):
        places = np.unique(x)
        for low, high in pairwise(places):
            sides = []
            for side in (x <= low, x > low):
                rows = np.flatnonzero(side)
                sums = [Fraction(0)] * data.n_classes
                for row in rows:
                    sums[data.target[row]] += Fraction(float(weight[row]))
                sides.append(sums)
            yield exact_score(sides, criterion), axis, low / 2 + high / 2


def exact_score(sides, criterion):
    if criterion == "gini":
        return sum(sum(w * w for w in side) / sum(side) for side in sides)
    left, right = sides
    return max(left[a] + right[b] for a, b in permutations(range(len(left)), 2))


@pytest.mark.parametrize(
    "data",
    [
        Dataset(np.zeros((4, 2)), np.array([0, 1, 0, 1]), ("A", "B")),
        Dataset(np.arange(8.0).reshape(4, 2), np.array([1, 1, 1, 1]), ("A", "B")),
        Dataset(np.zeros((1, 2)), np.array([0]), ("A", "B")),
        Dataset(np.arange(16.0).reshape(8, 2), np.arange(8), tuple("ABCDEFGH")),
    ],
    ids=["one place", "one class", "one point", "eight classes"],
)
@pytest.mark.parametrize("criterion", CRITERIA)
def test_what_is_no_plain_search_is_left_to_the_grower(data, criterion):
    assert stump_search(data, rules_of(criterion)).best(np.full(len(data), 1 / len(data))) is None


def test_weights_of_zero_are_left_to_the_grower():
    data = Dataset(np.arange(8.0).reshape(4, 2), np.array([0, 0, 1, 1]), ("A", "B"))
    search = StumpSearch(data, STUMP_ERROR)
    assert search.best(np.array([0.5, 0.5, 0.0, 0.0])) is None
    assert search.best(np.array([0.25, 0.25, 0.25, 0.25])) is not None


def test_a_stump_that_is_hardly_better_than_a_constant_is_left_to_the_grower():
    """Whether a cut is worth it is weighed there, with its rounding; Gini takes any cut."""
    points, target = np.array([[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]]), np.array([0, 1, 0])
    data = Dataset(points, target, ("A", "B"))
    weight = np.array([0.5, 0.25, 0.25])  # A everywhere is right with 3/4, as is the best stump
    assert StumpSearch(data, STUMP_ERROR).best(weight) is None
    assert StumpSearch(data, CLASS_CRITERIA["gini"]).best(weight) is not None
