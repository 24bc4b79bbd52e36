"""Trees of second order by their own kernel: what `Grower` grows, to the last bit."""

from dataclasses import fields

import numpy as np
import pytest

from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.trees import Tree, TreeRules, bins_of
from ensemble_viz.engine.trees.limits import Limits, SecondOrder
from ensemble_viz.engine.trees.second_order import SecondOrderFitter, Slopes, fit_second_order


def same(one: Tree | None, other: Tree | None) -> None:
    """Compare all fields of two trees, and of those they were grown as."""
    if one is None or other is None:
        assert one is other
        return
    for field in fields(Tree):
        mine, theirs = getattr(one, field.name), getattr(other, field.name)
        if isinstance(theirs, np.ndarray):
            assert (mine.dtype, mine.shape) == (theirs.dtype, theirs.shape), field.name
            assert mine.tobytes() == theirs.tobytes(), field.name
        elif field.name == "grown":
            same(mine, theirs)
        else:
            assert mine == theirs


@pytest.mark.parametrize("places", ["anywhere", "on a lattice", "on a line"])
@pytest.mark.parametrize("depth", [0, 1, 3, None])
@pytest.mark.parametrize("most", [None, 4])
def test_a_tree_is_the_one_that_grower_grows(places, depth, most):
    rng = np.random.default_rng([len(places), depth or 9, most or 0])
    splits = 0
    for turn in range(30):
        n, axes = int(rng.integers(1, 150)), 1 if places == "on a line" else 2
        points = rng.normal(size=(n, axes))
        if places == "on a lattice":
            points = rng.integers(0, 6, (n, axes)) / 8.0
        data = Dataset(points, np.zeros(n), None, ("x1", "x2")[:axes])
        gradient = rng.normal(size=n) * 10.0 ** rng.integers(-140, 140) ** (turn % 2)
        hessian = np.ones(n) if turn % 3 else np.maximum(rng.random(n) / 4.0, 1e-16)
        if turn % 5 == 0:
            gradient = np.rint(gradient / np.abs(gradient).max() * 3.0)
        price, gamma, least = rng.choice([0.0, 1.0]), rng.choice([0.0, 0.5]), rng.choice([0.0, 1.0])
        rules = TreeRules(
            "second-order", Limits(depth), second_order=SecondOrder(price, gamma, least, most)
        )
        bins = bins_of(data, most) if most else None
        slopes = Slopes(gradient, hessian)
        fitter = SecondOrderFitter(data, rules, bins)
        assert fitter.trees is not None
        ours = fitter.fit(slopes, None)
        theirs = fit_second_order(data, slopes, None, rules, bins)
        same(ours.tree, theirs.tree)
        assert (ours.leaf == theirs.leaf).all()
        splits += len(ours.tree) // 2
    assert splits > 10 or depth == 0
