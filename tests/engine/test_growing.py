"""The two shapes of the search, node by node and level by level, grow the same tree.

What they sum is rounded to whole numbers in the same way, so they agree on every question, ties
included; what they measure in the nodes may differ in its last digits.
"""

import numpy as np
import pytest

from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.ensembles import member
from ensemble_viz.engine.ensembles.stack import Outputs
from ensemble_viz.engine.learners import lesson_of
from ensemble_viz.engine.trees import Tree, TreeRules, counts
from ensemble_viz.engine.trees.fit import ClassFitter, ValueFitter, fit_values, statistics
from ensemble_viz.engine.trees.lazy import LazyTree
from ensemble_viz.engine.trees.levels.growth import Grower, Grown
from ensemble_viz.engine.trees.limits import Limits, SecondOrder
from ensemble_viz.engine.trees.order import grow_one
from ensemble_viz.engine.trees.second_order import SecondOrderFitter, Slopes, fit_second_order

QUESTIONS = ("feature", "threshold", "left", "right", "n")
MEASURES = ("weight", "impurity", "gain", "value")
VALUES = (
    "any values", "few values", "far from zero", "of any size", "on a line", "a lattice",
    "mirrored", "huge beside tiny",
)  # fmt: skip
WEIGHTS = ("once", "whole numbers", "any", "15 decades", "some nothing")
LIMITS = (
    Limits(0), Limits(1), Limits(2), Limits(3, 2), Limits(5), Limits(None, 1, 4),
    Limits(4, 3, 7), Limits(None, 1, 12),
)  # fmt: skip


def drawn_points(rng: np.random.Generator, n: int, kind: str) -> np.ndarray:
    if kind in ("a lattice", "few values"):
        return rng.integers(0, rng.integers(2, 12), (n, 2)) / 8.0
    if kind == "mirrored":
        return np.sort(rng.normal(size=(n, 2)), axis=0)
    return rng.normal(size=(n, 1 if kind == "on a line" else 2))


def drawn_values(rng: np.random.Generator, n: int, kind: str) -> np.ndarray:
    y = rng.normal(size=n)
    if kind == "mirrored":  # cuts tie in pairs, but for rounding
        y = 0.1 - y
        y[n - n // 2 :] = 0.3 - y[: n // 2][::-1]
    other = {
        "few values": rng.integers(0, 4, n).astype(float),
        "far from zero": y + 10.0 ** rng.integers(3, 9),
        "of any size": y * 10.0 ** rng.integers(-140, 140),
        "huge beside tiny": np.where(rng.random(n) < 0.1, np.sign(y) * 1e150, 1e-6 * y),
    }
    return other.get(kind, y)


def drawn_weight(rng: np.random.Generator, n: int, kind: str) -> np.ndarray | None:
    if kind == "once":
        return None
    weight = {
        "whole numbers": rng.integers(1, 5, n).astype(float),
        "any": rng.random(n) + 1e-9,
        "15 decades": 10.0 ** rng.uniform(-15.0, 0.0, n),
        "some nothing": rng.integers(0, 3, n).astype(float),
    }[kind]
    weight[0] += kind == "some nothing"
    return weight


def assert_same(
    small: Grown, levels: Grown, data: Dataset, exact: bool = True, least: float = 1e-12
) -> int:
    """Compare two trees, and count the splits; of numbers that cancel only the questions."""
    one, other = small.tree, levels.tree
    for name in QUESTIONS:
        assert getattr(one, name).dtype == getattr(other, name).dtype
        assert getattr(one, name).tolist() == getattr(other, name).tolist(), name
        assert not getattr(one, name).flags.writeable
    for name in MEASURES if exact else ():
        shares = data.classes is not None and name != "weight"
        near(getattr(one, name), getattr(other, name), least if shares else 0.0)
    assert one.apply(data.points).tolist() == small.leaf.tolist()
    return len(one) // 2


def near(one: np.ndarray, other: np.ndarray, least: float = 0.0) -> None:
    scale = np.abs(other).max(initial=0.0)
    np.testing.assert_allclose(one, other, rtol=1e-9, atol=max(1e-11 * scale, least))


@pytest.mark.parametrize("limits", LIMITS, ids=str)
@pytest.mark.parametrize("weighing", WEIGHTS)
@pytest.mark.parametrize("kind", VALUES)
def test_trees_of_values(kind, weighing, limits):
    if kind == "huge beside tiny" and weighing == "15 decades":
        pytest.skip("165 decades are more than sums can tell apart")
    rng = np.random.default_rng([VALUES.index(kind), WEIGHTS.index(weighing), LIMITS.index(limits)])
    splits = 0
    for _ in range(6):
        n = int(rng.integers(1, 60))
        points, y = drawn_points(rng, n, kind), drawn_values(rng, n, kind)
        columns = ("x1", "x2")[: points.shape[1]]
        data = Dataset(points, y, None, columns, weight=drawn_weight(rng, n, weighing))
        rules, noise = TreeRules("squared", limits), float(rng.choice([0.0, 0.0, 1e-13, 0.3]))
        fitter = ValueFitter(data, rules)
        bags = [None, rng.integers(0, 2, n) * (data.distribution > 0)]
        for in_bag in bags if bags[1].any() else bags[:1]:
            weight = counts(data) if in_bag is None else counts(data) * in_bag
            least = noise if np.abs(y[data.distribution > 0]).max() > noise else 0.0
            small = fitter.fit(y, in_bag, noise).answering(None)
            assert isinstance(small.tree, LazyTree)
            levels = fit_values(data, y, weight, rules, least)
            exact = weighing != "15 decades" and kind != "huge beside tiny"
            splits += assert_same(small, levels, data, exact)
            assert np.arange(n)[levels.rows].tolist() == np.arange(n)[small.rows].tolist()
    assert splits > 2 or limits.max_depth == 0


@pytest.mark.parametrize("limits", LIMITS, ids=str)
@pytest.mark.parametrize("weighing", WEIGHTS)
@pytest.mark.parametrize("criterion", ["error", "gini", "entropy", "gain-ratio"])
def test_trees_of_classes(criterion, weighing, limits):
    if criterion == "gain-ratio" and weighing == "15 decades":
        pytest.skip("next to nothing divided by next to nothing")
    rng = np.random.default_rng([len(criterion), WEIGHTS.index(weighing), LIMITS.index(limits)])
    rules, splits = TreeRules(criterion, limits), 0
    for turn in range(12):
        n, classes = int(rng.integers(1, 60)), int(rng.integers(1, 9)) if turn % 2 else 2
        points = drawn_points(rng, n, "a lattice" if turn % 3 else "any values")
        data = Dataset(points, rng.integers(0, classes, n), tuple("ABCDEFGH"[:classes]))
        given = drawn_weight(rng, n, weighing)
        weight = counts(data) if given is None else given / given.sum()
        small = ClassFitter(data, rules).fit(weight)
        grower = Grower(data, statistics(data, weight, rules), limits)
        levels = grow_one(grower, weight > 0)
        # a class that is next to nothing has its weight rounded in one of the two
        least = 1e-10 if weighing == "15 decades" else 1e-12
        splits += assert_same(small, levels, data, least=least)
        decided = levels.tree.answer(data.points).argmax(axis=1)
        assert small.decide(data.points).tolist() == decided.tolist()
    assert splits > 2 or limits.max_depth == 0


@pytest.mark.parametrize("bend", ["squares", "logistic", "any"])
@pytest.mark.parametrize("limits", [Limits(1), Limits(3), Limits(6), Limits(3, 1, 61)], ids=str)
def test_trees_of_second_order(bend, limits):
    rng = np.random.default_rng([len(bend), limits.max_depth])
    splits = 0
    for turn in range(30):
        n = int(rng.integers(1, 60))
        points = drawn_points(rng, n, "a lattice" if turn % 2 else "any values")
        weight = drawn_weight(rng, n, WEIGHTS[turn % len(WEIGHTS)])
        data = Dataset(points, rng.normal(size=n), None, weight=weight)
        p = rng.random(n)
        gradient = p - rng.integers(0, 2, n)
        hessian = {"squares": np.ones(n), "logistic": p * (1 - p), "any": rng.random(n) + 1e-16}
        order = SecondOrder(
            float(rng.choice([0.0, 1.0, 0.3])), float(rng.choice([0.0, 0.5])),
            float(rng.choice([0.0, 1.0])), None,
        )  # fmt: skip
        slopes = Slopes(gradient, hessian[bend])
        rules = TreeRules("second-order", limits, second_order=order)
        bag = rng.integers(0, 2, n) * (data.distribution > 0)
        for in_bag in (None, bag) if bag.any() else (None,):
            small = SecondOrderFitter(data, rules, None).fit(slopes, in_bag)
            levels = fit_second_order(data, slopes, in_bag, rules)
            one, other = small.tree, levels.tree
            splits += assert_same(small, levels, data)
            near(one.grad, other.grad)
            near(one.hess, other.hess)
            assert (one.grown is None) == (other.grown is None)
    assert splits > 20


def test_a_node_of_tiny_weights_is_cut_as_exactly_as_any():
    """By units of the whole tree alone the light points would all weigh the same."""
    points = np.column_stack((np.arange(8.0), np.arange(8.0) % 2))
    weight = np.array([1.0, 1.0, 3e-15, 1e-15, 2e-15, 4e-15, 1.5e-15, 0.5e-15])
    target = np.array([0, 0, 1, 0, 0, 1, 1, 0])
    data = Dataset(points, target, ("A", "B"))
    tree: Tree = ClassFitter(data, TreeRules("gini", Limits(3))).fit(weight / weight.sum()).tree
    light = tree.right[0] if tree.n[tree.right[0]] == 6 else tree.left[0]
    sides = tree.weight[[tree.left[light], tree.right[light]]]
    np.testing.assert_allclose(sides.sum(), weight[2:].sum() / weight.sum(), rtol=1e-12)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("columns", [1, 2, 3, 6])
def test_trees_of_values_split_best_along_any_number_of_columns(columns, weighted):
    """As trees in the upper layers of a stack do: a column for each learner below."""
    dice = np.random.default_rng(columns)
    for _ in range(20):
        n = int(dice.integers(6, 30))
        X, y = dice.integers(0, 20, (n, columns)).astype(float), dice.integers(-5, 6, n) * 1.0
        weight = dice.integers(1, 4, n) * 1.0 if weighted else np.ones(n)
        names = tuple(f"h{k + 1}" for k in range(columns))
        data = Outputs(X, y, weight=weight if weighted else None, columns=names)
        trees = [member.read("tree(max_depth=2,min_samples_leaf=2)").train(lesson_of(data))]
        if columns <= 2:  # as all trees of boosting see
            trees.append(fitted(data, y))
        for tree in trees:
            cuts = [
                (squared_error(y, weight, below) + squared_error(y, weight, ~below), a, threshold)
                for a in range(columns)
                for threshold in middles(X[:, a])
                if 2 <= (below := X[:, a] <= threshold).sum() <= n - 2
            ]
            least = min(cuts)[0]
            best = next(cut[1:] for cut in cuts if cut[0] <= least + 1e-9)
            assert (tree.feature[0], tree.threshold[0]) == best
            leaf = tree.apply(X)
            for each in np.unique(leaf):
                inside = leaf == each
                mean = np.average(y[inside], weights=weight[inside])
                assert tree.value[each] == pytest.approx(mean, abs=1e-9)


def fitted(data, y):
    trees = ValueFitter(data, TreeRules("squared", Limits(2, 2)))
    made = trees.fit(y, None, 0.0)
    return made.answering(np.divide(*made.sums(y, np.ones(len(y))))).tree


def middles(x):
    here = np.unique(x)
    return (here[1:] + here[:-1]) / 2


def squared_error(y, weight, inside):
    mean = np.average(y[inside], weights=weight[inside])
    return float(weight[inside] @ (y[inside] - mean) ** 2)
