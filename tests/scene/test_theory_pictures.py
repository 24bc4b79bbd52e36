"""The pictures of the demonstrations: whole, true to the figures, and in sight at any size."""

import dataclasses
import itertools
from functools import cache

import numpy as np
import pytest

from ensemble_viz.engine import theory
from ensemble_viz.engine.data import Refusal
from ensemble_viz.engine.data.samples import parse_sample, sample
from ensemble_viz.engine.runs import run
from ensemble_viz.engine.theory import Drawn, Material
from ensemble_viz.export.paper_type import PaperRuler
from ensemble_viz.scene.appearance.palette import PALETTES
from ensemble_viz.scene.picture import Sheet, primitives
from ensemble_viz.scene.picture.charts import (
    Chart,
    ChartLine,
    Columns,
    Dots,
    Listing,
    charts,
    reading,
)
from ensemble_viz.scene.theory import ShownTheory
from ensemble_viz.scene.words.numbers import fixed

QUICK = {"sets": 3, "places": 20, "most": 30, "rounds": 4}
RULER = PaperRuler()
SIZES = [(270.0, 0.0, 1.0), (640.0, 0.0, 1.0), (1240.0, 620.0, 1.0), (400.0, 300.0, 1.5)]


@cache
def shown(name, own=False, **settings):
    one = theory.demonstration(name)
    known = {field.name for field in one.params.fields()}
    quick = {key: value for key, value in QUICK.items() if key in known}
    params = one.params.from_values(quick | settings)
    material = one.material()
    if own and one.takes == "run":
        data = sample("surface", n=20) if name == "residuals" else sample("moons", n=30)
        done = run(data, one.method, {"rounds": 5})
        done.finish()
        material = Material(data, done, len(done))
    return ShownTheory(name, one.settings_shown(params, material), one.figures(params, material))


def sheet(size, palette="light"):
    width, height, scale = size
    return Sheet((0.0, 0.0, width, height), RULER, palette=PALETTES[palette], scale=scale)


def arrays(item):
    for field in dataclasses.fields(item):
        value = getattr(item, field.name)
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, np.ndarray) and each.dtype.kind == "f":
                yield each


@pytest.mark.parametrize("own", [False, True])
@pytest.mark.parametrize("name", theory.names())
def test_every_demonstration_is_drawn_and_written_as_formulas(name, own):
    found = shown(name, own)
    assert found.plots
    assert found.formulas
    for line in found.formulas:
        assert line.text
        assert line.latex.count("{") == line.latex.count("}"), line.latex
        assert "nan" not in line.text
        assert "%s" not in line.text + line.latex
    for plot in found.plots:
        assert plot.title
        assert isinstance(plot, Listing) or plot.parts


@pytest.mark.parametrize("palette", ["light", "projector"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", theory.names())
def test_a_picture_is_finite_and_its_words_are_on_the_sheet(name, size, palette):
    made = charts(shown(name, own=True).plots, sheet(size, palette))
    assert made.width == size[0]
    for layer in made.layers:
        for item in layer.items:
            for each in arrays(item):
                assert np.isfinite(each).all(), (layer.level, item.key)
            for tag in item.tags if isinstance(item, primitives.Tags) else ():
                left, top, right, bottom = tag.box
                assert left >= -1.0, tag.key
                assert right <= size[0] + 1.0, tag.key
                assert top >= -2.0, tag.key
                assert bottom <= made.height + 1.0, tag.key


def all_boxes(made, key):
    return np.concatenate([item.boxes for item in made.items(key)])


def test_the_bars_of_the_votes_are_as_high_as_their_probabilities():
    found = shown("votes")
    made = charts(found.plots, sheet((640.0, 0.0, 1.0)))
    right, wrong = "at most half", "more than half: the vote is wrong"
    boxes = np.concatenate((all_boxes(made, right), all_boxes(made, wrong)))
    heights, share = boxes[:, 3] - boxes[:, 1], found.figures["wrong"][: len(boxes)]
    assert heights / heights.max() == pytest.approx(np.array(share) / max(share), abs=1e-9)
    assert len(all_boxes(made, right)) == 11


def test_a_setting_moves_the_mark_on_the_curve():
    places = {}
    for error in (0.1, 0.3):
        made = charts(shown("alpha", error=error).plots, sheet((640.0, 0.0, 1.0)))
        places[error] = made.items("least, at α")[0].place[0]
    assert places[0.1][0] > places[0.3][0]
    assert places[0.1][1] > places[0.3][1], "the loss is smaller: the mark is lower"


@pytest.mark.parametrize("name", theory.names())
def test_numbers_at_columns_are_those_of_the_columns(name):
    for plot in shown(name, own=True).plots:
        for part in getattr(plot, "parts", ()):
            if not isinstance(part, Columns):
                continue
            for text, top in zip(part.texts, part.top, strict=bool(part.texts)):
                digits = text.replace(" ", "")
                assert digits in (fixed(top), f"{top:.0f}", fixed(top).rstrip("0").rstrip("."))


def test_the_mouse_reads_the_numbers_of_the_nearest_place():
    found, size = shown("votes"), sheet((640.0, 0.0, 1.0))
    made = charts(found.plots, size)
    box = all_boxes(made, "more than half: the vote is wrong")[0]
    read = reading(found.plots, size, float(box[0] + box[2]) / 2, float(box[1]))
    assert read.splitlines() == [
        "k wrong 11", f"more than half: the vote is wrong: {fixed(found.figures['wrong'][11])}",
    ]  # fmt: skip
    assert reading(found.plots, size, 1.0, 1.0) == ""


@pytest.mark.parametrize(
    "part",
    [ChartLine("c", (), ()), Dots("d", (), ()), Columns("b", (), ()), ChartLine("c", (1,), (1,))],
)
def test_little_or_nothing_can_be_drawn(part):
    made = charts((Chart("A plot", ("x", "y"), (part,)),), sheet((300.0, 0.0, 1.0)))
    assert "A plot" in made.words()


def test_rules_that_have_no_room_are_counted():
    found = shown("rules", own=True)
    listing = dataclasses.replace(found.plots[0], rows=found.plots[0].rows * 40)
    words = charts((listing,), sheet((300.0, 200.0, 1.0))).words()
    assert words[-1].startswith("… and ")


def test_a_few_rules_are_as_large_as_their_room():
    found = shown("rules").plots
    usual, tall, wide = (
        size_of_rules(charts(found, sheet(size)))
        for size in ((640.0, 0.0, 1.0), (270.0, 620.0, 1.0), (1240.0, 620.0, 1.0))
    )
    assert tall == usual  # they would be cut
    assert wide == pytest.approx(1.8 * usual, abs=1.0)


def size_of_rules(picture):
    """How large the lines of a listing are written."""
    tags = [tag for layer in picture.layers for item in layer.items
            if isinstance(item, primitives.Tags) for tag in item.tags]  # fmt: skip
    words = [part for tag in tags for part in tag.parts if isinstance(part, primitives.Word)]
    return max(word.type[0] for word in words if word.text.startswith("IF"))


JOINED = ("=", "+", "-", ",", r"\le", r"\cdot", r"\quad", r"\qquad", r"\;")


@pytest.mark.parametrize("name", theory.names())
def test_parts_of_a_formula_do_not_run_into_one_another(name):
    for line in shown(name).formulas:
        for before, after in itertools.pairwise(line.parts):
            assert after.latex.startswith(JOINED) or before.latex.rstrip().endswith(JOINED)


def test_columns_of_no_height_stand_on_the_ground():
    part = Columns("b", (0, 1), (0.0, 0.0), texts=("0", "0"))
    assert Chart("A plot", ("x", "y"), (part,), kinds=("a", "b")).ends[1] == (0.0, 1.0)


def test_best_rounds_are_marked_as_their_curves_are():
    plots = shown("shrinkage").plots
    curves = [part.look for part in plots[1].parts if isinstance(part, ChartLine)]
    assert [part.look for part in plots[1].parts if isinstance(part, Dots)] == curves


METHODS = (
    "tree", "bagging", "random-forest", "extra-trees", "adaboost", "gradient-boosting", "xgboost",
    "voting", "stacking",
)  # fmt: skip


@pytest.mark.parametrize("points", ["moons:n=24", "blobs:n=24", "surface:n=20", "step:n=20"])
@pytest.mark.parametrize("method", METHODS)
def test_whatever_a_demonstration_is_shown_on_is_drawn_and_said(method, points):
    chosen, options = parse_sample(points)
    data = chosen.build(**options)
    try:
        done = run(data, method, {"rounds": 3})
        done.finish()
    except Refusal:
        return  # it cannot learn from them
    drawn = 0
    for name, one in theory.demonstrations().items():
        known = {field.name for field in one.params.fields()}
        params = one.params.from_values({k: v for k, v in QUICK.items() if k in known})
        for t in {1, len(done)} if one.takes == "run" else ():
            material = Material(data, done, t, Drawn(chosen, options))
            try:
                figures = one.figures(params, material)
            except Refusal:
                continue
            found = ShownTheory(name, one.settings_shown(params, material), figures)
            made = charts(found.plots, sheet((300.0, 0.0, 1.0)))
            assert made.words()
            assert all(line.text and "nan" not in line.text for line in found.formulas)
            assert all(found.sentences)
            assert len(found.rows) == len(figures)
            drawn += 1
    assert drawn >= (2 if method not in ("stacking", "xgboost") else 0)
