"""Formulas: what is shown leads to the result that is shown, for every method and step."""

from dataclasses import replace

import latex2mathml.converter
import numpy as np
import pytest
from matplotlib.mathtext import MathTextParser

from ensemble_viz.document.where import Focus
from ensemble_viz.engine.data import Refusal
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.engine.methods import methods
from ensemble_viz.scene.cards import as_document
from ensemble_viz.scene.moment.view import View
from ensemble_viz.scene.words import agrees, value_of
from tests.datasets import DATASETS
from tests.scene.walks import calculated, faults, walk

CASES = [
    ("adaboost", "ten-points", {}),
    ("adaboost", "moons", {}),
    ("adaboost", "moons", {"max_depth": 3, "learning_rate": 0.3, "alpha": "log"}),
    ("adaboost", "moons", {"max_depth": None}),
    ("bagging", "ten-points", {}),
    ("bagging", "sine", {"max_samples": 0.5}),
    ("random-forest", "blobs", {}),
    ("random-forest", "blobs", {"vote": "soft"}),
    ("gradient-boosting", "sine", {"learning_rate": 0.5}),
    ("gradient-boosting", "sine", {"init": "median", "subsample": 0.5}),
    ("gradient-boosting", "latitude", {"init": "zero", "learning_rate": 1.0}),
    ("gradient-boosting", "moons", {}),
    ("gradient-boosting", "moons", {"leaf": "gradient"}),
    ("gradient-boosting", "blobs", {"learning_rate": 0.3}),
    ("tree", "moons", {}),
    ("tree", "blobs", {"criterion": "entropy"}),
    ("tree", "moons", {"criterion": "gain-ratio"}),
    ("tree", "moons", {"criterion": "error", "prune": "cost-complexity", "rounds": 2}),
    ("tree", "sine", {}),
]
ROUNDS = 5


def every_line(method, name, settings, fractions=False):
    data = DATASETS[name] if name in DATASETS else sample(name)
    look = View.of(pinned=Focus(point=2), fractions=fractions)
    for scene in walk(data, method, ROUNDS, look=look, **settings):
        for one in scene.formulas:
            yield scene, one


WEIGHTED = [
    (method, "weights", {}) for method in ("adaboost", "bagging", "gradient-boosting", "tree")
]


@pytest.mark.parametrize("fractions", [False, True])
@pytest.mark.parametrize(("method", "name", "settings"), CASES + WEIGHTED)
def test_what_is_shown_leads_to_what_is_shown(method, name, settings, fractions):
    checked = 0
    for scene, one in every_line(method, name, settings, fractions):
        assert not faults(one), (scene.view.where.moment, one.text)
        checked += any(
            calculated(part.text.removeprefix("= ")) is not None for part in one.parts[:-1]
        )
    assert checked > 2


@pytest.mark.parametrize(("method", "name", "settings"), CASES)
def test_every_step_computes_one_line(method, name, settings):
    data = sample(name)
    for scene in walk(data, method, ROUNDS, **settings):
        lines = scene.formulas
        assert [one.now for one in lines].count(True) == 1, scene.view.where.moment
        assert not any(one.now and one.to_come for one in lines)
        waiting = [one for one in lines if one.to_come]
        assert [one.side for one in waiting] == [("next",)] * bool(waiting) + [()] * (
            len(waiting) - 1
        )


@pytest.mark.parametrize(("method", "name", "settings"), CASES)
def test_every_formula_can_be_set_by_others(method, name, settings):
    paper = MathTextParser("path")
    sources = {one.latex for _, one in every_line(method, name, settings)}
    sources |= {one.latex for _, one in every_line(method, name, settings, fractions=True)}
    for latex in sources:
        width, height, *_ = paper.parse(f"${latex}$")
        assert width > 10
        assert height > 5
        assert latex2mathml.converter.convert(latex).startswith("<math")
        assert "tfrac" not in latex
        assert "begin" not in latex


@pytest.mark.parametrize(
    ("method", "exact"), [("xgboost", "1917/50"), ("gradient-boosting", "225/4")]
)
def test_results_are_fractions_only_where_that_is_switched_on(method, exact):
    for is_on in (False, True):
        found = [one.text for _, one in every_line(method, "latitude", {}, fractions=is_on)]
        assert any(f"= {exact}" in text for text in found) == is_on


def test_fractions_stand_beside_decimals():
    found = [one.text for _, one in every_line("adaboost", "ten-points", {}, fractions=True)]
    assert any("= 3 · 1/14 = 3/14 = 0.2143" in text for text in found)
    assert any("½ ln(11/3) = 0.6496" in text for text in found)


def test_formulas_can_be_pasted_into_a_document():
    (*_, scene) = walk(sample("ten-points"), "adaboost", 1)
    pasted = as_document(scene.formulas).splitlines()
    assert len(pasted) == len(scene.formulas)
    assert pasted[0].startswith(r"\[ \varepsilon_{1} = ")
    assert all(one.endswith(r" \]") for one in pasted)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("½ ln(0.7857 / 0.2143)", 0.64955),
        ("2 √(0.2143 · 0.7857)", 0.82067),
        ("0.93 · e^−0.6467 + 0.07 · e^0.6467", 0.62081),
        ("1 − (49/68)² − (19/68)²", 0.40268),
        ("−1/2 log₂ 1/2 − 1/2 log₂ 1/2", 1.0),
        ("(1 − 1/120)^120", 0.36635),
        ("−1.1719 − (−0.6419)", -0.53),
        ("2.5·10⁻⁷ · 2", 5e-7),
        ("D₇ · 0.5", None),
    ],
)
def test_the_calculator_of_these_tests_calculates(text, value):
    assert calculated(text) == (None if value is None else pytest.approx(value, rel=1e-4))


def test_a_number_agrees_with_what_it_is_rounded_from():
    assert agrees("0.2884", 0.28844)
    assert not agrees("0.2884", 0.28847)
    assert agrees("−1.17", -1.1719)
    assert agrees("1.23·10⁻⁷", 1.2301e-7)
    assert not agrees("1.23·10⁻⁷", 1.2401e-7)
    assert value_of("−1.23·10⁻⁷") == pytest.approx(-1.23e-7)


@pytest.mark.parametrize("kind", ["two classes", "three classes", "values in the plane"])
@pytest.mark.parametrize("method", methods())
def test_points_are_never_said_to_be_missing_where_there_are_some(method, kind):
    try:
        start = next(walk(DATASETS[kind], method, 1))
    except Refusal:
        return
    assert start.formulas
    assert start.no_formulas != "No points yet."


def test_without_points_there_are_no_formulas_and_that_is_why():
    moons = sample("moons")
    none = replace(moons, points=np.empty((0, 2)), target=np.empty(0, dtype=int))
    empty = next(walk(none, "extra-trees", 1))
    assert (empty.formulas, empty.no_formulas) == ((), "No points yet.")
