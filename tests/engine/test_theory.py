"""Demonstrations, recomputed in plain Python and exact fractions, without the engine.

Names begin with the number of the fact that they show, where it has one.
"""

import math
from collections import Counter
from fractions import Fraction
from itertools import pairwise
from statistics import fmean, median, pstdev

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ensemble_viz.engine import theory
from ensemble_viz.engine.data import Dataset, Refusal
from ensemble_viz.engine.data.samples import parse_sample, sample
from ensemble_viz.engine.runs import run
from ensemble_viz.engine.runs.figures import Metrics
from ensemble_viz.engine.theory import Drawn, Material
from tests.brute import adaboost, binomial, oracle

X10, Y10 = oracle.points_and_answers("toy10")
HALF_LOG = {0.01: 2.29756, 0.1: 1.09861, 0.25: 0.549306, 0.4: 0.202733, 0.49: 0.0200027, 0.5: 0}


def near(value):
    return pytest.approx(value, rel=1e-9, abs=1e-9)


def six(value):
    return pytest.approx(value, rel=5e-6, abs=1e-12)


def shown(name, material=None, **given):
    """Compute a demonstration; settings are typed as on the command line."""
    one = theory.demonstration(name)
    params = one.params.from_texts({key: str(value) for key, value in given.items()})
    return one.figures(params, material if material is not None else one.material())


def on_run(name, points, method, settings=None, upto=None, seed=0, **given):
    """Compute it on a run, or on the first rounds of one."""
    chosen, options = parse_sample(points)
    done = run(chosen.build(**options), method, settings or {}, seed)
    done.finish()
    material = Material(
        done.data, done, len(done) if upto is None else upto, Drawn(chosen, options)
    )
    return shown(name, material, **given)


def exactly(text):
    return Fraction(text)


# --- combining ---------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [1, 2, 10, 21, 50, 101])
@pytest.mark.parametrize("p", ["0", "0.1", "0.3", "0.45", "0.5", "0.7", "1"])
def test_sf01_sf04_the_vote_of_many_is_binomial(n, p):
    found, error = shown("votes", n=n, p=p), exactly(p)
    assert found["wrong"] == near([float(binomial.probability(k, n, error)) for k in range(n + 1)])
    assert found["majority_wrong"] == near(float(binomial.strict_majority_wrong(n, error)))
    assert found["tie"] == near(float(binomial.tie(n, error)))
    assert found["ties_shared"] == near(float(binomial.majority_error(n, error)))
    assert list(found["against_n"]) == list(range(1, 102, 2))
    for odd, wrong in found["against_n"].items():
        assert wrong == near(float(binomial.strict_majority_wrong(odd, error)))


@settings(max_examples=40)
@given(st.floats(0.001, 0.999))
def test_pr23_a_vote_helps_below_a_half_and_harms_above(p):
    wrong = list(shown("votes", n=3, p=repr(p))["against_n"].values())
    assert wrong[0] == near(p)
    for fewer, more in pairwise(wrong):
        helped = more <= fewer + 1e-12 if p <= 0.5 else more >= fewer - 1e-12
        assert helped
    other = list(shown("votes", n=3, p=repr(1 - p))["against_n"].values())
    assert [a + b for a, b in zip(wrong, other, strict=True)] == near([1.0] * len(wrong))


def test_sf01_sf03_the_figures_of_the_slides():
    found = shown("votes")
    assert found["wrong"][11] == six(0.0176498)
    assert found["majority_right"] == six(0.97361)
    assert found["majority_wrong"] == six(0.0263899)
    assert found["as_printed"]["with_coefficient"] == six(0.00874016)
    assert found["as_printed"]["without_coefficient"] == six(3.75219e-08)


def test_sf02_a_thousand_voters_keep_their_digits():
    assert shown("votes", n=1001, p=0.4)["majority_wrong"] == six(8.0798e-11)
    even = shown("votes", n=100, p=0.4)
    assert (even["majority_wrong"], even["tie"]) == six((0.0167617, 0.0103375))


def test_sf05_sf55_votes_are_counted():
    five = shown("vote-table", votes="1 0 1 0 0")
    assert (five["counts"], five["hard"], five["has_majority"], five["tied"]) == (
        [3, 2],
        0,
        True,
        [],
    )
    tied = shown("vote-table", votes="0 1 0 2 1")
    assert (tied["counts"], tied["tied"], tied["plurality"]) == ([2, 2, 1], [0, 1], 0)
    assert tied["has_majority"] is False


def test_sf06_shares_are_averaged_and_confidences_are_another_thing():
    found = shown("vote-table", shares=".2 .8; .7 .3; .1 .9; .5 .5; .6 .4")
    assert found["mean_shares"] == near([0.42, 0.58])
    assert (found["soft"], found["hard"]) == (1, 0)
    assert found["confidences"] == near([1.8, 1.7])
    assert found["by_confidences"] == 0


def test_sf07_values_have_a_mean_and_a_median():
    found = shown("vote-table", values="2.3 9.1 4.3 4.1 3.8")
    assert (found["mean"], found["median"]) == near((4.72, 4.1))
    assert found["counts"] is None


@pytest.mark.parametrize("weights", [".2 .3 .5", "2 3 5", "0.4,0.6,1"])
def test_sf08_sf09_weights_are_divided_by_their_sum(weights):
    found = shown("vote-table", shares="0.9 0.1; 0.8 0.2; 0.3 0.7", weights=weights)
    assert found["mean_shares"] == near([0.57, 0.43])
    assert found["soft"] == 0


def test_sf52_hard_and_soft_may_differ():
    found = shown("vote-table", shares=".6 .4; .6 .4; .1 .9")
    assert (found["hard"], found["soft"]) == (0, 1)
    assert found["mean_shares"] == near([13 / 30, 17 / 30])


@settings(max_examples=60)
@given(
    st.lists(st.integers(0, 7), min_size=1, max_size=30).flatmap(
        lambda votes: st.tuples(
            st.just(votes), st.lists(st.integers(1, 9), min_size=len(votes), max_size=len(votes))
        )
    )
)
def test_any_votes_are_counted_and_weighed(table):
    votes, weights = table
    found = shown(
        "vote-table", votes=" ".join(map(str, votes)), weights=" ".join(map(str, weights))
    )
    counts = Counter(votes)
    assert found["counts"] == [counts[k] for k in range(max(votes) + 1)]
    most = max(counts.values())
    first = [k for k in sorted(counts) if counts[k] == most]
    assert (found["plurality"], found["tied"]) == (first[0], first if len(first) > 1 else [])
    assert found["has_majority"] == (2 * most > len(votes))
    weighed = [
        Fraction(sum(w for vote, w in zip(votes, weights, strict=True) if vote == k), sum(weights))
        for k in range(max(votes) + 1)
    ]
    assert found["weighted_counts"] == near([float(share) for share in weighed])
    assert found["hard"] == weighed.index(max(weighed))


def test_sf14_pr15_the_error_of_a_committee_is_that_of_its_members_less_the_ambiguity():
    data = sample("surface", n=25, noise=0.3)
    bags = run(data, "bagging", {"rounds": 6})
    bags.finish()
    answers = [record.learners[0].answer(data.points).tolist() for record in bags.rounds]
    target = data.target.tolist()
    for t in (1, 4, 6):
        found = on_run("committee", "surface:n=25,noise=0.3", "bagging", {"rounds": 6}, upto=t)
        mean = [fmean(column) for column in zip(*answers[:t], strict=True)]
        members = [
            fmean([(a - y) ** 2 for a, y in zip(one, target, strict=True)]) for one in answers[:t]
        ]
        spread = fmean(
            [fmean([(a - b) ** 2 for a, b in zip(one, mean, strict=True)]) for one in answers[:t]]
        )
        assert found["member_errors"] == near(members)
        assert found["average_error"] == near(fmean(members))
        assert found["ambiguity"] == near(spread)
        assert found["committee_error"] == near(
            fmean([(b - y) ** 2 for b, y in zip(mean, target, strict=True)])
        )
        assert found["average_error"] - found["ambiguity"] == near(found["committee_error"])
        assert found["if_uncorrelated"] == near(fmean(members) / t)
        assert len(found["committee_errors"]) == t


@pytest.mark.parametrize("method", ["bagging", "random-forest", "extra-trees", "voting", "pasting"])
def test_pr15_holds_for_every_committee_of_classes(method):
    found = on_run("committee", "blobs:n=30,noise=0.6", method, {"rounds": 4})
    assert found["average_error"] - found["ambiguity"] == pytest.approx(
        found["committee_error"], abs=1e-12
    )


def test_sf50_clones_gain_nothing():
    found = on_run("committee", "moons:n=30", "voting", {"members": ["stump"] * 3})
    assert found["ambiguity"] == 0
    assert found["committee_error"] == near(found["average_error"])
    assert found["if_clones"] == found["average_error"]


def test_a_committee_may_be_asked_about_points_it_has_not_seen():
    points = "surface:n=25,noise=0.3,test=40"
    found = on_run("committee", points, "bagging", {"rounds": 3}, where="test")
    done = run(sample("surface", n=25, noise=0.3, test=40), "bagging", {"rounds": 3})
    done.finish()
    test = done.data.test
    mean = sum(record.learners[0].answer(test.points) for record in done.rounds) / 3
    assert found["committee_error"] == near(fmean(((mean - test.target) ** 2).tolist()))


def test_the_three_tied_stumps_of_the_ten_points_vote_rightly():
    found = shown("reasons")
    tied = [(one["axis"], one["threshold"]) for one in found["statistical"]["stumps"]]
    assert tied == [("x1", 2.5), ("x1", 8.5), ("x2", 6.5)]
    assert found["statistical"]["misses"] == 3
    assert found["statistical"]["vote_misses"] == 0
    assert found["computational"] == {"greedy_misses": 1, "best_misses": 0}
    assert found["representational"]["stump_misses"] == 3
    assert found["representational"]["misses"][:4] == [3, 3, 0, 0]


def best_of_depth_two(points, target):
    """Try every pair of cuts below every cut, in plain Python."""

    def least(rows):
        zeros = sum(target[i] == 0 for i in rows)
        return min(zeros, len(rows) - zeros)

    def stump(rows):
        cuts = [(j, points[i][j]) for j in (0, 1) for i in rows]
        sides = ([[i for i in rows if points[i][j] <= c], [i for i in rows if points[i][j] > c]]
                 for j, c in cuts)  # fmt: skip
        return min([least(rows), *(least(left) + least(right) for left, right in sides)])

    rows = range(len(points))
    cuts = [(j, point[j]) for j in (0, 1) for point in points]
    return min(
        stump([i for i in rows if points[i][j] <= c]) + stump([i for i in rows if points[i][j] > c])
        for j, c in cuts
    )


@settings(max_examples=25)
@given(
    st.lists(
        st.tuples(st.integers(0, 4), st.integers(0, 4), st.integers(0, 1)), min_size=3, max_size=9
    ).filter(lambda rows: len({row[:2] for row in rows}) > 1)
)
def test_the_best_tree_of_depth_two_is_the_best_of_all(rows):
    points, target = [list(row[:2]) for row in rows], [row[2] for row in rows]
    data = Dataset(points, target, ("a", "b"))
    found = shown("reasons", Material(data), rounds=3)["computational"]
    assert found["best_misses"] == best_of_depth_two(points, target)
    assert found["greedy_misses"] >= found["best_misses"]


# --- bagging -----------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [1, 2, 5, 10, 20, 60, 100, 1000, 10**6])
@pytest.mark.parametrize("bags", [1, 7])
def test_sf10_what_a_bag_misses(n, bags):
    found, out = shown("bootstrap", n=n, bags=bags), binomial.not_chosen(n)
    assert found["not_drawn"] == near(float(out))
    assert found["limit"] == near(math.exp(-1))
    assert found["distinct"] == pytest.approx(float(binomial.distinct_mean(n)), rel=1e-9)
    assert found["distinct_sd"] ** 2 == pytest.approx(
        float(binomial.distinct_variance(n)), rel=1e-6, abs=1e-9
    )
    assert found["never_in_any"] == near(float(out) ** bags)
    assert found["out_of_bags"] == near(bags * float(out))


def test_sf10_sf11_the_bags_of_a_run_are_counted():
    found = on_run("bootstrap", "ten-points", "bagging", {"rounds": 5}, seed=3)
    done = run(sample("ten-points"), "bagging", {"rounds": 5}, seed=3)
    bags = [done.round(t).in_bag.tolist() for t in range(1, 6)]
    assert found["drawn"] == [sum(count > 0 for count in bag) for bag in bags]
    assert found["out_of_bag"] == [sum(bag[i] == 0 for bag in bags) for i in range(10)]
    assert found["mass"] == near([0.1] * 10)
    assert found["never_in_any"] == near(float(binomial.not_chosen(10)) ** 5)


def test_sf11_equal_points_are_one_place():
    data = Dataset([[1, 1], [1, 1], [2, 1], [1, 1]], [0, 0, 1, 1], ("a", "b"))
    done = run(data, "bagging", {"rounds": 2})
    done.finish()
    assert shown("bootstrap", Material(data, done, 2))["mass"] == near([0.5, 0.5, 0.25, 0.25])


@pytest.mark.parametrize(
    ("rho", "variances"),
    [(0, (1, 0.1, 0.01)), (0.25, (1, 0.325, 0.2575)), (0.5, (1, 0.55, 0.505)), (1, (1, 1, 1))],
)
def test_sf15_what_trees_have_in_common_stays(rho, variances):
    for B, expected in zip((1, 10, 100), variances, strict=True):
        found = shown("variance-of-mean", sigma2=1, rho=rho, B=B)
        assert found["variance"] == near(expected)
        assert (found["correlated"], found["limit"]) == near((rho, rho))
        assert found["own"] == near((1 - rho) / B)
        assert found["against_B"][B] == near(expected)


def test_trees_cannot_all_be_opposites():
    with pytest.raises(Refusal, match=r"rho=-0\.5: 10 trees"):
        shown("variance-of-mean", rho=-0.5)
    assert shown("variance-of-mean", rho=-0.5, B=3)["variance"] == near(0)


@pytest.mark.parametrize("p", [1, 2, 3, 4, 5, 8, 16, 1000, 10**6])
def test_sf43_rules_of_thumb_for_the_axes(p):
    found = shown("drawn-axes", p=p)
    assert found["sqrt"] == math.floor(math.sqrt(p))
    assert found["log2_plus_1"] == min(p, math.floor(math.log2(p)) + 1)
    assert ("log2_plus_1" in found["is_bagging"]) == (p <= 2)
    assert found["chance_of_best"]["sqrt"] == near(math.floor(math.sqrt(p)) / p)


# --- trees -------------------------------------------------------------------------------------


def bits(counts):
    total = sum(counts)
    return -sum(c / total * math.log2(c / total) for c in counts if c)


def gini(counts):
    return 1 - sum(Fraction(c, sum(counts)) ** 2 for c in counts)


def error(counts):
    return 1 - Fraction(max(counts), sum(counts))


@settings(max_examples=60)
@given(
    st.integers(1, 5).flatmap(
        lambda classes: st.tuples(
            *[st.lists(st.integers(0, 30), min_size=classes, max_size=classes)] * 2
        )
    )
)
def test_sf41_impurity_and_gain(sides):
    left, right = sides
    parent = [a + b for a, b in zip(left, right, strict=True)]
    if not any(parent):
        return
    typed = [" ".join(map(str, counts)) for counts in (left, right)]
    found = shown("impurity", left=typed[0], right=typed[1])
    for name, measure in (("gini", gini), ("entropy", bits), ("error", error)):
        parts = {"parent": parent, "left": left, "right": right}
        of = {part: float(measure(own)) if any(own) else 0.0 for part, own in parts.items()}
        assert found[name] == near(of)
        share = sum(left) / sum(parent)
        saved = of["parent"] - share * of["left"] - (1 - share) * of["right"]
        assert found["gain"][name] == near(saved)
        assert found["gain"][name] >= -1e-12
    info = bits([sum(left), sum(right)])
    assert found["split_info"] == near(info)
    assert found["gain_ratio"] == near(found["gain"]["entropy"] / info if info else 0.0)


def test_sf41_the_figures_of_the_slide():
    found = shown("impurity")
    assert found["gain"]["entropy"] == six(0.278072)
    assert found["gain_ratio"] == six(0.278072)
    assert shown("impurity", parent="9 5")["entropy"]["parent"] == six(0.940286)
    assert shown("impurity", parent="5 0")["gain_ratio"] == 0


def test_the_cut_of_a_run_is_measured():
    found = on_run("impurity", "ten-points", "tree", {"criterion": "entropy"})
    done = run(sample("ten-points"), "tree", {"criterion": "entropy"})
    done.finish()
    root = done.rounds[0].learners[0]
    assert found["gain"]["entropy"] == near(root.gain[0])
    with pytest.raises(Refusal, match="node=1: it is cut at none such"):
        on_run("impurity", "ten-points", "tree", {"max_depth": 1}, node=1)


def added_errors(n, e, cf):
    """C4.5's AddErrs, from its published source, in its own way; with the errors themselves."""
    values = [0, 0.001, 0.005, 0.01, 0.05, 0.10, 0.20, 0.40, 1.00]
    deviations = [4.0, 3.09, 2.58, 2.33, 1.65, 1.28, 0.84, 0.25, 0.00]
    i = next(k for k, value in enumerate(values) if cf <= value)
    coefficient = deviations[i - 1] + (deviations[i] - deviations[i - 1]) * (cf - values[i - 1]) / (
        values[i] - values[i - 1]
    )
    coefficient *= coefficient
    if e < 1e-6:
        return n * (1 - math.exp(math.log(cf) / n))
    if e < 0.9999:
        first = n * (1 - math.exp(math.log(cf) / n))
        return e + first + e * (added_errors(n, 1.0, cf) - 1.0 - first) - e
    if e + 0.5 >= n:
        return e + 0.67 * (n - e)
    share = (
        e + 0.5 + coefficient / 2
        + math.sqrt(coefficient * ((e + 0.5) * (1 - (e + 0.5) / n) + coefficient / 4))
    ) / (n + coefficient)  # fmt: skip
    return n * share


@pytest.mark.parametrize("cf", [0.01, 0.1, 0.25, 0.3, 0.5])
@pytest.mark.parametrize(("n", "e"), [(6, 0), (9, 0), (1, 0), (16, 1), (14, 2), (5, 5), (30, 12)])
def test_sf61_c45_estimates_as_its_own_program_does(n, e, cf):
    found = shown("pessimistic-error", n=n, errors=e, cf=cf)
    assert found["estimate"] == near(added_errors(n, e, cf))
    assert found["subtree"] is None
    if e < n:
        rate = found["binomial_limit"] / n
        few = sum(math.comb(n, k) * rate**k * (1 - rate) ** (n - k) for k in range(e + 1))
        assert few == pytest.approx(cf, rel=1e-9)


def test_sf61_quinlans_subtree_becomes_a_leaf():
    found = shown("pessimistic-error")
    assert found["leaves"] == near([added_errors(n, 0, 0.25) for n in (6, 9, 1)])
    assert found["subtree"] == near(math.fsum(found["leaves"]))
    assert found["leaf"] < found["subtree"]
    assert found["pruned"] is True
    assert [round(6 * (1 - 0.25 ** (1 / 6)) / 6, 3), round(1 - 0.25 ** (1 / 9), 3)] == [
        0.206,
        0.143,
    ]


def test_sf61_the_nodes_of_a_run_are_estimated_as_it_pruned_them():
    points = "gaussians:n=60,seed=4,noise=0.4,flip=0.15"
    grown = on_run("pessimistic-error", points, "tree", {"rounds": 200})
    pruned = on_run("pessimistic-error", points, "tree", {"rounds": 200, "prune": "error"})
    assert any(node["pruned"] for node in grown["nodes"])
    assert not any(node["pruned"] for node in pruned["nodes"])
    for node in grown["nodes"]:
        assert node["leaf"] == near(added_errors(node["n"], node["errors"], 0.25))
        one = on_run("pessimistic-error", points, "tree", {"rounds": 200}, node=node["node"])
        assert (one["estimate"], one["subtree"]) == near((node["leaf"], node["subtree"]))
        assert one["pruned"] == node["pruned"]
        assert math.fsum(one["leaves"]) == near(node["subtree"])


def test_sf61_a_round_is_asked_about_the_node_that_it_split_or_pruned():
    points = "gaussians:n=60,seed=4,noise=0.4,flip=0.15"
    chosen, options = parse_sample(points)
    done = run(chosen.build(**options), "tree", {"rounds": 200, "prune": "error"})
    done.finish()
    kinds = Counter()
    for t in range(1, len(done) + 1):
        now = done.round(t).learners[0]
        before = done.round(t - 1).learners[0] if t > 1 else None
        is_pruned = before is not None and len(now) < len(before)
        kinds[is_pruned] += 1
        name = "pessimistic-error" if is_pruned else "impurity"
        found = shown(name, Material(done.data, done, t), node="none")
        k = found["node"]
        larger = before if is_pruned else now
        assert larger.feature[k] != -1
        counts = [round(float(x) * float(larger.weight[k])) for x in larger.value[k]]
        if is_pruned:
            assert now.feature[k] == -1
            assert found["leaf"] == near(added_errors(sum(counts), min(counts), 0.25))
            assert found["pruned"]
        else:
            assert before is None or before.feature[k] == -1
            share = counts[0] / sum(counts)
            assert found["gini"]["parent"] == near(2 * share * (1 - share))
    assert set(kinds) == {False, True}


OPERATIONS = {"<=": float.__le__, ">": float.__gt__}


def fires(rule, point):
    conditions = [condition.split() for condition in rule["if"]]
    return all(
        OPERATIONS[operation](point[int(axis[1]) - 1], float(threshold))
        for axis, operation, threshold in conditions
    )


@pytest.mark.parametrize("points", ["ten-points", "moons:n=40", "blobs:n=40", "surface:n=30"])
def test_sf63_one_rule_fires_for_each_point_and_says_what_the_tree_says(points):
    found = on_run("rules", points, "tree", {"rounds": 200})["rules"]
    chosen, options = parse_sample(points)
    done = run(chosen.build(**options), "tree", {"rounds": 200})
    done.finish()
    tree, data = done.rounds[-1].learners[0], done.data
    assert len(found) == tree.n_leaves
    counts = Counter()
    answers = tree.answer(data.points).tolist()
    for point, answer in zip(data.points.tolist(), answers, strict=True):
        (one,) = [k for k, rule in enumerate(found) if fires(rule, point)]
        counts[one] += 1
        said = data.classes[answer.index(max(answer))] if data.classes else answer
        assert found[one]["then"] == said
    assert [counts[k] for k in range(len(found))] == [rule["n"] for rule in found]
    assert all(len(rule["if"]) <= 4 for rule in found)


def test_sf29_sf51_stumps_of_the_ten_points():
    found = shown("stumps", rounds=7)
    assert (found["distinct"], found["cuts"]) == ([9, 7], [8, 6])
    assert (found["with_ends"], found["candidates"]) == ([10, 8], 30)
    assert found["steps"]["sorting"] == near(2 * 10 * math.log2(10))
    assert found["steps"]["rounds"] == 2 * 10 * 7


@settings(max_examples=30)
@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=12))
def test_stumps_of_any_points_are_counted(points):
    data = Dataset(points, [k % 2 for k in range(len(points))], ("a", "b"))
    found = shown("stumps", Material(data))
    distinct = [len({point[j] for point in points}) for j in (0, 1)]
    assert found["distinct"] == distinct
    assert found["candidates"] == 2 * sum(count - 1 for count in distinct) + 2


def test_sf45_sf46_importance_is_laid_open():
    found = on_run("importance", "moons:n=40", "random-forest", {"rounds": 6}, seed=2)
    done = run(sample("moons", n=40), "random-forest", {"rounds": 6}, seed=2)
    done.finish()
    for saved, record in zip(found["saved"], done.rounds, strict=True):
        tree = record.learners[0]
        own = [0.0, 0.0]
        for k in range(len(tree)):
            if tree.feature[k] >= 0:
                sides = [tree.weight[c] * tree.impurity[c] for c in (tree.left[k], tree.right[k])]
                own[tree.feature[k]] += (tree.weight[k] * tree.impurity[k] - sum(sides)) / 40
        assert saved == near(own)
    shares = [[part / sum(saved) for part in saved] for saved in found["saved"]]
    assert found["shares"] == [near(own) for own in shares]
    assert found["shares_first"] == near([fmean(axis) for axis in zip(*shares, strict=True)])
    assert found["importance"] == near(found["shares_first"])
    total = [math.fsum(axis) for axis in zip(*found["saved"], strict=True)]
    assert found["decreases_first"] == near([part / sum(total) for part in total])
    rises = list(zip(*found["rises"], strict=True))
    assert found["permutation"] == near([fmean(axis) for axis in rises])
    spread = [pstdev(axis) * math.sqrt(len(axis) / (len(axis) - 1)) for axis in rises]
    assert found["permutation_sd"] == near(spread)
    assert found["permutation_normalised"] == near(
        [fmean(axis) / sd for axis, sd in zip(rises, spread, strict=True)]
    )


@pytest.mark.parametrize("method", ["tree", "adaboost", "gradient-boosting", "xgboost", "bagging"])
def test_sf45_importance_is_the_one_that_the_program_shows(method):
    for points in ("moons:n=40", "circles:n=30"):
        found = on_run("importance", points, method, {"rounds": 5})
        done = run(parse_sample(points)[0].build(n=int(points[-2:])), method, {"rounds": 5})
        done.finish()
        assert found["importance"] == near(Metrics(done).figures(len(done))["importance"])


def test_sf46_a_rise_that_never_varies_is_not_divided():
    found = on_run("importance", "moons:n=40", "adaboost", {"rounds": 3})
    assert found["rises"] is None
    assert found["permutation_normalised"] is None


# --- boosting ----------------------------------------------------------------------------------


@pytest.mark.parametrize("error", ["0.01", "0.1", "0.25", "0.3", "0.49", "0.5", "0.7", "0.99"])
def test_sf20_sf21_the_loss_is_least_at_alpha(error):
    found, share = shown("alpha", error=error), float(error)
    assert found["minimiser"] == near(math.log((1 - share) / share) / 2)
    assert found["minimum"] == near(2 * math.sqrt(share * (1 - share)))
    for beta, loss in found["loss_at"].items():
        assert loss == near((math.exp(beta) - math.exp(-beta)) * share + math.exp(-beta))
        assert loss >= found["minimum"] - 1e-12
    assert found["log_form"] == near(math.log((1 - share) / share))
    for name, factor in found["factors"].items():
        assert share * factor["missed"] + (1 - share) * factor["right"] == near(1), name
    assert found["factors"]["both"] == near(found["factors"]["missed_only"])
    assert found["factors"]["both"]["missed"] == near(1 / (2 * share))
    assert found["factors"]["both"]["right"] == near(1 / (2 * (1 - share)))


def test_sf20_to_sf23_and_sf60_the_figures_of_the_notes():
    found = shown("alpha")
    assert (found["minimiser"], found["minimum"]) == six((0.423649, 0.916515))
    assert found["loss_at"][0.5] == six(0.919188)
    assert {error: found["curve"][error] for error in HALF_LOG} == six(HALF_LOG)
    assert found["accuracy"]["ratio_of_weights"] == pytest.approx(2.593, abs=5e-4)
    assert found["accuracy"]["ratio_of_accuracies"] == near(9 / 7)
    mixed = found["factors"]["mixed"]
    assert (mixed["missed"] / 10, mixed["right"] / 10) == six((0.131881, 0.086337))
    worse = shown("alpha", error=0.7)
    assert worse["minimiser"] == six(-0.423649)
    assert worse["reversed"] == near({"error": 0.3, "minimiser": math.log(7 / 3) / 2})


@pytest.mark.parametrize("error", ["0", "1", "1e-11"])
def test_sf27_a_perfect_learner_is_capped(error):
    found = shown("alpha", error=error)
    assert found["capped"]
    assert abs(found["minimiser"]) == pytest.approx(math.log((1 - 1e-10) / 1e-10) / 2, rel=1e-6)


def test_sf19_alpha_on_a_run_is_that_of_its_last_round():
    for t, error in ((1, 3 / 10), (2, 3 / 14), (3, 3 / 22)):
        found = on_run("alpha", "ten-points", "adaboost", {"rounds": 3}, upto=t)
        assert found["minimum"] == near(2 * math.sqrt(error * (1 - error)))


PLACES = [-2, -0.5, -0.2, 0, 0.3, 0.5, 2]
LOSSES = {
    "exponential": (lambda m: math.exp(-m), lambda m: math.exp(-m)),
    "log-loss": (lambda m: math.log(1 + math.exp(-m)), lambda m: 1 / (1 + math.exp(m))),
    "squared": (lambda r: r * r / 2, lambda r: r),
    "absolute": (abs, lambda r: (r > 0) - (r < 0)),
    "huber": (
        lambda r: r * r / 2 if abs(r) <= 0.5 else 0.5 * (abs(r) - 0.25),
        lambda r: max(-0.5, min(0.5, r)),
    ),
}


@pytest.mark.parametrize("name", LOSSES)
def test_sf30_sf35_sf37_sf38_losses_and_their_slopes(name):
    found = shown("losses", loss=name, at=" ".join(map(str, PLACES)))
    value, slope = LOSSES[name]
    assert found["at"] == PLACES
    assert found["loss"] == near([value(place) for place in PLACES])
    assert found["negative_gradient"] == near([slope(place) for place in PLACES])
    if name in ("exponential", "log-loss"):
        assert found["zero_one"] == [1, 1, 1, 1, 0, 0, 0]
    if name == "exponential":
        assert all(a <= b for a, b in zip(found["zero_one"], found["loss"], strict=True))


def test_sf38_huber_and_the_slide():
    found = shown("losses", loss="huber", at=" ".join(map(str, PLACES)), delta=0.5)
    assert found["loss"] == near([0.875, 0.125, 0.02, 0, 0.045, 0.125, 0.875])
    assert found["negative_gradient"] == near([-0.5, -0.5, -0.2, 0, 0.3, 0.5, 0.5])
    assert found["as_printed"]["loss"][::6] == near([0.75, 0.75])
    assert found["as_printed"]["negative_gradient"][4] == near(-0.3)


def test_the_losses_are_those_that_boosting_lowers():
    """The figures are the engine's own losses, wherever it has them."""
    from ensemble_viz.engine.ensembles.losses import LossChoice, loss_of

    for name in ("squared", "absolute", "huber"):
        for place, value, slope in zip(*_columns(name), strict=True):
            data = Dataset([[0.0]], [place], columns=("x",))
            loss = loss_of(data, LossChoice(name, line_search=False, delta=0.5))
            start = loss.initial("zero")
            assert loss.mean(start) == near(value)
            assert loss.negative_gradient(start)[0] == near(slope)
    for name in ("exponential", "log-loss"):
        for place, value, slope in zip(*_columns(name), strict=True):
            data = Dataset([[0.0, 0.0]], [1], ("a", "b"))
            loss = loss_of(data, LossChoice(name))
            score = loss.initial("zero") + place
            assert loss.mean(score) == near(value)
            assert loss.negative_gradient(score)[0] == near(slope)


def _columns(name):
    found = shown("losses", loss=name, at=" ".join(map(str, PLACES)))
    return found["at"], found["loss"], found["negative_gradient"]


def test_sf30_the_points_of_a_run_lie_on_the_curve():
    found = on_run("losses", "ten-points", "adaboost", {"rounds": 2})
    rounds = adaboost.run(X10, Y10, rounds=2).rounds
    margins = [(2 * y - 1) * F for y, F in zip(Y10, rounds[-1].F, strict=True)]
    assert found["points"]["at"] == near(margins)
    assert found["mean_loss"] == near(fmean([math.exp(-m) for m in margins]))
    assert found["train_error"] == near(0.3)
    logs = on_run("losses", "ten-points", "adaboost", {"rounds": 2, "alpha": "log"})
    assert logs["mean_loss"] == near(found["mean_loss"])


@pytest.mark.parametrize("alpha", ["half-log", "log"])
@pytest.mark.parametrize("t", [1, 2, 3, 6])
def test_sf24_sf25_weights_are_products_of_odds(t, alpha):
    settings = {"rounds": 6, "alpha": alpha}
    found = on_run("weight-products", "ten-points", "adaboost", settings, upto=t)
    rounds = adaboost.run(X10, Y10, rounds=t).rounds
    raw = [
        Fraction(1, 10) * math.prod(1 / r.error - 1 for r in rounds if i in r.missed)
        for i in range(10)
    ]
    assert found["unnormalised"] == near([float(product) for product in raw])
    assert found["weight"] == near([float(product / sum(raw)) for product in raw])
    losses = [math.exp((1 - 2 * k) * F) for k, F in zip(Y10, rounds[-1].F, strict=True)]
    assert found["exp_of_margin"] == near([loss / math.fsum(losses) for loss in losses])
    assert found["recorded"] == near(found["weight"])
    assert found["missed_by"] == [
        [k for k, r in enumerate(rounds, start=1) if i in r.missed] for i in range(10)
    ]


def test_sf24_the_figures_of_the_notes():
    assert sorted(set(shown("weight-products")["unnormalised"])) == six(
        [0.1, 0.233333, 0.366667, 0.633333]
    )


@pytest.mark.parametrize("multiclass", ["m1", "samme"])
def test_weights_are_products_and_losses_with_more_classes_and_smaller_steps(multiclass):
    settings = {"rounds": 5, "multiclass": multiclass, "learning_rate": 0.7, "max_depth": 2}
    found = on_run("weight-products", "blobs:n=60,noise=0.5", "adaboost", settings)
    assert found["weight"] == near(found["recorded"])
    assert found["exp_of_margin"] == near(found["recorded"])


def test_products_that_no_number_holds_still_have_shares():
    """Two points at one place with different classes beside others: one is missed every time."""
    data = Dataset([[0, 0], [0, 0], [0, 0], [1, 0], [2, 0]], [0, 0, 1, 1, 0], ("a", "b"))
    done = run(data, "adaboost", {"rounds": 4000, "max_depth": None})
    done.finish()
    found = shown("weight-products", Material(data, done, len(done)))
    assert found["weight"] == near(found["recorded"])
    assert sum(found["exp_of_margin"]) == near(1)


def test_pr01_pr07_margins_and_their_bounds():
    rounds = adaboost.run(X10, Y10, rounds=12).rounds
    for t in (1, 3, 12):
        found = on_run("margins", "ten-points", "adaboost", {"rounds": 12}, upto=t, theta=0.05)
        weights = [r.learner_weight for r in rounds[:t]]
        margins = [
            (2 * y - 1) * F / math.fsum(weights) for y, F in zip(Y10, rounds[t - 1].F, strict=True)
        ]
        assert found["margins"] == near(margins)
        assert (found["minimum"], found["median"]) == near((min(margins), median(margins)))
        assert found["share_below"] == near(sum(m <= 0.05 for m in margins) / 10)
        errors = [float(r.error) for r in rounds[:t]]
        bound = math.prod(2 * math.sqrt(e**0.95 * (1 - e) ** 1.05) for e in errors)
        assert found["bound"] == near(bound)
        assert found["share_below"] <= bound + 1e-9
        chain = found["chain"]
        assert chain["product_of_z"] == near(chain["exp_loss"])
        edges = math.exp(-2 * sum((0.5 - e) ** 2 for e in errors))
        assert chain["exp_of_edges"] == near(edges)
        assert chain["train_error"] <= chain["exp_loss"] <= edges


def test_pr08_margins_of_the_ten_points_go_on_growing():
    found = on_run("margins", "ten-points", "adaboost", {"rounds": 60})
    told = {3: 0.075, 5: 0.192, 6: 0.218, 10: 0.266, 15: 0.289, 50: 0.320, 60: 0.322}
    for t, least in told.items():
        assert found["min_margins"][t - 1] == pytest.approx(least, abs=5e-4)
    assert found["train_errors"][2:] == [0] * 58


def test_sf32_to_sf35_the_residuals_of_the_latitudes():
    found = shown("residuals")
    assert found["initial"] == 56.25
    assert found["residuals"] == [3.75, 13.75, 8.75, -26.25] == found["negative_gradient"]
    assert found["sum"] == 0
    assert found["answers"] == [6.25, 13.75, 6.25, -26.25]
    assert found["after"] == near([56.875, 57.625, 56.875, 53.625])


@pytest.mark.parametrize("rate", [1.0, 0.1, 0.01])
def test_sf36_residual_and_score_always_make_the_value(rate):
    settings = {"rounds": 4, "init": "zero", "max_leaf_nodes": 3, "learning_rate": rate}
    for t in range(1, 5):
        found = on_run("residuals", "sine:n=20", "gradient-boosting", settings, upto=t)
        data = sample("sine", n=20)
        for F, r in ((found["before"], found["residuals"]), (found["after"], found["left_over"])):
            assert [a + b for a, b in zip(F, r, strict=True)] == near(data.target.tolist())
        steps = [a - rate * h for a, h in zip(found["residuals"], found["answers"], strict=True)]
        assert found["left_over"] == near(steps)


def test_pr18_small_steps_need_many_rounds():
    """Of a surface: 3, 22 and 223 rounds within a tenth, until the mean squared error is .1."""
    found = shown("shrinkage", most=300)
    assert found["rounds"][1.0] == 3
    assert found["rounds"][0.1] == 22
    assert found["rounds"][0.01] == pytest.approx(223, rel=0.1)
    for rate, first in found["rounds"].items():
        losses = found["losses"][rate]
        assert losses[first - 1] < 0.05 <= min(losses[: first - 1])
        best = found["best_test"][rate]
        assert best["error"] == min(found["test_errors"][rate])
