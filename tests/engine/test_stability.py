"""The point that a tree hangs on: no other one's move by a hair changes it more."""

from dataclasses import replace

import numpy as np
import pytest

from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.data.samples import parse_sample
from ensemble_viz.engine.runs import run
from ensemble_viz.engine.runs.studies import shakiest

HAIR = 0.005
PLACES = 40_000


def data_of(spec):
    chosen, options = parse_sample(spec)
    return chosen.build(**options)


def answers(data, places):
    grown = run(data, "tree", {"rounds": len(data)})
    grown.finish()
    said = grown.part(len(grown), places)
    return said if data.classes is None else said.argmax(axis=1)


def changed(data, row, by, places):
    """Say how much is answered otherwise when one point is moved."""
    points = data.points.copy()
    points[row, 0] += by
    now, before = answers(replace(data, points=points), places), answers(data, places)
    return (np.abs(now - before) if data.classes is None else now != before).mean()


@pytest.mark.parametrize(
    "spec", ["moons:n=60,noise=0.3,seed=2", "circles:n=100", "surface:n=40", "sine:n=40"]
)
def test_no_other_point_changes_the_tree_more(spec):
    data = data_of(spec)
    by = HAIR * float(np.ptp(data.points[:, 0]))
    low, high = data.points.min(axis=0), data.points.max(axis=0)
    places = np.random.default_rng(1).uniform(low, high, (PLACES, data.dimension))
    by_row = np.array([changed(data, row, by, places) for row in range(len(data))])
    found = shakiest(data, by)
    assert found is not None
    assert by_row[found] >= 0.85 * by_row.max() > 0  # it asks at fewer places


def test_where_no_hair_matters_there_is_none():
    apart = Dataset([[0.0, 0.0], [1.0, 1.0], [2.0, 0.0], [3.0, 1.0]], [0, 0, 0, 0], classes=("A",))
    assert shakiest(apart, 0.01) is None
    assert shakiest(apart, np.inf) is None


def test_of_very_many_points_none_is_tried():
    places = np.arange(30_000.0)
    many = Dataset(np.column_stack((places, places)), (places > 500).astype(int),
                   classes=("A", "B"))  # fmt: skip
    assert shakiest(many, 1.0) is None
