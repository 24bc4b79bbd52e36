"""The command line: what it writes, how it teaches, and how it says no."""

import csv
import errno
import io
import itertools
import json
import math
import os
import re
import shlex
import stat
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import IO

import numpy as np
import pytest

from ensemble_viz.cli import main, open_window, speech, trace
from ensemble_viz.engine.data import Refusal
from ensemble_viz.engine.data.samples import SAMPLES, sample
from ensemble_viz.engine.methods import methods

ROOT = Path(__file__).resolve().parents[1]
TEN = ("trace", "--sample", "ten-points", "--method")
SIX = "x1,x2,class\n1.5,2.5,a\n2.5,1.5,b\n3,4,a\n-1,0.5,b\n0,0,a\n10,-3,b\n"
HEAD = [
    "format", "version", "task", "classes", "columns", "n", "method", "params", "seed",
    "initial_score", "rounds", "stopped",
]  # fmt: skip
ROUND = [
    "round", "sample_weight", "next_weight", "in_bag", "features", "target", "hessian", "learners",
    "learner_weight", "error", "figures", "score", "prediction", "probe_score", "probe_prediction",
]  # fmt: skip
PER_POINT = {
    "sample_weight", "next_weight", "in_bag", "target", "hessian", "score", "prediction",
}  # fmt: skip
FIGURES = {
    "train_error", "test_error", "loss", "z", "bound", "exp_loss", "min_margin", "median_margin",
    "oob_error", "oob_error_trees", "oob_covered", "learner_error", "importance",
    "importance_permutation", "disagreement", "correlation",
}  # fmt: skip
HEAVY = {"PySide6", "shiboken6", "pyqtgraph", "matplotlib", "sklearn", "scipy", "pandas"}


@pytest.fixture
def six(tmp_path) -> Path:
    path = tmp_path / "six.csv"
    path.write_text(SIX, encoding="utf-8")
    return path


def opener(opened: list):
    """Stand in for the window: take down what it would open."""

    def run(saved, _path):
        opened.append(None if saved is None else saved.document)
        return 0

    return run


def saved(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def names_in(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))


def fresh(
    *arguments: str,
    python: tuple[str, ...] = (),
    stdout: int | IO[bytes] = subprocess.PIPE,
    **environment: str,
) -> "subprocess.Popen[bytes]":
    """Start the program as a person does, in a process of its own and with Python as it comes."""
    keep = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return subprocess.Popen(
        [sys.executable, *python, "-m", "ensemble_viz", *arguments],
        cwd=ROOT, env=keep | {"PYTHONPATH": str(ROOT)} | environment,
        stdin=subprocess.DEVNULL, stdout=stdout, stderr=subprocess.PIPE,
    )  # fmt: skip


# --- the trace ---------------------------------------------------------------------------------


def test_the_ten_points_are_traced_as_in_the_notes(cli):
    outcome = cli(*TEN, "adaboost", "--set", "rounds=3")
    trace = outcome.json
    assert outcome.err == ""
    assert outcome.out.endswith("}\n")
    assert list(trace) == HEAD
    assert (trace["format"], trace["version"]) == ("ensemble-viz-trace", 1)
    assert (trace["task"], trace["classes"]) == ("classification", ["minus", "plus"])
    assert (trace["columns"], trace["n"], trace["seed"]) == (["x1", "x2"], 10, 0)
    assert (trace["method"], trace["initial_score"]) == ("adaboost", [0.0])
    errors = [record["error"] for record in trace["rounds"]]
    assert errors == pytest.approx([3 / 10, 3 / 14, 3 / 22], abs=1e-12)
    alphas = [math.log((1 - error) / error) / 2 for error in errors]
    assert [record["learner_weight"] for record in trace["rounds"]] == pytest.approx(alphas)
    assert trace["rounds"][-1]["figures"]["train_error"] == 0
    assert (trace["stopped"]["rule"], trace["stopped"]["round"]) == ("all-rounds", 3)


@pytest.mark.parametrize("name", methods())
@pytest.mark.parametrize("points", ["ten-points", "moons:n=9", "blobs:n=9", "surface:n=9"])
def test_every_method_traces_every_kind_of_points(cli, name, points):
    outcome = cli("trace", "--sample", points, "--method", name, "--set", "rounds=2")
    chosen, data = methods()[name], sample(*points.split(":")[:1])
    if data.task not in chosen.tasks or data.n_classes > chosen.most_classes:
        able = set(outcome.refusal.partition("; ")[2].removesuffix(" can").split(", "))
        everywhere = {"bagging", "extra-trees", "gradient-boosting", "pasting", "random-forest"}
        assert everywhere | {"stacking", "tree", "voting", "xgboost"} <= able
        return
    trace = outcome.json
    assert [record["round"] for record in trace["rounds"]] == [1, 2]
    for record in trace["rounds"]:
        assert list(record) == ROUND
        assert set(record["figures"]) >= FIGURES
        assert len(record["target"]) == trace["n"]
        silent = name == "stacking"  # its blender comes last
        assert silent == (record["prediction"] is None)
        assert silent or len(record["prediction"]) == trace["n"]
    assert trace["stopped"]["text"].endswith(".")


@pytest.mark.parametrize("form", ["json", "csv"])
def test_a_file_holds_what_stdout_would(cli, tmp_path, form):
    arguments = (*TEN, "random-forest", "--set", "rounds=3", "--format", form)
    file = tmp_path / "new.out"
    outcome = cli(*arguments, "-o", file)
    assert (outcome.code, outcome.out, outcome.err) == (0, "", "")
    assert file.read_bytes().decode() == cli(*arguments).out
    assert names_in(tmp_path) == ["new.out"]


def test_a_file_that_is_there_is_replaced_as_a_whole(cli, tmp_path):
    file = saved(tmp_path / "long.json", "x" * 10_000)
    assert cli(*TEN, "adaboost", "--set", "rounds=1", "--output", file).code == 0
    assert json.loads(file.read_text(encoding="utf-8"))["n"] == 10


def test_the_seed_decides_what_is_drawn(cli):
    def bags(*seed: str) -> list[object]:
        trace = cli(*TEN, "bagging", "--set", "rounds=2", *seed).json
        return [trace["seed"], *(record["in_bag"] for record in trace["rounds"])]

    assert bags("--seed", "0") == bags()
    assert bags("--seed", "7")[0] == 7
    assert bags("--seed", "7") == bags("--seed=7")
    assert bags("--seed", "7")[1:] != bags()[1:]
    largest = 2**63 - 1
    assert bags("--seed", str(largest))[0] == largest


def test_settings_are_resolved(cli):
    params = cli(*TEN, "random-forest", "--set", "rounds=1", "--set", " max_depth = NONE ").json[
        "params"
    ]
    assert params == {
        "rounds": 1, "max_features": 1, "max_samples": 1.0, "max_depth": None,
        "min_samples_leaf": 1, "criterion": "gini", "vote": "hard",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "value"), [("sqrt", 1), ("log2", 2), ("1", 1), ("2", 2), (" 2 ", 2)]
)
def test_other_words_for_a_setting_are_resolved(cli, text, value):
    trace = cli(*TEN, "random-forest", "--set", "rounds=1", "--set", f"max_features={text}").json
    assert trace["params"]["max_features"] == value


def test_values_are_learned_when_the_task_says_so(cli, tmp_path):
    file = saved(tmp_path / "numbers.csv", "x1,x2,class\n1,2,1\n3,4,2\n5,6,4\n")
    arguments = ("trace", "--data", file, "--method", "bagging", "--set", "rounds=1")
    guessed = cli(*arguments)
    assert guessed.json["classes"] == ["1", "2", "4"]
    assert guessed.err == (
        "ensemble-viz: numbers.csv: column class is read as classes, the task is classification.\n"
    )
    told = cli(*arguments, "--task", "regression")
    assert (told.json["task"], told.json["classes"], told.err) == ("regression", None, "")
    assert cli(*arguments, "--task", "classification").err == ""


def test_points_on_a_line_are_traced(cli, tmp_path):
    file = saved(tmp_path / "line.csv", "x,y\n1,2\n2,4\n3,9\n")
    arguments = ("trace", "--data", file, "--method", "tree", "--task", "regression")
    trace = cli(*arguments).json
    assert (trace["columns"], trace["n"], trace["task"]) == (["x"], 3, "regression")
    assert trace["rounds"][-1]["prediction"] == [2, 4, 9]
    header, first = cli(*arguments, "--format", "csv").out.splitlines()[:2]
    assert header == "round,id,x,value,sample_weight,in_bag,target,score,prediction"
    assert first.startswith("1,1,1.0,2.0,,,2.0,")


def test_ignored_columns_are_named_on_stderr(cli, tmp_path):
    file = saved(tmp_path / "wide.csv", "id,x1,x2,class,remark\n1,1,2,a,good\n2,3,4,b,bad\n")
    outcome = cli("trace", "--data", file, "--method", "tree", "--task", "classification")
    assert outcome.json["n"] == 2
    assert outcome.err == "ensemble-viz: wide.csv: columns that are not used: id, remark.\n"


def test_ignored_columns_of_test_points_are_named_too(cli, tmp_path):
    test = saved(tmp_path / "test.csv", "x1,x2,class,remark\n1,2,plus,odd\n3,4,minus,even\n")
    outcome = cli(*TEN, "tree", "--set", "rounds=1", "--test-data", test)
    assert outcome.code == 0
    assert outcome.err == "ensemble-viz: test.csv: columns that are not used: remark.\n"


def test_test_points_are_counted_and_not_learned(cli, six, tmp_path):
    test = saved(tmp_path / "test.csv", "class,x2,x1\na,0,-9\nb,0,-9\nb,0,-9\nb,0,20\n")
    arguments = ("trace", "--data", six, "--method", "adaboost", "--set", "rounds=3")
    with_test, without = (cli(*arguments, *more).json for more in (("--test-data", test), ()))
    places = saved(tmp_path / "places.csv", "x1,x2\n-9,0\n20,0\n")
    asked = cli(*arguments, "--probe", places).json
    for record, plain, answers in zip(
        with_test["rounds"], without["rounds"], asked["rounds"], strict=True
    ):
        left, right = answers["probe_prediction"]
        missed = [left != "a", left != "b", left != "b", right != "b"]
        assert record["figures"].pop("test_error") == pytest.approx(sum(missed) / 4)
        assert plain["figures"].pop("test_error") is None
        assert record == plain


@pytest.mark.parametrize("name", methods())
def test_probing_at_the_points_themselves_gives_their_scores(cli, name, tmp_path):
    points = sample("moons", n=20).points.tolist()
    places = saved(tmp_path / "p.csv", "x1,x2\n" + "".join(f"{x!r},{y!r}\n" for x, y in points))
    arguments = ("trace", "--sample", "moons:n=20", "--method", name, "--set", "rounds=4")
    for record in cli(*arguments, "--probe", places).json["rounds"]:
        assert record["probe_prediction"] == record["prediction"]
        expected = np.array(record["score"])
        assert np.array(record["probe_score"]) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    "text", ["x1,x2\n1,9\n8,2\n", "1,9\n8,2\n", "x2;note;x1\n9,0;q;1\n2,0;q;8\n", "X1,X2\n1,9\n8,2"]
)
def test_probes_are_found_by_name_or_in_order(cli, tmp_path, text):
    arguments = (*TEN, "adaboost", "--set", "rounds=3", "--no-points", "--probe")
    outcome = cli(*arguments, saved(tmp_path / "places.csv", text))
    assert [len(record["probe_score"]) for record in outcome.json["rounds"]] == [2, 2, 2]
    assert outcome.json["rounds"][-1]["probe_prediction"] == ["plus", "minus"]
    assert outcome.json["rounds"][-1]["probe_score"][0] > 0


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("x1,y\n1,2\n", "places.csv, line 1: no column is named x2; there are x1, y."),
        ("x1,x2\n1,2\n3,z\n", "places.csv, line 3, column x2: 'z' is not a number."),
        ("x1,x2\n1,nan\n", "places.csv, line 2, column x2: 'nan' is not a number."),
        ("x1,x2\n", "places.csv: no points."),
        ("1,2,3\n", "places.csv, line 1: 3 columns and no header;"),
    ],
)
def test_probes_that_cannot_be_asked_at_are_refused(cli, tmp_path, text, says):
    places = saved(tmp_path / "places.csv", text)
    assert cli(*TEN, "adaboost", "--probe", places).refusal.startswith(says)


@pytest.mark.parametrize("form", ["json", "csv"])
def test_a_round_that_there_is_not_is_refused_as_a_figure_of_it_is(cli, tmp_path, form):
    run = ("--sample", "moons", "--method", "adaboost")
    refusal = cli("trace", *run, "--only", "1,99", "--format", form, "-o", tmp_path / "x").refusal
    assert refusal.startswith("round 99: the run ends after round 50. ")
    assert refusal == cli("render", *run, "--round", "99", "-o", tmp_path / "x.svg").refusal
    assert names_in(tmp_path) == []
    early = (*TEN, "adaboost", "--set", "max_depth=none", "--only")
    assert "the run ends after round 1." in cli(*early, "2").refusal
    assert len(cli(*early, "1").json["rounds"]) == 1


def test_only_some_rounds_are_written_and_they_are_the_same(cli, six):
    arguments = (*TEN, "bagging", "--set", "rounds=6", "--probe", six)
    whole, some = cli(*arguments).json, cli(*arguments, "--only", "5, 2,2").json
    assert some["rounds"] == [whole["rounds"][1], whole["rounds"][4]]
    assert some["stopped"] == whole["stopped"]


@pytest.mark.parametrize("name", ["adaboost", "gradient-boosting", "random-forest"])
def test_without_points_the_rest_is_the_same(cli, name):
    arguments = (*TEN, name, "--set", "rounds=3")
    whole, slim = cli(*arguments).json, cli(*arguments, "--no-points").json
    for record in whole["rounds"]:
        record.update(dict.fromkeys(PER_POINT))
    assert slim == whole


def rows(text: str) -> list[dict[str, str]]:
    """Read a table and see that it is one."""
    header, *lines = csv.reader(io.StringIO(text, newline=""))
    assert all(len(line) == len(header) for line in lines)
    return [dict(zip(header, line, strict=True)) for line in lines]


def test_the_table_says_what_the_json_says(cli):
    arguments = (*TEN, "adaboost", "--set", "rounds=3")
    table, trace = rows(cli(*arguments, "--format", "csv").out), cli(*arguments).json
    assert list(table[0]) == [
        "round", "id", "x1", "x2", "class", "sample_weight", "in_bag", "target", "score",
        "prediction",
    ]  # fmt: skip
    data = sample("ten-points")
    expected = [
        [
            str(record["round"]), str(i + 1), *map(repr, data.points[i].tolist()),
            trace["classes"][data.target[i]], repr(record["sample_weight"][i]), "",
            record["target"][i], repr(record["score"][i]), record["prediction"][i],
        ]
        for record in trace["rounds"]
        for i in range(10)
    ]  # fmt: skip
    assert [list(row.values()) for row in table] == expected


def test_a_score_a_class_has_a_column_a_class(cli):
    arguments = ("trace", "--sample", "blobs:n=6", "--method", "gradient-boosting")
    arguments += ("--set", "rounds=2")
    table, trace = rows(cli(*arguments, "--format", "csv").out), cli(*arguments).json
    last = trace["rounds"][1]
    for k, name in enumerate(trace["classes"]):
        for what in ("target", "score"):
            column = [float(row[f"{what}_{name}"]) for row in table[6:]]
            assert column == [values[k] for values in last[what]]


def test_a_table_of_some_rounds(cli):
    arguments = (*TEN, "bagging", "--set", "rounds=6", "--format", "csv")
    some = rows(cli(*arguments, "--only", "2,5").out)
    assert some == [row for row in rows(cli(*arguments).out) if row["round"] in ("2", "5")]


@pytest.mark.parametrize(
    ("points", "name"), [("ten-points", "bagging"), ("blobs:n=9", "gradient-boosting")]
)
def test_a_table_without_points_is_refused_or_still_a_table(cli, points, name):
    outcome = cli(
        "trace", "--sample", points, "--method", name, "--set", "rounds=2", "--format", "csv",
        "--no-points",
    )  # fmt: skip
    if outcome.code:
        assert "--no-points" in outcome.refusal
    else:
        rows(outcome.out)


def test_a_table_that_has_no_room_for_probes_does_not_keep_that_to_itself(cli, six):
    outcome = cli(*TEN, "tree", "--set", "rounds=1", "--format", "csv", "--probe", six)
    assert "--probe" in (outcome.refusal if outcome.code else outcome.err)


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("moons", {}),
        ("moons:n=7", {"n": 7}),
        ("moons:n=12,noise=0,seed=5", {"n": 12, "noise": 0.0, "seed": 5}),
        ("circles: n = 8 , factor = 0.25", {"n": 8, "factor": 0.25}),
        ("blobs:classes=5,n=10,ratio=2", {"classes": 5, "n": 10, "ratio": 2.0}),
        ("ten-points:flip=0.5,seed=3", {"flip": 0.5, "seed": 3}),
        ("sine:outliers=0,n=5", {"outliers": 0, "n": 5}),
        ("latitude", {}),
    ],
)
def test_a_sample_is_drawn_as_asked(cli, text, options):
    table = rows(
        cli(
            "trace", "--sample", text, "--method", "bagging", "--set", "rounds=1", "--format", "csv"
        ).out
    )
    data = sample(re.split("[:]", text)[0], **options)
    drawn = [[float(row[name]) for name in data.columns] for row in table]
    assert drawn == data.points.tolist()
    answers = [row["class" if data.classes else "value"] for row in table]
    expected = data.target.tolist()
    assert answers == [data.classes[k] if data.classes else repr(k) for k in expected]


def test_a_sample_may_bring_its_own_test_points(cli):
    def test_error(points: str) -> float | None:
        trace = cli("trace", "--sample", points, "--method", "tree", "--set", "rounds=1").json
        return trace["rounds"][0]["figures"]["test_error"]

    assert test_error("moons:n=20") is None
    assert 0 <= test_error("moons:n=20,test=8") <= 1
    assert test_error("moons:n=20,test=8") * 8 % 1 == 0


# --- the lists ---------------------------------------------------------------------------------


def settings_of(cli) -> list[tuple[str, dict[str, object]]]:
    listed = cli("methods", "--format", "json").json
    return [(method["name"], setting) for method in listed for setting in method["settings"]]


def test_every_method_is_listed_with_every_setting(cli):
    listed = {method["name"]: method for method in cli("methods", "--format", "json").json}
    assert list(listed) == list(methods())
    for name, method in listed.items():
        own = methods()[name]
        assert method["summary"].endswith(".")
        assert (method["title"], method["tasks"]) == (own.title, list(own.tasks))
        defaults = {setting["name"]: setting["default"] for setting in method["settings"]}
        assert defaults == own.params().values()


def test_every_setting_says_what_it_takes(cli):
    for name, setting in settings_of(cli):
        where = (name, setting["name"])
        assert setting["type"] in ("int", "float", "bool", "choice", "list", "str"), where
        assert (setting["type"] == "choice") == bool(setting["choices"]), where
        if setting["type"] in ("int", "float"):
            assert setting["low"] is not None or setting["words"], where
        assert not (setting["words"] and setting["choices"]), where
        assert setting["help"].endswith("."), where
        assert setting["help"][0].isupper() or not setting["help"][0].isalpha(), where
        assert isinstance(setting["symbol"], str), where
        assert setting["label"], where
        assert isinstance(setting["optional"], bool), where


def test_formula_symbols_are_given_where_the_notes_have_one(cli):
    symbols = {(name, setting["name"]): setting["symbol"] for name, setting in settings_of(cli)}
    assert symbols["adaboost", "rounds"] == "T"
    assert symbols["gradient-boosting", "learning_rate"] == r"\nu"


def test_what_a_list_gives_as_default_can_be_typed(cli):
    for name, setting in settings_of(cli):
        points = "moons:n=6"
        default = "none" if setting["default"] is None else setting["default"]
        own = () if setting["name"] == "rounds" else ("--set", "rounds=1")
        typed = cli(
            "trace", "--sample", points, "--method", name, *own,
            "--set", f"{setting['name']}={default}",
        )  # fmt: skip
        said = typed.json["params"][setting["name"]]
        if setting["type"] == "list":  # none: what is usual for these points
            usual = cli("trace", "--sample", points, "--method", name, "--set", "rounds=1").json
            assert said == usual["params"][setting["name"]] != []
        else:
            assert said == setting["default"]


def test_what_a_list_says_of_the_limits_is_so(cli):
    for name, setting in settings_of(cli):
        limits = {"none": setting["optional"] or "none" in (setting["choices"] or [])}
        limits |= dict.fromkeys(setting["words"] or [], True)
        if setting["type"] in ("int", "float") and setting["low"] is not None:
            limits[str(setting["low"])] = not setting["low_excluded"]
        for text, taken in limits.items():
            typed = cli(
                "trace", "--sample", "moons:n=6", "--method", name, "--set", "rounds=1",
                "--set", f"{setting['name']}={text}",
            )  # fmt: skip
            assert (typed.code == 0) == taken, (name, setting["name"], text)


def test_every_choice_can_be_typed(cli):
    for name, setting in settings_of(cli):
        for choice in setting["choices"] or []:
            chosen = ("--set", "rounds=2", "--set", f"{setting['name']}={choice}")
            typed = cli("trace", "--sample", "moons:n=8", "--method", name, *chosen)
            if typed.code:  # some make sense for values only
                typed = cli("trace", "--sample", "surface:n=8", "--method", name, *chosen)
            assert typed.json["params"][setting["name"]] == choice


def test_the_list_for_people_says_the_same(cli):
    text = cli("methods").out
    for name, setting in settings_of(cli):
        part = text[text.index(f"{name}: ") :]
        default = "none" if setting["default"] is None else setting["default"]
        assert f"  {setting['name']} = {default}  (" in part
        assert setting["help"] in part


def test_one_method_alone_can_be_listed(cli):
    (only,) = cli("methods", "adaboost", "--format", "json").json
    assert only["name"] == "adaboost"
    assert cli("methods", "adaboost").out in cli("methods").out
    assert "bagging: " not in cli("methods", "adaboost").out


def test_every_sample_is_listed_with_every_option(cli):
    listed = {one["name"]: one for one in cli("samples", "--format", "json").json}
    assert list(listed) == list(SAMPLES)
    for name, one in listed.items():
        own = SAMPLES[name]
        assert (one["task"], one["title"], one["summary"]) == (own.task, own.title, own.summary)
        assert [option["name"] for option in one["options"]] == [o.name for o in own.options]
        for option in one["options"]:
            if not isinstance(option["default"], str):
                assert option["low"] <= option["default"] <= option["high"]
            assert option["help"].endswith(".")


def test_the_samples_for_people_can_be_typed_as_they_stand(cli):
    text = cli("samples").out
    listed = re.findall(r"^(\S+)  \((\w+); (.*)\)$", text, re.MULTILINE)
    assert [name for name, _, _ in listed] == list(SAMPLES)
    for name, task, options in listed:
        chosen = name if options == "no options" else f"{name}:{options}"
        arguments = ("--method", "tree", "--set", "rounds=1", "--no-points")
        assert cli("trace", "--sample", chosen, *arguments).json["task"] == task


# --- help --------------------------------------------------------------------------------------

NAMES = ("open", "session", "trace", "render", "compare", "theory", "methods", "samples")
COMMANDS = [(), *((name,) for name in NAMES)]
STARTED = {
    "main.py": "python3 main.py",
    "ensemble_viz/__main__.py": "python -m ensemble_viz",
    "pytest/__main__.py": "ensemble-viz",
    "ensemble-viz": "ensemble-viz",
    "ensemble-viz.exe": "ensemble-viz",
}


@pytest.fixture(params=COMMANDS, ids=[" ".join(command) or "program" for command in COMMANDS])
def help_text(request, cli, monkeypatch) -> str:
    monkeypatch.setenv("COLUMNS", "200")
    outcome = cli(*request.param, "--help")
    assert (outcome.code, outcome.err) == (0, "")
    return outcome.out


def test_help_begins_with_what_the_command_is_for(help_text):
    usage, description = help_text.split("\n\n")[:2]
    assert usage.startswith("usage: ensemble-viz")
    assert description.rstrip().endswith("."), description


def test_help_explains_every_option(help_text):
    sections = re.split(r"^(?=\S)", help_text, flags=re.MULTILINE)
    options = [part for part in sections if re.match("options:|positional arguments:", part)]
    assert options
    unexplained = [
        line.strip()
        for part in options
        for line, following in zip(part.splitlines(), [*part.splitlines()[1:], ""], strict=True)
        if re.match(r"  \S", line) and not re.search(r"\S {2,}\S", line)
        if not re.match(r" {10,}\S", following)
    ]
    assert unexplained == []


def test_help_gives_examples_that_run(help_text, cli, monkeypatch, tmp_path):
    saved(tmp_path / "points.csv", SIX)
    saved(tmp_path / "mine.csv", SIX)
    saved(tmp_path / "iris.csv", SIX.replace("x1,x2,class", "petal,width,species"))
    monkeypatch.chdir(tmp_path)
    made = ("session", *TEN[1:], "adaboost", "--set", "rounds=5", "--out", "lecture.ensemble")
    assert cli(*made).code == 0
    opened = []
    monkeypatch.setattr("ensemble_viz.ui.app.run", opener(opened))
    joined = re.sub(r"\\\n +", "", help_text)  # a long one goes on in the next line
    lines = re.findall(r"^ {6}ensemble-viz ?(.*)$", joined, re.MULTILINE)
    assert lines
    for line in lines:
        arguments = shlex.split(line)
        outcome = cli(*arguments)
        assert outcome.code == 0, outcome
        target = next((word for word in arguments if word.endswith((".csv", ".json", ".svg"))), "")
        if {"-o", "--out"} & set(arguments) and arguments[-1] != "-":
            assert Path(arguments[-1]).stat().st_size > 500
        elif arguments[:1] in ([], ["open"], ["lecture.ensemble"]):
            document = opened.pop()
            assert bool(arguments) == (document is not None)
            assert (target or "Ten points") in ("points.csv", "Ten points")
        else:
            assert outcome.out


@pytest.mark.parametrize("command", [command for command in COMMANDS if command])
def test_the_examples_of_a_command_are_its_own(cli, command):
    text = cli(*command, "--help").out
    assert set(re.findall(r"^ {6}ensemble-viz (\S+)", text, re.MULTILINE)) == set(command)


@pytest.mark.parametrize(("file", "name"), STARTED.items())
def test_help_calls_the_program_as_it_was_started(cli, monkeypatch, file, name):
    monkeypatch.setattr(sys, "argv", [f"/somewhere/{file}", "trace"])
    monkeypatch.setenv("COLUMNS", "200")
    text = cli("trace", "--help").out
    assert text.startswith(f"usage: {name} trace ")
    assert f"\n      {name} trace --sample ten-points" in text
    assert cli("trace").refusal.endswith(f"(see {name} trace --help)")
    monkeypatch.setattr("ensemble_viz.ui.display.missing_display", lambda: "there is no display")
    outcome = cli("open")
    assert outcome.code == 3
    assert outcome.err == (
        f"ensemble-viz: there is no display, so no window can be opened; `{name} render --out "
        "plot.png --sample ten-points --method adaboost` draws without one\n"
    )


def test_open_alone_opens_the_ten_points(cli, monkeypatch):
    opened = []
    monkeypatch.setattr("ensemble_viz.ui.app.run", opener(opened))
    assert cli("open").code == 0
    assert cli("open", "--method", "random-forest", "--set", "rounds=7", "--seed", "3").code == 0
    for document in opened:
        assert (document.title, document.source) == ("Ten points", "ten-points")
        assert document.data.points.tolist() == sample("ten-points").points.tolist()
    assert [document.setups[0].method for document in opened] == ["adaboost", "random-forest"]
    assert opened[1].setups[0].params.values()["rounds"] == 7
    assert cli("open", "--task", "regression").refusal


def test_help_speaks_of_every_command(cli):
    text = cli("--help").out
    for command in NAMES:
        assert re.search(rf"^ +{command}  +\w+", text, re.MULTILINE)


def test_the_version_is_said(cli):
    from ensemble_viz import __version__

    assert cli("--version").out == f"ensemble-viz {__version__}\n"


# --- saying no ---------------------------------------------------------------------------------

REFUSED = {
    "no such command": (["traec"], "trace"),
    "no method": (["trace", "--sample", "moons"], "--method"),
    "no points": (["trace", "--method", "tree"], "--data"),
    "two kinds of points": ([*TEN, "tree", "--data", "x.csv"], "--sample"),
    "an option that is none": ([*TEN, "tree", "--sed", "1"], "--sed"),
    "a word too many": ([*TEN, "tree", "now"], "now"),
    "a method with a slip": ([*TEN, "adabost"], "did you mean adaboost?"),
    "a method in capitals": ([*TEN, "AdaBoost"], "'AdaBoost'"),
    "a method that is none": ([*TEN, "svm"], "adaboost, bagging, extra-trees"),
    "a method with no name": ([*TEN, ""], "adaboost, bagging, extra-trees"),
    "a method that is an attack": ([*TEN, "__class__"], "__class__"),
    "a very long method": ([*TEN, "x" * 10**6], "xxx"),
    "a method to list that is none": (["methods", "forrest"], "forrest"),
    "a sample with a slip": (["trace", "--sample", "mons", "--method", "tree"], "moons?"),
    "a sample that is none": (["trace", "--sample", "iris", "--method", "tree"], "ten-points"),
    "a sample's option with a slip": (
        ["trace", "--sample", "moons:nois=1", "--method", "tree"],
        "did you mean noise?",
    ),
    "a sample's option twice": (
        ["trace", "--sample", "moons:n=5,n=6", "--method", "tree"],
        "twice",
    ),
    "a sample's option without a value": (
        ["trace", "--sample", "moons:n", "--method", "tree"],
        "moons:n=100",
    ),
    "a sample and no option": (["trace", "--sample", "moons:", "--method", "tree"], "moons"),
    "a setting with a slip": ([*TEN, "adaboost", "--set", "round=3"], "did you mean rounds?"),
    "a setting of another method": (
        [*TEN, "adaboost", "--set", "max_features=1"],
        "rounds, base, max_depth, criterion",
    ),
    "a setting without a value": ([*TEN, "adaboost", "--set", "rounds"], "name=value"),
    "a setting without a name": ([*TEN, "adaboost", "--set", "=3"], "name=value"),
    "a choice that is none": (
        [*TEN, "adaboost", "--set", "criterion=gain-ratio"],
        "error, gini, entropy",
    ),
    "a negative seed": ([*TEN, "bagging", "--seed", "-1"], "--seed"),
    "a seed beyond all": ([*TEN, "bagging", "--seed", str(2**63)], str(2**63 - 1)),
    "a seed beyond 64 bits": ([*TEN, "bagging", "--seed", str(2**64)], "seed"),
    "a seed with a fraction": ([*TEN, "bagging", "--seed", "1.5"], "'1.5'"),
    "no seed": ([*TEN, "bagging", "--seed", ""], "--seed"),
    "a seed in other digits": ([*TEN, "bagging", "--seed", "٣"], "--seed"),
    "a seed with an underscore": ([*TEN, "bagging", "--seed", "1_000"], "--seed"),
    "rounds that are none": ([*TEN, "bagging", "--only", "1,x"], "'x'"),
    "no rounds": ([*TEN, "bagging", "--only", ""], "--only"),
    "a task that is none": ([*TEN, "bagging", "--task", "clustering"], "regression"),
    "another task than the sample's": ([*TEN, "bagging", "--task", "regression"], "--task"),
    "a format that is none": ([*TEN, "bagging", "--format", "xml"], "csv"),
    "classes for a method of values": (
        ["trace", "--sample", "latitude", "--method", "adaboost"],
        "gradient-boosting",
    ),
    "a loss of two classes for three": (
        [
            "trace",
            "--sample",
            "blobs",
            "--method",
            "gradient-boosting",
            "--set",
            "loss=exponential",
        ],
        "3 classes",
    ),
    "a loss of values for classes": (
        ["trace", "--sample", "moons", "--method", "gradient-boosting", "--set", "loss=huber"],
        "log-loss",
    ),
    "a loss of classes for values": (
        ["trace", "--sample", "sine", "--method", "gradient-boosting", "--set", "loss=log-loss"],
        "squared, absolute or huber",
    ),
    "a delta and the quantile that it is": (
        [
            "trace",
            "--sample",
            "sine",
            "--method",
            "gradient-boosting",
            "--set",
            "loss=huber",
            "--set",
            "huber_delta=1",
            "--set",
            "huber_quantile=0.9",
        ],
        "not both",
    ),
    "a setting that the data cannot meet": (
        ["trace", "--sample", "surface", "--method", "tree", "--set", "prune=error"],
        "test points",
    ),
    "no such file": (["trace", "--data", "gone.csv", "--method", "tree"], "gone.csv"),
    "no such test points": ([*TEN, "tree", "--test-data", "gone.csv"], "gone.csv"),
    "no such probes": ([*TEN, "tree", "--probe", "gone.csv"], "gone.csv"),
}


@pytest.mark.parametrize(("arguments", "says"), REFUSED.values(), ids=REFUSED)
def test_a_request_that_cannot_be_met_costs_one_line(cli, monkeypatch, tmp_path, arguments, says):
    monkeypatch.chdir(tmp_path)
    file = saved(tmp_path / "kept.json", "as it was")
    if arguments[0] == "trace":
        arguments = [*arguments, "-o", str(file)]
    refusal = cli(*arguments).refusal
    assert says in refusal
    assert len(refusal) < 400
    assert "Traceback" not in refusal
    assert file.read_text(encoding="utf-8") == "as it was"
    assert names_in(tmp_path) == ["kept.json"]


EVIL = {
    "a line end": "a\nb",
    "an escape": "a\x1b[2Jb",
    "half a character": "a\udcffb",
    "a line end of Unicode": "a\u2028b",
}


@pytest.mark.parametrize(
    "arguments",
    [
        (*TEN, "adaboost", "{}"),
        (*TEN, "{}"),
        (*TEN, "adaboost", "--set", "{}"),
        (*TEN, "adaboost", "--set", "{}=1"),
        (*TEN, "adaboost", "--set", "rounds={}"),
        (*TEN, "adaboost", "--set", "criterion={}"),
        (*TEN, "adaboost", "--seed", "{}"),
        (*TEN, "adaboost", "--only", "{}"),
        (*TEN, "adaboost", "--task", "{}"),
        (*TEN, "adaboost", "-o", "gone/{}"),
        (*TEN, "adaboost", "--probe", "{}"),
        ("trace", "--method", "adaboost", "--data", "{}"),
        ("trace", "--method", "adaboost", "--sample", "{}"),
        ("trace", "--method", "adaboost", "--sample", "moons:{}=1"),
        ("trace", "--method", "adaboost", "--sample", "moons:n={}"),
        ("methods", "{}"),
        ("{}",),
    ],
    ids=" ".join,
)
def test_what_was_typed_cannot_spoil_the_line(cli, monkeypatch, tmp_path, arguments):
    monkeypatch.chdir(tmp_path)
    spoilt = []
    for what, evil in EVIL.items():
        try:
            assert cli(*(word.format(evil) for word in arguments)).refusal
        except (AssertionError, UnicodeError):
            spoilt.append(what)
    assert spoilt == []


def test_a_slip_in_the_request_is_said_before_the_points_are_spoken_of(cli, six):
    assert "did you mean" in cli("trace", "--data", six, "--method", "adabost").refusal
    assert "rounds" in cli("trace", "--data", six, "--method", "tree", "--set", "rounds=0").refusal


# --- columns of other names --------------------------------------------------------------------

FLOWERS = SIX.replace("x1,x2,class", "petal,width,species")
PETALS = "x1=petal,x2=width,class=species"


def test_columns_have_the_names_that_are_given(cli, tmp_path):
    run = ("--method", "tree", "--set", "rounds=2")
    path = saved(tmp_path / "iris.csv", FLOWERS)
    outcome = cli("trace", "--data", path, "--columns", PETALS, *run)
    plain = cli("trace", "--data", saved(tmp_path / "six.csv", SIX), *run).json
    assert outcome.err == ""  # nothing was guessed
    assert (outcome.json["columns"], outcome.json["task"]) == (["petal", "width"], "classification")
    assert outcome.json["rounds"][-1]["prediction"] == plain["rounds"][-1]["prediction"]
    more = ("--test-data", path, "--probe", saved(tmp_path / "p.csv", "width,petal\n2.5,1.5\n"))
    last = cli("trace", "--data", path, "--columns", PETALS, *run, *more).json["rounds"][-1]
    assert last["figures"]["test_error"] == last["figures"]["train_error"]
    assert last["probe_prediction"] == last["prediction"][:1]
    last = cli("trace", "--data", tmp_path / "six.csv", "--columns", "x2=x1,x1=x2", *run).json
    assert last["columns"] == ["x2", "x1"]


@pytest.mark.parametrize("option", ["--test-data", "--probe"])
def test_columns_of_a_second_file_have_the_names_that_are_given(cli, tmp_path, option):
    run = ("trace", "--sample", "moons:n=20", "--method", "tree", "--set", "rounds=1")
    text = "a,width,petal,kind\n1,2,3,A\n4,5,6,B\n"
    given = cli(*run, option, saved(tmp_path / "a.csv", text), "--columns", PETALS.replace(
        "species", "kind")).json  # fmt: skip
    named = text.replace("a,width,petal,kind", "a,x2,x1,class")
    assert given == cli(*run, option, saved(tmp_path / "b.csv", named)).json


@pytest.mark.parametrize(
    ("header", "columns", "task", "n_columns"),
    [
        ("a,b,c,d,e,f,g", "x1=a,x2=b,value=c,weight=d,fold=e,split=f", "regression", 2),
        ("a,b,c,d,e,f,class", "x1=a,x2=b,value=c,weight=d,fold=e,split=f", "regression", 2),
        ("a,b,c,d,e,f,y", "x1=A, x2=B, class=C, weight=D, fold=E, split=F", "classification", 2),
        ("x,y,c,d,e,f,label", "class=c,weight=d,fold=e,split=f", "classification", 2),
        ("x1,b,c,d,e,f,x2", "x1=b,x2=x1,class=c,weight=d,fold=e,split=f", "classification", 2),
        ("a,b,c,d,e,f,g", "x1=b,value=c,weight=d,fold=e,split=f", "regression", 1),
        ('"a,1",b,c,d,e,f,g', 'x1="a,1",x2=b,value=c,weight=d,fold=e,split=f', "regression", 2),
    ],
)
def test_every_column_may_be_given(cli, tmp_path, header, columns, task, n_columns):
    rows = "\n1,2,3,1,0,train,9\n2,1,4,3,1,train,8\n5,5,3,,,test,7\n"
    path = saved(tmp_path / "a.csv", header + rows)
    run = ("trace", "--data", path, "--method", "tree", "--set", "rounds=1", "--columns", columns)
    trace = cli(*run).json
    assert (trace["task"], trace["n"], len(trace["columns"])) == (task, 2, n_columns)
    assert trace["rounds"][0]["sample_weight"] == [0.25, 0.75]
    assert trace["rounds"][0]["figures"]["test_error"] is not None


@pytest.mark.parametrize(
    ("columns", "says"),
    [
        ("x1=petals,x2=width,class=species", "iris.csv, line 1: no column is named petals; there "
         "are petal, width, species."),
        ("size=petal", "--columns 'size=petal': written x1=name, once for x1, x2, class, value, "
         "weight, fold, split or flipped_from"),
        ("petal", "--columns 'petal': "), ("x1=", "--columns 'x1=': "), ("", "--columns '': "),
        ("x1=petal,x1=width", "--columns 'x1=width': "),
        ("class=species,value=petal", "--columns: the answer is class= or value=, not both"),
        ("x1=petal,x2=petal,class=species", "petal cannot be two things"),
        ("x1=petal,class=species", "two columns of coordinates are needed"),
        ("x1=species,x2=width,class=petal", "line 2, column species: 'a' is not a number"),
        ("x1=petal,x2=width,class=species,weight=mass", "no column is named mass; there are petal"),
    ],
)  # fmt: skip
def test_columns_that_cannot_be_are_refused(cli, tmp_path, columns, says):
    path = saved(tmp_path / "iris.csv", FLOWERS)
    refusal = cli("trace", "--data", path, "--columns", columns, "--method", "tree").refusal
    assert says in refusal
    assert len(refusal) < 300


def test_columns_need_a_file_and_a_header(cli, tmp_path):
    assert cli(*TEN, "tree", "--columns", "x1=a").refusal.startswith("--columns says what")
    path = saved(tmp_path / "six.csv", SIX.partition("\n")[2])
    for option in ("--data", "--test-data", "--probe"):
        points = () if option == "--data" else ("--sample", "moons")
        refusal = cli(
            "trace", *points, option, path, "--columns", "x1=a", "--method", "tree"
        ).refusal
        assert refusal == "six.csv, line 1: there is no header, so no column is named a."


# --- settings ----------------------------------------------------------------------------------

ABUSE = [
    "nan", "-nan", "inf", "-inf", "Infinity", "1e400", "-1e400", "-1", "-0.1", "0", "", " ", "1.5",
    "9" * 5000, "1" + "0" * 12, "1e308", "__import__('os').system('true')", "٣", "３", "²", "½",
    "1_0", "0x10", "1,5", "1;2", "True", "null", "[]", "{}", "--", "1 2", "−1", "rounds=1",
    "x" * 10_000,
]  # fmt: skip
DECIMAL = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")


def allows(declared: dict[str, object], kind: str, text: str) -> bool:
    """Decide by the declaration alone whether a text is a value."""
    if kind == "list":
        parts = text.split(",")
        return declared["name"] == "weights" and all(
            DECIMAL.fullmatch(part.strip()) and 0 <= float(part) <= 1e9 for part in parts
        )
    words = ("yes", "no", "true", "false") if kind == "bool" else declared.get("choices")
    if words:
        return text.strip().lower() in map(str, words)
    if not (re.compile("[+-]?[0-9]+") if kind == "int" else DECIMAL).fullmatch(text):
        return False
    value = float(text)
    low, high = declared["low"], declared["high"]
    above = low is None or value > low or (value == low and not declared.get("low_excluded"))
    return math.isfinite(value) and above and (high is None or value <= high)


SETTINGS = [
    (method.name, field.name) for method in methods().values() for field in method.params.fields()
]


@pytest.mark.parametrize(("method", "name"), SETTINGS, ids=[": ".join(one) for one in SETTINGS])
def test_a_setting_that_cannot_be_is_refused_and_not_tried(cli, monkeypatch, method, name):
    runs = []

    def record(*arguments: object) -> None:
        runs.append(arguments)
        raise Refusal("it would have been run")

    monkeypatch.setattr(trace, "run_of", record)
    declared = {key: setting for key, setting in settings_of(cli) if setting["name"] == name}
    taken, vague = [], []
    for text in ABUSE:
        if allows(declared[method], declared[method]["type"], text):
            continue
        refusal = cli(*TEN, method, "--set", f"{name}={text}").refusal
        if runs:
            taken.append(text[:20])
            runs.clear()
        elif not says_the_range(refusal, declared[method]):
            vague.append(refusal)
    assert (taken, vague) == ([], [])


NEVER = {
    "rounds": ["0", "-1", "1.5", "true", "1000000000000", "1e308"],
    "learning_rate": ["0", "-0.1", "nan", "1e308", "true"],
    "max_depth": ["0", "-1", "1000000000", "2.5", "true"],
    "min_samples_leaf": ["0", "-3", "0.5"],
    "max_leaf_nodes": ["0", "1", "-2", "2.5"],
    "max_features": ["0", "3", "-1", "1.5"],
    "max_samples": ["0", "1.5", "-0.2"],
    "disjoint": ["2", "maybe", ""],
    "bootstrap": ["1.0", "none", "ja"],
    "subsample": ["0", "1.01", "-0.2"],
    "min_gain": ["-0.1", "nan"],
    "ccp_alpha": ["-1", "inf"],
}


def test_some_values_are_refused_whatever_the_declaration_says(cli, monkeypatch):
    monkeypatch.setattr(trace, "run_of", pytest.fail)
    seen = set()
    for method, name in SETTINGS:
        for text in NEVER.get(name, []):
            seen.add(name)
            assert name in cli(*TEN, method, "--set", f"{name}={text}").refusal
    assert seen == set(NEVER)


def says_the_range(refusal: str, declared: dict[str, object]) -> bool:
    """Look for the name, and for the choices or the lower limit; of a list, for what is wrong."""
    if declared["type"] == "bool":
        return refusal.endswith(" takes yes or no") and declared["name"] in refusal
    if declared["type"] == "list":
        return len(refusal) < 300 and refusal.startswith(f"{declared['name']}=")
    limits = declared["choices"] or declared["words"] or [f"{declared['low']:g}"]
    words = [declared["name"], *map(str, limits), *(["none"] if declared["optional"] else [])]
    return len(refusal) < 300 and all(word in refusal for word in words)


@pytest.mark.parametrize("name", SAMPLES)
def test_an_option_that_cannot_be_is_refused_and_not_drawn(cli, monkeypatch, name):
    def refuse(*_: object) -> None:
        raise Refusal("it would have been run")

    monkeypatch.setattr(trace, "run_of", refuse)
    taken = []
    for option in cli("samples", "--format", "json").json:
        for declared in option["options"] if option["name"] == name else []:
            kind = type(declared["default"]).__name__
            for text in ABUSE if kind != "str" else []:  # test_rules has what abuses a rule
                if "," in text or allows(declared, kind, text):
                    continue
                chosen = f"{name}:{declared['name']}={text}"
                refusal = cli("trace", "--sample", chosen, "--method", "tree").refusal
                if refusal == "it would have been run":
                    taken.append((declared["name"], text[:20]))
                else:
                    assert declared["name"] in refusal
                    assert f"from {declared['low']} to {declared['high']}" in refusal
    assert taken == []


def test_the_limit_that_a_refusal_names_can_be_typed(cli):
    for method, setting in settings_of(cli):
        if setting["type"] != "int":
            continue
        low, high = setting["low"], setting["high"]
        refusal = cli(*TEN, method, "--set", f"{setting['name']}={high + 1}").refusal
        assert f"from {low} to {high}" in refusal, (method, setting["name"])


@pytest.mark.parametrize("text", ["1e400", "-1e999"])
def test_a_refusal_repeats_what_was_typed(cli, text):
    refusal = cli(*TEN, "adaboost", "--set", f"learning_rate={text}").refusal
    assert text in refusal
    assert "inf" not in refusal


# --- where the output goes ---------------------------------------------------------------------


@pytest.mark.parametrize("option", ["-o", "--out", "--output"])
@pytest.mark.parametrize(
    "command",
    [
        (*TEN, "adaboost"), (*TEN, "adaboost", "--format", "csv"), ("methods", "tree"),
        ("samples", "--format", "json"),
        ("render", "--sample", "step", "--method", "tree", "--size", "80x80", "--format", "svg"),
    ],
    ids=" ".join,
)  # fmt: skip
def test_every_command_writes_where_it_is_told(cli, monkeypatch, tmp_path, command, option):
    monkeypatch.chdir(tmp_path)
    outcome = cli(*command, option, "-")
    assert (outcome.code, outcome.err) == (0, "")
    assert names_in(tmp_path) == []
    assert cli(*command, option, "file.svg").out == ""
    assert (tmp_path / "file.svg").read_bytes().decode() == outcome.out


def test_a_picture_goes_to_standard_output_in_the_form_that_was_asked_for(cli, tmp_path):
    command = ["render", "--sample", "ten-points", "--method", "tree", "--size", "80x80", "-o"]
    with fresh(*command, "-") as run:
        out, err = run.communicate()
    assert (run.returncode, err) == (0, b"")
    assert cli(*command, tmp_path / "x.png").code == 0
    assert out == (tmp_path / "x.png").read_bytes()
    refusal = cli(*command, tmp_path / "x.png", "--format", "svg").refusal
    assert refusal == "x.png: this name is of a PNG file, not of SVG"


@pytest.mark.parametrize("option", ["--data", "--test-data", "--probe"])
def test_a_file_may_come_from_standard_input(cli, monkeypatch, six, option):
    points = [] if option == "--data" else ["--data", six]
    task = ("--task", "classification")  # or it would be said that it was guessed
    run = ("trace", *points, *task, "--method", "tree", "--set", "rounds=1", option)

    def piped(text: str) -> tuple[str, ...]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        return (*run, "-")

    assert cli(*piped(SIX)) == cli(*run, six)
    assert cli(*piped(SIX)).code == 0
    assert cli(*piped("")).refusal == "standard input: no points."
    too_much = cli(*piped("\n" * 1_000_001)).refusal
    assert too_much == "standard input: 1 000 001 lines; at most 1 000 000 are read."
    too_large = cli(*piped(" " * (2**26 + 1))).refusal
    assert too_large == "standard input: more than 64 MB; at most 64 MB are read."
    monkeypatch.setattr(sys, "stdin", None)
    assert cli(*run, "-").refusal.startswith("standard input is closed")
    twice = cli("trace", "--data", "-", "--test-data", "-", "--method", "tree").refusal
    assert twice.startswith("standard input can be read once")


def test_an_endless_standard_input_comes_to_an_end():
    with Path("/dev/zero").open("rb") as endless:
        run = subprocess.run(
            [sys.executable, "-m", "ensemble_viz", "trace", "--data", "-", "--method", "tree"],
            check=False, cwd=ROOT, stdin=endless, capture_output=True, text=True, timeout=60,
        )  # fmt: skip
    said = "ensemble-viz: standard input: more than 64 MB; at most 64 MB are read.\n"
    assert (run.returncode, run.stdout, run.stderr) == (2, "", said)


def test_points_from_standard_input_have_a_title(cli, monkeypatch):
    opened = []
    monkeypatch.setattr("ensemble_viz.ui.app.run", opener(opened))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(SIX.encode())))
    assert cli("open", "--data", "-").code == 0
    assert opened[0].title == "Standard input"


WRITERS = {
    "trace": (*TEN, "adaboost", "--set", "rounds=1"),
    "table": (*TEN, "adaboost", "--set", "rounds=1", "--format", "csv"),
    "figure": ("render", "--sample", "step", "--method", "tree", "--size", "80x80"),
    "list": ("methods", "--format", "json"),
}


@pytest.mark.parametrize("command", WRITERS.values(), ids=WRITERS)
@pytest.mark.parametrize("folder", ["nodir", "nodir/inside", "file"])
def test_a_folder_that_is_missing_is_named(cli, monkeypatch, tmp_path, command, folder):
    monkeypatch.chdir(tmp_path)
    saved(tmp_path / "file", "")
    refusal = cli(*command, "-o", f"{folder}/x.png").refusal
    assert refusal == f"x.png: cannot be written, there is no folder named {folder}"
    assert names_in(tmp_path) == ["file"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk at hand")
@pytest.mark.parametrize("command", WRITERS.values(), ids=WRITERS)
def test_a_disk_that_is_full_is_said_to_be(cli, monkeypatch, tmp_path, command):
    (tmp_path / "full.svg").symlink_to("/dev/full")
    refusal = cli(*command, "-o", tmp_path / "full.svg").refusal
    assert refusal == "full.svg: cannot be written: the disk is full"
    drafts = []

    def opened(path, _mode, binary):
        path.touch()
        drafts.append(path)
        return Path("/dev/full").open("wb" if binary else "w")

    monkeypatch.setattr("ensemble_viz.document.files._opened", opened)
    refusal = cli(*command, "-o", tmp_path / "x.svg").refusal
    assert refusal == "x.svg: cannot be written: the disk is full"
    assert drafts[0].parent == tmp_path
    assert names_in(tmp_path) == ["full.svg"]


@pytest.mark.parametrize("target", ["folder", "folder/", ".", "", "file/x.json", "gone/x.json"])
def test_a_place_that_cannot_be_written_costs_one_line(cli, monkeypatch, tmp_path, target):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    saved(tmp_path / "file", "as it was")
    refusal = cli(*TEN, "adaboost", "-o", target).refusal
    assert Path(target).name in refusal
    assert not refusal.startswith(":")  # something is named, even if nothing was typed
    assert names_in(tmp_path) == ["file", "folder"]
    assert (tmp_path / "file").read_text(encoding="utf-8") == "as it was"


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere"
)
def test_a_folder_that_is_read_only_costs_one_line(cli, tmp_path):
    tmp_path.chmod(0o500)
    try:
        assert "x.json" in cli(*TEN, "adaboost", "-o", tmp_path / "x.json").refusal
    finally:
        tmp_path.chmod(0o700)


@pytest.mark.parametrize(
    ("failure", "code", "says"),
    [
        (Refusal("it cannot go on"), 2, "ensemble-viz: it cannot go on\n"),
        (KeyboardInterrupt(), 130, "ensemble-viz: stopped\n"),
        (
            OSError(errno.ENOSPC, "No space left"),
            2,
            "kept.json: cannot be written: the disk is full\n",
        ),
        (OSError(errno.EIO, "I/O error"), 2, "kept.json: cannot be written: I/O error\n"),
    ],
    ids=["refused", "interrupted", "full", "broken"],
)
def test_a_failure_on_the_way_leaves_the_file_as_it_was(
    cli, monkeypatch, tmp_path, failure, code, says
):
    def write_half(_run, _options, out, _report):
        out.write('{"format": "ensem')
        raise failure

    monkeypatch.setattr("ensemble_viz.export.trace.write_json", write_half)
    file = saved(tmp_path / "kept.json", "as it was")
    outcome = cli(*TEN, "adaboost", "-o", file)
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (code, "", 1)
    assert says in outcome.err
    assert file.read_text(encoding="utf-8") == "as it was"
    assert names_in(tmp_path) == ["kept.json"]


on_posix = pytest.mark.skipif(os.name == "nt", reason="Windows has no such thing")


@on_posix
def test_others_may_read_a_new_file_as_any_other(cli, tmp_path):
    ordinary, file = saved(tmp_path / "ordinary.json", ""), tmp_path / "trace.json"
    assert cli(*TEN, "adaboost", "--set", "rounds=1", "-o", file).code == 0
    assert oct(file.stat().st_mode) == oct(ordinary.stat().st_mode)


@on_posix
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o666])
def test_a_file_that_is_there_keeps_its_readers(cli, tmp_path, mode):
    file = saved(tmp_path / "trace.json", "")
    file.chmod(mode)
    assert cli(*TEN, "adaboost", "--set", "rounds=1", "-o", file).code == 0
    assert oct(stat.S_IMODE(file.stat().st_mode)) == oct(mode)


@on_posix
def test_a_link_goes_on_pointing_at_the_file(cli, tmp_path):
    file, link = saved(tmp_path / "file.json", "old"), tmp_path / "link.json"
    link.symlink_to(file)
    assert cli(*TEN, "adaboost", "--set", "rounds=1", "-o", link).code == 0
    assert link.is_symlink()
    assert json.loads(file.read_text(encoding="utf-8"))["n"] == 10


@on_posix
def test_a_device_is_written_to_and_not_replaced(cli, tmp_path):
    """Like /dev/null, which an administrator would otherwise lose."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert cli(*TEN, "adaboost", "--set", "rounds=1", "-o", pipe).code == 0
        assert stat.S_ISFIFO(pipe.stat().st_mode)
        assert json.loads(os.read(reader, 2**16))["n"] == 10
    finally:
        os.close(reader)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk at hand")
@pytest.mark.parametrize("unbuffered", ["", "1"], ids=["at the end", "at once"])
@pytest.mark.parametrize("command", ["trace --sample moons --method bagging", "samples"])
def test_a_full_disk_costs_one_line(command, unbuffered):
    with (
        Path("/dev/full").open("wb") as full,
        fresh(*command.split(), stdout=full, PYTHONUNBUFFERED=unbuffered) as run,
    ):
        err = run.stderr.read().decode()
    assert run.returncode == 2
    assert err == "ensemble-viz: the output cannot be written: the disk is full\n"


@on_posix
@pytest.mark.parametrize("command", ["trace --sample moons --method bagging", "samples"])
def test_a_stdout_that_was_closed_costs_one_line(command):
    start = ["sh", "-c", 'exec "$@" >&-', "sh", sys.executable, "-m", "ensemble_viz"]
    run = subprocess.run(
        [*start, *command.split()], check=False, cwd=ROOT, stderr=subprocess.PIPE, text=True
    )
    assert (run.returncode, run.stderr.count("\n")) == (2, 1), run.stderr
    assert run.stderr.startswith("ensemble-viz: ")


@pytest.mark.parametrize("wanted", [0, 100], ids=["nothing", "a little"])
@pytest.mark.parametrize("command", ["trace --sample moons --method bagging", "samples"])
def test_a_reader_that_has_enough_hears_nothing_more(command, wanted):
    with fresh(*command.split()) as run:
        assert len(run.stdout.read(wanted)) == wanted
        run.stdout.close()
        assert run.stderr.read() == b""
        assert run.wait() != 1


def test_a_long_run_says_how_far_it_is_on_stderr(cli, monkeypatch):
    arguments = (*TEN, "adaboost", "--set", "rounds=3")
    quick = cli(*arguments)
    monkeypatch.setattr(speech, "PATIENCE", -1.0)
    slow = cli(*arguments)
    said = "".join(f"ensemble-viz: round {t} of 3\n" for t in (1, 2, 3))
    assert (quick.err, slow.err) == ("", said)
    assert slow.out == quick.out
    monkeypatch.setattr(speech, "PATIENCE", 1e9)
    assert cli(*arguments).err == ""


def test_a_long_run_speaks_once_a_second_and_not_every_round(cli, monkeypatch):
    looks = itertools.count()
    clock = SimpleNamespace(monotonic=lambda: next(looks) / 10)
    monkeypatch.setattr(speech, "time", clock)
    outcome = cli(*TEN, "bagging", "--set", "rounds=50")
    assert outcome.code == 0
    seconds = next(looks) / 10
    assert 3 <= outcome.err.count("\n") <= seconds


# --- in a process of its own -------------------------------------------------------------------


def test_a_fresh_process_loads_nothing_heavy_and_writes_the_same(cli):
    arguments = (*TEN, "adaboost", "--set", "rounds=3")
    with fresh(*arguments, python=("-X", "importtime")) as run:
        out, err = run.communicate()
    assert (run.returncode, out.decode()) == (0, cli(*arguments).out)
    loaded = {line.rpartition("|")[2].strip() for line in err.decode().splitlines()}
    assert "ensemble_viz.cli" in loaded
    assert {name.partition(".")[0] for name in loaded} & HEAVY == set()


def test_stdout_is_utf8_wherever_it_goes(cli, tmp_path):
    file = saved(tmp_path / "größe.csv", SIX.replace(",a", ",Größe").replace(",b", ",正"))
    arguments = ("trace", "--data", str(file), "--method", "tree", "--set", "rounds=1")
    poor = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    with fresh(*arguments, **poor, PYTHONIOENCODING="ascii") as run:
        out, _ = run.communicate()
    assert run.returncode == 0
    assert json.loads(out.decode())["classes"] == ["Größe", "正"]
    assert "Größe" in out.decode().splitlines()[0]  # and not as an escape
    assert out.decode() == cli(*arguments).out


def test_a_refusal_of_a_fresh_process_is_one_line_too():
    with fresh(*TEN, "adabost", LC_ALL="C") as run:
        out, err = run.communicate()
    assert (run.returncode, out) == (2, b"")
    expected = "ensemble-viz: there is no method 'adabost'; did you mean adaboost?"
    assert err.decode().splitlines() == [expected]


def test_the_windows_own_command_needs_no_console(monkeypatch):
    monkeypatch.setattr(sys, "argv", ["ensemble-viz-window", "methods"])
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    assert main() == 2, "nobody would see the methods"
    assert open_window() == 0


# --- a rule of one's own -------------------------------------------------------------------------


def test_a_rule_with_commas_and_equals_signs_can_be_typed(cli):
    typed = "rule:rule=max(x1, x2) >= 0.5,n=40,test=10"
    outcome = cli("trace", "--sample", typed, "--method", "tree", "--set", "rounds=1")
    assert (outcome.json["n"], outcome.json["classes"]) == (40, ["A", "B"])
    values = cli("trace", "--sample", "rule:rule=sin(3*x1) + x2**2,n=9", "--method", "tree").json
    assert (values["task"], values["n"]) == ("regression", 9)
    line = cli("trace", "--sample", "rule:rule=x**2,n=9", "--method", "tree").json
    assert line["columns"] == ["x"]


def test_a_rule_that_cannot_be_is_refused_in_one_line(cli):
    for rule, message in (("x3 > 1", "there is no 'x3'"), ("", "a rule is written like")):
        outcome = cli("trace", "--sample", f"rule:rule={rule}", "--method", "tree")
        assert message in outcome.refusal


def test_columns_without_a_header_are_told_by_number(cli, tmp_path):
    path = saved(tmp_path / "bare.csv", "7;1,5;2;a\n8;3;4;b\n9;5;6;b\n")
    run = ("trace", "--data", path, "--method", "tree", "--columns")
    outcome = cli(*run, "x1=2,x2=3,class=4")
    assert (outcome.json["n"], outcome.json["columns"]) == (3, ["x1", "x2"])
    wrong = cli(*run, "x1=7,x2=3,class=4").refusal
    assert wrong == "bare.csv, line 1: there is no column 7, only 1 to 4."
