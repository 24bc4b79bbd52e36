"""The reference against the rules of cuts and trees, on examples small enough to do by hand."""

import math
from fractions import Fraction
from itertools import product

import pytest

from tests.brute import adaboost, cuts, oracle, scores, trees

LINE = [(float(x), 0.0) for x in range(8)]


def hand(name):
    case = oracle.read("hand")[name]
    return case["X"], case["y"], case["expected"]


@pytest.mark.parametrize(
    ("low", "high", "threshold"),
    [
        (1.0, 1.0000000000000002, 1.0),
        (1.0000000000000002, 1.0000000000000004, 1.0000000000000002),
        (1.5e-323, 2e-323, 1.5e-323),
        (-1.5e308, 1.5e308, 0.0),
        (1.2e308, 1.7e308, 1.45e308),
        (0.0, 5e-324, 0.0),
        (1e-300, 2e-300, 1.5e-300),
        (1e15 + 0.25, 1e15 + 0.375, 1e15 + 0.25),
    ],
)
def test_a_threshold_parts_any_two_neighbours(low, high, threshold):
    tree = trees.grow([(low, 0.0), (high, 0.0)], [0, 1])
    assert tree.threshold == threshold
    assert low <= tree.threshold < high
    assert [tree.leaf((x, 0.0)).answer for x in (low, tree.threshold, high)] == [0, 0, 1]


def test_both_zeros_are_the_same_place():
    assert trees.candidates([(-0.0, 0.0), (0.0, 0.0)], [0, 1], [1, 1], [0, 1], "gini") == []


def test_rows_without_weight_take_no_part():
    weights = [1, 0, 1]
    tree = trees.grow([(0.0, 0.0), (1.0, 0.0), (4.0, 0.0)], [0, 1, 1], weights)
    assert (tree.n, tree.threshold) == (2, 2.0)
    (cut,) = trees.candidates(LINE, [0, 1, 1], weights, range(3), "gini")
    assert cut.rows == ([0], [2])


def test_the_lowest_feature_and_threshold_win_among_equals():
    diagonal = [(float(x), float(x)) for x in range(4)]
    winner, tied = trees.best(diagonal, [0, 1, 1, 0], [1] * 4, range(4), "gini")
    assert (winner.feature, winner.threshold) == (0, 0.5)
    assert [(cut.feature, cut.threshold) for cut in tied] == list(product((0, 1), (0.5, 2.5)))


def test_weights_alone_can_break_a_tie():
    winner, tied = trees.best(LINE[:4], [0, 1, 1, 0], [1, 1, 1, 1.0000001], range(4), "gini")
    assert winner.threshold == 2.5
    assert len(tied) == 1


@pytest.mark.parametrize("criterion", ["gini", "entropy", "error", "squared"])
def test_the_greatest_score_has_the_greatest_gain(criterion):
    X, y = oracle.points_and_answers("toy10")
    found = trees.candidates(X, y, range(1, 11), range(10), criterion)
    columns = scores.ledger(y, range(1, 11), criterion)
    gains = [
        scores.gain(scores.tally(cut.left, columns), scores.tally(cut.right, columns), criterion)
        for cut in found
    ]
    steps = {
        round(float((found[0].score - cut.score) - 55 * (gains[0] - gain)), 12)
        for cut, gain in zip(found, gains, strict=True)
    }
    assert steps == {0.0}


@pytest.mark.parametrize("criterion", ["gini", "entropy", "error"])
def test_eight_points_in_a_row(criterion):
    X, y, expected = hand(f"stump_8_{criterion}")
    if criterion == "error":  # a plain tree of two leaves, not the stump with its constants
        tree = trees.grow(X, y, None, criterion, max_leaf_nodes=2)
    else:
        tree = trees.grow(X, y, None, criterion, max_depth=1)
    assert trees.same_tree(tree, oracle.trace_nodes(expected["root"])) == []
    assert [tie.threshold for tie in tree.ties] == [3.5, 5.5]


def test_a_stump_says_that_its_sides_differ():
    tree = trees.grow(LINE[:4], [0, 1, 0, 0], None, "error", max_depth=1)
    assert (tree.threshold, tree.left.label, tree.right.label) == (1.5, 1, 0)
    assert tree.left.value == [Fraction(1, 2), Fraction(1, 2)]
    assert [(tie.threshold, tie.left, tie.right) for tie in tree.ties] == [
        (1.5, 1, 0),
        (None, 0, 0),
    ]


def test_a_stump_of_three_classes_takes_the_best_pair():
    tree = trees.grow(LINE[:6], [2, 2, 1, 0, 0, 0], None, "error", max_depth=1)
    assert (tree.threshold, tree.left.answer, tree.right.answer) == (1.5, 2, 0)
    assert tree.ties[0].score == 5


def test_a_constant_is_taken_when_it_alone_is_best():
    tree = trees.grow(LINE[:5], [0, 0, 1, 0, 0], None, "error", max_depth=1)
    assert (tree.left, tree.answer) == (None, 0)


def test_four_point_xor():
    X, y, expected = hand("xor4")
    stump = trees.grow(X, y, None, "error", max_depth=1)
    assert 1 - stump.ties[0].score / 4 == expected["best_stump_error"]
    run = adaboost.run(X, y)
    assert run.rounds == []
    assert run.stop == adaboost.Stop("no-better-than-chance", 1, Fraction(1, 2))
    tree = trees.grow(X, y, max_depth=2)
    assert tree.gain == expected["root_gini_gain"]
    assert [tree.leaf(x).answer for x in X] == y
    refused = trees.grow(X, y, max_depth=2, min_gain=Fraction(1, 10**9))
    assert (refused.left, refused.value) == (None, [Fraction(1, 2)] * 2)


def test_leaves_have_a_smallest_size():
    tree = trees.grow(LINE, [0, 1, 1, 1, 1, 1, 1, 1], min_samples_leaf=3)
    assert tree.threshold == 2.5
    assert min(leaf.n for leaf in tree.leaves()) >= 3


def test_the_most_useful_leaf_is_split_first():
    values = [0, 10, 0, 0, 100, 101, 100, 100]
    tree = trees.grow(LINE, values, None, "squared", max_leaf_nodes=3)
    assert tree.threshold == 3.5
    assert (tree.left.threshold, tree.right.threshold) == (1.5, None)


def test_the_earlier_leaf_goes_first_among_equals():
    values = [0, 1, 0, 1, 100, 101, 100, 101]
    tree = trees.grow(LINE, values, None, "squared", max_leaf_nodes=3)
    assert tree.left.left is not None
    assert tree.right.left is None


def test_the_gain_ratio_divides_by_the_entropy_of_the_cut():
    y = [0, 0, 0, 0, 1, 0, 1, 1]
    found = trees.candidates(LINE, y, [1] * 8, range(8), "gain-ratio")

    def bits(*counts):
        return -sum(c / sum(counts) * math.log2(c / sum(counts)) for c in counts if c)

    for cut in found:
        k = len(cut.left)
        left, right = sum(y[:k]), sum(y[k:])
        sides = k * bits(k - left, left) + (8 - k) * bits(8 - k - right, right)
        ratio = (bits(5, 3) - sides / 8) / bits(k, 8 - k)
        assert float(cut.score) == pytest.approx(ratio, abs=1e-12)
    tree = trees.grow(LINE, y, None, "gain-ratio", max_depth=1)
    assert tree.gain == max(cut.score for cut in found)


def traced(*nodes):
    names = ("id", "n", "feature", "threshold", "left", "right")
    return [dict(zip(names, node, strict=True)) for node in nodes]


def test_a_tree_beside_itself_and_beside_others():
    square = [(0.0, 0.0), (1.0, 1.0), (2.0, 2.0)]
    tree = trees.grow(square, [0, 1, 1])
    leaves = [(1, 1, None, None, None, None), (2, 2, None, None, None, None)]
    assert trees.same_tree(tree, traced((0, 3, "x1", 0.5, 1, 2), *leaves)) == []
    (tie,) = trees.same_tree(tree, traced((0, 3, "x2", 0.5, 1, 2), *leaves))
    assert (tie.kind, tie.expected, tie.found) == ("tie", (0, 0.5), (1, 0.5))
    (wrong, *_) = trees.same_tree(tree, traced((0, 3, "x1", 0.25, 1, 2), *leaves))
    assert (wrong.kind, wrong.name) == ("mismatch", "cut")
    (fewer,) = trees.same_tree(tree, traced((0, 2, "x1", 0.5, 1, 2), *leaves))
    assert (fewer.kind, fewer.name, fewer.expected, fewer.found) == ("mismatch", "n", 3, 2)
    (gone,) = trees.same_tree(tree, traced((0, 3, None, None, None, None)))
    assert gone.kind == "mismatch"


def test_figures_are_compared_too():
    tree = trees.grow(LINE[:3], [0, 1, 1])
    nodes = oracle.trace_nodes(
        {
            "n": 3,
            "weight": 3.0,
            "impurity": 4 / 9,
            "value": [1 / 3, 2 / 3],
            "feature": 0,
            "threshold": 0.5,
            "gain": 0.4,
            "left": {"n": 1, "weight": 1.0, "impurity": 0.0, "value": [1.0, 0.0]},
            "right": {"n": 2, "weight": 2.5, "impurity": 0.0, "value": [0.0, 1.0]},
        }
    )
    found = trees.same_tree(tree, nodes)
    assert [(part.id, part.name) for part in found] == [(0, "gain"), (2, "weight")]


def test_a_tie_that_mirrors_the_sides_is_followed():
    mirrored = [(0.0, 2.0), (1.0, 1.0), (2.0, 0.0)]
    tree = trees.grow(mirrored, [0, 1, 1])
    nodes = traced(
        (0, 3, "x2", 1.5, 1, 2), (1, 2, None, None, None, None), (2, 1, None, None, None, None)
    )
    assert [part.kind for part in trees.same_tree(tree, nodes)] == ["tie"]


def test_a_stump_answers_by_its_threshold():
    stump = cuts.Stump(Fraction(1), 0, 2.5, 1, 0)
    assert [stump.answer((x, 0.0)) for x in (2.5, 2.6)] == [1, 0]
