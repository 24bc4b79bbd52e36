"""The different values of an array, as numpy finds them."""

import subprocess
import sys

import numpy as np
import pytest

from ensemble_viz.engine.data import distinct


@pytest.mark.parametrize("size", [0, 1, 2, 50, (7, 9)])
@pytest.mark.parametrize("kind", [np.int64, np.uint8, np.float64])
def test_they_are_those_that_numpy_finds(size, kind):
    values = np.random.default_rng(3).integers(0, 20, size).astype(kind)
    before = values.copy()
    found = distinct(values)
    assert np.array_equal(found, np.unique(values))
    assert found.dtype == kind
    assert np.array_equal(values, before)


def test_infinities_are_values_like_others():
    found = distinct(np.array([np.inf, 1.0, -np.inf, np.inf, 1.0]))
    assert found.tolist() == [-np.inf, 1.0, np.inf]


def test_it_does_not_load_masked_arrays():
    code = (
        "import sys, numpy as np\n"
        "from ensemble_viz.engine.data import distinct\n"
        "distinct(np.arange(3)); print('numpy.ma' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
