"""How a setting is declared, read and refused; above all those that take a number or a word."""

import json
from dataclasses import dataclass
from typing import Annotated, Literal

import pytest

from ensemble_viz.engine.methods import methods
from ensemble_viz.engine.params import Params, Setting
from ensemble_viz.engine.refusal import Refusal
from ensemble_viz.export.catalogue import field_dict

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
