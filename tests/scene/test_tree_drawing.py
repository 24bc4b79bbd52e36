"""The drawn tree: its numbers recomputed from points and questions, its boxes never overlapping."""

import itertools
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as effort
from hypothesis import strategies as st

from ensemble_viz.document.where import Focus, Moment
from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.scene.moment.view import View
from ensemble_viz.scene.trees.arranging import MOST_ROWS
from ensemble_viz.scene.trees.boxes import extent, spread, tidy
from ensemble_viz.scene.trees.facts import node_facts
from tests.scene.moments import at, boxes_of, scene

WIDTH = 288.0
CASES = [
    ("ten-points", "adaboost", {}),
    ("moons", "adaboost", {"max_depth": 3}),
    ("moons", "bagging", {}),
    ("blobs", "random-forest", {"max_samples": 0.5}),
    ("blobs", "tree", {"max_depth": 3}),
    ("surface", "random-forest", {"max_depth": 4}),
    ("sine", "gradient-boosting", {"learning_rate": 0.5}),
    ("moons", "gradient-boosting", {"subsample": 0.5}),
    ("blobs", "gradient-boosting", {"max_depth": 3}),
    ("surface", "tree", {}),
]


def rows_of(tree, points):
    """Send the points down question by question: the rows in each node."""
    rows = {0: list(range(len(points)))}
    for node in range(len(tree)):
        if tree.feature[node] < 0:
            continue
        below = [points[row, tree.feature[node]] <= tree.threshold[node] for row in rows[node]]
        left, right = int(tree.left[node]), int(tree.right[node])
        rows[left] = [row for row, yes in zip(rows[node], below, strict=True) if yes]
        rows[right] = [row for row, yes in zip(rows[node], below, strict=True) if not yes]
    return rows


def fitted(record, n):
    """How often each point counted, and with what weight."""
    drawn = np.ones(n, dtype=int) if record.in_bag is None else record.in_bag
    weight = np.ones(n) if record.sample_weight is None else record.sample_weight
    return drawn, weight * drawn


def leaves_below(tree, node):
    if tree.feature[node] < 0:
        return [node]
    children = int(tree.left[node]), int(tree.right[node])
    return [leaf for child in children for leaf in leaves_below(tree, child)]


def texts(box):
    return [text for line in box.lines for text in (line.text, line.value) if text]


@pytest.mark.parametrize(("data", "method", "settings"), CASES)
def test_the_numbers_of_every_node_are_recomputed_from_the_points(data, method, settings):
    shown = scene(method, sample(data), 2, **settings)
    stage = shown.stage
    record, points = stage.record, stage.data.points
    drawn, weight = fitted(record, len(points))
    for k, tree in enumerate(record.learners):
        facts, rows = node_facts(stage.lens, 2, k), rows_of(tree, points)
        for node in range(len(tree)):
            own = np.array(rows[node], dtype=int)
            assert np.count_nonzero(drawn[own]) == tree.n[node]
            assert facts.drawn[node] == drawn[own].sum()
            assert facts.weight[node] == pytest.approx(weight[own].sum())
            leaves = leaves_below(tree, node)
            assert facts.leaves[node] == len(leaves)
            if record.target.dtype.kind == "f":
                r = record.target.reshape(len(points), -1)[:, k]
                mean = weight[own] @ r[own] / weight[own].sum()
                assert facts.mean[node] == pytest.approx(mean, abs=1e-12)
                squares = weight[own] @ (r[own] - mean) ** 2
                assert facts.squares[node] == pytest.approx(squares, abs=1e-9)
                continue
            classes = stage.data.target
            for c in range(stage.data.n_classes):
                assert facts.by_class[node, c] == drawn[own][classes[own] == c].sum()
            wrong = [
                row for leaf in leaves for row in rows[leaf]
                if classes[row] != tree.value[leaf].argmax()
            ]  # fmt: skip
            assert facts.missed[node] == drawn[wrong].sum()
            assert facts.missed_weight[node] == pytest.approx(weight[wrong].sum())


def test_a_stump_says_its_numbers_step_by_step():
    shown = scene("adaboost", sample("ten-points"), 2, 1)
    data, record = shown.stage.data, shown.stage.record
    tree, D = record.learners[0], record.sample_weight
    left = data.points[:, tree.feature[0]] <= tree.threshold[0]
    assert shown.tree.title == "Stump 2"
    assert shown.tree.hint == "fitted to D₂"
    boxes = boxes_of(shown, WIDTH)
    assert texts(boxes[0]) == ["x₁ ≤ 8.5", "10 points, weight 1"]
    for node, side in ((1, left), (2, ~left)):
        says = data.classes[tree.value[node].argmax()]
        count = [f"{side.sum()} points", f"{D[side].sum():.4f}"]
        assert texts(boxes[node]) == [f"says {says}", *count]
        assert boxes[node].k == tree.value[node].argmax()
        missed = side & (data.target != tree.value[node].argmax())
        weight = f"{D[missed].sum():.4f}" if missed.any() else "0"
        told = texts(boxes_of(at(shown, moment=Moment(2, 2)), WIDTH)[node])
        assert told == [f"says {says}", *count, f"{missed.sum()} missed", weight]


def test_weights_are_written_as_fractions_when_asked_for():
    shown = scene("adaboost", sample("ten-points"), 2, 2, View.of(fractions=True))
    assert "3/14" in texts(boxes_of(shown, WIDTH)[1])


def test_leaves_of_boosting_say_their_step_and_what_is_left_of_it():
    fitted_step, shrunk_step = 2, 3
    shown = scene("gradient-boosting", sample("sine"), 3, fitted_step, learning_rate=0.5)
    record, x = shown.stage.record, shown.stage.data.points[:, 0]
    tree, r = record.learners[0], record.target
    ordered = sorted(np.unique(tree.threshold[~tree.is_leaf]))
    part = np.searchsorted(ordered, x)
    boxes = [box for box in boxes_of(shown, WIDTH).values() if box.kind == "leaf"]
    assert len(boxes) == len(ordered) + 1
    later = boxes_of(at(shown, moment=Moment(3, shrunk_step)), WIDTH)
    for k, box in enumerate(sorted(boxes, key=lambda box: box.x)):
        mean = r[part == k].mean()
        value = f"{mean:+.4f}".replace("-", "−")
        count = np.count_nonzero(part == k)
        named = f"{count} point" + ("s" if count > 1 else "")
        assert texts(box) == [f"R{'₁₂₃₄'[k]}", value, named]
        assert box.k == (mean > 0)
        half = f"{0.5 * mean:+.4f}".replace("-", "−")
        assert texts(later[box.node]) == [f"R{'₁₂₃₄'[k]}", value, f"→{half}"]


def test_leaves_of_classes_answer_the_mean_until_their_values_are_set():
    shown = scene("gradient-boosting", sample("moons"), 2, 2)
    tree = shown.stage.record.learners[0]
    facts = node_facts(shown.stage.lens, 2)
    leaf = int(np.flatnonzero(tree.is_leaf)[0])
    assert f"{facts.mean[leaf]:+.4f}".replace("-", "−") in texts(boxes_of(shown, WIDTH)[leaf])
    later = at(shown, moment=Moment(2, 3))
    assert f"{tree.value[leaf]:+.4f}".replace("-", "−") in texts(boxes_of(later, WIDTH)[leaf])


def test_a_round_with_a_tree_a_class_shows_the_one_asked_for():
    shown = scene("gradient-boosting", sample("blobs"), 2, view=View.of(learner=1))
    assert shown.tree.learners == ("A", "B", "C")
    assert shown.tree.drawn.tree is shown.stage.record.learners[1]
    assert at(shown, learner=0).tree.drawn.tree is shown.stage.record.learners[0]


def test_a_bag_says_how_many_points_it_has():
    shown = scene("random-forest", sample("blobs"), 2)
    bag = shown.stage.record.in_bag
    assert shown.tree.hint == f"on {bag.sum()} draws of {np.count_nonzero(bag)} points"


def test_nothing_is_drawn_before_it_is_trained():
    for method, t, step in (("adaboost", 0, None), ("bagging", 1, 1), ("gradient-boosting", 1, 1)):
        data = sample("sine" if method == "gradient-boosting" else "moons")
        drawing = scene(method, data, t, step).tree
        assert drawing.arranged(288.0) is None
        assert drawing.sentence
    empty = replace(sample("moons"), points=np.empty((0, 2)), target=np.empty(0, dtype=int))
    assert scene("adaboost", empty, 0).tree.sentence == "No points yet."


def test_a_growing_tree_shows_the_leaf_that_is_searched_then_its_split():
    shown = scene("tree", sample("blobs"), 4, 1)
    before, after = (shown.stage.run.round(t).learners[0] for t in (3, 4))
    assert shown.tree.drawn.tree is before
    (now,) = [box for box in boxes_of(shown, WIDTH).values() if box.is_now]
    assert now.kind == "leaf"
    split = at(shown, moment=Moment(4, 2))
    assert split.tree.drawn.tree is after
    assert after.feature[now.node] >= 0
    (again,) = [box for box in boxes_of(split, WIDTH).values() if box.is_now]
    assert (again.node, again.kind) == (now.node, "rule")
    first = scene("tree", sample("blobs"), 1, 1)
    (root,) = boxes_of(first, WIDTH).values()
    assert f"{len(first.stage.data)} points" in texts(root)


def test_a_pruned_tree_marks_the_node_that_became_a_leaf():
    shown = scene("tree", sample("blobs"), 60, 1, prune="cost-complexity")
    run = shown.stage.run
    t = next(
        t for t in range(2, 60) if len(run.round(t).learners[0]) < len(run.round(t - 1).learners[0])
    )
    pruned = at(shown, moment=Moment(t, 1))
    (now,) = [box for box in boxes_of(pruned, WIDTH).values() if box.is_now]
    assert now.kind == "leaf"
    assert run.round(t - 1).learners[0].feature[now.node] >= 0


def test_the_way_of_a_point_is_marked():
    shown = scene("random-forest", sample("blobs"), 2, view=View.of(pinned=Focus(point=7)))
    tree, point = shown.stage.tree, shown.stage.data.points[7]
    node, way = 0, [0]
    while tree.feature[node] >= 0:
        yes = point[tree.feature[node]] <= tree.threshold[node]
        node = int((tree.left if yes else tree.right)[node])
        way.append(node)
    made = shown.tree.arranged(288.0)
    assert {box.node for box in made.boxes if box.on_path} == set(way)
    assert {link.node for link in made.links if link.on_path} == set(way[1:])


def test_a_hovered_node_lights_up_and_nothing_moves():
    data = sample("checkerboard")
    shown = scene("random-forest", data, 1)
    before = boxes_of(shown, WIDTH)
    for node in list(before)[:6]:
        after = boxes_of(at(shown, hovered=Focus(node=node)), WIDTH)
        assert [box.node for box in after.values() if box.lit] == [node]
        assert {k: (box.x, box.y) for k, box in after.items()} == {
            k: (box.x, box.y) for k, box in before.items()
        }


def test_a_node_in_focus_is_told_about():
    shown = scene("bagging", sample("moons"), 1)
    assert "leaves" in shown.tree.about[0]
    tree, told = shown.stage.tree, at(shown, hovered=Focus(node=2)).tree.about
    drawn = shown.stage.record.in_bag
    own = np.array(rows_of(tree, shown.stage.data.points)[2])
    for c, name in enumerate("AB"):
        count = drawn[own][shown.stage.data.target[own] == c].sum()
        assert not count or f"{count} {name}" in told[0]
    assert f"{drawn[own].sum()} draws" in told[0]
    assert f"Gini {tree.impurity[2]:.4f}" in told[1] or tree.impurity[2] == 0


def test_the_height_is_the_same_in_every_round():
    for data, method, settings in CASES:
        shown = scene(method, sample(data), 3, **settings)
        heights = set()
        for t in range(4):
            drawing = at(shown, moment=Moment(t, 1 if t else 0)).tree
            heights.add(drawing.height)
        assert len(heights) == 1
        for width in (288.0, 384.0):
            assert shown.tree.arranged(width).height <= shown.tree.height + 1e-9


# --- layouts ----------------------------------------------------------------------------------


def overlap(one, other):
    return (
        one.x < other.x + other.width - 1e-9
        and other.x < one.x + one.width - 1e-9
        and one.y < other.y + other.height - 1e-9
        and other.y < one.y + one.height - 1e-9
    )


def assert_tidy(made, width):
    for one, other in itertools.combinations(made.boxes, 2):
        assert not overlap(one, other)
    for box in made.boxes:
        assert box.x >= -1e-9
        assert box.x + box.width <= width + 1e-9
    by_node = {box.node: box for box in made.boxes}
    for link in made.links:
        (x, _), lower = link.points[-1], by_node[link.node]
        assert x == pytest.approx(lower.middle)
        assert link.points[-1][1] == pytest.approx(lower.y)
        assert link.points[0][1] < lower.y


def random_classes(n, count, seed):
    rng = np.random.default_rng(seed)
    points = rng.normal(size=(n, 2))
    return Dataset(points, rng.integers(0, count, n), tuple("ABCDEFGH"[:count]))


@effort(max_examples=40)
@given(
    n=st.integers(1, 150),
    count=st.integers(1, 4),
    seed=st.integers(0, 10**6),
    width=st.sampled_from([288.0, 320.0, 384.0]),
    depth=st.sampled_from([1, 2, 3, 5, None]),
)
def test_boxes_never_overlap_and_stay_inside(n, count, seed, width, depth):
    shown = scene("bagging", random_classes(n, count, seed), 1, max_depth=depth)
    tree = shown.stage.tree
    made = shown.tree.arranged(width)
    assert_tidy(made, width)
    shown_leaves = sum(box.kind == "leaf" for box in made.boxes)
    leaves = shown.tree.drawn.facts.leaves
    left_out = sum(int(leaves[box.node]) for box in made.boxes if box.kind == "more")
    assert shown_leaves + left_out == tree.n_leaves


@effort(max_examples=40)
@given(data=st.data())
def test_a_large_tree_shows_what_is_pinned(data):
    n = data.draw(st.integers(200, 600))
    shown = scene("bagging", random_classes(n, 3, data.draw(st.integers(0, 999))), 1)
    tree = shown.stage.tree
    node = data.draw(st.integers(0, len(tree) - 1))
    made = at(shown, pinned=Focus(node=node)).tree.arranged(288.0)
    assert_tidy(made, 288.0)
    (box,) = [box for box in made.boxes if box.node == node]
    assert box.lit
    assert box.kind != "more"
    assert len({box.y for box in made.boxes}) <= MOST_ROWS
    below = {leaf for one in made.boxes for leaf in leaves_below(tree, one.node)}
    skipped = any(link.dashed for link in made.links)
    assert skipped or below == set(np.flatnonzero(tree.is_leaf))


def test_a_box_for_many_says_how_many():
    shown = scene("bagging", random_classes(500, 3, 5), 1)
    made = shown.tree.arranged(288.0)
    more = [box for box in made.boxes if box.kind == "more"]
    assert more
    for box in more:
        assert texts(box) == [f"+{len(leaves_below(shown.stage.tree, box.node))}"]


@given(st.recursive(st.just(()), lambda child: st.tuples(child, child), max_leaves=25), st.data())
def test_tidy_keeps_order_gap_and_middle(shape, data):
    children, waiting, count = {}, [(0, shape)], 1
    while waiting:
        node, below = waiting.pop()
        if below:
            children[node] = (count, count + 1)
            waiting += zip(children[node], below, strict=True)
            count += 2
    sizes = {node: data.draw(st.sampled_from([20.0, 36.0, 64.0])) for node in range(count)}
    gap = 4.0
    placed = tidy(0, children, sizes.__getitem__, gap)
    wide = extent(placed, sizes.__getitem__)
    for places in (placed, spread(placed, sizes.__getitem__, wide + 90.0, 2.0)):
        for node, (left, right) in children.items():
            assert places[node].x == pytest.approx((places[left].x + places[right].x) / 2)
            assert places[left].row == places[node].row + 1
        for row in range(1 + max(place.row for place in places.values())):
            ordered = sorted(
                (node for node in places if places[node].row == row), key=lambda k: places[k].x
            )
            for one, other in itertools.pairwise(ordered):
                between = places[other].x - places[one].x - (sizes[one] + sizes[other]) / 2
                assert between >= gap - 1e-9
