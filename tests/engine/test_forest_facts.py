"""What the notes say of pasting, random subspaces, random patches and extra-trees, by number."""

import math

import numpy as np
import pytest

from ensemble_viz.engine.data import Dataset
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.engine.ensembles import decide
from ensemble_viz.engine.methods import method
from ensemble_viz.engine.runs.figures import Metrics
from ensemble_viz.engine.trees import Tree
from tests.engine.test_properties import surface_study
from tests.runs import exactly, finished

WHOLE = ("random-subspaces", "extra-trees")


def pieces(tree: Tree) -> dict[tuple, list]:
    """The leaves as rectangles with what they answer: whatever the numbers of the nodes."""
    box = tree.rectangles()
    leaves = np.flatnonzero(tree.is_leaf)
    return {tuple(box[node].ravel().tolist()): tree.value[node].tolist() for node in leaves}


def asked(tree: Tree) -> set[int]:
    return set(tree.feature[~tree.is_leaf].tolist())


@pytest.mark.parametrize("name", ["moons", "blobs", "surface"])
def test_sf12_mr14_pasting_everything_is_the_single_tree_again_and_again(name):
    data = sample(name, n=60)
    done = finished(data, "pasting", 7, rounds=5, max_samples=1.0)
    whole = finished(data, "tree", rounds=1000).rounds[-1].learners[0]
    for record in done.rounds:
        assert record.in_bag.tolist() == [1] * 60
        tree = record.learners[0]
        assert pieces(tree).keys() == pieces(whole).keys()
        assert tree.answer(data.points) == exactly(whole.answer(data.points))
    figures = Metrics(done).figures(5)
    assert figures["disagreement"] == (0 if data.classes else None)
    assert figures["correlation"] == exactly(1)
    assert figures["oob_covered"] == 0


def test_sf12_bagging_draws_some_points_twice_and_pasting_none():
    data = sample("moons", n=40)
    pasted = finished(data, "pasting", rounds=50, max_samples=0.6)
    bagged = finished(data, "bagging", rounds=50, max_samples=0.6)
    assert {int(record.in_bag.max()) for record in pasted.rounds} == {1}
    assert {int(record.in_bag.sum()) for record in pasted.rounds + bagged.rounds} == {24}
    assert min(int(record.in_bag.max()) for record in bagged.rounds) >= 2
    distinct = [(record.in_bag > 0).sum() for record in bagged.rounds]
    assert np.mean(distinct) == pytest.approx(40 * (1 - (1 - 1 / 40) ** 24), abs=1)


def test_sf13_subspaces_draw_axes_and_patches_draw_both():
    data = sample("moons", n=40)
    subspaces = finished(data, "random-subspaces", rounds=30)
    patches = finished(data, "random-patches", rounds=30)
    for record in subspaces.rounds:
        assert record.in_bag is None  # all n, each once
        assert record.learners[0].n[0] == record.learners[0].weight[0] == 40
    for record in patches.rounds:
        assert record.in_bag.sum() == record.learners[0].weight[0] == 40
        assert record.in_bag.max() > 1
    for done in (subspaces, patches):
        assert {record.features for record in done.rounds} == {((0,),), ((1,),)}
        assert all(asked(record.learners[0]) == {*record.features[0]} for record in done.rounds)


def test_sf43_c11_axes_drawn_for_each_tree_have_a_name_of_their_own():
    """One subset a tree (003) is random patches; one a node (002, 004) is the random forest."""
    data = sample("circles", n=100)
    by_tree = finished(data, "random-patches", 3, rounds=30)
    by_node = finished(data, "random-forest", 3, rounds=30)
    for one, other in zip(by_tree.rounds, by_node.rounds, strict=True):
        assert one.in_bag.tolist() == other.in_bag.tolist()  # the same bags
        assert len(asked(one.learners[0])) == 1
        assert len(asked(other.learners[0])) == 2
        assert other.features is None
    assert method("random-forest").params().max_features == 1


@pytest.mark.parametrize("name", ["random-subspaces", "random-patches", "extra-trees"])
def test_c12_the_choice_is_one_or_two(name):
    params = method(name).params
    assert params().max_features == 1
    assert params.from_texts({"max_features": "sqrt"}).max_features == 1
    assert params.from_texts({"max_features": "log2"}).max_features == 2


@pytest.mark.parametrize(
    ("name", "same"), [("random-patches", "bagging"), ("random-subspaces", "pasting")]
)
def test_c12_both_axes_are_no_draw_at_all(name, same):
    data = sample("blobs", n=50)
    own = {"max_samples": 1.0} if same == "pasting" else {}
    both = finished(data, name, 4, rounds=8, max_features=2)
    plain = finished(data, same, 4, rounds=8, **own)
    for one, other in zip(both.rounds, plain.rounds, strict=True):
        assert one.features is None
        assert one.learners[0].threshold.tobytes() == other.learners[0].threshold.tobytes()
        assert one.score.tobytes() == other.score.tobytes()


def test_sf47_two_random_cuts_keep_the_better_and_one_is_wholly_random():
    data = sample("moons", n=120)
    gains = {}
    for cuts in (1, 2):
        done = finished(data, "extra-trees", rounds=400, max_features=cuts, max_depth=1)
        gains[cuts] = [record.learners[0].gain[0] for record in done.rounds]
        for record in done.rounds:
            tree = record.learners[0]
            thrown = tree.thrown.of(0)
            assert len(thrown) == cuts
            best = max(thrown, key=lambda cut: cut[2])
            assert best == (tree.feature[0], tree.threshold[0], tree.gain[0])
    searched = finished(data, "tree", max_depth=1).round(1).learners[0].gain[0]
    one, two = np.array(gains[1]), np.array(gains[2])
    assert one.max() <= searched + 1e-12
    assert two.max() <= searched + 1e-12
    spread = math.sqrt(one.var() / 400 + two.var() / 400)
    assert two.mean() > one.mean() + 5 * spread
    assert searched > two.mean() * 1.5


def test_c19_extra_trees_see_the_whole_sample_unless_bags_are_asked_for():
    data = sample("moons", n=40)
    assert method("extra-trees").params().bootstrap is False
    plain = finished(data, "extra-trees", 2, rounds=6)
    bagged = finished(data, "extra-trees", 2, rounds=6, bootstrap=True)
    bags = finished(data, "bagging", 2, rounds=6)
    for record in plain.rounds:
        assert record.in_bag is None
        assert record.learners[0].weight[0] == 40
    for record, other in zip(bagged.rounds, bags.rounds, strict=True):
        assert record.in_bag.tolist() == other.in_bag.tolist()
        assert record.learners[0].n[0] == (record.in_bag > 0).sum()


@pytest.mark.parametrize("cuts", [1, 2])
def test_mr15_each_extra_tree_gets_every_point_right(cuts):
    data = sample("spirals", n=80)
    done = finished(data, "extra-trees", rounds=25, max_features=cuts)
    for record in done.rounds:
        assert (decide(record.learners[0].answer(data.points), 2) == data.target).all()
    thresholds = {tuple(record.learners[0].threshold.tolist()) for record in done.rounds}
    assert len(thresholds) == 25  # and yet they differ


@pytest.mark.parametrize("name", ["random-subspaces", "random-patches"])
def test_pr21_one_feature_a_tree_is_all_vertical_or_all_horizontal(name):
    done = finished(sample("circles", n=100), name, 3, rounds=60)
    axes = [asked(record.learners[0]) for record in done.rounds]
    assert {tuple(one) for one in axes} == {(0,), (1,)}
    vertical = np.mean([one == {0} for one in axes])
    assert abs(vertical - 0.5) < 4 * 0.5 / math.sqrt(60)


def test_pr21_one_random_cut_a_node_mixes_the_axes():
    done = finished(sample("circles", n=100), "extra-trees", 3, rounds=60)
    assert all(asked(record.learners[0]) == {0, 1} for record in done.rounds)
    roots = np.mean([record.learners[0].feature[0] for record in done.rounds])
    assert abs(roots - 0.5) < 4 * 0.5 / math.sqrt(60)


def test_sf56_bagging_is_a_little_more_biased_than_pasting():
    """Pasting four fifths is; pasting 63.2 %, as many points as a bag holds, is much the same."""
    single_bias, single_variance = surface_study("tree", rounds=1000)
    bagged_bias, bagged_variance = surface_study("bagging", rounds=25)
    pasted_bias, pasted_variance = surface_study("pasting", rounds=25, max_samples=0.8)
    as_many_bias, _ = surface_study("pasting", rounds=25, max_samples=0.632)
    assert single_bias < pasted_bias < bagged_bias
    assert as_many_bias == pytest.approx(bagged_bias, abs=0.005)
    assert max(bagged_variance, pasted_variance) < single_variance / 2
    assert bagged_variance < pasted_variance * 1.2


def test_c18_extra_trees_trade_bias_for_variance():
    """A single extra-tree varies more than a searched one, many of them much less."""
    single_bias, single_variance = surface_study("tree", rounds=1000)
    one_bias, one_variance = surface_study("extra-trees", rounds=1, max_features=2)
    many_bias, many_variance = surface_study("extra-trees", rounds=25, max_features=2)
    assert one_variance > single_variance
    assert many_variance < single_variance / 2
    assert many_bias > single_bias
    assert many_bias == pytest.approx(one_bias, abs=0.03)


@pytest.mark.parametrize("name", ["pasting", "random-patches", "extra-trees"])
def test_pr15_sf14_a_committee_errs_less_by_its_ambiguity(name):
    own = {"max_depth": 3}
    done = finished(sample("surface", n=40), name, rounds=10, **own)
    y, committee = done.data.target, done.rounds[-1].score
    answers = np.array([record.learners[0].answer(done.data.points) for record in done.rounds])
    ambiguity = ((answers - committee) ** 2).mean()
    alone = ((answers - y) ** 2).mean()
    assert Metrics(done).figures(10)["train_error"] == exactly(alone - ambiguity)
    assert ambiguity > 0.01


@pytest.mark.parametrize("name", ["pasting", "extra-trees", "random-patches"])
def test_pr17_more_trees_never_hurt(name):
    counts, errors = (1, 3, 11, 51), []
    for seed in range(12):
        data = sample("moons", n=100, noise=0.3, seed=seed, test=400)
        metrics = Metrics(finished(data, name, seed, rounds=51))
        errors.append([metrics.figures(t)["test_error"] for t in counts])
    one, three, eleven, fifty = np.mean(errors, axis=0)
    assert one > three > eleven
    assert fifty < eleven + 0.005


@pytest.mark.parametrize("name", ["moons", "circles", "blobs", "xor", "spirals"])
def test_pr24_the_out_of_bag_error_is_close_to_the_test_error(name):
    for chosen, own in (("pasting", {}), ("extra-trees", {"bootstrap": True})):
        found = []
        for seed in range(6):
            data = sample(name, n=150, seed=seed, test=400)
            figures = Metrics(finished(data, chosen, seed, rounds=40, **own)).figures(40)
            assert figures["oob_covered"] == 150
            found.append((figures["oob_error"], figures["test_error"]))
        oob, test = np.mean(found, axis=0)
        assert abs(oob - test) <= 0.06


def test_bad_input_a_constant_axis_leaves_a_subspace_nothing_to_ask():
    points = np.array([[3.0, y] for y in range(6)])
    data = Dataset(points, np.array([0, 0, 0, 1, 1, 1]), ("a", "b"))
    for record in finished(data, "random-subspaces", rounds=12).rounds:
        tree = record.learners[0]
        assert len(tree) == (1 if record.features == ((0,),) else 3)
        assert tree.value[0].tolist() == [0.5, 0.5]
    for record in finished(data, "extra-trees", rounds=12).rounds:
        assert asked(record.learners[0]) == {1}


@pytest.mark.parametrize("name", ["pasting", "random-subspaces", "random-patches", "extra-trees"])
def test_bad_input_a_singleton_class_keeps_its_column(name):
    points = np.random.default_rng(1).normal(size=(13, 2))
    data = Dataset(points, np.array([0] * 6 + [1] * 6 + [2]), ("a", "b", "c"))
    for record in finished(data, name, rounds=12).rounds:
        assert record.learners[0].value.shape[1] == 3
        assert record.score.shape == (13, 3)
        assert record.score.sum(axis=1) == exactly(np.ones(13))
