"""What every demonstration keeps to, whatever it shows: the same for one that is dropped in."""

import json

import numpy as np
import pytest

from ensemble_viz.engine import theory
from ensemble_viz.engine.data import Dataset, Refusal
from ensemble_viz.engine.data.samples import parse_sample, sample
from ensemble_viz.engine.runs import run
from ensemble_viz.engine.settings import Params
from ensemble_viz.engine.theory import Demonstration, Drawn, Material


def test_every_demonstration_is_called_as_its_file_and_has_its_own_example():
    for name, one in theory.demonstrations().items():
        assert one.name == name
        assert one.summary.endswith((".", "?"))
        given = {"sets": 2} if any(f.name == "sets" for f in one.params.fields()) else {}
        params = one.params.from_values(given)
        figures = one.figures(params, one.material())
        text = json.dumps(figures, allow_nan=False)
        assert json.loads(text)
        assert json.dumps(one.figures(params, one.material())) == text  # the same every time


def test_every_setting_of_a_demonstration_has_a_label_and_help():
    for one in theory.demonstrations().values():
        for field in one.params.fields():
            assert field.setting.label, (one.name, field.name)
            assert field.setting.help.endswith("."), (one.name, field.name)
            assert field.check(field.default) == field.default


@pytest.mark.parametrize("name", theory.names())
def test_before_the_first_round_there_is_nothing_to_look_at(name):
    one = theory.demonstration(name)
    if one.takes != "run":
        assert one.material() is None or one.material().round == 0
        return
    data = (one.example or Drawn(*parse_sample("ten-points"))).build()
    done = run(data, one.method, {"rounds": 2})
    with pytest.raises(Refusal, match="There is no round yet to look at"):
        one.figures(one.params(), Material(done.data, done, 0))


@pytest.mark.parametrize("method", ["tree", "bagging", "adaboost", "gradient-boosting", "stacking",
                                    "xgboost", "voting"])  # fmt: skip
@pytest.mark.parametrize("points", ["moons:n=24", "blobs:n=24", "surface:n=24", "step:n=20"])
@pytest.mark.parametrize("name", theory.names())
def test_any_run_is_shown_or_refused_in_a_sentence(name, points, method):
    one = theory.demonstration(name)
    chosen, options = parse_sample(points)
    data = chosen.build(**options)
    refusal = ""
    try:
        done = run(data, method, {"rounds": 3})
        done.finish()
        params = {"sets": 2, "places": 20, "most": 20, "rounds": 5}
        known = {field.name for field in one.params.fields()}
        given = one.params.from_values({k: v for k, v in params.items() if k in known})
        material = one.material(data, done, Drawn(chosen, options))
        text = json.dumps(one.figures(given, material), allow_nan=False)
    except Refusal as said:
        text, refusal = "", str(said)
    assert refusal.isprintable()
    assert (len(text) > 2) == (refusal == "")


@pytest.mark.parametrize("value", [np.inf, -np.inf, np.nan, {"a": [1.0, np.inf]}])
def test_numbers_too_large_are_refused(value):
    one = Demonstration(
        "huge", "Huge", "Too large.", Params, lambda _params, _material: {"x": value}
    )
    with pytest.raises(Refusal, match="huge: x is too large to be reckoned with"):
        one.figures()


def test_large_numbers_are_kept():
    data = Dataset([[0.0], [1.0], [2.0]], [0.0, 1e150, -1e150], columns=("x",))
    done = run(data, "bagging", {"rounds": 3})
    done.finish()
    found = theory.demonstration("committee").figures(material=Material(data, done, 3))
    assert 1e298 < found["average_error"] < 1e301


LOOKED_AT = [one.name for one in theory.demonstrations().values() if one.takes == "run"]


@pytest.mark.parametrize("name", LOOKED_AT)
def test_in_the_middle_of_a_run_all_is_as_at_the_end_of_a_shorter_one(name):
    one = theory.demonstration(name)
    method = "bagging" if one.method == "voting" else one.method
    data = sample("surface" if name == "residuals" else "moons", n=40, noise=0.4)
    longer, shorter = (run(data, method, {"rounds": rounds}) for rounds in (5, 3))
    longer.finish()
    shorter.finish()
    found = one.figures(None, Material(data, longer, 3))
    assert found == one.figures(None, Material(data, shorter, 3))
    if name not in ("pessimistic-error", "impurity"):  # which look at the tree as it stands
        assert found != one.figures(None, Material(data, longer, 5))
