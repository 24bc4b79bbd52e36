"""Learners that are not trees, votes and stacks against scikit-learn, on fresh data.

scikit-learn's logistic regression stops where its slope is small; ours where nothing moves any
more. So the slope is computed here, and must be zero; theirs may be as far off as its own rule
allows.
"""

import itertools
import warnings
from dataclasses import dataclass, replace

import numpy as np
import pytest
from sklearn.ensemble import (
    AdaBoostClassifier,
    StackingClassifier,
    StackingRegressor,
    VotingClassifier,
    VotingRegressor,
)
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.model_selection import PredefinedSplit
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor

from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.ensembles import decide, member
from ensemble_viz.engine.ensembles.bases import train_bagged
from ensemble_viz.engine.learners.kind import lesson_of
from ensemble_viz.engine.runs import run
from ensemble_viz.engine.trees import Tree

SETS = 200
STACKS = 100
NAMES = ("a", "b", "c", "d")


@dataclass
class Fresh:
    """A random data set with places between and beyond its points."""

    data: Dataset
    probes: np.ndarray

    @property
    def X(self):
        return self.data.points

    @property
    def y(self):
        return self.data.target


def fresh(seed: int, classes: int = 0, weighted: bool = False) -> Fresh:
    """Draw overlapping clouds, or a wave: every third set far from zero or on unequal scales."""
    rng = np.random.default_rng([20261118, seed, classes])
    n = int(rng.integers(12, 90))
    X = rng.normal(size=(n, 2)) * [[1, 1], [5, 0.2], [1, 1]][seed % 3] + [0, 0, 30][seed % 3]
    if classes:
        y = rng.integers(0, classes, n)
        y[: 2 * classes] = np.arange(2 * classes) % classes
        X = X + rng.uniform(0, 3) * np.column_stack((y % 2, y // 2)) * X.std(axis=0)
    else:
        y = np.sin(X[:, 0]) + X @ rng.normal(size=2) + rng.normal(0, 0.3, n)
    weight = rng.uniform(0.2, 3.0, n) if weighted else None
    probes = np.vstack((X.mean(axis=0) + 3 * rng.normal(size=(30, 2)) * X.std(axis=0), X))
    names = NAMES[:classes] if classes else None
    return Fresh(Dataset(X, y, names, weight=weight), probes)


def sets(classes: int = 0, count: int = SETS, weighted: bool = False):
    return (fresh(seed, classes, weighted) for seed in range(count))


def trained(text: str, data: Dataset):
    return member.read(text).train(lesson_of(data))


def strict_logistic(C: float = 1.0) -> LogisticRegression:
    return LogisticRegression(C=C, tol=1e-10, max_iter=20_000)


@pytest.fixture(autouse=True)
def quiet():
    """Let scikit-learn say that its logistic regression has not converged to such a tolerance."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("classes", [2, 3, 4])
def test_naive_bayes_is_that_of_scikit_learn(classes, weighted):
    for one in sets(classes, SETS // 2, weighted):
        ours = trained("naive-bayes", one.data)
        theirs = GaussianNB().fit(one.X, one.y, sample_weight=one.data.weight)
        # theirs takes the largest variance without the weights, of which a billionth counts
        close = 1e-5 if weighted else 1e-9
        most = 2e-9 * one.X.var(axis=0).max() if weighted else 0.0
        assert ours.mean == pytest.approx(theirs.theta_, rel=1e-9, abs=1e-9)
        assert ours.variance == pytest.approx(theirs.var_, rel=1e-9, abs=most)
        assert ours.prior == pytest.approx(theirs.class_prior_, rel=1e-12)
        assert ours.answer(one.probes) == pytest.approx(theirs.predict_proba(one.probes), abs=close)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("classes", [2, 3, 4])
def test_logistic_regression_is_at_the_one_minimum(classes, weighted):
    for k, one in enumerate(sets(classes, SETS // 2, weighted)):
        C = (0.01, 1.0, 100.0)[k % 3]
        ours = trained(f"logistic(C={C})", one.data)
        weight = np.ones(len(one.y)) if one.data.weight is None else one.data.weight
        p = ours.answer(one.X)
        rest = (p - np.eye(classes)[one.y]) * weight[:, None]
        rest = rest[:, 1:] if classes == 2 else rest
        size = C * weight.sum() * np.abs(one.X).max()
        assert np.abs(ours.coef + C * rest.T @ one.X).max() < 1e-9 * max(1.0, size)
        assert np.abs(C * rest.sum(axis=0)).max() < 1e-9 * max(1.0, size)
        if classes > 2:
            assert ours.intercept.sum() == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("classes", [2, 3, 4])
def test_logistic_regression_is_that_of_scikit_learn(classes, weighted):
    for k, one in enumerate(sets(classes, SETS // 2, weighted)):
        C = (0.01, 1.0, 10.0)[k % 3]
        ours = trained(f"logistic(C={C})", one.data)
        theirs = strict_logistic(C).fit(one.X, one.y, sample_weight=one.data.weight)
        assert ours.answer(one.probes) == pytest.approx(theirs.predict_proba(one.probes), abs=2e-4)
        if k % 3 == 0:
            assert ours.coef == pytest.approx(theirs.coef_, abs=1e-5)


def test_neighbours_are_those_of_scikit_learn():
    for k, (classes, one) in enumerate(
        itertools.chain.from_iterable(
            ((classes, one) for one in sets(classes, SETS // 2)) for classes in (0, 2, 4)
        )
    ):
        count = 1 + k % 9
        kind = KNeighborsClassifier if classes else KNeighborsRegressor
        theirs = kind(count).fit(one.X, one.y)
        expected = (theirs.predict_proba if classes else theirs.predict)(one.probes)
        assert trained(f"knn(k={count})", one.data).answer(one.probes) == pytest.approx(
            expected, rel=1e-9, abs=1e-12
        )


@pytest.mark.parametrize("weighted", [False, True])
def test_least_squares_and_ridge_are_those_of_scikit_learn(weighted):
    for k, one in enumerate(sets(0, SETS, weighted)):
        alpha = (0.1, 1.0, 50.0)[k % 3]
        for text, theirs in (
            ("linear", LinearRegression()),
            (f"ridge(alpha={alpha})", Ridge(alpha)),
        ):
            theirs.fit(one.X, one.y, sample_weight=one.data.weight)
            ours = trained(text, one.data)
            assert ours.coef == pytest.approx(theirs.coef_, rel=1e-7, abs=1e-7)
            assert ours.answer(one.probes) == pytest.approx(
                theirs.predict(one.probes), rel=1e-7, abs=1e-7
            )


def test_where_points_leave_it_open_the_smallest_coefficients_are_taken():
    """Points on a line in the plane, fewer points than coefficients, the same point thrice."""
    rng = np.random.default_rng(3)
    for n in (1, 2, 3, 6):
        line = rng.normal(size=(n, 1)) @ [[1.0, 2.0]]
        for X in (line, rng.normal(size=(min(n, 2), 2)), np.ones((3, 2))):
            y = rng.normal(size=len(X))
            ours = trained("linear", Dataset(X.copy(), y))
            theirs = LinearRegression().fit(X, y)
            assert ours.coef == pytest.approx(theirs.coef_, rel=1e-9, abs=1e-9)
            assert ours.intercept == pytest.approx(theirs.intercept_, rel=1e-9, abs=1e-9)


MEMBERS = {
    "naive-bayes": GaussianNB,
    "logistic(C=0.1)": lambda: strict_logistic(0.1),
    "knn(k=3)": lambda: KNeighborsClassifier(3),
}
OF_VALUES = {
    "linear": LinearRegression,
    "ridge(alpha=2)": lambda: Ridge(2.0),
    "knn(k=3)": lambda: KNeighborsRegressor(3),
}


def estimators(kinds):
    return [(f"m{k}", make()) for k, make in enumerate(kinds.values())]


@pytest.mark.parametrize("vote", ["hard", "soft"])
@pytest.mark.parametrize("classes", [2, 3])
def test_votes_are_those_of_scikit_learn(classes, vote):
    ties = 0
    for k, one in enumerate(sets(classes)):
        weights = [None, [1, 1, 1], [0.5, 2, 1]][k % 3]
        settings = {"members": list(MEMBERS), "vote": vote, "weights": weights}
        done = run(one.data, "voting", settings)
        done.finish()
        theirs = VotingClassifier(estimators(MEMBERS), voting=vote, weights=weights)
        theirs.fit(one.X, one.y)
        score = done.rounds[-1].score
        if vote == "soft":
            assert score == pytest.approx(theirs.predict_proba(one.X), abs=1e-5)
        # where two classes are a rounding apart either may win: an exact tie, of ours to the first
        best = np.sort(score, axis=1)
        sure = best[:, -1] - best[:, -2] > 1e-5
        ties += (~sure).sum()
        said = decide(score, classes)
        assert (said[sure] == theirs.predict(one.X)[sure]).all()
        if vote == "hard":
            assert (said == theirs.predict(one.X)).all(), "equal votes: the first class in both"
    assert ties < (1500 if vote == "hard" and classes == 3 else 60)


def test_means_of_values_are_those_of_scikit_learn():
    for k, one in enumerate(sets()):
        weights = [None, [1, 3, 0]][k % 2]
        done = run(one.data, "voting", {"members": list(OF_VALUES), "weights": weights})
        done.finish()
        theirs = VotingRegressor(estimators(OF_VALUES), weights=weights).fit(one.X, one.y)
        assert done.rounds[-1].score == pytest.approx(theirs.predict(one.X), rel=1e-7, abs=1e-7)


@pytest.mark.parametrize("classes", [2, 3])
def test_stacks_are_those_of_scikit_learn_on_the_same_folds(classes):
    compared = 0
    for seed, one in enumerate(sets(classes, STACKS)):
        fold = np.random.default_rng(seed).integers(0, 4, len(one.y))
        if any(len(set(one.y[fold != k])) < classes for k in range(4)):
            continue
        data = replace(one.data, fold=fold)
        done = run(data, "stacking", {"members": list(MEMBERS)})
        done.finish()
        theirs = StackingClassifier(
            estimators(MEMBERS), strict_logistic(), cv=PredefinedSplit(fold)
        ).fit(one.X, one.y)
        blender = done.rounds[-1].learners[0]
        assert blender.learner.coef == pytest.approx(theirs.final_estimator_.coef_, abs=2e-4)
        assert blender.answer(one.probes) == pytest.approx(
            theirs.predict_proba(one.probes), abs=2e-4
        )
        compared += 1
    assert compared > 0.9 * STACKS


def test_stacks_of_values_are_those_of_scikit_learn_on_the_same_folds():
    for seed, one in enumerate(sets(0, STACKS)):
        fold = np.random.default_rng(seed).integers(0, 4, len(one.y))
        done = run(replace(one.data, fold=fold), "stacking", {"members": list(OF_VALUES)})
        done.finish()
        theirs = StackingRegressor(estimators(OF_VALUES), Ridge(1.0), cv=PredefinedSplit(fold))
        theirs.fit(one.X, one.y)
        blender = done.rounds[-1].learners[0]
        assert blender.learner.coef == pytest.approx(
            theirs.final_estimator_.coef_, rel=1e-6, abs=1e-7
        )
        assert blender.answer(one.probes) == pytest.approx(
            theirs.predict(one.probes), rel=1e-6, abs=1e-6
        )


@pytest.mark.parametrize(
    ("base", "make", "classes"),
    [
        ("naive-bayes", GaussianNB, 3),
        ("logistic", strict_logistic, 3),
        ("knn", lambda: KNeighborsClassifier(5), 2),
        ("knn", lambda: KNeighborsRegressor(5), 0),
        ("linear", LinearRegression, 0),
    ],
)
def test_bagged_learners_are_those_of_scikit_learn_on_the_drawn_rows(base, make, classes):
    """A point that was drawn twice is there twice."""
    constants = 0
    for one in sets(classes, 30):
        done = run(one.data, "bagging", {"base": base, "rounds": 4})
        for record in (done.round(t) for t in range(1, 5)):
            rows = np.repeat(np.arange(len(one.y)), record.in_bag)
            ours = record.learners[0]
            there = np.unique(one.y[rows])
            if base == "logistic" and len(there) == 1:
                constants += 1
                assert isinstance(ours, Tree)
                continue
            theirs = make().fit(one.X[rows], one.y[rows])
            if classes:
                expected = np.zeros((len(one.probes), classes))
                expected[:, there] = theirs.predict_proba(one.probes)
                if base == "knn":  # drawn twice is equally far: theirs may take either at the end
                    assert (np.abs(ours.answer(one.probes) - expected) <= 0.2 + 1e-9).all()
                    continue
            else:
                expected = theirs.predict(one.probes)
            assert ours.answer(one.probes) == pytest.approx(expected, rel=1e-6, abs=3e-4)
    assert constants == 0


def test_along_one_axis_a_base_learner_knows_that_axis_alone():
    for one in sets(2, 20):
        bag = np.random.default_rng(0).integers(0, 3, len(one.y))
        for axis in (0, 1):
            ours = train_bagged("logistic", one.data, bag, (axis,)).learner
            rows = np.repeat(np.arange(len(one.y)), bag)
            theirs = strict_logistic().fit(one.X[rows][:, [axis]], one.y[rows])
            expected = theirs.predict_proba(one.probes[:, [axis]])
            assert ours.answer(one.probes) == pytest.approx(expected, abs=2e-4)
            said = ours.describe(one.data)
            assert said["columns"] == [one.data.columns[axis]]
            assert np.shape(said["coef"]) == (1, 1)


@pytest.mark.parametrize(("base", "make"), [("naive-bayes", GaussianNB), ("logistic", None)])
def test_boosted_learners_are_those_of_scikit_learn(base, make):
    rounds = 0
    for one in sets(2, 60):
        done = run(
            one.data, "adaboost", {"base": base, "alpha": "log", "rounds": 8, "above_half": "stop"}
        )
        done.finish()
        theirs = AdaBoostClassifier((make or strict_logistic)(), n_estimators=8)
        try:
            theirs.fit(one.X, one.y)
        except ValueError:  # worse than chance in the first round
            assert len(done) == 0
            continue
        pairs = zip(done.rounds, theirs.estimator_errors_, strict=False)
        for record, error in pairs:
            shares = theirs.estimators_[record.number - 1].predict_proba(one.X)
            if np.abs(shares - 0.5).min() < 1e-5:
                break  # a point on the border: either side is right
            assert record.error == pytest.approx(error, abs=1e-6)
            rounds += 1
    assert rounds > 150
