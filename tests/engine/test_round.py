"""The record of a round: it has the fields it needs and no others, and never changes."""

import numpy as np
import pytest

from ensemble_viz.engine.ensembles.method import Round


def given():
    return {
        "number": 1,
        "learners": (),
        "score": np.zeros(3),
        "learner_weight": 1.0,
        "target": np.zeros(3, dtype=np.int64),
    }


def test_arrays_and_figures_are_frozen():
    figures = {"z": 1.0}
    record = Round(**given(), figures=figures)
    figures["z"] = 2.0
    assert record.figures == {"z": 1.0}
    with pytest.raises(TypeError):
        record.figures["z"] = 3.0
    with pytest.raises(ValueError, match="read-only"):
        record.score[0] = 1.0
    with pytest.raises(AttributeError):
        record.number = 2


@pytest.mark.parametrize("figures", [{}, {"figures": {}}])
def test_a_round_without_figures_has_none(figures):
    record = Round(**given(), **figures)
    assert record.figures == {}
    with pytest.raises(TypeError):
        record.figures["z"] = 1.0
