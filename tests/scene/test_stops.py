"""Why a run ended, in words: the setting that allows no more is called by its name."""

import numpy as np
import pytest

from ensemble_viz.engine.data.samples import sample
from ensemble_viz.engine.runs import run
from ensemble_viz.engine.trees.forbidding import forbids_cut
from ensemble_viz.engine.trees.limits import Limits
from ensemble_viz.scene.telling import what_to_try, why_ended
from tests.datasets import classes, values
from tests.scene.walks import walk


def ended(data, method, **settings):
    done = run(data, method, settings | {"rounds": 400}, seed=1)
    done.finish()
    return done


MIXED = sample("gaussians", n=60, seed=4, noise=0.4, flip=0.15)
LIMITS = [
    ({"max_depth": 2}, "max_depth=2 allows no cut in a leaf of several classes."),
    ({"min_samples_leaf": 12}, "min_samples_leaf=12 allows no cut in a leaf of several classes."),
    ({"max_leaf_nodes": 3}, "max_leaf_nodes=3 allows no more leaves."),
    ({"min_gain": 0.2}, "min_gain=0.2 allows no cut in a leaf of several classes."),
    ({"max_depth": 3, "min_samples_leaf": 8},
     "max_depth=3 and min_samples_leaf=8 allow no cut in a leaf of several classes."),
]  # fmt: skip


@pytest.mark.parametrize(("settings", "words"), LIMITS)
def test_a_tree_names_what_forbids_to_split_it(settings, words):
    done = ended(MIXED, "tree", **settings)
    assert why_ended(done) == f"No more splits: {words}"
    assert set(done.stop.forbids) == set(settings)
    freer = ended(MIXED, "tree", **settings | dict.fromkeys(["max_depth", "max_leaf_nodes"]))
    assert len(freer) >= len(done)


def test_each_leaf_holds_one_answer_only_where_it_does():
    done = ended(sample("moons", n=60, noise=0.0), "tree")
    assert done.stop.why == "one-answer"
    leaves = done.rounds[-1].learners[0].n_leaves
    assert why_ended(done) == f"No more splits: each of the {leaves} leaves holds one class only."
    done = ended(sample("latitude"), "tree")
    assert why_ended(done) == "No more splits: each of the 4 leaves holds one value only."


def test_points_at_the_same_place_cannot_be_told_apart():
    done = ended(classes([[0, 0], [0, 0], [1, 0]], [0, 1, 0], "AB"), "tree")
    words = "points of different classes lie at the same place: no cut parts them."
    assert (done.stop.forbids, why_ended(done)) == ((), f"No more splits: {words}")


@pytest.mark.parametrize(
    ("settings", "pruning", "words"),
    [
        ({"prune": "cost-complexity"}, "root",
         ": only the root is left, since no price of a leaf was set to stop it sooner."),
        ({"prune": "cost-complexity", "ccp_alpha": 0.9}, "root", ": only the root is left."),
        ({"prune": "cost-complexity", "ccp_alpha": 0.02}, "price",
         "; every other one saves more per leaf than ccp_alpha=0.02."),
        ({"prune": "error"}, "errors",
         "; by C4.5's guess a leaf in place of any other would make more errors."),
    ],
)  # fmt: skip
def test_pruning_says_why_it_ended(settings, pruning, words):
    done = ended(MIXED, "tree", **settings)
    full = max(len(record.learners[0]) // 2 for record in done.rounds)
    assert (done.stop.pruning, done.stop.pruned) == (pruning, len(done) - full)
    were = "subtrees were" if done.stop.pruned > 1 else "subtree was"
    assert why_ended(done).endswith(f" Then {done.stop.pruned} {were} pruned{words}")
    assert why_ended(done).startswith(f"The full tree had {full + 1} leaves: each held one class ")


def test_what_is_counted_on_test_points_is_said_to_be():
    """Training errors rise while a tree is pruned: whose errors are meant has to be said."""
    tested = sample("gaussians", n=60, seed=4, noise=0.4, flip=0.15, test=100)
    done = ended(tested, "tree", prune="error")
    words = "; on the test points a leaf in place of any other would make more errors."
    assert why_ended(done).endswith(words)
    line = sample("sine", n=20, test=30)
    done = ended(line, "tree", prune="error")
    words = "; on the test points a leaf in place of any other would leave larger squared errors."
    assert why_ended(done).endswith(words)
    none = ended(sample("ten-points"), "tree", prune="error")
    words = "No subtree was pruned: by C4.5's guess a leaf in place of any would make more "
    assert words in why_ended(none)


def test_splits_that_were_all_asked_for_are_pruned_too():
    done = run(MIXED, "tree", {"prune": "error", "rounds": 6})
    done.finish()
    grown = "The full tree had 7 leaves: all 6 rounds of splitting are done. Then "
    assert why_ended(done).startswith(grown)


@pytest.mark.parametrize(
    ("data", "settings", "weight"),
    [
        (classes([[0, 0], [1, 1], [0, 1], [1, 0]], [0, 0, 1, 1], "AB"), {}, "0"),
        (sample("moons", n=40), {"learner": "random", "above_half": "stop"}, "below 0"),
        (classes([[k, 0] for k in range(5)], [0, 1, 2, 3, 4], "ABCDE"), {}, "below 0"),
    ],
)
def test_a_round_that_is_not_kept_says_what_its_learner_would_count(data, settings, weight):
    (only,) = walk(data, "adaboost", 9, **settings)
    error = only.stage.run.stop.error
    alpha = 0.5 * np.log((1 - error) / error)
    assert (alpha < -1e-9) == (weight == "below 0")
    assert only.caption.sentence == f"Round 1 is not kept: its α₁ would be {weight}."


def test_the_last_word_of_a_vote_is_of_the_right_number():
    one = run(sample("ten-points"), "adaboost", {"rounds": 2, "max_depth": 2})
    one.finish()
    missed = int((one.prediction(2) != one.data.target).sum())
    assert missed == 1
    assert why_ended(one) == "Both rounds are done: 1 of 10 points is missed."


def test_xgboost_names_the_hessians_that_a_leaf_needs():
    data = values([[k, 0] for k in range(8)], [0, 9, 0, 9, 0, 9, 0, 9])
    done = ended(data, "xgboost", min_child_weight=5.0, base_score="mean")
    words = "Round 1 would change nothing: min_child_weight=5 allows no cut."
    assert (len(done), why_ended(done)) == (0, words)
    assert what_to_try(done) == ""


@pytest.mark.parametrize(
    ("limits", "depth", "name"),
    [
        (Limits(max_depth=3), 3, "max_depth"),
        (Limits(max_depth=3), 2, None),
        (Limits(min_samples_leaf=3), 0, "min_samples_leaf"),
        (Limits(min_samples_leaf=2), 0, None),
        (Limits(min_gain=0.1), 0, "min_gain"),
    ],
)
def test_what_forbids_to_cut_a_node(limits, depth, name):
    places = np.array([[0.0, 1.0], [0.0, 2.0], [0.0, 2.0], [0.0, 2.0], [1.0, 2.0], [1.0, 2.0]])
    assert forbids_cut(places, depth, limits) == name
