"""Trees of classes that grow together and are measured later, to the last bit those of `Grower`."""

import copy
import pickle
import threading
from dataclasses import fields, replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from ensemble_viz.engine.data import TIE, Dataset, draws
from ensemble_viz.engine.data.ties import settle_rows, settle_shares
from ensemble_viz.engine.ensembles import forest, forest_trees
from ensemble_viz.engine.ensembles.class_forest import able
from ensemble_viz.engine.ensembles.forest import Recipe, train_drawn
from ensemble_viz.engine.ensembles.forest_trees import ForestTree
from ensemble_viz.engine.trees import LEAF, Tree, TreeRules, class_cuts
from ensemble_viz.engine.trees.class_words import Words
from ensemble_viz.engine.trees.limits import Limits
from ensemble_viz.engine.trees.node_log import measure
from ensemble_viz.engine.trees.tree import Throws
from tests.datasets import drawn_classes, weights

NAMES = [field.name for field in fields(Tree)]
RECIPES = {
    "bagging": {},
    "random forest": {"one_axis": True},
    "one axis a tree": {"tree_axes": 1, "rows": "all"},
    "pasting": {"rows": "paste", "max_samples": 0.5},
    "extra-trees": {"random_cuts": True, "rows": "all"},
    "extra-trees on one axis": {"random_cuts": True, "one_axis": True},
}


def on_a_lattice(n: int, classes: int, seed: int) -> Dataset:
    rng = np.random.default_rng(seed)
    names = tuple("ABCDEFGH"[:classes])
    return Dataset(rng.integers(0, 4, (n, 2)) / 4.0, rng.integers(0, classes, n), names)


def on_one_spot(n: int) -> Dataset:
    return Dataset(np.ones((n, 2)), np.arange(n) % 2, ("A", "B"))


SETS = {
    "two classes": drawn_classes(60, 2, seed=1),
    "eight classes": drawn_classes(60, 8, seed=2),
    "one class": drawn_classes(20, 1, seed=3),
    "ties": on_a_lattice(50, 3, seed=4),
    "one spot": on_one_spot(6),
    "one point": drawn_classes(1, 2, seed=5),
}
LIMITS = (Limits(), Limits(max_depth=2), Limits(min_samples_leaf=4))


def same(one, other) -> bool:
    """Compare what two trees have on record, bit by bit."""
    if isinstance(one, Throws):
        return all(same(getattr(one, f.name), getattr(other, f.name)) for f in fields(Throws))
    if isinstance(one, np.ndarray):
        alike = one.dtype == other.dtype and one.shape == other.shape
        return alike and one.tobytes() == other.tobytes() and not one.flags.writeable
    return one is other or one == other


def grown(data, recipe, monkeypatch, together=True, rounds=7):
    with monkeypatch.context() as patch:
        if not together:
            patch.setattr(forest, "words_for", lambda *_: None)
        return [member.trained for member in train_drawn(data, recipe, 3, np.arange(1, rounds))]


def some_trees(monkeypatch, **settings) -> list[ForestTree]:
    recipe = Recipe(rules=TreeRules("gini", Limits()), one_axis=True, **settings)
    return [one.tree for one in grown(SETS["two classes"], recipe, monkeypatch)]


@pytest.mark.parametrize(("recipe", "name"), list(product(RECIPES, SETS)))
def test_they_are_those_that_are_measured_while_they_grow(recipe, name, monkeypatch):
    for limits, criterion in product(LIMITS, ("gini", "entropy", "gain-ratio", "error")):
        how = Recipe(rules=TreeRules(criterion, limits), **RECIPES[recipe])
        together = grown(SETS[name], how, monkeypatch)
        one_way = grown(SETS[name], how, monkeypatch, together=False)
        for one, other in zip(together, one_way, strict=True):
            assert isinstance(one.tree, ForestTree)
            assert not isinstance(other.tree, ForestTree)
            assert same(one.leaf, other.leaf)
            for column in NAMES:
                assert same(getattr(one.tree, column), getattr(other.tree, column)), column


def test_what_cannot_grow_together_grows_one_by_one(monkeypatch):
    weighted = drawn_classes(30, 2, 2, weights(30, 2))
    (tree,) = grown(weighted, Recipe(), monkeypatch, rounds=2)
    assert not isinstance(tree.tree, ForestTree)
    assert not able(TreeRules("error", Limits(max_depth=1)))  # a stump that may be none
    assert not able(TreeRules("gini", Limits(max_leaf_nodes=4)))
    assert not able(TreeRules("gini", Limits(min_gain=0.1)))
    assert able(TreeRules("error", Limits(max_depth=2)))
    many = drawn_classes(300, 8, seed=1)  # eight counts up to 300 do not fit in one number
    assert Words.of(many, np.ones((1, 300), dtype=np.int64), ranks=True) is None


def test_trees_are_measured_once_and_only_if_somebody_looks(monkeypatch):
    times = []
    monkeypatch.setattr(forest_trees, "measure", lambda *log: times.append(1) or measure(*log))
    trees = some_trees(monkeypatch)
    trees[0].answer(np.zeros((1, 2)))
    assert len(times) == 0
    assert trees[2].impurity[0] > 0
    assert trees[3].gain[0] > 0
    assert len(times) == 1


def test_what_is_no_field_is_no_field(monkeypatch):
    tree = some_trees(monkeypatch)[0]
    assert not hasattr(tree, "colour")


@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, lambda t: pickle.loads(pickle.dumps(t))])
def test_copies_stand_alone(how, monkeypatch):
    tree = some_trees(monkeypatch)[1]
    other = how(tree)
    assert type(other) is Tree
    assert all(same(getattr(tree, name), getattr(other, name)) for name in NAMES)


def test_a_tree_with_other_answers_knows_no_forest(monkeypatch):
    tree = some_trees(monkeypatch)[1]
    value = tree.value[:, ::-1].copy()
    points = tree.forest.data.points
    other = tree.with_value(value)
    assert other.forest is None
    assert other.value is value
    assert other.apply(points).tolist() == tree.apply(points).tolist()
    assert replace(other, reversed=True).gain.tolist() == tree.gain.tolist()


def test_the_leaves_of_the_training_points_are_those_that_are_found(monkeypatch):
    for settings in ({}, {"random_cuts": True}, {"rows": "paste", "max_samples": 0.3}):
        for tree in some_trees(monkeypatch, **settings):
            points = tree.forest.data.points
            assert tree.apply(points).dtype == tree.apply(points.copy()).dtype
            assert tree.apply(points).tolist() == tree.apply(points.copy()).tolist()


def test_several_threads_may_look_at_once(monkeypatch):
    for attempt in range(20):
        trees = some_trees(monkeypatch)
        seen: list[bytes] = []
        gate = threading.Barrier(2)

        def look(tree=trees[attempt % 5], seen=seen, gate=gate):
            gate.wait()
            seen.append(tree.gain.tobytes() + tree.impurity.tobytes())

        threads = [threading.Thread(target=look) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(seen) == 2
        assert seen[0] == seen[1]


def counted(data: Dataset, drawn: np.ndarray) -> np.ndarray:
    """Count the classes in bags: (classes, bags)."""
    return np.array([(drawn * (data.target == k)).sum(axis=1) for k in range(data.n_classes)])


def bags_of(drawn: np.ndarray) -> np.ndarray:
    """Number the bags of the points drawn, bag by bag."""
    return np.arange(len(drawn)).repeat(np.count_nonzero(drawn, axis=1))


@pytest.mark.parametrize(
    ("classes", "sorted_points", "n"), list(product((1, 2, 4), (True, False), (40, 900)))
)
def test_lanes_count_what_is_added_up(classes, sorted_points, n):
    data = drawn_classes(n, classes, seed=classes)
    drawn = np.random.default_rng(classes).integers(0, 4, (6, n))
    words = Words.of(data, drawn, ranks=sorted_points)
    rows, first = words.sorted(data, drawn), np.count_nonzero(drawn, axis=1).cumsum()
    sums = np.add.reduceat(words.counts(rows[0]), np.append(0, first[:-1]))
    expected = counted(data, drawn)
    lanes = words.lanes
    assert lanes.apart(sums).tolist() == expected.tolist()
    assert lanes.total(sums).tolist() == drawn.sum(axis=1).tolist()
    assert lanes.mixed(sums).tolist() == ((expected > 0).sum(axis=0) > 1).tolist()
    if not sorted_points:
        assert lanes.different(sums).tolist() == np.count_nonzero(drawn, axis=1).tolist()


@pytest.mark.parametrize("kind", [on_a_lattice, drawn_classes])
@pytest.mark.parametrize("n", [20, 20_000])  # small numbers, and those that need more room
def test_words_tell_what_was_written(n, kind):
    data = kind(n, 3, seed=6)
    drawn = np.random.default_rng(1).integers(0, 3, (4, n))
    words = Words.of(data, drawn, ranks=True)
    assert words is not None
    rows, bag = words.sorted(data, drawn), bags_of(drawn)
    assert rows.dtype == (np.int32 if n == 20 else np.int64)
    for axis, row in enumerate(rows):
        point = words.point(row)
        assert (
            np.bincount(bag * n + point, minlength=4 * n).tolist() == (drawn > 0).ravel().tolist()
        )
        assert np.lexsort((data.points[point, axis], bag)).tolist() == list(range(len(row)))
        for along, mask in enumerate(words.masks()):
            ranks = words.rank(row, along)
            assert ranks.tolist() == data.rank[along].take(point).tolist()
            shift = words.kind_bits + along * words.rank_bits
            assert ((row & mask) >> shift).tolist() == ranks.tolist()
        counts = words.lanes.apart(words.counts(row))
        own = (data.target[point] == np.arange(3)[:, None]) * drawn[bag, point]
        assert counts.tolist() == own.tolist()
        differ = data.target[point][1:] != data.target[point][:-1]
        assert words.classes_differ(row[None])[0].tolist() == [*differ.tolist(), True]
    unsorted = Words.of(data, drawn, ranks=False)
    (row,) = unsorted.sorted(data, drawn)
    assert unsorted.point(row).tolist() == drawn.nonzero()[1].tolist()


@pytest.mark.parametrize("axes", [1, 2])
def test_the_best_cuts_of_light_nodes_are_between_classes(axes, monkeypatch):
    """Whatever is searched, among the changes of class or everywhere: the same trees."""
    for seed, classes in product(range(20), (2, 3)):
        data = drawn_classes(30 + 5 * seed, classes, seed)
        recipe = Recipe(one_axis=axes == 1)
        quick = grown(data, recipe, monkeypatch)
        with monkeypatch.context() as patch:
            patch.setattr(class_cuts, "LIGHT", 0.0)
            slow = grown(data, recipe, monkeypatch)
        for one, other in zip(quick, slow, strict=True):
            assert all(same(getattr(one.tree, name), getattr(other.tree, name)) for name in NAMES)


def test_among_points_of_one_class_no_cut_ties_with_the_best():
    """The bound that `LIGHT` rests on, for every division of small nodes into two classes."""
    for left, right, run in product(range(7), range(7), range(2, 7)):
        for other_left, other_right in ((1, 0), (0, 1), (1, 1), (3, 2)):
            score = [
                gini_score((left + k, other_left), (right + run - k, other_right))
                for k in range(run + 1)
            ]
            least = Fraction(4, (left + right + run + other_left + other_right) ** 3)
            assert all(inner <= score[0] or inner <= score[-1] - least for inner in score[1:-1])
    assert TIE * class_cuts.LIGHT < 4.0 / class_cuts.LIGHT**3


def gini_score(*sides: tuple[int, int]) -> Fraction:
    return sum((Fraction(a * a + b * b, a + b) for a, b in sides if a + b), start=Fraction(0))


def test_draws_go_on_where_they_ended():
    words = draws.words(np.arange(500, dtype=np.uint64), 3)
    assert draws.more(words, 5, 6).tolist() == draws.words(np.arange(500), 3, 5, 6).tolist()
    assert draws.bit(words).tolist() == draws.below(2, words).tolist()


@pytest.mark.parametrize("classes", [1, 2, 5])
def test_shares_that_tie_are_settled_in_their_place(classes):
    shares = np.random.default_rng(classes).integers(0, 3, (400, classes)) / 2.0
    shares += 1e-13 * np.random.default_rng(0).integers(-3, 4, shares.shape)
    shares = np.abs(shares)
    expected = settle_rows(shares)
    settle_shares(shares)
    assert shares.tobytes() == expected.tobytes()


def test_points_outside_every_bag_are_in_a_leaf(monkeypatch):
    for one in grown(SETS["ties"], Recipe(max_samples=0.2), monkeypatch):
        assert (one.leaf != LEAF).all()
