"""Formulas as outlines: read from what ziamath writes, broken into rows, set on pages."""

import numpy as np
import pytest

from ensemble_viz.document.where import Focus
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.export.paper_type import PaperRuler
from ensemble_viz.scene.formulary.maths import FormulaLine, Maths
from ensemble_viz.scene.moment.view import View
from ensemble_viz.scene.picture import Layout, Sheet, Typesetter
from ensemble_viz.scene.picture.beside.formulas import bottom, formulas, typeset
from ensemble_viz.scene.picture.page import page
from ensemble_viz.scene.picture.primitives import Glyphs
from ensemble_viz.scene.picture.typesetting import _outline
from tests.scene.moments import scene

SHEET = Sheet((0.0, 0.0, 400.0, 0.0), PaperRuler())
SVG = """<svg viewBox="-1 -8 20 12"><path d="M 0 0 L 4 0 Q 6 -2 4 -4 Z M 1 1 L 2 2 Z" />
<rect x="10" y="-5" width="3" height="1.5" fill="black" /></svg>"""


def glyphs_of(picture):
    return [item for layer in picture.layers for item in layer.items if isinstance(item, Glyphs)]


def test_outlines_are_read_corner_by_corner():
    found = _outline(SVG)
    assert found.box == (-1.0, -8.0, 19.0, 4.0)
    assert found.verbs.tolist() == [1, 2, 3, 3, 1, 2, 1, 2, 2, 2]
    expected = [[0, 0], [4, 0], [6, -2], [4, -4], [1, 1], [2, 2],
                [10, -5], [13, -5], [13, -3.5], [10, -3.5]]  # fmt: skip
    np.testing.assert_array_equal(found.corners, expected)
    assert _outline('<svg viewBox="0 0 1 1"></svg>') is None


def test_a_formula_grows_with_its_type_and_what_cannot_be_read_is_none():
    setter = Typesetter()
    small, large = setter.set(r"\frac{1}{2}", 10), setter.set(r"\frac{1}{2}", 30)
    assert large.width == pytest.approx(3.0 * small.width)
    assert large.ascent + large.descent == pytest.approx(3.0 * (small.ascent + small.descent))
    drawn = small.glyphs(100.0, 50.0, 0xFF000000, "1/2")
    places = drawn.corners * drawn.scale + (drawn.x, drawn.y)
    assert places[:, 0].min() >= 100.0
    assert places[:, 0].max() <= 100.0 + small.width
    assert setter.set(r"\frac{1}{", 10) is None
    assert setter.knows(r"\frac{1}{")


@pytest.mark.parametrize("width", [160.0, 320.0, 900.0])
@pytest.mark.parametrize("method", ["adaboost", "xgboost", "stacking"])
def test_rows_are_no_wider_than_their_sheet(method, width):
    view = View.of(pinned=Focus(point=3))
    shown = scene(method, sample("moons"), 2, 2, view)
    sheet = Sheet((0.0, 0.0, width, 0.0), PaperRuler())
    lines = typeset(shown.formulas, sheet)
    for line in lines:
        assert line.is_set
        assert all(row.right <= line.width + 1.0 for row in line.rows)
    drawn = formulas(lines, sheet)
    assert [one.text for one in glyphs_of(drawn)] == [
        part.text for line in shown.formulas for part in line.parts
    ]
    assert drawn.height == bottom([line.height for line in lines], len(lines), sheet)


def test_in_little_room_type_shrinks_and_the_line_of_the_step_stays():
    lines = tuple(FormulaLine((Maths(f"x_{{{k}}} = {k}", f"x{k} = {k}"),), now=k == 3)
                  for k in range(6))  # fmt: skip
    whole = formulas(typeset(lines, SHEET), SHEET).height
    for share in (0.9, 0.5, 0.25):
        kept = typeset(lines, SHEET, share * whole)
        assert formulas(kept, SHEET).height <= share * whole
        assert any(line.line.now for line in kept)
    assert len(typeset(lines, SHEET, 0.9 * whole)) == 6  # in smaller type


def test_a_page_has_the_formulas_of_its_step_as_they_are_set():
    shown = scene("adaboost", sample("ten-points"), 3)
    drawn = page(shown, Layout(720.0, PaperRuler()))
    texts = [one.text for one in glyphs_of(drawn)]
    assert texts == [part.text for line in shown.formulas for part in line.parts]
    assert set(texts) <= set(drawn.words())
