"""What the methods share that add trees fitted to gradients."""

from collections.abc import Sequence

import numpy as np

from ensemble_viz.engine.data import LARGEST_VALUE, Dataset, FloatArray, IntArray, draws
from ensemble_viz.engine.data.ties import ROUNDING
from ensemble_viz.engine.ensembles.method import Stop
from ensemble_viz.engine.trees.growth import Grown


def noise_of(data: Dataset) -> float:
    """Name the residual that is nothing but rounding."""
    counted = data.distribution > 0
    return ROUNDING * (float(np.abs(data.target[counted]).max()) if data.classes is None else 1.0)


def that_count(data: Dataset, r: FloatArray) -> FloatArray:
    """Leave out what belongs to points without weight."""
    return r if data.weight is None else r[data.distribution > 0]


def columns(r: FloatArray) -> list[tuple[int | None, FloatArray]]:
    """Take the targets apart, class by class."""
    return [(None, r)] if r.ndim == 1 else list(enumerate(np.ascontiguousarray(r.T)))


def side_by_side(answers: list[FloatArray]) -> FloatArray:
    """Put what the trees of a round answer together again, class by class."""
    return answers[0] if len(answers) == 1 else np.column_stack(answers)


def draw_subsample(data: Dataset, share: float, seed: int, t: int) -> IntArray | None:
    """Draw the points that the trees of round t see; None when they see all."""
    if share == 1.0:
        return None
    able = np.flatnonzero(data.distribution > 0)
    size = max(1, round(share * len(able)))
    word = draws.words(seed, t, draws.BAG, np.arange(len(able)))
    in_bag = np.zeros(len(data), dtype=np.int64)
    in_bag[able] = word <= np.partition(word, size - 1)[size - 1]  # the first of a permutation
    return in_bag


def everywhere(data: Dataset, start: FloatArray) -> FloatArray:
    """Give every point the score that all begin with: (n,), or (n, K) for K > 2 classes."""
    return np.tile(start, (len(data), 1)) if len(start) > 1 else np.repeat(start, len(data))


def change_nothing(grown: Sequence[Grown], noise: float) -> bool:
    """Say whether every tree is a single leaf that answers zero."""
    return all(len(one.tree) == 1 and abs(float(one.tree.leaf_value[0])) <= noise for one in grown)


def one_class(data: Dataset) -> Stop | None:
    """Say that all points are of the same class, if they are."""
    if data.classes is None or len(data.classes_present) > 1:
        return None
    only = data.classes[int(data.classes_present[0])]
    return Stop("nothing-to-split", f"All points are of class {only}: nothing to learn.", 0)


def nothing_left(t: int) -> Stop:
    """Say that round t has nothing to be fitted to."""
    return Stop("residuals-zero", f"After round {t - 1} every residual is zero.", t - 1)


def run_away(t: int) -> Stop:
    """Say that the steps overshoot more every time."""
    text = f"The sum has run away from the points: its values are above {LARGEST_VALUE:g}."
    return Stop("nothing-to-split", text, t - 1, hint="Try a smaller learning rate.")
