"""Trees fitted to values by their own kernel: what `Grower` grows, to the last bit."""

import numpy as np
import pytest

from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.trees import LEAF, TreeRules, counts
from ensemble_viz.engine.trees.fit import ValueFitter, fit_values
from ensemble_viz.engine.trees.limits import NO_LIMITS, Limits
from ensemble_viz.engine.trees.value_trees import ValueTrees

FIELDS = (
    "feature", "threshold", "left", "right", "n", "weight", "impurity", "gain", "value",
)  # fmt: skip
KINDS = (
    "any values",
    "few values",
    "far from zero",
    "of any size",
    "on a line",
    "a lattice",
    "mirrored",
)


def drawn(rng: np.random.Generator, kind: str) -> tuple[Dataset, np.ndarray]:
    """Draw up to 60 points with values."""
    n, axes = int(rng.integers(1, 60)), 1 if kind == "on a line" else 2
    points = rng.normal(size=(n, axes))
    if kind == "a lattice":
        points = rng.integers(0, rng.integers(2, 12), (n, axes)) / 8.0
    y = rng.normal(size=n)
    if kind == "few values":
        y = rng.integers(0, 4, n).astype(float)
    if kind == "far from zero":
        y += 10.0 ** rng.integers(3, 9)
    if kind == "of any size":
        y *= 10.0 ** rng.integers(-160, 150)
    if kind == "mirrored":  # cuts tie in pairs, but for rounding
        y = 0.1 - y
        y[n - n // 2 :] = 0.3 - y[: n // 2][::-1]
        points = np.sort(points, axis=0)
    return Dataset(points, y, None, ("x1", "x2")[:axes]), y


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("depth", [0, 1, 2, 4, None])
def test_a_tree_is_the_one_that_grower_grows(kind, depth):
    rng = np.random.default_rng(10 * KINDS.index(kind) + (depth or 9))
    splits = 0
    for turn in range(40):
        data, y = drawn(rng, kind)
        limits = Limits(depth, int(rng.choice([1, 1, 2, 5])))
        noise = float(rng.choice([0.0, 0.0, 1e-13, 0.3]))
        ours = ValueTrees(data, limits).grow(y.copy(), noise)
        theirs = fit_values(data, y, counts(data), TreeRules("squared", limits), noise)
        for name in FIELDS:
            one, other = getattr(ours.tree, name), getattr(theirs.tree, name)
            assert one.dtype == other.dtype, name
            assert one.tobytes() == other.tobytes(), (turn, name)
            assert not one.flags.writeable
        assert ours.leaf.dtype == theirs.leaf.dtype
        assert ours.leaf.tolist() == theirs.leaf.tolist()
        splits += len(ours.tree) // 2
    assert splits > 20 or depth == 0


def test_the_first_cut_is_the_one_that_lowers_the_squared_error_most():
    """Brute force: every cut, the squares of what is left on either side."""
    rng = np.random.default_rng(4)
    for _ in range(60):
        n = int(rng.integers(3, 30))
        points, y = rng.normal(size=(n, 2)), rng.normal(size=n)
        data = Dataset(points, y, None)
        tree = ValueTrees(data, Limits(1)).grow(y).tree
        left_over = {}
        for axis, x in enumerate(points.T):
            for low, high in zip(np.sort(x)[:-1], np.sort(x)[1:], strict=True):
                sides = y[x <= low], y[x > low]
                rest = sum(((side - side.mean()) ** 2).sum() for side in sides)
                left_over[axis, low / 2 + high / 2] = rest
        assert left_over[tree.feature[0], tree.threshold[0]] == pytest.approx(
            min(left_over.values())
        )
        lowered = y.var() - min(left_over.values()) / n
        assert tree.gain[0] == pytest.approx(lowered)


def test_weights_bags_and_numbers_of_leaves_are_left_to_the_grower():
    plain = Dataset(np.arange(4.0)[:, None], np.arange(4.0), None, ("x1",))
    weighted = Dataset(plain.points, plain.target, None, ("x1",), np.array([1.0, 2.0, 0.0, 1.0]))
    assert ValueTrees.can_grow(plain, NO_LIMITS)
    assert not ValueTrees.can_grow(weighted, NO_LIMITS)
    assert not ValueTrees.can_grow(plain, Limits(max_leaf_nodes=3))
    fitter = ValueFitter(plain, TreeRules("squared", NO_LIMITS))
    bag = np.array([1, 0, 1, 1])
    assert fitter.fit(plain.target, None, 0.0).tree.n.tolist()[0] == 4
    in_bag = fitter.fit(plain.target, bag, 0.0)
    assert in_bag.tree.n[0] == 3
    assert (in_bag.leaf == LEAF).tolist() == [False, True, False, False]
    three = ValueFitter(weighted, TreeRules("squared", NO_LIMITS)).fit(plain.target, None, 0.0)
    assert three.tree.n[0] == 3
