"""The command `compare`: what it writes is recomputed from traces, and from scikit-learn."""

import csv
import io
import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.model_selection import PredefinedSplit, cross_val_score
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.tree import DecisionTreeClassifier

from ensemble_viz.cli import main
from ensemble_viz.cli.setups import setup_of, setups_of
from ensemble_viz.engine.data import Refusal
from ensemble_viz.engine.data.lists import split_list
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.engine.runs.studies import folds_of

FOUR = 'bagging(rounds=7), adaboost, tree(max_depth=2), voting(members="stump, knn(k=3)")'


def said(capsys, *arguments):
    assert main(["compare", *arguments]) == 0
    return capsys.readouterr().out


def compared(capsys, *arguments):
    return json.loads(said(capsys, *arguments, "--format", "json"))


def traced(capsys, *arguments):
    assert main(["trace", *arguments]) == 0
    return json.loads(capsys.readouterr().out)


def test_errors_and_disagreement_are_those_of_the_traces(capsys):
    source = ("--sample", "moons:n=60,test=40")
    found = compared(capsys, *source, "--methods", FOUR)
    assert (found["format"], found["version"], found["n"]) == ("ensemble-viz-compare", 1, 60)
    assert found["folds"] is None
    predictions = []
    for setup in found["setups"]:
        chosen = [f"{name}={_text(value)}" for name, value in setup["settings"].items()]
        settings = [part for one in chosen for part in ("--set", one)]
        trace = traced(capsys, *source, "--method", setup["method"], *settings)
        assert setup["rounds"] == len(trace["rounds"])
        assert setup["stopped"] == trace["stopped"]
        assert setup["settings"] == trace["params"]
        for name in ("train_error", "test_error", "oob_error"):
            own = [record["figures"][name] for record in trace["rounds"]]
            assert setup[name] == (own if any(one is not None for one in own) else None)
        assert setup["cv_error"] is None
        predictions.append([record["prediction"] for record in trace["rounds"]])
    last = [np.array(own[-1]) for own in predictions]
    expected = [[(a != b).mean() for b in last] for a in last]
    assert np.array(found["disagreement"]) == pytest.approx(np.array(expected))
    rounds = range(max(map(len, predictions)))
    at = [[own[min(t, len(own) - 1)] for own in predictions] for t in rounds]
    assert found["parted"] == next(t + 1 for t in rounds if any(a != at[t][0] for a in at[t]))


def _text(value):
    if value is None:
        return "none"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def test_values_differ_by_the_root_of_the_mean_square(capsys):
    found = compared(capsys, "--sample", "sine", "--methods", "tree(max_depth=1), voting")
    shown = [
        traced(capsys, "--sample", "sine", "--method", method, *settings)["rounds"][-1]
        for method, settings in (("tree", ["--set", "max_depth=1"]), ("voting", []))
    ]
    one, other = (np.array(record["prediction"]) for record in shown)
    assert found["disagreement"][0][1] == pytest.approx(np.sqrt(((one - other) ** 2).mean()))
    assert found["parted"] is None


@pytest.mark.parametrize(
    ("name", "setup", "peer", "scoring"),
    [
        ("moons", "voting(members=knn(k=3))", KNeighborsClassifier(3), "accuracy"),
        ("moons", "tree", DecisionTreeClassifier(random_state=0), "accuracy"),
        ("blobs", "tree(max_depth=1)", DecisionTreeClassifier(max_depth=1), "accuracy"),
        ("surface", "voting(members=knn(k=5))", KNeighborsRegressor(5), "neg_mean_squared_error"),
    ],
)
def test_folds_give_what_scikit_learn_gives_on_the_same_folds(capsys, name, setup, peer, scoring):
    asked = ("--sample", name, "--methods", f"{setup}, tree", "--folds", "4", "--seed", "3")
    found = compared(capsys, *asked)
    data = sample(name)
    split = PredefinedSplit(folds_of(data, 4, 3))
    scores = cross_val_score(peer, data.points, data.target, cv=split, scoring=scoring)
    expected = 1.0 - scores if scoring == "accuracy" else -scores
    errors = found["setups"][0]["cv_error"]
    assert errors["folds"] == pytest.approx(expected)
    assert errors["mean"] == pytest.approx(expected.mean())
    assert errors["sd"] == pytest.approx(expected.std(ddof=1))
    assert found["folds"] == len(found["setups"][1]["cv_error"]["folds"]) == 4


def test_a_column_of_folds_overrides_those_that_are_dealt(capsys, tmp_path):
    data = sample("moons", n=30)
    file = tmp_path / "points.csv"
    rows = [f"{x},{y},{c},{k % 3 + 5}" for k, ((x, y), c) in enumerate(zip(
        data.points.tolist(), data.target.tolist(), strict=True))]  # fmt: skip
    file.write_text("x1,x2,class,fold\n" + "\n".join(rows))
    asked = ("--data", str(file), "--methods", "voting(members=knn(k=3))")
    one, other = (compared(capsys, *asked, "--folds", "9", "--seed", seed) for seed in "12")
    assert one == other
    assert one["folds"] == 3
    split = PredefinedSplit(np.arange(30) % 3)
    expected = 1.0 - cross_val_score(KNeighborsClassifier(3), data.points, data.target, cv=split)
    assert one["setups"][0]["cv_error"]["folds"] == pytest.approx(expected)


def test_the_table_shows_what_the_json_holds(capsys):
    asked = ("--sample", "moons", "--methods", "tree, random-forest(rounds=5, seed=3)")
    found, text = compared(capsys, *asked), said(capsys, *asked)
    (line,) = [one for one in text.splitlines() if one.startswith("2  random-forest  ")][:1]
    forest = found["setups"][1]
    assert line.split()[2:5] == ["5", f"{forest['train_error'][-1]:.4f}", "–"]
    assert f"They part in round {found['parted']}." in text
    rows = list(csv.DictReader(io.StringIO(said(capsys, *asked, "--format", "csv"))))
    assert [row["setup"] for row in rows].count("2") == 5
    assert [float(row["oob_error"]) for row in rows if row["setup"] == "2"] == forest["oob_error"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("tree(", "not closed"),
        ("tree, ", "a setup is written"),
        ("tree(max_depth)", "name=value"),
        ("tree(max_depth=1, max_depth=2)", "once"),
        ("tree(depth=1)", "did you mean max_depth?"),
        ("wood", "wood"),
        ("tree(seed=x)", "whole number"),
        ("tree(seed=-1)", "whole number"),
        ('stacking(members="stump, knn(k=3)', "not closed"),
    ],
)
def test_a_setup_that_cannot_be_read_is_refused_in_one_line(capsys, text, told):
    assert main(["compare", "--sample", "moons", "--methods", text]) == 2
    said_of = capsys.readouterr().err
    assert told in said_of
    assert said_of.count("\n") == 1


def test_brackets_and_quotes_belong_to_their_value():
    stack, forest = setups_of('stacking(members="stump, knn(k=3)", folds=3), random-forest(seed=7)')
    assert stack.params.members == ("stump", "knn(k=3)")
    assert stack.params.folds == 3
    assert (forest.method, forest.seed) == ("random-forest", 7)
    assert setup_of("voting(members=knn(k=3))").params.members == ("knn(k=3)",)


@given(st.text(alphabet='ab=,()[]" ', max_size=30))
def test_parts_put_together_are_what_was_parted(text):
    try:
        parts = split_list(text)
    except Refusal:
        return
    assert ",".join(parts) == text


def test_the_setups_of_a_session_are_compared(capsys, tmp_path):
    file = str(tmp_path / "two.ensemble")
    source = ("--sample", "moons:n=40")
    added = ("--add", "tree(max_depth=2)", "--round", "1")
    assert main(["session", *source, "--method", "bagging", *added, "--out", file]) == 0
    found = compared(capsys, "--session", file)
    assert found == compared(capsys, *source, "--methods", "bagging, tree(max_depth=2)")
    one = compared(capsys, "--session", file, "--methods", "tree(max_depth=2)")
    assert one["setups"] == found["setups"][1:]
    assert main(["compare", *source]) == 2
    assert "--methods" in capsys.readouterr().err
