"""Sums of what learners add: of votes that move all points equally far, and what is zero."""

import numpy as np
import pytest

from ensemble_viz.engine.data import TIE
from ensemble_viz.engine.data.ties import extremes, largest
from ensemble_viz.engine.ensembles.votes import Sum, VoteSum


def test_extremes_are_the_least_and_the_greatest():
    assert extremes(np.array([2.0, -5.0, 3.0])) == (-5.0, 3.0)
    assert largest(np.array([2.0, -5.0, 3.0])) == 5.0


@pytest.mark.parametrize("classes", [1, 2, 3])
def test_votes_add_up_as_any_numbers_do(classes):
    """With weights that cancel, but for rounding."""
    rng = np.random.default_rng(classes)
    settled = 0
    for _ in range(30):
        n = int(rng.integers(1, 9))
        ours = VoteSum(n, classes)
        theirs = Sum(np.zeros((n, classes) if classes > 2 else n), classes=True)
        for _ in range(12):
            weight, winner = float(rng.choice([0.1, 0.2, 0.3, 0.7])), rng.integers(0, classes, n)
            votes = np.where(winner == 1, 1.0, -1.0)
            if classes > 2:
                votes = (winner[:, None] == np.arange(classes)).astype(np.float64)
            ours_now, theirs_now = ours.add(weight, winner), theirs.add(weight * votes)
            assert ours_now.tobytes() == theirs_now.tobytes()
            settled += int(np.count_nonzero(ours_now == 0.0))
    assert settled > 20 or classes == 1


@pytest.mark.parametrize("seed", [0, 7, 1 << 17])
def test_a_sum_settles_zeros_by_all_that_was_added(seed):
    """By the definition: the sizes of all parts, added up in their order, say what is zero."""
    rng = np.random.default_rng(seed)
    settled = 0
    for n in (0, 1, 1, 2, 3) * 40:
        start = rng.normal(size=n) * 10.0 ** rng.integers(-13, 3)
        total, score, size = Sum(start, classes=True), start, np.abs(start)
        for k in range(6):
            noise = rng.normal(size=n) * 10.0 ** rng.integers(-16, 1)
            part = noise - score * (k % 2)
            score, size = score + part, size + np.abs(part)
            score = np.where(np.abs(score) <= TIE * size, 0.0, score)
            settled += int(np.count_nonzero(score == 0.0))
            assert total.add(part).tobytes() == score.tobytes()
            assert not n or total.largest() == np.abs(score).max()
    assert settled > 50
