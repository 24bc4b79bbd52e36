"""The best cut of a node of two classes, beside the definition: every cut, scored by Gini."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ensemble_viz.engine.data import TIE
from ensemble_viz.engine.trees import CLASS_CRITERIA
from ensemble_viz.engine.trees.class_cuts import LIGHT
from ensemble_viz.engine.trees.two_class_cuts import FEW, NEAR, best_of_few, best_of_many, score_of


def best_by_definition(lines, first, second):
    """Score every place along both axes; of those that tie, take the first."""
    total = first + second
    cuts, sides = [], []
    for axis, line in enumerate(lines):
        left = np.cumsum([[point > 0, point < 0] for point in line], axis=0)[:-1]
        cuts += [(axis, *counts) for counts in left.tolist()]
        sides.append(left.astype(float))
    left = np.concatenate(sides).T
    score = CLASS_CRITERIA["gini"].score(left, np.array([[first], [second]]) - left)
    return cuts[int((score >= score.max() - TIE * total).argmax())]


def node(labels, seed):
    """Give the points of a node along both axes: in this order, and in another one."""
    rng = np.random.default_rng(seed)
    rank = rng.permutation(len(labels)) + 1
    sign = np.where(labels, -1, 1)
    second = int(np.count_nonzero(labels))
    lines = (sign * rank).astype(np.int16), (sign * (1 + np.arange(len(labels))))[rank.argsort()]
    return (lines[0], lines[1].astype(np.int16)), len(labels) - second, second


def check(labels, seed):
    lines, first, second = node(np.asarray(labels), seed)
    best = best_by_definition(lines, first, second)
    assert best_of_many(lines, first, second)[:3] == best
    if len(labels) <= FEW:
        assert best_of_few(*(line.tolist() for line in lines), first, second)[:3] == best


mixed = st.lists(st.booleans(), min_size=2, max_size=FEW).filter(lambda y: 0 < sum(y) < len(y))


@given(mixed, st.integers(0, 2**32 - 1))
def test_the_best_cut_is_that_of_the_definition(labels, seed):
    check(labels, seed)


@pytest.mark.parametrize("size", [FEW + 1, 400, int(LIGHT)])
@pytest.mark.parametrize("noise", [0.0, 0.05, 0.5])
def test_nodes_of_many_points_too(size, noise):
    rng = np.random.default_rng([size, int(100 * noise)])
    for seed in range(20):
        labels = (np.arange(size) < rng.integers(1, size)) ^ (rng.random(size) < noise)
        check(labels, seed)


@pytest.mark.parametrize("pattern", ["01", "0110", "001", "0011", "010", "01101001"])
@pytest.mark.parametrize("times", [1, 2, 3, 10, 30, 100])
def test_of_cuts_that_tie_the_first_wins(pattern, times):
    for labels in (pattern * times, pattern * times + pattern[::-1] * times):
        for seed in range(5):
            check([label == "1" for label in labels[: int(LIGHT)]], seed)


@pytest.mark.parametrize("size", range(3, 13))
def test_scores_that_differ_differ_by_so_much(size):
    for first in range(1, size):
        merits = {
            Fraction((size * a - left * first) ** 2, left * (size - left))
            for left in range(1, size)
            for a in range(max(0, left + first - size), min(left, first) + 1)
        }
        apart = [2 * (high - low) / size for low, high in pairwise(sorted(merits))]
        assert min(apart, default=Fraction(32)) >= Fraction(32, size**5)


def test_limits_are_where_their_reasons_hold():
    assert 32 / FEW**5 > 1.5 * TIE * FEW
    assert NEAR > 1.1 * TIE * LIGHT**2 / 2


@given(mixed)
def test_a_score_is_that_of_gini_to_the_last_bit(labels):
    total, second = len(labels), sum(labels)
    first = total - second
    for left in range(1, total):
        b = sum(labels[:left])
        a = left - b
        sides = (
            np.array([[a], [b]], dtype=float),
            np.array([[first - a], [second - b]], dtype=float),
        )
        score = score_of(left, total * a - left * first, first, second)
        assert score == CLASS_CRITERIA["gini"].score(*sides).item()


@given(mixed)
def test_the_merit_is_what_gini_gains(labels):
    total, second = len(labels), sum(labels)
    first = total - second
    for left in range(1, total):
        b = sum(labels[:left])
        a, right = left - b, total - left
        score = Fraction(a * a + b * b, left)
        score += Fraction((first - a) ** 2 + (second - b) ** 2, right)
        lead = total * a - left * first
        without = Fraction(first * first + second * second, total)
        assert score == without + Fraction(2 * lead * lead, left * right * total)
