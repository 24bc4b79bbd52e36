"""Small sets of points, each awkward in its own way: what every method must be able to take."""

import numpy as np

from ensemble_viz.engine.data import Dataset

NAMES = ("A", "B", "C", "D", "E", "F", "G", "H")


def classes(points, target, names, weight=None, test=None) -> Dataset:
    """Points in the plane with the numbers of their classes."""
    given = None if weight is None else np.array(weight, dtype=float)
    place, answer = np.array(points, dtype=float), np.array(target, dtype=np.int64)
    return Dataset(place, answer, tuple(names), weight=given, test=test)


def values(points, target, weight=None, test=None) -> Dataset:
    """Points on a line or in the plane with values."""
    given = None if weight is None else np.array(weight, dtype=float)
    place = np.array(points, dtype=float)
    columns = ("x1", "x2")[: place.shape[1]]
    return Dataset(place, np.array(target, dtype=float), None, columns, given, test=test)


def lattice(side: int) -> list[tuple[int, int]]:
    return [(x, y) for x in range(side) for y in range(side)]


def drawn_classes(n: int, count: int, seed: int, weight=None, test=None) -> Dataset:
    """Overlapping clouds, one a class."""
    rng = np.random.default_rng(seed)
    target = np.arange(n) % count
    points = rng.normal(size=(n, 2)) + np.column_stack((target % 3, target // 3))
    return classes(points, target, NAMES[:count], weight, test)


def drawn_values(n: int, dimension: int, seed: int, weight=None, test=None) -> Dataset:
    """A wave with noise."""
    rng = np.random.default_rng(seed)
    points = rng.uniform(-2.0, 2.0, size=(n, dimension))
    return values(points, np.sin(2.0 * points).sum(axis=1) + rng.normal(0, 0.2, n), weight, test)


def weights(n: int, seed: int) -> np.ndarray:
    """Weights from 1 to 3."""
    return np.random.default_rng(seed).integers(1, 4, n).astype(float)


def some_zero(n: int, seed: int) -> np.ndarray:
    """Weights from 0 to 3, every third of them 0."""
    weight = np.random.default_rng(seed).uniform(0.5, 3.0, n)
    weight[::3] = 0.0
    return weight


def mirrored() -> Dataset:
    """Whatever a cut across x1 tells, one across x2 tells, too; the sums are rounded otherwise."""
    rng = np.random.default_rng(2)
    half = [(x, y) for x, y in lattice(6) if x < y]
    label, weight = rng.integers(0, 2, len(half)), rng.choice([0.1, 0.2, 0.3, 0.7], len(half))
    mirror = [(y, x) for x, y in half]
    order = rng.permutation(2 * len(half))
    return classes(
        np.array(half + mirror)[order], np.tile(label, 2)[order], "AB", np.tile(weight, 2)[order]
    )


DATASETS: dict[str, Dataset] = {
    "one point": classes([[1, 2]], [0], "AB"),
    "two points of one class": classes([[0, 0], [1, 2]], [1, 1], "AB"),
    "two points of two classes": classes([[0, 0], [1, 2]], [0, 1], "AB"),
    "one class only": classes(lattice(3), [0] * 9, "A"),
    "two classes": drawn_classes(21, 2, seed=1),
    "three classes": drawn_classes(24, 3, seed=2),
    "eight classes": drawn_classes(32, 8, seed=3),
    "weights": drawn_classes(20, 2, 4, weights(20, 4)),
    "weights of three classes": drawn_classes(21, 3, 5, weights(21, 5)),
    "weights, some of them zero": drawn_classes(20, 2, 6, some_zero(20, 6)),
    "weights of values, some zero": drawn_values(20, 2, 7, some_zero(20, 7)),
    "duplicates of opposite classes": classes(
        [*lattice(2), *lattice(2), (5, 5)], [0, 0, 1, 1, 1, 1, 0, 0, 1], "AB"
    ),
    "all in one place": classes([[3, 3]] * 6, [0, 1, 0, 1, 0, 0], "AB"),
    "values in one place": values([[3, 3]] * 4, [1, 2, 3, 5]),
    "x1 constant": classes([[7, y] for y in range(8)], [0, 0, 1, 1, 0, 1, 1, 1], "AB"),
    "values on a line": drawn_values(25, 1, seed=8),
    "values in the plane": drawn_values(25, 2, seed=9, test=drawn_values(9, 2, seed=10)),
    "the same value ten times": values([[x, x * x % 7] for x in range(10)], [0.1] * 10),
    "latitude": values([[500, 10], [450, 8], [620, 12], [400, 6]], [60, 70, 65, 30]),
    "integer lattice": classes(lattice(5), [(x * y + x + 1) % 3 % 2 for x, y in lattice(5)], "AB"),
    "mirrored": mirrored(),
    "forty random": drawn_classes(40, 2, seed=11, test=drawn_classes(15, 2, seed=12)),
}
