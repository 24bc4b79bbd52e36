"""Cross-validation: folds drawn by class, and errors of runs that never saw the points."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.ensemble import BaggingClassifier, ExtraTreesRegressor, RandomForestClassifier
from sklearn.model_selection import KFold, StratifiedKFold, cross_val_score

from ensemble_viz.engine.data import Dataset, Refusal
from ensemble_viz.engine.data.folds import deal_folds
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.engine.ensembles import decide
from ensemble_viz.engine.runs import Run, Scores, run
from ensemble_viz.engine.runs.figures import Metrics
from ensemble_viz.engine.runs.studies import CrossValidation
from tests.datasets import DATASETS


def by_hand(whole: Run, fold, t: int) -> float | None:
    """Train on all other points, fold by fold, and add up what is wrong; None: nobody says it."""
    data, wrong = whole.data, 0.0
    for k in range(fold.max() + 1):
        out = fold == k
        weight = None if data.weight is None else data.weight[~out]
        rest = Dataset(data.points[~out], data.target[~out], data.classes, data.columns, weight)
        trained = Run(rest, whole.method, whole.params, whole.seed)
        scores = Scores(trained, data.points[out])
        rounds = min(t, trained.upto(t))
        score = [scores.next() for _ in range(rounds)][-1] if rounds else None
        if rounds and score is None:
            return None
        if score is not None:
            answer = decide(score, data.n_classes)
        elif trained.start.initial_score is not None:
            initial = trained.start.initial_score
            wide = np.repeat(initial, out.sum()) if len(initial) == 1 else [initial] * out.sum()
            answer = decide(np.array(wide), data.n_classes)
        elif data.classes is None:
            answer = rest.distribution @ rest.target
        else:
            sums = [rest.distribution[rest.target == c].sum() for c in range(data.n_classes)]
            answer = int(np.argmax(np.round(sums, 12)))
        own = answer - data.target[out]
        wrong += data.distribution[out] @ (own**2 if data.classes is None else own != 0)
    return float(wrong / data.distribution[fold >= 0].sum())


CASES = [
    ("two classes", "bagging", {}),
    ("three classes", "extra-trees", {"max_features": 2}),
    ("weights, some of them zero", "random-forest", {"vote": "soft"}),
    ("weights of values, some zero", "pasting", {}),
    ("values on a line", "gradient-boosting", {}),
    ("values in the plane", "random-patches", {}),
    ("weights", "adaboost", {}),
    ("two classes", "tree", {}),
    ("values in the plane", "tree", {"prune": "cost-complexity"}),
    ("eight classes", "random-subspaces", {}),
    ("the same value ten times", "gradient-boosting", {}),
    ("x1 constant", "pasting", {"disjoint": True, "max_samples": 0.4}),
    ("three classes", "random-patches", {"base": "naive-bayes"}),
    ("two classes", "voting", {"weights": [0, 1, 2, 1]}),
    ("values in the plane", "voting", {}),
    ("three classes", "stacking", {"members": ["stump", "knn(k=2)"]}),
    ("weights of values, some zero", "stacking", {"members": ["stump", "linear", "knn(k=2)"]}),
    ("integer lattice", "adaboost", {"max_depth": 3, "criterion": "gini"}),
    ("the same value ten times", "tree", {}),
]


@pytest.mark.parametrize(("points", "method", "own"), CASES)
@pytest.mark.parametrize("folds", [2, 5])
def test_every_point_is_answered_by_a_run_that_never_saw_it(points, method, own, folds):
    whole = run(DATASETS[points], method, {"rounds": 4} | own, seed=3)
    found = CrossValidation(whole, folds)
    fold = deal_folds(whole.data, folds, 3)
    for t in (3, 1, 0, 4):
        assert found.error(t) == pytest.approx(by_hand(whole, fold, t), abs=1e-12)


def test_nothing_is_trained_before_it_is_asked_for(monkeypatch):
    whole = run(DATASETS["two classes"], "bagging")
    monkeypatch.setattr(Run, "advance", pytest.fail)
    found = CrossValidation(whole)
    monkeypatch.undo()
    assert len(whole) == 0
    assert 0 <= found.error(2) <= 1
    assert len(whole) == 0


def test_a_stack_has_no_error_before_its_blender():
    found = CrossValidation(run(DATASETS["two classes"], "stacking", {"members": ["stump"] * 2}))
    assert [found.error(t) is None for t in (0, 1, 2, 3)] == [False, True, True, False]


def test_a_longer_run_goes_on_being_validated():
    whole = run(DATASETS["two classes"], "bagging", {"rounds": 2}, seed=1)
    found = CrossValidation(whole, 3)
    short = [found.error(t) for t in (1, 2)]
    whole.extend(7)
    longer = run(DATASETS["two classes"], "bagging", {"rounds": 7}, seed=1)
    fresh = CrossValidation(longer, 3)
    assert found.error(7) == fresh.error(7)
    assert [fresh.error(t) for t in (1, 2)] == short


def test_leaving_one_out_is_as_many_folds_as_points():
    whole = run(DATASETS["two classes"], "tree", {"max_depth": 1})
    fold = deal_folds(whole.data, 21, 0)
    assert sorted(fold.tolist()) == list(range(21))
    assert CrossValidation(whole, 21).error(1) == pytest.approx(by_hand(whole, fold, 1))


@pytest.mark.parametrize("folds", [0, 1, 22, -3])
def test_folds_that_cannot_be_are_refused(folds):
    with pytest.raises(Refusal, match=f"folds={folds}: from 2 to .*, 21"):
        CrossValidation(run(DATASETS["two classes"], "bagging"), folds)
    with pytest.raises(Refusal, match=r"1$"):
        CrossValidation(run(DATASETS["one point"], "bagging"), 2)


@settings(max_examples=80)
@given(st.data())
def test_folds_have_equal_sizes_and_shares_of_every_class(drawn):
    n = drawn.draw(st.integers(2, 40))
    label = np.array(drawn.draw(st.lists(st.integers(0, 3), min_size=n, max_size=n)))
    each = st.lists(st.sampled_from([0.0, 1.0, 2.0]), min_size=n, max_size=n)
    weight = drawn.draw(st.none() | each.filter(lambda some: np.sum(some) > 3))
    given_weight = None if weight is None else np.array(weight)
    data = Dataset(np.zeros((n, 2)), label, tuple("abcd"), weight=given_weight)
    able = np.ones(n, bool) if given_weight is None else given_weight > 0
    folds = drawn.draw(st.integers(2, max(2, int(able.sum()))))
    if folds > able.sum():
        return
    seed = drawn.draw(st.integers(0, 2**63 - 1))
    fold = deal_folds(data, folds, seed)
    assert (fold == deal_folds(data, folds, seed)).all()
    assert ((fold >= 0) == able).all()
    assert np.ptp(np.bincount(fold[able], minlength=folds)) <= 1
    for k in range(4):
        own = fold[able & (label == k)]
        assert np.ptp(np.bincount(own, minlength=folds)) <= 1


def test_folds_are_drawn_by_the_seed_and_evenly():
    data = sample("moons", n=60)
    drawn = np.array([deal_folds(data, 5, seed) for seed in range(600)])
    assert len({tuple(fold) for fold in drawn.tolist()}) == 600
    shares = (drawn == 0).mean(axis=0)
    assert np.abs(shares - 0.2).max() < 4.5 * np.sqrt(0.2 * 0.8 / 600)
    values = sample("sine", n=60)
    shares = (np.array([deal_folds(values, 5, seed) for seed in range(600)]) == 4).mean(axis=0)
    assert np.abs(shares - 0.2).max() < 4.5 * np.sqrt(0.2 * 0.8 / 600)


BANDS = {
    "bagging": ("moons", "bagging", {}, BaggingClassifier(n_estimators=25)),
    "random-forest": (
        "blobs",
        "random-forest",
        {},
        RandomForestClassifier(n_estimators=25, max_features=1),
    ),
    "extra-trees": (
        "surface",
        "extra-trees",
        {"max_features": 2},
        ExtraTreesRegressor(n_estimators=25),
    ),
}


@pytest.mark.parametrize("name", BANDS)
def test_errors_are_those_of_scikit_learn_but_for_chance(name):
    points, method, own, theirs = BANDS[name]
    differences = []
    for seed in range(24):
        data = sample(points, n=80, seed=seed, **({"noise": 0.3} if points != "blobs" else {}))
        ours = CrossValidation(run(data, method, {"rounds": 25} | own, seed), 5).error(25)
        split = (StratifiedKFold if data.classes else KFold)(5, shuffle=True, random_state=seed)
        theirs.set_params(random_state=seed)
        scoring = "accuracy" if data.classes else "neg_mean_squared_error"
        marks = cross_val_score(theirs, data.points, data.target, cv=split, scoring=scoring)
        differences.append(ours - ((1 - marks) if data.classes else -marks).mean())
    standard_error = np.std(differences, ddof=1) / np.sqrt(len(differences))
    assert abs(np.mean(differences)) <= 4 * standard_error
    assert standard_error < 0.01


def test_it_stands_beside_both_out_of_bag_errors():
    """Forests of 16 folds see nearly all points; out of bag each tree saw two thirds of them."""
    found = []
    for seed in range(8):
        whole = run(sample("moons", n=96, noise=0.3, seed=seed, test=400), "bagging", seed=seed)
        figures = Metrics(whole).figures(40)
        names = ("oob_error", "test_error", "oob_error_trees")
        found.append([CrossValidation(whole, 16).error(40), *(figures[name] for name in names)])
    crossed, out, test, alone = np.mean(found, axis=0)
    assert abs(crossed - out) < 0.03
    assert abs(crossed - test) < 0.05
    assert alone > out + 0.02


def test_a_class_that_is_missing_from_a_fold_is_no_accident():
    points = np.random.default_rng(3).normal(size=(13, 2))
    data = Dataset(points, np.array([0] * 6 + [1] * 6 + [2]), ("a", "b", "c"))
    for method in ("bagging", "gradient-boosting", "tree", "extra-trees"):
        found = CrossValidation(run(data, method, {"rounds": 3}), 4)
        assert 1 / 13 <= found.error(3) <= 1  # nobody else knows the class of the last point
