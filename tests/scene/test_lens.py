"""A lens keeps what was derived from a run, but not more than there is room for."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from ensemble_viz.engine.data.samples import sample
from ensemble_viz.scene.field import ValueScale
from ensemble_viz.scene.figures.history import history
from ensemble_viz.scene.figures.page import COMPUTING, figures_page
from ensemble_viz.scene.moment import lens
from tests.scene.moments import scene


def array(size: int) -> np.ndarray:
    return np.ones(size)


def test_what_was_made_is_kept():
    kept = scene("bagging", sample("moons", n=20), 1).stage.lens.kept
    first = kept("a", array, 5)
    assert kept("a", array, 5) is first
    assert kept("b", array, 5) is not first


def test_the_oldest_are_let_go_when_they_take_too_much_room(monkeypatch):
    monkeypatch.setattr(lens, "MOST_BYTES", 3 * 800)
    kept = scene("bagging", sample("moons", n=20), 1).stage.lens.kept
    made = {name: kept(name, array, 100) for name in "abc"}
    assert kept("a", array, 100) is made["a"]  # and is now the newest
    kept("d", array, 100)
    assert kept("a", array, 100) is made["a"]
    assert kept("c", array, 100) is made["c"]
    assert kept("b", array, 100) is not made["b"]


def test_something_larger_than_the_room_is_kept_alone(monkeypatch):
    monkeypatch.setattr(lens, "MOST_BYTES", 800)
    kept = scene("bagging", sample("moons", n=20), 1).stage.lens.kept
    small, large = kept("small", array, 10), kept("large", array, 1000)
    assert kept("large", array, 1000) is large
    assert kept("small", array, 10) is not small


def test_arrays_are_measured_wherever_they_are():
    scale = ValueScale(0.0, 1.0, np.zeros((256, 3), dtype=np.uint8))
    assert lens.size((scale, [np.zeros(10)], "text", None)) == 768 + 80


def test_figures_are_measured_by_one_thread_until_they_change_hands():
    shown = scene("adaboost", sample("moons", n=40), 4)
    measured = shown.stage.lens
    measured.figures(1)
    with ThreadPoolExecutor(1) as worker:
        with pytest.raises(AssertionError, match="two threads"):
            worker.submit(measured.measure).result()
        measured.leave_figures()
        assert worker.submit(measured.measure).result()
        with pytest.raises(AssertionError, match="two threads"):
            measured.figures(3)
        assert measured.figures(2) == measured.figures(2)  # what is known may be read by any


def test_nobody_measures_what_another_thread_is_about_to():
    shown = scene("adaboost", sample("moons", n=40), 3)
    lent = shown.stage.lens
    lent.figures(2)
    lent.leave_figures()
    page = figures_page(shown.stage)
    assert [group.note for group in page.groups] == [COMPUTING]
    history(lent, 3)
    assert shown.curves is not None
    assert lent.measured == 2
    lent.figures(3)  # as the other thread does
    assert figures_page(shown.stage).groups[0].note != COMPUTING
