"""The stage says what every panel shows of a moment; here it is compared with the records."""

from dataclasses import replace

import numpy as np
import pytest

from ensemble_viz.document.document import Document, Setup
from ensemble_viz.document.where import Moment
from ensemble_viz.engine import methods
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.scene.moment.lens import Lens
from ensemble_viz.scene.moment.stage import Stage
from ensemble_viz.scene.moment.view import View


def stage(name, data, t, step=0, **settings):
    chosen = Setup(name, methods.method(name).params.from_values(settings))
    document = Document(data, (chosen,))
    return Stage(document, Lens(chosen.run(data)), View.of(moment=Moment(t, step)))


def test_before_the_first_round_nothing_is_on_the_stage_but_the_points():
    at = stage("adaboost", sample("ten-points"), 0)
    assert (at.key, at.joined, at.learner, at.record, at.missed_by) == ("start", 0, None, None, "")
    assert np.array_equal(at.weight, np.full(10, 0.1))
    assert at.score.tolist() == [0.0] * 10


@pytest.mark.parametrize(
    ("step", "key", "joined", "missed_by"),
    [
        (1, "train", 1, ""),
        (2, "mistakes", 1, "learner"),
        (3, "alpha", 1, "learner"),
        (4, "weights", 1, "learner"),
        (5, "vote", 2, "vote"),
    ],
)
def test_the_steps_of_adaboost(step, key, joined, missed_by):
    at = stage("adaboost", sample("ten-points"), 2, step)
    record = at.run.round(2)
    assert (at.key, at.joined, at.missed_by) == (key, joined, missed_by)
    shown = record.next_weight if step >= 4 else record.sample_weight
    assert at.weight is shown
    assert (at.weight_before is record.sample_weight) == (step == 4)
    assert at.tree is record.learners[0]
    assert np.array_equal(at.score, at.run.round(joined).score)


def test_the_misses_of_a_stump_are_those_of_the_notes():
    at = stage("adaboost", sample("ten-points"), 2, 2)
    assert np.flatnonzero(at.missed).tolist() == [2, 3, 5]


def test_the_vote_of_three_stumps_misses_nothing():
    at = stage("adaboost", sample("ten-points"), 3, 5)
    assert at.missed_by == "vote"
    assert not at.missed.any()


@pytest.mark.parametrize(("step", "known", "joined"), [(1, False, 4), (2, True, 4), (3, True, 5)])
def test_a_bag_is_drawn_before_its_tree_is_known(step, known, joined):
    at = stage("bagging", sample("moons", n=30), 5, step)
    assert at.draws is at.run.round(5).in_bag
    assert (at.learner is not None) == known
    assert at.joined == joined


def test_out_of_bag_votes_are_those_of_trees_that_never_saw_the_point():
    at = stage("bagging", sample("moons", n=30), 6, 4)
    votes = np.zeros((30, 2))
    for t in range(1, 7):
        record = at.run.round(t)
        answer = record.learners[0].answer(at.data.points).argmax(axis=1)
        for row in range(30):
            if record.in_bag[row] == 0:
                votes[row, answer[row]] += 1
    assert np.array_equal(at.unseen_votes.votes(6)[0], votes)
    asked = votes.sum(axis=1) > 0
    assert np.array_equal(at.missed, asked & (votes.argmax(axis=1) != at.data.target))


def test_residuals_are_what_the_tree_is_fitted_to():
    at = stage("gradient-boosting", sample("sine"), 3, 1)
    assert at.learner is None
    assert np.allclose(at.residual, at.data.target - at.run.round(2).score, atol=1e-12)


def test_one_tree_a_class_and_one_of_them_is_shown():
    at = stage("gradient-boosting", sample("blobs"), 2, 2)
    assert len(at.record.learners) == 3
    for k in range(3):
        view = View.of(moment=Moment(2, 2), learner=k)
        shown = Stage(at.document, at.lens, view)
        assert shown.tree is at.record.learners[k]
        assert np.array_equal(shown.residual, at.record.target[:, k])
    assert Stage(at.document, at.lens, View.of(moment=Moment(2, 2), learner=9)).which == 2


def test_point_weights_are_shown_before_the_first_round():
    data = sample("ten-points")
    heavy = replace(data, weight=np.arange(1.0, 11.0))
    assert np.allclose(stage("bagging", heavy, 0).weight, np.arange(1.0, 11.0) / 55)
    assert stage("bagging", data, 0).weight is None


@pytest.mark.parametrize(
    ("step", "key", "joined", "known"),
    [
        (1, "gradients", 1, False),
        (2, "train", 1, False),
        (3, "prune", 1, False),
        (4, "leaves", 1, True),
        (5, "vote", 2, True),
    ],
)
def test_the_steps_of_second_order_boosting(step, key, joined, known):
    at = stage("xgboost", sample("moons"), 2, step, gamma=6.0)
    record = at.run.round(2)
    assert (at.key, at.joined, at.values_are_known) == (key, joined, known)
    assert np.array_equal(at.residual, record.target)
    assert np.array_equal(at.hessian, record.hessian)
    smaller = record.learners[0]
    trees = [None, smaller.grown, smaller, smaller, smaller]
    assert at.tree is trees[step - 1]
    assert at.numbered is (smaller.grown if step == 3 else trees[step - 1])
    assert at.missed_by == ("vote" if step == 5 else "")


def test_of_a_tree_a_class_the_residuals_and_hessians_are_of_the_one_that_is_shown():
    at = stage("xgboost", sample("blobs"), 1, 2)
    record = at.run.round(1)
    for k in range(3):
        one = Stage(at.document, at.lens, at.view.changed(learner=k))
        assert np.array_equal(one.residual, record.target[:, k])
        assert np.array_equal(one.hessian, record.hessian[:, k])
        assert one.tree is record.learners[k]


def test_only_leaves_that_wait_for_their_values_are_without_them():
    assert not stage("gradient-boosting", sample("moons"), 1, 2).values_are_known
    assert stage("gradient-boosting", sample("moons"), 1, 3).values_are_known
    assert stage("gradient-boosting", sample("sine"), 1, 2).values_are_known
    assert not stage("gradient-boosting", sample("sine"), 1, 1).values_are_known
    assert stage("adaboost", sample("moons"), 1, 1).values_are_known
