"""The quick search for cuts: it decides what is beyond doubt, and asks where it is not."""

import numpy as np
import pytest

from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.data.ties import extremes
from ensemble_viz.engine.trees.limits import Limits
from ensemble_viz.engine.trees.scout import MOST_DEPTH, Scout, Units
from ensemble_viz.engine.trees.value_trees import ValueTrees
from tests.engine.test_value_trees import KINDS, drawn


class Asked:
    """Somebody careful, who counts the questions."""

    def __init__(self, data: Dataset, limits: Limits, values: np.ndarray, noise: float) -> None:
        self.trees = ValueTrees(data, limits)
        self.values, self.noise = values, noise
        self.nodes: list[int] = []

    def __call__(self, rows):
        self.nodes.append(rows.shape[1])
        return self.trees.best_cut(rows, self.values, self.noise)


def cuts_of(tree):
    """List nodes, axes and thresholds in the order in which their children are numbered."""
    inner = sorted((~tree.is_leaf).nonzero()[0].tolist(), key=lambda node: tree.left[node])
    return [(node, int(tree.feature[node]), float(tree.threshold[node])) for node in inner]


@pytest.mark.parametrize("kind", KINDS)
def test_the_cuts_are_those_of_the_careful_search(kind):
    rng = np.random.default_rng(100 + KINDS.index(kind))
    nodes = asked = 0
    for turn in range(80):
        data, y = drawn(rng, kind)
        limits = Limits(turn % (MOST_DEPTH + 1), int(rng.choice([1, 1, 2, 5])))
        noise = float(rng.choice([0.0, 0.0, 1e-13, 0.3]))
        careful = Asked(data, limits, y, noise)
        sketch, leaf = Scout(data, limits).sketch(Units(y, extremes(y), noise), careful)
        grown = careful.trees.grow(y, noise)
        found = []
        for node, axis, low, high in sketch.cuts:
            below, above = data.points[low, axis], data.points[high, axis]
            found.append((node, axis, float(below / 2 + above / 2)))
        assert found == cuts_of(grown.tree)
        assert leaf.tolist() == grown.leaf.tolist()
        assert len(sketch) == len(grown.tree)
        nodes += len(grown.tree)
        asked += len(careful.nodes)
    assert nodes > 100
    assert asked < nodes


def test_what_is_clear_is_not_asked_about():
    rng = np.random.default_rng(3)
    for n in (50, 200, 3000):
        data = Dataset(rng.normal(size=(n, 2)), rng.normal(size=n), None)
        careful = Asked(data, Limits(1), data.target, 0.0)
        units = Units(data.target, extremes(data.target))
        sketch, _ = Scout(data, Limits(1)).sketch(units, careful)
        assert len(sketch.cuts) == 1
        assert careful.nodes == []


def test_what_ties_or_may_be_noise_is_asked_about():
    """The same cut along both axes; values that are all the same, or all but."""
    x = np.arange(4.0)
    data = Dataset(np.column_stack((x, x)), x, None)
    step = np.array([0.0, 0.0, 1.0, 1.0])
    for values, noise in ((step, 0.0), (step * 0.0, 0.0), (0.25 + 1e-13 * x, 1e-12)):
        careful = Asked(data, Limits(1), values, noise)
        Scout(data, Limits(1)).sketch(Units(values, extremes(values), noise), careful)
        assert careful.nodes == [4]


def test_cuts_that_differ_by_less_than_a_tie_are_asked_about():
    """The last cut is better than the first by far less than a tie, by less, or by far more."""
    line = np.arange(6.0)[:, None]
    data = Dataset(line, np.zeros(6), None, ("x1",))
    for more, nodes, beside in ((1e-14, [6], (0, 1)), (5e-13, [6], (0, 1)), (1e-6, [], (4, 5))):
        values = np.array([1.0, 0.0, 0.0, 0.0, 0.0, 1.0 + more])
        careful = Asked(data, Limits(1), values, 0.0)
        sketch, _ = Scout(data, Limits(1)).sketch(Units(values, extremes(values)), careful)
        assert careful.nodes == nodes
        assert sketch.cuts[0][2:] == beside


def test_only_small_trees_are_searched_node_by_node():
    assert Scout.can_search(Limits(MOST_DEPTH))
    assert not Scout.can_search(Limits(MOST_DEPTH + 1))
    assert not Scout.can_search(Limits())
