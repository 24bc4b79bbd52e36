"""Numbers as a person would write them: a student who rounds by hand gets the same digits."""

import re
from decimal import ROUND_HALF_UP, Decimal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ensemble_viz.document.where import Focus
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.scene.moment.view import View
from ensemble_viz.scene.words import MINUS, fixed, rate_text, shown, signed
from tests.scene.walks import walk


@pytest.mark.parametrize(
    ("x", "decimals", "text"),
    [
        (0.625, 2, "0.63"),
        (0.1 * -10.4625, 4, "−1.0463"),
        (0.0325, 3, "0.033"),
        (2.5, 0, "3"),
        (-0.5, 0, "−1"),
        (0.99995, 4, "1.0000"),
        (0.2884, 2, "0.29"),
        (0.44444444, 4, "0.4444"),
        (0.0, 4, "0.0000"),
        (-0.00004, 2, "−4.00·10⁻⁵"),
    ],
)
def test_the_middle_goes_away_from_zero_as_by_hand(x, decimals, text):
    assert fixed(x, decimals) == text


@given(st.integers(-(10**9), 10**9), st.integers(1, 6), st.integers(0, 5))
@example(499999998, 2, 5)
def test_decimal_numbers_are_rounded_as_on_paper(digits, places, decimals):
    exact = Decimal(digits).scaleb(-places)
    if exact and not 5e-5 <= abs(exact) < 10**7:
        return
    rounded = exact.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)
    assert fixed(float(exact), decimals) == str(rounded + 0).replace("-", MINUS)


@given(st.floats(5e-5, 9e6), st.integers(0, 5))
def test_what_is_shown_is_never_farther_than_half_a_digit(x, decimals):
    assert abs(shown(x, decimals) - x) <= 0.5 * 10.0**-decimals * (1 + 1e-9) + 1e-9 * x


def test_signs_are_those_of_the_shown_number():
    assert [signed(x, 2) for x in (0.125, -0.125, 0.004, 0.0)] == ["+0.13", "−0.13", "0.00", "0.00"]


def test_a_learning_rate_keeps_its_digits():
    rates = (0.1, 0.5, 1.0, 0.125, 0.005, 2.0)
    assert [rate_text(rate) for rate in rates] == ["0.10", "0.50", "1.00", "0.125", "0.005", "2.00"]


@pytest.mark.parametrize("method", ["adaboost", "bagging", "gradient-boosting"])
def test_a_number_has_one_form_wherever_it_stands(method):
    """Caption, formula, table and curve: where two agree to three places they are alike.

    In the card a result may be shorter, so that it is what the rows above it lead to.
    """
    checked = 0
    for scene in walk(sample("ten-points"), method, 3, look=View.of(pinned=Focus(point=4))):
        said = scene.caption
        written = [said.headline, said.sentence, *(line.text for line in scene.formulas)]
        written += [one.text(4) for one in scene.table.columns if not one.given]
        written += [curve.readout for curve in scene.curves.series]
        found = {number for text in written for number in re.findall(r"\d+\.\d{2,}", text)}
        for short in (one for one in found if len(one.partition(".")[2]) == 3):
            assert not [one for one in found if one != short and f"{float(one):.3f}" == short]
        checked += sum(len(one.partition(".")[2]) == 4 for one in found)
    assert checked > 20


def test_the_factors_of_the_ten_points_are_the_same_in_caption_and_formula():
    for scene in walk(sample("ten-points"), "adaboost", 3):
        if scene.stage.key == "weights":
            (now,) = [one for one in scene.formulas if one.now]
            factors = [text.rpartition("× ")[2] for text in now.side]
            assert factors == re.findall(r"× (\d+\.\d+)", scene.caption.headline)
