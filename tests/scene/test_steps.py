"""The steps inside a round: forward and back meet, and the button says what comes."""

import itertools

import pytest

from ensemble_viz.document.where import START, Moment
from ensemble_viz.engine.data.samples import sample
from ensemble_viz.engine.runs import run
from ensemble_viz.scene.moment.steps import back, forward, is_joined, steps, whole

RUNS = [
    ("ten-points", "adaboost", {"rounds": 3}),
    ("ten-points", "bagging", {"rounds": 3}),
    ("ten-points", "random-subspaces", {"rounds": 3}),
    ("moons", "extra-trees", {"rounds": 3}),
    ("surface", "pasting", {"rounds": 9, "disjoint": True, "max_samples": 0.3}),
    ("blobs", "gradient-boosting", {"rounds": 2}),
    ("moons", "gradient-boosting", {"rounds": 2}),
    ("sine", "gradient-boosting", {"rounds": 2}),
    ("moons", "tree", {"rounds": 3, "prune": "cost-complexity"}),
    ("moons", "voting", {}),
    ("sine", "stacking", {"folds": 3}),
    ("moons", "stacking", {"split": "hold-out", "layers": 2, "members": ["stump", "knn"]}),
    ("ten-points", "stacking", {"split": "leave-one-out", "members": ["stump"]}),
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
        ("ten-points", "pasting", 3, ["Draw sample 3", "Grow tree 3", "Let it vote",
                                      "Ask who never saw it"]),
        ("ten-points", "random-subspaces", 2, ["Draw the axis of tree 2", "Grow tree 2",
                                               "Let it vote"]),
        ("ten-points", "random-patches", 2, ["Draw bag 2 and its axis", "Grow tree 2",
                                             "Let it vote", "Ask who never saw it"]),
        ("ten-points", "extra-trees", 2, ["Draw a random cut", "Keep the random cut",
                                          "Let it vote"]),
        ("sine", "random-subspaces", 2, ["Grow tree 2", "Let it answer"]),
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
    learning.upto(t)
    assert [step.action for step in steps(learning, t)] == actions


def test_portions_are_dealt_and_bags_of_extra_trees_are_drawn():
    dealt = run(sample("ten-points"), "pasting", {"disjoint": True})
    bagged = run(sample("ten-points"), "extra-trees", {"bootstrap": True})
    for learning, action in ((dealt, "Deal portion 2"), (bagged, "Draw bag 2")):
        learning.upto(2)
        listed = steps(learning, 2)
        assert listed[0].action == action
        thrown = ["throw"] if learning is bagged else []
        assert [step.key for step in listed] == ["draw", *thrown, "train", "vote", "oob"]


def actions(name, method, settings, t):
    return [step.action for step in steps(run(sample(name), method, settings), t)]


def test_a_vote_and_a_stack_are_told_member_by_member():
    assert actions("moons", "voting", {}, 2) == [
        "Train the next member", "Collect its vote", "Count",
    ]  # fmt: skip
    assert actions("sine", "voting", {}, 2)[1:] == ["Collect its answer", "Average"]
    assert actions("moons", "stacking", {"folds": 2}, 1) == [
        "Hold out fold 1", "Train on the rest", "Predict fold 1",
        "Hold out fold 2", "Train on the rest", "Predict fold 2", "Train on all points",
    ]  # fmt: skip
    assert actions("moons", "stacking", {}, 5) == ["Train the final model", "Predict"]
    assert actions("moons", "stacking", {"folds": 11}, 1)[0] == "Hold out each fold in turn"
    left_out = {"split": "leave-one-out", "members": ["stump"]}
    assert actions("ten-points", "stacking", left_out, 1) == [
        "Hold out each point in turn", "Train on the rest", "Predict each point in turn",
        "Train on all points",
    ]  # fmt: skip
    halves = {"split": "hold-out", "layers": 2}
    assert actions("moons", "stacking", halves, 1)[0] == "Hold out parts 2 and 3"
    assert actions("moons", "stacking", halves, 5) == [
        "Hold out part 3", "Train on its own part", "Predict part 3",
    ]  # fmt: skip


def test_the_steps_of_a_round_have_keys_of_their_own():
    for name, method, settings in RUNS:
        learning = run(sample(name), method, settings)
        learning.finish()
        for t in range(1, len(learning) + 1):
            keys = [step.key for step in steps(learning, t)]
            assert len(set(keys)) == len(keys)
            assert steps(learning, t)[-1].joined


def test_a_learner_that_is_no_tree_is_not_called_one():
    assert actions("moons", "bagging", {"base": "knn"}, 2)[1] == "Train learner 2"
    assert actions("moons", "adaboost", {"base": "logistic"}, 1)[0] == "Train learner 1"


def test_a_learner_counts_from_the_step_in_which_it_joins():
    learning = run(sample("ten-points"), "adaboost", {"rounds": 3})
    joined = [is_joined(learning, Moment(2, step)) for step in (1, 4, 5)]
    assert joined == [False, False, True]
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
