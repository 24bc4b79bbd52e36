"""Places are asked block by block, and a sum goes on from round to round."""

import time

import numpy as np
import pytest

from ensemble_viz.engine.data import Refusal
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.engine.runs import Scores, run
from ensemble_viz.engine.surface import sampling
from ensemble_viz.engine.surface.sampling import LearnerAsked, SumAsked
from tests.datasets import DATASETS

PLACES = np.random.default_rng(3).normal(size=(700, 2))
METHODS = [
    ("bagging", {"base": "knn", "rounds": 4}),
    ("bagging", {"base": "naive-bayes", "rounds": 4, "vote": "soft"}),
    ("voting", {"members": ["stump", "knn(k=3)", "logistic"], "weights": [1, 2, 0.5]}),
    ("adaboost", {"base": "logistic", "rounds": 4}),
]


def asked_all(asking):
    turns = 1
    while asking.advance():
        turns += 1
    return turns


def score(learned, t):
    scores = Scores(learned, PLACES)
    return [scores.next() for _ in range(t)][-1]


@pytest.mark.parametrize(("name", "settings"), METHODS)
def test_blocks_together_are_the_score_at_any_round_in_any_order(monkeypatch, name, settings):
    monkeypatch.setattr(sampling, "BLOCK", 100)
    learned = run(DATASETS["two classes"], name, settings)
    last = learned.upto(4)
    asked = SumAsked(learned, PLACES)
    for t in (2, last, 1, 1, last):
        asked.aim(t)
        asked_all(asked)
        assert np.array_equal(asked.answer(), score(learned, t))


def bagged(monkeypatch, base, rounds):
    """Ask seven blocks of places."""
    monkeypatch.setattr(sampling, "BLOCK", 100)
    learned = run(DATASETS["two classes"], "bagging", {"base": base, "rounds": rounds})
    learned.upto(rounds)
    return SumAsked(learned, PLACES)


def test_a_sum_that_goes_on_asks_the_new_learners_alone(monkeypatch):
    asked = bagged(monkeypatch, "naive-bayes", 5)
    asked.aim(3)
    assert asked_all(asked) == 3 * 7
    asked.aim(5)
    assert asked_all(asked) == 2 * 7
    asked.aim(2)
    assert asked_all(asked) == 2 * 7


def test_neighbours_in_samples_of_the_same_points_are_asked_together(monkeypatch):
    """A strip of a hundred of them took 45 seconds."""
    asked = bagged(monkeypatch, "knn", 100)
    asked.aim(3)
    assert asked_all(asked) == 7
    asked.aim(100)
    assert asked_all(asked) == 2 * 7
    assert np.array_equal(asked.answer(), score(asked.run, 100))


def test_one_learner_is_asked_once_about_each_place(monkeypatch):
    monkeypatch.setattr(sampling, "BLOCK", 100)
    learned = run(DATASETS["two classes"], "bagging", {"base": "naive-bayes", "rounds": 1})
    learner = learned.round(1).learners[0]
    asked = LearnerAsked(learner, PLACES)
    assert asked_all(asked) == 7
    assert asked.answer() == pytest.approx(learner.answer(PLACES), abs=1e-15)


def test_what_is_not_answered_yet_is_said():
    learned = run(DATASETS["two classes"], "stacking", {"members": ["stump", "knn(k=3)"]})
    learned.upto(3)
    asked = SumAsked(learned, PLACES)
    asked.aim(2)
    asked_all(asked)
    with pytest.raises(Refusal, match="after round 2 nothing is answered yet"):
        asked.answer()
    asked.aim(3)
    asked_all(asked)
    assert np.array_equal(asked.answer(), score(learned, 3))


@pytest.mark.parametrize("n", [100, 400, 10_000])
def test_no_block_takes_long_however_many_points_are_asked(n):
    """Small blocks of many points took 50 microseconds a place."""
    learned = run(sample("moons", n=n), "voting", {"members": ["knn"]})
    places = np.random.default_rng(4).normal(size=(8 * sampling.BLOCK, 2))
    asked, times = LearnerAsked(learned.round(1).learners[0], places), []
    while True:
        began = time.thread_time()
        is_more = asked.advance()
        times.append(time.thread_time() - began)
        if not is_more:
            break
    assert len(times) == 8
    assert min(times) < 20e-6 * sampling.BLOCK  # the others may have had to wait
