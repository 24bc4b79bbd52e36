"""Trees that are measured when somebody looks, with all that nobody has looked at yet."""

import copy
import gc
import pickle
from dataclasses import fields, replace
from threading import Thread

import numpy as np
import pytest

from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.runs import run
from ensemble_viz.engine.trees import Tree, TreeRules, fit, lazy
from ensemble_viz.engine.trees.fit import ValueFitter
from ensemble_viz.engine.trees.limits import Limits

NAMES = [field.name for field in fields(Tree)]
ARRAYS = (
    "feature", "threshold", "left", "right", "n", "weight", "impurity", "gain", "value",
)  # fmt: skip


def some_trees(count: int = 5, depth: int = 2):
    """Fit some trees to values of the same points; and the same ones, each looked at at once."""
    rng = np.random.default_rng(count)
    data = Dataset(rng.normal(size=(40, 2)), rng.normal(size=40), None)
    values = [rng.normal(size=40) for _ in range(count)]
    rules = TreeRules("squared", Limits(depth))
    together = ValueFitter(data, rules)
    trees = [together.fit(y, None, 0.0).answering(None).tree for y in values]
    alone = [ValueFitter(data, rules).fit(y, None, 0.0).answering(None).tree for y in values]
    assert all(tree.value.size for tree in alone)
    return data, trees, alone


def assert_same(ours: Tree, theirs: Tree) -> None:
    for name in ARRAYS:
        one, other = getattr(ours, name), getattr(theirs, name)
        assert (one.dtype, one.tobytes()) == (other.dtype, other.tobytes()), name
        assert not one.flags.writeable


def test_one_look_measures_all_that_wait():
    _, trees, alone = some_trees()
    assert not any(tree.is_measured for tree in trees)
    assert trees[3].gain.tolist() == alone[3].gain.tolist()
    assert all(tree.is_measured for tree in trees)
    for tree, other in zip(trees, alone, strict=True):
        assert_same(tree, other)


def test_what_is_known_takes_no_measuring():
    _, trees, alone = some_trees()
    assert len(trees[0]) == len(alone[0])
    assert trees[0].n_pruned == 0
    assert trees[0].grown is None
    assert not trees[0].is_measured


def test_what_trees_ask_takes_no_measuring():
    _, trees, alone = some_trees(5)
    for ours, other in zip(trees[1:3], alone[1:3], strict=True):
        for name in ("feature", "threshold", "left", "right", "n"):
            assert getattr(ours, name).tolist() == getattr(other, name).tolist()
            assert not getattr(ours, name).flags.writeable
    assert not any(tree.is_measured for tree in trees)
    for tree, other in zip(trees, alone, strict=True):
        assert_same(tree, other)


def test_answers_of_its_own_stay():
    data, _, _ = some_trees(2)
    fitted = ValueFitter(data, TreeRules("squared", Limits(2))).fit(data.target, None, 0.0)
    alone, own = fitted.answering(None).tree, np.arange(float(len(fitted.shape)))
    tree = fitted.answering(own).tree
    assert tree.leaf_value is own
    assert not own.flags.writeable
    assert not tree.is_measured
    assert tree.value is own
    assert tree.impurity.tolist() == alone.impurity.tolist()
    assert tree.value is own
    assert tree.answer(data.points).tolist() == own[alone.apply(data.points)].tolist()


@pytest.fixture
def measured(monkeypatch):
    """List how many trees were measured together, each time."""
    counted: list[int] = []
    measure = fit.value_nodes

    def counting(*once):
        def one_go(sketches):
            counted.append(len(sketches))
            return measure(*once)(sketches)

        return one_go

    monkeypatch.setattr(fit, "value_nodes", counting)
    return counted


def test_trees_that_nobody_holds_are_not_measured(measured):
    _, trees, alone = some_trees(6)
    measured.clear()
    kept = trees[4]
    trees.clear()
    gc.collect()
    assert kept.weight.tolist() == alone[4].weight.tolist()
    assert measured == [1]


def test_trees_are_measured_once(measured):
    data = Dataset(np.arange(8.0).reshape(4, 2), np.arange(4.0), None)
    fitter = ValueFitter(data, TreeRules("squared", Limits(2)))
    trees = [fitter.fit(data.target * k, None, 0.0).answering(None).tree for k in range(1, 4)]
    assert [tree.impurity[0] for tree in trees] == [1.25, 5.0, 11.25]
    trees += [fitter.fit(data.target * k, None, 0.0).answering(None).tree for k in range(4, 6)]
    assert [tree.impurity[0] for tree in trees] == [1.25, 5.0, 11.25, 20.0, 31.25]
    assert [tree.n[0] for tree in trees] == [4] * 5
    assert measured == [3, 2]


def test_many_trees_are_measured_a_part_at_a_time(monkeypatch, measured):
    monkeypatch.setattr(lazy, "MOST_NODES", 100)  # two trees on forty points
    _, trees, alone = some_trees(7, depth=3)
    measured.clear()
    for ours, other in zip(reversed(trees), reversed(alone), strict=True):
        assert_same(ours, other)
    assert measured == [2, 2, 2, 1]


@pytest.mark.parametrize(
    "copied",
    [copy.copy, copy.deepcopy, lambda tree: pickle.loads(pickle.dumps(tree)), replace],
    ids=["copy", "deepcopy", "pickle", "replace"],
)
def test_a_copy_is_a_tree_like_any_other(copied):
    _, trees, alone = some_trees(3)
    tree = copied(trees[1])
    assert type(tree) is Tree
    for name in ARRAYS:
        assert getattr(tree, name).tobytes() == getattr(alone[1], name).tobytes()
    assert tree.tried is None
    assert tree.reversed is False
    assert replace(trees[2], value=tree.value).value is tree.value


def test_it_has_the_fields_of_a_tree_and_no_others():
    tree = some_trees(1)[1][0]
    with pytest.raises(AttributeError, match="has no colour"):
        _ = tree.colour
    assert all(hasattr(tree, name) for name in NAMES)


@pytest.mark.parametrize("method", ["gradient-boosting", "adaboost", "xgboost", "tree"])
def test_rounds_are_looked_at_while_others_are_computed(method):
    rng = np.random.default_rng(8)
    data = Dataset(rng.random((80, 2)), rng.integers(0, 2, 80), ("A", "B"))
    settings = {"rounds": 60, "max_depth": 2 if method != "tree" else None}
    alone, watched = (run(data, method, settings) for _ in range(2))
    alone.finish()
    worker = Thread(target=watched.finish)
    worker.start()
    while worker.is_alive():
        _ = [record.learners[0].impurity.sum() for record in watched.rounds[-2:]]
    worker.join()
    assert len(alone) == len(watched) > 5
    for ours, theirs in zip(watched.rounds, alone.rounds, strict=True):
        for name in ARRAYS:
            one, other = (getattr(record.learners[0], name) for record in (ours, theirs))
            assert one.tobytes() == other.tobytes()
