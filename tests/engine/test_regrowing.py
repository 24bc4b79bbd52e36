"""Forests that grow again after points have moved: to the last bit those that grow at once."""

import gc
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.ensembles import bags, class_forest, regrowing
from ensemble_viz.engine.ensembles.forest_trees import ForestTree
from ensemble_viz.engine.runs import Run, run
from tests.datasets import drawn_classes
from tests.engine.test_class_trees import NAMES, same

METHODS = {
    "random-forest": {},
    "bagging": {"max_samples": 0.5},
    "pasting": {"max_samples": 0.6},
    "random-patches": {"max_samples": 0.7},
}
ROUNDS = 9


def learned(data: Dataset, method: str) -> Run:
    done = run(data, method, {"rounds": ROUNDS} | METHODS[method], seed=4)
    done.upto(ROUNDS)
    return done


def afresh(data: Dataset, method: str) -> Run:
    """Learn where nothing can be taken over."""
    regrowing.LATEST.clear()
    return learned(data, method)


def moved(data: Dataset, rows: list[int], rng: np.random.Generator) -> Dataset:
    points = data.points.copy()
    points[rows] += rng.normal(0.0, 0.2, (len(rows), 2))
    return replace(data, points=points)


def assert_same(one: Run, other: Run) -> None:
    for ours, theirs in zip(one.rounds, other.rounds, strict=True):
        assert same(ours.score, theirs.score)
        assert same(ours.in_bag, theirs.in_bag)
        (tree,), (expected,) = ours.learners, theirs.learners
        assert isinstance(tree, ForestTree)
        assert tree.apply(one.data.points).tolist() == expected.apply(other.data.points).tolist()
        assert all(same(getattr(tree, name), getattr(expected, name)) for name in NAMES)


@pytest.mark.parametrize(("method", "classes"), list(product(METHODS, (2, 3))))
def test_a_drag_leaves_what_growing_at_once_does(method, classes):
    """Step after step of a drag, then of another point, of two, of none, and of a class."""
    rng = np.random.default_rng(classes)
    data = drawn_classes(25, classes, seed=3)
    kept = [learned(data, method)]
    for rows in ([3], [3], [3], [7], [7], [1, 2], [], [3]):
        data = moved(data, rows, rng)
        kept.append(learned(data, method))
    target = data.target.copy()
    target[5] = (target[5] + 1) % classes
    kept.append(learned(replace(data, target=target), method))
    for one in kept:
        assert_same(one, afresh(one.data, method))


def test_only_the_trees_that_saw_the_point_grow_again(monkeypatch):
    data = drawn_classes(25, 2, seed=3)
    first = afresh(data, "random-forest")
    grown = []
    plant = class_forest.planted
    monkeypatch.setattr(
        class_forest,
        "planted",
        lambda data, growth, *rest: grown.append(len(growth.leaf)) or plant(data, growth, *rest),
    )
    after = learned(moved(data, [3], np.random.default_rng(0)), "random-forest")
    saw = sum(int(record.in_bag[3] > 0) for record in first.rounds)
    assert 0 < saw < ROUNDS
    assert grown == [saw]
    assert_same(after, afresh(after.data, "random-forest"))


def test_measured_or_not_they_are_the_same():
    """What was measured before the point moved, and what is measured first, by whichever tree."""
    data = drawn_classes(25, 2, seed=3)
    first = afresh(data, "random-forest")
    assert first.round(1).learners[0].impurity[0] > 0
    second = learned(moved(data, [3], np.random.default_rng(0)), "random-forest")
    third = learned(moved(second.data, [8], np.random.default_rng(1)), "random-forest")
    assert_same(third, afresh(third.data, "random-forest"))
    assert_same(first, afresh(first.data, "random-forest"))


def test_another_number_of_classes_or_of_points_is_another_forest():
    data = drawn_classes(25, 2, seed=3)
    kept = learned(data, "random-forest")
    more = Dataset(data.points, data.target, (*data.classes, "C"))
    assert_same(learned(more, "random-forest"), afresh(more, "random-forest"))
    fewer = Dataset(data.points[:-1], data.target[:-1], data.classes)
    assert_same(learned(fewer, "random-forest"), afresh(fewer, "random-forest"))
    assert len(kept) == ROUNDS


def test_nobody_is_kept_for_this():
    regrowing.LATEST.clear()
    kept = learned(drawn_classes(25, 2, seed=3), "random-forest")
    assert len(regrowing.LATEST) == 1
    del kept
    gc.collect()
    assert len(regrowing.LATEST) == 0


def test_bags_that_were_drawn_again_are_not_mistaken_for_others():
    data = drawn_classes(25, 2, seed=3)
    kept = learned(data, "random-forest")
    bags.bags_of_all.cache_clear()
    after = learned(moved(data, [3], np.random.default_rng(0)), "random-forest")
    assert_same(after, afresh(after.data, "random-forest"))
    assert len(kept) == ROUNDS
