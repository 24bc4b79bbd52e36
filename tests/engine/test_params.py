"""How a setting is declared, read and refused; above all those that take a number or a word."""

import json
from dataclasses import dataclass
from typing import Annotated, Literal

import numpy as np
import pytest

from ensemble_viz.cli.listing import field_dict
from ensemble_viz.engine.data import Refusal
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.engine.methods import methods
from ensemble_viz.engine.runs import run
from ensemble_viz.engine.settings import Params, Setting
from tests.runs import to_json

START = Setting("start", "Where it begins.", low=0.0, high=9.0)


@dataclass(frozen=True)
class Sketch(Params):
    """One setting of each kind."""

    start: Annotated[float | Literal["mean", "median"], START] = 0.5
    word_first: Annotated[Literal["mean"] | float, START] = 1.0
    loose: Annotated[float | Literal["mean"] | None, START] = None
    count: Annotated[int | Literal["all"], Setting("count", "How many.", low=1, high=5)] = "all"
    choice: Annotated[Literal["one", "two"], Setting("choice", "Which.")] = "one"
    rare: Annotated[Literal["one", "two"] | None, Setting("rare", "Which, if any.")] = None


def field(name: str):
    return next(one for one in Sketch.fields() if one.name == name)


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("start", "mean", "mean"),
        ("start", " median ", "median"),
        ("start", "3", 3.0),
        ("start", "0.25", 0.25),
        ("word_first", "mean", "mean"),
        ("word_first", "2", 2.0),
        ("loose", "none", None),
        ("loose", "mean", "mean"),
        ("count", "all", "all"),
        ("count", "3", 3),
        ("choice", "two", "two"),
        ("rare", "none", None),
    ],
)
def test_a_number_or_a_word_is_read_and_kept(name, text, value):
    read = Sketch.from_texts({name: text})
    kept = getattr(read, name)
    assert (kept, type(kept)) == (value, type(value))
    saved = json.loads(json.dumps(read.values()))
    assert Sketch.from_values(saved) == read


@pytest.mark.parametrize("text", ["Mean", "means", "", "nan", "9.5", "-1", "none", "0x1"])
def test_other_words_and_numbers_outside_are_refused(text):
    with pytest.raises(Refusal, match=r"start takes a number from 0 to 9, or mean or median$"):
        Sketch.from_texts({"start": text})


@pytest.mark.parametrize("value", ["Mean", "0.5", None, True, [], float("inf"), -0.1])
def test_a_saved_file_holds_a_number_or_one_of_the_words(value):
    with pytest.raises(Refusal, match=r"^start="):
        Sketch.from_values({"start": value})


def test_what_a_setting_takes_is_said_in_words():
    assert field("start").range == "a number from 0 to 9, or mean or median"
    assert field("loose").range == "a number from 0 to 9, or mean or none"
    assert field("count").range == "a whole number from 1 to 5, or all"
    assert field("choice").range == "one, two"
    assert field("rare").range == "one, two, or none"


def test_a_form_finds_the_words_beside_the_number():
    start, choice = field_dict(field("start")), field_dict(field("choice"))
    assert (start["type"], start["words"], start["choices"]) == ("float", ["mean", "median"], None)
    assert (choice["type"], choice["words"], choice["choices"]) == ("choice", None, ["one", "two"])
    assert field_dict(field("count"))["default"] == "all"


def test_a_word_beside_a_number_is_as_good_as_a_default():
    assert Sketch().values() == {
        "start": 0.5, "word_first": 1.0, "loose": None, "count": "all", "choice": "one",
        "rare": None,
    }  # fmt: skip


def test_the_start_of_xgboost_is_a_number_or_the_mean():
    params = methods()["xgboost"].params
    assert params.from_texts({"base_score": "mean"}).base_score == "mean"
    assert params.from_texts({"base_score": "0.3"}).base_score == 0.3
    assert params.from_values({"base_score": 1}).base_score == 1.0
    with pytest.raises(Refusal, match="base_score=median: start takes a number, or mean"):
        params.from_texts({"base_score": "median"})


NUMPY = [
    ("adaboost", {"rounds": np.int64(3), "learning_rate": np.float64(0.5)}),
    ("bagging", {"rounds": np.int32(3), "max_depth": np.uint8(2), "max_samples": np.float32(0.5)}),
    ("extra-trees", {"rounds": 2, "bootstrap": np.bool_(True), "criterion": np.str_("entropy")}),
    ("random-subspaces", {"rounds": 2, "max_features": np.int16(2)}),
    ("xgboost", {"rounds": np.array(3), "base_score": np.float64(0.25), "gamma": np.int64(1)}),
    ("voting", {"members": np.array(["stump", "tree"]), "weights": np.array([1, 2])}),
    ("voting", {"members": ["stump", np.str_("tree")], "weights": (np.float64(1), np.int8(2))}),
]


@pytest.mark.parametrize(("name", "settings"), NUMPY)
def test_numbers_of_numpy_are_numbers(name, settings):
    def plain(value):
        if isinstance(value, list | tuple):
            return [plain(one) for one in value]
        return value.tolist() if isinstance(value, np.generic | np.ndarray) else value

    given = {key: plain(value) for key, value in settings.items()}
    data = sample("moons", n=20)
    done = run(data, name, settings, seed=np.int64(7))
    kept = done.params.values()
    own = {int, float, bool, str, type(None)}
    assert {type(one) for value in kept.values() for one in np.atleast_1d(
        np.array(value, dtype=object)).tolist()} <= own  # fmt: skip
    assert type(done.seed) is int
    assert to_json(done) == to_json(run(data, name, given, seed=7))


@pytest.mark.parametrize("wrong", [np.float64(2.5), np.bool_(True), np.array([3]), np.int64(0)])
def test_numbers_of_numpy_are_in_the_range_and_of_the_kind(wrong):
    with pytest.raises(Refusal, match=r"takes a whole number from 1 to 10000$"):
        run(sample("moons"), "adaboost", {"rounds": wrong})


@pytest.mark.parametrize(("given", "shown"), [("3", "'3'"), (np.str_("3"), "'3'"), (3.5, "3.5")])
def test_a_text_in_the_place_of_a_number_is_shown_as_a_text(given, shown):
    with pytest.raises(Refusal) as caught:
        run(sample("moons"), "adaboost", {"rounds": given})
    said = f"rounds={shown}: rounds takes a whole number from 1 to 10000"
    assert str(caught.value) == said
    with pytest.raises(Refusal, match=r"^max_features='1': axes per tree takes 1, 2$"):
        run(sample("moons"), "random-subspaces", {"max_features": "1"})
    with pytest.raises(Refusal, match=r"^max_features=3: axes per tree takes 1, 2$"):
        methods()["random-subspaces"].params.from_texts({"max_features": "3"})


def test_who_has_typed_a_value_is_not_told_which():
    with pytest.raises(Refusal) as refused:
        methods()["adaboost"].params().changed("rounds", 0)
    whole, reason = str(refused.value), refused.value.reason
    assert whole == f"rounds=0: {reason}"
    assert reason == "rounds takes a whole number from 1 to 10000"
    assert Refusal("nothing is known").reason == "nothing is known"


@pytest.mark.parametrize("seed", [1.0, "1", None, -1, 2**63, np.float64(2)])
def test_a_seed_is_a_whole_number(seed):
    with pytest.raises(Refusal, match=r"^seed=.*: a whole number from 0 to 9223372036854775807$"):
        run(sample("moons"), "bagging", seed=seed)


@dataclass(frozen=True)
class Named(Params):
    """A setting that is called as a method of all settings is."""

    values_: Annotated[str, Setting("values", "Some values.")] = "1 2"
    count: Annotated[int, Setting("count", "How many.", low=1)] = 3


def test_a_setting_may_be_called_as_a_method_is():
    assert [field.name for field in Named.fields()] == ["values", "count"]
    assert Named().values() == {"values": "1 2", "count": 3}
    assert Named.from_texts({"values": "4"}).values_ == "4"
    changed = Named(values_="5").changed("values", "6")
    assert (changed.values_, changed.values()["values"]) == ("6", "6")
    with pytest.raises(Refusal, match="there is no setting here called 'values_'"):
        Named.from_texts({"values_": "4"})
