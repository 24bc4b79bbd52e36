"""Functions whose values are to be learned, without the noise."""

import numpy as np

from ensemble_viz.engine.data.dataset import FloatArray
from ensemble_viz.engine.data.samples.chance import Chance

Valued = tuple[FloatArray, FloatArray]

STEPS = np.array([2.0, 3.5, 6.0, 8.5])
LEVELS = np.array([1.0, 3.0, 2.0, 4.0, 0.5])


def surface(chance: Chance) -> Valued:
    """Raise a hill, dig a hollow: no sum of one function per coordinate."""
    x1, x2 = chance.uniform(0, -1.0, 1.0), chance.uniform(1, -1.0, 1.0)
    hill = 2.0 * np.exp(-((x1 - 0.4) ** 2 + (x2 - 0.4) ** 2) / 0.2)
    hollow = 1.5 * np.exp(-((x1 + 0.5) ** 2 + (x2 + 0.3) ** 2) / 0.2)
    return np.column_stack([x1, x2]), hill - hollow + 0.5 * x2


def step(chance: Chance) -> Valued:
    """Step between five levels: what a tree with four splits says exactly."""
    x = chance.uniform(0, 0.0, 10.0)
    return x[:, None], LEVELS[np.searchsorted(STEPS, x)]


def sine(chance: Chance) -> Valued:
    """Follow the sine for one period."""
    x = chance.uniform(0, 0.0, 2 * np.pi)
    return x[:, None], np.sin(x)
