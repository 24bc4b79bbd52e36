"""Where two ensembles part, and the shortest way to another class, beside asking everywhere."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.engine.ensembles import decide
from ensemble_viz.engine.runs import Scores, run
from ensemble_viz.engine.surface import Surface, apart, shortest_move

METHODS = ("tree", "bagging", "random-forest", "extra-trees", "adaboost", "gradient-boosting",
           "xgboost")  # fmt: skip
PLACES = 200_000


def cells(found):
    return Surface(found).cells(len(found))


def asked(found, places):
    """What a run decides at some places, learner by learner."""
    scores = Scores(found, places)
    while scores.round < len(found):
        scores.next()
    return decide(scores.score, found.data.n_classes)


def finished(data, method):
    found = run(data, method, {"rounds": 12}, seed=3)
    found.finish()
    return found


@pytest.mark.parametrize("name", ["moons", "blobs"])
def test_the_map_is_what_both_answer_at_many_places(name):
    data = sample(name, n=80)
    runs = [finished(data, method) for method in METHODS]
    dice = np.random.default_rng(1)
    low, high = data.points.min(axis=0) - 0.3, data.points.max(axis=0) + 0.3
    places = np.concatenate((dice.uniform(low, high, (PLACES, 2)), data.points))
    answers = [asked(found, places) for found in runs]
    for (one, mine), (other, yours) in combinations(zip(runs, answers, strict=True), 2):
        both = apart(cells(one), cells(other), data.n_classes)
        row, column = (both.cuts[k].searchsorted(places[:, k]) for k in (1, 0))
        assert ((both.distance[row, column] == 1.0) == (mine != yours)).all()
        share = (mine != yours)[:PLACES].mean()
        assert both.area(*zip(low, high, strict=True)) == pytest.approx(share, abs=0.005)


def test_values_are_subtracted():
    for name in ("sine", "surface"):
        data = sample(name)
        one, other = (finished(data, method) for method in ("tree", "gradient-boosting"))
        both = apart(cells(one), cells(other), 0)
        place = [cut.searchsorted(data.points[:, k]) for k, cut in enumerate(both.cuts)]
        rest = asked(one, data.points) - asked(other, data.points)
        assert both.distance[tuple(reversed(place))] == pytest.approx(rest, abs=1e-12)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", ["moons", "blobs", "ten-points"])
def test_no_shorter_move_changes_the_class(name, method):
    data = sample(name)
    found = finished(data, method)
    surface = cells(found)
    steps = np.linspace(-1.0, 1.0, 401)
    for row in range(0, len(data), max(1, len(data) // 7)):
        point = data.points[row]
        move = shortest_move(surface, data.n_classes, point)
        (before,) = asked(found, point[None])
        (after,) = asked(found, np.array([move.place]))
        assert after == move.answer != before
        assert move.distance == pytest.approx(np.hypot(*(np.array(move.place) - point)))
        around = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2) * move.distance
        within = np.hypot(*around.T) < move.distance * (1.0 - 1e-9)
        assert (asked(found, point + around[within]) == before).all()


def test_where_all_are_of_one_class_no_move_changes_it():
    data = Dataset([[0.0, 0.0], [1.0, 1.0]], [0, 0], ("a", "b"))
    found = finished(data, "bagging")
    assert shortest_move(Surface(found).cells(len(found)), 2, data.points[0]) is None


POINTS = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4), st.integers(0, 2)), min_size=2)


@settings(max_examples=60, deadline=None)
@given(POINTS, st.sampled_from(METHODS))
def test_on_a_lattice_a_move_ends_on_a_cut_or_just_behind_it(rows, method):
    target = [row[2] for row in rows]
    if len(set(target)) < 2:
        return
    data = Dataset([row[:2] for row in rows], target, ("a", "b", "c"))
    found = run(data, method, {"rounds": 4})
    found.finish()
    if not len(found):
        return
    for point in data.points:
        move = shortest_move(cells(found), 3, point)
        decided = asked(found, np.array([point, *([move.place] if move else [])]))
        assert len(set(decided.tolist())) == len(decided)
