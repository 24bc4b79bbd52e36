"""Surfaces of learners that have no rectangles: asked for on a grid, at any round, in any order."""

import numpy as np
import pytest

from ensemble_viz.engine import surface as surfaces
from ensemble_viz.engine.refusal import Refusal
from ensemble_viz.engine.run import Scores, run
from ensemble_viz.engine.samples import sample
from ensemble_viz.engine.surface import Surface

X, Y = np.linspace(-1.5, 2.5, 13), np.linspace(-1.0, 1.5, 7)
RUNS = [
    ("moons", "bagging", {"base": "logistic", "rounds": 5}),
    ("blobs", "bagging", {"base": "knn", "rounds": 4, "vote": "soft"}),
    ("moons", "adaboost", {"base": "naive-bayes", "rounds": 5}),
    ("step", "bagging", {"base": "linear", "rounds": 4}),
    ("moons", "voting", {}),
    ("blobs", "voting", {"vote": "soft", "weights": [1, 2, 0.5, 3]}),
]


def expected(learning, t, *axes):
    crossed = np.column_stack([one.ravel() for one in np.meshgrid(*axes)])
    scores = Scores(learning, crossed)
    for _ in range(t):
        said = scores.next()
    return said.reshape(*(len(axis) for axis in reversed(axes)), *said.shape[1:])


@pytest.mark.parametrize(("name", "method", "settings"), RUNS)
def test_a_grid_says_what_the_ensemble_says_there(name, method, settings):
    learning = run(sample(name), method, settings)
    learning.finish()
    axes = (X, Y)[: learning.data.dimension]
    surface = Surface(learning)
    last = len(learning)
    for t in (2, last, 1, last - 1, last):
        assert not surface.is_exact(last)
        said = surface.grid(t, *axes)
        assert said == pytest.approx(expected(learning, t, *axes), rel=1e-12, abs=1e-12)
    assert surface.grid(2, *(axis[::2] for axis in axes)) == pytest.approx(
        expected(learning, 2, *(axis[::2] for axis in axes)), rel=1e-12, abs=1e-12
    )


@pytest.mark.parametrize("most", [0, 2000])
def test_what_is_not_kept_is_asked_again(monkeypatch, most):
    monkeypatch.setattr(surfaces, "MOST_BYTES", most)
    learning = run(sample("moons"), "bagging", {"base": "naive-bayes", "rounds": 6})
    surface = Surface(learning)
    for t in (3, 1, 6, 2, 2, 5):
        assert surface.grid(t, X, Y) == pytest.approx(expected(learning, t, X, Y), abs=1e-12)


def test_cells_are_exact_as_long_as_all_learners_are_trees():
    chosen = {"members": ["stump", "tree(max_depth=2)", "knn"]}
    surface = Surface(run(sample("moons"), "voting", chosen))
    assert [surface.is_exact(t) for t in (0, 1, 2, 3)] == [True, True, True, False]
    assert [surface.learner_is_exact(t) for t in (1, 2, 3)] == [True, True, False]
    cells = surface.cells(2)
    assert cells.grid(X, Y) == pytest.approx(surface.grid(2, X, Y), abs=1e-12)
    assert cells.grid(X, Y) == pytest.approx(expected(surface.run, 2, X, Y), abs=1e-12)
    for ask in (lambda: surface.cells(3), lambda: surface.learner_cells(3)):
        with pytest.raises(Refusal, match="only trees have rectangles; other learners are asked"):
            ask()
    alone = surface.learner_grid(3, 0, X, Y)
    assert alone.shape == (7, 13, 2)
    assert alone[3, 4] == pytest.approx(
        surface.run.round(3).learners[0].answer(np.array([[X[4], Y[3]]]))[0]
    )
    trees = surface.learner_cells(2)
    assert surface.learner_grid(2, 0, X, Y) == pytest.approx(trees.grid(X, Y), abs=1e-12)


def test_a_stack_has_no_surface_before_its_blender():
    learning = run(sample("moons"), "stacking", {"members": ["stump", "naive-bayes"]})
    surface = Surface(learning)
    assert [surface.answers(t) for t in (0, 1, 2, 3)] == [False, False, False, True]
    with pytest.raises(Refusal, match="after round 2 nothing is answered yet"):
        surface.grid(2, X, Y)
    said = surface.grid(3, X, Y)
    assert said == pytest.approx(expected(learning, 3, X, Y), abs=1e-12)
    blender = learning.round(3).learners[0]
    crossed = np.column_stack([one.ravel() for one in np.meshgrid(X, Y)])
    assert said.reshape(-1, 2) == pytest.approx(blender.answer(crossed), abs=1e-12)
    assert not surface.is_exact(3)


def test_a_vote_without_a_voter_says_nothing():
    surface = Surface(run(sample("moons"), "voting", {"weights": [0, 1, 1, 1]}))
    assert [surface.answers(t) for t in (1, 2)] == [False, True]
    assert surface.grid(2, X, Y) == pytest.approx(expected(surface.run, 2, X, Y), abs=1e-12)


def test_a_sampled_surface_is_read_like_one_of_cells():
    learning = run(sample("blobs"), "voting", {})
    surface = Surface(learning)
    x, y = np.linspace(-4.0, 4.0, 9), np.linspace(-3.0, 5.0, 5)
    inside = (x[:-1] / 2 + x[1:] / 2, y[:-1] / 2 + y[1:] / 2)
    for cells, ask in (
        (surface.sampled(4, x, y), lambda *axes: surface.grid(4, *axes)),
        (surface.learner_sampled(3, 0, x, y), lambda *axes: surface.learner_grid(3, 0, *axes)),
    ):
        assert cells.score.shape == (4, 8, 3)
        assert [len(cut) for cut in cells.cuts] == [7, 3]
        assert cells.grid(*inside) == pytest.approx(ask(*inside), abs=1e-12)
        corner = np.array([[x[0], y[0]], [x[-1], y[-1]]])
        assert cells.at(corner) == pytest.approx(cells.score[[0, -1], [0, -1]])
        assert cells.decision(3).shape == (4, 8)
