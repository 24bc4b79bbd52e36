"""What must not change, or must change in step, when the points do: named by the relation.

No reference is needed. Where a relation holds only without ties, the reference in exact fractions
says which data sets have none.
"""

import json
import math
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.engine.ensembles import decide
from ensemble_viz.engine.methods import method, methods
from ensemble_viz.engine.runs import Run, Scores, run
from ensemble_viz.engine.runs.figures import Metrics
from tests.brute import adaboost
from tests.runs import near

some = settings(max_examples=30)

NO_PENALTY = {"reg_lambda": 0.0, "min_child_weight": 0.0, "base_score": "mean"}
LEARNERS = {
    "tree": ("tree", {"rounds": 6}),
    "entropy": ("tree", {"rounds": 6, "criterion": "entropy"}),
    "stumps": ("adaboost", {"rounds": 6}),
    "boosted-trees": ("adaboost", {"rounds": 4, "max_depth": 2, "criterion": "gini"}),
    "boosting": ("gradient-boosting", {"rounds": 4, "learning_rate": 0.5}),
    "boosted-leaves": ("gradient-boosting", {"rounds": 4, "max_depth": None, "max_leaf_nodes": 4}),
    "second-order": ("xgboost", {"rounds": 4, "max_depth": 3} | NO_PENALTY),
    "binned": ("xgboost", {"rounds": 4, "tree_method": "hist", "max_bin": 4} | NO_PENALTY),
}
DRAW_POINTS = ("bagging", "pasting", "random-patches", "random-forest")
FORESTS = (*DRAW_POINTS, "random-subspaces", "extra-trees")
ALL = ("tree", "adaboost", "gradient-boosting", "xgboost", *FORESTS)


@st.composite
def numbers(draw, most=20):
    """Points on a lattice and an answer for each: a class, and a value."""
    side = draw(st.sampled_from([2, 5, 800]))
    coordinate = st.integers(-side, side)
    rows = draw(st.lists(st.tuples(coordinate, coordinate), min_size=2, max_size=most))
    n = len(rows)
    label = draw(st.lists(st.integers(0, 1), min_size=n, max_size=n))
    value = draw(st.lists(st.integers(-40, 40), min_size=n, max_size=n))
    return np.array(rows) / 16.0, np.array(label), np.array(value) / 8


ONLY_CLASSES = ("entropy", "stumps", "boosted-trees")
MODELS = [("classes", name) for name in LEARNERS]
MODELS += [("values", name) for name in LEARNERS if name not in ONLY_CLASSES]
models = st.sampled_from(MODELS)


def data_of(X, answer, weight=None) -> Dataset:
    classes = ("a", "b") if answer.dtype.kind == "i" else None
    return Dataset(
        X.copy(), answer.copy(), classes, weight=None if weight is None else weight + 0.0
    )


def chosen(drawn, model):
    """The points with the answers that a model learns, and its name."""
    X, label, value = drawn
    return X, label if model[0] == "classes" else value, model[1]


def trained(name: str, X, answer, weight=None, **more) -> Run:
    learner, own = LEARNERS[name]
    done = run(data_of(X, answer, weight), learner, own | more)
    done.finish()
    return done


def structure(done: Run) -> list:
    """Write down all questions of all trees."""
    return [
        [tree.feature.tolist(), tree.threshold.tolist(), tree.left.tolist(), tree.right.tolist()]
        for record in done.rounds
        for tree in record.learners
    ]


def at(done: Run, points):
    """The score after the last round at some points; None when there is no round."""
    scores = Scores(done, points)
    return [scores.next() for _ in done.rounds][-1] if len(done) else None


def same_scores(one, two, change=lambda score: score) -> bool:
    if one is None or two is None:
        return one is two
    return change(one) == near(two, 1e-8)


@some
@given(numbers(), models, st.randoms(use_true_random=False))
def test_mr01_the_order_of_the_rows_does_not_matter(drawn, model, random):
    X, y, name = chosen(drawn, model)
    order = random.sample(range(len(X)), len(X))
    one, two = trained(name, X, y), trained(name, X[order], y[order])
    assert structure(one) == structure(two)  # with ties, too: the rule does not look at rows
    assert same_scores(at(one, X), at(two, X))
    assert one.stop.rule == two.stop.rule


@some
@given(numbers(), models)
def test_mr02_every_row_twice_is_every_row_once(drawn, model):
    X, y, name = chosen(drawn, model)
    one, two = trained(name, X, y), trained(name, np.repeat(X, 2, axis=0), np.repeat(y, 2))
    assert structure(one) == structure(two)
    assert same_scores(at(one, X), at(two, X))
    for a, b in zip(one.rounds, two.rounds, strict=True):
        if a.error is not None:
            assert b.sample_weight[::2] == near(a.sample_weight / 2)


@some
@given(numbers(), models, st.data())
def test_mr03_whole_weights_are_repeated_rows(drawn, model, data):
    X, y, name = chosen(drawn, model)
    n = len(X)
    weight = np.array(data.draw(st.lists(st.integers(1, 4), min_size=n, max_size=n)))
    one = trained(name, X, y, weight)
    two = trained(name, np.repeat(X, weight, axis=0), np.repeat(y, weight))
    assert structure(one) == structure(two)
    assert same_scores(at(one, X), at(two, X))


@some
@given(
    numbers(),
    models,
    st.tuples(st.sampled_from([0.25, 1.0, 1024.0]), st.sampled_from([0.5, 2.0])),
    st.tuples(st.integers(-64, 64), st.integers(-64, 64)),
)
def test_mr04_moved_and_stretched_axes_have_moved_and_stretched_cuts(drawn, model, scale, shift):
    X, y, name = chosen(drawn, model)
    one, two = trained(name, X, y), trained(name, X * scale + shift, y)
    for a, b in zip(structure(one), structure(two), strict=True):
        asked = np.array(a[0]) >= 0
        axis, threshold = np.array(a[0])[asked], np.array(a[1])[asked]
        moved = threshold * np.array(scale)[axis] + np.array(shift)[axis]
        assert np.array(b[1])[asked].tolist() == moved.tolist()
        assert (a[0], a[2], a[3]) == (b[0], b[2], b[3])
    probes = X + 1 / 64
    assert same_scores(at(one, probes), at(two, probes * scale + shift))


@cache
def without_ties() -> list:
    """Points in general position for which the reference finds no tie in any of six rounds."""
    found = []
    for seed in range(60):
        rng = np.random.default_rng([5, seed])
        X, y = rng.integers(-2048, 2049, (16, 2)) / 1024, rng.integers(0, 2, 16)
        rounds = adaboost.run(X.tolist(), y.tolist(), rounds=6).rounds
        if not any(given.tied for given in rounds):
            found.append((X, y))
    assert len(found) > 8
    return found


def test_mr05_swapped_axes_have_a_mirrored_model():
    for X, y in without_ties():
        one, two = trained("stumps", X, y), trained("stumps", X[:, ::-1], y)
        for a, b in zip(structure(one), structure(two), strict=True):
            assert [1 - axis if axis >= 0 else axis for axis in a[0]] == b[0]
            assert a[1:] == b[1:]
        assert at(one, X) == near(at(two, X[:, ::-1]))


def test_mr06_swapped_classes_have_the_opposite_score():
    for X, y in without_ties():
        one, two = trained("stumps", X, y), trained("stumps", X, 1 - y)
        assert structure(one) == structure(two)
        assert at(one, X) == near(-at(two, X))
        for name in ("boosting", "second-order"):
            boosted = [trained(name, X, label, max_depth=1) for label in (y, 1 - y)]
            assert at(boosted[0], X) == near(-at(boosted[1], X))


def test_mr06_classes_may_come_in_any_order():
    data = sample("blobs", classes=3, n=60)
    order = np.array([2, 0, 1])
    moved = Dataset(data.points.copy(), order[data.target], ("A", "B", "C"))
    for name in ("gradient-boosting", "xgboost"):
        one, two = (run(d, name, {"max_depth": 1}).round(3).score for d in (data, moved))
        assert two[:, order] == near(one)
    trees = [run(d, "tree", {"max_depth": 2}) for d in (data, moved)]
    shares = [tree.round(tree.upto(9)).score for tree in trees]
    assert shares[1][:, order] == near(shares[0])


@some
@given(numbers(), st.sampled_from([-2.0, 0.5, 16.0]), st.integers(-100, 100))
def test_mr07_stretched_values_have_stretched_predictions(drawn, a, b):
    X, y = drawn[0], drawn[2]
    for name in ("tree", "boosting", "boosted-leaves"):
        one, two = trained(name, X, y), trained(name, X, a * y + b)
        assert structure(one) == structure(two)
        assert same_scores(at(one, X), at(two, X), lambda score: a * score + b)


@some
@given(numbers(), models, st.sampled_from([0, 1]))
def test_mr08_only_the_order_along_an_axis_matters(drawn, model, axis):
    X, y, name = chosen(drawn, model)
    bent = X.copy()
    bent[:, axis] = np.arctan(X[:, axis]) + X[:, axis] ** 3 / 7
    one, two = trained(name, X, y), trained(name, bent, y)
    assert [tree[0] for tree in structure(one)] == [tree[0] for tree in structure(two)]
    assert same_scores(at(one, X), at(two, bent))


def bits(done: Run) -> list:
    """Write down every array of every round as bytes, and the figures."""
    metrics, found = Metrics(done), []
    for record in done.rounds:
        arrays = [record.score, record.sample_weight, record.next_weight, record.in_bag]
        arrays += [np.array(record.features)] if record.features else []
        for tree in record.learners:
            arrays += [tree.feature, tree.threshold, tree.gain, tree.value, tree.impurity]
        row = [None if array is None else array.tobytes() for array in arrays]
        found.append([*row, record.learner_weight, repr(metrics.figures(record.number))])
    return found


def prefix(name: str, rounds: int, seed: int = 4, **own) -> Run:
    done = run(sample("moons", n=50, noise=0.4), name, {"rounds": rounds} | own, seed)
    done.finish()
    return done


@pytest.mark.parametrize("name", ALL)
def test_mr09_a_short_run_is_the_beginning_of_a_long_one(name):
    short, long = prefix(name, 4), prefix(name, 9)
    assert bits(short) == bits(long)[:4]
    assert len(set(map(repr, bits(long)))) >= 9 - (name == "random-subspaces")  # one tree twice
    assert len(long) == 9
    kept = short.rounds
    assert short.extend(9)
    short.finish()
    assert bits(short) == bits(long)
    assert all(one is two for one, two in zip(kept, short.rounds, strict=False))
    again = [short.round(t) for t in (7, 2, 7, 1)]
    assert [again[0] is again[2], again[1] is kept[1], again[3] is kept[0]] == [True] * 3


@pytest.mark.parametrize("name", ALL)
def test_mr10_the_seed_is_all_the_chance_there_is(name):
    one, again, other = (prefix(name, 5, seed) for seed in (1, 1, 2))
    assert bits(one) == bits(again)
    chance = method(name).uses_chance(one.params)
    assert (bits(one) != bits(other)) == chance == (name in FORESTS)


@pytest.mark.parametrize("name", FORESTS)
def test_mr10_bags_and_axes_are_drawn_by_the_seed(name):
    one, other = (prefix(name, 20, seed).rounds for seed in (1, 2))
    if name in DRAW_POINTS:
        assert not any((a.in_bag == b.in_bag).all() for a, b in zip(one, other, strict=True))
    if name in ("random-subspaces", "random-patches"):
        assert [r.features for r in one] != [r.features for r in other]
    if name in ("random-forest", "extra-trees"):
        first_axes = [[r.learners[0].tried[0, 0] for r in rounds] for rounds in (one, other)]
        assert first_axes[0] != first_axes[1]


@pytest.mark.parametrize("name", ["gradient-boosting", "xgboost"])
def test_mr10_a_subsample_is_drawn_by_the_seed(name):
    runs = [prefix(name, 5, seed, subsample=0.5) for seed in (1, 1, 2)]
    assert bits(runs[0]) == bits(runs[1]) != bits(runs[2])
    for record in runs[0].rounds:
        assert set(record.in_bag.tolist()) == {0, 1}
        assert record.in_bag.sum() == 25


@some
@given(numbers(), models, st.tuples(st.integers(-9, 9), st.integers(-9, 9)))
def test_mr11_a_point_that_counts_nothing_changes_nothing(drawn, model, place):
    X, y, name = chosen(drawn, model)
    weight = np.r_[np.ones(len(X)), 0.0]
    one = trained(name, X, y, np.ones(len(X)))
    two = trained(name, np.vstack((X, np.array(place) / 16)), np.r_[y, 1 - y[:1]], weight)
    assert structure(one) == structure(two)
    assert same_scores(at(one, X), at(two, X))
    for a, b in zip(one.rounds, two.rounds, strict=True):
        assert b.sample_weight == near(np.r_[a.sample_weight, 0.0])
        assert [tree.n.tolist() for tree in b.learners] == [tree.n.tolist() for tree in a.learners]


@pytest.mark.parametrize("name", DRAW_POINTS)
def test_mr11_a_point_that_counts_nothing_is_never_drawn(name):
    data = sample("moons", n=30)
    weight = (np.arange(30) % 3 > 0) + 0.0
    data = Dataset(data.points, data.target, data.classes, weight=weight)
    done = run(data, name, {"rounds": 20})
    done.finish()
    bags = np.array([record.in_bag for record in done.rounds])
    assert (bags[:, weight == 0] == 0).all()
    assert (bags.sum(axis=1) == (12 if name == "pasting" else 30)).all()  # 0.6 of 20


@pytest.mark.parametrize("name", ALL)
def test_mr12_an_axis_that_never_varies_is_never_asked(name):
    data = sample("moons", n=40)
    for axis in (0, 1):
        points = data.points.copy()
        points[:, axis] = 1e6
        still = Dataset(points, data.target, data.classes)
        done = run(still, name, {"rounds": 8})
        done.finish()
        asked = np.concatenate([r.learners[0].feature for r in done.rounds])
        assert set(asked[asked >= 0].tolist()) == {1 - axis}


def test_mr13_clones_vote_as_one_of_them():
    """Every bag of two far clusters grows the same stump."""
    X = np.repeat([[0.0, 0.0], [8.0, 0.0]], 30, axis=0)
    data = Dataset(X, np.repeat([0, 1], 30), ("a", "b"))
    for name in ("bagging", "pasting", "random-forest"):
        done = run(data, name, {"rounds": 12})
        done.finish()
        figures = Metrics(done).figures(12)
        assert figures["disagreement"] == 0
        assert figures["correlation"] == near(1)
        assert (done.round(12).score == done.round(1).score).all()


@pytest.mark.parametrize("name", FORESTS)
def test_mr15_unpruned_trees_get_all_of_their_own_bag_right(name):
    data = sample("spirals", n=80)
    assert len(np.unique(data.points, axis=0)) == 80
    done = run(data, name, {"rounds": 25})
    done.finish()
    for record in done.rounds:
        right = decide(record.learners[0].answer(data.points), 2) == data.target
        if record.in_bag is None:
            assert right.all()
        else:
            assert right[record.in_bag > 0].all()
            assert not right.all() or (record.in_bag == 0).sum() < 33


@pytest.mark.parametrize("name", ALL)
def test_mr16_settings_that_were_written_and_read_go_on_as_before(name):
    one = prefix(name, 6)
    text = json.dumps({"params": one.params.values(), "seed": one.seed, "method": name})
    read = json.loads(text)
    able = method(read["method"])
    params = able.params.from_values(read["params"])
    assert params == one.params
    two = Run(sample("moons", n=50, noise=0.4), able, params, read["seed"])
    two.finish()
    assert bits(two) == bits(one)


def test_every_method_is_in_these_tests():
    elsewhere = {"voting", "stacking"}  # in test_votes_and_stacks.py: their learners are no trees
    assert set(ALL) | elsewhere == set(methods())


TEN = sample("ten-points")
ORDER = [3, 7, 0, 9, 1, 5, 8, 2, 6, 4]
VIEWS = {
    "as they are": (TEN.points, TEN.target),
    "mirrored left to right": (TEN.points * [-1, 1], TEN.target),
    "mirrored top to bottom": (TEN.points * [1, -1], TEN.target),
    "axes swapped": (TEN.points[:, ::-1], TEN.target),
    "classes swapped": (TEN.points, 1 - TEN.target),
    "shuffled": (TEN.points[ORDER], TEN.target[ORDER]),
}


@pytest.mark.parametrize("view", VIEWS)
def test_ten_points_have_the_same_figures_however_they_are_seen(view):
    X, y = VIEWS[view]
    names = ("minus", "plus")
    done = run(Dataset(X.copy(), y.copy(), names), "adaboost", {"rounds": 60})
    done.finish()
    plain = run(TEN, "adaboost", {"rounds": 60})
    metrics, expected = Metrics(done), Metrics(plain)
    for t in range(1, 61):
        assert done.round(t).error == near(plain.round(t).error, 1e-10)
        for name in ("train_error", "z", "bound", "exp_loss", "min_margin", "median_margin"):
            assert metrics.figures(t)[name] == near(expected.figures(t)[name])
    assert [done.round(t).error for t in (1, 2, 3)] == near([3 / 10, 3 / 14, 3 / 22])
    assert done.round(60).error == near((3 - math.sqrt(5)) / 4, 1e-10)


def test_renamed_classes_are_the_same_classes():
    renamed = Dataset(TEN.points, TEN.target, ("−", "+"))
    one, two = (run(data, "adaboost", {"rounds": 12}) for data in (TEN, renamed))
    one.finish()
    two.finish()
    assert bits(one) == bits(two)
