"""A tree of two classes whose nodes are known beforehand: to the last bit what grows in turn."""

from dataclasses import fields

import numpy as np
import pytest

from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.trees import Tree, TreeRules
from ensemble_viz.engine.trees.best_first import BestFirst
from ensemble_viz.engine.trees.class_foresight import ClassParter
from ensemble_viz.engine.trees.limits import Limits
from ensemble_viz.engine.trees.two_class_growth import can_be_grown
from ensemble_viz.engine.trees.two_class_rounds import Foreseen

LIMITS = (
    Limits(),
    Limits(max_depth=1),
    Limits(max_depth=4),
    Limits(min_gain=0.02),
    Limits(max_depth=7, min_gain=0.005),
)


def noisy(n, seed, noise=0.15):
    """Draw points of two classes on either side of a line; some are on the wrong one."""
    rng = np.random.default_rng([n, seed])
    points = rng.normal(size=(n, 2))
    target = (points.sum(axis=1) > 0) ^ (rng.random(n) < noise)
    return Dataset(points, target.astype(np.int64), ("a", "b"))


def in_turn(data, rules):
    parter = ClassParter.of(data, rules)
    assert parter is not None
    return BestFirst(data, parter)


def assert_same(one: Tree, other: Tree):
    for field in fields(Tree):
        ours, theirs = getattr(one, field.name), getattr(other, field.name)
        if isinstance(theirs, np.ndarray):
            assert (ours.dtype, ours.shape) == (theirs.dtype, theirs.shape), field.name
            assert ours.tobytes() == theirs.tobytes(), field.name
            assert not ours.flags.writeable, field.name
        else:
            assert ours is theirs, field.name


def assert_rounds_are_the_same(data, rules):
    assert can_be_grown(data, rules)
    ours, theirs = Foreseen(data, rules), in_turn(data, rules)
    assert_same(ours.tree, theirs.tree)
    for (tree, score), (their_tree, their_score) in zip(
        ours.splits(), theirs.splits(), strict=True
    ):
        assert_same(tree, their_tree)
        assert score.tobytes() == their_score.tobytes()
        assert ours.can_split == theirs.can_split
    assert_same(ours.tree, theirs.tree)
    assert ours.score.tobytes() == theirs.score.tobytes()
    assert ours.score.shape == (len(data), 2)
    assert not ours.score.flags.writeable


@pytest.mark.parametrize("limits", LIMITS, ids=str)
@pytest.mark.parametrize("n", [1, 2, 3, 10, 60, 150, 151, 300])
def test_every_round_is_what_grows_in_turn(n, limits):
    for seed in range(4):
        assert_rounds_are_the_same(noisy(n, seed), TreeRules("gini", limits))


def test_hundreds_of_rounds_and_as_many_points_as_there_may_be():
    data = noisy(1300, 0, 0.3)
    assert_rounds_are_the_same(data, TreeRules("gini", Limits()))


@pytest.mark.parametrize("one_class", [0, 1])
def test_points_of_one_class_are_one_leaf(one_class):
    points = np.random.default_rng(0).normal(size=(200, 2))
    data = Dataset(points, np.full(200, one_class), ("a", "b"))
    assert_rounds_are_the_same(data, TreeRules("gini", Limits()))


def test_ties_between_nodes_and_cuts_are_settled_alike():
    """Points on a circle and classes in turn: many cuts tie, and so do many nodes."""
    for n in (8, 12, 40, 64, 200):
        turn = np.linspace(0.1, 0.1 + 2 * np.pi, n, endpoint=False)
        points = np.column_stack((np.cos(turn), np.sin(turn + 1e-3)))
        for pattern in (np.arange(n) % 2, np.arange(n) // 2 % 2, np.arange(n) * 4 // n % 2):
            data = Dataset(points.copy(), pattern, ("a", "b"))
            assert_rounds_are_the_same(data, TreeRules("gini", Limits()))


def test_other_points_and_settings_grow_in_turn():
    data, rules = noisy(20, 0), TreeRules("gini", Limits())
    assert can_be_grown(data, rules)
    assert not can_be_grown(data, TreeRules("entropy", Limits()))
    assert not can_be_grown(data, TreeRules("gini", Limits(min_samples_leaf=2)))
    assert not can_be_grown(noisy(1301, 0), rules)
    same = data.points.copy()
    same[1, 0] = same[0, 0]
    assert not can_be_grown(Dataset(same, data.target, data.classes), rules)
    assert not can_be_grown(Dataset(data.points, data.target, ("a", "b", "c")), rules)
    weight = np.ones(20)
    assert not can_be_grown(Dataset(data.points, data.target, ("a", "b"), weight=weight), rules)
    assert not can_be_grown(Dataset(data.points, data.target.astype(float)), rules)
