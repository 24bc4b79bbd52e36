"""The points of the benchmark: two noisy moons, the same for everybody.

The coordinates are multiples of 2^-20, so that 32 bits hold them, and the middles between them,
exactly: scikit-learn and xgboost, which keep no more, then see the same points as we do. They are
fine enough that hardly any two are equal, as in points that were measured.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np

from ensemble_viz.engine.data import Dataset, FloatArray, IntArray

STEP = 2.0**-20
NAMES = ("A", "B")
NOISE = 0.25
TEST = 2000
FOLDS = 5


@dataclass(frozen=True, eq=False)
class Points:
    """Points to learn from, and points to be tested on."""

    X: FloatArray
    y: IntArray
    X_test: FloatArray
    y_test: IntArray
    fold: IntArray

    def __len__(self) -> int:
        """Count the points to learn from."""
        return len(self.X)

    def data(self, with_fold: bool = False) -> Dataset:
        """Make a data set of them on which nothing was sorted yet."""
        return Dataset(self.X, self.y, NAMES, fold=self.fold if with_fold else None)


@cache
def moons(n: int, seed: int = 9) -> Points:
    """Draw two moons."""
    rng = np.random.default_rng([n, seed])
    X, y = _moons(rng, n)
    return Points(X, y, *_moons(rng, TEST), rng.permutation(n) % FOLDS)


def _moons(rng: np.random.Generator, n: int) -> tuple[FloatArray, IntArray]:
    y = rng.permutation(n) % 2
    angle = rng.uniform(0.0, np.pi, n)
    X = np.column_stack((np.cos(angle), np.sin(angle)))
    X[y == 1] = (1.0, 0.5) - X[y == 1]
    X += rng.normal(0.0, NOISE, X.shape)
    return np.rint(X / STEP) * STEP, y.astype(np.int64)
