"""Why a run ended, in words: the setting that allows no more is called by its name."""

import numpy as np
import pytest

from ensemble_viz.engine.data.samples import sample
from ensemble_viz.engine.runs import run
from ensemble_viz.engine.trees.forbidding import forbids_cut
from ensemble_viz.engine.trees.limits import Limits
from ensemble_viz.scene.telling import what_to_try, why_ended
from tests.datasets import classes, values


def ended(data, method, **settings):
    done = run(data, method, settings | {"rounds": 400}, seed=1)
    done.finish()
    return done


MIXED = sample("gaussians", n=60, seed=4, noise=0.4, flip=0.15)
LIMITS = [
    ({"max_depth": 2}, "max_depth=2 allows no cut in the 4 leaves."),
    ({"min_samples_leaf": 12}, "min_samples_leaf=12 allows no cut in the 4 leaves."),
    ({"max_leaf_nodes": 3}, "max_leaf_nodes=3 allows no more leaves."),
    ({"min_gain": 0.2}, "min_gain=0.2 allows no cut in the only leaf."),
    ({"max_depth": 3, "min_samples_leaf": 8},
     "max_depth=3 and min_samples_leaf=8 allow no cut in the 6 leaves."),
]  # fmt: skip


@pytest.mark.parametrize(("settings", "words"), LIMITS)
def test_a_tree_names_what_forbids_to_split_it(settings, words):
    done = ended(MIXED, "tree", **settings)
    assert why_ended(done) == f"Nothing to split: {words}"
    assert set(done.stop.forbids) == set(settings)
    freer = ended(MIXED, "tree", **settings | dict.fromkeys(["max_depth", "max_leaf_nodes"]))
    assert len(freer) >= len(done)


def test_each_leaf_holds_one_answer_only_where_it_does():
    done = ended(sample("moons", n=60, noise=0.0), "tree")
    assert done.stop.why == "one-answer"
    leaves = done.rounds[-1].learners[0].n_leaves
    assert (
        why_ended(done) == f"Nothing to split: each of the {leaves} leaves holds one answer only."
    )


def test_points_at_the_same_place_cannot_be_told_apart():
    done = ended(classes([[0, 0], [0, 0], [1, 0]], [0, 1, 0], "AB"), "tree")
    words = "Nothing to split: points that differ have the same place in the 2 leaves."
    assert (done.stop.forbids, why_ended(done)) == ((), words)


@pytest.mark.parametrize(
    ("settings", "pruning", "words"),
    [
        ({"prune": "cost-complexity"}, "root", "only the root is left."),
        ({"prune": "cost-complexity", "ccp_alpha": 0.02}, "price",
         "the next one saves more than ccp_alpha=0.02 a leaf."),
        ({"prune": "error"}, "errors", "a leaf in the place of any other would make more errors."),
    ],
)  # fmt: skip
def test_pruning_says_why_it_ended(settings, pruning, words):
    done = ended(MIXED, "tree", **settings)
    full = max(len(record.learners[0]) // 2 for record in done.rounds)
    assert (done.stop.pruning, done.stop.pruned) == (pruning, len(done) - full)
    were = "subtrees were" if done.stop.pruned > 1 else "subtree was"
    assert why_ended(done).endswith(f" Then {done.stop.pruned} {were} pruned: {words}")
    assert " held one answer only." in why_ended(done)


def test_xgboost_names_the_hessians_that_a_leaf_needs():
    data = values([[k, 0] for k in range(8)], [0, 9, 0, 9, 0, 9, 0, 9])
    done = ended(data, "xgboost", min_child_weight=5.0, base_score="mean")
    words = "Round 1 would change nothing: min_child_weight=5.0 allows no cut."
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
