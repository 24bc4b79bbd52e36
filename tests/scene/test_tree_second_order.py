"""Trees of second order as they are drawn: G, H, gain and value of each node, what is pruned."""

import numpy as np
import pytest

from ensemble_viz.document.where import Focus, Moment
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.scene.moment.view import View
from ensemble_viz.scene.words import agrees, subscript
from tests.datasets import DATASETS
from tests.scene.moments import at, boxes_of, scene
from tests.scene.walks import answers

TRAIN, PRUNE, LEAVES, VOTE = 2, 3, 4, 5
WIDTH = 400.0
CASES = [
    (sample("sine"), {"max_depth": 3, "gamma": 1.0}),
    (sample("surface"), {"max_depth": 2, "subsample": 0.5}),
    (sample("surface"), {"max_depth": 4, "gamma": 1.0}),
    (sample("moons"), {"gamma": 6.0}),
    (sample("blobs"), {"max_depth": 2, "gamma": 2.0}),
    (DATASETS["weights of three classes"], {"min_child_weight": 0.0}),
]


def rows_of(tree, points):
    """Send the points down question by question: the rows in each node."""
    rows = {0: np.arange(len(points))}
    for node in range(len(tree)):
        if tree.feature[node] >= 0:
            yes = points[rows[node], tree.feature[node]] <= tree.threshold[node]
            rows[int(tree.left[node])] = rows[node][yes]
            rows[int(tree.right[node])] = rows[node][~yes]
    return rows


def told(shown, node, width=WIDTH):
    """Read everything about a node from its box and its tooltip."""
    box = boxes_of(shown, width)[node]
    return " ".join(f"{line.text} {line.value}" for line in box.lines), box.words


def number(text, name):
    """Read the number behind a name."""
    return text.split(f"{name} ")[1].split(",")[0].split()[0].removeprefix("+")


def sums_of(stage):
    """Add G and H up in every node, point by point."""
    record, n = stage.record, len(stage.data)
    times = np.ones(n) if stage.data.weight is None else stage.data.weight
    times = times if record.in_bag is None else times * record.in_bag
    g = -record.target.reshape(n, -1)[:, stage.which]
    h = record.hessian.reshape(n, -1)[:, stage.which]
    rows = rows_of(stage.numbered, stage.data.points)
    return {k: ((times * g)[own].sum(), (times * h)[own].sum()) for k, own in rows.items()}


@pytest.mark.parametrize(("data", "settings"), CASES)
@pytest.mark.parametrize("step", [TRAIN, PRUNE, VOTE])
def test_every_node_tells_its_sums_recomputed_from_the_points(data, settings, step):
    shown = scene("xgboost", data, 2, step, **settings)
    tree, lam = shown.stage.numbered, shown.stage.run.params.reg_lambda
    sums = sums_of(shown.stage)
    score = {node: grad**2 / (hess + lam) for node, (grad, hess) in sums.items()}
    for node, box in boxes_of(shown, WIDTH).items():
        if box.kind == "more":
            continue
        grad, hess = sums[node]
        assert agrees(number(box.words, "G"), grad)
        assert agrees(number(box.words, "H"), hess)
        says = "says" if box.kind == "leaf" else "w"
        if step == VOTE:
            assert agrees(number(box.words.replace(":", ","), says), -grad / (hess + lam))
        else:
            assert f" {says} " not in box.words
        if box.kind == "rule":
            gain = score[int(tree.left[node])] + score[int(tree.right[node])] - score[node]
            assert agrees(number(box.words.replace("\n", ","), "gain"), gain)


def test_a_small_tree_has_all_of_it_in_its_boxes():
    shown = scene("xgboost", sample("sine"), 1, TRAIN, max_depth=2)
    tree = shown.stage.tree
    for node in range(len(tree)):
        text, _ = told(shown, node)
        assert agrees(number(text, "G"), tree.grad[node])
        assert agrees(number(text, "H"), tree.hess[node])
        if tree.feature[node] >= 0:
            assert agrees(number(text, "gain"), tree.gain[node])
            assert " w " not in text
    later = at(shown, moment=Moment(1, LEAVES))
    leaves = np.flatnonzero(tree.feature < 0)
    assert "w " not in told(shown, int(leaves[0]))[0]
    for node in range(len(tree)):
        text, _ = told(later, node)
        weight = -tree.grad[node] / (tree.hess[node] + 1.0)
        name = "w" if tree.feature[node] >= 0 else text.split()[0]
        assert agrees(number(text, name), weight)
    added = at(shown, moment=Moment(1, VOTE))
    for node in leaves:
        text, _ = told(added, int(node))
        assert agrees(text.split("→")[1].strip().removeprefix("+"), 0.3 * tree.value[node])


def test_small_boxes_have_their_sums_too_where_there_is_room():
    shown = scene("xgboost", sample("surface"), 2, TRAIN, max_depth=4)
    assert shown.stage.tree.n_leaves > 5
    for node, box in boxes_of(shown, 900.0).items():
        texts = [line.text for line in box.lines]
        if box.kind == "rule":
            assert [text.split()[0] for text in texts[1:]] == ["G", "gain"]
            assert "H" in texts[1]
        else:
            assert [text.split()[0] for text in texts] == ["G", "H"]
            values = [
                line.text for line in boxes_of(at(shown, moment=Moment(2, VOTE)), 900.0)[node].lines
            ]
            assert agrees(values[0].removeprefix("+"), shown.stage.tree.value[node])


def test_boxes_never_overlap_nor_leave_the_height():
    for data, settings in CASES:
        for step in (TRAIN, PRUNE, LEAVES, VOTE):
            shown = scene("xgboost", data, 2, step, **settings)
            for width in (288.0, 384.0):
                made = shown.tree.arranged(width)
                assert made.height <= shown.tree.height + 1e-9
                for k, one in enumerate(made.boxes):
                    assert one.x >= -1e-9
                    assert one.x + one.width <= width + 1e-9
                    for other in made.boxes[:k]:
                        apart = (
                            one.x + one.width <= other.x + 1e-9
                            or other.x + other.width <= one.x + 1e-9
                            or one.y + one.height <= other.y + 1e-9
                            or other.y + other.height <= one.y + 1e-9
                        )
                        assert apart


def test_a_tree_keeps_its_layout_while_its_round_goes_on():
    shown = scene("xgboost", sample("moons"), 1, TRAIN)
    places = [
        {box.node: box.x for box in at(shown, moment=Moment(1, step)).tree.arranged(288.0).boxes}
        for step in (TRAIN, PRUNE, LEAVES, VOTE)
    ]
    assert places[1:] == places[:1] * 3


def test_what_is_pruned_is_drawn_as_it_was_grown():
    shown = scene("xgboost", sample("moons"), 2, PRUNE, gamma=6.0)
    smaller = shown.stage.record.learners[0]
    grown, kept = smaller.grown, smaller.kept
    boxes = boxes_of(shown, WIDTH)
    assert set(boxes) == set(range(len(grown)))
    cut = [k for k in np.flatnonzero(grown.feature >= 0)
           if kept[k] < 0 or smaller.feature[kept[k]] < 0]  # fmt: skip
    assert len(cut) == 1
    for node, box in boxes.items():
        struck = any(line.struck for line in box.lines)
        assert struck == (node in cut)
        assert box.gone == (kept[node] < 0 or node in cut)
        assert ("pruned by γ" in told(shown, node)[0]) == (node in cut)
        assert ("pruned by γ = 6" in box.words) == (node in cut)
        if grown.feature[node] < 0:
            assert (box.k is None) == (kept[node] < 0)
    dashed = {link.node for link in shown.tree.arranged(400.0).links if link.dashed}
    assert dashed == {node for node in boxes if kept[node] < 0}
    assert shown.tree.hint == "1 split pruned by γ"
    assert shown.tree.about[0].startswith("3 of 4 leaves left")


def test_before_and_after_it_nothing_is_struck():
    for step, nodes in ((TRAIN, "grown"), (LEAVES, "kept"), (VOTE, "kept")):
        shown = scene("xgboost", sample("moons"), 2, step, gamma=6.0)
        smaller = shown.stage.record.learners[0]
        expected = smaller.grown if nodes == "grown" else smaller
        assert shown.stage.tree is shown.stage.numbered is expected
        boxes = boxes_of(shown, WIDTH)
        assert len(boxes) == len(expected)
        assert not any(box.gone or any(line.struck for line in box.lines) for box in boxes.values())


def test_leaves_have_the_names_of_the_tree_that_is_left_while_it_is_pruned():
    shown = scene("xgboost", sample("moons"), 2, PRUNE, gamma=6.0)
    smaller, points = shown.stage.record.learners[0], shown.stage.data.points
    order = {}
    waiting = [0]
    while waiting:
        node = waiting.pop()
        if smaller.feature[node] < 0:
            order[node] = len(order) + 1
        else:
            waiting += [int(smaller.right[node]), int(smaller.left[node])]
    leaf = answers(smaller, points)
    for row in (0, 17, 50, 99):
        card = at(shown, pinned=Focus(point=row))
        (name,) = [one.value for one in card.card.rows if one.label.endswith("in leaf")]
        assert name == f"R{subscript(order[leaf[row]])}"
        end = [box for box in card.tree.arranged(400.0).boxes if box.on_path][-1]
        assert smaller.kept[end.node] == leaf[row]
        place = at(shown, pinned=Focus(place=tuple(points[row])))
        last = [box for box in place.tree.arranged(400.0).boxes if box.on_path][-1]
        assert last.node == end.node


def test_a_node_that_is_gone_still_lights_its_points():
    shown = scene("xgboost", sample("moons"), 2, PRUNE, gamma=6.0)
    grown = shown.stage.record.learners[0].grown
    rows = rows_of(grown, shown.stage.data.points)
    for node in range(len(grown)):
        marks = at(shown, hovered=Focus(node=node)).markers
        assert set(marks.row[marks.lit].tolist()) == set(rows[node].tolist())
        mark = at(shown, hovered=Focus(node=node)).learner_mark
        assert len(mark.lit) == 1


def test_a_round_with_a_tree_a_class_shows_the_sums_of_the_one_asked_for():
    for k in range(3):
        shown = scene("xgboost", sample("blobs"), 1, TRAIN, View.of(learner=k), max_depth=2)
        record = shown.stage.record
        tree = record.learners[k]
        assert tree.grad[0] == pytest.approx(-record.target[:, k].sum(), abs=1e-9)
        text, _ = told(shown, 0)
        assert agrees(number(text, "G"), -record.target[:, k].sum())
        assert shown.tree.which == k


def test_where_what_is_pruned_lies_amid_the_rest_its_leaves_are_found_and_named_all_the_same():
    shown = scene("xgboost", sample("surface"), 3, PRUNE, max_depth=4, gamma=1.0)
    smaller, points = shown.stage.record.learners[0], shown.stage.data.points
    kept = smaller.kept
    assert (np.diff(np.flatnonzero(kept >= 0)) > 1).any()  # numbers are not the same in both
    facts = shown.tree.drawn.facts
    assert kept[facts.leaf_of].tolist() == answers(smaller, points)
    left_to_right, waiting = [], [0]
    while waiting:
        node = waiting.pop()
        if smaller.feature[node] < 0:
            left_to_right.append(node)
        else:
            waiting += [int(smaller.right[node]), int(smaller.left[node])]
    for node, number_here in enumerate(facts.region):
        is_leaf = kept[node] in left_to_right
        assert number_here == (left_to_right.index(kept[node]) + 1 if is_leaf else 0)
    for box in boxes_of(shown, WIDTH).values():
        if box.kind == "leaf":
            name = "that is pruned" if box.gone else f"R{subscript(int(facts.region[box.node]))}"
            assert box.words.startswith(f"Leaf {name}: ")
