"""Facts of the lecture notes that the engine has to show: votes, bags, AdaBoost, boosting, trees.

A test's name begins with the number of its fact. What is shown by demonstrations stands in
`test_theory.py`; the methods of the remaining facts have tests of their own. That the reference
knows them is tested in `tests/brute/test_facts.py`.
"""

import math
import re
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.data.probabilities import softmax
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.engine.ensembles import decide
from ensemble_viz.engine.ensembles.losses import loss_of
from ensemble_viz.engine.ensembles.method import Round
from ensemble_viz.engine.ensembles.votes import as_is, one_vote
from ensemble_viz.engine.methods import method
from ensemble_viz.engine.runs import Run, run, search_node
from ensemble_viz.engine.runs.figures import Metrics
from ensemble_viz.engine.trees.pruning import pessimistic
from tests.runs import exactly, finished

AB = ("a", "b")
EPS = (3 / 10, 3 / 14, 3 / 22)  # of the first three stumps on the ten points
XOR = np.array([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]])


def six(values):
    """The facts are stated with six digits."""
    return pytest.approx(values, rel=5e-6)


def classes(points, target, **more) -> Dataset:
    return Dataset(np.array(points, dtype=float), np.array(target), AB, **more)


def on_a_line(target) -> Dataset:
    return classes([[x, 0] for x in range(len(target))], target)


def values(points, target) -> Dataset:
    return Dataset(np.array(points, dtype=float), np.array(target, dtype=float))


def ten_points(rounds: int = 3, **settings) -> Run:
    return finished(sample("ten-points"), "adaboost", rounds=rounds, **settings)


def signs(done: Run, record: Round):
    """The answers h(x) of a round, and the true y, as −1 and +1."""
    h = decide(record.learners[0].answer(done.data.points), 2)
    return 2 * h - 1, 2 * done.data.target - 1


def hard_vote(shares):
    return decide(one_vote(np.array(shares)).mean(axis=0)[None], 2)[0]


def soft_vote(shares):
    mean = as_is(np.array(shares)).mean(axis=0)
    return decide(mean[None], 2)[0], mean


def test_sf05_three_of_five_say_no():
    shares = [[0, 1], [1, 0], [0, 1], [1, 0], [1, 0]]
    assert one_vote(np.array(shares)).sum(axis=0).tolist() == [3, 2]
    assert hard_vote(shares) == 0


def test_sf06_soft_votes_average_probabilities():
    shares = [[0.2, 0.8], [0.7, 0.3], [0.1, 0.9], [0.5, 0.5], [0.6, 0.4]]
    winner, mean = soft_vote(shares)
    assert (winner, mean[1]) == (1, exactly(0.58))  # summing stated confidences would say 0


def test_sf07_a_bag_of_values_answers_the_mean_of_its_trees():
    done = finished(sample("sine", n=30), "bagging", rounds=5)
    answers = [record.learners[0].answer(done.data.points) for record in done.rounds]
    assert done.rounds[-1].score == exactly(np.mean(answers, axis=0))
    assert np.abs(done.rounds[-1].score - np.median(answers, axis=0)).max() > 0.01
    assert as_is(np.array([2.3, 9.1, 4.3, 4.1, 3.8])).mean() == exactly(4.72)


def test_sf10_a_bag_of_ten_holds_six_and_a_half_points():
    done = finished(sample("ten-points"), "bagging", rounds=2000, max_depth=1)
    distinct = np.array([(record.in_bag > 0).sum() for record in done.rounds])
    assert abs(distinct.mean() - 6.51322) < 4 * distinct.std() / math.sqrt(len(distinct))
    never = np.mean([record.in_bag == 0 for record in done.rounds])
    assert never == pytest.approx(0.348678, abs=0.01)


def test_sf11_a_point_present_three_times_is_drawn_three_times_as_often():
    data = on_a_line([0, 1, 0, 1, 1, 0, 1, 0])
    data = classes(np.where(np.arange(8)[:, None] < 3, 0.0, data.points), data.target)
    done = finished(data, "bagging", rounds=1500, max_depth=1)
    drawn = np.array([record.in_bag[:3].sum() for record in done.rounds])
    assert abs(drawn.mean() - 8 * 3 / 8) < 4 * drawn.std() / math.sqrt(len(drawn))
    for record in done.rounds[:50]:  # and the tree counts places as points
        assert record.learners[0].n[0] == (record.in_bag > 0).sum()
        assert record.learners[0].weight[0] == 8


@pytest.mark.parametrize("name", ["bagging", "random-forest"])
def test_sf14_a_committee_errs_less_by_its_ambiguity(name):
    done = finished(sample("surface", n=40), name, rounds=10)
    y = done.data.target
    answers = np.array([record.learners[0].answer(done.data.points) for record in done.rounds])
    committee = done.rounds[-1].score
    ambiguity = ((answers - committee) ** 2).mean()
    alone = ((answers - y) ** 2).mean()
    assert Metrics(done).figures(10)["train_error"] == exactly(alone - ambiguity)
    assert ambiguity > 0.01
    learners = [Metrics(done).figures(t)["learner_error"] for t in range(1, 11)]
    assert np.mean(learners) == exactly(alone)


def test_sf16_three_stumps_get_the_ten_points_right():
    done = ten_points()
    assert [record.error for record in done.rounds] == exactly(EPS)
    halves = [record.learner_weight for record in done.rounds]
    assert halves == six([0.423649, 0.649641, 0.922913])
    logs = [record.learner_weight for record in ten_points(alpha="log").rounds]
    assert logs == six([0.847298, 1.29928, 1.84583])
    errors = [Metrics(done).figures(t)["train_error"] for t in (1, 2, 3)]
    assert errors == exactly([0.3, 0.3, 0])


def test_sf17_points_that_were_right_weigh_less_in_round_two():
    weight = ten_points().round(2).sample_weight
    missed = [4, 6, 7]  # the points 5, 7 and 8
    assert weight[missed] == exactly([1 / 6] * 3)
    assert np.delete(weight, missed) == exactly([1 / 14] * 7)


def test_sf18_round_three_misses_points_that_were_right_twice():
    record = ten_points().round(3)
    expected = [1 / 22, 1 / 22, 1 / 6, 1 / 6, 7 / 66, 1 / 6, 7 / 66, 7 / 66, 1 / 22, 1 / 22]
    assert record.sample_weight == exactly(expected)
    h = decide(record.learners[0].answer(sample("ten-points").points), 2)
    assert np.flatnonzero(h != sample("ten-points").target).tolist() == [0, 1, 8]


def test_sf19_z_is_the_weighted_loss_and_twice_the_root():
    done = ten_points()
    figures = [Metrics(done).figures(t) for t in (1, 2, 3)]
    assert [figure["z"] for figure in figures] == six([0.916515, 0.820652, 0.686349])
    assert figures[-1]["bound"] == six(0.51623)
    for record, figure in zip(done.rounds, figures, strict=True):
        h, y = signs(done, record)
        loss = record.sample_weight @ np.exp(-record.learner_weight * y * h)
        assert figure["z"] == exactly(loss)
        assert figure["z"] == exactly(2 * math.sqrt(record.error * (1 - record.error)))


def test_sf20_the_learner_weight_lowers_the_weighted_loss_most():
    done = ten_points()
    record = done.round(1)
    h, y = signs(done, record)

    def loss(beta):
        return float(record.sample_weight @ np.exp(-beta * y * h))

    assert loss(0.5) == six(0.919188)
    assert loss(record.learner_weight) == six(0.916515)
    slope = loss(record.learner_weight + 1e-4) - loss(record.learner_weight - 1e-4)
    assert slope == pytest.approx(0, abs=1e-10)
    assert min(loss(record.learner_weight + step) for step in (-0.1, 0.1)) > 0.92


def with_constant_error(error: float) -> Dataset:
    """All points in one place: the best stump is a constant."""
    return classes([[0, 0], [0, 0]], [0, 1], weight=np.array([1 - error, error]))


def test_sf21_a_smaller_error_has_a_larger_vote():
    expected = {0.01: 2.29756, 0.1: 1.09861, 0.25: 0.549306, 0.4: 0.202733, 0.49: 0.0200027}
    for error, alpha in expected.items():
        record = run(with_constant_error(error), "adaboost").round(1)
        assert (record.error, record.learner_weight) == (exactly(error), six(alpha))
    assert run(with_constant_error(0.5), "adaboost").upto(1) == 0


def test_sf22_the_best_stump_is_never_worse_than_chance():
    rng = np.random.default_rng(22)
    for n in range(4, 40):
        data = classes(rng.integers(0, 5, (n, 2)), rng.integers(0, 2, n))
        done = finished(data, "adaboost", rounds=5)
        errors = [record.error for record in done.rounds]
        errors += [done.stop.error] if done.stop.error is not None else []
        assert max(errors) <= 0.5 + 1e-12


def test_sf23_the_other_form_has_the_same_weights_and_decisions():
    half, log = ten_points(6), ten_points(6, alpha="log")
    for one, two in zip(half.rounds, log.rounds, strict=True):
        assert two.learner_weight == exactly(2 * one.learner_weight)
        assert two.next_weight == exactly(one.next_weight)
        assert two.score == exactly(2 * one.score)
    assert log.round(1).next_weight[[4, 0]] == exactly([1 / 6, 1 / 14])


def test_sf24_weights_are_products_of_odds_up_to_their_sum():
    done = ten_points()
    weight = np.full(10, 1 / 10)
    for record in done.rounds:
        h, y = signs(done, record)
        weight = np.where(h == y, weight, weight * (1 - record.error) / record.error)
    assert sorted(set(weight.round(6).tolist())) == six([0.1, 0.233333, 0.366667, 0.633333])
    assert done.round(3).next_weight == exactly(weight / weight.sum())


def test_sf25_weights_are_the_exponential_loss_of_the_score():
    done = finished(sample("moons"), "adaboost", rounds=20)
    y = 2 * done.data.target - 1
    for record in done.rounds:
        loss = np.exp(-y * done.score(record.number - 1))
        assert record.sample_weight == exactly(loss / loss.sum())


def test_sf27_a_perfect_learner_ends_the_run():
    done = finished(on_a_line([0, 0, 1, 1]), "adaboost")
    assert (len(done), done.stop.rule, done.stop.round) == (1, "perfect-learner", 1)
    record = done.round(1)
    assert (record.error, record.figures["capped"]) == (0, True)
    assert record.learner_weight == six(11.5129)
    assert ten_points(2).stop.rule == "all-rounds"


def test_sf28_no_stump_beats_chance_on_xor():
    done = finished(classes(XOR, [0, 0, 1, 1]), "adaboost")
    stop = done.stop
    assert (len(done), stop.rule, stop.round) == (0, "no-better-than-chance", 1)
    assert stop.error == exactly(0.5)


def test_sf29_a_cut_between_any_two_neighbours():
    search = search_node(ten_points(1), 1)
    cuts = [axis.threshold.tolist() for axis in search.axes]
    assert [len(thresholds) for thresholds in cuts] == [8, 6]
    for axis, thresholds in enumerate(cuts):
        distinct = np.unique(sample("ten-points").points[:, axis])
        assert thresholds == ((distinct[1:] + distinct[:-1]) / 2).tolist()


def test_sf30_the_exponential_loss_bounds_the_training_error():
    done = finished(sample("circles"), "adaboost", rounds=40)
    metrics = Metrics(done)
    for t in range(1, 41):
        figures = metrics.figures(t)
        assert figures["train_error"] <= figures["loss"] == figures["exp_loss"]


def test_sf31_a_score_of_zero_is_the_first_class():
    assert decide(np.array([-1.0, -0.0, 0.0, 5e-324]), 2).tolist() == [0, 0, 0, 1]
    assert decide(np.array([[0.4, 0.4, 0.2], [0.2, 0.4, 0.4]]), 3).tolist() == [0, 1]


def latitude(**settings) -> Run:
    return run(sample("latitude"), "gradient-boosting", {"max_depth": 2} | settings)


def test_sf32_boosting_starts_at_the_mean():
    assert latitude().start.initial_score.tolist() == [56.25]


def test_sf33_the_first_residuals():
    residuals = latitude().start.target.tolist()
    assert residuals == [3.75, 13.75, 8.75, -26.25]
    assert sum(residuals) == 0


@pytest.mark.parametrize(("rate", "prediction"), [(1.0, 62.5), (0.1, 56.875), (0.5, 59.375)])
def test_sf34_the_third_point_after_one_tree(rate, prediction):
    record = latitude(learning_rate=rate).round(1)
    answer = record.learners[0].answer(sample("latitude").points)
    assert answer[[0, 2]] == exactly([6.25, 6.25])
    assert record.score[2] == exactly(prediction)


def test_sf35_the_target_is_the_slope_of_half_the_square():
    loss, step = loss_of(sample("latitude")), 1e-4
    F = np.full(4, 56.25)
    for i, residual in enumerate(latitude().start.target):
        up, down = F.copy(), F.copy()
        up[i], down[i] = F[i] + step, F[i] - step
        slope = 4 * (loss.mean(up) - loss.mean(down)) / (2 * step)
        assert -slope == pytest.approx(residual, abs=1e-6)


@pytest.mark.parametrize("rate", [1.0, 0.1, 0.01])
def test_sf36_residual_and_score_always_make_the_answer(rate):
    settings = {"init": "zero", "max_depth": None, "max_leaf_nodes": 3, "learning_rate": rate}
    done = finished(sample("sine"), "gradient-boosting", rounds=15, **settings)
    assert done.start.initial_score.tolist() == [0]
    h = np.zeros(len(done.data))
    for record in done.rounds:
        assert record.target + h == exactly(done.data.target)
        h = h + rate * record.learners[0].answer(done.data.points)
        assert record.learners[0].n_leaves == 3  # two splits
        assert record.score == exactly(h)


def test_sf39_each_class_has_a_tree_a_round_and_starts_like_the_others():
    data = sample("blobs", classes=3, ratio=3.0)
    done = run(data, "gradient-boosting", {"init": "zero"})
    assert softmax(done.score(0))[0] == six([0.333333] * 3)
    assert done.start.target == exactly(data.one_hot - 1 / 3)
    assert len(done.round(1).learners) == 3


def test_sf40_one_split_is_a_stump_and_tiny_steps_are_allowed():
    for rate in (0.01, 0.001):
        common = {"learning_rate": rate, "rounds": 5}
        splits = latitude(max_depth=None, max_leaf_nodes=2, **common)
        stumps = latitude(max_depth=1, **common)
        assert splits.round(5).score.tolist() == stumps.round(5).score.tolist()
        assert stumps.round(1).score == exactly(56.25 + rate * np.array([8.75] * 3 + [-26.25]))


@pytest.mark.parametrize(
    ("target", "bits"), [([0] * 9 + [1] * 5, 0.940286), ([0, 1] * 4, 1.0), ([1, 1, 1, 0], 0.811278)]
)
def test_sf41_impurity_in_bits(target, bits):
    tree = run(on_a_line(target), "tree", {"criterion": "entropy"}).round(1).learners[0]
    assert tree.impurity[0] == six(bits)
    leaf = finished(on_a_line(target), "tree", criterion="entropy").rounds[-1].learners[0]
    assert set(leaf.impurity[leaf.is_leaf].tolist()) == {0.0}


def test_sf41_gain_and_gain_ratio():
    places = [[side, 0] for side in [0] * 5 + [1] * 5]
    data = classes(places, [0] * 4 + [1] + [0] + [1] * 4)
    for criterion in ("entropy", "gain-ratio"):
        tree = run(data, "tree", {"criterion": criterion}).round(1).learners[0]
        assert tree.gain[0] == six(0.278072)
    uneven = classes([[x, 0] for x in (0, 1, 1, 1)], [0, 1, 1, 1])
    tree = run(uneven, "tree", {"criterion": "gain-ratio"}).round(1).learners[0]
    assert tree.gain[0] == exactly(1)  # it tells just as much as the cut itself does


def test_sf42_the_first_split_of_xor_gains_nothing_and_the_second_all():
    data = classes(XOR, [0, 0, 1, 1])
    done = finished(data, "tree", max_depth=2)
    assert done.round(1).learners[0].gain[0] == 0
    assert Metrics(done).figures(1)["train_error"] == 0.5
    assert Metrics(done).figures(len(done))["train_error"] == 0


def test_sf43_two_features_a_node_are_plain_bagging():
    forest = method("random-forest").params
    assert forest.from_texts({"max_features": "sqrt"}).max_features == 1
    assert forest.from_texts({"max_features": "log2"}).max_features == 2
    data = sample("moons")
    both = finished(data, "random-forest", seed=5, rounds=20, max_features=2)
    bags = finished(data, "bagging", seed=5, rounds=20)
    single = finished(data, "random-forest", seed=5, rounds=20)
    for one, two in zip(both.rounds, bags.rounds, strict=True):
        assert one.score.tobytes() == two.score.tobytes()
        assert one.learners[0].threshold.tolist() == two.learners[0].threshold.tolist()
    assert single.rounds[-1].score.tolist() != bags.rounds[-1].score.tolist()


def test_sf44_both_out_of_bag_errors():
    done = finished(sample("moons", n=60), "bagging", rounds=12)
    data, figures = done.data, Metrics(done).figures(12)
    votes, by_tree = np.zeros((60, 2)), []
    for record in done.rounds:
        out = record.in_bag == 0
        h = decide(record.learners[0].answer(data.points), 2)
        votes[out, h[out]] += 1
        by_tree.append((h != data.target)[out].mean())
    covered = votes.sum(axis=1) > 0
    wrong = (votes.argmax(axis=1) != data.target)[covered].mean()
    assert figures["oob_error"] == exactly(wrong)
    assert figures["oob_error_trees"] == exactly(np.mean(by_tree))
    assert figures["oob_covered"] == covered.sum() > 55
    assert wrong < np.mean(by_tree)


def test_sf45_gini_importance_is_the_share_of_the_impurity_saved():
    data = sample("moons")
    done = finished(data, "tree", max_depth=3)
    tree = done.rounds[-1].learners[0]
    saved = [0.0, 0.0]
    for node in np.flatnonzero(~tree.is_leaf):
        sides = tree.left[node], tree.right[node]
        rest = sum(tree.weight[side] * tree.impurity[side] for side in sides)
        saved[tree.feature[node]] += tree.weight[node] * tree.impurity[node] - rest
    importance = Metrics(done).figures(len(done))["importance"]
    assert importance == exactly(np.array(saved) / sum(saved))
    assert sum(importance) == exactly(1)


def test_sf46_permuting_an_axis_that_says_nothing_costs_nothing():
    rng = np.random.default_rng(46)
    points = rng.uniform(-1, 1, (80, 2))
    data = classes(points, (points[:, 1] > 0.1).astype(int))
    done = finished(data, "bagging", rounds=30, max_depth=1)
    nothing, much = Metrics(done).figures(30)["importance_permutation"]
    assert abs(nothing) < 0.02
    assert much == pytest.approx(0.5, abs=0.1)
    assert Metrics(done).figures(1)["importance_permutation"] is not None  # one tree has no sd


def test_sf52_one_sure_tree_outvotes_two_doubtful_ones_only_softly():
    shares = [[0.6, 0.4], [0.6, 0.4], [0.1, 0.9]]
    assert hard_vote(shares) == 0
    winner, mean = soft_vote(shares)
    assert (winner, mean.tolist()) == (1, six([0.433333, 0.566667]))
    soft = finished(sample("moons"), "bagging", rounds=7, vote="soft", max_depth=2)
    answers = [record.learners[0].answer(soft.data.points) for record in soft.rounds]
    assert soft.rounds[-1].score == exactly(np.mean(answers, axis=0))


def test_sf53_boosting_reweights_and_draws_nothing():
    one, two = (finished(sample("moons"), "adaboost", seed, rounds=10) for seed in (1, 2))
    assert one.rounds[-1].score.tobytes() == two.rounds[-1].score.tobytes()
    for record in one.rounds:
        assert record.in_bag is None
        assert record.learners[0].weight[0] == exactly(1)


def test_sf54_thresholds_are_midpoints_and_what_lies_on_one_goes_left():
    data = sample("moons")
    done = finished(data, "tree")
    tree = done.rounds[-1].learners[0]
    box = tree.rectangles()
    for node in np.flatnonzero(~tree.is_leaf):
        axis, threshold = tree.feature[node], tree.threshold[node]
        inside = ((data.points > box[node, :, 0]) & (data.points <= box[node, :, 1])).all(axis=1)
        x = data.points[inside, axis]
        low, high = x[x <= threshold].max(), x[x > threshold].min()
        assert threshold == low / 2 + high / 2
        assert ((x < high) == (x <= threshold)).all()  # the rows that C4.5's A < a sends left
    probe = np.array([[0.0, 0.0]])
    probe[0, tree.feature[0]] = tree.threshold[0]
    left = tree.rectangles()[tree.left[0]]
    leaf = tree.rectangles()[tree.apply(probe)[0]]
    assert (leaf[:, 0] >= left[:, 0]).all()
    assert (leaf[:, 1] <= left[:, 1]).all()


def test_sf55_equal_counts_go_to_the_first_class():
    votes = np.eye(3)[[0, 1, 0, 2, 1]].mean(axis=0)
    assert (votes * 5).tolist() == [2, 2, 1]
    assert decide(votes[None], 3).tolist() == [0]


def test_sf58_a_stump_has_one_inner_node_and_two_leaves():
    for name, settings in (("adaboost", {}), ("tree", {"max_depth": 1})):
        tree = run(sample("moons"), name, settings).round(1).learners[0]
        assert (len(tree), tree.n_leaves, tree.depth) == (3, 2, 1)


def test_sf60_votes_are_log_odds_and_not_accuracies():
    votes = [run(with_constant_error(e), "adaboost").round(1).learner_weight for e in (0.3, 0.1)]
    assert votes == six([0.423649, 1.09861])
    assert votes[1] / votes[0] == pytest.approx(2.593, abs=5e-4)


def test_sf61_the_estimate_is_that_of_c45():
    for n, limit in ((6, 0.206), (9, 0.143), (1, 0.750)):  # Quinlan 1993, section 4.2
        assert pessimistic(n, 0) / n == pytest.approx(limit, abs=5e-4)
    assert pessimistic(16, 1) / 16 == pytest.approx(0.157, abs=0.01)  # there by an approximation
    together = pessimistic(6, 0) + pessimistic(9, 0) + pessimistic(1, 0)
    assert together == pytest.approx(3.273, abs=2e-3)
    assert pessimistic(16, 1) < together  # so these three leaves become one


@pytest.mark.parametrize("seed", range(6))
def test_sf61_a_subtree_becomes_a_leaf_where_the_leaf_makes_no_more_errors(seed):
    data = sample("moons", n=80, noise=0.35, seed=seed, test=60)
    full = finished(data, "tree", rounds=1000).rounds[-1].learners[0]
    test, missed = data.test, np.zeros(len(full))
    box = full.rectangles()
    for node in range(len(full)):
        inside = ((test.points > box[node, :, 0]) & (test.points <= box[node, :, 1])).all(axis=1)
        missed[node] = (test.target[inside] != decide(full.value[node : node + 1], 2)[0]).sum()
    leaves, least = kept_leaves(full, missed, 0)
    done = finished(data, "tree", rounds=1000, prune="error")
    pruned = done.rounds[-1].learners[0]
    assert pruned.n_leaves == leaves < full.n_leaves
    assert Metrics(done).figures(len(done))["test_error"] == exactly(least / 60)
    sizes = [len(record.learners[0]) for record in done.rounds]
    peak = sizes.index(max(sizes))
    assert sizes[peak:] == sorted(set(sizes[peak:]), reverse=True)  # one subtree a round


def kept_leaves(tree, missed, node):
    """Prune from the bottom: the leaves and the errors that are left below a node."""
    if tree.is_leaf[node]:
        return 1, missed[node]
    sides = [kept_leaves(tree, missed, child[node]) for child in (tree.left, tree.right)]
    leaves, errors = (sum(parts) for parts in zip(*sides, strict=True))
    return (1, missed[node]) if missed[node] <= errors else (leaves, errors)


def test_sf61_without_test_points_the_estimate_decides():
    data = sample("moons", n=80, noise=0.35)
    full = finished(data, "tree", rounds=1000).rounds[-1].learners[0]
    wrong = full.weight * (1 - full.value.max(axis=1))
    estimate = np.array([pessimistic(*pair) for pair in zip(full.weight, wrong, strict=True)])
    leaves, _ = kept_leaves(full, estimate, 0)
    pruned = finished(data, "tree", rounds=1000, prune="error").rounds[-1].learners[0]
    assert pruned.n_leaves == leaves < full.n_leaves


def test_sf62_refusing_zero_gain_keeps_xor_whole():
    data = classes(XOR, [0, 0, 1, 1])
    refused = finished(data, "tree", min_gain=1e-6)
    assert (len(refused), refused.stop.rule) == (0, "nothing-to-split")
    allowed = finished(data, "tree")
    assert allowed.rounds[-1].learners[0].depth == 2
    assert Metrics(allowed).figures(len(allowed))["train_error"] == 0


@pytest.mark.parametrize("name", ["moons", "blobs", "sine", "surface"])
def test_sf48_presorted_cuts_and_histograms_agree_when_each_value_has_a_bin(name):
    data = sample(name, n=60)
    many = max(len(np.unique(x)) for x in data.points.T)
    exact = finished(data, "xgboost", rounds=6)
    binned = finished(data, "xgboost", rounds=6, tree_method="hist", max_bin=many)
    coarse = finished(data, "xgboost", rounds=6, tree_method="hist", max_bin=5)
    for one, other in zip(exact.rounds, binned.rounds, strict=True):
        assert one.score.tolist() == other.score.tolist()
    assert exact.rounds[-1].score.tolist() != coarse.rounds[-1].score.tolist()


def test_sf62_growing_stops_when_a_split_no_longer_improves_enough():
    done = finished(sample("moons"), "tree", min_gain=0.05)
    tree = done.rounds[-1].learners[0]
    every = finished(sample("moons"), "tree").rounds[-1].learners[0]
    assert tree.gain[~tree.is_leaf].min() >= 0.05
    assert every.gain[~every.is_leaf].min() < 0.05
    assert 2 < tree.n_leaves < every.n_leaves


def test_sf63_a_tree_is_one_rule_a_leaf():
    data = sample("spirals")
    tree = finished(data, "tree", rounds=1000).rounds[-1].learners[0]
    probes = np.random.default_rng(63).uniform(-1.5, 1.5, (500, 2))
    for points in (data.points, probes):
        box = tree.rectangles()[tree.is_leaf]
        inside = (points[:, None] > box[None, :, :, 0]) & (points[:, None] <= box[None, :, :, 1])
        rule = inside.all(axis=2)
        assert (rule.sum(axis=1) == 1).all()
        answer = tree.value[tree.is_leaf][rule.argmax(axis=1)]
        assert answer.tobytes() == tree.answer(points).tobytes()


def test_the_fractions_of_the_ten_points_are_what_the_records_hold():
    errors = [record.error for record in ten_points(6).rounds]
    exact = ("3/10", "3/14", "3/22", "7/38", "11/62", "19/102")
    assert errors == exactly([float(Fraction(text)) for text in exact])


def test_sf51_adaboost_sorts_the_points_once_however_many_rounds(monkeypatch):
    sorts, argsort = [], np.argsort
    fresh = {rounds: sample("moons", n=300, noise=0.3) for rounds in (2, 60)}

    def counted(*args, **named):
        sorts.append(len(args[0]))
        return argsort(*args, **named)

    monkeypatch.setattr(np, "argsort", counted)
    made = {}
    for rounds, data in fresh.items():
        sorts.clear()
        done = finished(data, "adaboost", rounds=rounds)
        assert len(done) == rounds
        made[rounds] = list(sorts)
    assert made[2] == made[60] == [2]  # once, along both axes


@pytest.mark.parametrize("name", ["moons", "circles"])
def test_sf57_errors_out_of_bag_are_close_to_those_of_the_test_on_either_side(name):
    data = sample(name, n=100, seed=3, test=1000)
    figures = []
    for seed in range(12):
        done = finished(data, "bagging", seed, rounds=40)
        figures.append(Metrics(done).figures(40))
    apart = np.mean([one["oob_error"] - one["test_error"] for one in figures])
    assert abs(apart) < 0.05
    assert all(one["oob_covered"] == 100 for one in figures)


def test_every_fact_of_the_notes_is_proved_on_the_program():
    """All 63, by tests that look at the program: those of the reference do not count."""
    tests = Path(__file__).resolve().parents[1]
    proved: set[int] = set()
    for path in tests.rglob("test_*.py"):
        text = path.read_text(encoding="utf-8")
        if "brute" in path.parts or not re.search(r"^from ensemble_viz", text, re.MULTILINE):
            continue
        for name in re.findall(r"def (test_\w+)", text):
            for low, high in re.findall(r"sf(\d\d)(?:_to_sf(\d\d))?", name):
                proved.update(range(int(low), int(high or low) + 1))
    assert proved == set(range(1, 64))
