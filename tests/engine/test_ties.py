"""What counts as equal, and quick ways of saying so."""

import numpy as np
import pytest

from ensemble_viz.engine.ties import (
    TIE,
    largest,
    settle_rows,
    settle_shares,
)


@pytest.mark.parametrize("values", [[0.0], [-3.0, 2.0], [1.0, 4.0, -2.0], [-1.0], [0.0, -0.0]])
def test_the_largest_is_found_whatever_its_sign(values):
    assert largest(np.array(values)) == max(map(abs, values))
    assert largest(np.array([values, values])) == max(map(abs, values))


def test_the_largest_of_what_is_no_number_is_none():
    assert np.isnan(largest(np.array([1.0, np.nan, 2.0])))


@pytest.mark.parametrize("columns", [1, 2, 3])
def test_shares_are_settled_as_ever(columns):
    rng = np.random.default_rng(3)
    settled = 0
    for _ in range(300):
        near = TIE * rng.choice([0.0, 0.5, 0.999, 1.0, 1.001, 1.5, 2.5, 1e6], (4, columns))
        shares = rng.choice([0.1, 0.5, 0.75], (4, 1)) + near * rng.choice([-1.0, 1.0], near.shape)
        found = shares.copy()
        settle_shares(found)
        assert found.tobytes() == settle_rows(shares).tobytes()
        settled += int((found != shares).any())
    assert (settled > 20) == (columns > 1)
