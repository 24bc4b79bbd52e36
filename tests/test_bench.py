"""The benchmark works, and its comparisons find what is not equal. No time is judged here."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from sklearn.ensemble import AdaBoostClassifier, GradientBoostingClassifier
from sklearn.tree import DecisionTreeClassifier

from ensemble_viz.engine import methods
from ensemble_viz.engine.runs import run
from tests.bench.equality import same_adaboost, same_boosting, same_tree
from tests.bench.goals import SIZES, fit_goal, frame_goal
from tests.bench.points import moons
from tests.bench.row import Goal, Job, Row
from tests.bench.same_trees import Comparison, Theirs, Unequal
from tests.bench.worth import Gini

ROOT = Path(__file__).resolve().parents[1]
GROUPS = {"start", "drag", "draw", "gap", "fit", "cliff", "surface", "scrub", "memory", "theory"}
LEVELS = {"stretch", "want", "must", "MISSED", "no goal"}


@pytest.fixture(scope="module")
def short(tmp_path_factory):
    """Run all of it, short."""
    file = tmp_path_factory.mktemp("bench") / "short.json"
    command = [sys.executable, "-m", "tests.bench", "--short", "--json", str(file)]
    done = subprocess.run(command, check=False, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout, json.loads(file.read_text(encoding="utf-8"))


def test_every_row_has_its_fields(short):
    _, found = short
    for row in found["rows"]:
        assert row["group"] in GROUPS
        assert row["n"] > 0
        assert row["failed"] == ""
        assert set(row["goal"]) == {"unit", "must", "want", "stretch"}
        if row["skipped"]:
            assert row["peer"] in ("xgboost exact", "xgboost hist", "lightgbm")
            continue
        assert row["ours"] > 0
        assert row["reached"] in LEVELS
        if row["group"] in ("fit", "surface"):
            assert row["equal"]
            assert row["theirs"] > 0
            assert row["ratio"] == pytest.approx(row["theirs"] / row["ours"])


def test_every_group_and_every_method_has_rows(short):
    _, found = short
    assert {row["group"] for row in found["rows"]} == GROUPS
    fitted = {row["name"].split()[0] for row in found["rows"] if row["group"] == "fit"}
    assert fitted == set(methods.methods())


def test_the_table_shows_the_machine_and_every_row(short):
    text, found = short
    assert found["environment"]["cpu"] in text
    assert f"numpy {np.__version__}" in text
    for row in found["rows"]:
        assert f"{row['group']} {row['name']}" in text
    assert f"{len(found['rows'])} rows" in text


def test_words_choose_rows():
    job = Job(("fit", "gradient-boosting", "depth", "2", "1000"), list)
    assert job.is_meant([])
    assert job.is_meant(["fit", "boosting", "1000"])
    assert not job.is_meant(["100"])
    assert not job.is_meant(["fit", "adaboost"])


@pytest.mark.parametrize(
    ("ours", "reached"), [(1.0, "stretch"), (2.0, "want"), (4.0, "must"), (20.0, "MISSED")]
)
def test_a_row_names_the_highest_goal_it_reaches(ours, reached):
    ratios, times = Goal("×", 1.0, 5.0, 10.0), Goal("ms", 10.0, 2.0, 1.0)
    assert Row("fit", "x", 1, 1, ours=ours, theirs=10.0, goal=ratios).reached == reached
    row = Row("drag", "x", 1, 1, ours=ours, goal=times)
    assert row.reached == reached
    assert row.ratio == 10.0 / ours


def test_goals_are_ordered():
    for n in SIZES:
        for peer in ("scikit-learn", "xgboost exact", "lightgbm"):
            for case in ("adaboost", "bagging", *(f"gradient-boosting depth {d}" for d in "123")):
                goal = fit_goal(case, peer, n)
                given = [x for x in (goal.must, goal.want, goal.stretch) if x is not None]
                assert given == sorted(given)
    for method in ("adaboost", "gradient-boosting", "random-forest"):
        goal = frame_goal(method, 1000, alone=True)
        given = [x for x in (goal.must, goal.want, goal.stretch) if x is not None]
        assert given == sorted(given, reverse=True)


def test_coordinates_and_the_middles_between_them_are_exact_in_32_bits():
    X = np.sort(moons(1000).X, axis=0)
    middle = X[1:] / 2 + X[:-1] / 2
    for exact in (X, middle):
        assert (exact.astype(np.float32) == exact).all()


def finished(method, rounds, **settings):
    done = run(moons(200).data(), method, {"rounds": rounds, **settings})
    done.finish()
    return done


def test_another_learner_is_not_taken_for_the_same():
    points = moons(200)
    boosted = finished("adaboost", 8, criterion="gini", alpha="log")
    theirs = AdaBoostClassifier(n_estimators=8, random_state=0).fit(points.X, points.y)
    assert same_adaboost(boosted, theirs, points) == "8 rounds equal"
    theirs.estimator_weights_[5] += 1e-6
    with pytest.raises(Unequal, match="round 6: the weights"):
        same_adaboost(boosted, theirs, points)
    slower = AdaBoostClassifier(n_estimators=8, learning_rate=0.9, random_state=0)
    with pytest.raises(Unequal):
        same_adaboost(boosted, slower.fit(points.X, points.y), points)
    summed = finished("gradient-boosting", 8, max_depth=1)
    other = GradientBoostingClassifier(n_estimators=8, max_depth=1, learning_rate=0.11)
    with pytest.raises(Unequal):
        same_boosting(summed, other.fit(points.X, points.y), points)
    grown = finished("tree", 4)
    by_depth = DecisionTreeClassifier(max_depth=2, random_state=0).fit(points.X, points.y)
    with pytest.raises(Unequal):
        same_tree(grown, by_depth, points)


def test_only_cuts_of_the_same_worth_are_ties():
    X = np.array([[0.0, 0.0], [1.0, 1.0], [2.0, 3.0], [3.0, 2.0]])
    y = np.array([0, 0, 1, 1])

    def stump(feature, threshold):
        inner = [feature, -1, -1], [threshold, 0.0, 0.0], [1, -1, -1], [2, -1, -1]
        return Theirs(*(np.array(column) for column in inner))

    worth = Gini(np.ones(4), y)
    same = Comparison(X, worth).compare(stump(0, 1.5), stump(1, 1.5))
    assert (same.ties, same.together) == (1, True)
    mirrored = Comparison(X, Gini(np.ones(4), np.array([0, 1, 1, 0])))
    mirrored.compare(stump(0, 0.5), stump(0, 2.5))
    assert (mirrored.ties, mirrored.together) == (1, False)
    with pytest.raises(Unequal, match="cuts"):
        Comparison(X, worth).compare(stump(0, 1.5), stump(0, 0.5))
