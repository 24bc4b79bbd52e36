"""Sums on either side of every cut: those of `running_sums`, to the last bit."""

import numpy as np
import pytest

from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.trees import CLASS_CRITERIA
from ensemble_viz.engine.trees.frontier import root_frontier, running_sums
from ensemble_viz.engine.trees.side_sums import SideSums
from ensemble_viz.engine.trees.stump_search import GiniScores
from tests.engine.test_stump_search import drawn, drawn_weight


def expected(data: Dataset, weight: np.ndarray) -> np.ndarray:
    """Sum as a growing tree does: (classes, 2, axes · n)."""
    frontier = root_frontier(data.order, np.ones((1, len(data)), dtype=bool))
    channels = (data.target == np.arange(data.n_classes)[:, None]) * weight
    sides = running_sums(channels.take(frontier.entries, axis=1), frontier)
    return np.stack(sides, axis=1).reshape(data.n_classes, 2, -1)


def assert_same(sums: SideSums, weight: np.ndarray, data: Dataset) -> None:
    totals = sums.add_up(weight)
    theirs = expected(data, weight)
    assert sums.sides.tobytes() == theirs.tobytes()
    assert totals == pytest.approx(theirs[:, 0, -1], rel=1e-12)
    for place in (0, len(data) - 1, theirs.shape[-1] - 1):
        assert sums.beside(place) == theirs[:, :, place].tolist()


@pytest.mark.parametrize("kind", range(4))
def test_sums_are_those_of_a_growing_tree(kind):
    """Again and again on the same points: nothing may be left over from the sums before."""
    rng = np.random.default_rng(kind)
    for turn in range(60):
        data = drawn(rng, lattice=turn % 2 == 0)
        sums = SideSums(data)
        for _ in range(4):
            assert_same(sums, drawn_weight(rng, len(data), kind), data)
            assert_same(sums, drawn_weight(rng, len(data), int(rng.integers(4))), data)


@pytest.mark.parametrize("total", [0.25, 0.5, 1.0, 2.0**-20])
def test_totals_beside_a_power_of_two_are_told_apart(total):
    """By a unit or two, above and below; also where one point has all the weight of its class."""
    rng = np.random.default_rng(1)
    for turn in range(200):
        n = int(rng.integers(1, 9))
        data = Dataset(rng.random((n + 3, 2)), np.array([0] * n + [1] * 3), ("A", "B", "C"))
        weight = rng.random(n + 3)
        if turn % 3 == 0:
            weight[:n] = 2.0**-60
            weight[0] = 1.0
        weight[:n] *= total / weight[:n].sum()
        weight[0] *= 1.0 + int(rng.integers(-3, 4)) * 2.0**-53
        assert_same(SideSums(data), weight, data)


def test_weights_that_are_next_to_nothing_are_summed_with_care():
    data = Dataset(np.arange(8.0).reshape(4, 2), np.array([0, 1, 0, 1]), ("A", "B"))
    for scale in (1e-300, 1e-280, 1e280):
        weight = np.array([1.0, 2.0, 3.0, 5.0]) * scale
        sums = SideSums(data)
        assert_same(sums, weight, data)
        assert sums.least == np.inf


def test_gini_scores_are_those_of_the_criterion():
    rng = np.random.default_rng(2)
    for classes in (2, 3, 7):
        sides = np.empty((classes, 2, 30))
        scores = GiniScores(sides)
        for _ in range(20):
            sides[:] = rng.random(sides.shape)
            wanted = CLASS_CRITERIA["gini"].score(sides[:, 0], sides[:, 1])
            assert scores.of_sums().tobytes() == wanted.tobytes()
