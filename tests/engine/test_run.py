"""Runs: what they remember beside their rounds."""

import numpy as np
import pytest

from ensemble_viz.engine.data import Refusal
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.engine.ensembles.method import Round
from ensemble_viz.engine.methods import methods
from ensemble_viz.engine.runs import Scores, run, search_node
from ensemble_viz.engine.runs.figures import Metrics
from ensemble_viz.engine.runs.studies import CrossValidation, VarianceStudy
from ensemble_viz.engine.surface import Surface
from ensemble_viz.engine.surface.sampling import SumAsked
from tests.datasets import DATASETS

PLACES = np.array([[0.1, 0.2], [1.5, -0.5], [-2.0, 3.0]])
X, Y = np.array([-1.0, 0.3, 2.0]), np.array([-2.0, 0.7])
SUMS = ("adaboost", "gradient-boosting", "xgboost")  # score before any learner


def test_answers_at_the_training_points_are_asked_for_once(monkeypatch):
    learning = run(sample("moons"), "voting", {"members": ["stump", "knn", "naive-bayes"]})
    learning.finish()
    kind = type(learning.round(2).learners[0])
    asked, answer = [], kind.answer

    def counted(self, points):
        asked.append(len(points))
        return answer(self, points)

    monkeypatch.setattr(kind, "answer", counted)
    expected = answer(learning.round(2).learners[0], learning.data.points)
    for _ in range(3):
        assert np.array_equal(learning.answer(2), expected)
    assert len(asked) == 1
    assert not learning.answer(2).flags.writeable
    stump = learning.round(1).learners[0].answer(learning.data.points)
    assert np.array_equal(learning.answer(1), stump)


@pytest.mark.parametrize(
    ("wrong", "named"), [({"scores": None}, "scores"), ({}, "'score' and 'target'")]
)
def test_a_record_has_the_fields_of_the_trace_and_no_others(wrong, named):
    known = {"number": 1, "learners": (), "learner_weight": None}
    if wrong:
        known |= {"score": None, "target": np.zeros(2)}
    with pytest.raises(TypeError, match=named):
        Round(**known, **wrong)


def asked_about(learning, t):
    """Ask everything that takes the number of a round."""
    surface, places = Surface(learning), SumAsked(learning, PLACES)
    asks = {
        "round": lambda: learning.round(t),
        "answer": lambda: learning.answer(t),
        "part": lambda: learning.part(t, PLACES),
        "figures": lambda: Metrics(learning).figures(t),
        "search": lambda: search_node(learning, t),
        "learner cells": lambda: surface.learner_cells(t),
        "learner is exact": lambda: surface.learner_is_exact(t),
    }
    if t:  # before round 1 there is a beginning
        asks |= {
            "score": lambda: learning.score(t),
            "prediction": lambda: learning.prediction(t),
            "rules": lambda: learning.rules(t),
            "answers": lambda: surface.answers(t),
            "is exact": lambda: surface.is_exact(t),
            "cells": lambda: surface.cells(t),
            "cuts": lambda: surface.cuts(t),
            "tally": lambda: surface.tally(t),
            "grid": lambda: surface.grid(t, X, Y),
            "prepare": lambda: surface.prepare(t),
            "places": lambda: places.aim(t),
        }
    return asks


@pytest.mark.parametrize("name", methods())
@pytest.mark.parametrize("t", [0, -1, -3, 4])
def test_a_round_that_there_is_not_is_refused_with_the_range(name, t):
    settings = {"members": ["stump", "tree"]} if name in ("voting", "stacking") else {}
    learning = run(DATASETS["forty random"], name, {"rounds": 3} | settings)
    for finished in (False, True):
        last = learning.last
        for what, ask in asked_about(learning, t).items():
            with pytest.raises(Refusal) as caught:
                ask()
            assert str(caught.value) == f"round {t}: rounds go from 1 to {last}", (what, finished)
        learning.finish()


def test_the_range_is_as_far_as_it_is_known():
    cut_back = run(sample("moons"), "tree", {"prune": "cost-complexity", "rounds": 2})
    with pytest.raises(Refusal, match=r"^round 0: rounds count from 1$"):
        cut_back.round(0)
    cut_back.finish()
    with pytest.raises(Refusal, match=rf"^round 0: rounds go from 1 to {len(cut_back)}$"):
        cut_back.round(0)
    with pytest.raises(Refusal, match=r"^round 1: there is no round: nothing-to-split$"):
        run(DATASETS["one class only"], "tree").round(1)


@pytest.mark.parametrize("name", SUMS)
@pytest.mark.parametrize("kind", ["weights, some of them zero", "three classes"])
def test_before_any_learner_the_first_score_decides(name, kind):
    settings = {"rounds": 3} | ({"base_score": "mean"} if name == "xgboost" else {})
    learning, n = run(DATASETS[kind], name, settings), len(DATASETS[kind])
    for _ in range(2):  # before the rounds are computed, and after
        score = np.broadcast_to(learning.start.initial_score, (n, learning.score(0)[0].size))
        assert np.array_equal(learning.score(0).reshape(n, -1), score)
        decided = (score[0] > 0)[0] if score.shape[1] == 1 else score[0].argmax()
        assert (learning.prediction(0) == decided).all()
        assert (Surface(learning).grid(0, X, Y).reshape(6, -1) == score[0]).all()
        assert (Surface(learning).cells(0).at(PLACES).reshape(3, -1) == score[0]).all()
        scores, asked = Scores(learning, PLACES), SumAsked(learning, PLACES)
        assert (scores.score.reshape(3, -1) == score[0]).all()
        asked.aim(0)
        assert not asked.advance()
        assert (asked.answer().reshape(3, -1) == score[0]).all()
        learning.finish()


@pytest.mark.parametrize("name", [name for name in methods() if name not in SUMS])
def test_where_there_is_no_score_before_any_learner_nothing_is_decided(name):
    learning = run(DATASETS["forty random"], name, {"rounds": 3})
    surface = Surface(learning)
    for _ in range(2):
        assert learning.score(0) is None
        assert Scores(learning, PLACES).score is None
        assert not surface.answers(0)
        with pytest.raises(Refusal, match=r"^after round 0 nothing is predicted yet$"):
            learning.prediction(0)
        for ask in (lambda: surface.cells(0), lambda: surface.grid(0, X, Y)):
            with pytest.raises(Refusal, match=r"^after round 0 nothing is answered yet$"):
                ask()
        learning.finish()


def test_studies_count_from_the_same_rounds():
    learning = run(sample("moons", n=20), "bagging", {"rounds": 3})
    learning.finish()
    validated, varied = CrossValidation(learning), VarianceStudy(learning)
    validated.error(3), varied.parts(3)
    assert validated.error(0) == CrossValidation(learning).error(0)
    with pytest.raises(Refusal, match=r"^round -1: rounds count from 0, before any learner$"):
        validated.error(-1)
    for trees in (0, -1):
        with pytest.raises(Refusal, match=rf"^{trees} trees have no variance"):
            varied.parts(trees)


def test_scores_that_came_to_the_end_go_on_where_the_run_does():
    learning = run(sample("moons", n=20), "adaboost", {"rounds": 2})
    scores = Scores(learning, learning.data.points)
    scores.next(), scores.next()
    with pytest.raises(Refusal, match=r"^round 3: rounds go from 1 to 2$"):
        scores.next()
    learning.extend(3)
    assert scores.next() == pytest.approx(learning.score(3), abs=1e-12)
