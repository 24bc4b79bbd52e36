"""Runs: what they remember beside their rounds."""

import numpy as np
import pytest

from ensemble_viz.engine.method import Round
from ensemble_viz.engine.run import run
from ensemble_viz.engine.samples import sample


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


@pytest.mark.parametrize(("wrong", "named"), [({"scores": None}, "scores"), ({}, "score, target")])
def test_a_record_has_the_fields_of_the_trace_and_no_others(wrong, named):
    known = {"number": 1, "learners": (), "learner_weight": None}
    if wrong:
        known |= {"score": None, "target": np.zeros(2)}
    with pytest.raises(TypeError, match=named):
        Round(**known, **wrong)
