"""The reference against the rules of the runs: stops, weights, leaves, votes; and hand examples."""

import math
from fractions import Fraction
from itertools import product

import pytest

from tests.brute import adaboost, binomial, boosting, oracle, trees

LINE = [(float(x), 0.0) for x in range(8)]
COLUMNS = {"Grayscale": 0, "Length": 1, "Barb": 2}


def labels(y):
    """The signs -1 and +1 as classes."""
    return [max(0, label) for label in y]


def hand(name):
    case = oracle.read("hand")[name]
    return case["X"], case["y"], case["expected"]


def latitude(columns):
    X, y, expected = hand("latitude")
    return [[row[COLUMNS[name]] for name in columns] for row in X], y, expected


def ways(node):
    """The different ways in which the tied cuts of a node part its rows."""
    return {frozenset((tuple(tie.left), tuple(tie.right))) for tie in node.ties}


def kinds_of_ties(tree):
    tied = [node for node in tree.nodes() if node.tied]
    return [f"{'same' if len(ways(node)) == 1 else 'different'}_partition" for node in tied]


def test_latitude_has_the_mean_and_one_outlier():
    X, y, expected = latitude(COLUMNS)
    (r,) = boosting.run_squared(X, y, 1, 1, max_depth=1)
    assert r.residuals == expected["residuals"]
    assert y[0] - r.residuals[0] == expected["mean"]
    assert [r.at(x) for x in X] == [8.75, 8.75, 8.75, -26.25]
    assert (
        sum((value - F) ** 2 for value, F in zip(y, r.F, strict=True)) == expected["stump"]["sse"]
    )
    assert kinds_of_ties(r.tree) == expected["stump"]["ties"]


@pytest.mark.parametrize(
    "axes", ["Length+Barb", "Grayscale+Length", "Grayscale+Barb", "Grayscale+Length+Barb"]
)
def test_latitude_depends_on_the_axes_shown(axes):
    X, y, expected = latitude(axes.split("+"))
    figures = expected[f"axes {axes}"]
    rounds = boosting.run_squared(X, y, 2, 1, max_depth=2)
    assert [rounds[0].at(x) for x in X] == figures["tree_depth2_values"]
    assert rounds[1].residuals == figures["round2_residuals_alpha1"]
    assert kinds_of_ties(rounds[0].tree) == figures["ties"]
    for rate, prediction in figures["prediction_ID3"].items():
        (r,) = boosting.run_squared(X, y, 1, Fraction(rate), max_depth=2)
        assert float(r.F[2]) == prediction


def test_latitude_over_many_rounds():
    X, y, expected = latitude(["Length", "Barb"])
    figures = expected["boosting_alpha_0.1_Length_Barb"]
    rounds = boosting.run_squared(X, y, 60, Fraction(1, 10), max_depth=2)
    for t, prediction in figures["prediction_ID3_after"].items():
        F = rounds[int(t) - 1].F
        mse = sum((value - score) ** 2 for value, score in zip(y, F, strict=True)) / 4
        assert float(F[2]) == pytest.approx(prediction, abs=1e-12)
        assert float(mse) == pytest.approx(figures["mse_after"][t], abs=1e-10)


@pytest.mark.parametrize(
    ("name", "limits"),
    [
        ("boosting_alpha_1_Length_Barb", {"max_depth": 2}),
        ("init_0_one_split_lambda_1_Length_Barb", {"max_leaf_nodes": 2, "init": "zero"}),
    ],
)
def test_latitude_round_by_round(name, limits):
    X, y, expected = latitude(["Length", "Barb"])
    figures = expected[name]
    rounds = boosting.run_squared(X, y, 3, 1, **limits)
    assert [kinds_of_ties(r.tree) for r in rounds] == figures["ties"]
    for r in rounds:
        assert [float(F) for F in r.F] == pytest.approx(figures["F_after"][str(r.round)])


@pytest.mark.parametrize("penalty", [0, 1])
def test_four_points_of_xgboost(penalty):
    X, y, expected = hand(f"xgb_4points_lambda{penalty}")
    g = [Fraction(1, 2) - label for label in y]
    h = [Fraction(1, 4)] * 4
    assert (g, h) == (expected["g"], expected["h"])
    left, right = (sum(g[:2]), sum(h[:2])), (sum(g[2:]), sum(h[2:]))
    assert left == (expected["G_left"], expected["H_left"])
    gain = sum(G**2 / (H + penalty) for G, H in (left, right))
    assert float(gain) == pytest.approx(expected["gain_xgboost_code"])
    assert float(gain / 2) == pytest.approx(expected["gain_paper_half"])
    weight = float(-left[0] / (left[1] + penalty))
    assert weight == pytest.approx(expected["weight_left"])
    assert 1 / (1 + math.exp(weight)) == pytest.approx(expected["p_after"])
    assert X[1][0] / 2 + X[2][0] / 2 == expected["split"]


def test_four_values_of_xgboost():
    _, y, expected = hand("xgb_regression_4points")
    g = [Fraction(1, 2) - Fraction(value) for value in y]
    G, H = sum(g), len(g)
    assert (G, H, float(-G / (H + 1))) == (expected["G"], expected["H"], expected["weight"])

    def gain(k):
        left, right = sum(g[:k]), sum(g[k:])
        return left**2 / (k + 1) + right**2 / (5 - k) - G**2 / 5

    assert max(range(1, 4), key=gain) == 2
    assert float(gain(2)) == pytest.approx(expected["gain"])


def test_opposite_duplicates_teach_nothing():
    X, y, expected = hand("opposite_duplicates")
    assert adaboost.run(X, labels(y)).stop.rule == "no-better-than-chance"
    tree = trees.grow(X, labels(y))
    assert all(leaf.value == [Fraction(1, 2)] * 2 for leaf in tree.leaves())
    rounds = boosting.run_log_loss(X, labels(y), 2, 3, 1, max_depth=2)
    assert [r.loss for r in rounds] == [pytest.approx(expected["log_loss"])] * 3
    assert all(score == [0] for r in rounds for score in r.F)


def test_points_in_one_place_have_a_constant_learner_for_one_round():
    X, y, expected = hand("identical_points_3_2")
    run = adaboost.run(X, labels(y))
    figures = expected["with_constant_stump"]
    assert [float(r.error) for r in run.rounds] == figures["eps"][:1]
    assert [r.learner_weight for r in run.rounds] == pytest.approx(figures["alpha_half"])
    assert run.stop == adaboost.Stop("no-better-than-chance", 2, Fraction(1, 2))
    assert [float(share) for share in trees.grow(X, labels(y)).value] == expected["tree"]["leaf"]


@pytest.mark.parametrize(("alpha", "weight"), [("half-log", 11.5129), ("log", 23.0259)])
def test_a_perfect_learner_is_kept_and_capped(alpha, weight):
    run = adaboost.run(LINE[:2], [0, 1], alpha=alpha)
    (r,) = run.rounds
    assert run.stop == adaboost.Stop("perfect-learner", 1, 0)
    assert r.capped
    assert r.learner_weight == pytest.approx(weight, abs=1e-4)
    assert r.next_weight == r.sample_weight


def test_all_rounds_is_a_stop_too():
    X, y = oracle.points_and_answers("toy10")
    assert adaboost.run(X, y, rounds=2).stop == adaboost.Stop("all-rounds", 2, None)


@pytest.mark.parametrize(
    ("case", "eta", "samme"),
    [("moons", 1, False), ("moons", Fraction(1, 2), False), ("blobs3", 1, True)],
)
def test_the_last_learner_is_at_chance_under_the_next_weights(case, eta, samme):
    X, y = oracle.points_and_answers(case)
    run = adaboost.run(X, y, rounds=6, criterion="gini", learning_rate=eta, samme=samme)
    for r in run.rounds:
        odds = float(1 / r.error - 1)
        expected = 2 / 3 if samme else 1 / (1 + odds ** (1 - float(eta)))
        assert float(sum(r.next_weight[i] for i in r.missed)) == pytest.approx(expected, abs=1e-12)


def test_training_error_is_bounded_by_the_exponential_loss():
    X, y = oracle.points_and_answers("moons")
    run = adaboost.run(X, y, rounds=12)
    product_z = edge = 1.0
    for r in run.rounds:
        product_z *= adaboost.normaliser(r.error)
        edge *= math.exp(-2 * float(Fraction(1, 2) - r.error) ** 2)
        losses = [math.exp((1 - 2 * k) * F) for k, F in zip(y, r.F, strict=True)]
        missed = sum(a != b for a, b in zip(run.predictions(r.round), y, strict=True))
        assert missed / 60 <= math.fsum(losses) / 60 <= edge
        assert math.fsum(losses) / 60 == pytest.approx(product_z, abs=1e-12)
        shares = [loss / math.fsum(losses) for loss in losses]
        assert [float(weight) for weight in r.next_weight] == pytest.approx(shares, abs=1e-12)


def test_residuals_of_the_squared_loss_sum_to_zero_from_the_mean():
    X, y = oracle.points_and_answers("curve")
    rounds = boosting.run_squared(X, y, 5, Fraction(1, 2), max_depth=2)
    assert [sum(r.residuals) for r in rounds] == [0] * 5
    losses = [sum(part**2 for part in r.residuals) for r in rounds]
    assert losses == sorted(losses, reverse=True)
    whole = boosting.run_squared(X, y, 2, 1)
    assert set(whole[1].residuals) == {0}


def test_a_constant_answer_grows_no_tree():
    for r in boosting.run_squared(LINE[:3], [5, 5, 5], 2, Fraction(1, 10)):
        assert (r.tree.left, r.F) == (None, [5, 5, 5])


def test_the_median_may_be_the_start():
    (r,) = boosting.run_squared(LINE[:4], [0, 1, 3, 50], 1, 0, init="median")
    assert r.F == [2] * 4


@pytest.mark.parametrize("leaf", ["line-search", "gradient"])
def test_the_first_round_of_log_loss_by_hand(leaf):
    (r,) = boosting.run_log_loss(LINE[:4], [0, 1, 1, 1], 2, 1, 1, max_depth=1, leaf=leaf)
    start = math.log(3)
    steps = (-4.0, 4 / 3) if leaf == "line-search" else (-0.75, 0.25)
    assert [float(part) for (part,) in r.residuals] == pytest.approx([-0.75, 0.25, 0.25, 0.25])
    assert [float(F) for (F,) in r.F] == pytest.approx([start + steps[0]] + [start + steps[1]] * 3)
    root = 0 if leaf == "line-search" else 0.0
    assert float(r.trees[0].value) == pytest.approx(root, abs=1e-50)


def test_three_classes_take_two_thirds_of_newtons_step():
    y = [0, 1, 1, 2]
    (r,) = boosting.run_log_loss(LINE[:4], y, 3, 1, 1, max_depth=1)
    p = 0.5
    assert float(r.trees[1].right.value) == pytest.approx(
        2 / 3 * (2 * (1 - p) - p) / (3 * p * (1 - p))
    )
    logs = [math.log(share) for share in (0.25, 0.5, 0.25)]
    start = boosting.initial_scores(y, 3, "prior")
    assert [float(F) for F in start] == pytest.approx([part - sum(logs) / 3 for part in logs])


@pytest.mark.parametrize("n", [1, 2, 5, 6])
def test_majorities_agree_with_counting_all_outcomes(n):
    error = Fraction(3, 10)
    wrong = tie = Fraction(0)
    for outcome in product((0, 1), repeat=n):
        chance = error ** sum(outcome) * (1 - error) ** (n - sum(outcome))
        wrong += chance * (2 * sum(outcome) > n)
        tie += chance * (2 * sum(outcome) == n)
    assert binomial.strict_majority_wrong(n, error) == wrong
    assert binomial.tie(n, error) == tie
    assert binomial.majority_error(n, error) == wrong + tie / 2


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_bootstraps_agree_with_counting_all_draws(n):
    kept = [len(set(draws)) for draws in product(range(n), repeat=n)]
    mean = Fraction(sum(kept), len(kept))
    assert binomial.distinct_mean(n) == mean
    assert binomial.distinct_variance(n) == sum((k - mean) ** 2 for k in kept) / len(kept)
    missed = sum(0 not in draws for draws in product(range(n), repeat=n))
    assert binomial.not_chosen(n) == Fraction(missed, n**n)
