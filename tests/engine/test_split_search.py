"""The search behind a split, run again: its winner is the split on record."""

import numpy as np
import pytest

from ensemble_viz.engine.data.samples import sample
from ensemble_viz.engine.runs import run, search_node
from tests.runs import best_cut

CASES = [
    ("moons", "adaboost", {"criterion": "gini", "max_depth": 2}),
    ("moons", "adaboost", {}),
    ("blobs", "bagging", {"criterion": "entropy"}),
    ("moons", "pasting", {"disjoint": True, "max_samples": 0.2}),
    ("blobs", "random-forest", {"max_features": 2, "min_samples_leaf": 3}),
    ("blobs", "gradient-boosting", {}),
    ("moons", "gradient-boosting", {"subsample": 0.6}),
    ("surface", "tree", {}),
    ("sine", "bagging", {}),
    ("moons", "tree", {"criterion": "gain-ratio"}),
    ("moons", "xgboost", {"subsample": 0.7, "gamma": 0.8}),
    ("blobs", "xgboost", {"max_depth": 3}),
    ("blobs", "xgboost", {"tree_method": "hist", "max_bin": 4}),
    ("sine", "xgboost", {"min_child_weight": 4.0}),
]


@pytest.mark.parametrize(("name", "method", "settings"), CASES)
def test_the_winner_of_the_search_is_the_split_on_record(name, method, settings):
    finished = run(sample(name), method, {"rounds": 4} | settings, seed=3)
    finished.finish()
    for record in finished.rounds:
        for k, tree in enumerate(record.learners):
            for node in np.flatnonzero(tree.feature >= 0)[:6]:
                found = search_node(finished, record.number, int(node), k)
                axis = found.axes[tree.feature[node]]
                cut = axis.threshold.tolist().index(tree.threshold[node])
                assert axis.gain[cut] == pytest.approx(tree.gain[node], rel=1e-9, abs=1e-15)
                assert found.impurity == pytest.approx(tree.impurity[node], abs=1e-12)
                assert len(found.rows) == tree.n[node]
                firsts = [(a.axis, a.tied[0]) for a in found.axes if len(a.tied)]
                assert firsts[0] == (tree.feature[node], cut)


def test_the_ten_points_have_three_tied_stumps_in_round_one():
    """The score of a stump is the weight it gets right, at its better polarity."""
    ten = run(sample("ten-points"), "adaboost", {"rounds": 3})
    found = search_node(ten, 1)
    tied = [(a.axis, a.threshold[k]) for a in found.axes for k in a.tied]
    assert tied == [(0, 2.5), (0, 8.5), (1, 6.5)]
    assert [len(axis.threshold) for axis in found.axes] == [8, 6]
    assert best_cut(found) == pytest.approx((0.2, 0, 2.5))
    second = search_node(ten, 2)
    assert [(a.axis, a.threshold[k]) for a in second.axes for k in a.tied] == [(0, 8.5), (1, 6.5)]
    third = search_node(ten, 3)
    assert [(a.axis, a.threshold[k]) for a in third.axes for k in a.tied] == [(1, 6.5)]


def test_a_search_that_drew_one_axis_still_shows_both():
    forest = run(sample("moons"), "random-forest", {"rounds": 1})
    found = search_node(forest, 1)
    assert all(len(axis.threshold) for axis in found.axes)
    assert len(found.rows) == (forest.round(1).in_bag > 0).sum()


def test_every_cut_of_second_order_gains_what_its_sides_say():
    """G and H of the sides are summed here from the record of the round."""
    boosted = run(sample("blobs"), "xgboost", {"rounds": 3, "gamma": 2.0, "min_child_weight": 0.4})
    boosted.finish()
    points = boosted.data.points
    for record in boosted.rounds:
        for k, tree in enumerate(record.learners):
            g, h = -record.target[:, k], record.hessian[:, k]
            for node in (0, len(tree) - 1):
                found = search_node(boosted, record.number, node, k)
                rows = found.rows
                for axis in found.axes:
                    for threshold, gain in zip(axis.threshold, axis.gain, strict=True):
                        left = points[rows, axis.axis] <= threshold
                        sides = [(g[s].sum(), h[s].sum()) for s in (rows[left], rows[~left], rows)]
                        scores = [grad**2 / (hess + 1) for grad, hess in sides]
                        assert gain == pytest.approx(scores[0] + scores[1] - scores[2], abs=1e-9)
                        assert min(sides[0][1], sides[1][1]) >= 0.4


def test_a_split_that_was_pruned_is_searched_in_the_tree_as_it_was_grown():
    boosted = run(sample("moons"), "xgboost", {"rounds": 2, "gamma": 6.0})
    boosted.finish()
    smaller = boosted.round(2).learners[0]
    grown, points = smaller.grown, boosted.data.points
    cut = [k for k in np.flatnonzero(grown.feature >= 0) if smaller.kept[k] < 0 or
           smaller.feature[smaller.kept[k]] < 0]  # fmt: skip
    assert cut
    for node in cut:
        found = search_node(boosted, 2, int(node), tree=grown)
        axis = found.axes[grown.feature[node]]
        place = axis.threshold.tolist().index(grown.threshold[node])
        assert axis.gain[place] == pytest.approx(grown.gain[node], rel=1e-9)
        assert axis.gain[place] < 6.0
        left = found.rows[points[found.rows, axis.axis] <= axis.threshold[place]]
        record = boosted.round(2)
        sums = -record.target[left].sum(), record.hessian[left].sum()
        assert axis.sides[0, :, place] == pytest.approx(sums, abs=1e-9)


def test_only_second_order_has_sums_on_its_sides():
    found = search_node(run(sample("moons"), "gradient-boosting", {"rounds": 1}), 1)
    assert [axis.sides for axis in found.axes] == [None, None]
