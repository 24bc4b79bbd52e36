"""AdaBoost for more than two classes, M1 and SAMME; and learners that are drawn, not searched.

Tests that show a fact or a property of the notes begin with its number.
"""

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ensemble_viz.engine.data import Dataset, draws
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.engine.ensembles import decide
from ensemble_viz.engine.methods import method
from ensemble_viz.engine.runs import Run, Scores, run, search_node
from ensemble_viz.engine.runs.figures import Metrics
from ensemble_viz.engine.surface import Surface
from ensemble_viz.engine.trees import counts
from ensemble_viz.engine.trees.small.drawn import DrawnFitter
from ensemble_viz.engine.trees.tree import node_dicts
from ensemble_viz.export.trace import learner_dict
from ensemble_viz.scene.telling import what_to_try, why_ended
from tests.brute import adaboost, oracle, trees
from tests.engine.test_parity import fresh
from tests.runs import best_cut, near, to_json

ABC = ("a", "b", "c", "d", "e", "f", "g", "h")
XOR = [[0, 0], [1, 1], [0, 1], [1, 0]]
SAMME = [name for name in oracle.cases("adaboost") if "/gini-depth" in name and "blobs3" in name]
some = settings(max_examples=40)


def classes(points, target, k: int | None = None, weight=None) -> Dataset:
    names = ABC[: k or max(target) + 1]
    return Dataset(np.array(points, dtype=float), np.array(target), names, weight=weight)


def oracle_data(name: str) -> Dataset:
    X, y = oracle.points_and_answers(name)
    return classes(X, y)


def finished(data: Dataset, seed: int = 0, **chosen) -> Run:
    done = run(data, "adaboost", chosen, seed)
    done.finish()
    return done


def answers(done: Run, record):
    return decide(record.learners[0].answer(done.data.points), done.data.n_classes)


def missed(done: Run, record):
    return answers(done, record) != done.data.target


@st.composite
def few_points(draw, most_classes=4):
    """Points on a lattice, of two to four classes, now and then with weights."""
    k, side = draw(st.integers(2, most_classes)), draw(st.sampled_from([2, 5, 900]))
    n = draw(st.integers(k, 22))
    rows = draw(st.lists(st.tuples(*[st.integers(0, side)] * 2), min_size=n, max_size=n))
    target = list(range(k)) + draw(st.lists(st.integers(0, k - 1), min_size=n - k, max_size=n - k))
    weight = draw(st.none() | st.lists(st.integers(1, 9), min_size=n, max_size=n))
    given_weight = None if weight is None else np.array(weight, dtype=float)
    return classes(np.array(rows) / 8, target, k, given_weight)


# --- the cases of the oracle --------------------------------------------------------------------


@pytest.mark.parametrize("name", SAMME)
def test_samme_has_the_rounds_of_the_oracle(name):
    case = oracle.cases("adaboost")[name]
    depth, rate = int(name.split("gini-depth")[1][0]), case["learning_rate"]
    data = oracle_data("blobs3")
    chosen = {"max_depth": depth, "criterion": "gini", "learning_rate": rate, "alpha": "log"}
    done = finished(data, multiclass="samme", rounds=case["safe_rounds"], **chosen)
    at, metrics = Scores(done, np.array(oracle.probes("blobs3"))), Metrics(done)
    assert len(done) == len(case["expected"]) == 12
    for record, expected in zip(done.rounds, case["expected"], strict=True):
        votes = at.next()
        assert record.error == near(expected["error"])
        assert record.learner_weight == near(expected["alpha_log"], 1e-8)
        error = metrics.figures(record.number)["train_error"]
        assert error == near(1 - expected["training_accuracy"])
        if expected.get("tree"):
            nodes = oracle.trace_nodes(expected["tree"])
            assert same_nodes(node_dicts(data, record.learners[0]), nodes)
        if expected.get("weights_next"):
            assert record.next_weight == near(expected["weights_next"])
        if expected.get("probe_votes"):
            assert votes == near(np.array(expected["probe_votes"]), 1e-8)


def same_nodes(found: list[dict], expected: list[dict]) -> bool:
    """Compare the questions and facts of two trees, whatever the numbers of their nodes."""
    pairs = [(found[0], expected[0])]
    for ours, theirs in pairs:
        assert (ours["feature"], ours["threshold"], ours["n"]) == (
            theirs["feature"],
            theirs["threshold"],
            theirs["n"],
        )
        for name in ("weight", "impurity", "value"):
            assert ours[name] == near(theirs[name])
        if ours["feature"] is not None:
            assert ours["gain"] == near(theirs["gain"])
            pairs += [(found[ours[side]], expected[theirs[side]]) for side in ("left", "right")]
    return len(pairs) == len(found) == len(expected)


def test_sf26_m1_has_the_rounds_of_the_oracle():
    case = oracle.cases("adaboost")["ada/multiclass-M1-gini/blobs3"]
    done = finished(oracle_data("blobs3"), criterion="gini", rounds=case["safe_rounds"])
    assert [record.error for record in done.rounds] == near([r["error"] for r in case["expected"]])
    weights = [record.learner_weight for record in done.rounds]
    assert weights == near([r["alpha"] for r in case["expected"]], 1e-8)
    for record in done.rounds:
        odds = (1 - record.error) / record.error
        assert record.learner_weight == near(0.5 * math.log(odds), 1e-12)


@pytest.mark.parametrize("samme", [False, True])
def test_exhaustive_stumps_of_the_oracle_are_those_of_exact_fractions(samme):
    """The oracle has no safe round of these, for they tie at once; the rule for ties decides."""
    X, y = oracle.points_and_answers("blobs3")
    expected = adaboost.run(X, y, rounds=9, samme=samme)
    done = finished(oracle_data("blobs3"), rounds=9, multiclass="samme" if samme else "m1")
    assert expected.rounds[0].tied
    assert len(done) == len(expected.rounds) > 3
    for record, exact in zip(done.rounds, expected.rounds, strict=True):
        nodes = node_dicts(done.data, record.learners[0])
        assert trees.same_tree(exact.tree, nodes) == []
        assert np.flatnonzero(missed(done, record)).tolist() == exact.missed
        assert record.error == near(float(exact.error), 1e-12)
        assert record.next_weight == near([float(w) for w in exact.next_weight], 1e-12)
        assert record.score == near(np.array(exact.F), 1e-12)


# --- weights, votes, stops ----------------------------------------------------------------------


@some
@given(few_points(most_classes=2), st.sampled_from([1, 2]), st.sampled_from([1.0, 0.3]))
def test_pr22_with_two_classes_m1_and_samme_coincide_to_the_bit(data, depth, rate):
    m1, samme = (
        finished(data, rounds=6, max_depth=depth, learning_rate=rate, multiclass=name)
        for name in ("m1", "samme")
    )
    said = [to_json(done).partition('"seed"')[2] for done in (m1, samme)]
    assert said[0] == said[1]
    assert m1.start.initial_score.shape == (1,)


def test_pr22_samme_goes_on_where_m1_stops():
    """Five clouds: no stump, of two answers, misses less than three of five points."""
    data = sample("blobs", classes=5)
    m1, samme = (finished(data, multiclass=name) for name in ("m1", "samme"))
    assert (len(m1), m1.stop.rule, m1.stop.round) == (0, "no-better-than-chance", 1)
    assert m1.stop.error == near(0.6, 0.05)
    assert "M1" in why_ended(m1)
    assert "multiclass=samme" in what_to_try(m1)
    assert samme.stop.rule == "all-rounds"
    errors = [record.error for record in samme.rounds]
    assert 0.5 < max(errors) < 0.8
    assert min(record.learner_weight for record in samme.rounds) > 0
    assert Metrics(samme).figures(50)["train_error"] < 0.2


@pytest.mark.parametrize("k", [3, 4, 8])
def test_pr22_samme_stops_at_guessing_among_all_classes(k):
    """All points in one place: the best constant is right once in k."""
    data = classes([[1, 1]] * k, range(k))
    done = finished(data, multiclass="samme")
    assert (len(done), done.stop.rule) == (0, "no-better-than-chance")
    assert done.stop.error == near(1 - 1 / k, 1e-12)
    assert "samme" not in what_to_try(done)
    heavier = classes([[1, 1]] * k, range(k), weight=np.r_[1.001, np.ones(k - 1)])
    assert len(finished(heavier, multiclass="samme")) == 1


@some
@given(few_points())
def test_pr02_the_last_learner_of_samme_is_at_chance_under_the_next_weights(data):
    done = finished(data, rounds=6, multiclass="samme")
    k = data.n_classes
    for record in done.rounds:
        if not record.figures["capped"]:
            assert record.next_weight[missed(done, record)].sum() == near((k - 1) / k)


@some
@given(few_points(), st.sampled_from([1.0, 0.4]))
def test_pr02_the_last_learner_of_m1_misses_half_of_the_next_weights(data, rate):
    done = finished(data, rounds=6, learning_rate=rate)
    for record in done.rounds:
        if not record.figures["capped"]:
            odds = ((1 - record.error) / record.error) ** (1 - rate)
            assert record.next_weight[missed(done, record)].sum() == near(1 / (1 + odds))


@some
@given(few_points(), st.sampled_from(["m1", "samme"]), st.sampled_from(["half-log", "log"]))
def test_c21_learner_weights_and_votes(data, multiclass, alpha):
    """The vote of a class is the sum of the weights of the learners that name it."""
    done = finished(data, rounds=6, multiclass=multiclass, alpha=alpha, learning_rate=0.8)
    k = data.n_classes
    more = math.log(k - 1) if multiclass == "samme" else 0.0
    votes = np.zeros((len(data), k))
    for record in done.rounds:
        error = max(record.error, 1e-10)
        weight = 0.8 * (math.log((1 - error) / error) + more)
        weight *= 0.5 if alpha == "half-log" else 1.0
        assert record.learner_weight == near(weight)
        votes[np.arange(len(data)), answers(done, record)] += weight
        score = votes if k > 2 else votes[:, 1] - votes[:, 0]
        assert record.score == near(score)
        assert record.error < 1 - 1 / k if multiclass == "samme" else record.error < 0.5
    assert done.start.initial_score.tolist() == [0.0] * (k if k > 2 else 1)


@some
@given(few_points(), st.sampled_from(["m1", "samme"]))
def test_c02_the_two_forms_have_the_same_weights_and_decisions(data, multiclass):
    half, log = (
        finished(data, rounds=6, multiclass=multiclass, alpha=alpha)
        for alpha in ("half-log", "log")
    )
    assert len(half) == len(log)
    for one, two in zip(half.rounds, log.rounds, strict=True):
        assert two.learner_weight == near(2 * one.learner_weight, 1e-12)
        assert two.next_weight == near(one.next_weight, 1e-12)
        assert two.score == near(2 * one.score, 1e-12)
        metrics = [Metrics(done).figures(one.number)["loss"] for done in (half, log)]
        assert metrics[0] == near(metrics[1])


@some
@given(few_points(), st.sampled_from(["m1", "samme"]))
def test_pr03_weights_of_more_classes_are_the_loss_of_the_votes(data, multiclass):
    """e^(Σ/2 − own vote) for M1, e^(mean vote − own vote) for SAMME: for two classes e^(−yF)."""
    done = finished(data, rounds=6, multiclass=multiclass)
    metrics, before = Metrics(done), 1.0
    k = data.n_classes
    votes = np.zeros((len(data), k))
    for record in done.rounds:
        votes[np.arange(len(data)), answers(done, record)] += 2 * record.learner_weight
        share = 1 / k if multiclass == "samme" else 1 / 2
        own = votes[np.arange(len(data)), data.target]
        loss = np.exp(share * votes.sum(axis=1) - own)
        weighed = data.distribution * loss
        assert record.next_weight == near(weighed / weighed.sum())
        figures = metrics.figures(record.number)
        assert figures["loss"] == near(weighed.sum())
        assert figures["loss"] <= before * (1 + 1e-12)  # PR09: it falls
        before = figures["loss"]
        if multiclass == "m1":
            assert figures["train_error"] <= figures["loss"] + 1e-9  # PR01 for M1


def test_figures_of_two_classes_are_null_for_more():
    three, two = finished(sample("blobs"), rounds=5), finished(sample("moons"), rounds=5)
    for t in range(1, 6):
        more, plain = Metrics(three).figures(t), Metrics(two).figures(t)
        assert [more[name] for name in ("z", "bound", "exp_loss")] == [None] * 3
        assert None not in [plain[name] for name in ("z", "bound", "exp_loss")]
        assert more["loss"] > 0
        assert -1 <= more["min_margin"] <= more["median_margin"] <= 1


def test_margins_of_more_classes_are_leads_over_the_best_other():
    done = finished(sample("blobs"), rounds=8, multiclass="samme")
    alphas = 0.0
    for record in done.rounds:
        alphas += record.learner_weight
        leads = []
        for votes, k in zip(record.score.tolist(), done.data.target.tolist(), strict=True):
            leads.append((votes[k] - max(votes[:k] + votes[k + 1 :])) / alphas)
        figures = Metrics(done).figures(record.number)
        assert figures["min_margin"] == near(min(leads))
        assert figures["median_margin"] == near(np.median(leads))


def test_a_perfect_learner_of_three_classes_ends_the_run():
    data = classes([[0, 0], [1, 0], [2, 0]], [0, 1, 2])
    for multiclass, more in (("m1", 0.0), ("samme", math.log(2))):
        done = finished(data, max_depth=2, multiclass=multiclass)
        assert (len(done), done.stop.rule) == (1, "perfect-learner")
        weight = 0.5 * (math.log((1 - 1e-10) / 1e-10) + more)
        assert done.round(1).learner_weight == near(weight, 1e-12)
        assert done.round(1).figures["capped"]


def test_a_class_of_a_single_point_is_learned():
    points = [[k % 4, k // 4] for k in range(12)]
    done = finished(classes(points, [0] * 5 + [1] * 6 + [2]), multiclass="samme", max_depth=2)
    assert Metrics(done).figures(len(done))["train_error"] == 0


def test_a_class_without_a_point_counts_all_the_same():
    """K is the number of classes there are names for: the points of one may have been deleted."""
    data = classes([[0, 0], [1, 0], [2, 0], [3, 0]], [0, 1, 0, 1], 3)
    record = finished(data, multiclass="samme", rounds=1).round(1)
    assert record.score.shape == (4, 3)
    assert record.learner_weight == near(0.5 * (math.log(3) + math.log(2)))


@pytest.mark.parametrize("multiclass", ["m1", "samme"])
def test_equal_votes_go_to_the_first_class_everywhere(multiclass):
    """Sums of weights that are equal on paper are equal at points, at probes and on surfaces."""
    ties = 0
    for seed in range(1, 100, 2):
        data = fresh(seed, classes=3, most=20, weighted=False).data
        done = finished(data, rounds=8, multiclass=multiclass)
        surface, at = Surface(done), Scores(done, data.points + 0.0)
        for record in done.rounds:
            cells, best = surface.cells(record.number), np.sort(record.score, axis=1)
            for score in (at.next(), cells.at(data.points)):
                assert decide(score, 3).tolist() == decide(record.score, 3).tolist()
            close = best[:, -1] - best[:, -2] < 1e-12
            ties += int(close.sum())
            assert (best[close, -1] == best[close, -2]).all()
    assert ties > 5


@pytest.mark.parametrize("multiclass", ["m1", "samme"])
def test_surfaces_of_more_classes_answer_as_the_learners_do(multiclass):
    done = finished(sample("blobs", classes=5), rounds=15, max_depth=3, multiclass=multiclass)
    assert len(done) > 5
    rng = np.random.default_rng(3)
    places = rng.uniform(done.data.points.min(0) - 1, done.data.points.max(0) + 1, (300, 2))
    scores, surface = Scores(done, places), Surface(done)
    for t in range(1, len(done) + 1):
        expected = scores.next()
        cells = surface.cells(t)
        assert cells.at(places) == near(expected, 1e-11)
        assert cells.decision(5).shape == cells.score.shape[:2]
        assert (decide(cells.at(places), 5) == decide(expected, 5)).all()


def test_eight_classes_are_learned():
    done = finished(sample("blobs", classes=8), max_depth=4, multiclass="samme", rounds=30)
    assert done.round(1).score.shape[1] == 8
    assert Metrics(done).figures(len(done))["train_error"] < 0.1


# --- learners that are drawn --------------------------------------------------------------------


def test_sf22_a_learner_worse_than_chance_is_reversed_and_helps():
    expected = oracle.read("hand")["reverse_learner"]["expected"]
    assert expected["reversed"] == {"eps": near(0.3), "half_alpha": near(0.423649, 1e-6)}
    data, turned = sample("moons"), []
    for seed in range(12):
        done = finished(data, seed, learner="random", rounds=20)
        for record in done.rounds:
            assert 0 < record.error < 0.5
            assert record.learner_weight > 0
            assert record.error == near(record.sample_weight[missed(done, record)].sum(), 1e-12)
            turned.append(record.learners[0].reversed)
    assert 0.35 < np.mean(turned) < 0.65  # a coin says which way round


def test_sf22_reversed_is_the_same_as_a_negative_weight():
    """As drawn it misses 1 − ε: with −α for its weight, scores and new weights are the same."""
    done = finished(sample("moons"), 1, learner="random", rounds=10)
    record = next(record for record in done.rounds if record.learners[0].reversed)
    h = 2.0 * answers(done, record) - 1
    y = 2.0 * done.data.target - 1
    as_drawn, error = -h, 1 - record.error
    alpha = 0.5 * math.log((1 - error) / error)
    assert alpha == near(-record.learner_weight)
    assert record.sample_weight[as_drawn != y].sum() == near(error)
    before = done.score(record.number - 1)
    assert before + alpha * as_drawn == near(record.score)
    grown = record.sample_weight * np.exp(-alpha * y * as_drawn)
    assert record.next_weight == near(grown / grown.sum())


def test_the_trace_says_that_a_learner_was_reversed():
    done = finished(sample("moons"), 1, learner="random", rounds=10)
    written = [learner_dict(done.data, record.learners[0], None) for record in done.rounds]
    turned = [record.learners[0].reversed for record in done.rounds]
    assert [one.get("reversed", False) for one in written] == turned
    assert {True, False} <= set(turned)
    for record in done.rounds:  # what it answers now is what its points say
        tree = record.learners[0]
        where, weight = tree.apply(done.data.points), record.sample_weight
        for node in np.flatnonzero(tree.is_leaf):
            second = weight[(where == node) & (done.data.target == 1)].sum()
            assert tree.value[node, 1] == near(second / weight[where == node].sum())


def test_c03_the_run_may_stop_instead():
    ended = []
    for seed in range(20):
        done = finished(sample("moons"), seed, learner="random", above_half="stop")
        other = finished(sample("moons"), seed, learner="random")
        stop = done.stop
        assert (stop.rule, stop.round) == ("no-better-than-chance", len(done) + 1)
        assert stop.error > 0.5
        assert "above_half=reverse" in what_to_try(done)
        assert f"round {stop.round}" in why_ended(done)
        assert not any(record.learners[0].reversed for record in done.rounds)
        for one, two in zip(done.rounds, other.rounds, strict=False):
            assert one.score.tobytes() == two.score.tobytes()
        assert other.round(stop.round).learners[0].reversed
        assert other.round(stop.round).error == near(1 - stop.error)
        ended.append(len(done))
    assert 0 in ended
    assert max(ended) >= 2


def test_c03_a_half_is_chance_and_another_learner_is_drawn():
    """Cuts of x1 leave a point of either class on each side, cuts of x2 part the classes."""
    data = classes([[0, 0], [1, 0], [0, 1], [1, 1]], [0, 0, 1, 1])
    firsts = set()
    for seed in range(20):
        done = finished(data, seed, learner="random", rounds=1)
        tree = done.round(1).learners[0]
        assert (tree.feature[0], done.round(1).error) == (1, 0.0)
        key = draws.words(seed, 1, draws.NODE, 0)
        rules = done.method.rules(data, done.params)
        firsts.add(int(DrawnFitter(data, rules).fit(data.distribution, int(key)).tree.feature[0]))
    assert firsts == {0, 1}  # so that some were drawn again
    same = finished(classes(XOR, [0, 0, 1, 1]), learner="random")
    assert (len(same), same.stop.rule, same.stop.round) == (0, "no-better-than-chance", 1)
    assert same.stop.error == near(0.5, 1e-12)  # each of a hundred
    assert what_to_try(same) == "Try another seed."


@pytest.mark.parametrize("multiclass", ["m1", "samme"])
def test_drawn_learners_of_more_classes_are_never_reversed(multiclass):
    data = sample("blobs")
    for seed in range(8):
        done = finished(data, seed, learner="random", multiclass=multiclass, rounds=15)
        limit = 2 / 3 if multiclass == "samme" else 1 / 2
        assert all(record.error < limit for record in done.rounds)
        assert not any(record.learners[0].reversed for record in done.rounds)
        if done.stop.rule == "no-better-than-chance":
            assert done.stop.error >= limit - 1e-10
            assert what_to_try(done)
    if multiclass == "samme":
        assert done.stop.rule == "all-rounds"


def test_what_is_drawn_depends_on_seed_and_round_alone():
    data = sample("moons")
    long, short = (finished(data, 3, learner="random", rounds=rounds) for rounds in (12, 5))
    for one, two in zip(short.rounds, long.rounds, strict=False):
        assert node_dicts(data, one.learners[0]) == node_dicts(data, two.learners[0])
    # the cuts of a round are those of its number, whatever the weights are
    other = finished(data, 3, learner="random", rounds=12, learning_rate=0.5)
    for one, two in zip(long.rounds, other.rounds, strict=True):
        assert one.learners[0].threshold.tolist() == two.learners[0].threshold.tolist()
    cuts = {tuple(record.learners[0].threshold.tolist()) for record in long.rounds}
    assert len(cuts) > 6
    assert method("adaboost").uses_chance(long.params)
    assert not method("adaboost").uses_chance(finished(data, rounds=1).params)


def test_a_drawn_stump_takes_any_cut_of_any_axis_alike():
    points = [[x, y] for x in range(4) for y in range(3)]
    data = classes(points, [k % 2 for k in range(12)])
    found: dict[tuple[int, float], int] = {}
    for seed in range(3000):
        tree = draw(data, seed, max_depth=1)
        cut = int(tree.feature[0]), float(tree.threshold[0])
        assert tree.tried[0].tolist() == [cut[0], -1]
        found[cut] = found.get(cut, 0) + 1
    expected = {(0, 0.5): 500, (0, 1.5): 500, (0, 2.5): 500, (1, 0.5): 750, (1, 1.5): 750}
    assert set(found) == set(expected)
    for cut, count in expected.items():
        assert abs(found[cut] - count) < 5 * math.sqrt(count)


def draw(data: Dataset, seed: int, **chosen):
    params = method("adaboost").params.from_values({"learner": "random"} | chosen)
    rules = method("adaboost").rules(data, params)
    return DrawnFitter(data, rules).fit(counts(data) / len(data), seed).tree


def test_the_nodes_of_a_drawn_tree_draw_each_for_itself():
    data, pairs = sample("moons"), set()
    for seed in range(200):
        tree = draw(data, seed, max_depth=3)
        assert tree.depth == 3
        asked = tree.feature[tree.feature >= 0]
        assert (tree.tried[tree.feature >= 0, 0] == asked).all()
        pairs.add(tuple(tree.feature[:3].tolist()))
    mixtures = {pair for pair in pairs if min(pair) >= 0}
    assert len(mixtures) == 8  # of axes in the first three nodes


def test_the_places_of_cuts_are_drawn_for_each_node_as_well():
    """Left and right of a cut of x1 there are the same seven cuts of x2."""
    side = [(x, y) for x in range(8) for y in range(8)]
    data = classes(side, [(x + y) % 2 for x, y in side])
    trees_ = [draw(data, seed, max_depth=2) for seed in range(600)]
    both = [tree for tree in trees_ if tree.feature[:3].tolist() == [0, 1, 1]]
    assert len(both) > 50
    same = np.mean([tree.threshold[1] == tree.threshold[2] for tree in both])
    assert same == pytest.approx(1 / 7, abs=0.15)


def test_a_drawn_tree_without_a_limit_parts_all_that_differs():
    data = sample("spirals", n=60)
    tree = draw(data, 5, max_depth=None)
    assert (decide(tree.answer(data.points), 2) == data.target).all()
    assert (tree.impurity[tree.is_leaf] == 0).all()


def test_the_search_of_a_drawn_learner_shows_all_cuts_and_its_own():
    done = finished(sample("moons"), 2, learner="random", rounds=6, max_depth=2, criterion="gini")
    better = 0
    for record in done.rounds:
        tree = record.learners[0]
        for node in np.flatnonzero(tree.feature >= 0):
            found = search_node(done, record.number, int(node))
            axis = found.axes[tree.feature[node]]
            cut = axis.threshold.tolist().index(tree.threshold[node])
            assert axis.gain[cut] == pytest.approx(tree.gain[node], rel=1e-9, abs=1e-12)
            better += best_cut(found)[0] > tree.gain[node] + 1e-9
    assert better  # than what was drawn


def test_exact_fractions_of_three_classes_by_hand():
    """Six points in a row, two a class: ε = 1/3; missed points then weigh 1/4 or 1/3 each."""
    data = classes([[x, 0] for x in range(6)], [0, 0, 1, 1, 2, 2])
    for multiclass, weight in (("m1", Fraction(1, 4)), ("samme", Fraction(1, 3))):
        record = finished(data, multiclass=multiclass, rounds=1).round(1)
        assert record.error == near(1 / 3, 1e-12)
        assert record.next_weight[4:] == near([float(weight)] * 2, 1e-12)
        assert record.next_weight[:4] == near([float((1 - 2 * weight) / 4)] * 4, 1e-12)
        assert answers(finished(data, rounds=1), record).tolist() == [0, 0, 1, 1, 1, 1]


def test_importances_do_not_depend_on_which_other_figures_are_asked_for():
    """Whether margins are measured changes nothing about how trees are weighed."""
    data = sample("moons")
    found = []
    for figures in (("margins", "exponential"), ("exponential",)):
        changed = replace(method("adaboost"), figures=figures)
        done = Run(data, changed, changed.params.from_values({"rounds": 5, "max_depth": 2}))
        done.finish()
        found.append(Metrics(done).figures(5)["importance"])
    assert found[0] == found[1]
