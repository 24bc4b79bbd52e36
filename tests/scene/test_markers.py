"""Markers: areas, rings, badges and colours recomputed from the records."""

from dataclasses import replace

import numpy as np
import pytest

from ensemble_viz.document.look import Layers
from ensemble_viz.document.where import Focus
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.engine.runs import Scores
from ensemble_viz.scene import markers, shades
from ensemble_viz.scene.moment.view import View
from ensemble_viz.scene.palette import DARK, LIGHT, PALETTES, rgb
from ensemble_viz.scene.picture import Sheet
from ensemble_viz.scene.picture.canvas.points import body_style, marks, thinned
from ensemble_viz.scene.shapes import Measures, measures
from tests.datasets import drawn_classes, drawn_values, weights
from tests.scene.moments import at, scene

MOONS = sample("moons", n=60)


def in_rows(markers, array):
    """Put what is in the order of painting into the order of the points."""
    back = np.empty_like(np.asarray(array))
    back[markers.row] = array
    return back


def test_every_point_is_marked_once_at_its_place():
    markers = scene("adaboost", MOONS, 3).markers
    assert sorted(markers.row.tolist()) == list(range(60))
    assert np.array_equal(in_rows(markers, markers.place), MOONS.points)
    assert np.array_equal(in_rows(markers, markers.shape), MOONS.target)
    assert (np.diff(markers.area) <= 0).all()
    assert len(markers.badges) == 60


@pytest.mark.parametrize("step", [1, 2, 3, 4, 5])
def test_area_follows_weight(step):
    shown = scene("adaboost", MOONS, 3, step)
    record = shown.stage.run.round(3)
    weight = record.next_weight if step >= 4 else record.sample_weight
    assert np.allclose(in_rows(shown.markers, shown.markers.area), 60 * weight)
    before = shown.markers.old_area
    if step == 4:
        assert np.allclose(in_rows(shown.markers, before), 60 * record.sample_weight)
    else:
        assert before is None


def test_area_relative_to_the_largest_weight():
    shown = at(scene("adaboost", MOONS, 5), relative_to="largest")
    weight = shown.stage.run.round(5).next_weight
    assert np.allclose(in_rows(shown.markers, shown.markers.area), 4 * weight / weight.max())
    assert shown.markers.area.max() == 4


def test_without_the_layer_all_areas_are_alike():
    shown = at(scene("adaboost", MOONS, 5, 4), layers=Layers(weights=False))
    assert (shown.markers.area == 1).all()
    assert shown.markers.old_area is None
    assert not any(shown.markers.badges)


@pytest.mark.parametrize(
    ("width", "palette", "scale"),
    [(1280, "light", 1.0), (1280, "light", 1.5), (1920, "projector", 1.0),
     (3840, "projector", 2.0), (3840, "projector", 3.0)],
)  # fmt: skip
def test_badges_stand_on_their_markers_however_large_type_and_wall_are(width, palette, scale):
    """Beside them, on a wall of 3840 pixels, they lay over one another and below other points."""

    class Wide:
        def width(self, text, kind):
            return 0.65 * kind[0] * len(text)

    shown = scene("random-forest", sample("moons", n=60), 3, 2)
    sheet = Sheet((0.0, 0.0, width, 0.5 * width), Wide(), shown.frame, PALETTES[palette],
                  measures(width, palette), scale)  # fmt: skip
    drawn = marks(shown.markers, sheet)
    badged = [k for k, style in enumerate(drawn.style) if drawn.styles[style].text]
    assert len(badged) == sum(map(bool, shown.markers.badges)) > 5
    assert not drawn.radius[badged].any()


def test_draws_are_areas_and_badges():
    shown = scene("bagging", MOONS, 4, 1)
    drawn, markers = shown.stage.run.round(4).in_bag, shown.markers
    assert (drawn > 2).any()
    assert np.array_equal(in_rows(markers, markers.area), np.maximum(drawn, 1))
    assert np.array_equal(in_rows(markers, markers.hollow), drawn == 0)
    expected = [f"×{k}" if k >= 2 else "" for k in drawn.tolist()]
    assert [markers.badges[k] for k in np.argsort(markers.row)] == expected
    assert markers.plain_radius == 8.2


def test_draws_multiply_weights_that_were_given():
    data = drawn_classes(20, 2, 4, weights(20, 4))
    shown = scene("bagging", data, 2, 1)
    drawn, share = shown.stage.run.round(2).in_bag, data.weight / data.weight.sum()
    assert np.allclose(
        in_rows(shown.markers, shown.markers.area), 20 * share * np.maximum(drawn, 1)
    )


def test_draws_that_are_switched_off_leave_no_trace():
    markers = at(scene("bagging", MOONS, 4, 1), layers=Layers(draws=False)).markers
    assert (markers.area == 1).all()
    assert not markers.hollow.any()
    assert not any(markers.badges)
    assert markers.plain_radius == 6


def test_heavy_points_say_how_heavy_and_only_the_heaviest():
    shown = scene("adaboost", sample("moons", n=60, noise=0.4), 12)
    weight = shown.stage.run.round(12).next_weight * 60
    found = {
        int(row): badge
        for row, badge in zip(shown.markers.row, shown.markers.badges, strict=True)
        if badge
    }
    heaviest = np.argsort(-weight, kind="stable")[:5]
    assert found == {int(k): f"×{weight[k]:.1f}" for k in heaviest if weight[k] >= 4}
    assert found


def test_in_a_crowd_nothing_is_written():
    assert not any(scene("bagging", sample("moons", n=200), 2, 1).markers.badges)
    assert not any(scene("adaboost", sample("moons", n=200, noise=0.4), 12).markers.badges)


def test_misses_are_ringed():
    shown = scene("adaboost", MOONS, 1, 2)
    answer = shown.stage.run.round(1).learners[0].answer(MOONS.points).argmax(axis=1)
    assert np.array_equal(in_rows(shown.markers, shown.markers.ringed), answer != MOONS.target)
    assert not at(shown, layers=Layers(misses=False)).markers.ringed.any()


@pytest.mark.parametrize("t", [1, 4])
def test_residuals_are_sizes_and_signs(t):
    data = drawn_values(25, 2, seed=9)
    shown = scene("gradient-boosting", data, t, 1)
    residual = data.target - (data.target.mean() if t == 1 else shown.stage.run.round(t - 1).score)
    largest = np.abs(data.target - data.target.mean()).max()
    markers = shown.markers
    assert np.allclose(in_rows(markers, markers.area), 4 * np.abs(residual) / largest)
    below, above = (rgb(LIGHT.classes[k].fill) for k in (0, 1))
    expected = [above if r > 0 else below for r in residual]
    assert in_rows(markers, markers.fill).tolist() == [list(colour) for colour in expected]
    off = at(shown, layers=Layers(residuals=False)).markers
    assert (off.area == 1).all()


def test_residuals_of_classes_keep_the_shapes_and_colours_of_the_classes():
    data = drawn_classes(24, 3, seed=2)
    shown = at(scene("gradient-boosting", data, 3, 2), learner=2)
    residual = shown.stage.run.round(3).target[:, 2]
    largest = np.abs(shown.stage.run.round(1).target).max()
    markers = shown.markers
    assert np.array_equal(in_rows(markers, markers.shape), data.target)
    assert markers.fill is None  # blue and orange are classes, not signs
    assert np.allclose(in_rows(markers, markers.area), 4 * np.abs(residual) / largest)


def test_the_scale_of_residuals_is_true():
    data = drawn_classes(24, 3, seed=2)
    shown = at(scene("gradient-boosting", data, 3, 2), learner=2)
    largest = np.abs(shown.stage.run.round(1).target).max()
    assert shown.legend.area_words == f"area = |residual| of {data.classes[2]}"
    for disc in shown.legend.areas:
        assert disc.area == pytest.approx(4 * float(disc.text) / largest)
        assert float(disc.text) <= largest


def test_values_have_colours_from_low_to_high():
    data = drawn_values(25, 2, seed=9)
    shown = scene("bagging", data, 0)
    fill = in_rows(shown.markers, shown.markers.fill)
    assert fill[data.target.argmin()].tolist() == list(rgb(LIGHT.classes[0].fill))
    assert fill[data.target.argmax()].tolist() == list(rgb(LIGHT.classes[1].fill))


def test_points_on_a_line_stand_at_their_values():
    data = sample("sine")
    shown = scene("gradient-boosting", data, 2, 1, view=View.of(palette="dark"))
    markers = shown.markers
    expected = np.column_stack((data.points[:, 0], data.target))
    assert np.array_equal(in_rows(markers, markers.place), expected)
    assert (markers.area == 1).all()
    assert (markers.fill == rgb(DARK.ink2)).all()


def test_a_point_that_is_looked_at_is_lit():
    shown = at(scene("adaboost", MOONS, 3), pinned=Focus(point=17))
    assert shown.markers.row[shown.markers.lit].tolist() == [17]
    assert not at(shown, pinned=Focus(place=(0.0, 0.0))).markers.lit.any()


def test_the_points_of_a_node_are_lit():
    shown = at(scene("adaboost", MOONS, 3), hovered=Focus(node=1))
    stump = shown.stage.run.round(3).learners[0]
    below = MOONS.points[:, stump.feature[0]] <= stump.threshold[0]
    assert np.array_equal(in_rows(shown.markers, shown.markers.lit), below)
    assert not at(shown, hovered=Focus(node=99)).markers.lit.any()


def test_a_crowd_is_drawn_smaller_and_a_handful_larger():
    radii = [markers.plain_radius(n) for n in (1, 10, 60, 400, 1600, 10_000, 100_000)]
    assert radii == sorted(radii, reverse=True)
    assert radii[2:5] == [6, 6, 3]
    assert radii[-1] == 1.5


def test_test_points_are_seen_when_asked_for_and_their_misses_counted():
    test = drawn_classes(15, 2, seed=12)
    data = replace(drawn_classes(40, 2, seed=11), test=test)
    shown = scene("random-forest", data, 7)
    assert shown.test_markers is None
    found = at(shown, layers=Layers(test=True)).test_markers
    scores = Scores(shown.stage.run, test.points)
    score = [scores.next() for _ in range(7)][-1]
    assert np.array_equal(found.missed, score.argmax(axis=1) != test.target)
    assert np.array_equal(found.place, test.points)
    assert np.array_equal(found.shape, test.target)


def test_test_points_of_a_large_forest_are_asked_tree_by_tree(monkeypatch):
    data = replace(drawn_classes(40, 2, seed=11), test=drawn_classes(15, 2, seed=12))
    view = View.of(layers=Layers(test=True))
    read = scene("random-forest", data, 7, view=view).test_markers.missed
    monkeypatch.setattr(shades, "MOST_CELLS", 1)
    asked = scene("random-forest", data, 7, view=view).test_markers.missed
    assert np.array_equal(read, asked)


def test_before_any_learner_no_test_point_is_missed():
    data = replace(drawn_classes(40, 2, seed=11), test=drawn_classes(15, 2, seed=12))
    view = View.of(layers=Layers(test=True))
    for method in ("adaboost", "bagging"):
        assert not scene(method, data, 0, view=view).test_markers.missed.any()


def test_no_points_make_no_markers():
    markers = scene("bagging", drawn_classes(0, 2, seed=1), 0).markers
    assert (len(markers.row), markers.place.shape, markers.badges) == (0, (0, 2), ())


def test_a_point_more_does_not_give_the_others_another_look():
    looks = [thinned(Measures(), markers.plain_radius(n)) for n in range(1000, 1020)]
    assert all(look == looks[0] for look in looks)
    assert thinned(Measures(), 6.0) == Measures()
    assert thinned(Measures(), 2.5).outline == Measures().outline / 2


@pytest.mark.parametrize(
    ("palette", "width"),
    [("light", 1280), ("dark", 1920), ("projector-dark", 1920), ("projector-dark", 3840)],
)
def test_hollow_markers_show_their_colour_on_any_wall(palette, width):
    sizes, ink = measures(width, palette), (0, 0, 0, 255)
    edge = body_style(PALETTES[palette], sizes, "circle", ink, ink, 1).width
    assert edge / (6.0 * sizes.growth) > 0.25
