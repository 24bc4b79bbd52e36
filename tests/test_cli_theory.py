"""The command `theory`: what it writes, whose settings are whose, and how it says no."""

import json
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from ensemble_viz.engine import theory
from tests.brute import binomial

QUICK = {"sets": "3", "places": "20", "most": "50"}


def shown(cli, *arguments):
    return cli("theory", *arguments, "--format", "json").json


def quick(name):
    known = {field.name for field in theory.demonstration(name).params.fields()}
    return [
        word for key, value in QUICK.items() if key in known for word in ("--set", f"{key}={value}")
    ]


def test_the_votes_of_21_are_written_in_the_agreed_form(cli):
    found, said = shown(cli, "votes"), cli("theory", "votes", "--format", "json").err
    assert said == ""
    assert list(found) == ["format", "version", "name", "settings", "figures"]
    assert (found["format"], found["version"], found["name"]) == ("ensemble-viz-theory", 1, "votes")
    assert found["settings"] == {"n": 21, "p": 0.3}
    expected = float(binomial.strict_majority_wrong(21, Fraction(3, 10)))
    assert found["figures"]["majority_wrong"] == pytest.approx(expected, rel=1e-9)
    assert found["figures"]["tie"] == 0.0
    assert list(found["figures"]["against_n"]) == [str(n) for n in range(1, 102, 2)]


@pytest.mark.parametrize("name", theory.names())
def test_every_demonstration_is_written_for_people_and_for_programs(cli, name):
    found = shown(cli, name, *quick(name))
    one = theory.demonstration(name)
    assert list(found["settings"]) == [field.name for field in one.params.fields()]
    text = cli("theory", name, *quick(name)).out
    for figure in found["figures"]:
        assert f"\n{figure}: " in text, figure
    assert "nan" not in text
    assert not re.search(r"\binf\b", text)


FIGURES = {
    "votes": {"wrong", "majority_wrong", "tie", "against_n"},
    "vote-table": {"counts", "plurality", "tied", "has_majority", "hard", "soft", "mean_shares",
                   "mean", "median"},
    "bootstrap": {"not_drawn", "limit", "distinct", "never_in_any"},
    "committee": {"average_error", "committee_error", "ambiguity"},
    "variance-of-mean": {"correlated", "own", "variance", "limit"},
    "bias-variance": {"bias2", "variance", "noise", "error"},
    "alpha": {"minimiser", "loss_at", "minimum", "curve"},
    "losses": {"loss", "negative_gradient", "zero_one"},
    "weight-products": {"unnormalised", "weight", "exp_of_margin"},
    "stumps": {"distinct", "cuts", "with_ends", "candidates", "steps"},
    "impurity": {"gini", "entropy", "error", "gain", "gain_ratio", "split_info"},
    "pessimistic-error": {"estimate"},
    "rules": {"rules"},
    "leakage": {"held_out", "in_sample"},
    "resampling": {"reweighting", "resampling"},
    "shrinkage": {"rounds"},
}  # fmt: skip


@pytest.mark.parametrize("name", FIGURES)
def test_scripts_find_the_names_they_rely_on(cli, name):
    assert FIGURES[name] <= shown(cli, name, *quick(name))["figures"].keys()


def test_without_a_name_all_are_listed(cli):
    text = cli("theory").out
    listed = shown(cli)
    assert [one["name"] for one in listed] == list(theory.demonstrations())
    for one in listed:
        assert f"\n{one['name']}: {one['summary']}\n" in f"\n{text}"
        assert one["chapter"] in theory.CHAPTERS
        for setting in one["settings"]:
            assert f"  {setting['name']} = " in text
            assert setting["help"] in text
    assert "There are committee, leakage, " in " ".join(cli("theory", "--help").out.split())


def test_what_a_list_gives_as_default_can_be_typed(cli):
    for one in shown(cli):
        for setting in one["settings"]:
            default = "none" if setting["default"] is None else setting["default"]
            own = () if setting["name"] in QUICK else quick(one["name"])
            if setting["name"] in ("sets", "most", "places"):
                continue
            typed = shown(cli, one["name"], *own, "--set", f"{setting['name']}={default}")
            assert typed["settings"][setting["name"]] == setting["default"], (one, setting)


# --- whose settings are whose ------------------------------------------------------------------

TEN = ("--sample", "ten-points")


def test_settings_before_the_method_belong_to_the_demonstration(cli):
    found = shown(
        cli, "rules", *TEN, "--set", "learner=1", "--method", "tree", "--set", "max_depth=1"
    )
    assert found["settings"] == {"learner": 1}
    assert [rule["if"] for rule in found["figures"]["rules"]] == [["x1 <= 2.5"], ["x1 > 2.5"]]


def test_a_name_that_only_one_of_them_has_may_stand_anywhere(cli):
    early = shown(cli, "rules", *TEN, "--set", "max_depth=1", "--method", "tree")
    late = shown(
        cli, "rules", *TEN, "--method", "tree", "--set", "max_depth=1", "--set", "learner=1"
    )
    assert early == late
    assert len(early["figures"]["rules"]) == 2


def test_a_name_that_both_have_belongs_to_where_it_stands(cli):
    both = ("--set", "n=7", "--method", "bagging", "--set", "rounds=3")
    assert cli("theory", "bootstrap", *TEN, *both).refusal.startswith("--set n: on points of yours")
    found = shown(
        cli, "resampling", *TEN, "--set", "rounds=2", "--set", "sets=2", "--method", "adaboost",
        "--set", "rounds=9",
    )  # fmt: skip
    assert found["settings"]["rounds"] == 2
    assert len(found["figures"]["reweighting"]) == 2


def test_the_method_of_the_example_takes_settings_without_being_named(cli):
    found = shown(cli, "margins", "--set", "rounds=5", "--set", "theta=0.2")
    assert found["settings"] == {"theta": 0.2}
    assert len(found["figures"]["min_margins"]) == 5


def test_a_run_decides_what_it_can_decide(cli):
    found = shown(cli, "bootstrap", *TEN, "--method", "bagging", "--set", "rounds=4")
    assert found["settings"] == {"n": 10, "bags": 4}
    assert len(found["figures"]["drawn"]) == 4
    table = shown(cli, "vote-table", *TEN, "--method", "bagging", "--set", "rounds=5", "--set",
                  "point=3")  # fmt: skip
    assert len(table["settings"]["votes"].split()) == 5
    assert sum(table["figures"]["counts"]) == 5
    alpha = shown(cli, "alpha", *TEN, "--method", "adaboost", "--set", "rounds=1")
    assert alpha["settings"]["error"] == pytest.approx(0.3)
    measured = shown(cli, "variance-of-mean", *TEN, "--method", "bagging", "--set", "rounds=2")
    assert measured["settings"] == {}
    assert measured["figures"]["measured"]["B"] == 2


def test_the_run_is_that_of_the_trace(cli):
    run = (
        "--sample",
        "moons:n=30,seed=4",
        "--method",
        "bagging",
        "--set",
        "rounds=6",
        "--seed",
        "8",
    )
    bags = [one["in_bag"] for one in cli("trace", *run).json["rounds"]]
    drawn = shown(cli, "bootstrap", *run)["figures"]["drawn"]
    assert drawn == [sum(count > 0 for count in bag) for bag in bags]


def test_points_of_a_file_are_taken(cli, tmp_path):
    file = tmp_path / "four.csv"
    file.write_text("x1,x2,class\n0,0,a\n0,1,b\n1,0,b\n1,1,a\n", encoding="utf-8")
    found = shown(cli, "reasons", "--data", file)
    assert found["figures"]["statistical"]["misses"] == 2
    assert found["figures"]["computational"] == {"greedy_misses": 0, "best_misses": 0}
    assert shown(cli, "stumps", "--data", file)["figures"]["candidates"] == 6


def test_a_seed_changes_what_is_drawn_and_nothing_else(cli):
    def drawn(*seed):
        return shown(cli, "bootstrap", *TEN, "--method", "bagging", "--set", "rounds=9", *seed)

    assert drawn() == drawn("--seed", "0") != drawn("--seed", "1")
    assert shown(cli, "stumps", "--seed", "3") == shown(cli, "stumps")


def test_the_same_setup_may_stand_there_twice(cli):
    own = ("--set", "sets=3", "--set", "places=9", "--set", "setups=tree, tree")
    found = shown(cli, "bias-variance", *own)["figures"]
    assert found["setups"] == ["tree", "tree"]
    assert found["bias2"][0] == found["bias2"][1]


def test_a_run_is_studied_in_place_of_the_usual_setups(cli):
    own = ("--set", "sets=3", "--set", "places=9")
    found = shown(
        cli, "bias-variance", "--sample", "surface:n=60,noise=0.3", *own,
        "--method", "tree", "--set", "max_depth=2",
    )["figures"]  # fmt: skip
    named = shown(
        cli, "bias-variance", "--sample", "surface:n=60,noise=0.3", *own,
        "--set", "setups=tree(max_depth=2)",
    )["figures"]  # fmt: skip
    assert found | {"setups": named["setups"]} == named
    assert found["setups"] == ["tree"]


def test_figures_go_into_a_file(cli, tmp_path):
    file = tmp_path / "votes.json"
    outcome = cli("theory", "votes", "--format", "json", "--out", file)
    assert (outcome.code, outcome.out, outcome.err) == (0, "", "")
    assert json.loads(file.read_text(encoding="utf-8")) == shown(cli, "votes")


# --- saying no ---------------------------------------------------------------------------------

REFUSED = {
    "a slip": (["votess"], "did you mean votes?"),
    "nothing like it": (["quantum"], "there are committee, leakage"),
    "an attack": (["__init__"], "there is no demonstration '__init__'"),
    "another way out": (["../trees"], "there is no demonstration"),
    "a setting that is none": (["votes", "--set", "m=3"], "there is no setting here called 'm'"),
    "a setting out of range": (["votes", "--set", "p=2"], "p=2: error of each takes a number"),
    "no number": (["votes", "--set", "p=x"], "p=x"),
    "nan": (["alpha", "--set", "error=nan"], "error=nan"),
    "a setting without a value": (["votes", "--set", "p"], "name=value"),
    "settings for nobody": (["--set", "p=.1"], "name one of them"),
    "a method for nobody": (["--method", "tree"], "name one of them"),
    "points where none are taken": (["drawn-axes", *TEN], "it takes no points"),
    "a method where none is taken": (["drawn-axes", "--method", "tree"], "and no method"),
    "two methods for one": (
        ["out-of-bag", "--set", "setup=bagging, tree"], "method takes a list"
    ),
    "a method without bags": (
        ["out-of-bag", "--set", "setup=tree", "--set", "sets=2"], "no point out of its bags"
    ),
    "two blenders": (["leakage", "--set", "final=stump, logistic"], "blender takes a list"),
    "a blender of values": (["leakage", "--set", "final=ridge"], "ridge"),
    "points of values for the three reasons": (["reasons", "--sample", "sine"], "two classes"),
    "a method that is none": (["rules", *TEN, "--method", "svm"], "there is no method"),
    "another kind of run": (["weight-products", *TEN, "--method", "tree"], "AdaBoost does"),
    "no committee": (["committee", *TEN, "--method", "adaboost"], "is no committee"),
    "no points to train on": (["votes", "--method", "bagging"], "needs points"),
    "test points without points": (["votes", "--test-data", "x.csv"], "no points are read"),
    "votes that are none": (["vote-table", "--set", "votes=0 1 x"], "votes=0 1 x"),
    "half a vote": (["vote-table", "--set", "votes=0 .5"], "whole number"),
    "no votes": (["vote-table", "--set", "votes="], "votes="),
    "two tables": (["vote-table", "--set", "votes=1", "--set", "values=2"], "votes and values"),
    "no table": (["vote-table", "--set", "votes=none"], "nothing is given"),
    "weights of others": (["vote-table", "--set", "weights=1 2"], "weights: one for each of the 5"),
    "weights of 0": (["vote-table", "--set", "votes=1 0", "--set", "weights=0 0"], "not all"),
    "rows of different lengths": (["vote-table", "--set", "shares=.5 .5; 1"], "equally long"),
    "sides that are not the node": (
        ["impurity", "--set", "parent=5 5", "--set", "left=1 1", "--set", "right=1 1"],
        "left and right have 2 2 together",
    ),
    "an empty node": (["impurity", "--set", "left=0 0", "--set", "right=0 0"], "no points"),
    "more errors than points": (
        ["pessimistic-error", "--set", "n=3", "--set", "errors=4"], "the leaf has 3 points"
    ),
    "another subtree": (["pessimistic-error", "--set", "leaves=6 0; 9 0"], "other points"),
    "a rate of 0": (["shrinkage", "--set", "rates=1 0"], "above 0"),
    "a setup that is none": (
        ["bias-variance", "--set", "setups=tree, foo(rounds=3)"], "there is no method 'foo'"
    ),
    "a setup with a slip": (
        ["bias-variance", "--set", "setups=tree(round=3)"], "did you mean rounds?"
    ),
    "points without a truth": (["bias-variance", *TEN], "no known truth"),
    "places that overflow": (["losses", "--set", "at=-1000"], "at=-1000"),
    "a range of nothing": (["losses", "--set", "at=2 … 2"], "to a larger one"),
    "no tree": (["rules", "--sample", "moons", "--method", "voting", "--set",
                 "members=logistic"], "Only trees"),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_shown_costs_one_line(cli, case):
    arguments, word = REFUSED[case]
    assert word in cli("theory", *arguments).refusal


def test_a_demonstration_that_is_not_asked_for_is_not_imported():
    code = (
        "import sys; from ensemble_viz.cli import main; main(['theory', 'votes']);"
        "print([name for name in sys.modules if 'theory.boosting.' in name or 'Qt' in name],"
        " file=sys.stderr)"
    )
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert run.stderr.strip() == "[]"


def test_the_guide_has_every_demonstration_with_its_settings_and_figures(cli):
    guide = (Path(__file__).resolve().parents[1] / "assets" / "guide" / "theory.md").read_text(
        "utf-8"
    )
    parts = dict(re.findall(r"^### `([\w-]+)`: (.*?)(?=^##|\Z)", guide, re.MULTILINE | re.DOTALL))
    assert list(parts) == list(theory.demonstrations())
    for name, part in parts.items():
        for field in theory.demonstration(name).params.fields():
            assert f"`{field.name}` = {field.text(field.default)}" in part, (name, field.name)
        figures = set(shown(cli, name, *quick(name))["figures"])
        assert figures <= set(re.findall(r"^\| `(\w+)` \|", part, re.MULTILINE)), name


def test_the_snippet_of_the_guide_runs():
    guide = (Path(__file__).resolve().parents[1] / "assets" / "guide" / "theory.md").read_text(
        "utf-8"
    )
    (code,) = re.findall(r"```python\n(from .*?)```", guide, re.DOTALL)
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    first, second = map(float, run.stdout.split())
    assert first == pytest.approx(float(binomial.strict_majority_wrong(21, Fraction(3, 10))))
    assert second > 0


@pytest.mark.parametrize("form", ["png", "svg", "pdf", "pgf"])
def test_a_demonstration_is_drawn_into_a_file(cli, tmp_path, form):
    first, again, other = (tmp_path / f"{name}.{form}" for name in ("first", "again", "other"))
    for path, error in ((first, "0.3"), (again, "0.3"), (other, "0.1")):
        assert cli("theory", "alpha", "--set", f"error={error}", "--out", str(path)).out == ""
    assert first.read_bytes() == again.read_bytes()
    assert first.read_bytes() != other.read_bytes()
    begins = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF", "pgf": b"%"}
    assert first.read_bytes().startswith(begins[form])


def test_a_drawing_says_in_words_what_it_shows(cli, tmp_path):
    path = tmp_path / "votes.svg"
    cli("theory", "votes", "--out", str(path), "--style", "slide", "--width", "900px")
    text = path.read_text(encoding="utf-8")
    assert "Many voters, each often wrong, are rarely wrong together." in text
    assert "0.0264" in text


def test_a_picture_is_no_text(cli, tmp_path):
    path = tmp_path / "votes.png"
    said = cli("theory", "votes", "--format", "json", "--out", str(path))
    assert "--format json is text" in said.refusal
    assert not path.exists()


def test_a_session_lends_its_points_and_its_method(cli, tmp_path):
    path = str(tmp_path / "lecture.ensemble")
    cli("session", "--sample", "moons:n=40", "--method", "bagging", "--set", "rounds=7",
        "--add", "adaboost(rounds=3)", "--out", path)  # fmt: skip
    found = shown(cli, "committee", "--session", path)
    asked = shown(
        cli, "committee", "--sample", "moons:n=40", "--method", "bagging", "--set", "rounds=7"
    )
    assert found == asked
    assert found["figures"]["members"] == 7
    assert (
        shown(cli, "committee", "--session", path, "--set", "rounds=4")["figures"]["members"] == 4
    )
    second = shown(cli, "weight-products", "--session", path, "--setup", "2")
    assert len(second["figures"]["odds"]) == 3
    assert shown(cli, "alpha", "--session", path, "--setup", "2")["settings"]["error"] < 0.5
    said = cli("theory", "alpha", "--session", path).refusal
    assert "Bagging weighs no learner by its weighted error" in said
    assert "--setup chooses" in cli("theory", "votes", "--setup", "1").refusal
