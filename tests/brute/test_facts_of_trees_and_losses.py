"""The reference knows the facts of the lecture notes: trees, losses, gradient boosting by hand.

A test's name begins with the number of its fact.
"""

import math
from fractions import Fraction

import pytest

from tests.brute import boosting, oracle, scores, trees
from tests.brute.adaboost import added, winner
from tests.brute.exact import fractions, mean, median

LATITUDE = oracle.read("hand")["latitude"]
LENGTH_AND_BARB = [row[1:] for row in LATITUDE["X"]]
XOR = oracle.read("hand")["xor4"]


def six(values):
    return pytest.approx(values, rel=5e-6)


def latitude(rounds, rate, **settings):
    return boosting.run_squared(LENGTH_AND_BARB, LATITUDE["y"], rounds, rate, **settings)


def test_sf07_the_median_withstands_one_bad_voter():
    answers = [Fraction(answer) for answer in ("2.3", "9.1", "4.3", "4.1", "3.8")]
    assert (mean(answers), median(answers)) == (Fraction("4.72"), Fraction("4.1"))


def test_sf31_a_score_of_zero_is_the_first_class():
    assert [winner(F) for F in added([1.0, -0.5, 0.5], 0.5, [0, 1, 0], 2)] == [1, 0, 0]
    assert winner([0.0, 2.0, 2.0]) == 1


def test_sf32_boosting_starts_at_the_mean():
    assert boosting.INITIAL_VALUE["mean"](fractions(LATITUDE["y"])) == 56.25


def test_sf33_the_residuals_sum_to_zero():
    residuals = latitude(1, 1)[0].residuals
    assert residuals == [3.75, 13.75, 8.75, -26.25]
    assert sum(residuals) == 0 != 3.75 + 13.75 + 8.75 - 26.75


@pytest.mark.parametrize(("rate", "prediction"), [("1", 62.5), ("1/10", 56.875), ("1/2", 59.375)])
def test_sf34_the_third_point_after_one_tree(rate, prediction):
    (r,) = latitude(1, Fraction(rate), max_depth=2)
    assert r.at(LENGTH_AND_BARB[0]) == r.at(LENGTH_AND_BARB[2]) == 6.25
    assert r.F[2] == prediction


def test_sf34_greyscale_splits_the_leaf_exactly_as_well():
    values = [3.75, 13.75, 8.75]
    _, tied = trees.best(LATITUDE["X"][:3], values, [1] * 3, range(3), "squared")
    by_grey, by_others = ([1, 2], [0]), ([1], [0, 2])  # of the points 1, 2, 3
    assert [(cut.feature, cut.rows) for cut in tied] == [
        (0, by_grey),
        (1, by_others),
        (2, by_others),
    ]
    assert mean(fractions([13.75, 8.75])) == 11.25


def test_sf35_residuals_are_the_negative_gradient_of_half_the_square():
    y, F, step = 60.0, 56.25, 1e-3
    slope = ((y - F - step) ** 2 - (y - F + step) ** 2) / 2 / (2 * step)
    assert -slope == pytest.approx(float(latitude(1, 1)[0].residuals[0]))


@pytest.mark.parametrize("rate", [Fraction(1), Fraction(1, 10), Fraction(1, 100)])
def test_sf36_from_zero_residual_and_score_always_make_the_answer(rate):
    X, y = oracle.points_and_answers("curve")
    rounds = boosting.run_squared(X, y, 6, rate, init="zero", max_leaf_nodes=3)
    h = [Fraction(0)] * len(y)
    for r in rounds:
        assert [a + b for a, b in zip(r.residuals, h, strict=True)] == y
        h = [score + rate * r.at(x) for score, x in zip(h, X, strict=True)]
        assert len(r.tree.leaves()) == 3


def sign(r):
    return (r > 0) - (r < 0)


def huber(r, delta):
    return r**2 / 2 if abs(r) <= delta else delta * (abs(r) - delta / 2)


def test_sf37_the_absolute_loss_pulls_by_the_sign():
    assert [sign(t - y) for t, y in zip([3, 1, 2], [1, 2, 2], strict=True)] == [1, -1, 0]


def test_sf38_huber_is_continuous_only_with_delta_before_the_bracket():
    residuals, delta = [-2, -0.5, -0.2, 0, 0.3, 0.5, 2], 0.5
    losses = [0.875, 0.125, 0.02, 0, 0.045, 0.125, 0.875]
    assert [huber(r, delta) for r in residuals] == pytest.approx(losses)
    pulls = [r if abs(r) <= delta else delta * sign(r) for r in residuals]
    assert pulls == [-0.5, -0.5, -0.2, 0, 0.3, 0.5, 0.5]
    assert delta * 2 - delta / 2 == 0.75 != huber(2, delta)
    slope = (huber(2 + 1e-6, delta) - huber(2 - 1e-6, delta)) / 2e-6
    assert slope == pytest.approx(pulls[-1])


@pytest.mark.parametrize("constant", [Fraction(0), Fraction(1, 3)])
def test_sf39_equal_scores_are_equal_probabilities(constant):
    assert boosting.probabilities([constant] * 3) == [Fraction(1, 3)] * 3


def test_sf40_a_stump_is_one_split():
    X, y = LENGTH_AND_BARB, LATITUDE["y"]
    by_splits = trees.grow(X, y, None, "squared", max_leaf_nodes=2)
    by_depth = trees.grow(X, y, None, "squared", max_depth=1)
    for tree in (by_splits, by_depth):
        assert (tree.feature, tree.threshold, len(tree.leaves())) == (0, 300, 2)


def test_sf41_entropy_and_gain():
    bits = [float(scores.entropy(fractions(counts))) for counts in ((9, 5), (5, 5), (5, 0))]
    assert bits == six([0.940286, 1, 0])
    sides = fractions((4, 1)), fractions((1, 4))
    assert float(scores.gain(*sides, "entropy")) == six(0.278072)
    assert float(scores.gain(*sides, "gain-ratio")) == six(0.278072)


def test_sf42_the_first_split_of_xor_gains_nothing_and_the_second_all():
    tree = trees.grow(XOR["X"], XOR["y"], max_depth=2)
    assert tree.gain == 0
    assert [tree.leaf(x).answer for x in XOR["X"]] == XOR["y"]


def test_sf43_of_two_features_the_square_root_draws_one_and_the_logarithm_both():
    assert (math.floor(math.sqrt(2)), math.log2(2) + 1) == (1, 2)


def test_sf54_less_than_a_value_parts_the_rows_as_midpoints_do():
    X, y = oracle.points_and_answers("toy10")
    cuts = trees.candidates(X, y, [1] * 10, range(10), "gini")
    before_values = {
        (j, tuple(i for i in range(10) if X[i][j] < a)) for j in (0, 1) for a in {x[j] for x in X}
    }
    at_midpoints = {(cut.feature, tuple(cut.left)) for cut in cuts}
    assert at_midpoints == {(j, left) for j, left in before_values if left}


def test_sf58_a_stump_has_one_inner_node():
    X, y = oracle.points_and_answers("toy10")
    stump = trees.grow(X, y, max_depth=1)
    assert (len(list(stump.nodes())), len(stump.leaves())) == (3, 2)


def test_sf60_votes_are_log_odds_and_not_accuracies():
    low, high = (math.log(accuracy / (1 - accuracy)) / 2 for accuracy in (0.7, 0.9))
    assert [low, high] == six([0.423649, 1.09861])
    assert high / low == pytest.approx(2.593, abs=5e-4)


def test_sf62_refusing_zero_gain_keeps_xor_whole():
    refused = trees.grow(XOR["X"], XOR["y"], min_gain=1e-9)
    allowed = trees.grow(XOR["X"], XOR["y"])
    assert refused.left is None
    assert max(node.depth for node in allowed.nodes()) == 2
