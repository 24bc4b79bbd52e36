"""The steps inside a round: forward and back meet, and the button says what comes."""

import itertools

import pytest

from ensemble_viz.engine.run import run
from ensemble_viz.engine.samples import sample
from ensemble_viz.scene.steps import (
    START,
    Moment,
    back,
    forward,
    is_joined,
    joined_rounds,
    steps,
    whole,
)

RUNS = [
    ("ten-points", "adaboost", {"rounds": 3}),
    ("ten-points", "bagging", {"rounds": 3}),
    ("blobs", "gradient-boosting", {"rounds": 2}),
    ("moons", "gradient-boosting", {"rounds": 2}),
    ("sine", "gradient-boosting", {"rounds": 2}),
    ("moons", "tree", {"rounds": 3, "prune": "cost-complexity"}),
    ("blobs", "xgboost", {"rounds": 2}),
]


@pytest.mark.parametrize(("name", "method", "settings"), RUNS)
@pytest.mark.parametrize("small", [True, False])
def test_forward_and_back_meet(name, method, settings, small):
    learning = run(sample(name), method, settings)
    moments = [START]
    while (following := forward(learning, moments[-1], small)) is not None:
        moments.append(following)
    assert moments[-1] == whole(learning, len(learning))
    assert len(moments) > len(learning)
    for before, after in itertools.pairwise(moments):
        assert before < after
        assert back(learning, after, small) == before
    assert back(learning, START, small) is None


@pytest.mark.parametrize(
    ("name", "method", "t", "actions"),
    [
        ("ten-points", "adaboost", 2, ["Train stump 2", "Find its mistakes", "Weigh the learner",
                                       "Weigh the mistakes", "Let it vote"]),
        ("ten-points", "random-forest", 3, ["Draw bag 3", "Grow tree 3", "Let it vote",
                                            "Ask who never saw it"]),
        ("sine", "gradient-boosting", 1, ["Take the residuals", "Fit tree 1", "Shrink it by 0.10",
                                          "Add it"]),
        ("blobs", "gradient-boosting", 1, ["Take the residuals (3 columns)", "Fit 3 trees",
                                           "Set the leaf values", "Add them"]),
        ("moons", "tree", 1, ["Search the splits", "Split node 0"]),
        ("sine", "xgboost", 2, ["Compute g and h", "Search the gain", "Prune by γ",
                                "Set the leaf values", "Add it"]),
        ("blobs", "xgboost", 1, ["Compute g and h", "Search the gain", "Prune by γ",
                                 "Set the leaf values", "Add them"]),
    ],
)  # fmt: skip
def test_the_button_says_what_comes(name, method, t, actions):
    learning = run(sample(name), method)
    assert [step.action for step in steps(learning, t)] == actions


def test_a_learner_counts_from_the_step_in_which_it_joins():
    learning = run(sample("ten-points"), "adaboost", {"rounds": 3})
    assert [joined_rounds(learning, Moment(2, step)) for step in (1, 4, 5)] == [1, 1, 2]
    assert is_joined(learning, START)


def test_a_pruned_round_says_where_it_cut():
    learning = run(sample("moons"), "tree", {"rounds": 2, "prune": "cost-complexity"})
    learning.finish()
    assert [steps(learning, t)[-1].key for t in (1, 2, 3, 4)] == [
        "split",
        "split",
        "prune",
        "prune",
    ]
    assert steps(learning, 4)[0].action == "Cut below node 0"
