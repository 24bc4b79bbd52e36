"""The layers that mean something for a run, in the words of its learners."""

import pytest

from ensemble_viz.document.document import Document, Setup
from ensemble_viz.document.look import Layers
from ensemble_viz.engine import methods
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.scene.controls import layer_lines
from ensemble_viz.scene.moment.lens import Lens
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.view import View

USUAL = Layers()


def stage(data, method, layers=USUAL, **settings):
    setup = Setup(method, methods.method(method).params.from_values(settings))
    lens = Lens(setup.run(data))
    lens.run.upto(2)
    return Stage(Document(data, (setup,)), lens, View.of(layers=layers))


def names(*args, **settings):
    return [line.name for line in layer_lines(stage(*args, **settings))]


def words(*args, **settings):
    return {line.name: line.words for line in layer_lines(stage(*args, **settings))}


ALWAYS = ["learner", "earlier", "surface", "boundary", "points"]


@pytest.mark.parametrize(
    ("name", "method", "own"),
    [
        ("moons", "adaboost", ["weights", "misses"]),
        ("moons", "bagging", ["draws", "misses"]),
        ("blobs", "random-forest", ["draws", "misses"]),
        ("moons", "gradient-boosting", ["residuals", "misses"]),
        ("moons", "tree", ["misses"]),
    ],
)
def test_a_run_has_the_layers_of_its_method(name, method, own):
    found = names(sample(name), method)
    assert set(found) == {*own, *ALWAYS}


def test_values_have_no_misses_and_no_boundary_in_the_plane():
    found = names(sample("surface", n=40), "gradient-boosting")
    assert not {"misses", "boundary"} & set(found)


def test_a_line_has_a_combined_curve_and_no_surface():
    found = words(sample("sine"), "bagging")
    assert found["boundary"] == "combined curve"
    assert "surface" not in found
    assert "earlier" in found
    assert "earlier" not in words(sample("sine"), "gradient-boosting")


def test_a_subsample_is_a_bag():
    assert "draws" in names(sample("moons"), "gradient-boosting", subsample=0.5)


def test_test_points_are_a_layer_where_there_are_any():
    assert "test" not in names(sample("moons"), "adaboost")
    assert "test" in names(sample("moons", test=20), "adaboost")


def test_learners_are_called_what_they_are():
    assert words(sample("moons"), "adaboost")["learner"] == "this stump"
    deep = words(sample("moons"), "adaboost", max_depth=3)
    assert (deep["learner"], deep["earlier"]) == ("this tree", "earlier trees")


@pytest.mark.parametrize(
    ("surface", "on", "state"),
    [("soft", True, "soft"), ("hard", True, "hard"), ("off", False, "off")],
)
def test_the_surface_says_how_it_is_shown(surface, on, state):
    lines = layer_lines(stage(sample("moons"), "adaboost", Layers(surface=surface)))
    (found,) = [line for line in lines if line.name == "surface"]
    assert (found.on, found.state) == (on, state)


def test_lines_tell_what_is_on():
    lines = layer_lines(stage(sample("moons"), "adaboost", Layers(misses=False)))
    assert {line.name: line.on for line in lines}["misses"] is False
    assert {line.name: line.on for line in lines}["weights"] is True
