"""Awkward numbers: neighbouring floats, subnormal, huge, equal, constant, and very few points.

Nothing that a run records or shows is ever nan or infinite, and no warning is raised on the way.
"""

import json
import math
from fractions import Fraction

import numpy as np
import pytest

from ensemble_viz.engine.data import LARGEST_VALUE, Dataset, Refusal
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.engine.ensembles import decide
from ensemble_viz.engine.runs import Run, Scores, run
from ensemble_viz.engine.runs.figures import Metrics
from ensemble_viz.engine.trees.fit import fit_classes
from ensemble_viz.scene.telling import why_ended
from tests.brute import trees
from tests.brute.exact import shares
from tests.runs import exactly, to_json

LINE = [[0, 0], [1, 0], [2, 0]]
PAIRS = {  # two points and the threshold between them
    "adjacent": (1.0, 1.0000000000000002, 1.0),
    "adjacent, middle rounds up": (1.0000000000000002, 1.0000000000000004, 1.0000000000000002),
    "subnormal, middle rounds up": (1.5e-323, 2e-323, 1.5e-323),
    "huge, opposite": (-1.5e308, 1.5e308, 0.0),
    "huge, same sign": (1.2e308, 1.7e308, 1.45e308),
    "smallest": (0.0, 5e-324, 0.0),
    "far from zero": (1e15 + 0.25, 1e15 + 0.375, 1e15 + 0.25),
}
FEW = {  # points and classes
    "three tiny": ([[1e-300, 0], [2e-300, 0], [3e-300, 0]], [0, 1, 0]),
    "both zeros": ([[-0.0, 0], [0.0, 0]], [0, 1]),
    "one point": ([[1, 1]], [0]),
    "two points of one class": ([[0, 0], [1, 1]], [0, 0]),
    "two points of two classes": ([[0, 0], [1, 1]], [0, 1]),
    "two classes in one place": ([[0, 0], [0, 0]], [0, 1]),
    "one place, one class": ([[2, 2]] * 5, [0] * 5),
    "one place, three to two": ([[0, 0]] * 5, [1, 1, 1, 0, 0]),
    "opposite duplicates": ([[0, 0], [0, 0], [1, 1], [1, 1]], [1, 0, 1, 0]),
    "vertical line": ([[3, k] for k in range(6)], [0, 0, 0, 1, 1, 1]),
    "diagonal line": ([[k, k] for k in range(6)], [0, 0, 0, 1, 1, 1]),
    "a class of one": ([[k % 4, k // 4] for k in range(12)], [0] * 5 + [1] * 6 + [2]),
    "axes of very different scale": ([[1e-9 * k, 1e9 * k] for k in range(6)], [0, 0, 1, 1, 0, 1]),
    "an eighth, far from zero": ([[1e15 + k / 8, 0] for k in range(6)], [0, 0, 0, 1, 1, 1]),
}
FEW |= {name: ([[low, 0], [high, 0]], [0, 1]) for name, (low, high, _) in PAIRS.items()}
VALUES = {  # points and values
    "constant": (LINE, [5.0, 5.0, 5.0]),
    "ten tenths": ([[k, 0] for k in range(10)], [0.1] * 10),
    "as large as allowed": (LINE, [LARGEST_VALUE, -LARGEST_VALUE, LARGEST_VALUE]),
    "many large, one small": ([[k, 0] for k in range(9)], [LARGEST_VALUE] * 8 + [-LARGEST_VALUE]),
    "subnormal values": (LINE, [0.0, 5e-324, 1e-310]),
    "tiny values": (LINE, [1e-160, 2e-160, -3e-160]),
    "all sizes at once": ([[k, 0] for k in range(6)], [1e150, 1.0, 1e-150, -1.0, 0.0, 2.0]),
    "far from zero": (LINE, [1e15, 1e15 + 0.125, 1e15 + 0.25]),
    "one value": ([[1, 1]], [7.0]),
    "two values": ([[1, 1], [2, 2]], [7.0, -3.0]),
    "two values in one place": ([[1, 1], [1, 1]], [7.0, -3.0]),
}
SETTINGS = {
    "tree": [
        {},
        {"criterion": "entropy"},
        {"criterion": "gain-ratio"},
        {"criterion": "error"},
        {"criterion": "error", "max_depth": 1},
        {"prune": "cost-complexity"},
        {"prune": "error"},
    ],
    "adaboost": [
        {},
        {"criterion": "gini", "max_depth": 2},
        {"criterion": "entropy", "max_depth": None, "alpha": "log", "learning_rate": 0.3},
        {"learning_rate": 10.0},
        {"multiclass": "samme", "max_depth": 2, "criterion": "gini"},
        {"multiclass": "samme", "learner": "random", "learning_rate": 10.0},
    ],
    "gradient-boosting": [
        {},
        {"learning_rate": 1.0, "max_depth": None},
        {"leaf": "gradient", "init": "zero"},
        {"subsample": 0.5, "learning_rate": 1.0},
        {"max_depth": None, "max_leaf_nodes": 3},
    ],
    "bagging": [
        {},
        {"vote": "soft", "max_samples": 0.5, "max_depth": 2},
        {"criterion": "gain-ratio"},
    ],
    "random-forest": [{}, {"vote": "soft", "min_samples_leaf": 2}],
    "pasting": [{}, {"disjoint": True, "max_samples": 0.3}, {"vote": "soft", "max_depth": 1}],
    "random-subspaces": [{}, {"vote": "soft", "max_features": 2}],
    "random-patches": [{}, {"vote": "soft", "max_samples": 0.5}],
    "extra-trees": [
        {},
        {"max_features": 2, "min_samples_leaf": 2, "vote": "soft"},
        {"bootstrap": True, "criterion": "gain-ratio"},
    ],
    "xgboost": [
        {},
        {"reg_lambda": 0.0, "min_child_weight": 0.0, "learning_rate": 1.0, "max_depth": None},
        {"gamma": 0.5, "base_score": "mean", "grow": "leaf-wise"},
        {"tree_method": "hist", "max_bin": 2, "subsample": 0.5},
    ],
}
FORESTS = (
    "bagging", "random-forest", "pasting", "random-subspaces", "random-patches", "extra-trees",
)  # fmt: skip
FREE = {  # settings under which trees see all points and axes, and split two points
    "xgboost": {"min_child_weight": 0.0},
    "pasting": {"max_samples": 1.0},
    "random-subspaces": {"max_features": 2},
    "random-patches": {"max_features": 2},
}
EXPONENTIAL = [
    {"loss": "exponential", **more}
    for more in (
        {"learning_rate": 10.0, "max_depth": None},
        {"learning_rate": 10.0, "leaf": "gradient", "rounds": 60},
        {"subsample": 0.5, "learning_rate": 10.0, "rounds": 60},
    )
]
ROBUST = [
    {"loss": loss, **more}
    for loss in ("absolute", "huber")
    for more in (
        {},
        {"learning_rate": 1.0, "max_depth": None},
        {"leaf": "gradient", "init": "mean"},
        {"subsample": 0.5, "learning_rate": 10.0, "rounds": 60},
        {"huber_quantile": 0.1},
        {"huber_delta": 1e-300, "init": "zero"},
        {"huber_delta": 1e300},
    )
]
BOTH = [name for name in SETTINGS if name != "adaboost"]


def classes(case, weight=None) -> Dataset:
    points, label = case
    names = ("a", "b", "c")[: max(2, max(label) + 1)]
    return Dataset(np.array(points, dtype=float), np.array(label), names, weight=weight)


def values(case, weight=None) -> Dataset:
    return Dataset(np.array(case[0], dtype=float), np.array(case[1]), weight=weight)


def finished(data: Dataset, name: str, **settings) -> Run:
    done = run(data, name, {"rounds": 8} | settings)
    done.finish()
    return done


def refuse_constants(text: str):
    raise AssertionError(f"{text} on record")


def check_finite(done: Run) -> None:
    """Read the trace as standard JSON, and look at what it does not hold."""
    json.loads(to_json(done), parse_constant=refuse_constants)
    initial = done.start.initial_score
    assert initial is None or np.isfinite(initial).all()
    scores = Scores(done, done.data.points + 0.0)
    for record in done.rounds:
        assert np.isfinite(scores.next()).all()
        for tree in record.learners:
            for name in ("threshold", "weight", "impurity", "gain", "value"):
                assert np.isfinite(getattr(tree, name)).all()
            assert (tree.gain >= 0).all()
            assert (tree.impurity >= 0).all()


def spread_weights(n: int) -> list:
    """No weights, equal ones, and weights over fifteen decades both ways."""
    decades = 10.0 ** np.linspace(-15, 0, n)
    return [None, np.ones(n), decades, 1e3 * decades[::-1]]


@pytest.mark.parametrize("method", SETTINGS)
@pytest.mark.parametrize("name", FEW)
def test_records_of_classes_are_finite(name, method):
    two = max(FEW[name][1]) < 2 and method == "gradient-boosting"
    for settings in [*SETTINGS[method], *(EXPONENTIAL if two else [])]:
        for weight in spread_weights(len(FEW[name][0])):
            check_finite(finished(classes(FEW[name], weight), method, **settings))


@pytest.mark.parametrize("method", BOTH)
@pytest.mark.parametrize("name", VALUES)
def test_records_of_values_are_finite(name, method):
    for settings in [*SETTINGS[method], *(ROBUST if method == "gradient-boosting" else [])]:
        if "criterion" in settings or settings.get("prune") == "error":
            continue  # these are for classes, or need test points
        for weight in spread_weights(len(VALUES[name][0])):
            check_finite(finished(values(VALUES[name], weight), method, **settings))


def test_adaboost_refuses_values():
    with pytest.raises(Refusal, match="values"):
        run(values(VALUES["constant"]), "adaboost")


@pytest.mark.parametrize("name", PAIRS)
@pytest.mark.parametrize("method", SETTINGS)
def test_any_two_neighbours_are_parted(method, name):
    low, high, threshold = PAIRS[name]
    data = classes(([[low, 0], [high, 0]], [0, 1]))
    done = finished(data, method, rounds=30, **FREE.get(method, {}))
    parted = [r.learners[0] for r in done.rounds if r.in_bag is None or r.in_bag.all()]
    assert parted
    for tree in parted:
        assert (len(tree), tree.feature[0]) == (3, 0)
        if method == "extra-trees":
            assert low <= tree.threshold[0] < high
        else:
            assert tree.threshold[0] == threshold
            assert math.copysign(1, tree.threshold[0]) == math.copysign(1, threshold + 0.0)
    assert low <= threshold < high
    assert Metrics(done).figures(len(done))["train_error"] == 0


@pytest.mark.parametrize("method", BOTH)
def test_any_two_neighbours_are_parted_by_their_values(method):
    for low, high, threshold in PAIRS.values():
        data = values(([[0, low], [0, high]], [2.0, 3.0]))
        mean = {"base_score": "mean", "rounds": 5} if method == "xgboost" else {"rounds": 30}
        done = finished(data, method, **mean | FREE.get(method, {}))
        parted = [r.learners[0] for r in done.rounds if r.in_bag is None or r.in_bag.all()]
        if method == "extra-trees":
            assert {tree.feature[0] for tree in parted} == {1}
            assert all(low <= tree.threshold[0] < high for tree in parted)
            continue
        assert {(tree.feature[0], tree.threshold[0]) for tree in parted} == {(1, threshold)}


def test_tiny_coordinates_are_compared_exactly():
    data = classes(FEW["three tiny"])
    tree = finished(data, "tree").rounds[-1].learners[0]
    middles = [1e-300 / 2 + 2e-300 / 2, 2e-300 / 2 + 3e-300 / 2]
    assert sorted(tree.threshold[~tree.is_leaf].tolist()) == middles
    boosted = finished(data, "adaboost", rounds=20)
    assert {r.learners[0].threshold[0] for r in boosted.rounds} >= set(middles)
    assert Metrics(boosted).figures(len(boosted))["train_error"] == 0


def stop_of(case, method: str, kind=classes, **settings) -> tuple[int, str]:
    done = finished(kind(case), method, **settings)
    assert why_ended(done)
    return len(done), done.stop.rule


@pytest.mark.parametrize("name", ["both zeros", "two classes in one place", "opposite duplicates"])
def test_classes_that_coincide_cannot_be_boosted(name):
    assert stop_of(FEW[name], "adaboost") == (0, "no-better-than-chance")
    for depth in (1, 3, None):
        assert stop_of(FEW[name], "adaboost", max_depth=depth, criterion="gini")[0] == 0


@pytest.mark.parametrize("name", ["both zeros", "two classes in one place"])
def test_one_place_is_not_split(name):
    data = classes(FEW[name])
    assert stop_of(FEW[name], "tree") == (0, "nothing-to-split")
    assert stop_of(FEW[name], "gradient-boosting") == (0, "nothing-to-split")
    for method in FORESTS:
        assert {len(r.learners[0]) for r in finished(data, method).rounds} == {1}
    done = run(data, "tree")
    leaf = fit_classes(data, data.distribution, done.method.rules(data, done.params)).tree
    assert leaf.value.tolist() == [[0.5, 0.5]]


def test_values_too_large_to_square_are_refused_by_name():
    for large in (1e200, -1e308, 1.7e308):
        with pytest.raises(Refusal, match="point 3: the value"):
            values((LINE, [1.0, 2.0, large]))
    with pytest.raises(Refusal, match="point 1: the value"):
        values((LINE, [1.7e308] * 3))  # their sum would overflow, too
    with pytest.raises(Refusal, match="not finite"):
        classes(([[0, 0], [math.inf, 0]], [0, 1]))
    with pytest.raises(Refusal, match="weights"):
        classes(FEW["two points of two classes"], np.array([1.0, 1e300]))


def test_the_largest_values_are_learned():
    done = finished(values(VALUES["as large as allowed"]), "tree")
    assert done.rounds[-1].score.tolist() == [LARGEST_VALUE, -LARGEST_VALUE, LARGEST_VALUE]
    boosted = finished(values(VALUES["as large as allowed"]), "gradient-boosting", rounds=3)
    assert boosted.start.initial_score[0] == exactly(LARGEST_VALUE / 3)


@pytest.mark.parametrize("name", ["constant", "ten tenths"])
def test_a_constant_is_learned_at_once(name):
    data = values(VALUES[name])
    constant = data.target[0]
    boosted = finished(data, "gradient-boosting")
    assert boosted.start.initial_score.tolist() == [constant]
    assert np.abs(boosted.start.target).max() == 0
    assert (len(boosted), boosted.stop.rule) == (0, "residuals-zero")
    assert stop_of(VALUES[name], "tree", values) == (0, "nothing-to-split")
    for method in FORESTS:
        done = finished(data, method)
        assert {len(r.learners[0]) for r in done.rounds} == {1}
        assert {float(r.learners[0].value[0]) for r in done.rounds} == {constant}
        assert Metrics(done).figures(8)["train_error"] < 1e-30


def test_the_mean_of_equal_values_grows_no_nonsense():
    """Sums of ten tenths differ from 1 in the last digit; so do weighted ones."""
    for n in (3, 7, 10, 49):
        data = values(([[k % 7, k // 7] for k in range(n)], [0.1] * n), np.arange(1.0, n + 1))
        zero = finished(data, "gradient-boosting", init="zero", learning_rate=1.0)
        assert len(zero) == 1
        assert len(zero.round(1).learners[0]) == 1
        assert zero.round(1).score == exactly([0.1] * n)


@pytest.mark.parametrize("name", ["sine", "surface", "step"])
def test_residuals_that_are_nothing_but_rounding_are_zero(name):
    """An unlimited tree fits all values at once, whatever their last digits."""
    data = sample(name, n=50)
    done = finished(data, "gradient-boosting", max_depth=None, learning_rate=1.0)
    assert (len(done), done.stop.rule) == (1, "residuals-zero")
    assert done.round(1).score == exactly(data.target)
    zero = finished(data, "gradient-boosting", max_depth=None, learning_rate=1.0, init="zero")
    assert (len(zero), zero.stop.rule) == (1, "residuals-zero")


@pytest.mark.parametrize(
    ("method", "names"),
    [(method, ("a", "b")) for method in SETTINGS] + [(method, None) for method in BOTH],
)
def test_no_points_are_no_run_and_no_error(method, names):
    data = Dataset(np.zeros((0, 2)), np.zeros(0, dtype=np.int64 if names else float), names)
    done = finished(data, method)
    assert (len(done), done.stop.rule, why_ended(done)) == (
        0,
        "nothing-to-split",
        "There are no points yet.",
    )
    assert json.loads(to_json(done))["rounds"] == []
    assert Scores(done, np.zeros((3, 2))).round == 0


@pytest.mark.parametrize("name", ["one point", "two points of one class", "one place, one class"])
def test_a_single_class_is_learned_by_a_constant(name):
    done = finished(classes(FEW[name]), "adaboost")
    assert (len(done), done.stop.rule) == (1, "perfect-learner")
    assert len(done.round(1).learners[0]) == 1
    assert done.round(1).figures["capped"]
    assert stop_of(FEW[name], "tree") == (0, "nothing-to-split")
    boosted = finished(classes(FEW[name]), "gradient-boosting")
    assert (len(boosted), boosted.stop.rule) == (0, "nothing-to-split")
    assert "class a" in why_ended(boosted)
    for method in FORESTS:
        done = finished(classes(FEW[name]), method)
        assert done.rounds[-1].score.tolist() == [[1.0, 0.0]] * len(done.data)


def test_one_value_is_the_answer():
    boosted = finished(values(VALUES["one value"]), "gradient-boosting")
    assert boosted.start.initial_score.tolist() == [7.0]
    assert boosted.start.target.tolist() == [0.0]
    assert (len(boosted), boosted.stop.rule) == (0, "residuals-zero")
    bagged = finished(values(VALUES["one value"]), "bagging")
    assert [r.score.tolist() for r in bagged.rounds] == [[7.0]] * 8
    assert Metrics(bagged).figures(8)["oob_error"] is None  # the point is in every bag


def test_two_points_of_two_classes():
    data = classes(FEW["two points of two classes"])
    done = finished(data, "adaboost")
    assert (len(done), done.stop.rule) == (1, "perfect-learner")
    assert done.round(1).learner_weight == pytest.approx(11.5129, abs=1e-4)
    bagged = finished(data, "bagging", rounds=200)
    one_class = [len(r.learners[0]) == 1 for r in bagged.rounds]
    assert np.mean(one_class) == pytest.approx(0.5, abs=4 * 0.5 / math.sqrt(200))
    figures = Metrics(bagged).figures(200)
    assert figures["oob_error"] == 1  # a point is out only where the tree knows the other class
    assert figures["train_error"] == 0


def test_a_line_along_one_axis_is_cut_across_it():
    data = classes(FEW["vertical line"])
    for method in SETTINGS:
        done = finished(data, method, rounds=20, **FREE.get(method, {}))
        asked = [r.learners[0].feature[~r.learners[0].is_leaf] for r in done.rounds]
        assert set(np.concatenate(asked).tolist()) == {1}
        assert Metrics(done).figures(len(done))["train_error"] == 0
    stump = run(data, "adaboost").round(1).learners[0]
    assert stump.threshold[0] == 2.5
    forest = finished(data, "random-forest", rounds=20)
    roots = [r.learners[0].tried[0].tolist() for r in forest.rounds if len(r.learners[0]) > 1]
    assert {tuple(tried) for tried in roots} == {(0, 1), (1, -1)}  # the other axis is tried then
    subspaces = finished(data, "random-subspaces").rounds  # a tree that knows x1 only cannot ask
    assert {(r.features[0], len(r.learners[0]) > 1) for r in subspaces} == {
        ((0,), False),
        ((1,), True),
    }


@pytest.mark.parametrize("name", ["diagonal line", "axes of very different scale"])
def test_axes_that_tie_go_to_the_first(name):
    data = classes(FEW[name])
    for method in ("tree", "adaboost", "gradient-boosting", "bagging"):
        done = finished(data, method, rounds=6)
        asked = [r.learners[0].feature[~r.learners[0].is_leaf] for r in done.rounds]
        assert set(np.concatenate(asked).tolist()) == {0}


def test_a_class_of_one_is_missed_by_a_third_of_the_bags():
    data = classes(FEW["a class of one"])
    done = finished(data, "bagging", rounds=600, vote="soft")
    missed = np.array([r.in_bag[11] == 0 for r in done.rounds])
    share = (11 / 12) ** 12
    assert missed.mean() == pytest.approx(share, abs=4 * math.sqrt(share * (1 - share) / 600))
    for record in done.rounds:
        assert record.learners[0].value.shape[1] == 3
        assert record.score.shape == (12, 3)
    boosted = finished(data, "gradient-boosting")
    assert {len(r.learners) for r in boosted.rounds} == {3}
    assert boosted.rounds[-1].score[11].argmax() == 2


def integer_grid() -> Dataset:
    """72 points, two on each place of a lattice; on eleven places they are of opposite classes."""
    place = np.repeat([[x, y] for x in range(6) for y in range(6)], 2, axis=0)
    label = ((place[:, 0] // 2 + place[:, 1] // 2) % 2).astype(int)
    label[1:66:6] = 1 - label[1:66:6]
    return classes((place, label.tolist()))


@pytest.mark.parametrize("method", SETTINGS)
def test_no_learner_is_better_than_opposite_duplicates_allow(method):
    data = integer_grid()
    least = 11 / 72
    deep = {} if method == "tree" else {"max_depth": None}
    criterion = {"criterion": "gini"} if method == "adaboost" else {}
    done = finished(data, method, rounds=60, **deep, **criterion)
    metrics = Metrics(done)
    errors = [metrics.figures(t)["train_error"] for t in range(1, len(done) + 1)]
    assert min(errors) >= least - 1e-12
    assert errors[-1] <= least + (0.4 if method in ("random-subspaces", "random-patches") else 0.1)
    if method in ("tree", "gradient-boosting"):
        assert errors[-1] == exactly(least)


@pytest.mark.parametrize("seed", range(12))
def test_weights_over_fifteen_decades_cut_where_they_should(seed):
    """Every cut is as good as the best one, but for a tie by rounding, in exact fractions."""
    rng = np.random.default_rng([15, seed])
    points, label = rng.integers(-512, 513, (30, 2)) / 1024, rng.integers(0, 2, 30)
    weight = 10.0 ** rng.uniform(-15, 0, 30)
    data = classes((points, label.tolist()), weight)
    tree = finished(data, "tree", rounds=1000).rounds[-1].learners[0]
    exact, box = shares(weight.tolist()), tree.rectangles()
    for node in np.flatnonzero(~tree.is_leaf):
        rows = np.flatnonzero(
            ((points > box[node, :, 0]) & (points <= box[node, :, 1])).all(axis=1)
        )
        cuts = trees.candidates(points.tolist(), label.tolist(), exact, rows, "gini")
        asked = (tree.feature[node], tree.threshold[node])
        taken = next(cut for cut in cuts if (cut.feature, cut.threshold) == asked)
        total = sum(exact[i] for i in rows)
        assert max(cut.score for cut in cuts) - taken.score <= Fraction(1, 10**12) * 2 * total
        assert tree.weight[node] == pytest.approx(float(total), rel=1e-9)
    assert (decide(tree.answer(points), 2) == label).all()  # the lightest points as well


@pytest.mark.parametrize("seed", range(6))
def test_boosting_weights_over_fifteen_decades(seed):
    rng = np.random.default_rng([16, seed])
    points, label = rng.integers(-512, 513, (30, 2)) / 1024, rng.integers(0, 2, 30)
    data = classes((points, label.tolist()), 10.0 ** rng.uniform(-15, 0, 30))
    done = finished(data, "adaboost", rounds=30)
    assert len(done) > 3
    for record in done.rounds:
        h = decide(record.learners[0].answer(points), 2)
        assert record.error == exactly(record.sample_weight[h != label].sum())
        assert record.next_weight.sum() == exactly(1)
        assert (record.next_weight > 0).all()
        stumps = trees.stumps(
            points.tolist(), label.tolist(), shares(record.sample_weight.tolist()), range(30)
        )
        best = 1 - max(stump.score for stump in stumps)
        assert float(best) - 1e-15 <= record.error <= float(best) + 2e-12


@pytest.mark.parametrize("rate", [1e-300, 1e-12, 2.0, 10.0])
def test_steps_of_any_size_keep_boosted_classes_finite(rate):
    for name in ("moons", "ten-points", "xor"):
        data = sample(name)
        for settings in ({}, {"max_depth": 3, "criterion": "gini", "alpha": "log"}):
            check_finite(finished(data, "adaboost", rounds=20, learning_rate=rate, **settings))
        for leaf in ("line-search", "gradient"):
            settings = {"rounds": 20, "leaf": leaf, "learning_rate": min(rate, 2.0)}
            check_finite(finished(data, "gradient-boosting", **settings))


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("latitude", {"learning_rate": 1e-300, "rounds": 400}),
        ("latitude", {"learning_rate": 2.0, "rounds": 400}),
        ("latitude", {"learning_rate": 10.0, "rounds": 400}),
        ("sine", {"learning_rate": 2.0, "rounds": 1600, "subsample": 0.2}),
    ],
)
def test_steps_of_any_size_keep_boosted_values_finite(name, settings):
    """Steps that overshoot more every time must not end in an overflow: refused, or stopped."""
    options = {"n": 20} if name == "sine" else {}
    try:
        done = run(sample(name, **options), "gradient-boosting", settings)
    except Refusal:
        assert settings["learning_rate"] > 2
        return
    metrics = Metrics(done)
    for t in range(1, done.upto(settings["rounds"]) + 1):
        assert np.isfinite(done.round(t).score).all()
        assert math.isfinite(metrics.figures(t)["train_error"])
    done.finish()
    assert why_ended(done)


def test_a_subsample_that_fits_already_does_not_end_the_run():
    """One point a round is drawn of four; the others still have residuals."""
    settings = {"rounds": 30, "learning_rate": 1.0, "subsample": 0.25}
    done = run(sample("latitude"), "gradient-boosting", settings)
    drawn = {tuple(done.round(t).in_bag) for t in range(1, done.upto(30) + 1)}
    assert (len(done), done.finish().rule) == (30, "all-rounds")
    assert len(drawn) == 4
