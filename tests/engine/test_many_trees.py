"""What is worked out for many trees at once: the same as tree by tree."""

from copy import copy
from dataclasses import replace

import numpy as np
import pytest

from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.ensembles import forest, parts_at_home
from ensemble_viz.engine.ensembles.forest import MOST_TREES, Recipe, batches, train_drawn
from ensemble_viz.engine.ensembles.votes import Mean, as_is, one_vote
from ensemble_viz.engine.surface import Nodes
from ensemble_viz.engine.trees import CLASS_CRITERIA, LEAF, Tree, TreeRules
from ensemble_viz.engine.trees.levels.frontier import Frontier, left_and_total, sums_beside
from ensemble_viz.engine.trees.levels.node_statistics import ClassStatistics
from ensemble_viz.engine.trees.limits import NO_LIMITS
from tests.datasets import drawn_classes, drawn_values, weights

FOREST = Recipe(rules=TreeRules("gini", NO_LIMITS), one_axis=True)


@pytest.mark.parametrize("classes", [0, 3])
@pytest.mark.parametrize("size", [1, 2, 25])
def test_points_outside_the_bags_fall_into_the_leaves_that_each_tree_finds(size, classes):
    data = drawn_classes(40, 3, seed=size) if classes else drawn_values(40, 2, seed=size)
    recipe = FOREST if classes else Recipe(rules=TreeRules("squared", NO_LIMITS))
    for member in train_drawn(data, recipe, 5, np.arange(1, size + 1)):
        assert (member.in_bag == 0).any()
        found = member.trained.tree.apply(data.points.copy())
        assert member.trained.leaf.tolist() == found.tolist()


@pytest.mark.parametrize("wanted", [1, 7, 100, 350, 3000])
def test_no_batch_goes_beyond_what_is_wanted_before_that_is_there(wanted):
    data = drawn_classes(200, 2, seed=1)
    stump = Recipe(rules=TreeRules("gini", NO_LIMITS), max_samples=0.01)
    numbers: list[int] = []
    ends = set()
    for members in batches(data, stump, 2, wanted):
        numbers += [member.number for member in members]
        ends.add(len(numbers))
        if len(numbers) > wanted:
            break
    assert numbers == list(range(1, len(numbers) + 1))
    assert wanted in ends


@pytest.mark.parametrize("points", [1, 10, 200])
def test_one_more_than_wanted_is_no_work_for_hundreds(points):
    data, sizes = drawn_classes(points, 2, seed=1), []
    for members in batches(data, FOREST, 2, 30):
        sizes.append(len(members))
        if sum(sizes) > 100:
            break
    assert sizes == [30, 1, 2, 4, 8, 16, 32, 64][: len(sizes)]


@pytest.mark.parametrize(("seconds_a_tree", "size"), [(0.01, 4), (0.2, 1)])
def test_batches_are_as_large_as_time_allows(monkeypatch, seconds_a_tree, size):
    """Whatever makes trees slow: what is drawn for each does not depend on it."""
    data, clock, sizes = drawn_classes(2000, 2, seed=1), [0.0], []

    def train(data, recipe, seed, rounds):
        clock[0] += seconds_a_tree * len(rounds)
        return train_drawn(data, recipe, seed, rounds)

    monkeypatch.setattr(forest, "train_drawn", train)
    monkeypatch.setattr(forest, "thread_time", lambda: clock[0])
    for members in batches(data, FOREST, 2, 62):
        sizes.append(len(members))
        if sum(sizes) >= 62:
            break
    assert sizes == [50] + [size] * (12 // size)


def test_few_points_do_not_make_endless_batches():
    data = drawn_classes(1, 2, seed=1)
    assert len(next(batches(data, FOREST, 2, 10_000))) <= MOST_TREES


@pytest.mark.parametrize("data", [
    drawn_classes(32, 8, seed=1),
    drawn_classes(30, 8, 2, weights(30, 2) / 7.0),
    drawn_classes(31, 3, 3, weights(31, 3) / 7.0),
    drawn_values(40, 2, seed=4),
    drawn_values(40, 2, 5, weights(40, 5) / 7.0),
], ids=["eight classes", "eight classes, weighted", "three classes, weighted", "values",
        "values, weighted"])  # fmt: skip
def test_a_tree_is_the_same_whatever_grows_beside_it(data):
    """To the last bit: numpy adds up eight rows in another order than eight numbers."""
    recipe = Recipe(
        rules=TreeRules("gini" if data.classes else "squared", NO_LIMITS), one_axis=True
    )
    together = train_drawn(data, recipe, 5, np.arange(1, 9))
    for member in together:
        (alone,) = train_drawn(data, recipe, 5, np.array([member.number]))
        for name in ("weight", "impurity", "gain", "value", "threshold"):
            one, other = (getattr(m.trained.tree, name) for m in (member, alone))
            assert one.tobytes() == other.tobytes(), name


@pytest.mark.parametrize("classes", [True, False])
def test_a_mean_of_many_is_that_of_one_after_another(classes):
    rng = np.random.default_rng(0)
    parts = rng.random((12, 6, 3) if classes else (12, 6))
    if classes:
        parts[::2] = np.array([one_vote(part) for part in parts[::2]])
    one, many = Mean(classes), Mean(classes)
    expected = [one.add(part) for part in parts]
    scores = [*many.add_each(parts[:5]), *many.add_each(parts[5:6]), *many.add_each(parts[6:])]
    assert [score.tobytes() for score in scores] == [score.tobytes() for score in expected]


@pytest.mark.parametrize("classes", [1, 2, 3, 8])
def test_a_mean_of_votes_is_that_of_one_after_another(classes):
    chosen = np.random.default_rng(classes).integers(0, classes, (150, 9), dtype=np.uint8)
    one, many = Mean(classes=True), Mean(classes=True)
    expected = [one.add((votes[:, None] == np.arange(classes)) * 1.0) for votes in chosen]
    batches = chosen[:100], chosen[100:101], chosen[101:]
    scores = [score for batch in batches for score in many.add_votes(batch, classes)]
    assert [score.tobytes() for score in scores] == [score.tobytes() for score in expected]


@pytest.mark.parametrize("largest", [5, 2**25])
@pytest.mark.parametrize("classes", [1, 2, 3, 5, 8])
def test_counts_add_up_packed_or_not(classes, largest):
    rng = np.random.default_rng(classes)
    labels, counts = rng.integers(0, classes, 60), rng.integers(1, largest, 60)
    most = int(counts.sum())
    judge = ClassStatistics(CLASS_CRITERIA["gini"], labels, counts, classes, most)
    assert (judge.packed is None) == (classes * most.bit_length() > 64)
    size = np.array([25, 35])
    start = size.cumsum() - size
    nodes = Frontier(rng.permutation(60)[None], start, size, np.arange(2), np.arange(2), None)
    facts = judge.facts(nodes)
    scores = judge.scores(nodes, facts)[0][0]
    for k, own in enumerate((slice(0, 25), slice(25, 60))):
        entries = nodes.entries[0, own]
        weight = (labels[entries] == np.arange(classes)[:, None]) * counts[entries]
        left, total = weight.cumsum(axis=1), weight.sum(axis=1)
        assert facts.totals[:, k].tolist() == total.tolist()
        right = total[:, None] - left
        some = np.maximum(right.sum(axis=0), 1)
        kept = (left**2.0).sum(axis=0) / left.sum(axis=0) + (right**2.0).sum(axis=0) / some
        expected = kept / total.sum() - ((total / total.sum()) ** 2).sum()
        assert scores[own][:-1] == pytest.approx(expected[:-1], abs=1e-12)


@pytest.mark.parametrize("whole", [True, False])
def test_sums_beside_cuts_are_those_of_the_points_on_either_side(whole):
    rng = np.random.default_rng(3)
    size = np.array([4, 1, 7, 12])
    start = size.cumsum() - size
    values = rng.integers(0, 9, (3, 1, 24)) if whole else rng.random((3, 1, 24))
    goes_left = rng.random((2, 24)) < 0.5
    bag = np.zeros(4, int)
    frontier = Frontier(np.arange(24)[None], start, size, np.arange(4), bag, None, goes_left)
    left, right = (left_and_total if whole else sums_beside)(values, frontier)
    right = right - left if whole else right
    for cut in range(2):
        for node in range(4):
            own = slice(start[node], start[node] + size[node])
            for side, chosen in ((left, goes_left), (right, ~goes_left)):
                expected = (values[:, 0, own] * chosen[cut, own]).sum(axis=1)
                assert side[:, cut, node] == pytest.approx(expected, rel=1e-13)


def test_one_point_is_a_bag_of_its_own():
    data = Dataset(np.zeros((1, 2)), np.array([1]), ("A", "B"))
    (member,) = train_drawn(data, FOREST, 0, np.array([1]))
    assert member.trained.leaf.tolist() == [0]


def test_trees_know_the_leaves_of_the_points_they_were_grown_among():
    data = drawn_values(30, 2, seed=3)
    recipe = Recipe(rules=TreeRules("squared", NO_LIMITS))
    trees = [member.trained.tree for member in train_drawn(data, recipe, 1, np.arange(5))]
    for tree in trees:
        assert tree.leaf_at(data.points) is not None
        assert tree.apply(data.points).tolist() == tree.apply(data.points.copy()).tolist()
        other = replace(tree, value=tree.value + 1.0)
        assert other.answer(data.points).tolist() == (tree.answer(data.points) + 1.0).tolist()
        assert type(copy(tree)) is Tree
    parts = parts_at_home(trees, data.points, np.negative)
    assert parts.tolist() == [(-tree.answer(data.points)).tolist() for tree in trees]
    assert parts_at_home(trees, data.points.copy(), np.negative) is None
    assert parts_at_home([*trees, copy(other)], data.points, np.negative) is None
    assert parts_at_home([], data.points, np.negative) is None


@pytest.mark.parametrize("vote", [as_is, one_vote])
def test_trees_of_several_forests_are_taken_together(vote):
    data = drawn_classes(40, 3, seed=5)
    batches = (np.arange(1, 7), np.arange(7, 9))
    trees = [m.trained.tree for rounds in batches for m in train_drawn(data, FOREST, 5, rounds)]
    for chosen in (trees, trees[2:], trees[1:7], [trees[3], trees[2], trees[4], trees[4]]):
        parts = parts_at_home(chosen, data.points, vote)
        for tree, part in zip(chosen, parts, strict=True):
            assert part.tolist() == vote(tree.answer(data.points.copy())).tolist()
        nodes, columns = Nodes.of(chosen), ("feature", "threshold", "value")
        for column in columns:
            every = np.concatenate([getattr(tree, column) for tree in chosen])
            assert getattr(nodes, column).tolist() == every.tolist()
        assert np.bincount(nodes.tree).tolist() == [len(tree) for tree in chosen]
        child = nodes.left - nodes.root[nodes.tree]
        asks = nodes.feature != LEAF
        assert child[asks].tolist() == np.concatenate([t.left for t in chosen])[asks].tolist()
