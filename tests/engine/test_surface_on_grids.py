"""Surfaces of learners that have no rectangles: asked for on a grid, at any round, in any order."""

import numpy as np
import pytest

from ensemble_viz.engine.data import Refusal
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.engine.runs import Scores, run
from ensemble_viz.engine.surface import Surface, leaf_grid

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


def test_rounds_are_asked_in_any_order():
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


@pytest.mark.parametrize("method", ["tree", "random-forest", "extra-trees", "adaboost"])
def test_the_leaves_on_a_grid_are_those_that_places_fall_into(method):
    data = sample("moons")
    depth = {} if method in ("tree", "random-forest") else {"max_depth": 3}
    tree = run(data, method, {"rounds": 4, **depth}).round(3).learners[0]
    x = np.unique(np.concatenate((X, tree.threshold, data.points[:, 0])))
    y = np.unique(np.concatenate((Y, tree.threshold, data.points[:, 1])))
    crossed = np.column_stack([one.ravel() for one in np.meshgrid(x, y)])
    assert np.array_equal(leaf_grid(tree, x, y).ravel(), tree.apply(crossed))


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


VOTES = [
    ("moons", "random-forest", {"rounds": 9}),
    ("moons", "bagging", {"rounds": 4, "max_depth": 2}),
    ("moons", "extra-trees", {"rounds": 5}),
]


@pytest.mark.parametrize(("name", "method", "settings"), VOTES)
@pytest.mark.parametrize("t", [1, 2, 4])
def test_votes_that_are_counted_are_the_surface(name, method, settings, t):
    surface = Surface(run(sample(name), method, settings))
    tally, cells = surface.tally(t), surface.cells(t)
    assert tally is not None
    assert np.array_equal(tally.score[tally.votes], cells.score)
    there = surface.tally(t, X, Y)
    assert np.array_equal(there.score[there.votes], surface.grid(t, X, Y))


@pytest.mark.parametrize(
    ("name", "method", "settings"),
    [
        ("moons", "random-forest", {"vote": "soft", "max_depth": 2}),
        ("moons", "adaboost", {}),
        ("blobs", "random-forest", {}),
        ("sine", "bagging", {}),
        ("moons", "gradient-boosting", {}),
    ],
)
def test_what_is_no_vote_for_one_of_two_classes_is_not_counted(name, method, settings):
    surface = Surface(run(sample(name), method, {"rounds": 3} | settings))
    assert surface.tally(2) is None
    assert surface.tally(0) is None
