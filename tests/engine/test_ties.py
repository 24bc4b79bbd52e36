"""What counts as equal, and quick ways of saying so."""

import numpy as np
import pytest

from ensemble_viz.engine.data import TIE, Dataset
from ensemble_viz.engine.data.ties import largest, settle_rows, settle_shares, settle_zero
from ensemble_viz.engine.ensembles import decide
from ensemble_viz.engine.ensembles.votes import Sum, VoteSum
from ensemble_viz.engine.runs import run
from ensemble_viz.engine.trees.pruning import cost_complexity
from tests.brute.cuts import best, stumps, tied_best
from tests.datasets import NAMES, classes, values
from tests.runs import finished


@pytest.mark.parametrize("values", [[0.0], [-3.0, 2.0], [1.0, 4.0, -2.0], [-1.0], [0.0, -0.0]])
def test_the_largest_is_found_whatever_its_sign(values):
    assert largest(np.array(values)) == max(map(abs, values))
    assert largest(np.array([values, values])) == max(map(abs, values))


def test_the_largest_of_what_is_no_number_is_none():
    assert np.isnan(largest(np.array([1.0, np.nan, 2.0])))


@pytest.mark.parametrize("columns", [1, 2, 3])
def test_shares_are_settled_as_ever(columns):
    rng = np.random.default_rng(3)
    settled = 0
    for _ in range(300):
        near = TIE * rng.choice([0.0, 0.5, 0.999, 1.0, 1.001, 1.5, 2.5, 1e6], (4, columns))
        shares = rng.choice([0.1, 0.5, 0.75], (4, 1)) + near * rng.choice([-1.0, 1.0], near.shape)
        found = shares.copy()
        settle_shares(found)
        assert found.tobytes() == settle_rows(shares).tobytes()
        settled += int((found != shares).any())
    assert (settled > 20) == (columns > 1)


# --- the first of the best cuts -----------------------------------------------------------------

SEARCHES = {
    "node by node": ("tree", {}, 3, ("gini", "entropy", "error")),
    "level by level": ("tree", {"min_gain": 1e-9}, 3, ("gini", "entropy", "error")),
    "stumps of two classes": ("adaboost", {}, 2, ("error",)),
    "stumps of three": ("adaboost", {}, 3, ("gini", "entropy")),
    "values node by node": ("gradient-boosting", {"init": "zero", "max_depth": 1}, 0, ()),
    "values level by level": ("tree", {}, 0, ()),
}


def on_a_lattice(rng: np.random.Generator, count: int, weighted: bool, mirrored: bool) -> Dataset:
    """Draw classes, or values; those mirrored are the same from all four sides."""
    wide, high = rng.integers(3, 8, 2)
    x, y = (each.ravel() for each in np.meshgrid(np.arange(wide), np.arange(high)))
    own = np.arange(wide * high)
    if mirrored:  # every cut has one that is as good
        own = np.minimum(y, high - 1 - y) * wide + np.minimum(x, wide - 1 - x)
    target = rng.integers(0, count or 5, wide * high)[own]
    weight = rng.integers(1, 4, wide * high)[own].tolist() if weighted else None
    points = np.column_stack((x, y))
    if count:
        return classes(points, target, NAMES[:count], weight)
    return values(points, target / 8, weight)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("search", SEARCHES)
def test_of_cuts_that_tie_the_first_is_taken(search, weighted):
    method, settings, count, criteria = SEARCHES[search]
    rng, ties = np.random.default_rng(len(search)), 0
    for criterion in criteria or ("squared",):
        given = settings | ({"criterion": criterion} if criteria else {})
        for turn in range(80):
            data = on_a_lattice(rng, count, weighted, turn % 4 == 0)
            weight = [1] * len(data) if data.weight is None else data.weight.tolist()
            known = data.points.tolist(), data.target.tolist(), weight, range(len(data))
            differ = criterion == "error" and method == "adaboost"  # what their sides answer
            tied = tied_best(stumps(*known), 0) if differ else best(*known, criterion)[1]
            learning = run(data, method, given | {"rounds": 1})
            if not learning.upto(1):
                continue  # no cut is better than a constant
            tree = learning.round(1).learners[0]
            if len(tree) > 1:
                assert (tree.feature[0], tree.threshold[0]) == tied[0][1:3]
                ties += len({cut[1:3] for cut in tied}) > 1
    assert ties > 10 * max(len(criteria), 1)


# --- votes that cancel --------------------------------------------------------------------------

EDGE = TIE
for _ in range(3):
    EDGE = TIE * (1.0 + EDGE)  # as large as may be, beside votes of 1 in all
VOTES = {
    "0.1 + 0.2 - 0.3": ([(0.1, 1), (0.2, 1), (0.3, 0)], True),
    "at the edge": ([(0.5, 1), (0.5, 0), (EDGE, 1)], True),
    "beyond it": ([(0.5, 1), (0.5, 0), (np.nextafter(EDGE, 1.0), 1)], False),
}


@pytest.mark.parametrize("votes", VOTES)
def test_votes_that_cancel_but_for_rounding_are_zero_and_the_first_class_wins(votes):
    given, cancels = VOTES[votes]
    by_votes, by_sum = VoteSum(1, 2), Sum(np.zeros(1), classes=True)
    for weight, k in given:
        scores = by_votes.add(weight, np.array([k])), by_sum.add(weight * np.array([2.0 * k - 1]))
    for score in scores:
        assert (score.item() == 0.0) == cancels
        assert decide(score, 2).item() == (not cancels)


@pytest.mark.parametrize("rate", [1.0, 0.8])
def test_where_every_cut_is_as_good_as_a_coin_none_falls_between_equal_coordinates(rate):
    """The first of those that tie within the tolerance was one where there is no cut at all."""
    line = [[0.125, 0.0]] * 4 + [[0.125, 0.125]] * 2
    data = classes(line, [0, 1, 0, 1, 0, 1], "AB")
    assert not finished(data, "adaboost", rounds=6, learning_rate=rate).rounds
    weak = classes([*line, [0.25, 0.25]], [0, 1, 0, 1, 0, 1, 1], "AB")
    for record in finished(weak, "adaboost", rounds=6, learning_rate=rate).rounds:
        tree = record.learners[0]
        assert (tree.n > 0).all(), tree.n


def test_what_is_as_large_as_a_tie_may_be_is_zero():
    assert settle_zero(np.array([TIE, -TIE, 2.0 * TIE]), 1.0).tolist() == [0.0, 0.0, 2.0 * TIE]


# --- pruning ------------------------------------------------------------------------------------


def test_a_subtree_that_makes_as_few_errors_as_a_leaf_is_cut_off():
    """None on either side: the one test point lies where leaf and subtree answer alike."""
    line = [[0, 0], [1, 0]]
    data = classes(line, [0, 1], "AB", test=classes([[0, 0]], [0], "AB"))
    done = finished(data, "tree", prune="error")
    assert [record.learners[0].n_leaves for record in done.rounds] == [2, 1]
    missed = classes(line, [0, 1], "AB", test=classes(line, [0, 1], "AB"))
    assert len(finished(missed, "tree", prune="error")) == 1


def test_a_subtree_whose_price_is_the_one_given_is_cut_off():
    data = classes([[0, 0], [1, 0], [2, 0], [3, 0]], [0, 0, 1, 1], "AB")
    (full,) = run(data, "tree", {"rounds": 1}).round(1).learners
    ((_, price),) = cost_complexity(full, None)
    assert price == 0.5
    edge = price - TIE
    assert edge + TIE == price
    for most, cut in ((price, 1), (edge, 1), (price - 2.0 * TIE, 0), (price + 1e-9, 1)):
        assert len(list(cost_complexity(full, most))) == cut
        done = finished(data, "tree", prune="cost-complexity", ccp_alpha=most)
        assert done.rounds[-1].learners[0].n_leaves == 2 - cut
