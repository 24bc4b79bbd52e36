"""A rule that somebody writes means what it says, and nothing else that is written is run."""

import math
import time
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ensemble_viz.engine.data import Refusal
from ensemble_viz.engine.data.samples import parse_sample
from ensemble_viz.engine.data.samples.rule_text import LONGEST, read_rule

Model = tuple[str, Callable[[float, float], float]]
PLACES = np.array([[0.5, -1.25], [-2.0, 0.75], [0.0, 0.0], [1.5, 1.5]])


def numbers() -> st.SearchStrategy[Model]:
    """Draw formulas, each as a text and as a function of a point."""
    leaves = st.one_of(
        st.sampled_from(
            [("x1", lambda a, _b: a), ("x2", lambda _a, b: b), ("pi", lambda _a, _b: math.pi)]
        ),
        st.integers(0, 9).map(lambda k: (str(k), lambda _a, _b: float(k))),
    )
    return st.recursive(
        leaves,
        lambda inner: st.one_of(
            st.builds(_two, inner, inner, st.sampled_from("+-*")),
            st.builds(_one, inner, st.sampled_from(["sin", "cos", "abs"])),
            st.builds(_minus, inner),
        ),
        max_leaves=6,
    )


def _two(left: Model, right: Model, sign: str) -> Model:
    count = {"+": lambda p, q: p + q, "-": lambda p, q: p - q, "*": lambda p, q: p * q}[sign]
    return f"({left[0]} {sign} {right[0]})", lambda a, b: count(left[1](a, b), right[1](a, b))


def _one(inner: Model, name: str) -> Model:
    count = {"sin": math.sin, "cos": math.cos, "abs": abs}[name]
    return f"{name}({inner[0]})", lambda a, b: count(inner[1](a, b))


def _minus(inner: Model) -> Model:
    return f"-{inner[0]}", lambda a, b: -inner[1](a, b)


@settings(deadline=None)
@given(numbers())
def test_a_formula_is_reckoned_as_python_reckons_it(model):
    text, function = model
    if len(text) <= LONGEST:
        expected = [function(a, b) for a, b in PLACES.tolist()]
        assert read_rule(text)(PLACES).tolist() == pytest.approx(expected, rel=1e-9, abs=1e-9)


@settings(deadline=None)
@given(numbers(), numbers(), st.sampled_from(["<", "<=", ">", ">=", "==", "!="]), st.booleans())
def test_a_comparison_makes_two_classes(left, right, sign, is_not):
    compare = {"<": float.__lt__, "<=": float.__le__, ">": float.__gt__, ">=": float.__ge__,
               "==": float.__eq__, "!=": float.__ne__}[sign]  # fmt: skip
    text = f"{left[0]} {sign} {right[0]}"
    text = f"not {text}" if is_not else text
    if len(text) > LONGEST:
        return
    rule = read_rule(text)
    assert rule.is_condition
    for answer, (a, b) in zip(rule(PLACES).tolist(), PLACES.tolist(), strict=True):
        p, q = float(left[1](a, b)), float(right[1](a, b))
        if p == q or abs(p - q) > 1e-9:  # sines may differ in the last digit
            assert answer == (compare(p, q) != is_not)


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("x1 > 0 and x2 > 0", [0, 0, 0, 1]),
        ("x1 > 0 or x2 > 0", [1, 1, 0, 1]),
        ("(x1 > 0) == (x2 > 0)", [0, 0, 1, 1]),
        ("-1 < x1 <= 0.5", [1, 0, 1, 0]),
        ("x1 > 0 and log(x1) > 0", [0, 0, 0, 1]),
        ("not (x1 <= 0 or log(x1) <= 0)", [0, 0, 0, 1]),
        ("log(x1) if x1 > 0 else 7", [math.log(0.5), 7, 7, math.log(1.5)]),
        ("min(x1, x2, 0)", [-1.25, -2, 0, 0]),
        ("x₁² + 2·x2 − 1", [-3.25, 4.5, -1, 4.25]),
        ("x^2", [0.25, 4, 0, 2.25]),
        ("x1 % 1", [0.5, 0, 0, 0.5]),
        ("5", [5, 5, 5, 5]),
    ],
)  # fmt: skip
def test_what_can_be_written(text, answers):
    assert read_rule(text)(PLACES).tolist() == pytest.approx(answers)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("sinus(x1)", "there is no function 'sinus'; did you mean sin?"),
        ("x3 > 1", "there is no 'x3'; there are x1, x2, x, y, pi and e"),
        ("sin", "sin needs brackets: sin(x1)"),
        ("sin()", "sin is of one number, not 'sin()'"),
        ("max(x1)", "max is of two numbers or more, not 'max(x1)'"),
        ("sin(x1, out=x2)", "sin is of one number, not 'sin(x1, out=x2)'"),
        ("3x1", "it is no formula, a product is written with its *, like 3*x1"),
        ("sin(x1", "it is no formula, a bracket is not closed or not opened"),
        ("x1 = 3", "it is no formula, == compares and = says nothing"),
        ("1 + (x1 > 0)", "'x1 > 0' holds or not, it is no number to reckon with"),
        ("x1 and x2", "'x1' is a number, and neither holds nor not"),
        ("(x1 > 0) < (x2 > 0)", "'(x1 > 0) < (x2 > 0)' cannot be compared so"),
        ("x1 is x2", "'x1 is x2' cannot be compared so"),
        ("x1 if x2 > 0 else x1 > 0", "'x1 if x2 > 0 else x1 > 0' is a number here and none there"),
        ("x1 // 2", "'x1 // 2': there are +, −, *, /, % and **"),
        ("True", "'True' is no number"),
        ("1e999", "inf is too large a number"),
        ("x1.real", "'x1.real' is nothing that a rule can have"),
        ("[x1][0]", "'[x1][0]' is nothing that a rule can have"),
        ("lambda: x1", "'lambda: x1' is nothing that a rule can have"),
        ("~x1", "'~' is nothing that a rule can have"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_named(text, message):
    with pytest.raises(Refusal) as caught:
        read_rule(text)
    assert str(caught.value) == f"the rule {text!r}: {message}"


def test_a_rule_that_is_empty_or_too_long_is_refused():
    with pytest.raises(Refusal, match="a rule is written like x2 > "):
        read_rule(" ")
    with pytest.raises(Refusal, match="the rule has 202 characters; at most 200 are read"):
        read_rule("x1" + "+1" * 100)


def test_nothing_is_run():
    for text in (
        "__import__('os').system('true')",
        "().__class__",
        "open('x')",
        "exec('1')",
        "f'{x1}'",
    ):
        with pytest.raises(Refusal):
            read_rule(text)


def test_a_place_without_a_number_is_named():
    with pytest.raises(Refusal, match=r"^the rule 'log\(x1\)' is no number at \(-2, 0.75\)$"):
        read_rule("log(x1)")(PLACES)
    with pytest.raises(Refusal, match="is no number"):
        read_rule("9**9**9**9")(PLACES)


@settings(deadline=None, max_examples=300)
@given(st.text(alphabet="x12yn0.e+-*/%()<>=!,sincoax dortif \"'\\\0₁²π", max_size=40))
def test_any_text_is_a_rule_or_a_refusal(text):
    began = time.thread_time()
    message = ""
    try:
        answer = read_rule(text)(PLACES)
    except Refusal as refusal:
        answer, message = np.zeros(4), str(refusal)
    assert np.isfinite(answer).all()
    assert answer.shape == (4,)
    assert message.isprintable()
    assert len(message) < 350
    assert time.thread_time() - began < 1.0


def build(text: str):
    chosen, options = parse_sample(text)
    return chosen.build(**options)


def test_commas_and_equals_signs_in_a_rule_leave_the_options_alone():
    for typed in ("max(x1, x2) >= 0", '"max(x1, x2) >= 0"', "'max(x1, x2) >= 0'"):
        _, options = parse_sample(f"rule:rule={typed},n=30,flip=0.1")
        assert (options["rule"], options["n"], options["flip"]) == ("max(x1, x2) >= 0", 30, 0.1)
    data = build("rule:rule=x1 == x2,n=4")
    assert data.target.tolist() == [0, 0, 0, 0]


def test_a_point_of_a_rule_without_noise_obeys_it():
    data = build("rule:n=500,test=100")
    for part in (data, data.test):
        assert ((part.points[:, 1] > np.sin(3 * part.points[:, 0])) == part.target).all()
    assert np.abs(data.points).max() <= 2.0
    assert np.abs(build("rule:reach=5").points).max() > 4.0


def test_a_formula_makes_values_in_the_plane_or_on_a_line():
    plane, line = build("rule:rule=sin(3*x1) + x2**2,n=50"), build("rule:rule=x**2,n=50,test=3")
    assert (plane.task, plane.dimension, plane.columns) == ("regression", 2, ("x1", "x2"))
    x1, x2 = plane.points.T
    assert plane.target == pytest.approx(np.sin(3 * x1) + x2**2, abs=1e-4)
    assert (line.task, line.dimension, line.columns, len(line.test)) == ("regression", 1, ("x",), 3)
    noisy = build("rule:rule=x**2,n=50,noise=0.5")
    assert np.array_equal(noisy.points, line.points)
    assert not np.array_equal(noisy.target, line.target)


def test_values_have_no_labels_to_flip():
    with pytest.raises(Refusal, match=r"flip=0\.2: the rule gives values"):
        build("rule:rule=x1,flip=0.2")


def test_flipped_labels_are_remembered():
    clean, noisy = build("rule:n=100"), build("rule:n=100,flip=0.2")
    was = noisy.flipped_from
    assert clean.flipped_from is None
    assert (was >= 0).sum() == 20
    assert np.array_equal(np.where(was >= 0, was, noisy.target), clean.target)
    assert ((was >= 0) == (noisy.target != clean.target)).all()
