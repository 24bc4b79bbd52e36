"""What counts as equal, and quick ways of saying so."""

import numpy as np
import pytest

from ensemble_viz.engine.ties import largest, settle_zero, settle_zeros


@pytest.mark.parametrize("values", [[0.0], [-3.0, 2.0], [1.0, 4.0, -2.0], [-1.0], [0.0, -0.0]])
def test_the_largest_is_found_whatever_its_sign(values):
    assert largest(np.array(values)) == max(map(abs, values))
    assert largest(np.array([values, values])) == max(map(abs, values))


def test_the_largest_of_what_is_no_number_is_none():
    assert np.isnan(largest(np.array([1.0, np.nan, 2.0])))


def test_zeros_are_settled_as_ever():
    rng = np.random.default_rng(2)
    settled = 0
    for _ in range(200):
        n = int(rng.integers(0, 6))
        scores = rng.normal(size=n) * 10.0 ** rng.integers(-14, 0, n)
        scale = 10.0 ** rng.integers(-2, 3, n)
        found = settle_zeros(scores, scale)
        assert found.tobytes() == settle_zero(scores, scale).tobytes()
        settled += int(np.count_nonzero(found == 0.0))
    assert settled > 20
