"""The tables of the lecture notes, point by point as they are printed there."""

import numpy as np

from ensemble_viz.engine.data.dataset import Dataset, labels
from ensemble_viz.engine.data.samples.chance import flipped

TEN_POINTS = [(1, 5), (2, 2), (3, 1), (4, 6), (6, 8), (6, 5), (7, 9), (8, 7), (9, 8), (10, 2)]
TEN_CLASSES = "plus plus minus minus plus minus plus plus minus minus"
LENGTH_AND_BARB = [(500, 10), (450, 8), (620, 12), (150, 2)]
LATITUDE = [60, 70, 65, 30]


def ten_points(*, seed: int, flip: float) -> Dataset:
    """Copy the ten points that three stumps learn, with errors 3/10, 3/14 and 3/22."""
    classes = ("minus", "plus")
    label = labels(TEN_CLASSES.split(), classes)
    data = Dataset(np.array(TEN_POINTS, dtype=np.float64), label, classes)
    return flipped(data, flip, seed)


def latitude() -> Dataset:
    """Copy the four values that gradient boosting starts at their mean, 56.25."""
    return Dataset(
        np.array(LENGTH_AND_BARB, dtype=np.float64),
        np.array(LATITUDE, dtype=np.float64),
        columns=("Length", "Barb"),
    )
