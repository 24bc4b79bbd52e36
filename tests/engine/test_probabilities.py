"""Probabilities, sorted points, numbers of folds: the quick ways are those of numpy."""

import numpy as np
import pytest

from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.data.folds import numbers_of
from ensemble_viz.engine.data.probabilities import softmax


@pytest.mark.parametrize("entries", range(1, 13))
@pytest.mark.parametrize("rows", [0, 1, 2, 900])
def test_probabilities_are_those_of_numpy(entries, rows):
    score = 30.0 * np.random.default_rng(entries).normal(size=(rows, entries))
    power = np.exp(score - score.max(axis=1, keepdims=True))
    assert softmax(score).tobytes() == (power / power.sum(axis=1, keepdims=True)).tobytes()


@pytest.mark.parametrize("places", [3, 1000, 10**9])
def test_points_are_sorted_equals_in_their_order(places):
    dice = np.random.default_rng(places)
    points = dice.integers(0, places, (700, 2)) / 8.0 * dice.choice([-1.0, 1.0], (700, 2))
    order = Dataset(points, np.zeros(700), None).order
    assert (order == np.argsort(points.T, axis=1, kind="stable")).all()
    assert order.dtype == np.int64


def test_the_numbers_of_folds_are_listed_once():
    dice = np.random.default_rng(0)
    for size in (0, 1, 2, 50):
        fold = dice.integers(-5, 5, size)
        assert (numbers_of(fold) == np.unique(fold)).all()
