"""This round's learner and the ones before it, compared with their trees."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ensemble_viz.document.look import Layers
from ensemble_viz.document.where import Focus, Frame, Moment
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.scene.learners import earlier_lines, tree_lines
from tests.datasets import classes, drawn_classes, drawn_values
from tests.scene.moments import at, scene

TEN = sample("ten-points")
EIGHT = scene("random-forest", drawn_classes(32, 8, seed=3), 4)


def test_stumps_are_those_of_the_notes():
    found = []
    for t in (1, 2, 3):
        stump = scene("adaboost", TEN, t, 1).learner_mark.stump
        found.append((stump.name, stump.axis, stump.threshold, stump.low_text, stump.high_text))
    assert found == [
        ("h₁", 0, 2.5, "plus", "minus"),
        ("h₂", 0, 8.5, "plus", "minus"),
        ("h₃", 1, 6.5, "minus", "plus"),
    ]


def test_a_stump_of_values_answers_signs():
    data = drawn_values(25, 2, seed=9)
    shown = scene("gradient-boosting", data, 1, 2, max_depth=1)
    tree, stump = shown.stage.tree, shown.learner_mark.stump
    low, high = tree.value[tree.left[0]], tree.value[tree.right[0]]
    assert (stump.low, stump.high) == (np.sign(low), np.sign(high))
    assert stump.low_text == f"{low:+.4f}".replace("-", "−")
    assert stump.high_text == f"{high:+.4f}".replace("-", "−")


def test_nothing_is_drawn_before_the_learner_is_trained():
    assert scene("bagging", drawn_classes(21, 2, seed=1), 3, 1).learner_mark is None
    assert scene("bagging", drawn_classes(21, 2, seed=1), 0).learner_mark is None
    trained = scene("bagging", drawn_classes(21, 2, seed=1), 3, 2)
    assert trained.learner_mark is not None
    assert at(trained, layers=Layers(learner=False)).learner_mark is None


def test_a_learner_that_asks_nothing_says_so():
    data = classes([[1, 1]] * 3 + [[1, 1]] * 2, [1, 1, 1, 0, 0], "AB")
    mark = scene("adaboost", data, 1, 1).learner_mark
    assert mark.sentence == "h₁ asks nothing: it answers B everywhere."
    assert mark.stump is None
    assert len(mark.lines) + len(mark.boxes) == 0


def leaf_boxes(tree, frame):
    """Find the leaves by walking down from the root, inside a frame."""
    found = []

    def walk(node, box):
        if tree.feature[node] < 0:
            found.append((tuple(box), node))
            return
        axis, cut = int(tree.feature[node]), float(tree.threshold[node])
        left, right = list(box), list(box)
        left[axis + 2] = min(box[axis + 2], cut)
        right[axis] = max(box[axis], cut)
        walk(tree.left[node], left)
        walk(tree.right[node], right)

    walk(0, [frame.left, frame.bottom, frame.right, frame.top])
    return {box: node for box, node in found if box[0] < box[2] and box[1] < box[3]}


@given(st.floats(-3, 3), st.floats(-3, 3), st.floats(0.01, 6), st.floats(0.01, 6))
def test_regions_are_the_leaves_inside_the_frame(left, bottom, width, height):
    frame = Frame(left, bottom, left + width, bottom + height)
    shown = at(EIGHT, frame=frame)
    mark, tree = shown.learner_mark, shown.stage.tree
    expected = leaf_boxes(tree, frame)
    assert {tuple(box) for box in mark.boxes.tolist()} == set(expected)
    for box, answer in zip(mark.boxes.tolist(), mark.answers.tolist(), strict=True):
        assert answer == tree.value[expected[tuple(box)]].argmax()
    area = np.prod(mark.boxes[:, 2:] - mark.boxes[:, :2], axis=1).sum()
    assert np.isclose(area, width * height)


def covers(lines, points, axis):
    """Say of each point whether one of the lines across an axis runs through it."""
    at_axis, other = lines[:, axis], (lines[:, 1 - axis], lines[:, 3 - axis])
    is_across = lines[:, axis] == lines[:, axis + 2]
    hit = np.isclose(points[:, None, axis], at_axis[None], rtol=0, atol=1e-9) & is_across
    inside = points[:, None, 1 - axis]
    return (hit & (inside > other[0]) & (inside < other[1])).any(axis=1)


@pytest.mark.parametrize("axis", [0, 1])
def test_lines_are_exactly_where_the_class_of_the_tree_changes(axis):
    grown = Moment(EIGHT.stage.round, 2)
    shown, rng = at(EIGHT, moment=grown), np.random.default_rng(5)
    mark, tree, frame = shown.learner_mark, shown.stage.tree, shown.frame
    cuts = np.unique(tree.threshold[tree.feature == axis])
    cuts = cuts[(cuts > frame.low[axis]) & (cuts < frame.high[axis])]
    points = rng.uniform(frame.low, frame.high, size=(40 * len(cuts), 2))
    points[:, axis] = np.repeat(cuts, 40)
    step = np.eye(2)[axis] * 1e-9
    answers = [tree.answer(points + way * step).argmax(axis=1) for way in (-1, 1)]
    leaves = [tree.apply(points + way * step) for way in (-1, 1)]
    assert np.array_equal(covers(mark.lines, points, axis), answers[0] != answers[1])
    assert np.array_equal(covers(mark.inner, points, axis), leaves[0] != leaves[1])


def test_a_tree_of_values_is_drawn_with_all_its_edges():
    shown = scene("gradient-boosting", drawn_values(25, 2, seed=9), 2, 2, max_depth=3)
    mark, tree = shown.learner_mark, shown.stage.tree
    assert len(mark.lines) == (~tree.is_leaf).sum()
    assert len(mark.inner) == 0
    assert np.array_equal(mark.answers, (tree.value[tree.is_leaf] > 0).astype(int))


def test_very_many_leaves_are_parted_by_their_splits(monkeypatch):
    monkeypatch.setattr(tree_lines, "MOST_CELLS", 3)
    shown = scene("random-forest", drawn_classes(32, 8, seed=3), 1)
    assert len(shown.learner_mark.inner) == 0
    assert len(shown.learner_mark.lines) == (~shown.stage.tree.is_leaf).sum()


def test_the_region_of_a_node_is_lit():
    tree, frame = EIGHT.stage.tree, EIGHT.frame
    whole = [frame.left, frame.bottom, frame.right, frame.top]
    assert at(EIGHT, hovered=Focus(node=0)).learner_mark.lit.tolist() == [whole]
    left = list(whole)
    left[int(tree.feature[0]) + 2] = float(tree.threshold[0])
    shown = at(EIGHT, hovered=Focus(node=int(tree.left[0])))
    assert shown.learner_mark.lit.tolist() == [left]
    assert len(EIGHT.learner_mark.lit) == 0


def test_one_of_the_trees_of_a_round_is_shown():
    shown = scene("gradient-boosting", drawn_classes(24, 3, seed=2), 2, 2, max_depth=1)
    for k, name in enumerate("ABC"):
        stump = at(shown, learner=k).learner_mark.stump
        assert stump.threshold == shown.stage.run.round(2).learners[k].threshold[0]
        assert stump.name == f"h₂ of {name}"


def test_earlier_stumps_are_lines_of_their_weight_each_once():
    shown = scene("adaboost", TEN, 7)
    run, earlier, frame = shown.stage.run, shown.earlier, shown.frame
    weight = {t: run.round(t).learner_weight for t in range(1, 7)}
    largest = max(weight.values())
    expected = {}
    for t in range(1, 7):
        stump = run.round(t).learners[0]
        axis, cut = int(stump.feature[0]), float(stump.threshold[0])
        line = (
            (cut, frame.bottom, cut, frame.top)
            if axis == 0
            else (frame.left, cut, frame.right, cut)
        )
        expected[line] = max(expected.get(line, 0), weight[t] / largest)
    found = dict(zip(map(tuple, earlier.lines.tolist()), earlier.strength.tolist(), strict=True))
    assert found == pytest.approx(expected)
    assert [(chip.text, chip.axis, chip.at) for chip in earlier.chips] == [
        ("h₁", 0, 2.5), ("h₂", 0, 8.5), ("h₃", 1, 6.5)
    ]  # fmt: skip


def test_chips_leave_room_for_one_another():
    shown = scene("adaboost", sample("spirals"), 50)
    chips, frame = shown.earlier.chips, shown.frame
    assert 1 < len(chips) <= 12
    assert len(chips) < len(shown.earlier.lines)
    for axis in (0, 1):
        places = np.sort([chip.at for chip in chips if chip.axis == axis])
        assert (np.diff(places) >= 0.04 * (frame.high - frame.low)[axis]).all()


def test_this_round_is_not_among_the_earlier_ones():
    assert len(scene("adaboost", TEN, 1).earlier.lines) == 0
    assert len(scene("adaboost", TEN, 2).earlier.lines) == 1
    assert len(scene("adaboost", TEN, 0).earlier.lines) == 0
    assert at(scene("adaboost", TEN, 3), layers=Layers(earlier=False)).earlier is None


@pytest.mark.parametrize("axis", [0, 1])
def test_earlier_trees_are_drawn_where_their_class_changes(axis):
    data, rng = drawn_classes(24, 3, seed=2), np.random.default_rng(6)
    shown = scene("bagging", data, 4)
    trees = [shown.stage.run.round(t).learners[0] for t in (1, 2, 3)]
    frame = shown.frame
    cuts = np.unique(np.concatenate([tree.threshold[tree.feature == axis] for tree in trees]))
    points = rng.uniform(frame.low, frame.high, size=(30 * len(cuts), 2))
    points[:, axis] = np.repeat(cuts, 30)
    step = np.eye(2)[axis] * 1e-9
    changes = [
        tree.answer(points - step).argmax(axis=1) != tree.answer(points + step).argmax(axis=1)
        for tree in trees
    ]
    found = covers(shown.earlier.lines, points, axis)
    assert np.array_equal(found, np.any(changes, axis=0))
    assert (shown.earlier.strength == 1).all()


def test_only_the_newest_trees_are_drawn(monkeypatch):
    monkeypatch.setattr(earlier_lines, "MOST_TREES", 2)
    shown = scene("gradient-boosting", drawn_values(25, 2, seed=9), 9)
    newest = [shown.stage.run.round(t).learners[0] for t in (7, 8)]
    assert len(shown.earlier.lines) == sum((~tree.is_leaf).sum() for tree in newest)
    monkeypatch.setattr(earlier_lines, "MOST_LINES", 1)
    again = at(shown, learner=0).earlier
    assert len(again.lines) == (~newest[1].is_leaf).sum()


def test_a_growing_tree_is_seen_as_it_was_until_its_next_split_is_known():
    data = drawn_classes(21, 2, seed=1)
    shown = scene("tree", data, 4, 1)
    before = scene("tree", data, 3)
    assert shown.learner_mark is None
    expected = tree_lines.TreePlane([before.stage.tree]).class_edges().lines
    assert len(shown.earlier.lines) == len(before.frame.clip_lines(expected)[0])
    split = at(shown, moment=replace(shown.view.where.moment, step=2))
    assert len(split.earlier.lines) == 0
    assert len(split.learner_mark.boxes) == 5
    assert at(shown, moment=Moment(1, 2)).learner_mark.stump.name == "tree"


@pytest.mark.parametrize("method", ["random-forest", "extra-trees", "adaboost"])
def test_the_lines_of_many_trees_are_those_of_each(method):
    run = scene(method, drawn_classes(40, 3, seed=4), 9).stage.run
    trees = [record.learners[0] for record in run.rounds[:9]]
    together = tree_lines.TreePlane(trees)
    for k, tree in enumerate(trees):
        alone = tree_lines.TreePlane([tree])
        for found, own in (
            (together.splits(), alone.splits()),
            (together.class_edges(), alone.class_edges()),
        ):
            assert np.array_equal(found.lines[found.tree == k], own.lines)
        assert len(alone.splits().lines) == (~tree.is_leaf).sum()
        assert np.array_equal(
            alone.leaf_boxes, tree.rectangles()[tree.is_leaf].swapaxes(1, 2).reshape(-1, 4)
        )


def test_what_is_drawn_of_boosting_needs_no_measures_of_its_trees():
    shown = scene("gradient-boosting", drawn_classes(40, 2, seed=4), 9)
    assert shown.thrown == ()
    assert len(shown.earlier.lines) > 0
    assert len(shown.learner_mark.lines) > 0
    assert shown.field.tints is not None
    trees = [record.learners[0] for record in shown.stage.run.rounds]
    assert not any(tree.is_measured for tree in trees)
