"""The surface: every cell's colour recomputed from the run's own score at a place in it."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ensemble_viz.document.look import Layers
from ensemble_viz.document.where import Frame
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.engine.runs import Scores
from ensemble_viz.scene import shades
from ensemble_viz.scene.field import Tints
from ensemble_viz.scene.moment.view import View
from ensemble_viz.scene.palette import LIGHT, PALETTES, class_ramp, ramp, rgb
from tests.datasets import classes, drawn_classes, values
from tests.scene.moments import at, scene

RUNS = {
    "adaboost": ("adaboost", drawn_classes(21, 2, seed=1), {}),
    "adaboost, whole log": ("adaboost", drawn_classes(21, 2, seed=1), {"alpha": "log"}),
    "bagging": ("bagging", drawn_classes(21, 2, seed=1), {}),
    "forest of three classes": ("random-forest", drawn_classes(24, 3, seed=2), {}),
    "tree of eight classes": ("tree", drawn_classes(32, 8, seed=3), {}),
    "boosting of two classes": ("gradient-boosting", drawn_classes(21, 2, seed=1), {}),
    "boosting of three classes": ("gradient-boosting", drawn_classes(24, 3, seed=2), {}),
    "boosting of values": ("gradient-boosting", sample("surface", n=25), {}),
    "bagging of values": ("bagging", sample("surface", n=25), {"max_depth": 3}),
}


def score_at(shown, points):
    """Score places tree by tree, without the surface."""
    scores = Scores(shown.stage.run, points)
    return [scores.next() for _ in range(shown.stage.joined)][-1]


def expected_colour(shown, score):
    """Colour one place by the rules of the look, from its score alone."""
    run, k = shown.stage.run, shown.stage.data.n_classes
    if k == 0:
        low, high = run.data.target.min(), run.data.target.max()
        place = (score - low) / (high - low)
    elif run.method.name == "adaboost":
        total = sum(run.round(t).learner_weight for t in range(1, shown.stage.joined + 1))
        place = (score / total + 1) / 2
    elif run.method.name == "gradient-boosting" and k == 2:
        place = 1 / (1 + np.exp(-score))
    elif k == 2:
        place = (score[1] - score[0] + 1) / 2
    else:
        if run.method.name == "gradient-boosting":
            score = np.exp(score) / np.exp(score).sum()
        second, first = np.sort(score)[-2:]
        return class_ramp(LIGHT, int(score.argmax()))[round((first - second) * 255)]
    return ramp(LIGHT)[round(float(np.clip(place, 0, 1)) * 255)]


def middles(edges):
    return (edges[1:] + edges[:-1]) / 2


@pytest.mark.parametrize("name", RUNS)
def test_every_cell_has_the_colour_of_the_score_in_its_middle(name):
    method, data, settings = RUNS[name]
    shown = scene(method, data, 6, **settings)
    field = shown.field
    assert field.exact
    assert (field.x[0], field.x[-1]) == (shown.frame.left, shown.frame.right)
    assert (field.y[0], field.y[-1]) == (shown.frame.bottom, shown.frame.top)
    assert field.rgb.shape == (len(field.y) - 1, len(field.x) - 1, 3)
    rng = np.random.default_rng(1)
    rows, columns = (rng.integers(0, size, 60) for size in field.rgb.shape[:2])
    places = np.column_stack((middles(field.x)[columns], middles(field.y)[rows]))
    for score, row, column in zip(score_at(shown, places), rows, columns, strict=True):
        difference = field.rgb[row, column].astype(int) - expected_colour(shown, score).astype(int)
        assert np.abs(difference).max() <= 2  # a step of the ramp, where rounding falls otherwise


@pytest.mark.parametrize("name", [name for name in RUNS if "values" not in name])
def test_the_boundary_parts_other_answers(name):
    method, data, settings = RUNS[name]
    shown = scene(method, data, 6, **settings)
    run, lines = shown.stage.run, shown.field.boundary
    assert len(lines)
    upright = lines[:, 0] == lines[:, 2]
    assert (upright | (lines[:, 1] == lines[:, 3])).all()
    thresholds = [
        set(np.concatenate([t.threshold[t.feature == axis] for t in trees(run, 6)]).tolist())
        for axis in range(2)
    ]
    rng = np.random.default_rng(2)
    share = rng.uniform(0.01, 0.99, len(lines))[:, None]
    place = lines[:, :2] * (1 - share) + lines[:, 2:] * share
    step = np.where(upright[:, None], (1e-9, 0.0), (0.0, 1e-9))
    answers = [decided(score_at(shown, place + way * step)) for way in (-1, 1)]
    assert (answers[0] != answers[1]).all()
    for line, stands in zip(lines.tolist(), upright, strict=True):
        assert line[0 if stands else 1] in thresholds[0 if stands else 1]


def trees(run, t):
    first = t if run.method.combine == "latest" else 1
    return [tree for k in range(first, t + 1) for tree in run.round(k).learners]


def decided(score):
    return score > 0 if score.ndim == 1 else score.argmax(axis=1)


def test_the_boundary_of_three_stumps_is_that_of_the_notes():
    lines = scene("adaboost", sample("ten-points"), 3).field.boundary
    frame = scene("adaboost", sample("ten-points"), 3).frame
    found = {tuple(line) for line in np.round(lines, 9).tolist()}
    assert found == {
        (2.5, round(frame.bottom, 9), 2.5, 6.5),
        (8.5, 6.5, 8.5, round(frame.top, 9)),
        (2.5, 6.5, 8.5, 6.5),
    }


def test_a_tie_belongs_to_the_first_class():
    data = classes([[0, 0], [1, 0], [2, 0]], [0, 1, 0], "AB")
    shown = scene("bagging", data, 2)
    score = shown.stage.lens.cells(2).score
    tied = np.isclose(score[..., 0], score[..., 1])
    winner = shades.shades(shown.stage, shown.frame).winner
    assert tied.any()
    assert (winner[tied] == 0).all()


def test_before_any_learner_nothing_is_coloured_and_there_is_no_boundary():
    for method in ("adaboost", "bagging", "tree"):
        field = scene(method, drawn_classes(21, 2, seed=1), 0).field
        assert field.rgb is None
        assert len(field.boundary) == 0


def test_a_sum_that_begins_somewhere_has_that_colour_at_the_start():
    data = classes([[0, 0], [1, 0], [2, 0], [3, 0]], [0, 1, 1, 1], "AB")
    field = scene("gradient-boosting", data, 0).field
    assert (field.rgb == ramp(LIGHT)[round(0.75 * 255)]).all()


def test_a_learner_that_has_not_joined_is_not_in_the_surface():
    shown = scene("adaboost", drawn_classes(21, 2, seed=1), 4, 4)
    before = at(shown, moment=replace(shown.view.where.moment, round=3, step=5))
    assert np.array_equal(shown.field.rgb, before.field.rgb)
    assert np.array_equal(shown.field.boundary, before.field.boundary)


def test_one_class_makes_the_whole_canvas_pale():
    data = classes([[0, 0], [1, 2]], [1, 1], "AB")
    field = scene("bagging", data, 0).field
    assert field.rgb.reshape(-1, 3).tolist() == [list(rgb(LIGHT.classes[1].pale))]
    assert len(field.boundary) == 0


def test_no_points_make_no_field():
    assert scene("bagging", drawn_classes(0, 2, seed=1), 0).field is None


def test_a_surface_that_is_off_leaves_its_boundary():
    shown = scene("adaboost", drawn_classes(21, 2, seed=1), 6)
    off = at(shown, layers=Layers(surface="off"))
    assert off.field.rgb is None
    assert np.array_equal(off.field.boundary, shown.field.boundary)
    assert len(at(shown, layers=Layers(boundary=False)).field.boundary) == 0


@pytest.mark.parametrize("palette", PALETTES)
def test_a_hard_surface_has_two_colours(palette):
    view = View.of(layers=Layers(surface="hard"), palette=palette)
    shown = scene("adaboost", drawn_classes(21, 2, seed=1), 6, view=view)
    stops = PALETTES[palette].ramp
    colours = {tuple(colour) for colour in shown.field.rgb.reshape(-1, 3).tolist()}
    assert colours == {rgb(stops[1]), rgb(stops[-2])}


def test_a_hard_surface_of_three_classes_has_a_colour_a_class():
    view = View.of(layers=Layers(surface="hard"))
    shown = scene("random-forest", drawn_classes(24, 3, seed=2), 6, view=view)
    winner = shades.shades(shown.stage, shown.frame).winner
    assert {len(np.unique(winner)), len(np.unique(shown.field.rgb.reshape(-1, 3), axis=0))} == {3}


def test_the_scale_of_values_is_the_same_in_every_round():
    data = sample("surface", n=25)
    shown = scene("gradient-boosting", data, 1)
    for t in range(5):
        scale = at(
            shown, moment=replace(shown.view.where.moment, round=t, step=4 if t else 0)
        ).field.scale
        assert (scale.low, scale.high) == (data.target.min(), data.target.max())
        assert np.array_equal(scale.colours, ramp(LIGHT))


def test_values_that_are_all_the_same_have_a_scale():
    scale = scene("bagging", values([[0, 0], [1, 2]], [7, 7]), 0).field.scale
    assert (scale.low, scale.high) == (6.5, 7.5)


@given(st.floats(-3, 3), st.floats(-3, 3), st.floats(0.01, 6), st.floats(0.01, 6))
def test_another_frame_shows_the_same_surface(left, bottom, width, height):
    shown = FOREST
    part = at(shown, frame=Frame(left, bottom, left + width, bottom + height))
    field = part.field
    assert (np.diff(field.x) > 0).all()
    assert (np.diff(field.y) > 0).all()
    whole = shown.stage.lens.cells(6)
    ends = zip(whole.cuts, (field.x, field.y), strict=True)
    columns, rows = (cut.searchsorted(middles(edges)) for cut, edges in ends)
    everything = at(shown, frame=Frame(-99, -99, 99, 99)).field
    assert np.array_equal(field.rgb, everything.rgb[np.ix_(rows, columns)])


FOREST = scene("random-forest", drawn_classes(24, 3, seed=2), 6)


def test_too_many_cells_are_read_in_the_frame_alone(monkeypatch):
    shown = scene("random-forest", drawn_classes(40, 2, seed=5), 9)
    whole = shown.field
    few = Frame(-0.2, -0.2, 0.2, 0.2)
    seen = at(shown, frame=few).field
    monkeypatch.setattr(shades, "MOST_CELLS", whole.rgb.shape[0] * whole.rgb.shape[1] // 2)
    again = scene("random-forest", drawn_classes(40, 2, seed=5), 9)
    part = at(again, frame=few).field
    assert part.exact
    assert np.array_equal(part.rgb, seen.rgb)
    assert np.array_equal(part.boundary, seen.boundary)


def test_a_grid_of_places_stands_in_where_even_these_are_too_many(monkeypatch):
    monkeypatch.setattr(shades, "MOST_CELLS", 4)
    shown = scene("random-forest", drawn_classes(40, 2, seed=5), 9)
    field = shown.field
    assert not field.exact
    assert field.rgb.shape[:2] == shades.GRID[::-1]
    rng = np.random.default_rng(3)
    rows, columns = (rng.integers(0, size, 60) for size in field.rgb.shape[:2])
    places = np.column_stack((middles(field.x)[columns], middles(field.y)[rows]))
    for score, row, column in zip(score_at(shown, places), rows, columns, strict=True):
        assert np.array_equal(field.rgb[row, column], expected_colour(shown, score))


def test_panning_computes_no_score_again(monkeypatch):
    shown = scene("random-forest", drawn_classes(40, 2, seed=5), 9)
    assert shown.field.exact
    monkeypatch.setattr(shades, "_shaded", pytest.fail)
    moved = at(shown, frame=Frame(-0.3, -0.5, 1.0, 1.5)).field
    assert moved.rgb is not None


@pytest.mark.parametrize("kind", [np.uint8, np.uint16])
@pytest.mark.parametrize("width", [6, 7])
@pytest.mark.parametrize("cells", [4, 40])  # fewer than places, or more
def test_colours_are_spread_over_rows_and_columns(kind, width, cells):
    rng = np.random.default_rng(cells + width)
    table = rng.integers(0, 1 << 32, 200, dtype=np.uint32)
    tints = Tints(rng.integers(0, 200, (cells, cells)).astype(kind), table)
    rows, columns = (np.sort(rng.integers(0, cells, size)) for size in (9, width))
    expected = tints.colours()[np.ix_(rows[::-1], columns)]
    found = tints.spread(rows[::-1], columns)
    assert found.dtype == np.uint32
    assert found.tolist() == expected.tolist()
