"""Leaves gathered for all trees at once are those of the trees, one by one; so are the cuts."""

import numpy as np
import pytest

from ensemble_viz.engine.data import Refusal
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.engine.runs import run
from ensemble_viz.engine.surface import Cells
from ensemble_viz.engine.surface.leaves import RunLeaves
from ensemble_viz.engine.surface.lines import boundary

RUNS = [
    ("moons", "adaboost", {}),
    ("moons", "adaboost", {"max_depth": 3, "criterion": "gini"}),
    ("blobs", "gradient-boosting", {"max_depth": 2}),
    ("blobs", "random-forest", {"vote": "soft"}),
    ("blobs", "tree", {}),
    ("surface", "gradient-boosting", {}),
    ("sine", "bagging", {}),
    ("moons", "xgboost", {"gamma": 1.0}),
]


def columns_of(learning):
    initial = learning.start.initial_score
    return max(learning.data.n_classes, 1) if initial is None else len(initial)


def by_hand(learning, t):
    """The leaves of round t, tree by tree."""
    record = learning.round(t)
    say = learning.method.say(learning.data, learning.params)
    columns = columns_of(learning)
    boxes, parts = [], []
    for k, tree in enumerate(record.learners):
        leaf = tree.is_leaf
        said = say(tree.value[leaf]).reshape(leaf.sum(), -1)
        part = (1.0 if record.learner_weight is None else record.learner_weight) * said
        if record.one_a_class:
            part = part * (np.arange(columns) == k)
        boxes.append(tree.rectangles(learning.data.dimension)[leaf])
        parts.append(part)
    return np.concatenate(boxes), np.concatenate(parts)


@pytest.mark.parametrize(("name", "method", "settings"), RUNS)
@pytest.mark.parametrize("order", [(9, 3, 6, 1, 0), (1, 2, 3, 5, 9), (9,)])
def test_leaves_of_any_round(name, method, settings, order):
    learning = run(sample(name), method, {"rounds": 9} | settings, seed=4)
    learning.finish()
    latest = learning.method.combine == "latest"
    columns = columns_of(learning)
    leaves = RunLeaves(learning, columns)
    for asked in order:
        t = min(asked, len(learning))
        first = max(t, 1) if latest else 1
        parts = [by_hand(learning, k) for k in range(first, t + 1)]
        box = np.concatenate([np.empty((0, learning.data.dimension, 2)), *(b for b, _ in parts)])
        part = np.concatenate([np.empty((0, columns)), *(p for _, p in parts)])
        found, total = leaves.upto(t)
        ends = [np.concatenate(([-np.inf], cut, [np.inf])) for cut in found.cuts]
        for axis, end in enumerate(ends):
            assert np.array_equal(end[found.edge[axis]].T, box[:, axis])
        assert np.array_equal(found.part, part)
        weights = [learning.round(k).learner_weight for k in range(first, t + 1)]
        expected = 0.0
        for weight in weights:  # `sum` rounds otherwise from Python 3.12 on
            expected += 1.0 if weight is None else weight
        assert total == expected
        for axis, cut in enumerate(leaves.cuts(t)):
            edges = np.unique(box[:, axis])
            assert np.array_equal(cut, edges[np.isfinite(edges)])


def test_other_learners_have_no_leaves():
    learning = run(sample("moons"), "bagging", {"base": "logistic", "rounds": 2})
    leaves = RunLeaves(learning, 2)
    with pytest.raises(Refusal, match="only trees"):
        leaves.upto(2)
    assert leaves.upto(0)[0].edge.shape == (2, 2, 0)


@pytest.mark.parametrize("seed", range(30))
def test_boundaries_are_between_different_cells(seed):
    rng = np.random.default_rng(seed)
    rows, columns = rng.integers(1, 9, 2)
    labels = rng.integers(0, rng.integers(1, 4), (rows, columns)).astype(np.uint8)
    cuts = np.arange(1.0, columns), np.arange(1.0, rows)
    low, high = np.zeros(2), np.array([columns, rows], dtype=float)
    found = boundary(Cells(cuts, np.empty(0)), labels, low, high)
    pieces = set()
    for x1, y1, x2, y2 in found.tolist():
        assert (x1 == x2) != (y1 == y2)
        steps = int(max(x2 - x1, y2 - y1))
        pieces |= {
            (x1, y1 + k, x1, y1 + k + 1) if x1 == x2 else (x1 + k, y1, x1 + k + 1, y1)
            for k in range(steps)
        }
    upright = {
        (i + 1, j, i + 1, j + 1)
        for j in range(rows)
        for i in range(columns - 1)
        if labels[j, i] != labels[j, i + 1]
    }
    level = {
        (i, j + 1, i + 1, j + 1)
        for j in range(rows - 1)
        for i in range(columns)
        if labels[j, i] != labels[j + 1, i]
    }
    assert pieces == upright | level
    assert sum(max(x2 - x1, y2 - y1) for x1, y1, x2, y2 in found.tolist()) == len(pieces)
    lines = [tuple(line) for line in found.tolist()]
    ends = {(line[2], line[3]): line for line in lines}
    for line in lines:  # lines that go on in the same direction are one
        before = ends.get((line[0], line[1]))
        assert before is None or (before[0] == before[2]) != (line[0] == line[2])
