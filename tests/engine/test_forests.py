"""Pasting, random subspaces, random patches and extra-trees: their draws, their trees, their ends.

The draws are computed again with plain Python numbers; the trees are held against the reference in
exact fractions and against scikit-learn's, on hundreds of fresh sets, half of them full of ties.
"""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.engine.ensembles import portions
from ensemble_viz.engine.ensembles.bags import deal, paste
from ensemble_viz.engine.ensembles.forest import Recipe, draw_axes
from ensemble_viz.engine.runs import Run
from ensemble_viz.engine.runs.figures import Metrics
from ensemble_viz.engine.trees import LEAF, Tree
from ensemble_viz.scene.telling import why_ended
from tests.brute import trees
from tests.brute.exact import TINY
from tests.engine.test_parity import LIMITS, Comparison, Exact, Tally, fresh, same_as_reference
from tests.runs import finished

BAG, NODE, AXES, CUT = 1, 2, 7, 8  # what a stream is for
WORD = 2**64


# --- draws, computed again ----------------------------------------------------------------------


def mix(word: int) -> int:
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 % WORD
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB % WORD
    return word ^ (word >> 31)


def words(*keys: int) -> int:
    """The hash of whole numbers, one after the other."""
    word = 0
    for key in keys:
        word = mix(((word + 0x9E3779B97F4A7C15) % WORD) ^ key)
    return word


def shuffled(count: int, *keys: int) -> list[int]:
    return sorted(range(count), key=lambda k: words(*keys, k))


def weighted(data: Dataset, weight) -> Dataset:
    return Dataset(data.points, data.target, data.classes, data.columns, np.array(weight, float))


def test_a_pasted_sample_is_the_beginning_of_a_shuffle():
    data = sample("moons", n=30)
    for seed in (0, 2**63 - 1):
        done = finished(data, "pasting", seed, rounds=12, max_samples=0.45)
        for record in done.rounds:
            drawn = shuffled(30, seed, record.number, BAG)[: round(0.45 * 30)]
            assert np.flatnonzero(record.in_bag).tolist() == sorted(drawn)
            assert record.in_bag.max() == 1


def test_portions_are_dealt_out_like_cards():
    data = sample("moons", n=30)
    done = finished(data, "pasting", 5, disjoint=True, max_samples=0.25)
    order = shuffled(30, 5, 0, BAG)
    assert len(done) == 4
    for record in done.rounds:
        assert np.flatnonzero(record.in_bag).tolist() == sorted(order[record.number - 1 :: 4])


def test_points_that_weigh_nothing_are_not_dealt():
    data = weighted(sample("moons", n=20), [0, 0, 1, 2, 3] * 4)
    able = [k for k in range(20) if k % 5 > 1]
    rounds = np.arange(1, 4)
    pasted, dealt = paste(data, 3, rounds, 0.5), deal(data, 3, rounds, 0.34)
    assert portions(data, 0.34) == 3
    order = shuffled(12, 3, 0, BAG)
    for t in (1, 2, 3):
        drawn = [able[k] for k in shuffled(12, 3, t, BAG)[:6]]
        assert np.flatnonzero(pasted[t - 1]).tolist() == sorted(drawn)
        assert np.flatnonzero(dealt[t - 1]).tolist() == sorted(able[k] for k in order[t - 1 :: 3])


@pytest.mark.parametrize("name", ["random-subspaces", "random-patches"])
def test_the_axis_of_a_tree_is_the_first_of_a_shuffle(name):
    done = finished(sample("moons", n=20), name, 9, rounds=40, max_depth=1)
    expected = [((shuffled(2, 9, t, AXES)[0],),) for t in range(1, 41)]
    assert [record.features for record in done.rounds] == expected
    assert 8 < expected.count(((0,),)) < 32


def test_axes_are_drawn_evenly_and_apart_from_the_points():
    data, rounds = sample("moons", n=50), np.arange(1, 2001)
    first = draw_axes(data, Recipe(tree_axes=1), 4, rounds)
    assert (first.sum(axis=1) == 1).all()
    assert abs(first[:, 0].mean() - 0.5) < 4 * 0.5 / math.sqrt(2000)
    bags = paste(data, 4, rounds, 0.5)
    apart = np.corrcoef(bags.T, first[:, 0])[-1, :-1]
    assert np.abs(apart).max() < 5 / math.sqrt(2000)


def test_every_point_is_pasted_as_often_as_chance_says():
    bags = paste(sample("moons", n=50), 7, np.arange(1, 3001), 0.3)
    assert (bags.sum(axis=1) == 15).all()
    assert np.abs(bags.mean(axis=0) - 0.3).max() < 4.5 * math.sqrt(0.3 * 0.7 / 3000)
    together = (bags[:, :-1] * bags[:, 1:]).mean(axis=0)  # neighbours: without replacement
    expected = 15 * 14 / (50 * 49)
    assert np.abs(together - expected).max() < 4.5 * math.sqrt(expected / 3000)


def node_keys(tree: Tree, root: int) -> list[int]:
    """The key of each node, from the way down to it."""
    keys = {0: root}
    for node in np.flatnonzero(~tree.is_leaf).tolist():
        keys[int(tree.left[node])] = words_on(keys[node], 0)
        keys[int(tree.right[node])] = words_on(keys[node], 1)
    return [keys[node] for node in range(len(tree))]


def words_on(key: int, *more: int) -> int:
    return words(key, *more)


@pytest.mark.parametrize("cuts", [1, 2])
@pytest.mark.parametrize("name", ["moons", "surface", "sine"])
def test_random_cuts_are_hashes_of_seed_round_node_and_axis(name, cuts):
    data = sample(name, n=40)
    done = finished(data, "extra-trees", 6, rounds=5, max_features=cuts)
    seen = 0
    for record in done.rounds:
        tree = record.learners[0]
        keys = node_keys(tree, words(6, record.number, NODE))
        for node in np.flatnonzero(tree.thrown.thrown.any(axis=1)).tolist():
            box = tree.rectangles(data.dimension)[node]
            inside = np.all((data.points > box[:, 0]) & (data.points <= box[:, 1]), axis=1)
            for axis, threshold, _ in tree.thrown.of(node):
                x = data.points[inside, axis]
                share = (words(keys[node], CUT, axis) >> 11) / 2**53
                assert threshold == x.min() * (1.0 - share) + x.max() * share
                seen += 1
            if tree.tried is not None:
                assert tree.tried[node, 0] == (words(keys[node], NODE) >> 32) * 2 >> 32
    assert seen > 50


def test_random_cuts_are_spread_evenly():
    data = Dataset(np.array([[-1.0, 0.0], [3.0, 1.0]]), np.array([0, 1]), ("a", "b"))
    done = finished(data, "extra-trees", 2, rounds=4000, max_features=2)
    cuts = np.array([record.learners[0].thrown.threshold[0] for record in done.rounds])
    share = (cuts - [-1.0, 0.0]) / [4.0, 1.0]
    assert share.min() >= 0
    assert share.max() < 1
    for one in share.T:
        distance = np.abs(np.sort(one) - (np.arange(4000) + 0.5) / 4000).max()
        assert distance < 1.95 / math.sqrt(4000)  # Kolmogorov: one in a thousand
    assert abs(np.corrcoef(share.T)[0, 1]) < 4 / math.sqrt(4000)
    axes = [record.learners[0].feature[0] for record in done.rounds]
    assert axes == [0] * 4000  # both part the points; the first wins the tie


# --- trees --------------------------------------------------------------------------------------


def blind(one, known) -> list[list[float]]:
    """The points as a tree sees them that knows some axes only: the others never vary."""
    return [[x if axis in known else 0.0 for axis, x in enumerate(place)] for place in one.X]


def settings_of(name: str, seed: int) -> dict:
    if name == "pasting":
        return {"max_samples": (0.6, 0.3, 1.0)[seed % 3], "disjoint": seed % 5 == 0}
    return {"max_samples": (1.0, 0.5)[seed % 2]} if name == "random-patches" else {}


@pytest.mark.parametrize("criterion", ["gini", "entropy", "gain-ratio", "error", "squared"])
@pytest.mark.parametrize("name", ["pasting", "random-subspaces", "random-patches"])
def test_trees_are_those_of_the_reference_on_what_was_drawn(name, criterion):
    tally = Tally()
    for seed in range(30):
        one = fresh(seed, classes=0 if criterion == "squared" else 2 + seed // 2 % 2, most=40)
        limits = LIMITS[seed // 2 % len(LIMITS)]
        if criterion == "error" and limits.get("max_depth") == 1:
            continue  # the stump of the notes is looked at with the traces
        own = settings_of(name, seed) | limits
        own |= {} if criterion == "squared" else {"criterion": criterion}
        done = finished(one.data, name, seed, rounds=3, **own)
        unit = one.exact_weight if one.weight else [1] * len(one.X)
        for record in done.rounds:
            in_bag = [1] * len(one.X) if record.in_bag is None else record.in_bag.tolist()
            weight = [k * w for k, w in zip(in_bag, unit, strict=True)]
            known = (0, 1) if record.features is None else record.features[0]
            expected = trees.grow(blind(one, known), one.y, weight, criterion, **limits)
            same_as_reference(
                tally, f"{seed} tree {record.number}", expected, one.data, record.learners[0]
            )
    assert tally.mismatches == []
    assert tally.nodes > 300


@pytest.mark.parametrize("kind", [DecisionTreeClassifier, DecisionTreeRegressor])
@pytest.mark.parametrize("name", ["pasting", "random-subspaces", "random-patches"])
def test_trees_are_those_of_scikit_learn_on_what_was_drawn(name, kind):
    tally = Tally()
    for seed in range(150):
        one = fresh(seed, classes=0 if kind is DecisionTreeRegressor else 2 + seed // 2 % 2)
        limits = LIMITS[seed // 2 % len(LIMITS)]
        done = finished(one.data, name, seed, rounds=2, **settings_of(name, seed), **limits)
        for record in done.rounds:
            in_bag = np.ones(len(one.X), int) if record.in_bag is None else record.in_bag
            unit = one.exact_weight if one.weight else [1] * len(one.X)
            weight = [int(k) * w for k, w in zip(in_bag, unit, strict=True)]
            known = (0, 1) if record.features is None else record.features[0]
            seen = blind(one, known)
            given = in_bag * (1.0 if one.weight is None else np.array(one.weight))
            theirs = kind(random_state=seed, **limits).fit(seen, one.y, given).tree_
            criterion = "squared" if kind is DecisionTreeRegressor else "gini"
            exact = Exact(seen, one.y, weight, criterion)
            where = f"{seed} tree {record.number}"
            Comparison(tally, where, record.learners[0], theirs, exact).level_by_level()
    assert tally.mismatches == []
    assert tally.nodes > 1500


@pytest.mark.parametrize("criterion", ["gini", "entropy", "gain-ratio", "error", "squared"])
@pytest.mark.parametrize("cuts", [1, 2])
def test_the_best_of_the_cuts_thrown_is_kept(cuts, criterion):
    """In exact fractions; of equals the first axis. A leaf has nothing that fits."""
    kept = ties = refused = 0
    for seed in range(120):
        one = fresh(seed, classes=0 if criterion == "squared" else 2 + seed // 2 % 2, most=40)
        limits = {"min_samples_leaf": (1, 2, 4)[seed % 3], "max_features": cuts}
        limits |= {} if criterion == "squared" else {"criterion": criterion}
        done = finished(one.data, "extra-trees", seed, rounds=2, bootstrap=seed % 4 < 2, **limits)
        for record in done.rounds:
            unit = one.exact_weight
            in_bag = [1] * len(one.X) if record.in_bag is None else record.in_bag.tolist()
            exact = Exact(
                one.X, one.y, [k * w for k, w in zip(in_bag, unit, strict=True)], criterion
            )
            found = choices(exact, record.learners[0], limits["min_samples_leaf"])
            kept, ties, refused = np.add((kept, ties, refused), found)
    assert kept > 500
    assert refused > 20
    assert ties > 20 or cuts == 1


def choices(exact: Exact, tree: Tree, least: int) -> tuple[int, int, int]:
    """Look at every node; count the cuts kept, those that tied, and those that did not fit."""
    rows = {0: exact.rows}
    kept = ties = refused = 0
    for node in range(len(tree)):
        own, thrown = rows[node], [] if tree.thrown is None else tree.thrown.of(node)
        sides = {(axis, cut): exact.part(own, axis, cut) for axis, cut, _ in thrown}
        assert all(left and right for left, right in sides.values())
        fit = [cut for cut, parts in sides.items() if min(map(len, parts)) >= least]
        assert [gain is not None for _, _, gain in thrown] == [cut in fit for cut in sides]
        refused += len(sides) - len(fit)
        if tree.is_leaf[node]:
            assert not fit
            continue
        worth = [exact.worth(own, cut) for cut in fit]
        best = [cut for cut, one in zip(fit, worth, strict=True) if one >= max(worth) - TINY]
        assert best[0] == (tree.feature[node], tree.threshold[node])
        rows[int(tree.left[node])], rows[int(tree.right[node])] = sides[best[0]]
        kept, ties = kept + 1, ties + (len(best) > 1)
    return kept, ties, refused


def test_a_node_throws_on_the_axes_it_looks_at_and_never_where_nothing_varies():
    lattice = np.array([(x, y) for x in range(6) for y in range(2)], dtype=float)
    data = Dataset(lattice, np.arange(12) * 5 % 3, ("a", "b", "c"))
    other = both = 0
    for cuts in (1, 2):
        done = finished(data, "extra-trees", 1, rounds=30, max_features=cuts)
        for record in done.rounds:
            tree = record.learners[0]
            box = tree.rectangles()
            for node in np.flatnonzero(~tree.is_leaf):
                inside = np.all((lattice > box[node, :, 0]) & (lattice <= box[node, :, 1]), axis=1)
                varies = np.ptp(lattice[inside], axis=0) > 0
                thrown = tree.thrown.thrown[node]
                assert not (thrown & ~varies).any()
                assert thrown.sum() == (1 if cuts == 1 else varies.sum())
                both += thrown.all()
                if cuts == 1:
                    tried = tree.tried[node]
                    assert thrown[tried[tried != LEAF][-1]]
                    other += tried[1] != LEAF
    assert other > 20
    assert both > 20


def test_two_points_one_step_apart_are_parted():
    """Between neighbours among the numbers there is no other: the lower one is the cut."""
    pairs = [(1.0, np.nextafter(1.0, 2.0)), (0.0, 5e-324), (-5e-324, 0.0), (-1.7e308, 1.7e308)]
    for low, high in pairs:
        data = Dataset(np.array([[low], [high]]), np.array([1.0, 2.0]), None, ("x1",))
        for record in finished(data, "extra-trees", rounds=20).rounds:
            tree = record.learners[0]
            assert low <= tree.threshold[0] < high
            assert record.learners[0].answer(data.points).tolist() == [1.0, 2.0]


def test_what_stands_on_the_cut_goes_left():
    low, high = 1.0, np.nextafter(1.0, 2.0)
    x = np.array([[high], [low], [low], [high], [low]])
    data = Dataset(x, np.array([5.0, 1.0, 1.0, 5.0, 1.0]), None, ("x1",))
    for record in finished(data, "extra-trees", rounds=10).rounds:
        tree = record.learners[0]
        assert (tree.threshold[0], tree.n.tolist()) == (low, [5, 3, 2])
        assert tree.gain[0] == pytest.approx(tree.impurity[0], rel=1e-14)


def test_cuts_that_tie_but_for_rounding_go_to_the_first_axis():
    """The same counts in another order of the classes: bits add up to another last digit."""
    total, differ = 10, 0
    for left in itertools.combinations(range(1, 10), 3):
        for order in itertools.permutations(left):
            halves = [[k < counts[c] for c in range(3) for k in range(total)]
                      for counts in (left, order)]  # fmt: skip
            data = Dataset(1.0 - np.array(halves).T, np.repeat([0, 1, 2], total), ("a", "b", "c"))
            own = {"max_features": 2, "max_depth": 1, "criterion": "entropy", "rounds": 1}
            tree = finished(data, "extra-trees", **own).round(1).learners[0]
            gains = tree.thrown.gain[0]
            assert tree.feature[0] == 0
            assert tree.gain[0] == gains[0] == pytest.approx(gains[1], rel=1e-12)
            differ += gains[1] > gains[0]
    assert differ > 5


@settings(max_examples=60)
@given(
    st.lists(st.tuples(*[st.floats(-1e300, 1e300)] * 2), min_size=1, max_size=12),
    st.integers(0, 2**63 - 1),
    st.sampled_from([1, 2]),
)
def test_any_points_are_cut_between_their_ends(rows, seed, cuts):
    points = np.array(rows)
    data = Dataset(points, np.arange(len(rows)) % 3 * 1.0)
    done = finished(data, "extra-trees", seed, rounds=3, max_features=cuts)
    for record in done.rounds:
        tree = record.learners[0]
        leaf = tree.apply(points)
        assert set(np.flatnonzero(tree.is_leaf)) == set(leaf.tolist())  # no side is empty
        assert np.bincount(leaf, minlength=len(tree))[leaf].tolist() == tree.n[leaf].tolist()
        for k in set(leaf.tolist()):  # what is still together cannot, or need not, be parted
            own = leaf == k
            same_place = (np.ptp(points[own], axis=0) == 0).all()
            assert same_place or np.ptp(data.target[own]) == 0


def test_one_axis_and_all_points_make_two_trees_only():
    done = finished(sample("blobs", n=60), "random-subspaces", rounds=30)
    by_axis = {}
    for record in done.rounds:
        tree = record.learners[0]
        assert record.in_bag is None
        asked = set(tree.feature[~tree.is_leaf].tolist())
        assert asked == set(record.features[0])
        by_axis.setdefault(record.features, set()).add(tree.threshold.tobytes())
    assert sorted(map(len, by_axis.values())) == [1, 1]


def test_on_a_line_one_axis_is_all_there_is():
    line = sample("sine", n=30)
    subspace, whole = (
        finished(line, name, 1, rounds=3, **own)
        for name, own in (("random-subspaces", {}), ("pasting", {"max_samples": 1.0}))
    )
    assert [record.features for record in subspace.rounds] == [None] * 3
    for one, two in zip(subspace.rounds, whole.rounds, strict=True):
        assert one.score.tobytes() == two.score.tobytes()
    patch, bag = (finished(line, name, 1, rounds=5) for name in ("random-patches", "bagging"))
    assert patch.rounds[-1].score.tobytes() == bag.rounds[-1].score.tobytes()
    one_cut, two_cuts = (finished(line, "extra-trees", 1, rounds=3, max_features=k) for k in (1, 2))
    assert one_cut.rounds[2].score.tobytes() == two_cuts.rounds[2].score.tobytes()
    assert one_cut.round(1).learners[0].tried is None


# --- ends ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("n", "share", "count"),
    [(60, 0.6, 2), (60, 1.0, 1), (60, 0.2, 5), (61, 0.2, 5), (60, 0.33, 3), (10, 0.05, 10),
     (10, 5e-324, 10), (3, 0.5, 2), (1, 0.3, 1)],
)  # fmt: skip
def test_every_portion_has_its_tree_and_then_the_run_ends(n, share, count):
    data = sample("moons", n=n)
    done = finished(data, "pasting", 3, disjoint=True, max_samples=share)
    bags = np.array([record.in_bag for record in done.rounds])
    assert len(bags) == count == portions(data, share)
    assert (bags.sum(axis=0) == 1).all()
    assert np.ptp(bags.sum(axis=1)) <= 1
    assert (done.stop.rule, done.stop.round) == ("nothing-to-split", count)
    assert f"{count} portions" in why_ended(done) or count == 1
    fewer = finished(data, "pasting", 3, disjoint=True, max_samples=share, rounds=count)
    assert fewer.stop.rule == "all-rounds"
    assert fewer.extend(count + 1)
    assert fewer.finish() == done.stop


def test_pasting_goes_on_for_ever_where_portions_end():
    data = sample("moons", n=20)
    assert len(finished(data, "pasting", max_samples=0.5, rounds=70)) == 70
    assert len(finished(data, "pasting", max_samples=0.5, rounds=70, disjoint=True)) == 2


def test_out_of_bag_there_is_nobody_where_nothing_is_drawn():
    data = sample("moons", n=30)
    for name, own in (
        ("random-subspaces", {}),
        ("extra-trees", {}),
        ("pasting", {"max_samples": 1.0}),
    ):
        figures = Metrics(finished(data, name, rounds=5, **own)).figures(5)
        assert figures["oob_error"] is figures["oob_error_trees"] is None
        assert figures["importance_permutation"] is None
        assert figures["oob_covered"] == (0 if name == "pasting" else None)
        assert figures["disagreement"] is not None
        assert sum(figures["importance"]) == pytest.approx(1)
    bags = Metrics(finished(data, "extra-trees", rounds=5, bootstrap=True)).figures(5)
    assert bags["oob_error"] is not None
    assert len(bags["importance_permutation"]) == 2


def test_two_patches_of_both_axes_are_bagging():
    data = sample("blobs", n=50)
    patches, bags = (
        finished(data, name, 8, rounds=12, max_samples=0.7, **own)
        for name, own in (("random-patches", {"max_features": 2}), ("bagging", {}))
    )
    for one, two in zip(patches.rounds, bags.rounds, strict=True):
        assert one.score.tobytes() == two.score.tobytes()
        assert one.in_bag.tolist() == two.in_bag.tolist()


def test_no_two_of_these_methods_ask_the_same():
    data = sample("moons", n=40)
    names = ("bagging", "pasting", "random-subspaces", "random-patches", "random-forest",
             "extra-trees")  # fmt: skip
    asked = {name: thresholds(finished(data, name, rounds=9)) for name in names}
    for one, two in itertools.combinations(names, 2):
        assert asked[one] != asked[two]


def thresholds(done: Run) -> list[list[float]]:
    return [record.learners[0].threshold.tolist() for record in done.rounds]
