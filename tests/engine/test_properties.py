"""What is proven or known of the methods, checked on runs: a test is named by its property.

Properties of every round hold for any points: Hypothesis draws them, on small lattices as well,
where ties and opposite duplicates abound. Statistical ones are measured on a few fixed seeds.
"""

import math
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.engine.ensembles import decide
from ensemble_viz.engine.ensembles.votes import one_vote
from ensemble_viz.engine.runs import Run, Scores, run
from ensemble_viz.engine.runs.figures import Metrics
from ensemble_viz.engine.trees import Tree
from tests.brute import oracle, trees
from tests.runs import finished, near

TOLERANCE = 1e-9
some = settings(max_examples=40)


@st.composite
def places(draw, most=24):
    """Points on a lattice, small ones crowded, or on a fine one."""
    side = draw(st.sampled_from([1, 3, 7, 1000]))
    coordinate = st.integers(0, side)
    rows = draw(st.lists(st.tuples(coordinate, coordinate), min_size=2, max_size=most))
    return np.array(rows, dtype=float) * draw(st.sampled_from([1.0, 1 / 1024, 0.1]))


@st.composite
def weights(draw, n):
    if draw(st.booleans()):
        return None
    return np.array(draw(st.lists(st.integers(1, 9), min_size=n, max_size=n)), dtype=float)


@st.composite
def two_classes(draw, most=24):
    points = draw(places(most))
    n = len(points)
    label = draw(st.lists(st.integers(0, 1), min_size=n, max_size=n))
    return Dataset(points, np.array(label), ("a", "b"), weight=draw(weights(n)))


@st.composite
def values(draw, most=24):
    points = draw(places(most))
    n = len(points)
    answers = draw(st.lists(st.integers(-50, 50), min_size=n, max_size=n))
    return Dataset(points, np.array(answers) / 8, weight=draw(weights(n)))


def stumps(data: Dataset, rounds: int = 10, **more) -> Run:
    return finished(data, "adaboost", rounds=rounds, **more)


def signs(done: Run, record):
    h = decide(record.learners[0].answer(done.data.points), 2)
    return 2.0 * h - 1, 2.0 * done.data.target - 1


def oracle_data(name: str) -> Dataset:
    X, y = oracle.points_and_answers(name)
    return Dataset(np.array(X), np.array(y), ("0", "1"))


@some
@given(two_classes())
def test_pr01_training_error_is_below_the_product_of_z(data):
    done = stumps(data)
    metrics, product, edges = Metrics(done), 1.0, 0.0
    for record in done.rounds:
        figures = metrics.figures(record.number)
        assert figures["train_error"] <= figures["exp_loss"] + TOLERANCE
        assert figures["exp_loss"] == near(figures["bound"])
        if record.figures["capped"]:
            continue  # the weight of a perfect learner is cut off
        product *= 2 * math.sqrt(record.error * (1 - record.error))
        edges += (0.5 - record.error) ** 2
        assert figures["bound"] == near(product)
        assert product <= math.exp(-2 * edges) + TOLERANCE


@some
@given(two_classes(), st.sampled_from([1.0, 0.5, 0.1]))
def test_pr02_the_last_learner_is_at_chance_under_the_next_weights(data, eta):
    done = stumps(data, learning_rate=eta)
    for record in done.rounds:
        if not record.figures["capped"]:
            h, y = signs(done, record)
            odds = ((1 - record.error) / record.error) ** (1 - eta)
            assert record.next_weight[h != y].sum() == near(1 / (1 + odds))


@some
@given(two_classes(), st.sampled_from(["half-log", "log"]))
def test_pr03_weights_are_the_exponential_loss_of_the_score(data, alpha):
    done = stumps(data, alpha=alpha)
    y, half = 2 * data.target - 1, 1.0 if alpha == "half-log" else 0.5
    for record in done.rounds:
        loss = data.distribution * np.exp(-half * y * record.score)
        assert record.next_weight == near(loss / loss.sum())


@some
@given(two_classes(), st.sampled_from([1, 2]), st.sampled_from(["error", "gini"]))
def test_pr04_the_same_learner_is_never_best_twice_running(data, depth, criterion):
    done = stumps(data, max_depth=depth, criterion=criterion)
    for one, two in pairwise(done.rounds):
        assert (signs(done, one)[0] != signs(done, two)[0]).any()


@pytest.mark.parametrize(
    ("name", "zero_at", "margins"),
    [
        ("moons", 30, {5: -0.418, 10: -0.139, 30: 0.010, 60: 0.044, 150: 0.074, 600: 0.088}),
        ("toy10", 3, {3: 0.075, 6: 0.218, 10: 0.266, 15: 0.289, 60: 0.322, 200: 0.330}),
    ],
)
def test_pr05_margins_grow_after_the_training_error_is_zero(name, zero_at, margins):
    done = stumps(oracle_data(name), max(margins))
    metrics = Metrics(done)
    found = {t: metrics.figures(t)["min_margin"] for t in margins}
    assert found == pytest.approx(margins, abs=0.002)
    errors = [metrics.figures(t)["train_error"] for t in range(1, max(margins) + 1)]
    assert errors.index(0) + 1 == zero_at
    assert found[max(margins)] > 4 * found[zero_at]


def greatest_margin(data: Dataset) -> float:
    """Find the best minimum margin of any mixture of stumps, as a linear programme."""
    X, y = data.points.tolist(), data.target.tolist()
    every = trees.stumps(X, y, [1] * len(y), range(len(y)))
    truth = list(zip(X, y, strict=True))
    right = np.array([[1 if h.answer(x) == k else -1 for h in every] for x, k in truth])
    least = np.hstack((-right, np.ones((len(y), 1))))  # rho − margin of each point <= 0
    cost = np.r_[np.zeros(len(every)), -1.0]
    bounds = [(0, None)] * len(every) + [(None, None)]
    total = np.r_[np.ones(len(every)), 0.0][None]
    answer = linprog(cost, least, np.zeros(len(y)), total, [1.0], bounds)
    assert answer.success
    return float(answer.x[-1])


@settings(max_examples=25)
@given(two_classes(most=14))
def test_pr06_no_best_stump_is_worse_than_the_greatest_margin_allows(data):
    rho = greatest_margin(data)
    done = stumps(data)
    errors = [record.error for record in done.rounds]
    if done.stop.rule == "no-better-than-chance":
        errors.append(done.stop.error)
    assert max(errors) <= (1 - rho) / 2 + TOLERANCE


@pytest.mark.parametrize(("name", "rho"), [("moons", 0.090909), ("toy10", 0.333333)])
def test_pr06_the_bound_of_the_data_sets(name, rho):
    data = oracle_data(name)
    assert greatest_margin(data) == pytest.approx(rho, abs=1e-6)
    errors = [record.error for record in stumps(data, 200).rounds]
    assert max(errors) <= (1 - rho) / 2 + 1e-6
    assert max(errors) > 0.8 * (1 - rho) / 2 or name == "toy10"


@some
@given(two_classes(), st.floats(0, 0.2))
def test_pr07_the_share_of_small_margins_is_bounded(data, theta):
    done = stumps(data)
    alphas, bound = 0.0, 1.0
    for record in done.rounds:
        if record.figures["capped"]:
            return
        alphas += record.learner_weight
        bound *= 2 * math.sqrt(record.error ** (1 - theta) * (1 - record.error) ** (1 + theta))
        margin = (2 * data.target - 1) * record.score / alphas
        assert data.distribution[margin <= theta - TOLERANCE].sum() <= bound + TOLERANCE


def test_pr08_the_ten_points_fall_into_a_cycle_of_three():
    done = stumps(sample("ten-points"), 90)
    golden = (1 + math.sqrt(5)) / 2
    cuts = [(r.learners[0].feature[0], r.learners[0].threshold[0]) for r in done.rounds]
    assert cuts == [(0, 2.5), (0, 8.5), (1, 6.5)] * 30
    for record in done.rounds[59:]:
        assert record.error == pytest.approx((3 - math.sqrt(5)) / 4, abs=1e-8)
        assert record.learner_weight == pytest.approx(1.5 * math.log(golden), abs=1e-7)
    metrics = Metrics(done)
    assert [metrics.figures(t)["min_margin"] for t in (60, 90)] == near([1 / 3] * 2, 0.012)


@some
@given(two_classes())
def test_pr09_the_exponential_loss_falls_every_round(data):
    done = stumps(data)
    metrics = Metrics(done)
    before = 1.0
    for record in done.rounds:
        loss = metrics.figures(record.number)["exp_loss"]
        if record.error < 0.5 - 1e-7:
            assert loss < before
        assert loss <= before * (1 + 1e-15)  # so close to chance it falls by less than a digit
        before = loss


BOOSTED = {
    "adaboost": ("adaboost", {"max_depth": 1}),
    "gini": ("adaboost", {"max_depth": 1, "criterion": "gini"}),
    "boosting": ("gradient-boosting", {"max_depth": 1}),
}


def at(done: Run, points) -> np.ndarray:
    """The score of the whole run at some points."""
    scores = Scores(done, points)
    found = [scores.next() for _ in done.rounds]
    return found[-1]


@some
@given(two_classes() | values(), st.sampled_from(list(BOOSTED)))
def test_pr10_stumps_add_up(data, name):
    method, own = BOOSTED[name]
    assume(data.classes or method != "adaboost")
    done = finished(data, method, rounds=8, **own)
    assume(len(done))
    low, high = data.points.min() - 1, data.points.max() + 1
    side = np.linspace(low, high, 9)
    grid = np.column_stack([part.ravel() for part in np.meshgrid(side, side)])
    F = at(done, grid).reshape(9, 9)
    mixed = F[1:, 1:] - F[1:, :1] - F[:1, 1:] + F[:1, :1]
    assert np.abs(mixed).max() < TOLERANCE * max(1, np.abs(F).max())


@some
@given(two_classes() | values(), st.sampled_from([1, 2, 3]))
def test_pr11_the_score_is_the_sum_of_what_is_shown(data, depth):
    method = "adaboost" if data.classes else "gradient-boosting"
    done = finished(data, method, rounds=6, max_depth=depth)
    assume(len(done))
    cuts = [cut_points(done, axis) for axis in range(2)]
    cells = [np.r_[cut[:1] - 1, (cut[1:] + cut[:-1]) / 2, cut[-1:] + 1] for cut in cuts]
    cells = [cell if len(cell) else np.zeros(1) for cell in cells]
    grid = np.column_stack([part.ravel() for part in np.meshgrid(*cells)])
    probes = np.vstack((grid, data.points))
    F = np.full(len(probes), done.start.initial_score[0])
    for record in done.rounds:
        part = np.array([answer_of(record.learners[0], x) for x in probes])
        if data.classes:
            part = np.where(part[:, 1] > part[:, 0], 1.0, -1.0)
        F = F + record.learner_weight * part
    found = at(done, probes)
    assert found == near(F)
    for i, x in enumerate(data.points):  # the same everywhere in a cell of the used thresholds
        place = [np.searchsorted(cut, coordinate) for cut, coordinate in zip(cuts, x, strict=True)]
        assert found[len(grid) + i] == near(found[place[1] * len(cells[0]) + place[0]])


def cut_points(done: Run, axis: int):
    used = [
        tree.threshold[tree.feature == axis] for record in done.rounds for tree in record.learners
    ]
    return np.unique(np.concatenate(used))


def answer_of(tree: Tree, x):
    """Walk from the root to a leaf, as a person would."""
    node = 0
    while not tree.is_leaf[node]:
        left = x[tree.feature[node]] <= tree.threshold[node]
        node = tree.left[node] if left else tree.right[node]
    return tree.value[node]


@cache
def surface_study(name: str, sets: int = 40, **own) -> tuple[float, float]:
    """Measure bias² and variance of a method over many training sets of a surface."""
    truth = sample("surface", n=200, noise=0.0, seed=99)
    answers = []
    for seed in range(sets):
        data = sample("surface", n=60, noise=0.3, seed=1000 + seed)
        answers.append(at(finished(data, name, seed, **own), truth.points))
    variance = np.var(answers, axis=0, ddof=1).mean()
    bias = ((np.mean(answers, axis=0) - truth.target) ** 2).mean() - variance / sets
    return float(bias), float(variance)


def test_pr13_bagging_a_deep_tree_lowers_its_variance():
    tree_bias, tree_variance = surface_study("tree", rounds=1000)
    bias, variance = surface_study("bagging", rounds=25)
    assert variance < tree_variance / 2
    assert -0.005 < bias - tree_bias < 0.05  # it rises a little: no bag holds all points
    assert tree_bias < 0.05
    assert tree_variance > 0.1


def test_pr13_bagging_stumps_leaves_their_bias_and_boosting_cuts_it():
    stump_bias, _ = surface_study("tree", max_depth=1)
    bagged_bias, _ = surface_study("bagging", rounds=25, max_depth=1)
    boosted_bias, _ = surface_study("gradient-boosting", rounds=100, max_depth=1)
    assert 0.3 < stump_bias < 0.5
    assert bagged_bias == pytest.approx(stump_bias, rel=0.1)
    assert boosted_bias < stump_bias / 3


def test_pr14_the_variance_of_a_mean_of_trees():
    """The correlation and the spread of single trees foretell the variance of any number."""
    truth = sample("surface", n=150, noise=0.0, seed=99).points
    answers = []
    for seed in range(60):
        data = sample("surface", n=60, noise=0.3, seed=1000 + seed)
        done = finished(data, "bagging", seed, rounds=20, max_depth=4)
        answers.append([record.learners[0].answer(truth) for record in done.rounds])
    answers = np.array(answers)  # (sets, trees, points)
    first, second = answers[:, :4] - answers[:, :4].mean(axis=0), answers[:, 4:8]
    second = second - second.mean(axis=0)
    spread = (first**2).sum(axis=0).mean() / 59
    rho = (first * second).sum(axis=0).mean() / 59 / spread
    assert 0.1 < rho < 0.6
    for B in (1, 2, 5, 12):
        means = answers[:, 8 : 8 + B].mean(axis=1)
        expected = rho * spread + (1 - rho) * spread / B
        assert means.var(axis=0, ddof=1).mean() == pytest.approx(expected, rel=0.15)


def nested_circles(seed: int, n: int) -> tuple:
    points = np.random.default_rng([16, seed, n]).normal(size=(n, 2))
    return points, ((points**2).sum(axis=1) > 2 * math.log(2)).astype(int)


def test_pr16_boosted_stumps_learn_nested_circles():
    names = ("stump", "tree", "boosted", "boosted_10")
    errors = {name: [] for name in names}
    for seed in range(8):
        test = Dataset(*nested_circles(seed, 3000), ("in", "out"))
        data = Dataset(*nested_circles(seed, 400), ("in", "out"), test=test)
        boosted = Metrics(stumps(data, 200))
        errors["stump"].append(boosted.figures(1)["test_error"])
        errors["boosted_10"].append(boosted.figures(10)["test_error"])
        errors["boosted"].append(boosted.figures(200)["test_error"])
        whole = finished(data, "tree", rounds=1000).rounds[-1].learners[0]
        wrong = decide(whole.answer(test.points), 2) != test.target
        errors["tree"].append(wrong.mean())
    expected = {"stump": (0.371, 0.009), "tree": (0.048, 0.012), "boosted": (0.034, 0.007)}
    expected["boosted_10"] = (0.121, 0.078)
    for name, (middle, sd) in expected.items():
        assert np.mean(errors[name]) == pytest.approx(middle, abs=4 * sd / math.sqrt(8)), name


def test_pr17_more_trees_never_hurt_and_bagged_stumps_stay_poor():
    counts = (1, 3, 11, 51, 101)
    curves = {}
    for name, own in (("bagging", {}), ("random-forest", {}), ("stumps", {"max_depth": 1})):
        method, errors = "bagging" if name == "stumps" else name, []
        for seed in range(12):
            data = sample("moons", n=100, noise=0.3, seed=seed, test=400)
            metrics = Metrics(finished(data, method, seed, rounds=101, **own))
            errors.append([metrics.figures(t)["test_error"] for t in counts])
        curves[name] = np.mean(errors, axis=0)
    for name in ("bagging", "random-forest"):
        one, three, eleven, fifty, hundred = curves[name]
        assert one > three + 0.01 > eleven + 0.01
        assert fifty < eleven + 0.003
        assert abs(hundred - fifty) < 0.005
        assert curves["stumps"][-1] > hundred + 0.05


def test_pr18_small_steps_need_many_more_trees():
    data = sample("surface", n=150, noise=0.2, seed=0, test=400)
    needed, best = {}, {}
    for rate, rounds in ((1.0, 40), (0.1, 250), (0.01, 260)):
        metrics = Metrics(run(data, "gradient-boosting", {"rounds": rounds, "learning_rate": rate}))
        figures = [metrics.figures(t) for t in range(1, rounds + 1)]
        needed[rate] = next(t for t, row in enumerate(figures, 1) if row["train_error"] < 0.1)
        best[rate] = min(row["test_error"] for row in figures)
    assert needed == pytest.approx({1.0: 3, 0.1: 22, 0.01: 223}, rel=0.1)
    assert best[0.1] < best[1.0]


@some
@given(values(), st.sampled_from([1.0, 0.5, 0.1]), st.sampled_from([1, 2, None]))
def test_pr19_the_squared_error_never_rises_and_residuals_sum_to_zero(data, rate, depth):
    done = finished(data, "gradient-boosting", rounds=8, learning_rate=rate, max_depth=depth)
    metrics = Metrics(done)
    start = data.distribution @ (data.target - done.score(0)) ** 2
    errors = [start] + [metrics.figures(t)["train_error"] for t in range(1, len(done) + 1)]
    assert all(after <= before + TOLERANCE for before, after in pairwise(errors))
    for t in range(len(done) + 1):
        assert data.distribution @ (data.target - done.score(t)) == near(0)


@some
@given(values())
def test_pr19_an_unlimited_tree_leaves_nothing_over(data):
    assume(len(np.unique(data.points, axis=0)) == len(data))
    done = finished(data, "gradient-boosting", rounds=3, learning_rate=1.0, max_depth=None)
    if len(done):
        assert done.round(1).score == near(data.target, 1e-12)
    assert done.stop.rule == "residuals-zero"
    assert len(done) <= 1


def test_pr20_stumps_cannot_do_xor_and_depth_two_can():
    for seed in range(3):
        data = sample("xor", n=200, noise=0.15, seed=seed, test=400)
        for depth, low, high in ((1, 0.2, 0.6), (2, 0.0, 0.06)):
            done = stumps(data, 40, max_depth=depth, criterion="gini")
            error = Metrics(done).figures(len(done))["test_error"]
            assert low <= error <= high
    points = np.array([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]])
    corners = Dataset(points, np.array([0, 0, 1, 1]), ("a", "b"))
    assert stumps(corners).stop.rule == "no-better-than-chance"
    deeper = finished(corners, "gradient-boosting", rounds=1, max_depth=2)
    assert (decide(deeper.round(1).score, 2) == corners.target).all()


def test_pr21_one_feature_a_node_mixes_the_axes_and_two_are_bagging():
    data = sample("circles", n=100)
    forest = finished(data, "random-forest", 3, rounds=60)
    asked = [r.learners[0].feature[~r.learners[0].is_leaf] for r in forest.rounds]
    assert all(set(axes.tolist()) == {0, 1} for axes in asked)
    roots = np.mean([axes[0] for axes in asked])
    assert abs(roots - 0.5) < 4 * 0.5 / math.sqrt(60)
    two = finished(data, "random-forest", 3, rounds=10, max_features=2)
    bagged = finished(data, "bagging", 3, rounds=10)
    for one, other in zip(two.rounds, bagged.rounds, strict=True):
        assert one.learners[0].feature.tolist() == other.learners[0].feature.tolist()
        assert one.score.tobytes() == other.score.tobytes()


def test_pr23_a_vote_helps_learners_that_beat_chance_and_hurts_the_others():
    rng, runs = np.random.default_rng(23), 20_000
    for p, sign in ((0.3, -1), (0.5, 0), (0.6, 1)):
        errors = []
        for n in (1, 5, 21):
            right = np.where(rng.random((runs, n)) < p, 0.6, 0.4)  # how sure of the wrong class
            shares = np.stack((1 - right, right), axis=-1)
            votes = one_vote(shares.reshape(-1, 2)).reshape(runs, n, 2).mean(axis=1)
            errors.append((decide(votes, 2) == 1).mean())
        exact = [sum(math.comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n // 2 + 1, n + 1))
                 for n in (1, 5, 21)]  # fmt: skip
        assert errors == pytest.approx(exact, abs=4 * 0.5 / math.sqrt(runs))
        assert np.sign(np.diff(exact).round(9)).tolist() == [sign, sign]


@pytest.mark.parametrize("name", ["moons", "circles", "blobs", "xor", "spirals"])
def test_pr24_the_out_of_bag_error_is_close_to_the_test_error(name):
    for method in ("bagging", "random-forest"):
        found = []
        for seed in range(6):
            data = sample(name, n=150, seed=seed, test=400)
            figures = Metrics(finished(data, method, seed, rounds=40)).figures(40)
            assert figures["oob_covered"] == 150
            found.append((figures["oob_error"], figures["test_error"]))
        oob, test = np.mean(found, axis=0)
        assert abs(oob - test) <= 0.06
