"""Trees of classes grown level by level from words: what `Grower` grows, to the last bit."""

from dataclasses import fields

import numpy as np
import pytest

from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.trees import Tree, TreeRules, statistics
from ensemble_viz.engine.trees.class_levels import grow_by_levels
from ensemble_viz.engine.trees.growth import Grower
from ensemble_viz.engine.trees.limits import Limits


@pytest.mark.parametrize("criterion", ["gini", "entropy", "gain-ratio", "error"])
@pytest.mark.parametrize("lattice", [False, True])
@pytest.mark.parametrize("depth", [0, 2, 3, None])
def test_a_tree_is_the_one_that_grower_grows(criterion, lattice, depth):
    rng = np.random.default_rng([len(criterion), lattice, depth or 9])
    for turn in range(25):
        n, k = int(rng.integers(1, 120)), int(rng.integers(1, 9))
        points = rng.integers(0, 7, (n, 2)) / 8.0 if lattice else rng.normal(size=(n, 2))
        data = Dataset(points, rng.integers(0, k, n), tuple("abcdefgh"[:k]))
        times = rng.integers(0, 1 + turn % 4, n) if turn % 2 else np.ones(n, dtype=np.int64)
        times[0] = 1
        rules = TreeRules(
            criterion, Limits(depth, int(rng.choice([1, 3])), None, 0.01 * (turn % 3))
        )
        ours = grow_by_levels(data, times, rules)
        judge = statistics(data, times, rules)
        theirs = Grower(data, judge, rules.limits).grow(times[None] > 0)[0]
        if ours is None:  # the counts of so many classes are no single number
            assert k == 8
            continue
        assert (ours.leaf == theirs.leaf).all()
        for field in fields(Tree):
            one, other = getattr(ours.tree, field.name), getattr(theirs.tree, field.name)
            if isinstance(other, np.ndarray):
                assert (one.dtype, one.shape) == (other.dtype, other.shape), field.name
                assert one.tobytes() == other.tobytes(), (turn, field.name)
            else:
                assert one is other


def test_others_grow_in_another_way():
    data = Dataset(np.zeros((3, 2)), np.array([0, 1, 1]), ("a", "b"))
    ones = np.ones(3, dtype=np.int64)
    for times, rules in (
        (np.ones(3), TreeRules("gini", Limits())),
        (ones, TreeRules("gini", Limits(max_leaf_nodes=2))),
        (ones, TreeRules("error", Limits(max_depth=1))),
    ):
        assert grow_by_levels(data, times, rules) is None
