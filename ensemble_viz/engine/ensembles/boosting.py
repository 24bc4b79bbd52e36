"""What the methods share that add trees fitted to gradients."""

from collections.abc import Sequence

import numpy as np

from ensemble_viz.engine.data import Dataset, FloatArray, IntArray, draws, ties
from ensemble_viz.engine.trees.levels.growth import Grown

DRAWN = 1 << 14  # so many words are drawn at once, or those of one round


def noise_of(data: Dataset) -> float:
    """Name the residual that is nothing but rounding."""
    counted = data.distribution > 0
    return ties.ROUNDING * (
        float(np.abs(data.target[counted]).max()) if data.classes is None else 1.0
    )


def counted_rows(data: Dataset) -> IntArray | slice:
    return slice(None) if data.weight is None else np.flatnonzero(data.distribution > 0)


def apart(r: FloatArray) -> list[FloatArray]:
    """Take targets apart, class by class."""
    return [r] if r.ndim == 1 else list(np.ascontiguousarray(r.T))


def side_by_side(answers: list[FloatArray]) -> FloatArray:
    """Put what the trees of a round answer together again, class by class."""
    return answers[0] if len(answers) == 1 else np.column_stack(answers)


class Subsamples:
    """Draws the points that the trees of each round see: by seed and round alone.

    Some rounds are drawn at once, which takes not much longer than one of them.
    """

    def __init__(self, data: Dataset, share: float, seed: int) -> None:
        self.able = np.flatnonzero(data.distribution > 0)
        self.size = max(1, round(share * len(self.able)))
        self.n, self.share, self.seed = len(data), share, seed
        self._at_once = min(32, max(1, DRAWN // max(self.n, 1)))
        self._first = 1
        self._bags: IntArray = np.zeros((0, self.n), dtype=np.int64)

    def of(self, t: int) -> IntArray | None:
        """Say which points the trees of round t see, 1 or 0 for each; None when they see all."""
        if self.share == 1.0:
            return None
        if not 0 <= t - self._first < len(self._bags):
            self._first, self._bags = t, self._draw(np.arange(t, t + self._at_once))
        return self._bags[t - self._first]

    def _draw(self, rounds: IntArray) -> IntArray:
        word = draws.words(self.seed, rounds[:, None], draws.BAG, np.arange(len(self.able)))
        last = np.partition(word, self.size - 1, axis=1)[:, self.size - 1 : self.size]
        bags = np.zeros((len(rounds), self.n), dtype=np.int64)
        bags[:, self.able] = word <= last  # the first of a permutation
        return bags


def everywhere(data: Dataset, start: FloatArray) -> FloatArray:
    """Give every point the score that all begin with: (n,), or (n, K) for K > 2 classes."""
    return np.tile(start, (len(data), 1)) if len(start) > 1 else np.repeat(start, len(data))


def change_nothing(grown: Sequence[Grown], noise: float) -> bool:
    """Say whether every tree is a single leaf that answers zero."""
    return all(len(one.tree) == 1 and abs(one.tree.leaf_value.item(0)) <= noise for one in grown)


def has_one_class(data: Dataset) -> bool:
    return data.classes is not None and len(data.classes_present) < 2
