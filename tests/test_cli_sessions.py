"""Sessions on the command line: what goes in comes out, bit for bit."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ensemble_viz.cli.requests import setup_of
from ensemble_viz.document.session_file import read_session
from ensemble_viz.document.where import Moment
from ensemble_viz.engine.data import Refusal
from ensemble_viz.engine.data.lists import split_list
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.engine.methods import methods

ROOT = Path(__file__).resolve().parents[1]
SAMPLES = {"classification": ("ten-points", "blobs"), "regression": ("sine", "latitude")}
CASES = [
    (name, points)
    for name, method in methods().items()
    for task in method.tasks
    for points in SAMPLES[task]
    if sample(points).n_classes <= method.most_classes
]
OTHER = os.environ.get("ENSEMBLE_VIZ_OTHER_PYTHON", "")  # of another version, with what it needs


def short(name):
    """Give the settings that keep a run short."""
    fields = {field.name for field in methods()[name].params.fields()}
    return ("--set", "rounds=4") if "rounds" in fields and methods()[name].length is None else ()


@pytest.mark.parametrize(("name", "points"), CASES)
def test_the_trace_of_a_session_is_the_trace_of_what_was_asked_for(cli, tmp_path, name, points):
    request = ("--sample", points, "--method", name, *short(name), "--seed", "5")
    file = tmp_path / "a.ensemble"
    assert cli("session", *request, "--round", "1", "--out", file).code == 0
    assert cli("trace", "--session", file).out == cli("trace", *request).out
    assert cli("session", "--session", file, "--out", tmp_path / "b.ensemble").code == 0
    assert (tmp_path / "b.ensemble").read_bytes() == file.read_bytes()


@pytest.mark.skipif(not OTHER, reason="ENSEMBLE_VIZ_OTHER_PYTHON names no other Python")
@pytest.mark.parametrize(("name", "points"), CASES[::3])
def test_another_python_opens_it_and_gives_the_same_trace(cli, tmp_path, name, points):
    file = tmp_path / "a.ensemble"
    cli("session", "--sample", points, "--method", name, *short(name), "--round", "0", "-o", file)
    one, other = (
        subprocess.run(
            [python, "-m", "ensemble_viz", "trace", "--session", file],
            check=True,
            capture_output=True,
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
        ).stdout
        for python in (sys.executable, OTHER)
    )
    assert one == other


@pytest.fixture
def lecture(cli, tmp_path):
    file = tmp_path / "lecture.ensemble"
    made = cli(
        "session", "--sample", "moons:n=30", "--method", "adaboost", "--set", "rounds=6",
        "--add", "random-forest(rounds=5, seed=3)", "--add", "stacking(members='stump, knn(k=3)')",
        "--round", "2", "--step", "alpha", "--out", file,
    )  # fmt: skip
    assert made.code == 0, made
    return file


def test_a_session_stands_where_it_was_asked_to(cli, lecture):
    saved = read_session(lecture)
    assert saved.where.moment == Moment(2, 3)
    assert [setup.method for setup in saved.document.setups] == [
        "adaboost", "random-forest", "stacking",
    ]  # fmt: skip
    assert saved.document.setups[1].seed == 3
    assert saved.document.source == "moons:n=30"
    out = cli("session", "--session", lecture, "--step", "1", "--out", "-").out
    assert json.loads(out)["where"]["step"] == 1
    assert json.loads(out)["where"]["round"] == 2


def test_without_a_round_it_is_the_last(cli, tmp_path):
    file = tmp_path / "a.ensemble"
    cli(
        "session", "--sample", "ten-points", "--method", "adaboost", "--set", "rounds=3", "-o", file
    )
    assert read_session(file).where.moment == Moment(3, 5)


def test_each_setup_and_all_of_them_have_traces(cli, lecture):
    every = cli("trace", "--session", lecture, "--setup", "all").json
    assert (every["format"], every["version"]) == ("ensemble-viz-traces", 1)
    assert [each["method"] for each in every["setups"]] == ["adaboost", "random-forest", "stacking"]
    for k, each in enumerate(every["setups"], start=1):
        assert cli("trace", "--session", lecture, "--setup", k).json == each


def test_what_is_named_beside_a_session_replaces_its_own(cli, lecture):
    trace = cli("trace", "--session", lecture, "--setup", 2, "--set", "rounds=2", "--seed", 9).json
    assert (trace["method"], trace["seed"], len(trace["rounds"])) == ("random-forest", 9, 2)
    other = cli("trace", "--session", lecture, "--method", "tree").json
    assert (other["method"], other["n"]) == ("tree", 30)
    assert "test" not in cli("session", "--session", lecture, "--out", "-").json


def test_a_figure_of_a_session_is_that_of_its_moment(cli, lecture):
    request = ("--sample", "moons:n=30", "--method", "adaboost", "--set", "rounds=6")
    moment = ("--round", "2", "--step", "3")
    first = ("--session", lecture, "--setup", "1")
    one = cli("render", *first, "--format", "svg", "-o", "-").out
    other = cli("render", *request, *moment, "--format", "svg", "-o", "-").out
    assert one == other
    dark = cli("render", *first, "--palette", "dark", "--format", "svg", "-o", "-").out
    assert dark != one


def test_a_figure_of_a_session_shows_all_its_setups_side_by_side(cli, lecture):
    every = cli("render", "--session", lecture, "--format", "svg", "-o", "-").out
    for number, title in enumerate(("AdaBoost", "Random forest", "Stacking"), start=1):
        assert f"{number}  {title}" in every
    print_ = ("--format", "svg", "--width", "17cm", "-o", "-")
    plots = cli("render", "--session", lecture, *print_).out
    assert all(title in plots for title in ("AdaBoost", "Random forest", "Stacking"))
    curves = cli("render", "--session", lecture, "--what", "curves", *print_).out
    assert all(f"{k} {title}" in curves for k, title in ((1, "AdaBoost"), (2, "Random forest")))
    strip = cli("render", "--session", lecture, "--what", "strip", "--rounds", "1,2", *print_).out
    assert "AdaBoost" in strip
    assert strip.count("round 2") >= 3
    parting = cli("render", "--session", lecture, "--what", "parting", *print_).out
    assert "Random forest" in parting
    assert "Stacking" in parting


def test_a_file_in_place_of_a_command_is_opened(cli, lecture, tmp_path, monkeypatch):
    opened = []
    monkeypatch.setattr(
        "ensemble_viz.ui.app.run", lambda saved, path: opened.append((saved, path)) or 0
    )
    points = tmp_path / "points.csv"
    points.write_text("x1,x2,class\n1,2,a\n2,1,b\n")
    assert cli(lecture).code == 0
    assert cli(lecture, "--round", "4").code == 0
    assert cli(points).code == 0
    assert cli("open", "--session", lecture, "--setup", "2").code == 0
    assert [path for _, path in opened] == [str(lecture), str(lecture), None, str(lecture)]
    assert [saved.where.moment.round for saved, _ in opened] == [2, 4, 0, 2]
    assert [saved.where.setup for saved, _ in opened] == [0, 0, 0, 1]
    assert len(opened[2][0].document.data) == 2


WRONG = {
    "a session that is not there": (["trace", "--session", "no.ensemble"], "no such file"),
    "a word that is no command": (["trac"], "did you mean trace?"),
    "a file that is not there": (["no.ensemble"], "no such file"),
    "a setup without a session": (
        ["trace", "--sample", "moons", "--method", "tree", "--setup", "2"], "--setup",
    ),
    "two sources": (["trace", "--session", "a", "--sample", "moons"], "not allowed"),
    "columns of a session": (["trace", "--session", "LECTURE", "--columns", "x1=a"], "--columns"),
    "a setup beyond": (["trace", "--session", "LECTURE", "--setup", "4"], "has 3"),
    "setup zero": (["trace", "--session", "LECTURE", "--setup", "0"], "has 3"),
    "a setting that is none": (["trace", "--session", "LECTURE", "--set", "depth=2"], "depth"),
    "all as CSV": (
        ["trace", "--session", "LECTURE", "--setup", "all", "--format", "csv"], "JSON only",
    ),
    "a round beyond": (
        ["session", "--session", "LECTURE", "--round", "99", "-o", "-"], "ends after round 6",
    ),
    "a step beyond": (
        ["session", "--session", "LECTURE", "--round", "2", "--step", "9", "-o", "-"], "1 to 5",
    ),
    "a fifth setup": (
        ["session", "--session", "LECTURE", *["--add", "tree"] * 2, "-o", "-"], "5 setups",
    ),
    "a setup that is none": (
        ["session", "--session", "LECTURE", "--add", "tree(", "-o", "-"], "tree(",
    ),
    "a value that cannot be": (
        ["session", "--session", "LECTURE", "--add", "tree(max_depth=0)", "-o", "-"], "max_depth",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_what_cannot_be_met_costs_one_line(cli, lecture, case):
    arguments, words = WRONG[case]
    said = cli(*(str(lecture) if word == "LECTURE" else word for word in arguments)).refusal
    assert words in said


def test_what_is_wrong_leaves_no_file_behind(cli, lecture, tmp_path):
    assert cli("session", "--session", lecture, "--round", "99", "-o", tmp_path / "x.ensemble").code
    assert sorted(path.name for path in tmp_path.iterdir()) == ["lecture.ensemble"]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", [""]),
        ("a=1", ["a=1"]),
        ("a=1, b=2", ["a=1", " b=2"]),
        ('members="stump, knn(k=3)", folds=3', ['members="stump, knn(k=3)"', " folds=3"]),
        ("a=f(1, g(2, 3)), b=[4, 5]", ["a=f(1, g(2, 3))", " b=[4, 5]"]),
        ("a='(', b=1", ["a='('", " b=1"]),
    ],
)
def test_commas_inside_of_quotes_and_brackets_part_nothing(text, parts):
    assert split_list(text) == parts


def test_a_setup_in_one_word():
    setup = setup_of('stacking(members="stump, knn(k=3)", folds=3, seed=7)')
    assert (setup.method, setup.seed, setup.params.folds) == ("stacking", 7, 3)
    assert len(setup.params.members) == 2
    assert setup_of("tree") == setup_of(" tree() ")
    for text in ("", "(x=1)", "tree(max_depth)", "tree(max_depth=1, max_depth=2)", "tree(seed=-1)"):
        with pytest.raises(Refusal):
            setup_of(text)


def test_a_fresh_process_writes_and_reads_a_session_without_qt(tmp_path):
    command = [sys.executable, "-X", "importtime", "-m", "ensemble_viz"]
    file = tmp_path / "a.ensemble"
    for arguments in (
        ("session", "--sample", "ten-points", "--method", "tree", "-o", file),
        ("trace", "--session", file, "-o", tmp_path / "a.json"),
    ):
        run = subprocess.run(
            [*command, *arguments], check=True, capture_output=True, text=True, cwd=ROOT
        )
        assert "PySide6" not in run.stderr
        assert "matplotlib" not in run.stderr


def test_one_that_has_ended_waits_in_a_figure_of_all(cli, tmp_path):
    """A tree of four leaves ends after three rounds; the bags beside it go on to the fifth."""
    file = tmp_path / "two.ensemble"
    tree = ("--sample", "ten-points", "--method", "tree", "--set", "max_leaf_nodes=4")
    made = cli("session", *tree, "--add", "bagging(rounds=6)", "--round", "5", "--out", file)
    assert (made.code, made.err) == (0, "")
    assert read_session(file).where.moment.round == 5
    out = ("--format", "svg", "-o", "-")
    for asked in ((), ("--round", "5"), ("--width", "17cm")):
        drawn = cli("render", "--session", file, *asked, *out)
        assert drawn.code == 0, drawn.err
        assert "waits" in drawn.out or "--width" in asked
    strip = cli(
        "render", "--session", file, "--what", "strip", "--rounds", "2,5", "--width", "17cm", *out
    ).out
    for title in ("leaves 4, round 2", "leaves 4, last round 3", "rounds 6, round 5"):
        assert title in strip
    refused = cli("render", "--session", file, "--setup", "1", "--round", "5", *out)
    assert refused.code == 2
    assert "the run ends after round 3" in refused.err
