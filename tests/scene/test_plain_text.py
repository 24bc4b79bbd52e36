"""Formulas as plain text: what is read from their LaTeX."""

import pytest

from ensemble_viz.scene.formulary.maths import Maths, as_shown, ratio, write
from ensemble_viz.scene.formulary.plain_text import plain


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"F_{0}(x) = \frac{1}{2} \ln \frac{p}{1 - p}", "F₀(x) = ½ ln(p / (1 − p))"),
        (r"F_{0,k}(x) = \ln p_k - \frac{1}{K} \sum_l \ln p_l", "F₀,ₖ(x) = ln pₖ − 1/K Σ ln pₗ"),
        (r"p_i = \frac{1}{1 + e^{-F_{3}(x_i)}}", "pᵢ = 1 / (1 + e^−F₃(xᵢ))"),
        (r"h_{2} = \arg\min_{h} \sum_i (r_i - h(x_i))^2", "h₂ = arg min over h of Σ (rᵢ − h(xᵢ))²"),
        (r"\sum_{\text{missed}} D_{2} = \varepsilon_{2}", "Σ D₂ over the missed = ε₂"),
        (r"\sum_{b=1}^{7} [h_b(x) = k]", "Σ [h_b(x) = k], b = 1 … 7"),
        (r"D_{3} = D_{2} \cdot \frac{e^{\pm \alpha_{2}}}{Z_{2}}", "D₃ = D₂ · e^±α₂ / Z₂"),
        (r"z = h^{-\text{fold}(4)}(x)", "z = h^(−fold(4))(x)"),
        (r"= {-}1.25 \cdot 10^{-5}", "= −1.25·10⁻⁵"),
        (r"2 \sqrt{\varepsilon (1 - \varepsilon)} \quad \lfloor \sqrt{p} \rfloor",
         "2 √(ε (1 − ε)) ⌊√p⌋"),
        (r"p(\text{a class} | x)", "p(a class | x)"),
    ],
)  # fmt: skip
def test_a_formula_is_read_from_its_latex(latex, text):
    assert plain(latex) == text


@pytest.mark.parametrize("latex", [r"\frac{1}{", r"\text{a\}", "x^", "}", r"\sum_{", ""])
def test_what_is_no_formula_is_read_to_its_end(latex):
    assert isinstance(plain(latex), str)


def test_pieces_are_put_in_and_keep_words_of_their_own():
    half = write(r"%s - %s", Maths("a"), as_shown("−0.5"))
    assert ratio(half, Maths("b")).text == "(a − −0.5) / b"
    spoken = write(r"%s \leq %s", Maths(r"\binom{n}{k}", "C(n, k)"), Maths("c_1"))
    assert (spoken.latex, spoken.text) == (r"\binom{n}{k} \leq c_1", "C(n, k) ≤ c₁")
