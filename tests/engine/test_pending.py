"""Trees that are measured when somebody looks: what `Grower` grows, to the last bit."""

import copy
import gc
import pickle
from dataclasses import fields, replace
from threading import Thread

import numpy as np
import pytest

from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.runs import run
from ensemble_viz.engine.trees import Tree, TreeRules, counts, promised_trees
from ensemble_viz.engine.trees.fit import ValueFitter, fit_values
from ensemble_viz.engine.trees.leaf_values import Fitted
from ensemble_viz.engine.trees.limits import Limits
from ensemble_viz.engine.trees.pending import PendingTree
from ensemble_viz.engine.trees.scout import MOST_DEPTH
from tests.engine.test_value_trees import FIELDS, KINDS, drawn

NAMES = [field.name for field in fields(Tree)]


def fitter_of(data: Dataset, limits: Limits) -> ValueFitter:
    return ValueFitter(data, TreeRules("squared", limits))


def some_trees(count: int = 5, depth: int = 2):
    """Fit some trees to values of the same points, and grow the same trees one by one."""
    rng = np.random.default_rng(count)
    data = Dataset(rng.normal(size=(40, 2)), rng.normal(size=40), None)
    fitter = fitter_of(data, Limits(depth))
    values = [rng.normal(size=40) for _ in range(count)]
    theirs = [
        fit_values(data, y, counts(data), TreeRules("squared", Limits(depth))) for y in values
    ]
    return data, [fitter.fit(y, None, 0.0) for y in values], theirs


def assert_same(ours: Tree, theirs: Tree) -> None:
    for name in FIELDS:
        one, other = getattr(ours, name), getattr(theirs, name)
        assert one.dtype == other.dtype, name
        assert one.tobytes() == other.tobytes(), name
        assert not one.flags.writeable


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("depth", range(MOST_DEPTH + 1))
def test_trees_are_those_that_grower_grows(kind, depth):
    """Several trees on the same points, which are measured together."""
    rng = np.random.default_rng(10 * KINDS.index(kind) + depth)
    for _ in range(15):
        data, y = drawn(rng, kind)
        limits = Limits(depth, int(rng.choice([1, 1, 2, 5])))
        noise = float(rng.choice([0.0, 0.0, 1e-13, 0.3]))
        fitter = fitter_of(data, limits)
        values = [y, np.sign(y - y.mean()), *(y * rng.random(len(y)) for _ in range(3))]
        grown = [fitter.fit(one, None, noise) for one in values]
        for ours, one in zip(grown, values, strict=True):
            theirs = fit_values(data, one, counts(data), fitter.rules, noise)
            assert isinstance(ours.tree, PendingTree)
            answers = ours.answer(data.points)
            assert answers.tobytes() == theirs.answer(data.points).tobytes()
            leaves = theirs.tree.is_leaf
            assert ours.tree.leaf_value[leaves].tolist() == theirs.tree.value[leaves].tolist()
            assert ours.leaf.tolist() == theirs.leaf.tolist()
            assert_same(ours.tree, theirs.tree)


def test_one_look_measures_all_that_wait():
    _, grown, theirs = some_trees()
    trees = [one.tree for one in grown]
    assert trees[2].feature.tolist() == theirs[2].tree.feature.tolist()
    assert not any(tree.is_measured for tree in trees)
    assert trees[3].gain.tolist() == theirs[3].tree.gain.tolist()
    assert all(tree.is_measured for tree in trees)
    for tree, other in zip(trees, theirs, strict=True):
        assert_same(tree, other.tree)


def test_what_is_known_takes_no_measuring():
    data, grown, theirs = some_trees()
    tree = grown[0].tree
    assert len(tree) == len(theirs[0].tree)
    assert grown[0].answer(data.points).tolist() == theirs[0].answer(data.points).tolist()
    assert tree.answer(data.points).tolist() == theirs[0].answer(data.points).tolist()
    assert tree.rectangles().tolist() == theirs[0].tree.rectangles().tolist()
    assert not tree.is_measured


def test_answers_of_its_own_stay():
    data, grown, theirs = some_trees(2)
    own = np.arange(float(len(grown[0].tree)))
    other = grown[0].answering(own)
    assert other.tree.value is own
    assert other.tree.leaf_value is own
    assert not other.tree.is_measured
    assert other.answer(data.points).tolist() == own[theirs[0].leaf].tolist()
    assert other.tree.impurity.tolist() == theirs[0].tree.impurity.tolist()
    assert other.tree.value is own
    assert_same(grown[0].tree, theirs[0].tree)


def test_newtons_steps_are_those_of_any_tree():
    """With slopes that are zero but for rounding, and nodes where the loss is flat."""
    rng = np.random.default_rng(5)
    settled = 0
    for turn in range(120):
        n = int(rng.integers(2, 40))
        data = Dataset(rng.integers(0, 9, (n, 2)) / 4.0, rng.normal(size=n), None)
        r = np.round(rng.normal(size=n), 1) if turn % 2 else rng.normal(size=n)
        if turn % 3 == 0:
            r[: n // 2] = -r[n - n // 2 :][::-1]
        curvature = rng.random(n) * (rng.random(n) < 0.5)
        fitter = fitter_of(data, Limits(int(rng.integers(0, MOST_DEPTH))))
        soon = fitter.fit(r, None, 0.0)
        grown = fit_values(data, r, counts(data), fitter.rules)
        assert soon.parents is not None
        assert grown.parents is None
        few, any_tree = (Fitted.of(one, counts(data), r) for one in (soon, grown))
        for bend in (curvature, np.ones(n)):
            steps = few.newton_steps(bend)
            assert steps.tobytes() == any_tree.newton_steps(bend).tobytes()
            settled += int(np.count_nonzero(steps == 0.0))
    assert settled > 50


@pytest.fixture
def measured(monkeypatch):
    """List how many trees were measured together, each time."""
    counted: list[int] = []
    work = promised_trees.measured

    def counting(trees, nodes, values):
        counted.append(len(values))
        return work(trees, nodes, values)

    monkeypatch.setattr(promised_trees, "measured", counting)
    return counted


def test_trees_that_nobody_holds_are_not_measured(measured):
    _, grown, theirs = some_trees(6)
    kept = grown[4].tree
    grown.clear()
    gc.collect()
    assert kept.weight.tolist() == theirs[4].tree.weight.tolist()
    assert measured == [1]


def test_trees_are_measured_once(measured):
    data = Dataset(np.arange(8.0).reshape(4, 2), np.arange(4.0), None)
    fitter = fitter_of(data, Limits(2))
    grown = [fitter.fit(data.target * k, None, 0.0) for k in range(1, 4)]
    assert [one.tree.impurity[0] for one in grown] == [1.25, 5.0, 11.25]
    grown += [fitter.fit(data.target * k, None, 0.0) for k in range(4, 6)]
    assert [one.tree.impurity[0] for one in grown] == [1.25, 5.0, 11.25, 20.0, 31.25]
    assert [one.tree.n[0] for one in grown] == [4] * 5
    assert measured == [3, 2]


def test_many_trees_are_measured_a_part_at_a_time(monkeypatch):
    monkeypatch.setattr(promised_trees, "MOST_VALUES", 100)  # two trees on forty points
    _, grown, theirs = some_trees(7, depth=3)
    for ours, other in zip(reversed(grown), reversed(theirs), strict=True):
        assert_same(ours.tree, other.tree)


@pytest.mark.parametrize(
    "copied",
    [copy.copy, copy.deepcopy, lambda tree: pickle.loads(pickle.dumps(tree)), replace],
    ids=["copy", "deepcopy", "pickle", "replace"],
)
def test_a_copy_is_a_tree_like_any_other(copied):
    _, grown, theirs = some_trees(3)
    tree = copied(grown[1].tree)
    assert type(tree) is Tree
    for name in FIELDS:
        assert getattr(tree, name).tobytes() == getattr(theirs[1].tree, name).tobytes()
    assert tree.tried is None
    assert tree.reversed is False
    assert replace(grown[2].tree, value=tree.value).value is tree.value


def test_it_has_the_fields_of_a_tree_and_no_others():
    tree = some_trees(1)[1][0].tree
    with pytest.raises(AttributeError, match="has no colour"):
        _ = tree.colour
    assert all(hasattr(tree, name) for name in NAMES)


def test_rounds_are_looked_at_while_others_are_computed():
    rng = np.random.default_rng(8)
    data = Dataset(rng.random((80, 2)), rng.integers(0, 2, 80), ("A", "B"))
    settings = {"rounds": 60, "max_depth": 2}
    alone, watched = (run(data, "gradient-boosting", settings) for _ in range(2))
    alone.finish()
    worker = Thread(target=watched.finish)
    worker.start()
    seen = []
    while worker.is_alive():
        seen += [record.learners[0].impurity.sum() for record in watched.rounds[-2:]]
    worker.join()
    for ours, theirs in zip(watched.rounds, alone.rounds, strict=True):
        for name in FIELDS:
            one, other = (getattr(record.learners[0], name) for record in (ours, theirs))
            assert one.tobytes() == other.tobytes()
