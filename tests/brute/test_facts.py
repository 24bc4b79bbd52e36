"""The reference knows the facts of the lecture notes: votes, bootstraps, AdaBoost on ten points.

The program is tested against them in `tests/engine/test_seed_facts.py` and `test_theory.py`.

A test's name begins with the number of its fact. Figures stand here with the six digits in which
the facts are stated; they are recomputed by hand or by the reference.
"""

import math
from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from tests.brute import adaboost, binomial, oracle, trees
from tests.brute.exact import exp, mean

X10, Y10 = oracle.points_and_answers("toy10")
XOR = oracle.read("hand")["xor4"]


def six(values):
    return pytest.approx(values, rel=5e-6)


def ten_points(rounds=3, **settings):
    return adaboost.run(X10, Y10, rounds=rounds, **settings).rounds


def half_log(error):
    return math.log((1 - error) / error) / 2


def training_error(F):
    return sum((score > 0) != label for score, label in zip(F, Y10, strict=True)) / len(Y10)


def test_sf01_the_majority_of_21_learners():
    error = Fraction(3, 10)
    assert float(binomial.probability(11, 21, error)) == six(0.0176498)
    assert float(binomial.at_most(10, 21, error)) == six(0.97361)
    assert float(binomial.strict_majority_wrong(21, error)) == six(0.0263899)


def test_sf02_the_vote_of_more_learners_errs_less():
    odd = {1: 0.4, 3: 0.352, 5: 0.31744, 11: 0.246502, 21: 0.174378, 51: 0.0735292}
    odd |= {101: 0.0208967, 1001: 8.0798e-11}
    for n, expected in odd.items():
        assert float(binomial.strict_majority_wrong(n, Fraction(2, 5))) == six(expected)
    even = {2: (0.16, 0.48), 10: (0.166239, 0.200658), 100: (0.0167617, 0.0103375)}
    for n, (wrong, tie) in even.items():
        assert float(binomial.strict_majority_wrong(n, Fraction(2, 5))) == six(wrong)
        assert float(binomial.tie(n, Fraction(2, 5))) == six(tie)


def test_sf03_the_printed_sum_is_off_by_one_and_lacks_the_coefficient():
    error = Fraction(3, 10)
    literal = sum(binomial.probability(k, 21, error) for k in range(12, 22))
    bare = sum(error**k * (1 - error) ** (21 - k) for k in range(12, 22))
    assert float(literal) == six(0.00874016)
    assert float(bare) == six(3.75219e-08)


def test_sf04_a_vote_helps_only_learners_better_than_chance():
    votes = {10: 1.35306e-06, 30: 0.0263899, 45: 0.320997, 50: 0.5, 55: 0.679003, 70: 0.97361}
    for percent, expected in votes.items():
        assert float(binomial.majority_error(21, Fraction(percent, 100))) == six(expected)


def test_sf10_what_a_bootstrap_leaves_out():
    out = {1: 0, 2: 0.25, 5: 0.32768, 10: 0.348678, 20: 0.358486, 60: 0.364792, 100: 0.366032}
    out |= {1000: 0.367695, 10**6: 0.367879}
    distinct = {1: 1, 2: 1.5, 5: 3.3616, 10: 6.51322, 20: 12.8303, 60: 38.1125, 100: 63.3968}
    distinct |= {1000: 632.305, 10**6: 632121}
    for n in out:
        assert float(binomial.not_chosen(n)) == six(out[n])
        assert float(binomial.distinct_mean(n)) == six(distinct[n])
    assert out[10**6] == six(math.exp(-1))
    assert math.sqrt(binomial.distinct_variance(2)) == 0.5
    assert math.sqrt(binomial.distinct_variance(10**6)) == six(
        math.sqrt(10**6 * (math.exp(-1) - 2 * math.exp(-2)))
    )


def test_sf11_a_point_present_twice_has_twice_the_mass():
    points = [(1.0, 1.0), (1.0, 1.0), (2.0, 1.0)]
    mass = {point: Fraction(times, len(points)) for point, times in Counter(points).items()}
    assert mass == {(1.0, 1.0): Fraction(2, 3), (2.0, 1.0): Fraction(1, 3)}
    assert trees.grow(points, [0, 1, 1]).value == [Fraction(1, 3), Fraction(2, 3)]


def test_sf14_a_committee_errs_less_by_its_ambiguity():
    answers = [[Fraction(a * b % 7, 3) for a in range(1, 6)] for b in range(1, 11)]
    target = [Fraction(a, 2) for a in range(5)]
    team = [mean([member[i] for member in answers]) for i in range(5)]

    def distance(a, b):
        return mean([(u - v) ** 2 for u, v in zip(a, b, strict=True)])

    average = mean([distance(member, target) for member in answers])
    ambiguity = mean([distance(member, team) for member in answers])
    assert distance(team, target) == average - ambiguity
    uncorrelated = [[math.sqrt(10) * (i == j) for j in range(10)] for i in range(10)]
    for errors, expected in ((uncorrelated, 0.1), ([uncorrelated[0]] * 10, 1)):
        together = [sum(column) / 10 for column in zip(*errors, strict=True)]
        assert sum(error**2 for error in together) / 10 == pytest.approx(expected)


@pytest.mark.parametrize(
    ("rho", "variances"),
    [(0, (1, 0.1, 0.01)), (0.25, (1, 0.325, 0.2575)), (0.5, (1, 0.55, 0.505)), (1, (1, 1, 1))],
)
def test_sf15_correlated_trees_keep_a_rest_of_variance(rho, variances):
    for B, expected in zip((1, 10, 100), variances, strict=True):
        covariances = [[1 if i == j else rho for i in range(B)] for j in range(B)]
        assert sum(map(sum, covariances)) / B**2 == pytest.approx(expected)
        assert rho + (1 - rho) / B == pytest.approx(expected)


def test_sf16_three_rounds_classify_the_ten_points():
    rounds = ten_points()
    assert [r.error for r in rounds] == [Fraction(3, 10), Fraction(3, 14), Fraction(3, 22)]
    assert [r.learner_weight for r in rounds] == six([0.423649, 0.649641, 0.922913])
    log_form = [r.learner_weight for r in ten_points(alpha="log")]
    assert log_form == six([0.847298, 1.29928, 1.84583])
    assert [training_error(r.F) for r in rounds] == [0.3, 0.3, 0]


def test_sf16_every_order_of_the_three_stumps_does():
    kept = {(tie.feature, tie.threshold): tie for tie in ten_points()[0].ties}
    for given in oracle.read("toy10")["every_order"].values():
        weight, F, errors, training = [Fraction(1, 10)] * 10, [0.0] * 10, [], []
        for place in given["picked"]:
            answers = [kept[tuple(place)].answer(x) for x in X10]
            missed = [i for i in range(10) if answers[i] != Y10[i]]
            errors.append(sum(weight[i] for i in missed))
            weight = adaboost.updated(weight, missed, 1 / errors[-1] - 1)
            F = adaboost.added(F, half_log(errors[-1]), answers, 2)
            training.append(training_error(F))
        assert list(map(str, errors)) == given["eps"]
        assert training == given["training_error"]
    assert len(list(permutations(kept))) == len(oracle.read("toy10")["every_order"])


def test_sf17_missed_points_gain_weight_and_the_others_lose_it():
    first, second = ten_points(2)
    for i, weight in enumerate(second.sample_weight):
        assert weight == (Fraction(1, 6) if i in first.missed else Fraction(1, 14))


def test_sf18_weights_before_the_third_round():
    first, second, third = ten_points()
    for i, weight in enumerate(third.sample_weight):
        history = (i in first.missed, i in second.missed)
        expected = {(False, False): 0.0454545, (True, False): 0.106061, (False, True): 0.166667}
        assert float(weight) == six(expected[history])
        assert (i in third.missed) <= (history == (False, False))


def test_sf19_the_normaliser_is_the_exponential_loss_under_the_weights():
    rounds = ten_points()
    for r, expected in zip(rounds, (0.916515, 0.820652, 0.686349), strict=True):
        total = sum(
            float(weight) * math.exp(r.learner_weight if i in r.missed else -r.learner_weight)
            for i, weight in enumerate(r.sample_weight)
        )
        assert total == six(expected) == six(adaboost.normaliser(r.error))
    assert math.prod(adaboost.normaliser(r.error) for r in rounds) == six(0.51623)


def test_sf20_the_learner_weight_minimises_the_weighted_loss():
    def loss(b):
        return (math.exp(b) - math.exp(-b)) * 0.3 + math.exp(-b)

    best = half_log(0.3)
    assert best == six(0.423649)
    assert loss(0.5) == six(0.919188)
    assert loss(best) == six(0.916515)
    assert all(loss(best) < loss(best + step) for step in (-1e-4, 1e-4))


def test_sf21_a_smaller_error_has_a_larger_vote():
    expected = {0.01: 2.29756, 0.1: 1.09861, 0.25: 0.549306, 0.4: 0.202733, 0.49: 0.0200027}
    assert [half_log(error) for error in expected] == six(list(expected.values()))
    assert half_log(0.5) == 0


def test_sf22_a_reversed_learner_is_a_negative_vote():
    weight = [Fraction(1, 10)] * 10
    missed, rest = list(range(7)), [7, 8, 9]
    assert half_log(0.7) == six(-0.423649)
    assert half_log(0.3) == six(0.423649)
    negative = adaboost.updated(weight, missed, 1 / Fraction(7, 10) - 1)
    assert negative == adaboost.updated(weight, rest, 1 / Fraction(3, 10) - 1)


def test_sf23_both_forms_of_the_update_agree_and_mixing_them_is_wrong():
    assert ten_points(alpha="log")[1].sample_weight == ten_points()[1].sample_weight
    factor = math.exp(half_log(0.3))  # half the logarithm, applied to the missed points only
    mixed = [factor / (3 * factor + 7), 1 / (3 * factor + 7)]
    assert mixed == six([0.131881, 0.086337])
    trap = oracle.read("hand")["mixed_convention_trap"]["expected"]
    assert mixed == pytest.approx(trap["wrong_half_alpha_errors_only"])
    right = ten_points(2)[1].sample_weight
    assert [float(right[i]) for i in (4, 0)] == pytest.approx(trap["right"])


def test_sf24_weights_are_products_of_odds_up_to_their_sum():
    rounds = ten_points()
    raw = [
        Fraction(1, 10) * math.prod(1 / r.error - 1 for r in rounds if i in r.missed)
        for i in range(10)
    ]
    expected = [0.233333, 0.366667, 0.633333]
    for r, value in zip(rounds, expected, strict=True):
        assert [float(raw[i]) for i in r.missed] == six([value] * 3)
    assert raw[9] == Fraction(1, 10)  # the tenth point is never missed
    assert [weight / sum(raw) for weight in raw] == rounds[-1].next_weight


def test_sf25_weights_are_the_exponential_loss_of_the_score():
    for r in ten_points(6):
        losses = [math.exp((1 - 2 * k) * F) for k, F in zip(Y10, r.F, strict=True)]
        shares = [loss / math.fsum(losses) for loss in losses]
        assert [float(weight) for weight in r.next_weight] == pytest.approx(shares, abs=1e-14)


def test_sf26_samme_adds_the_logarithm_of_the_other_classes():
    X, y = oracle.points_and_answers("blobs3")
    plain, samme = (
        adaboost.run(X, y, rounds=1, criterion="gini", alpha="log", samme=samme).rounds[0]
        for samme in (False, True)
    )
    assert samme.learner_weight - plain.learner_weight == six(math.log(2))


def test_sf26_samme_goes_on_where_the_plain_rule_stops():
    points, y = [(0.0, 0.0)] * 5 + [(1.0, 0.0)], [0, 0, 1, 1, 2, 0]
    assert adaboost.run(points, y, rounds=1).stop.rule == "no-better-than-chance"
    (r,) = adaboost.run(points, y, rounds=1, samme=True).rounds
    assert Fraction(1, 2) <= r.error < Fraction(2, 3)
    assert r.learner_weight > 0


def test_sf27_a_perfect_learner_ends_the_run():
    run = adaboost.run([(0.0, 0.0), (1.0, 0.0)], [0, 1])
    assert (run.stop.rule, len(run.rounds), run.rounds[0].capped) == ("perfect-learner", 1, True)


def test_sf28_xor_ends_the_run_at_once():
    run = adaboost.run(XOR["X"], XOR["y"])
    assert run.rounds == []
    assert run.stop == adaboost.Stop("no-better-than-chance", 1, Fraction(1, 2))


def test_sf29_thirty_stumps_of_the_ten_points():
    assert [len({x[j] for x in X10}) for j in (0, 1)] == [9, 7]
    found = trees.candidates(X10, Y10, [1] * 10, range(10), "error")
    assert [sum(cut.feature == j for cut in found) for j in (0, 1)] == [8, 6]
    stumps = trees.stumps(X10, Y10, [1] * 10, range(10))
    assert len(stumps) == 30
    assert len({tuple(stump.answer(x) for x in X10) for stump in stumps}) == 30


def test_sf30_the_exponential_loss_bounds_the_training_error():
    for r in ten_points(6):
        loss = mean([exp(Fraction((1 - 2 * k) * F)) for k, F in zip(Y10, r.F, strict=True)])
        assert training_error(r.F) <= loss
