"""Why this split: every cut of a node judged again, one by one."""

import numpy as np
import pytest

from ensemble_viz.document.where import Focus, Moment
from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.scene.moment.view import View
from ensemble_viz.scene.trees.cuts import MOST_PIECES
from ensemble_viz.scene.words import agrees, value_of
from tests.scene.moments import at, scene

CASES = [
    ("ten-points", "adaboost", {}),
    ("moons", "adaboost", {}),
    ("moons", "adaboost", {"max_depth": 2}),
    ("moons", "adaboost", {"criterion": "entropy", "max_depth": 2}),
    ("blobs", "bagging", {}),
    ("moons", "random-forest", {"criterion": "entropy"}),
    ("surface", "random-forest", {}),
    ("sine", "gradient-boosting", {}),
    ("blobs", "gradient-boosting", {}),
    ("moons", "gradient-boosting", {"subsample": 0.5}),
]


def shares(target, weight, classes):
    return np.array([weight[target == k].sum() for k in range(classes)]) / weight.sum()


def impurity(criterion, target, weight, classes):
    if criterion == "squared":
        mean = weight @ target / weight.sum()
        return weight @ (target - mean) ** 2 / weight.sum()
    p = shares(target, weight, classes)
    if criterion == "gini":
        return 1 - (p**2).sum()
    if criterion == "entropy":
        return -sum(x * np.log2(x) for x in p if x > 0)
    return 1 - p.max()


def left_over(criterion, stump, left, right, classes):
    """Weigh both sides; the sides of the notes' stump answer different classes."""
    total = left[1].sum() + right[1].sum()
    if stump:
        held = [[w[y == k].sum() for k in range(classes)] for y, w in (left, right)]
        pairs = [held[0][a] + held[1][b] for a in range(classes) for b in range(classes) if a != b]
        return 1 - max(pairs) / total
    mixed = sum(w.sum() * impurity(criterion, y, w, classes) for y, w in (left, right))
    return mixed if criterion == "squared" else mixed / total


def inside(tree, node, points):
    """Send the points down: which come to a node?"""
    way, here = [], node
    while here:
        above = int(np.flatnonzero((tree.left == here) | (tree.right == here))[0])
        way.append((above, tree.left[above] == here))
        here = above
    found = np.ones(len(points), dtype=bool)
    for above, yes in way:
        found &= (points[:, tree.feature[above]] <= tree.threshold[above]) == yes
    return found


@pytest.mark.parametrize(("data", "method", "settings"), CASES)
def test_every_cut_is_judged_again(data, method, settings):
    shown = scene(method, sample(data), 2, **settings)
    stage, record = shown.stage, shown.stage.record
    points, tree = stage.data.points, record.learners[0]
    rules = stage.run.method.rules(stage.data, stage.run.params)
    stump = rules.criterion == "error" and rules.limits.max_depth == 1
    weight = np.ones(len(points)) if record.sample_weight is None else record.sample_weight
    weight = weight if record.in_bag is None else weight * record.in_bag
    target = record.target if record.target.ndim == 1 else record.target[:, 0]
    for node in range(min(len(tree), 3)):
        plot = at(shown, pinned=Focus(node=node)).search
        if not plot.axes:
            assert tree.feature[node] < 0
            continue
        own = inside(tree, node, points) & (weight > 0)
        whole = impurity(rules.criterion, target[own], weight[own], stage.data.n_classes)
        size = weight[own].sum() if rules.criterion == "squared" else 1.0
        assert plot.whole == pytest.approx(size * whole)
        for axis in plot.axes:
            x = np.unique(points[own, axis.cuts.axis])
            assert axis.cuts.threshold.tolist() == (x[:-1] / 2 + x[1:] / 2).tolist()
            for threshold, value in zip(axis.cuts.threshold, axis.cuts.value, strict=True):
                below = own & (points[:, axis.cuts.axis] <= threshold)
                above = own & ~below
                sides = [(target[side], weight[side]) for side in (below, above)]
                expected = left_over(rules.criterion, stump, *sides, stage.data.n_classes)
                assert value == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(("data", "method", "settings"), CASES)
def test_the_winner_is_the_least_of_the_axes_that_count(data, method, settings):
    shown = scene(method, sample(data), 3, **settings)
    plot, tree = shown.search, shown.stage.tree
    (winner,) = [axis for axis in plot.axes if axis.wins]
    assert winner.counts
    assert winner.cuts.axis == tree.feature[0]
    assert winner.best.threshold == tree.threshold[0]
    least = min(axis.cuts.value.min() for axis in plot.axes if axis.counts)
    assert winner.best.value == pytest.approx(least)
    for axis in plot.axes:
        if not axis.wins:
            assert axis.best.value == axis.cuts.value.min()
    assert plot.low <= least
    assert plot.high >= max(axis.cuts.value.max() for axis in plot.axes)


def test_the_error_of_the_stump_is_written_at_its_cut():
    shown = scene("adaboost", sample("moons"), 7)
    (winner,) = [axis for axis in shown.search.axes if axis.wins]
    assert winner.best.text == f"{shown.stage.record.error:.4f}"
    assert shown.search.hint == "weighted error, lower wins"
    assert shown.search.title == "Why this split"


def test_ties_are_told():
    shown = scene("adaboost", sample("ten-points"), 1)
    assert shown.search.hint == "weighted error, first of 3 ties"
    asked = scene("adaboost", sample("ten-points"), 2, view=View.of(fractions=True)).search
    assert "3/14" in [axis.best.text for axis in asked.axes]


def test_axes_that_were_not_drawn_are_marked():
    shown = scene("random-forest", sample("blobs"), 3)
    tried = set(shown.stage.tree.tried[0].tolist())
    for axis in shown.search.axes:
        assert axis.note == ("drawn" if axis.cuts.axis in tried else "not drawn")
        assert axis.counts == (axis.cuts.axis in tried)
    assert not any(axis.note for axis in scene("bagging", sample("blobs"), 3).search.axes)


def test_a_cut_is_read_under_the_mouse():
    shown = scene("adaboost", sample("moons"), 1)
    axis = shown.search.axes[0]
    for k in (0, 7, len(axis.cuts.value) - 1):
        middle = float(axis.cuts.threshold[k])
        threshold = f"{middle:.4f}".rstrip("0").replace("-", "−")
        said = f"x₁ ≤ {threshold}: {axis.cuts.value[k]:.4f}"
        assert shown.search.reading(0, middle) == said
    assert shown.search.reading(0, axis.low - 1.0) == ""
    assert shown.search.reading(0, axis.high + 1.0) == ""


def test_a_pure_leaf_has_nothing_to_split():
    shown = scene("bagging", sample("blobs"), 1)
    tree = shown.stage.tree
    leaf = int(np.flatnonzero(tree.is_leaf & (tree.impurity == 0))[0])
    plot = at(shown, hovered=Focus(node=leaf)).search
    name = "ABC"[tree.value[leaf].argmax()]
    assert plot.sentence == f"Nothing to split: every point in this leaf is {name}."
    assert plot.axes == ()


def test_a_leaf_that_may_not_be_split_says_why():
    shown = scene("bagging", sample("blobs"), 1, max_depth=1)
    plot = at(shown, hovered=Focus(node=2)).search
    assert plot.title == "Not split: at most 1 question deep"
    assert not any(axis.wins for axis in plot.axes)


def test_nothing_is_searched_before_the_learner_is_trained():
    assert scene("adaboost", sample("moons"), 0).search is None
    assert scene("bagging", sample("moons"), 1, 1).search is None
    assert scene("gradient-boosting", sample("sine"), 1, 1).search is None
    assert scene("gradient-boosting", sample("sine"), 1, 2).search is not None


def test_a_growing_tree_shows_the_search_before_the_split():
    shown = scene("tree", sample("blobs"), 3, 1)
    after = shown.stage.run.round(3).learners[0]
    (winner,) = [axis for axis in shown.search.axes if axis.wins]
    assert after.feature[shown.search.node] == winner.cuts.axis
    assert after.threshold[shown.search.node] == winner.best.threshold
    assert at(shown, moment=Moment(3, 2)).search.node == shown.search.node


def test_a_gain_ratio_is_higher_where_it_wins():
    shown = scene("tree", sample("blobs"), 1, criterion="gain-ratio")
    assert shown.search.hint == "gain ratio, higher wins"
    assert shown.search.whole is None
    (winner,) = [axis for axis in shown.search.axes if axis.wins]
    assert winner.best.value == pytest.approx(shown.stage.tree.gain[0])
    assert winner.best.value == pytest.approx(
        max(axis.cuts.value.max() for axis in shown.search.axes)
    )


def test_a_pruned_link_says_its_price():
    shown = scene("tree", sample("blobs"), 60, 1, prune="cost-complexity")
    run = shown.stage.run
    sizes = [len(record.learners[0]) for record in run.rounds]
    t = next(t for t in range(2, len(sizes) + 1) if sizes[t - 1] < sizes[t - 2])
    said = at(shown, moment=Moment(t, 1)).search.sentence
    price = run.round(t).figures["ccp_alpha"]
    assert f"{price:.4f}" in said or "10⁻" in said


def test_many_cuts_are_thinned_without_losing_the_ends_of_their_values():
    shown = scene("bagging", sample("surface", n=5000), 1)
    for axis in shown.search.axes:
        assert len(axis.cuts.value) > MOST_PIECES >= len(axis.line.value) - 1
        assert axis.line.value.min() == axis.cuts.value.min()
        assert axis.line.value.max() == axis.cuts.value.max()
        assert axis.line.start[0] == axis.cuts.start[0]
        assert axis.line.end[-1] == axis.cuts.end[-1]


def test_a_constant_that_wins_is_no_cut():
    row = Dataset(np.array([[x, 0.0] for x in range(5)]), np.array([0, 0, 1, 0, 0]), ("A", "B"))
    shown = scene("adaboost", row, 1)
    plot = shown.search
    assert plot.title == "No cut beats one answer for all"
    assert plot.whole_wins
    assert plot.whole_text == "no split 0.2000"
    assert not any(axis.wins for axis in plot.axes)
    assert plot.axes[0].cuts.value.tolist() == pytest.approx([0.4, 0.4, 0.4, 0.4])
    (box,) = shown.tree.arranged(288.0).boxes
    assert box.lines[0].text == "says A"


def test_a_threshold_that_is_a_point_leaves_it_on_the_left():
    """Between neighbouring numbers there is no middle: the cut stands on the lower one."""
    above = np.nextafter(1.0, 2.0)
    row = Dataset(np.array([[1.0, 0.0], [above, 0.0]] * 2), np.array([0, 1, 0, 1]), ("A", "B"))
    shown = scene("adaboost", row, 1)
    cuts = shown.search.axes[0].cuts
    assert cuts.threshold.tolist() == [1.0]
    assert cuts.value.tolist() == [0.0]
    assert (cuts.start[0], cuts.end[0]) == (1.0, above)


def test_the_whole_does_not_win_where_a_cut_does():
    assert not scene("adaboost", sample("moons"), 1).search.whole_wins


# --- second order -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "settings", "which"),
    [
        ("sine", {"max_depth": 3, "gamma": 1.0}, 0),
        ("moons", {"gamma": 6.0, "min_child_weight": 0.5}, 0),
        ("blobs", {"max_depth": 2, "reg_lambda": 0.3}, 2),
        ("surface", {"subsample": 0.5, "max_depth": 2}, 0),
    ],
)
@pytest.mark.parametrize("step", [2, 3, 5])
def test_every_cut_gains_what_its_sides_say(data, settings, which, step):
    """G and H of both sides are added up here, point by point."""
    shown = scene("xgboost", sample(data), 2, step, View.of(learner=which), **settings)
    stage, record, params = shown.stage, shown.stage.record, shown.stage.run.params
    points, n = stage.data.points, len(stage.data)
    g = -record.target.reshape(n, -1)[:, which]
    h = record.hessian.reshape(n, -1)[:, which]
    drawn = np.ones(n) if record.in_bag is None else record.in_bag
    tree = stage.numbered
    for node in range(min(len(tree), 5)):
        plot = at(shown, pinned=Focus(node=node)).search
        own = inside(tree, node, points) & (drawn > 0)
        for k, axis in enumerate(plot.axes):
            assert axis.cuts.sides.shape == (2, 2, len(axis.cuts.value))
            for place in range(0, len(axis.cuts.value), 7):
                threshold = axis.cuts.threshold[place]
                low = points[:, axis.cuts.axis] <= threshold
                sides = [((drawn * g)[s].sum(), (drawn * h)[s].sum()) for s in (own & low,
                         own & ~low, own)]  # fmt: skip
                score = [grad**2 / (hess + params.reg_lambda) for grad, hess in sides]
                gain = score[0] + score[1] - score[2]
                assert axis.cuts.value[place] == pytest.approx(gain, abs=1e-9)
                assert np.allclose(axis.cuts.sides[..., place], sides[:2], atol=1e-9)
                read = plot.sides((k, float(threshold)))
                found = [value_of(text.removeprefix("+")) for text in read.split()[1::2]]
                assert found == pytest.approx([*sides[0], *sides[1]], abs=6e-5)


def test_the_largest_gain_wins_and_its_sides_are_read():
    shown = scene("xgboost", sample("moons"), 1, 2)
    plot, tree = shown.search, shown.stage.tree
    (winner,) = [axis for axis in plot.axes if axis.wins]
    assert plot.hint == "gain, higher wins"
    assert winner.best.value == max(axis.cuts.value.max() for axis in plot.axes)
    assert agrees(winner.best.text, tree.gain[0])
    left, right = int(tree.left[0]), int(tree.right[0])
    read = [value_of(text.removeprefix("+")) for text in plot.sides().split()[1::2]]
    sums = [tree.grad[left], tree.hess[left], tree.grad[right], tree.hess[right]]
    assert read == pytest.approx(sums, abs=6e-5)
    assert plot.sides().split()[::2] == ["G_L", "H_L", "G_R", "H_R"]
    assert plot.whole is None
    assert scene("gradient-boosting", sample("moons"), 1, 2).search.sides() == ""


def test_the_price_of_a_split_is_a_line_across_the_gains():
    shown = scene("xgboost", sample("moons"), 2, 3, gamma=6.0)
    plot = shown.search
    assert (plot.whole, plot.whole_text, plot.whole_wins) == (6.0, "γ 6", False)
    assert plot.low <= 6.0 <= plot.high
    smaller = shown.stage.record.learners[0]
    cut = next(k for k in np.flatnonzero(smaller.grown.feature >= 0)
               if smaller.feature[smaller.kept[k]] < 0)  # fmt: skip
    pruned = at(shown, pinned=Focus(node=int(cut))).search
    assert pruned.title == "Why this split is pruned"
    assert max(axis.cuts.value.max() for axis in pruned.axes) < 6.0
    assert at(shown, moment=Moment(2, 2), pinned=Focus(node=int(cut))).search.title == (
        "Why this split"
    )


def test_gains_below_zero_are_seen():
    plot = scene("xgboost", sample("sine"), 2, 2, max_depth=3).search
    least = min(axis.cuts.value.min() for axis in plot.axes)
    assert least < 0.0
    assert plot.low < least


def test_a_leaf_without_any_cut_says_what_a_leaf_needs():
    shown = scene("xgboost", sample("moons"), 1, 2, min_child_weight=9.0)
    tree = shown.stage.tree
    plots = [at(shown, pinned=Focus(node=int(k))).search for k in np.flatnonzero(tree.feature < 0)]
    said = [plot.sentence for plot in plots if not plot.axes]
    assert said
    assert set(said) == {"Nothing to split: no cut is possible here: a leaf needs H ≥ 9."}
